"""Rouge Jaune Vert: the rules."""

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64, mypyc_attr

from pioche.core.native.bits import bit
from pioche.core.native.vectors import vec
from pioche.core.rng import Generator, Rng
from pioche.core.state import CLOCK, State, move_buffer
from pioche.games.rouge_jaune_vert.rules.cards import (
    ALL_CARDS,
    ALL_POINTS,
    CARD,
    EMPTY,
    GONE,
    POINT_CARDS,
    SLOTS,
    UP,
    VALUES,
    cards_fit,
    highest_point,
    redraw_pile,
    redraw_places,
    standing_key,
    sum_points,
)

if TYPE_CHECKING:
    from pioche.core.game import Game

ROUNDS: Final = 5  # RJV-16

# Actions 0 … 79 grab the card of a slot.
PLACE: Final = 80
RETURN: Final = 81
CHOOSE: Final = 82
TIME: Final = 97
ACTIONS: Final = 98

LONGEST_SERIES: Final = 11  # the longest series there can be (RJV-10)


def target_length(players: i64) -> i64:
    """RJV-10: 11 cards with 2 players, one less for each more."""
    return 13 - players


@mypyc_attr(acyclic=True)
class RougeJauneVert(State):
    """A game of five rounds. Only `rules/version_1.py` subclasses it."""

    __slots__ = (
        "choosing",
        "drawn",
        "held",
        "lengths",
        "pile",
        "points",
        "racing",
        "round",
        "round_seconds",
        "series",
        "slots",
        "stopped_by",
        "won",
    )

    def __init__(
        self,
        game: "Game",
        players: i64,
        options: dict[str, int],
        slots: vec[i64],
        series: vec[i64],
        won: vec[i64],
    ) -> None:
        super().__init__(game, players, options)
        self.round_seconds: i64 = 0  # the option, where it is quickly found
        self.round: i64 = 1
        self.racing: bool = True  # else the points are chosen, or were
        self.slots = slots
        self.held: i64 = 0  # a byte a seat: the slot of the held card + 1, or 0
        self.series = series  # LONGEST_SERIES cards a seat
        self.lengths: i64 = 0  # a byte a seat
        self.stopped_by: i64 = -1  # -1: nobody, or the clock
        self.points: i64 = 0  # face up: two bits a value
        self.choosing: i64 = 0  # four bits a seat, seat + 1, the next to choose lowest
        # Clones share these two: they are replaced, never written into.
        self.pile = ALL_POINTS  # [:drawn] were turned up, [drawn:] is the draw pile
        self.won = won  # a seat's point cards in one number, as `sum_points` reads it
        self.drawn: i64 = 0  # 0: before the first deal

    def set_slots(self, slots: list[int]) -> None:
        """The spread of a position (see `bits.make_vector`)."""
        self.slots = vec[i64](slots)

    def set_pile(self, values: list[int]) -> None:
        """The point cards of a position (see `bits.make_vector`)."""
        self.pile = vec[i64](values)

    def set_won(self, won: list[int]) -> None:
        """The point cards won of a position (see `bits.make_vector`)."""
        self.won = vec[i64](won)

    def held_slot(self, seat: i64) -> i64:
        """The slot whose card a seat holds; -1: empty hands."""
        return (self.held >> (seat << 3) & 255) - 1

    def series_length(self, seat: i64) -> i64:
        """Cards in a seat's series."""
        return self.lengths >> (seat << 3) & 255

    def last_card(self, seat: i64) -> i64:
        """The right end of a seat's series, where the next card goes (RJV-7)."""
        return self.series[seat * LONGEST_SERIES + self.series_length(seat) - 1]

    def missing_cards(self, seat: i64) -> i64:
        """RJV-10: how many cards a seat's series still lacks."""
        return target_length(self.players) - self.series_length(seat)

    def knows_held_card(self, holder: i64, seat: i64) -> bool:
        """RJV-6: whether a seat, or -1 for a spectator, knows the card that somebody holds."""
        return holder == seat or self.slots[self.held_slot(holder)] & UP != 0

    def next_to_choose(self) -> i64:
        """RJV-15: whose turn it is to choose a point card; -1: nobody's."""
        return (self.choosing & 15) - 1

    # -- legality ------------------------------------------------------------------------

    def acting_mask(self) -> i64:
        """Everybody in the race; then the one to choose (RJV-15)."""
        if self.racing:
            return bit(self.players) - 1
        return bit(self.next_to_choose())

    def write_moves(self, seat: i64, out: vec[i64]) -> i64:
        """RJV-6, RJV-7 in the race, RJV-15 afterwards; RJV-12 for the clock."""
        if self.racing:
            if self.due:
                return 0
            return self.write_race_moves(seat, out)
        if seat < 0 or seat != self.next_to_choose():
            return 0
        n: i64 = 0
        for v in range(VALUES):
            if self.points >> (2 * v) & 3:
                out[n] = CHOOSE + v
                n += 1
        return n

    def write_race_moves(self, seat: i64, out: vec[i64]) -> i64:
        """Time for the clock; place or return with a card in hand, else grab any card."""
        if seat < 0:
            out[0] = TIME
            if seat == CLOCK:
                return 1
            return 0
        if self.held_slot(seat) >= 0:
            out[0] = PLACE
            out[1] = RETURN
            return 2
        n: i64 = 0
        for slot in range(SLOTS):
            if self.slots[slot] < GONE:
                out[n] = slot
                n += 1
        return n

    def is_legal(self, seat: i64, action: i64) -> bool:
        """As `write_moves`."""
        if not self.racing:
            if seat < 0 or seat != self.next_to_choose() or not CHOOSE <= action < TIME:
                return False
            return self.points >> (2 * (action - CHOOSE)) & 3 != 0
        if self.due:
            return False
        if seat < 0:
            return seat == CLOCK and action == TIME
        if self.held_slot(seat) >= 0:
            return PLACE <= action <= RETURN
        return 0 <= action < SLOTS and self.slots[action] < GONE

    # -- the race ------------------------------------------------------------------------

    def do(self, seat: i64, action: i64) -> None:
        """A move of the race, a choice, or the end of the time."""
        if action < SLOTS:
            self.grab(seat, action)
        elif action == PLACE:
            self.place(seat)
        elif action == RETURN:
            self.put_back(seat)
        elif action == TIME:
            self.end_round(-1)
        else:
            self.choose(seat, action - CHOOSE)

    def grab(self, seat: i64, slot: i64) -> None:
        """RJV-6: the card is in the player's hand, its slot empty."""
        self.slots[slot] |= GONE
        self.held += (slot + 1) << (seat << 3)

    def place(self, seat: i64) -> None:
        """RJV-7, RJV-8: right or wrong, the card ends the series; RJV-11: so may the round."""
        slot = self.empty_hand(seat)
        n = self.series_length(seat)
        self.series[seat * LONGEST_SERIES + n] = self.slots[slot] & CARD
        self.slots[slot] = GONE
        self.lengths += bit(seat << 3)
        if self.missing_cards(seat) == 0:
            self.end_round(seat)

    def put_back(self, seat: i64) -> None:
        """RJV-7: into its slot, face up for all to see."""
        slot = self.empty_hand(seat)
        self.slots[slot] = self.slots[slot] & CARD | UP

    def empty_hand(self, seat: i64) -> i64:
        """The slot of the card that a seat holds, and holds no more."""
        slot = self.held_slot(seat)
        self.held -= (slot + 1) << (seat << 3)
        return slot

    # -- the count -----------------------------------------------------------------------

    def end_round(self, by: i64) -> None:
        """RJV-11, RJV-12: hands are emptied; RJV-15: the first takes the highest card."""
        for p in range(self.players):
            slot = self.held_slot(p)
            if slot >= 0:
                self.slots[slot] &= UP | CARD  # as it lay
        self.held = 0
        self.racing = False
        self.stopped_by = by
        self.choosing = self.pack_order()
        self.win_point_card(highest_point(self.points))

    def count_kept(self, seat: i64) -> i64:
        """RJV-13: the cards before the first that has something in common with the last."""
        start = seat * LONGEST_SERIES
        n = self.series_length(seat)
        for i in range(1, n):
            if not cards_fit(self.series[start + i - 1], self.series[start + i]):
                return i
        return n

    def sum_times(self, seat: i64) -> i64:
        """RJV-14: the sum of times over the cards kept."""
        start = seat * LONGEST_SERIES
        total: i64 = 0
        for i in range(start, start + self.count_kept(seat)):
            total += (self.series[i] & 3) + 1
        return total

    def pack_order(self) -> i64:
        """RJV-14: the seats by what they kept, packed like `choosing`, the first lowest."""
        order: i64 = 0
        for p in range(self.players):
            mine = self.tie_break_key(p)
            place: i64 = 0
            for q in range(self.players):
                if self.tie_break_key(q) > mine:
                    place += 4
            order |= (p + 1) << place
        return order

    def tie_break_key(self, seat: i64) -> i64:
        """RJV-14 as one number: kept, times, nearness clockwise to who wins ties."""
        away = seat - self.tie_winner()
        if away < 0:
            away += self.players
        return (self.count_kept(seat) << 16) + (self.sum_times(seat) << 8) - away

    def tie_winner(self) -> i64:
        """RJV-14: who wins ties: the one who stopped the round, if anybody did."""
        if self.stopped_by >= 0:
            return self.stopped_by
        return self.clock_tie_winner()

    def clock_tie_winner(self) -> i64:
        """RJV-14: who wins ties in a round ended by the clock: another seat every round."""
        return (self.round - 1) % self.players

    def choose(self, seat: i64, v: i64) -> None:
        """RJV-15; after the last choice the round is over, or the game (RJV-16)."""
        self.win_point_card(v)
        if self.choosing == 0:
            if self.round == ROUNDS:
                self.over = True
            else:
                self.due = True

    def win_point_card(self, v: i64) -> None:
        """A point card goes to whoever is next in order."""
        seat = self.next_to_choose()
        self.choosing >>= 4
        self.points -= bit(2 * v)
        won = self.won[:]
        won[seat] = won[seat] << 4 | (v + 1)
        self.won = won

    # -- chance --------------------------------------------------------------------------

    def deal(self, rng: Generator) -> None:
        """RJV-4, RJV-5: the spread, a start card each, point cards face up."""
        if self.drawn == 0:
            pile = ALL_POINTS[:]
            rng.shuffle(pile, 0, POINT_CARDS, POINT_CARDS)
            self.pile = pile
        else:
            self.round += 1
        slots = ALL_CARDS[:]
        rng.shuffle(slots, 0, SLOTS, SLOTS)
        self.points = 0
        self.lengths = 0
        for p in range(self.players):  # the card of slot p starts the series of seat p
            self.series[p * LONGEST_SERIES] = slots[p]
            slots[p] = GONE
            self.lengths = self.lengths << 8 | 1
            self.points += bit(2 * self.pile[self.drawn])
            self.drawn += 1
        self.slots = slots
        self.stopped_by = -1
        self.racing = True
        self.due = False

    def redraw(self, seat: i64, rng: Generator) -> None:
        """Draw anew the cards that lie face down, or did before another took them; the pile.

        A card that lay face up was seen by all, whoever holds it now (RJV-6).
        """
        if self.drawn == 0:
            return
        slots = self.slots[:]
        places = EMPTY[:]
        n = self.write_hidden_places(seat, slots, places)
        redraw_places(slots, places, n, rng)
        self.slots = slots
        pile = self.pile[:]
        redraw_pile(pile, self.drawn, rng)
        self.pile = pile

    def write_hidden_places(self, seat: i64, slots: vec[i64], places: vec[i64]) -> i64:
        """Write into places the slots of the cards the seat can't know; how many."""
        n: i64 = 0
        for slot in range(SLOTS):
            if slots[slot] < UP:
                places[n] = slot
                n += 1
        for p in range(self.players):
            slot_held = self.held_slot(p)
            if slot_held >= 0 and not self.knows_held_card(p, seat):
                places[n] = slot_held
                n += 1
        return n

    def clone(self) -> "RougeJauneVert":
        s = RougeJauneVert(
            self.game, self.players, self.options, self.slots[:], self.series[:], self.won
        )
        self.copy_to(s)
        return s

    def copy_to(self, s: "RougeJauneVert") -> None:
        """What a copy is not given when it is made."""
        s.due = self.due
        s.over = self.over
        s.round_seconds = self.round_seconds
        s.round = self.round
        s.racing = self.racing
        s.held = self.held
        s.lengths = self.lengths
        s.stopped_by = self.stopped_by
        s.points = self.points
        s.choosing = self.choosing
        s.pile = self.pile
        s.drawn = self.drawn

    # -- the outcome ---------------------------------------------------------------------

    def score(self, seat: i64) -> i64:
        """The sum of the point cards won."""
        return sum_points(self.won[seat])

    def rank(self, seat: i64) -> i64:
        """RJV-16: the highest sum, then the highest single card; equal in both share a rank."""
        rank: i64 = 1
        mine = standing_key(self.won[seat])
        for p in range(self.players):
            if standing_key(self.won[p]) > mine:
                rank += 1
        return rank

    def reason(self) -> str:
        """RJV-16 is the only way a game ends."""
        return "five-rounds"

    # -- random play ---------------------------------------------------------------------

    def step(self, rng: Rng) -> None:
        """One random move of a random seat; the clock never ends a round."""
        if not self.racing:
            seat = self.next_to_choose()
            out = move_buffer()
            n = self.write_moves(seat, out)
            self.choose(seat, out[rng.below(n)] - CHOOSE)
            return
        seat = rng.below(self.players)
        if self.held_slot(seat) < 0:
            slot = rng.below(SLOTS)
            while self.slots[slot] >= GONE:  # less than three in five are
                slot = rng.below(SLOTS)
            self.grab(seat, slot)
        elif rng.below(2) == 0:
            self.place(seat)
        else:
            self.put_back(seat)

    def play_on(self, rng: Rng) -> i64:
        """As `State.play_on`, with direct calls."""
        played: i64 = 0
        while not (self.due or self.over):
            self.step(rng)
            played += 1
        return played


def new_state(game: "Game", players: i64, options: dict[str, int]) -> RougeJauneVert:
    """A game before its first deal."""
    none = vec[i64]([0] * players)
    series = vec[i64]([0] * (LONGEST_SERIES * players))
    s = RougeJauneVert(game, players, options, EMPTY[:], series, none)
    s.round_seconds = options["round_seconds"]
    return s
