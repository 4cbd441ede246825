"""A game as OpenSpiel goes through it: chance draw by draw, then one seat after the other.

Nothing here needs OpenSpiel; it copies and pickles quickly, as OpenSpiel does both often.
"""

import base64
import json
import zlib
from collections.abc import Iterator, Mapping
from functools import cache
from hashlib import blake2b
from threading import local
from typing import Any, NamedTuple

from pioche.core.rng import Rng
from pioche.core.schema import Position
from pioche.core.state import CHANCE, State
from pioche.rl.envs.setup import Setup, make_setup
from pioche.rl.episodes.buffers import ObservationBuffer
from pioche.rl.episodes.chance import count_draw_outcomes, deal_with_draws
from pioche.rl.episodes.episode import BY_SCORE, compute_returns, count_moves_to_time, strike_clock

NEW = "new"
TERMINAL = -4  # as OpenSpiel numbers it; CHANCE is -1 there as here
MOST_SCORE = 100_000.0  # no score of any game comes near
EMPTY_DIGEST = b"\0" * 16


class SeenDecision(NamedTuple):
    """A decision as a seat saw it, and the ones before."""

    before: "SeenDecision | None"
    who: int
    action: int  # -1: the seat could not see which
    text: str


class SharedSetup:
    """What all games of one OpenSpiel game share."""

    def __init__(self, key: Any, setup: Setup, start: State, max_length: int) -> None:
        self.key, self.setup, self.start, self.max_length = key, setup, start, max_length
        self.most_reward = MOST_SCORE if setup.reward == BY_SCORE else 1.0
        first = list_outcome_counts(setup.start)
        self.most_outcomes = max(first)
        # A deal that is no good is done again, however often; ten times is never seen.
        self.most_draws = 10 * len(first)
        self.buffers = local()
        self.clock_after = count_moves_to_time(start)

    def get_buffer(self) -> ObservationBuffer:
        """Room for a tensor; threads may play games of their own."""
        if not hasattr(self.buffers, "own"):
            self.buffers.own = ObservationBuffer(self.setup.tensor, self.setup.size)
        own: ObservationBuffer = self.buffers.own
        return own

    def returns(self, state: State) -> list[float]:
        """What a state would bring every seat if the game ended there."""
        return compute_returns(state, self.setup.reward)


def list_outcome_counts(start: State) -> list[int]:
    """How many ways each draw of a first shuffle can go: no later one has more."""
    found: list[int] = []
    drawn: list[int] = []
    rng = Rng(0)
    while n := count_draw_outcomes(start, drawn):
        found.append(n)
        drawn.append(rng.below(n))
    return found


@cache
def get_shared_setup(id: str, params: tuple[tuple[str, Any], ...]) -> SharedSetup:
    """The table of a game with its parameters; the same every time."""
    asked = dict(params)
    start, max_length = asked.pop("start"), asked.pop("max_length")
    made = make_setup(id, **asked)
    begun = made.start.clone() if start == NEW else unpack_start(made, start)
    return SharedSetup((id, params), made, begun, max_length)


def pack_position(position: Mapping[str, Any]) -> str:
    """A position as the parameter `start` of an OpenSpiel game."""
    content = zlib.compress(to_json_text(position).encode(), 9)
    return base64.urlsafe_b64encode(content).decode().replace("=", "~")


def unpack_start(made: Setup, start: str) -> State:
    """The state that a parameter `start` tells."""
    try:
        content = zlib.decompress(base64.urlsafe_b64decode(start.replace("~", "=")))
    except (ValueError, zlib.error):
        raise ValueError(f"start: {NEW!r} or a packed position, not {start!r:.40}") from None
    state = made.game.load(json.loads(content))
    if state.players != made.players or state.options != made.start.options:
        raise ValueError("start: players and options are not those of the game")
    if state.over:
        raise ValueError("start: that game is over")
    return state


