"""A game in play: the record, the players, what was told so far. It knows no screen."""

import secrets
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field
from pathlib import Path

from pioche.bots.names import BOT_NAMES
from pioche.core.game import Game
from pioche.core.records.recorder import Recorder
from pioche.core.refusal import Refusal
from pioche.core.rng import Generator, KeyedRng, Rng
from pioche.core.state import CHANCE, CLOCK, State
from pioche.tables.first_player import draw_first_player
from pioche.terminal.names import make_printable
from pioche.words import Words, common_words

PLAYER_SEAT = 0
SEED_COUNT = 1 << 30  # of which a further one is drawn


@dataclass(frozen=True)
class GameSetup:
    """What a table agrees on before it starts."""

    game: Game
    levels: Sequence[str]  # of the bots, seat 1 on
    options: Mapping[str, int] = field(default_factory=dict)
    lang: str = "en"
    name: str | None = None
    seed: int | None = None
    record: Path | None = None  # where it is asked for; else among the player's records
    think: float | None = None  # seconds a move of the bots, where asked for
    first: int | None = None  # the seat that begins; None: drawn by lot

    @property
    def players(self) -> int:
        return len(self.levels) + 1

    @property
    def names(self) -> list[str]:
        """What they are called."""
        me = (self.name or "").strip() or common_words(self.lang)["terminal"]["you"]
        return [make_printable(me[:20]), *BOT_NAMES[: len(self.levels)]]


class LocalGame:
    """One game: the player at seat 0, bots at the others."""

    def __init__(self, seating: GameSetup, now: Callable[[], float] = time.monotonic) -> None:
        self.setup, self.now = seating, now
        self.names = seating.names
        self.words = Words.load(seating.game, seating.lang)
        self.recorder = Recorder(self.make_state(), self.list_players(), self.choose_rng())
        self.log: list[str] = []
        self.started = now()

    def make_state(self) -> State:
        """The table before its first shuffle."""
        return self.setup.game.new(self.setup.players, **self.setup.options)

    def list_players(self) -> list[dict[str, str]]:
        """The players as the record names them."""
        me, *others = self.names
        bots = zip(others, self.setup.levels, strict=True)
        return [{"name": me}, *({"name": name, "bot": level} for name, level in bots)]

    def choose_rng(self) -> Generator:
        """Where the cards come from: the first source that lets the right one begin."""
        first = self.setup.first
        return next(
            source
            for source in generate_rngs(self.setup.seed)
            if first is None or draw_first_player(self.make_state(), copy(source)) == first
        )

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self.setup.game

    @property
    def state(self) -> State:
        """The game as it stands."""
        return self.recorder.state

    def get_bot_level(self, seat: int) -> str:
        """How well the bot of a seat plays."""
        return self.setup.levels[seat - 1]

    @property
    def move_count(self) -> int:
        """How many moves were played."""
        return len(self.recorder.moves)

    # -- who is next ---------------------------------------------------------------------

    def is_shuffle_due(self) -> bool:
        """Whether the cards have to be shuffled."""
        return self.state.actors() == (CHANCE,)

    def is_racing(self) -> bool:
        """Whether all act at once, against the clock."""
        return self.game.real_time and bool(self.state.legal(CLOCK))

    def has_time_limit(self) -> bool:
        """Whether a time was agreed for the whole game."""
        return self.game.moves_until_clock(self.state) > 0

    def has_begun(self) -> bool:
        """Whether the first cards are dealt."""
        return bool(self.move_count) or not self.is_shuffle_due()

    def can_clock_strike(self) -> bool:
        """Whether the clock of a game in turns has its move."""
        return not self.game.real_time and bool(self.state.legal(CLOCK))

    def clock_seconds(self) -> int:
        """How long the clock waits."""
        return self.game.clock_seconds(self.state)

    def strike_clock(self) -> None:
        """Let the clock make its move."""
        self.play(CLOCK, self.state.legal(CLOCK)[0])

    def is_my_turn(self) -> bool:
        """Whether the player may act."""
        return PLAYER_SEAT in self.state.actors()

    def bots_to_act(self) -> list[int]:
        """The bots that may act now."""
        return [seat for seat in self.state.actors() if seat > PLAYER_SEAT]

    def legal_moves(self) -> list[int]:
        """The player's legal moves."""
        return self.state.legal(PLAYER_SEAT) if self.is_my_turn() else []

    def refusal(self, action: int) -> Refusal | None:
        """Why the player may not play that, or None."""
        return self.state.refusal(PLAYER_SEAT, action)

    # -- what happens --------------------------------------------------------------------

    def shuffle(self) -> list[str]:
        """Do the shuffle that is due; what the player sees of it, in words."""
        return self.run_and_log(CHANCE, None, self.recorder.shuffle)

    def play(self, who: int, action: int) -> list[str]:
        """Play a move; what the player sees of it, in words."""
        at = int(1000 * (self.now() - self.started))
        return self.run_and_log(who, action, lambda: self.recorder.apply(who, action, at))

    def run_and_log(self, who: int, action: int | None, happen: Callable[[], None]) -> list[str]:
        """Let something happen, and keep what the player sees of it."""
        before = self.state.clone()
        happen()
        events = self.game.events(before, who, action, self.state, PLAYER_SEAT)
        told = [self.words.say_event(event, self.names) for event in events]
        self.log += told
        return told

    def describe_move(self, action: int) -> str:
        """A move in words, with what it will do where the view tells."""
        text = self.game.text(action)
        preview = self.game.preview(self.state.view(PLAYER_SEAT), text)
        said = self.words.say_move(text, self.names)
        return f"{said} ({self.words.say_preview(preview, self.names)})" if preview else said


def generate_rngs(seed: int | None) -> Iterator[Generator]:
    """A real game is dealt from a secret that nobody can guess; a seed is for repeating one.

    After the one of the seed come those of further seeds, which follow from it.
    """
    while seed is None:
        yield KeyedRng(secrets.token_bytes(32))
    yield Rng(seed)
    seeds = Rng(seed)
    while True:
        yield Rng(seeds.below(SEED_COUNT))
