"""Perfect Numbers read a second time: slow, straight from the JSON of positions.

Written from the clauses alone; it shares no code and no data structure with the rules.
"""

import copy
from typing import Any

Position = dict[str, Any]
COLOURS = "RYGBV"
ACTIONS = ("move", "protect", "steal")
ORDER = [f"{c}{n}" for c in [*COLOURS, "J"] for n in range(2, 8)] + list(ACTIONS)


def coloured(card: str) -> bool:
    return card[0] in COLOURS and card not in ACTIONS


def at_hand(p: Position) -> list[str]:
    return list(p["setup_hands"][p["turn"]] or p["pending"])


def room(p: Position, seat: int) -> bool:
    """PN-12, PN-23"""
    if p["options"]["interactive"]:
        return len(p["series"][seat]) < 3
    return len(p["series"][seat]) + bool(p["stored"][seat]) < 4


def guarded(series: list[Any]) -> bool:
    """PN-16"""
    return not series[-1]["up"]


def legal(p: Position) -> dict[int, list[str]]:
    """The moves of every seat that has one."""
    if p["over"] or p.get("chance"):
        return {}
    return {p["turn"]: sorted(moves(p))}


def moves(p: Position) -> set[str]:
    if p["phase"] == "perfect":
        return {"close", "keep"}
    if p["phase"] == "stolen":
        return {"discard"} | places(p, p["stolen"], give=False)
    found = hand_moves(p) | uses(p, {*at_hand(p), *p["stored"][p["turn"]]})
    if not p["taken"]:
        found |= {f"take {i}" for i, group in enumerate(p["market"], 1) if group}
    elif not p["pending"]:
        found.add("end")
    return found


def places(p: Position, card: str, give: bool) -> set[str]:
    """PN-12, PN-14: where one card can go when nothing has to come before it."""
    me, mine = p["turn"], p["series"][p["turn"]]
    if card[0] == "J":
        return {f"add {card} {c}" for c in (mine or COLOURS)}
    if card[0] in mine or room(p, me):
        return {f"add {card}"}
    moves = {f"replace {c} {card}" for c in mine}
    if p["stored"][me] and not p["options"]["interactive"]:
        moves.add(f"replace A {card}")
    for seat in range(p["players"]):
        theirs = p["series"][seat].get(card[0])
        if give and seat != me and (not guarded(theirs) if theirs else room(p, seat)):
            moves.add(f"give {card} @{seat}")
    return moves


def hand_moves(p: Position) -> set[str]:
    hand, mine, moves = at_hand(p), p["series"][p["turn"]], set()
    own = [card for card in hand if coloured(card) and card[0] in mine]
    for card in hand:
        if card[0] == "J" and card not in ACTIONS:
            moves |= places(p, card, give=False)
        elif coloured(card):
            lower = any(c[0] == card[0] and c < card for c in hand if coloured(c))
            if not lower and (card in own or not own):
                moves |= places(p, card, give=True)
        elif not own:
            moves |= stores(p, card)
    if hand and all(card in ACTIONS for card in hand):
        for card in hand:
            if f"store {card}" not in moves and not uses(p, {card}):
                moves.add(f"discard {card}")
    return moves


def stores(p: Position, card: str) -> set[str]:
    """PN-19"""
    stored, mine = p["stored"][p["turn"]], p["series"][p["turn"]]
    if stored:
        return {f"store {card}"} if len(stored) == 1 and card not in stored else set()
    if len(mine) < 4:
        return {f"store {card}"}
    return {f"replace {c} {card}" for c in mine}


def uses(p: Position, actions: set[str]) -> set[str]:
    """PN-15, PN-17, PN-18"""
    me, mine, moves = p["turn"], p["series"][p["turn"]], set()
    if "protect" in actions:
        moves |= {f"protect {c}" for c in mine}
        moves |= {f"protect {c} {d}" for c in mine for d in mine if c != d or len(mine[c]) > 1}
    if "move" in actions:
        moves |= {f"move {c}" for c in mine if len(mine[c]) > 1}
    if "steal" in actions:
        for seat, collection in enumerate(p["series"]):
            if seat != me:
                moves |= {f"steal @{seat} {c}" for c, s in collection.items() if not guarded(s)}
    return moves


def after(before: Position, seat: int, text: str) -> Position:
    """The position after a legal move; no shuffle ever comes in."""
    p = copy.deepcopy(before)
    verb, *words = text.split()
    DO[verb](p, *words)
    p["series"] = [{c: s[c] for c in COLOURS if s.get(c)} for s in p["series"]]
    p["phase"] = "perfect" if p["perfect"] else "stolen" if p["stolen"] else "turn"
    if not any(p["market"]) and not p["taken"] and p["phase"] == "turn":
        p["phase"] = "setup"
    go_on(p, ended=verb == "end")
    return p