class SequentialGame:
    """A game in play. `seen` and `digests` hold what each seat has seen so far."""

    __slots__ = ("digests", "draws", "length", "outcomes", "seen", "shared", "state")

    def __init__(self, table: SharedSetup, state: State) -> None:
        self.shared, self.state = table, state
        self.draws: list[int] = []  # of the shuffle under way
        self.outcomes = 0  # how many ways the next draw can go; 0: no shuffle is under way
        self.length = 0  # decisions so far
        self.seen: list[SeenDecision | None] = [None] * table.setup.players
        self.digests = [EMPTY_DIGEST] * table.setup.players

    @classmethod
    def begin(cls, table: SharedSetup) -> "SequentialGame":
        play = cls(table, table.start.clone())
        play.advance()
        return play

    @property
    def is_over(self) -> bool:
        """Whether the game has ended, or was cut short."""
        return bool(self.state.over) or self.length >= self.shared.max_length

    @property
    def player(self) -> int:
        """Whose decision it is, as OpenSpiel numbers them."""
        if self.is_over:
            return TERMINAL
        return CHANCE if self.outcomes else self.state.actors()[0]

    # -- going on ------------------------------------------------------------------------

    def apply_action(self, action: int) -> None:
        """A draw, or what the seat decides."""
        if self.outcomes:
            self.draws.append(action)
        else:
            self.decide(self.state.actors()[0], action)
        self.advance()

    def decide(self, seat: int, action: int) -> None:
        """A decision, which every seat sees in its own way."""
        self.state.apply(seat, action)
        self.length += 1
        game = self.shared.setup.game
        whole = game.text(action)
        for p, before in enumerate(self.seen):
            text = game.mask_move(seat, action, p)
            self.seen[p] = SeenDecision(before, seat, action if text == whole else -1, text)

    def advance(self) -> None:
        """Find the next draw, or let all seats see where the game has come to."""
        self.outcomes = count_draw_outcomes(self.state, self.draws) if self.state.due else 0
        if self.outcomes:
            return
        if self.state.due:
            deal_with_draws(self.state, self.draws)
            self.draws = []
        if 0 < self.shared.clock_after <= self.length:
            strike_clock(self.state)
        room = self.shared.get_buffer()
        for p, digest in enumerate(self.digests):
            numbers = room.observe(self.state, p).tobytes()
            self.digests[p] = blake2b(digest + numbers, digest_size=len(EMPTY_DIGEST)).digest()

    def returns(self) -> list[float]:
        """What the game brought every seat; nothing before its end."""
        if not self.is_over:
            return [0.0] * self.shared.setup.players
        return self.shared.returns(self.state)

    # -- what is told --------------------------------------------------------------------

    def view_text(self, seat: int | None) -> str:
        """The view of a seat; None is a spectator."""
        return to_json_text(self.state.view(seat))

    def own_text(self, seat: int) -> str:
        """What a seat sees otherwise than a spectator."""
        shown: Mapping[str, Any] = self.state.view(None)
        seen: Mapping[str, Any] = self.state.view(seat)
        return to_json_text({key: seen[key] for key in seen if seen[key] != shown.get(key)})

    def memory_text(self, seat: int) -> str:
        """Every decision as the seat saw it, and a digest of all that it was ever shown."""
        told = [f"{seen.who}:{seen.text}" for seen in iterate_backwards(self.seen[seat])]
        return f"{', '.join(reversed(told))} #{self.digests[seat].hex()}"

    def recent_decisions(self, seat: int) -> Iterator[tuple[int, int]]:
        """The decisions, newest first: how many seats on (from 1) and the action (from 1)."""
        players = self.shared.setup.players
        for seen in iterate_backwards(self.seen[seat]):
            yield (seen.who - seat) % players + 1, seen.action + 1

    def text(self) -> str:
        """The position, and the draws of the shuffle under way."""
        position = to_json_text(self.state.dump())
        return f"{position}\ndraws: {self.draws}" if self.draws else position

    # -- copies --------------------------------------------------------------------------

    def copy(self) -> "SequentialGame":
        other = SequentialGame(self.shared, self.state.clone())
        other.draws, other.outcomes = self.draws[:], self.outcomes
        other.length, other.seen, other.digests = self.length, self.seen[:], self.digests[:]
        return other

    def __deepcopy__(self, memo: Any) -> "SequentialGame":
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        # A chain would be pickled by recursion, so each goes as a list.
        chains = [[seen[1:] for seen in iterate_backwards(chain)][::-1] for chain in self.seen]
        mine = (self.draws, self.outcomes, self.length, chains, self.digests)
        return restore_game, (self.shared.key, self.state.dump(), mine)

    def resample(self, seat: int, rng: Rng) -> "SequentialGame":
        """A game that looks to a seat as this one does. The others begin to see with it."""
        if self.outcomes:
            raise ValueError("a shuffle is under way: nobody has an information state")
        other = SequentialGame(self.shared, self.state.resample(seat, rng))
        other.length = self.length
        other.seen[seat], other.digests[seat] = self.seen[seat], self.digests[seat]
        return other


def to_json_text(content: Mapping[str, Any]) -> str:
    """JSON in one line."""
    return json.dumps(content, separators=(",", ":"), ensure_ascii=False)


def iterate_backwards(chain: SeenDecision | None) -> Iterator[SeenDecision]:
    """What was seen, newest first."""
    while chain is not None:
        yield chain
        chain = chain.before


def restore_game(key: Any, position: Position, mine: Any) -> SequentialGame:
    """A game that was pickled."""
    table = get_shared_setup(*key)
    play = SequentialGame(table, table.setup.game.load(position))
    play.draws, play.outcomes, play.length, chains, play.digests = mine
    for seat, told in enumerate(chains):
        chain: SeenDecision | None = None
        for who, action, text in told:
            chain = SeenDecision(chain, who, action, text)
        play.seen[seat] = chain
    return play
