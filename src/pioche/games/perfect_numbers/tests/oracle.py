"""Perfect Numbers read a second time: slow, straight from the position's JSON.

Knows nothing of the engine. The conformance suite holds the engine against it.
"""

import copy
from typing import Any

Position = dict[str, Any]

COLOURS = "RYGBV"
ACTIONS = ("move", "protect", "steal")
GROUPS = (3, 2, 2, 1)
BONUS = {5: 1, 6: 3, 7: 5}


def order(card: str) -> tuple[int, int, str]:
    """PN, Position: colours, jokers, then actions."""
    if card in ACTIONS:
        return 9, 0, card
    return (COLOURS + "J").index(card[0]), int(card[1]), ""


def legal(p: Position) -> dict[int, list[str]]:
    """The moves of every seat that has one."""
    if p["over"] or p.get("chance"):
        return {}
    moves = {"setup": setup, "turn": turn, "perfect": perfect, "stolen": stolen}[p["phase"]](p)
    return {p["turn"]: moves}


def setup(p: Position) -> list[str]:
    return adds(p, p["setup_hands"][p["turn"]])


def perfect(p: Position) -> list[str]:
    return ["close", "keep"]


def turn(p: Position) -> list[str]:
    moves = [f"take {i + 1}" for i, group in enumerate(p["market"]) if group and not p["taken"]]
    moves += adds(p, p["pending"]) + handle_actions(p)
    at_hand = {card for card in p["pending"] if card in ACTIONS} | set(p["stored"][p["turn"]])
    for action in at_hand:
        moves += uses(p, action)
    if p["taken"] and not p["pending"] and stored_can_be_played(p):
        moves.append("end")
    return moves


def mine(p: Position) -> dict[str, Any]:
    return p["series"][p["turn"]]


def room(p: Position, seat: int) -> bool:
    """PN-12, PN-23."""
    if p["options"]["interactive"]:
        return len(p["series"][seat]) < 3
    return len(p["series"][seat]) + bool(p["stored"][seat]) < 4


def others(p: Position) -> list[int]:
    return [s for s in range(p["players"]) if s != p["turn"]]


def is_protected(series: list[dict[str, Any]]) -> bool:
    return not series[-1]["up"]


def owned_waiting(p: Position, hand: list[str]) -> bool:
    """PN-7: some card at hand is of a colour already there."""
    return any(card not in ACTIONS and card[0] in mine(p) for card in hand)


def adds(p: Position, hand: list[str]) -> list[str]:
    moves = joker_adds(p, {card for card in hand if card[0] == "J"})
    lowest = {}
    for card in sorted((c for c in hand if c[0] in COLOURS and c not in ACTIONS), reverse=True):
        lowest[card[0]] = card
    for colour, card in lowest.items():
        if colour in mine(p):
            moves.append(f"add {card}")
        elif not owned_waiting(p, hand):
            moves += new_colour(p, card, giving=True)
    return moves


def joker_adds(p: Position, jokers: set[str]) -> list[str]:
    """PN-14."""
    targets = list(mine(p)) or list(COLOURS)
    return [f"add {joker} {colour}" for joker in jokers for colour in targets]


def new_colour(p: Position, card: str, giving: bool) -> list[str]:
    """PN-12."""
    if room(p, p["turn"]):
        return [f"add {card}"]
    moves = [f"replace {colour} {card}" for colour in mine(p)]
    if p["stored"][p["turn"]] and not p["options"]["interactive"]:
        moves.append(f"replace A {card}")
    for seat in others(p) if giving else []:
        theirs = p["series"][seat].get(card[0])
        if (theirs is not None and not is_protected(theirs)) or (theirs is None and room(p, seat)):
            moves.append(f"give {card} @{seat}")
    return moves


