"""Records of games that nobody has played, for tests."""

import json
import random
from typing import Any

import pioche
from pioche.core.records.record import Move, Record
from pioche.core.rng import KeyedRng
from pioche.core.state import CHANCE, CLOCK
from pioche.server.replays.replay import MOST_MOVES

SECRET = bytes(range(32))


def played(game: str, players: int = 3, seed: int = 4, most: int = MOST_MOVES) -> Record:
    """The record of a game of random moves, to its end or not."""
    chance, rules, source = random.Random(seed), pioche.games[game], KeyedRng(SECRET)
    state, moves = rules.new(players), []
    while not state.is_over() and len(moves) < most:
        if state.actors() == (CHANCE,):
            state.shuffle(source)
            continue
        hurry = state.legal(CLOCK) and chance.random() < 0.05
        who = CLOCK if hurry else chance.choice(state.actors())
        action = chance.choice(state.legal(who))
        state.apply(who, action)
        moves.append(Move(who, rules.text(action), 1000 * len(moves)))
    while state.actors() == (CHANCE,):
        state.shuffle(source)
    shuffles = {"secret": SECRET.hex(), "commitment": source.commitment()}
    people = [{"name": f"P{n}", **({"bot": "novice"} if n else {})} for n in range(players)]
    outcome = state.dump_outcome() if state.is_over() else None
    return Record(game, rules.version, dict(state.options), people, shuffles, tuple(moves), outcome)


def document(record: Record) -> dict[str, Any]:
    """A record as it is sent."""
    raw: dict[str, Any] = json.loads(record.to_json())
    return raw
