"""A state: what every game must answer, natively for speed and by the contract for all."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final, cast

from mypy_extensions import i64, mypyc_attr

from pioche.core.native.bits import nth_bit, popcount
from pioche.core.native.vectors import vec
from pioche.core.outcome import Outcome
from pioche.core.refusal import Illegal, Refusal
from pioche.core.rng import Generator, Rng
from pioche.core.schema import OutcomeFields, Position, View

if TYPE_CHECKING:
    from pioche.core.game import Game

CHANCE: Final = -1  # acts when a shuffle is due
CLOCK: Final = -2  # may act beside the seats; never among actors()

MOST_SEATS: Final = 8
MOST_ACTIONS: Final = 4096  # more than any game has
MOST_LEGAL: Final = 512  # more than are ever legal at once: the room that `write_moves` has

SEATS: Final = [
    tuple([s for s in range(MOST_SEATS) if mask >> s & 1]) for mask in range(2**MOST_SEATS)
]
BY_CHANCE: Final = (CHANCE,)
SCRATCH: Final = vec[i64]([0] * MOST_LEGAL)
COMPILED: Final = not __file__.endswith(".py")


def move_buffer() -> vec[i64]:
    """Room for `write_moves`, until the next call of this.

    Compiled code holds the interpreter's lock all the while, so all states share one;
    interpreted, another thread may come in between, and each call has its own.
    """
    if COMPILED:
        return SCRATCH
    return vec[i64]([0] * MOST_LEGAL)


@mypyc_attr(acyclic=True, allow_interpreted_subclasses=True)
class State:
    """The whole truth of a game at one moment: exactly what `dump` tells, and nothing more.

    A game subclasses it with the native methods below. They trust their caller; the
    contract methods at the end check everything and are the same for every game.
    """

    __slots__ = ("due", "game", "options", "over", "players")

    def __init__(self, game: "Game", players: i64, options: dict[str, int]) -> None:
        self.game = game
        self.players: i64 = players
        self.options = options  # all of them; never written to, clones share it
        self.due: bool = True  # a shuffle is due; every game starts with one
        self.over: bool = False

    # -- what a game's rules answer ------------------------------------------------------

    def acting_mask(self) -> i64:
        """The mask of the seats that may act; meaningless while a shuffle is due or all is over."""
        raise NotImplementedError

    def write_moves(self, seat: i64, out: vec[i64]) -> i64:
        """Write the legal actions of a seat (or CLOCK) into out, ascending; how many.

        Must give none while a shuffle is due or the game is over.
        """
        raise NotImplementedError

    def is_legal(self, seat: i64, action: i64) -> bool:
        """Whether `write_moves` would name this action. A game with a quicker way overrides it."""
        out = move_buffer()
        n = self.write_moves(seat, out)
        for i in range(n):
            if out[i] == action:
                return True
        return False

    def do(self, seat: i64, action: i64) -> None:
        """Apply a legal action."""
        raise NotImplementedError

    def deal(self, rng: Generator) -> None:
        """Do the shuffle that is due."""
        raise NotImplementedError

    def clone(self) -> "State":
        raise NotImplementedError

    def redraw(self, seat: i64, rng: Generator) -> None:
        """Draw anew, in place, all that the seat can't know.

        Must depend on what the seat can't know in no way: the same generator gives the
        same result in any two states that the seat can't tell apart.
        """
        raise NotImplementedError

    def score(self, seat: i64) -> i64:
        """The score of `outcome`, as far as it has come."""
        raise NotImplementedError

    def rank(self, seat: i64) -> i64:
        """The rank of `outcome`, 1 = best, by the standing now."""
        raise NotImplementedError

    def reason(self) -> str:
        """What ended the game, as a word of the game's word files."""
        raise NotImplementedError

    # -- random play ---------------------------------------------------------------------

    def step(self, rng: Rng) -> None:
        """One uniformly random move of a random acting seat. Overridden where masks are quicker."""
        mask = self.acting_mask()
        seat = nth_bit(mask, rng.below(popcount(mask)))
        out = move_buffer()
        n = self.write_moves(seat, out)
        self.do(seat, out[rng.below(n)])

    def play_on(self, rng: Rng) -> i64:
        """Play at random until a shuffle is due or the game is over; the number of moves.

        A final class repeats these lines where it pays that its calls are then direct.
        """
        played: i64 = 0
        while not (self.due or self.over):
            self.step(rng)
            played += 1
        return played

    def playout(self, rng: Rng) -> i64:
        """Play at random to the end; the number of moves."""
        played: i64 = 0
        while not self.over:
            if self.due:
                self.deal(rng)
            played += self.play_on(rng)
        return played

    # -- the contract --------------------------------------------------------------------

    def actors(self) -> tuple[int, ...]:
        """The seats that may act now, ascending; (CHANCE,) when a shuffle is due; () when over."""
        if self.over:
            return ()
        if self.due:
            return BY_CHANCE
        return SEATS[self.acting_mask()]

    def legal(self, seat: int) -> list[int]:
        """The actions a seat may play now, ascending; for CLOCK its own move where it has one."""
        if not self.has_seat(seat):
            return []
        out = move_buffer()
        n = self.write_moves(seat, out)
        return [out[i] for i in range(n)]

    def apply(self, seat: int, action: int) -> None:
        """Play an action in place. Raises Illegal, the state untouched, where it is not legal."""
        if not (self.has_seat(seat) and 0 <= action < MOST_ACTIONS) or not self.is_legal(
            seat, action
        ):
            raise Illegal(self.explain_refusal(seat, action), self.game.move_name(action))
        self.do(seat, action)

    def refusal(self, seat: int, action: int) -> Refusal | None:
        """Why a seat may not play an action now, or None where it may."""
        if self.has_seat(seat) and 0 <= action < MOST_ACTIONS and self.is_legal(seat, action):
            return None
        return self.explain_refusal(seat, action)

    def has_seat(self, seat: int) -> bool:
        """Whether it is a seat of this table, CHANCE or CLOCK."""
        # Compared with a plain number first: one that no i64 holds can't be compared natively.
        return CLOCK <= seat < MOST_SEATS and seat < self.players

    def describe_missing_seat(self, seat: int) -> str:
        """What is wrong with a seat that this table does not have."""
        return f"seat {seat}: this game has seats 0 to {self.players - 1}"

    def explain_refusal(self, seat: int, action: int) -> Refusal:
        """The reason of a refusal; only asked where the move is not legal."""
        reason: Refusal = self.game.explain_refusal(self, seat, action)
        return reason

    def shuffle(self, rng: Generator) -> None:
        """Resolve CHANCE: the only door for randomness."""
        if not self.due:
            raise ValueError("no shuffle is due")
        self.deal(rng)

    def resample(self, seat: int, rng: Generator) -> "State":
        """A state drawn uniformly from those that a seat can't tell from this one."""
        if seat < 0 or not self.has_seat(seat):
            raise ValueError(self.describe_missing_seat(seat))
        other = self.clone()
        other.redraw(seat, rng)
        return other

    def view(self, seat: int | None) -> View:
        """What a seat may know, as JSON; None is a spectator. It is the caller's own."""
        view = self.build_open_view()
        if seat is not None:
            self.add_own_view(seat, view)
        return view

    def views(self, seats: Iterable[int | None]) -> dict[int | None, View]:
        """What each of these may know. What lies open to all is there once: change nothing."""
        common = self.build_open_view()
        found: dict[int | None, View] = {}
        for seat in seats:
            view = common.copy()
            if seat is not None:
                self.add_own_view(seat, view)
            found[seat] = view
        return found

    def build_open_view(self) -> View:
        """What everybody knows: the view of a spectator."""
        view: View = self.game.build_open_view(self)
        if self.over:
            view["outcome"] = self.dump_outcome()
        return view

    def add_own_view(self, seat: int, view: View) -> None:
        """Make a spectator's view that of a seat, by what the seat knows beside it."""
        if seat < 0 or not self.has_seat(seat):
            raise ValueError(self.describe_missing_seat(seat))
        view["seat"] = seat
        self.game.add_own_view(self, seat, view)

    def dump(self) -> Position:
        """The position: the whole truth, as JSON."""
        position: Position = self.game.build_position(self)
        return position

    def build_common_position(self) -> Position:
        """What positions of all games begin with."""
        found: Position = {
            "game": self.game.id,
            "rules": self.game.version,
            "players": self.players,
            "options": self.options.copy(),
            "over": self.over,
        }
        if self.due:
            found["chance"] = True
        return found

    def build_common_view(self) -> View:
        """What views of all games begin with."""
        seen = cast(View, self.build_common_position())
        seen["seat"] = None
        seen["actors"] = list(self.actors())
        return seen

    def dump_outcome(self) -> OutcomeFields:
        """The outcome, as JSON."""
        ranks, scores, reason = self.outcome()
        return {"ranks": list(ranks), "scores": list(scores), "reason": reason}

    def __reduce__(self) -> tuple[Any, ...]:
        # A state is its position, so copies and pickles are made of that.
        return self.game.load, (self.dump(),)

    def __repr__(self) -> str:
        return f"<{self.game.id}: {self.players} players, actors {self.actors()}>"

    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.over

    def outcome(self) -> Outcome:
        """How the game ended; ValueError while it goes on."""
        if not self.over:
            raise ValueError("the game is not over")
        return Outcome(
            tuple([int(self.rank(s)) for s in range(self.players)]),
            tuple([int(self.score(s)) for s in range(self.players)]),
            self.reason(),
        )


def play_games(start: State, n: i64, rng: Rng) -> tuple[int, int]:
    """n random games from the deal; moves played and a checksum of all final scores."""
    played: i64 = 0
    check: i64 = 0
    for i in range(n):
        state = start.clone()
        played += state.playout(rng)
        for seat in range(state.players):
            check = (check * 31 + state.score(seat)) & 0xFFFFFFFF
    return played, check


def play_deals(start: State, n: i64, rng: Rng) -> int:
    """n times one deal, played at random until the next shuffle or the end; moves played."""
    played: i64 = 0
    for i in range(n):
        state = start.clone()
        state.deal(rng)
        played += state.play_on(rng)
    return played


def clone_often(state: State, n: i64) -> None:
    """Clone n times: what `make bench` times."""
    for i in range(n):
        state.clone()