def handle_actions(p: Position) -> list[str]:
    """PN-19, PN-20: store an action, or make a place for it; after PN-7."""
    if owned_waiting(p, p["pending"]):
        return []
    moves = []
    for action in {card for card in p["pending"] if card in ACTIONS}:
        moves += ways_to_store(p, action)
    return moves


def ways_to_store(p: Position, action: str) -> list[str]:
    """PN-19: one of three, by what is stored and how many colours there are."""
    stored = p["stored"][p["turn"]]
    if not stored:
        if len(mine(p)) < 4:
            return [f"store {action}"]
        return [f"replace {colour} {action}" for colour in mine(p)]
    if len(stored) == 2 or action in stored:
        return [f"replace A {action}"]
    return [f"store {action}"]


def uses(p: Position, action: str) -> list[str]:
    """PN-15, PN-17, PN-18."""
    own = mine(p)
    if action == "move":
        return [f"move {c}" for c in own if len(own[c]) >= 2]
    if action == "steal":
        return [
            f"steal @{s} {c}"
            for s in others(p)
            for c, series in p["series"][s].items()
            if not is_protected(series)
        ]
    pairs = [f"protect {a} {b}" for a in own for b in own if a != b or len(own[a]) >= 2]
    return [f"protect {c}" for c in own] + pairs


def stored_can_be_played(p: Position) -> bool:
    return any(uses(p, action) for action in p["stored"][p["turn"]])


def stolen(p: Position) -> list[str]:
    """PN-18."""
    card = p["stolen"]
    if card[0] == "J":
        return ["discard", *joker_adds(p, {card})]
    if card[0] in mine(p):
        return ["discard", f"add {card}"]
    return ["discard", *new_colour(p, card, giving=False)]


# -- effects ---------------------------------------------------------------------------------


def after(p: Position, seat: int, text: str) -> Position:
    """The position after a legal move."""
    p = copy.deepcopy(p)
    verb, *words = text.split()
    {
        "take": take,
        "add": add,
        "give": give,
        "replace": replace,
        "store": store,
        "close": close,
        "keep": keep,
        "protect": protect,
        "move": move,
        "steal": steal,
        "discard": discard,
        "end": lambda p: end_turn(p),
    }[verb](p, *words)
    if verb != "end":
        settle(p)
    for seat_series in p["series"]:
        for colour in sorted(seat_series, key=COLOURS.index):
            seat_series[colour] = seat_series.pop(colour)
    return p


def take(p: Position, number: str) -> None:
    p["pending"] = p["market"][int(number) - 1]
    p["market"][int(number) - 1] = None
    p["taken"] = True


def leave_hand(p: Position, card: str) -> None:
    """The card leaves wherever the player has it."""
    if p["phase"] == "stolen":
        p["stolen"] = None
        p["phase"] = "turn"
    elif p["phase"] == "setup":
        p["setup_hands"][p["turn"]].remove(card)
    else:
        p["pending"].remove(card)


def put(p: Position, seat: int, colour: str, card: str) -> None:
    """PN-8 to PN-10, PN-13."""
    series = p["series"][seat].setdefault(colour, [])
    series.append({"card": card, "up": True})
    count_last(p, seat, colour)


def count_last(p: Position, seat: int, colour: str) -> None:
    series = p["series"][seat][colour]
    number = int(series[-1]["card"][1])
    if number == len(series):
        p["phase"] = "perfect"
        p["perfect"] = {"seat": seat, "colour": colour}
    elif number < len(series):
        del series[-number:]
        if seat == p["turn"]:
            p["discard_count"] += number
        else:
            p["score"][p["turn"]] += number


def add(p: Position, card: str, colour: str | None = None) -> None:
    leave_hand(p, card)
    put(p, p["turn"], colour or card[0], card)


def give(p: Position, card: str, seat: str) -> None:
    leave_hand(p, card)
    put(p, int(seat[1:]), card[0], card)


