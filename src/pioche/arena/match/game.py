"""One game between bots, in the order of turns or, where the game is a race, in time."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from heapq import heappop, heappush

from pioche.arena.match.game_result import SeatAction
from pioche.core.bot import Bot, Knowledge, WatchingBot
from pioche.core.refusal import Illegal
from pioche.core.rng import Generator, Rng
from pioche.core.state import CHANCE, CLOCK, State

# Seconds: no hand is quicker, whatever a bot says. To see something and to move a finger takes
# people 0.2 s at the least; a hand already under way may land a little sooner.
MIN_REACTION_SECONDS = 0.15


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
        """To the end."""
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
        """A move."""
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
    """A stretch of play in which all act at once, in discrete-event time.

    Whoever has moved looks at the table and decides at once on the next move, which is made
    as many seconds later as eyes and hands take; if it has become illegal by then, it is not
    made, and the bot looks again. A move that was illegal from the start is the bot's fault.
    """

    arena_game: ArenaGame
    now: float = 0.0
    pending: list[tuple[float, int, int, int]] = field(default_factory=list)

    def run(self) -> None:
        """Until others may act than before: the race is over, or a choice was made."""
        state = self.arena_game.state
        actors = state.actors()
        self.pending = []
        for seat in actors:
            self.plan_move(seat)
        end = self.now + self.seconds_left()
        while state.actors() == actors:
            at, _, seat, action = heappop(self.pending)
            if at >= end:
                self.now = end
                self.arena_game.apply_move(CLOCK, state.legal(CLOCK)[0])
                return
            self.now = at
            if state.refusal(seat, action) is None:
                self.arena_game.apply_move(seat, action)
            if state.actors() == actors:
                self.plan_move(seat)

    def seconds_left(self) -> float:
        """Until the clock strikes, where there is one."""
        state = self.arena_game.state
        return state.game.clock_seconds(state) if state.legal(CLOCK) else float("inf")

    def plan_move(self, seat: int) -> None:
        """Ask a seat for its next move."""
        action, seconds = self.arena_game.ask_bot(seat)
        refusal = self.arena_game.state.refusal(seat, action)
        if refusal is not None:
            raise Illegal(refusal, self.arena_game.state.game.move_name(action))
        # Two hands at the very same moment: chance decides, and the generator is the seat's own.
        tie = int(self.arena_game.rngs[seat].below(1 << 30))
        heappush(self.pending, (self.now + max(MIN_REACTION_SECONDS, seconds), tie, seat, action))
