"""Code read a second time: slow, straight from the position's JSON.

Knows nothing of the engine. The conformance suite holds the engine against it.
"""

import copy
from collections import Counter
from typing import Any

Position = dict[str, Any]

ORDER = [c + str(n) for c in "BRYV" for n in range(10)]
ORDER += ["joker", "plus2", "swap", "reverse", "gift", "skip", "reset"]
NUMBERS = set(ORDER[:40])


def legal(p: Position) -> dict[int, list[str]]:
    """The moves of every seat that has one."""
    if p["over"] or p.get("chance"):
        return {}
    me, phase = p["turn"], p["phase"]
    if phase == "gift":
        layers = [s for s in seats(p) if s != me and p["hands"][s] and p["laid"][s] is None]
        return {s: [f"lay {card}" for card in set(p["hands"][s])] for s in layers}
    if phase == "robbed":
        return {p["robbed"]: ["draw", "decline"]}
    if phase == "pick":
        return {me: ["decline", *(f"pick @{s}" for s in seats(p) if p["laid"][s] is not None)]}
    if phase == "penalty":
        return {me: ["accept", *(["plus2"] if "plus2" in p["hands"][me] else [])]}
    if phase == "drawn":
        return {me: ["keep", *(m for m in layings(p) if p["drawn"] in m.split()[1:])]}
    return {me: layings(p) + playable_actions(p) + ["draw" if can_draw(p) else "pass"]}


def seats(p: Position) -> range:
    return range(p["players"])


def can_draw(p: Position) -> bool:
    """CD-11."""
    return bool(p["draw"]) or len(p["numbers"]) > 1 or len(p["actions"]) > 1


def layings(p: Position) -> list[str]:
    """CD-7, CD-8, CD-12."""
    hand = Counter(card for card in p["hands"][p["turn"]] if card in NUMBERS)
    if not p["numbers"]:
        return [f"play {card}" for card in hand]
    top = p["numbers"][-1]
    moves = [f"play {card}" for card in hand if card[0] == top[0] or card[1] == top[1]]
    for a in hand:
        for b in hand:
            if int(a[1]) + int(b[1]) == int(top[1]) and (a != b or hand[a] == 2):
                moves.append(f"sum {a} {b}")
    return moves


def playable_actions(p: Position) -> list[str]:
    """CD-13 to CD-19."""
    hand, moves = set(p["hands"][p["turn"]]), []
    moves += [action for action in ("reverse", "skip", "plus2", "gift") if action in hand]
    if "swap" in hand:
        moves.append("swap none")
        moves += ["swap number"] if p["numbers"] else []
        moves += ["swap action"] if p["actions"] else []
    if "reset" in hand:
        moves += [f"reset @{s}" for s in seats(p) if s != p["turn"]]
    return moves


def after(p: Position, seat: int, text: str) -> Position | None:
    """The position after a legal move; None where a shuffle comes first."""
    p = copy.deepcopy(p)
    verb, *words = text.split()
    done = globals()["do_" + verb](p, seat, *words)
    if done is False:
        return None
    for hand in p["hands"]:
        hand.sort(key=ORDER.index)
    return p


def pull(p: Position, seat: int, count: int) -> bool:
    """Draw cards; False where the pile has to be shuffled in the middle."""
    for _ in range(count):
        if not p["draw"]:
            return not can_draw(p)
        p["hands"][seat].append(p["draw"].pop(0))
    return True


def has_won(p: Position, seat: int) -> bool:
    """CD-20."""
    hand = p["hands"][seat]
    jokers = hand.count("joker")
    digits = Counter(card[1] for card in hand if card in NUMBERS)
    if len(hand) != 4 or jokers + sum(digits.values()) != 4:
        return False
    return not digits - Counter(p["codes"][seat])


def finish(p: Position, steps: int = 1, penalty: int = 0) -> None:
    """The move has taken full effect and ends the turn: CD-21, CD-22."""
    p["drawn"] = p["robbed"] = None
    p["laid"] = [None] * p["players"]
    p["phase"] = "turn"
    p["penalty"] = 0
    if winner(p):  # at once: this turn does not end any more
        p["over"] = True
        return
    p["turns"] += 1
    if p["turns"] == p["options"]["max_turns"]:
        p["over"] = True
        return
    p["turn"] = (p["turn"] + steps * p["direction"]) % p["players"]
    if penalty:
        p["penalty"], p["phase"] = penalty, "penalty"


