"""Moves tried out in a position: for lessons, and for whoever wants to know. Nothing is kept."""

import logging
import secrets
from collections.abc import Mapping, Sequence
from typing import Annotated, Any

from msgspec import Meta, Struct

from pioche.catalog import games
from pioche.core.position import BadPosition
from pioche.core.rng import Rng
from pioche.core.schema import Event
from pioche.core.state import CHANCE, CLOCK, State
from pioche.server.bot_worker_pool import BotWorkerPool
from pioche.server.problem import Problem
from pioche.server.refusal_messages import describe_game_refusal
from pioche.tables.commands import SeatNumber
from pioche.tables.judge import CommandRefused, parse_legal_move

log = logging.getLogger(__name__)

MOST_REPLIES = 40
QUICK_LEVELS = ("novice", "regular")  # who moves at once: nobody is to wait for a lesson
MAX_SAFE_INTEGER = 2**53 - 1  # the largest whole number that all programs read alike

Mover = Annotated[int, Meta(ge=CLOCK, le=7)]
MoveText = Annotated[str, Meta(max_length=60)]
QuickLevel = Annotated[str, Meta(pattern=f"^({'|'.join(QUICK_LEVELS)})$")]


class Study(Struct, frozen=True, forbid_unknown_fields=True):
    """A position, and moves to try out in it."""

    game: Annotated[str, Meta(max_length=40)]  # its id
    position: dict[str, Any]  # the whole truth, as the formats have it
    seat: SeatNumber  # whose eyes see what happens
    moves: Annotated[tuple[tuple[Mover, MoveText], ...], Meta(max_length=200)] = ()  # who, and what
    seed: Annotated[int, Meta(ge=0, le=MAX_SAFE_INTEGER)] = (
        0  # of shuffles and bots: the same give the same
    )
    reply: QuickLevel | None = None  # let bots move until it is the seat's turn; None: nobody does
    names: Annotated[tuple[MoveText, ...], Meta(max_length=8)] = ()  # of the seats, in sentences


class MoveRefused(Struct, frozen=True):
    """The first of the moves that is not allowed, and why. Those after it were not looked at."""

    index: int
    code: str
    text: str
    clause: str | None
    params: dict[str, Any]


class StudyResult(Struct, frozen=True):
    """What the seat sees after all moves and replies, and what it saw on the way."""

    view: Mapping[str, Any]
    legal: tuple[str, ...]  # the moves of the seat
    actors: tuple[int, ...]
    dealt: list[Event]  # the events of shuffles that were due in the position itself
    events: list[list[Event]]  # of each move, with the shuffles after it
    before: Mapping[str, Any] | None  # the view before the replies; None where there are none
    replies: list[tuple[int, str, list[Event], Mapping[str, Any]]]  # who, move, events, view
    refused: MoveRefused | None


class Trial:
    """A state that is played on before the eyes of a seat."""

    def __init__(self, state: State, seat: int, seed: int) -> None:
        self.state, self.game, self.seat, self.rng = state, state.game, seat, Rng(seed)
        self.view = state.view(seat)
        self.dealt = self.play_shuffles()

    def play(self, who: int, move: str) -> list[Event]:
        """A move and the shuffles after it, as the seat sees them; Denied where it is illegal."""
        action = self.game.actions[parse_legal_move(self.state, who, move)]
        self.state.apply(who, action)
        return (
            self.build_events(who, self.game.mask_move(who, action, self.seat))
            + self.play_shuffles()
        )

    def play_shuffles(self) -> list[Event]:
        """The shuffles that are due."""
        told: list[Event] = []
        while self.state.actors() == (CHANCE,):
            self.state.shuffle(self.rng)
            told += self.build_events(CHANCE, None)
        return told

    def build_events(self, who: int, move: str | None) -> list[Event]:
        """What has just happened."""
        before, self.view = self.view, self.state.view(self.seat)
        return self.game.build_events(before, who, move, self.view)


class StudyRun:
    """A study under way: first the moves, then the replies."""

    def __init__(self, asked: Study, lang: str) -> None:
        self.request, self.lang = asked, lang
        self.trial = Trial(load_state(asked), asked.seat, asked.seed)
        self.events: list[list[Event]] = []
        self.replies: list[tuple[int, str, list[Event], Mapping[str, Any]]] = []
        self.refused: MoveRefused | None = None
        self.play_moves()
        self.before = self.trial.view

    def play_moves(self) -> None:
        """All moves, up to the first that is not allowed."""
        for index, (who, move) in enumerate(self.request.moves):
            try:
                self.events.append(self.trial.play(who, move))
            except CommandRefused as denied:
                self.refused = self.describe_refused_move(index, denied)
                return

    def describe_refused_move(self, index: int, denied: CommandRefused) -> MoveRefused:
        """Why a move is not allowed."""
        given, seats = self.request.names, range(self.trial.state.players)
        names = [given[n] if n < len(given) else f"@{n}" for n in seats]
        text = describe_game_refusal(denied, self.trial.game, names, self.lang)
        return MoveRefused(index, denied.code, text, denied.clause, dict(denied.params))

    async def play_replies(self, thinkers: BotWorkerPool, asker: str) -> None:
        """Let bots play the other seats until it is the seat's turn.

        Not where everybody acts at once: there nobody waits for anybody.
        """
        level = self.request.reply
        if level is None or self.refused or self.trial.game.real_time:
            return
        name = f"study {secrets.token_hex(8)}"  # a table that no other bots sit at
        try:
            while (
                len(self.replies) < MOST_REPLIES and (who := self.find_next_to_reply()) is not None
            ):
                await self.play_reply(thinkers, name, who, level, asker)
        finally:
            thinkers.forget(name)

    def find_next_to_reply(self) -> int | None:
        """Another seat whose turn it is; None where it is the seat's own, or nobody's."""
        actors = self.trial.state.actors()
        return None if self.request.seat in actors else next(iter(actors), None)

    async def play_reply(
        self, thinkers: BotWorkerPool, name: str, who: int, level: str, asker: str
    ) -> None:
        """One move of a bot; one that can't think makes the first that is legal."""
        state, game = self.trial.state, self.trial.game
        try:
            seed = self.request.seed
            choice = await thinkers.try_out(name, who, level, state, seed, asker)
            action = choice.action
        except Problem:
            raise
        except Exception:
            log.exception("a bot can't think")
            action = state.legal(who)[0]
        events = self.trial.play(who, game.text(action))
        seen = game.mask_move(who, action, self.request.seat)
        self.replies.append((who, seen, events, self.trial.view))

    def build_result(self) -> StudyResult:
        trial, texts = self.trial, self.trial.game.texts
        return StudyResult(
            view=trial.view,
            legal=tuple(texts[action] for action in trial.state.legal(trial.seat)),
            actors=trial.state.actors(),
            dealt=trial.dealt,
            events=self.events,
            before=self.before if self.replies else None,
            replies=self.replies,
            refused=self.refused,
        )


def load_state(asked: Study) -> State:
    """The state to begin with; what is wrong is named by its field."""
    game = games.get(asked.game)
    if game is None:
        there: Sequence[str] = list(games)
        raise build_field_problem(
            "game", f"there is no {asked.game!r}; there are {', '.join(there)}"
        )
    try:
        state = game.load(asked.position)
    except BadPosition as bad:
        raise build_field_problem(f"position.{bad.field}", str(bad)) from None
    if asked.seat >= state.players:
        raise build_field_problem("seat", state.describe_missing_seat(asked.seat))
    return state


def build_field_problem(field: str, problem: str) -> Problem:
    """A field that makes no sense."""
    return Problem("bad-request", field=field, problem=problem)