def replace(p: Position, place: str, card: str) -> None:
    leave_hand(p, card)
    if place == "A":
        p["discard_count"] += len(p["stored"][p["turn"]])
        p["stored"][p["turn"]] = []
    else:
        p["discard_count"] += len(mine(p).pop(place))
    if card in ACTIONS:
        p["stored"][p["turn"]] = [card]
    else:
        put(p, p["turn"], card[0], card)


def store(p: Position, action: str) -> None:
    p["pending"].remove(action)
    p["stored"][p["turn"]] = sorted([*p["stored"][p["turn"]], action])


def close(p: Position) -> None:
    """PN-9, PN-11."""
    at = p["perfect"]
    series = p["series"][at["seat"]].pop(at["colour"])
    last = series[-1]["card"]
    bonus = BONUS.get(int(last[1]), 0) if last[0] != "J" else 0
    bonus = min(bonus, len(p["draw"]))
    del p["draw"][:bonus]
    p["score"][p["turn"]] += len(series) + bonus
    keep(p)


def keep(p: Position) -> None:
    p["perfect"] = None
    p["phase"] = "setup" if p["market"] == [None] * 4 and any_setup(p) else "turn"


def any_setup(p: Position) -> bool:
    """Whether the set-up is still going on."""
    return not p["taken"]


def spend(p: Position, action: str, discarded: bool = True) -> None:
    """PN-19: the one at hand first."""
    if action in p["pending"]:
        p["pending"].remove(action)
    else:
        p["stored"][p["turn"]].remove(action)
    p["discard_count"] += discarded


def protect(p: Position, source: str, target: str | None = None) -> None:
    """PN-15."""
    if target is None:
        spend(p, "protect", discarded=False)
        mine(p)[source].append({"card": "protect", "up": False})
        return
    spend(p, "protect")
    card = mine(p)[source].pop()
    if not mine(p)[source]:
        del mine(p)[source]
    mine(p)[target].append({"card": card["card"], "up": False})


def move(p: Position, colour: str) -> None:
    """PN-17."""
    spend(p, "move")
    series = mine(p)[colour]
    series.append(series.pop(0))
    if series[-1]["up"]:
        count_last(p, p["turn"], colour)


def steal(p: Position, seat: str, colour: str) -> None:
    """PN-18."""
    spend(p, "steal")
    theirs = p["series"][int(seat[1:])]
    p["stolen"] = theirs[colour].pop()["card"]
    if not theirs[colour]:
        del theirs[colour]
    p["phase"] = "stolen"


def discard(p: Position) -> None:
    p["discard_count"] += 1
    p["stolen"] = None
    p["phase"] = "turn"


def settle(p: Position) -> None:
    """What happens by itself: the end of the set-up and of a turn."""
    if p["phase"] == "setup":
        while p["phase"] == "setup" and not p["setup_hands"][p["turn"]]:
            following = (p["turn"] + 1) % p["players"]
            p["turn"] = following
            if following == p["first"]:
                p["phase"] = "turn"
                lay_market(p)
    elif p["phase"] == "turn" and p["taken"] and not p["pending"] and not stored_can_be_played(p):
        end_turn(p)


def end_turn(p: Position) -> None:
    if any(p["market"]):
        p["turn"] = (p["turn"] + 1) % p["players"]
        p["taken"] = False
    elif len(p["draw"]) < 8:
        p["over"] = True
    else:
        p["round"] += 1
        p["first"] = p["turn"] = (p["first"] + 1) % p["players"]
        p["taken"] = False
        lay_market(p)


def lay_market(p: Position) -> None:
    """PN-5."""
    for i, size in enumerate(GROUPS):
        p["market"][i] = sorted(p["draw"][:size], key=order)
        del p["draw"][:size]


def outcome(p: Position) -> tuple[list[int], list[int]]:
    """Ranks and scores of a finished game: PN-22."""
    return [1 + sum(o > points for o in p["score"]) for points in p["score"]], p["score"]
