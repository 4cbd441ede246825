"""Positions to test from: what matters is said, the rest is filled in so that all fits."""

import importlib.util
from pathlib import Path
from types import ModuleType
from typing import Any

import pioche
from pioche import Illegal, Rng, State

GAME = pioche.games["perfect-numbers"]
NUMBERED = [f"{colour}{number}" for colour in "RYGBV" for number in range(2, 8)]
JOKERS = [f"J{number}" for number in range(2, 8)]
ACTIONS = ["move", "protect", "steal"]
SIZES = (3, 2, 2, 1)
ORDER = {card: i for i, card in enumerate([*NUMBERED, *JOKERS, *ACTIONS])}


def deck(options: dict[str, Any]) -> list[str]:
    """All cards, by kind."""
    return [
        *(card for card in NUMBERED for _ in range(options["copies"])),
        *JOKERS,
        *(card for card in ACTIONS for _ in range(options["actions"])),
    ]


def cards(text: str) -> list[dict[str, Any]]:
    """A series: "R4 J2 -protect", a minus for face down."""
    return [{"card": card.lstrip("-"), "up": card[0] != "-"} for card in text.split()]


def seat(text: str = "") -> dict[str, Any]:
    """A Collection: series parted by commas, each of the colour of its first coloured card
    that is face up, or named by "R:" before it."""
    found = {}
    for part in filter(None, (part.strip() for part in text.split(","))):
        named, _, rest = part.rpartition(":")
        up = [word for word in rest.split() if word[0] in "RYGBV"]
        found[named or up[0][0]] = cards(rest)
    return found


def position(*collections: str, **fields: Any) -> dict[str, Any]:
    """Seat 0 of these players has taken the group of three; fields override.

    The Market, the pile and the discards are filled so that everything adds up in round 6.
    """
    options = {"copies": 3, "actions": 4, "interactive": False} | fields.pop("options", {})
    players = max(2, len(collections))
    base: dict[str, Any] = {"game": "perfect-numbers", "rules": 2, "players": players}
    base |= {"options": options, "over": False, "round": 6, "first": 0, "turn": 0}
    base |= {"phase": "turn", "pending": [], "stolen": None, "perfect": None, "taken": True}
    base["series"] = [seat(text) for text in collections] + [{}] * (players - len(collections))
    base |= {"stored": [[] for _ in range(players)], "score": [0] * players}
    base["setup_hands"] = [[] for _ in range(players)]
    base |= fields
    return filled(base, fields)


def filled(base: dict[str, Any], fields: dict[str, Any]) -> dict[str, Any]:
    """A position with Market, pile and discards."""
    free = deck(base["options"])
    for card in [*in_sight(base), *fields.get("draw", []), *market_cards(base)]:
        free.remove(card)
    if "market" not in base:
        sizes = (0 if base["taken"] else 3, 2, 2, 1)
        base["market"] = [[free.pop(30) for _ in range(n)] or None for n in sizes]
    out = 3 * base["players"] + 8 * base["round"]
    left = fields.get("left", len(deck(base["options"])) - out - fields.get("bonus", 0))
    first = fields.get("draw", [])
    base["draw"] = first + free[: left - len(first)]
    rest = len(free) - (left - len(first))
    base.setdefault("discard_count", rest - sum(base["score"]))
    base.pop("left", None)
    base.pop("bonus", None)
    for group in base["market"]:
        if group:
            group.sort(key=ORDER.__getitem__)
    return base


def in_sight(base: dict[str, Any]) -> list[str]:
    """The cards of a position outside Market and piles."""
    found = [*base["pending"], *(card for hand in base["setup_hands"] for card in hand)]
    found += [name for names in base["stored"] for name in names]
    found += [entry["card"] for c in base["series"] for row in c.values() for entry in row]
    return found + [base["stolen"]] * (base["stolen"] is not None)


def market_cards(base: dict[str, Any]) -> list[str]:
    return [card for group in base.get("market", []) for card in group or []]


def load(*collections: str, **fields: Any) -> State:
    return GAME.load(position(*collections, **fields))


def play(state: State, *texts: str) -> State:
    for text in texts:
        state.apply(state.actors()[0], GAME.parse(text))
    return state


def legal(state: State, *verbs: str) -> list[str]:
    """The legal moves of the actor, only those of some verbs if there are any."""
    texts = [GAME.text(action) for action in state.legal(state.actors()[0])]
    return [text for text in texts if not verbs or text.split()[0] in verbs]


def row(state: State, seat: int, colour: str) -> str:
    """A series of a state as it is written here."""
    entries = state.dump()["series"][seat].get(colour, [])
    return " ".join(("" if e["up"] else "-") + e["card"] for e in entries)


def refused(state: State, text: str) -> tuple[str, str, dict[str, Any]]:
    """Why a move of the actor is refused; the state stays as it is."""
    before, who, action = state.dump(), state.actors()[0], GAME.parse(text)
    refusal = state.refusal(who, action)
    assert refusal is not None, f"{text} is legal"
    try:
        state.apply(who, action)
    except Illegal as error:
        assert error.refusal == refusal
    assert state.dump() == before
    return refusal.code, refusal.clause, dict(refusal.params)


def dealt(players: int = 3, seed: int = 1, **options: Any) -> State:
    state = GAME.new(players, **options)
    state.shuffle(Rng(seed))
    return state


def part(name: str) -> ModuleType:
    """A module beside this one whose name other games have as well."""
    path = Path(__file__).with_name(f"{name}.py")
    spec = importlib.util.spec_from_file_location(f"perfect_numbers_{name}", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
