"""One game between bots, in the order of turns or, where the game is a race, in time."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from heapq import heappop, heappush

from pioche.arena.played import Move
from pioche.core.bot import Bot, Sight, Watcher
from pioche.core.refusal import Illegal
from pioche.core.rng import Generator, Rng
from pioche.core.state import CHANCE, CLOCK, State

# Seconds: no hand is quicker, whatever a bot says. To see something and to move a finger takes
# people 0.2 s at the least; a hand already under way may land a little sooner.
FASTEST = 0.15


@dataclass
class Match:
    """A game in play: a bot and a generator for each seat, and a generator for each shuffle."""

    state: State
    bots: Sequence[Bot]
    lucks: Sequence[Rng]
    deals: Callable[[int], Generator]  # the generator of the n-th shuffle
    watchers: Mapping[int, Watcher] = field(default_factory=dict)  # by their seats
    shuffles: int = 0
    moves: list[Move] = field(default_factory=list)  # made so far
    seconds: float | None = None  # how long it took at the table, where it is played in real time

    def play(self) -> None:
        """To the end."""
        race = Race(self) if self.state.game.real_time else None
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
        if time and len(self.moves) >= self.state.game.moves_to_time(self.state):
            self.apply(CLOCK, time[0])
            return
        seat = self.state.actors()[0]
        self.apply(seat, self.ask(seat)[0])

    def shuffle(self) -> None:
        """Each shuffle has a generator of its own, so that a deal is the same whoever plays."""
        before = self.before()
        self.state.shuffle(self.deals(self.shuffles))
        self.shuffles += 1
        self.show(before, CHANCE, None)

    def ask(self, seat: int) -> tuple[int, float]:
        """What a bot wants to do, and how many seconds it takes for it."""
        luck = self.lucks[seat]
        return self.bots[seat].choose(Sight(self.state, seat, luck), luck)

    def apply(self, seat: int, action: int) -> None:
        """A move."""
        before = self.before()
        self.state.apply(seat, action)
        self.moves.append((int(seat), int(action)))
        self.show(before, seat, action)

    def before(self) -> State | None:
        """The state to compare with, where somebody watches."""
        return self.state.clone() if self.watchers else None

    def show(self, before: State | None, who: int, action: int | None) -> None:
        """Let those who watch see what happened, each with the eyes of their own seat."""
        for seat, watcher in self.watchers.items():
            assert before is not None
            watcher.watch(self.state.game.events(before, who, action, self.state, seat))


@dataclass
class Race:
    """A stretch of play in which all act at once, in discrete-event time.

    Whoever has moved looks at the table and decides at once on the next move, which is made
    as many seconds later as eyes and hands take; if it has become illegal by then, it is not
    made, and the bot looks again. A move that was illegal from the start is the bot's fault.
    """

    match: Match
    now: float = 0.0
    due: list[tuple[float, int, int, int]] = field(default_factory=list)

    def run(self) -> None:
        """Until others may act than before: the race is over, or a choice was made."""
        state = self.match.state
        actors = state.actors()
        self.due = []
        for seat in actors:
            self.plan(seat)
        end = self.now + self.seconds_left()
        while state.actors() == actors:
            at, _, seat, action = heappop(self.due)
            if at >= end:
                self.now = end
                self.match.apply(CLOCK, state.legal(CLOCK)[0])
                return
            self.now = at
            if state.refusal(seat, action) is None:
                self.match.apply(seat, action)
            if state.actors() == actors:
                self.plan(seat)

    def seconds_left(self) -> float:
        """Until the clock strikes, where there is one."""
        state = self.match.state
        return state.game.clock_seconds(state) if state.legal(CLOCK) else float("inf")

    def plan(self, seat: int) -> None:
        """Ask a seat for its next move."""
        action, seconds = self.match.ask(seat)
        refusal = self.match.state.refusal(seat, action)
        if refusal is not None:
            raise Illegal(refusal, self.match.state.game.move_name(action))
        # Two hands at the very same moment: chance decides, and the generator is the seat's own.
        tie = int(self.match.lucks[seat].below(1 << 30))
        heappush(self.due, (self.now + max(FASTEST, seconds), tie, seat, action))
