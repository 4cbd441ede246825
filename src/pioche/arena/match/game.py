"""One game between bots, in the order of turns or, where the game is a race, in time."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from pioche.arena.match.game_result import SeatAction
from pioche.core.bot import Bot, Knowledge, WatchingBot
from pioche.core.race import NO_ACTION, Race
from pioche.core.reaction_times import limit_reaction
from pioche.core.refusal import Illegal
from pioche.core.rng import Generator, Rng
from pioche.core.state import CHANCE, CLOCK, State


@dataclass
class ArenaGame:
    """A game in play: a bot and a generator for each seat, and a generator for each shuffle."""

    state: State
    bots: Sequence[Bot]
    rngs: Sequence[Rng]
    shuffle_rng: Callable[[int], Generator]  # the generator of the n-th shuffle
    watchers: Mapping[int, WatchingBot] = field(default_factory=dict)  # by their seats
    shuffle_count: int = 0
    moves: list[SeatAction] = field(default_factory=list)  # made so far
    seconds: float | None = None  # how long it took at the table, where it is played in real time

    def play(self) -> None:
        race = RaceSimulation(self) if self.state.game.real_time else None
        while not self.state.is_over():
            if self.state.actors() == (CHANCE,):
                self.shuffle()
            elif race is not None:
                race.run()
            else:
                self.take_turn()
        if race is not None:
            self.seconds = race.now

    def take_turn(self) -> None:
        """A move of whoever is next; or the clock's, once as many were made as its time lasts."""
        time = self.state.legal(CLOCK)
        if time and len(self.moves) >= self.state.game.moves_until_clock(self.state):
            self.apply_move(CLOCK, time[0])
            return
        seat = self.state.actors()[0]
        self.apply_move(seat, self.ask_bot(seat)[0])

    def shuffle(self) -> None:
        """Each shuffle has a generator of its own, so that a deal is the same whoever plays."""
        before = self.snapshot()
        self.state.shuffle(self.shuffle_rng(self.shuffle_count))
        self.shuffle_count += 1
        self.notify_watchers(before, CHANCE, None)

    def ask_bot(self, seat: int) -> tuple[int, float]:
        """What a bot wants to do, and how many seconds it takes for it."""
        luck = self.rngs[seat]
        return self.bots[seat].choose(Knowledge(self.state, seat, luck), luck)

    def apply_move(self, seat: int, action: int) -> None:
        before = self.snapshot()
        self.state.apply(seat, action)
        self.moves.append((int(seat), int(action)))
        self.notify_watchers(before, seat, action)

    def snapshot(self) -> State | None:
        """The state to compare with, where somebody watches."""
        return self.state.clone() if self.watchers else None

    def notify_watchers(self, before: State | None, who: int, action: int | None) -> None:
        """Let those who watch see what happened, each with the eyes of their own seat."""
        for seat, watcher in self.watchers.items():
            assert before is not None
            watcher.watch(self.state.game.events(before, who, action, self.state, seat))


@dataclass
class RaceSimulation:
    """A race of bots, which say themselves how many seconds eyes and hands take.

    Whoever has moved looks at the table and decides at once on the next move. A move that
    was illegal from the start is the bot's fault.
    """

    arena_game: ArenaGame
    race: Race = field(default_factory=lambda: Race(1.0))

    @property
    def now(self) -> float:
        """Seconds since the first race of the game began."""
        return self.race.now

    def run(self) -> None:
        """Until others may act than before: the race is over, or a choice was made."""
        state = self.arena_game.state
        self.race.begin(state)
        while self.race.is_on(state):
            seat = self.race.advance()
            if seat == CLOCK:
                self.arena_game.apply_move(CLOCK, state.legal(CLOCK)[0])
                return
            if self.race.planned[seat] == NO_ACTION:
                self.plan_move(seat)
            else:
                self.finish_move(seat)

    def plan_move(self, seat: int) -> None:
        """Ask a seat for its next move."""
        action, seconds = self.arena_game.ask_bot(seat)
        refusal = self.arena_game.state.refusal(seat, action)
        if refusal is not None:
            raise Illegal(refusal, self.arena_game.state.game.move_name(action))
        # Two hands at the very same moment: chance decides, and the generator is the seat's own.
        tie = 1 + self.arena_game.rngs[seat].below(1 << 30)
        self.race.plan_move(seat, action, self.now + limit_reaction(seconds), tie)

    def finish_move(self, seat: int) -> None:
        """The hand of a seat arrives, and the seat decides anew."""
        if self.race.is_in_time(seat, self.arena_game.state):
            self.arena_game.apply_move(seat, self.race.planned[seat])
        self.race.plan_decision(seat, self.now)