def winner(p: Position) -> bool:
    return any(has_won(p, s) for s in seats(p))


def lay_out(p: Position, card: str) -> None:
    p["hands"][p["turn"]].remove(card)
    p["numbers" if card in NUMBERS else "actions"].append(card)


def do_play(p: Position, seat: int, card: str) -> None:
    lay_out(p, card)
    finish(p)


def do_sum(p: Position, seat: int, under: str, top: str) -> None:
    lay_out(p, under)
    lay_out(p, top)
    finish(p)


def do_draw(p: Position, seat: int) -> bool:
    robbed = p["phase"] == "robbed"
    if not pull(p, seat, 1):
        return False
    if robbed:
        finish(p)
        return True
    p["phase"], p["drawn"] = "drawn", p["hands"][seat][-1]
    if winner(p):
        p["phase"], p["drawn"], p["over"] = "turn", None, True
    return True


def do_keep(p: Position, seat: int) -> None:
    finish(p)


def do_pass(p: Position, seat: int) -> None:
    finish(p)


def do_accept(p: Position, seat: int) -> bool:
    if not pull(p, seat, p["penalty"]):
        return False
    finish(p)
    return True


def do_plus2(p: Position, seat: int) -> None:
    lay_out(p, "plus2")
    finish(p, penalty=p["penalty"] + 2)


def do_reverse(p: Position, seat: int) -> None:
    lay_out(p, "reverse")
    if p["players"] > 2:  # CD-16
        p["direction"] = -p["direction"]
    finish(p)


def do_skip(p: Position, seat: int) -> None:
    lay_out(p, "skip")
    finish(p, steps=2)


def do_swap(p: Position, seat: int, pile: str) -> None:
    if pile != "none":
        p["hands"][seat].append(p[pile + "s"].pop())
    # The swap played leaves the hand, not one just taken: they are alike.
    lay_out(p, "swap")
    finish(p)


def do_reset(p: Position, seat: int, target: str) -> bool:
    lay_out(p, "reset")
    if not p["codes_aside"]:
        return False
    victim = int(target[1:])
    p["codes_out"].append(p["codes"][victim])
    p["codes"][victim] = p["codes_aside"].pop(0)
    finish(p)
    return True


def do_gift(p: Position, seat: int) -> None:
    lay_out(p, "gift")
    if any(p["hands"][s] for s in seats(p) if s != seat):
        p["phase"] = "gift"
    else:
        finish(p)


def do_lay(p: Position, seat: int, card: str) -> None:
    p["hands"][seat].remove(card)
    p["laid"][seat] = card
    waiting = [s for s in seats(p) if s != p["turn"] and p["hands"][s] and p["laid"][s] is None]
    if not waiting:
        p["phase"] = "pick"


def put_back(p: Position) -> None:
    for s in seats(p):
        if p["laid"][s] is not None:
            p["hands"][s].append(p["laid"][s])
    p["laid"] = [None] * p["players"]


def do_pick(p: Position, seat: int, target: str) -> None:
    victim = int(target[1:])
    p["hands"][seat].append(p["laid"][victim])
    p["laid"][victim] = None
    put_back(p)
    if can_draw(p):
        p["phase"], p["robbed"] = "robbed", victim
    else:
        finish(p)


def do_decline(p: Position, seat: int) -> None:
    put_back(p)
    finish(p)


def outcome(p: Position) -> tuple[list[int], list[int]]:
    """Ranks and scores of a finished game: CD-21, CD-22."""
    n = p["players"]
    around = [(p["turn"] + i * p["direction"]) % n for i in range(n)]
    winners = [seat for seat in around if has_won(p, seat)][:1]
    if not winners:
        return [1] * n, [0] * n
    return [1 if s in winners else 2 for s in seats(p)], [int(s in winners) for s in seats(p)]