def go_on(p: Position, ended: bool) -> None:
    if p["phase"] == "setup" and not at_hand(p):
        p["turn"] = (p["turn"] + 1) % p["players"]
        if not at_hand(p):
            p["phase"] = "turn"
            lay_out(p)
    elif p["phase"] == "turn" and p["taken"] and not p["pending"]:
        playable = uses(p, set(p["stored"][p["turn"]]))
        if ended or not playable:
            end_turn(p)


def end_turn(p: Position) -> None:
    """PN-6, PN-21"""
    if any(p["market"]):
        p["turn"] = (p["turn"] + 1) % p["players"]
        p["taken"] = False
    elif len(p["draw"]) < 8:
        p["over"] = True
    else:
        p["round"] += 1
        p["first"] = p["turn"] = (p["first"] + 1) % p["players"]
        p["taken"] = False
        lay_out(p)


def lay_out(p: Position) -> None:
    drawn, p["draw"] = p["draw"][:8], p["draw"][8:]
    groups = [drawn[:3], drawn[3:5], drawn[5:7], drawn[7:]]
    p["market"] = [sorted(group, key=ORDER.index) for group in groups]


def spend(p: Position, card: str) -> None:
    if p["stolen"] is not None:
        p["stolen"] = None
    elif card in p["setup_hands"][p["turn"]]:
        p["setup_hands"][p["turn"]].remove(card)
    else:
        p["pending"].remove(card)


def spend_action(p: Position, card: str) -> None:
    place = p["pending"] if card in p["pending"] else p["stored"][p["turn"]]
    place.remove(card)


def effect(p: Position, seat: int, colour: str) -> None:
    """PN-8 to PN-10, PN-13: of the last card."""
    series = p["series"][seat][colour]
    number = int(series[-1]["card"][1])
    if number == len(series):
        p["perfect"] = {"seat": seat, "colour": colour}
    elif number < len(series):
        del series[:number]
        if seat == p["turn"]:
            p["discard_count"] += number
        else:
            p["score"][p["turn"]] += number


def lay(p: Position, seat: int, colour: str, card: str) -> None:
    p["series"][seat].setdefault(colour, []).append({"card": card, "up": True})
    effect(p, seat, colour)


def do_take(p: Position, group: str) -> None:
    p["pending"], p["market"][int(group) - 1] = p["market"][int(group) - 1], None
    p["taken"] = True


def do_add(p: Position, card: str, colour: str = "") -> None:
    spend(p, card)
    lay(p, p["turn"], colour or card[0], card)


def do_give(p: Position, card: str, to: str) -> None:
    spend(p, card)
    lay(p, int(to[1:]), card[0], card)


def do_replace(p: Position, place: str, card: str) -> None:
    me = p["turn"]
    if place == "A":
        p["discard_count"] += len(p["stored"][me])
        p["stored"][me] = []
    else:
        p["discard_count"] += len(p["series"][me].pop(place))
    if card in ACTIONS:
        do_store(p, card)
    else:
        do_add(p, card)


def do_store(p: Position, card: str) -> None:
    p["pending"].remove(card)
    p["stored"][p["turn"]] = sorted([*p["stored"][p["turn"]], card])


def do_close(p: Position) -> None:
    me, seat, colour = p["turn"], p["perfect"]["seat"], p["perfect"]["colour"]
    series = p["series"][seat].pop(colour)
    last = series[-1]["card"]
    bonus = {"5": 1, "6": 3, "7": 5}.get(last[1], 0) if last[0] != "J" else 0
    p["score"][me] += len(series) + len(p["draw"][:bonus])
    del p["draw"][:bonus]
    p["perfect"] = None


def do_keep(p: Position) -> None:
    p["perfect"] = None


def do_protect(p: Position, source: str, target: str = "") -> None:
    mine = p["series"][p["turn"]]
    spend_action(p, "protect")
    if not target:
        mine[source].append({"card": "protect", "up": False})
        return
    p["discard_count"] += 1
    card = mine[source].pop()
    mine[target].append({"card": card["card"], "up": False})


def do_move(p: Position, colour: str) -> None:
    spend_action(p, "move")
    p["discard_count"] += 1
    series = p["series"][p["turn"]][colour]
    series.append(series.pop(0))
    if series[-1]["up"]:
        effect(p, p["turn"], colour)


def do_steal(p: Position, victim: str, colour: str) -> None:
    spend_action(p, "steal")
    p["discard_count"] += 1
    p["stolen"] = p["series"][int(victim[1:])][colour].pop()["card"]


def do_discard(p: Position, card: str = "") -> None:
    if card:
        p["pending"].remove(card)
    else:
        p["stolen"] = None
    p["discard_count"] += 1


def do_end(p: Position) -> None:
    """The turn ends by `go_on`."""


DO = {name[3:]: f for name, f in list(globals().items()) if name.startswith("do_")}
