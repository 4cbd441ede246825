"""The document form of a record: its shape, and the seals that show where it was changed.

Every part is sealed: a seal is made from the part and the seal before it, so a change is
found at the very place where it was made. Seals show damage and tampering by hand; they are
no signature. What proves the deals of a table is the commitment to its secret.
"""

import hashlib
import json
from collections.abc import Mapping
from typing import Any

FORMAT = 1
HEAD = ("format", "game", "rules", "options", "players", "start", "shuffles")
FIELDS = (*HEAD, "moves", "outcome", "seals")


class BadRecord(ValueError):
    """A record that is damaged, was tampered with, or is of another version."""

    def __init__(self, place: str, problem: str) -> None:
        super().__init__(f"{place}: {problem}")
        self.place = place
        self.problem = problem

    def __reduce__(self) -> tuple[Any, ...]:
        return BadRecord, (self.place, self.problem)


def seal(before: str, part: Any) -> str:
    """The seal of a part that follows another."""
    text = before + json.dumps(part, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def check_seals(raw: Mapping[str, Any]) -> None:
    """Every part fits the seal before it and its own."""
    head = {name: raw[name] for name in HEAD}
    first, end = raw["seals"]
    if seal("", head) != first:
        raise BadRecord("head", "the seal does not fit: something before the moves was changed")
    last = first
    for number, (seat, text, at, own) in enumerate(raw["moves"]):
        if seal(last, [seat, text, at]) != own:
            problem = f"the seal does not fit: {text!r} or what came before it was changed"
            raise BadRecord(f"moves[{number}]", problem)
        last = own
    if seal(last, raw["outcome"]) != end:
        raise BadRecord("outcome", "the seal does not fit: it was changed, or moves are missing")


def check_shape(raw: Any) -> None:
    """Every field is there and of its type."""
    if not isinstance(raw, dict):
        raise BadRecord("record", "a JSON object is needed")
    if raw.get("format") != FORMAT:
        raise BadRecord(
            "format", f"{raw.get('format')!r} is not {FORMAT}, the one this program reads"
        )
    for name in FIELDS:
        if name not in raw:
            raise BadRecord(name, "the field is missing")
    for name in raw:
        if name not in FIELDS:
            raise BadRecord(name, "there is no such field")
    types = {"game": str, "rules": int, "options": dict, "players": list, "shuffles": dict}
    for name, kind in {**types, "moves": list, "seals": list}.items():
        if type(raw[name]) is not kind:
            raise BadRecord(name, f"{raw[name]!r:.40} is of the wrong type")
    check_parts(raw)


def check_parts(raw: Mapping[str, Any]) -> None:
    """The entries of the lists are of their shapes."""
    for number, player in enumerate(raw["players"]):
        if not isinstance(player, dict) or not isinstance(player.get("name"), str):
            raise BadRecord(f"players[{number}]", "an object with a name is needed")
    for number, entry in enumerate(raw["moves"]):
        kinds = [type(part) for part in entry] if isinstance(entry, list) else []
        if kinds != [int, str, int, str] or entry[2] < 0:
            raise BadRecord(f"moves[{number}]", "[seat, move, milliseconds, seal] is needed")
    if len(raw["seals"]) != 2:
        raise BadRecord("seals", "there are two")
    if not isinstance(raw["outcome"], dict | None):
        raise BadRecord("outcome", "an object or null is needed")
    check_shuffles(raw["shuffles"])


def check_shuffles(shuffles: Mapping[str, Any]) -> None:
    """A secret with its commitment, or draws."""
    if set(shuffles) == {"secret", "commitment"}:
        return
    draws = shuffles.get("draws")
    if set(shuffles) != {"draws"} or not isinstance(draws, list):
        raise BadRecord("shuffles", "either secret and commitment or draws are needed")
    for number, shuffle in enumerate(draws):
        if not isinstance(shuffle, list) or not all(type(n) is int for n in shuffle):
            raise BadRecord(f"shuffles.draws[{number}]", "a list of whole numbers is needed")
