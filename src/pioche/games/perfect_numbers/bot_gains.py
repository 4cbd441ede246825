"""Perfect Numbers: what cards and actions bring at first sight, in points."""

from typing import Final

from mypy_extensions import i64, mypyc_attr

from pioche.core.bits import lowest
from pioche.core.vecs import vec
from pioche.games.perfect_numbers.bot_promise import (
    LAY_BITS,
    ROW,
    after,
    lay,
    lays_of,
    outlook,
    row_of,
)
from pioche.games.perfect_numbers.rules import PerfectNumbers
from pioche.games.perfect_numbers.rules_cards import (
    COLOURS,
    DOWN,
    JOKER,
    LOWEST,
    MOVE_CARD,
    NUMBERS,
    bonus_of,
)

NEVER: Final = -1000.0
SPITE: Final = 0.75  # what a point that all others lose together is worth


@mypyc_attr(acyclic=True)
class Gains:
    """Sees at a glance what cards bring: points, and what Collections promise with them.

    A judgement counts what the cards still at hand will do to their series, so that a card
    laid between them is judged by where it leads. What it takes from others counts too.
    """

    __slots__ = ("hurt", "me", "mine", "place", "promise", "row", "sizes", "store", "table")

    def __init__(self, table: PerfectNumbers, promise: vec[float], store: vec[float]) -> None:
        self.table = table
        self.promise = promise
        self.store = store  # what each stored action promises, by turns left
        self.sizes = table.sizes
        self.me: i64 = table.turn
        self.place: i64 = COLOURS * self.me
        self.mine: i64 = table.colours(self.me)
        self.row: i64 = row_of(table, self.me)
        # What others lose is worth less the more there are of them.
        self.hurt: float = SPITE / float(table.players - 1)

    # -- the own series ------------------------------------------------------------------

    def seen(self, colour: i64, lays: i64) -> float:
        """What one of my series will be worth with these cards laid on it."""
        return outlook(self.promise, self.row, self.sizes[self.place + colour], lays)

    def at_hand(self, colour: i64) -> i64:
        """The cards of a colour that I still have to lay."""
        return lays_of(self.table.hand, colour)

    def sure(self, colour: i64) -> float:
        """What one of my series will be worth with the cards at hand, and no other."""
        return self.seen(colour, self.at_hand(colour))

    def grown(self, colour: i64, by: i64, lays: i64) -> float:
        """What one of my series would be worth with so many cards more before those to lay."""
        return outlook(self.promise, self.row, self.sizes[self.place + colour] + by, lays)

    def weakest(self) -> float:
        """What the series that I would miss least is worth."""
        least = 1000.0
        mine = self.mine
        while mine != 0:
            worth = self.sure(lowest(mine))
            if worth < least:
                least = worth
            mine &= mine - 1
        return least

    # -- the others ----------------------------------------------------------------------

    def theirs(self, place: i64, size: i64) -> float:
        """What a series of another player's promises to them at some size."""
        row = row_of(self.table, place // COLOURS)
        if size >= ROW:
            size = ROW - 1
        return self.promise[row + size]

    # -- cards ---------------------------------------------------------------------------

    def joker(self, laid: i64, first: bool) -> float:
        """The best that a joker can do, before the other cards at hand or after them."""
        if self.mine == 0:
            return self.promise[self.row + 1]
        best = NEVER
        mine = self.mine
        while mine != 0:
            colour = lowest(mine)
            mine &= mine - 1
            gain = self.joker_on(laid, colour, first)
            if gain > best:
                best = gain
        return best

    def joker_on(self, laid: i64, colour: i64, first: bool) -> float:
        """What a joker adds to a series."""
        lays = self.at_hand(colour)
        if first:
            return self.seen(colour, lays << LAY_BITS | laid) - self.seen(colour, lays)
        return self.seen(colour, after(lays, laid)) - self.seen(colour, lays)

    def given(self, kind: i64, seat: i64) -> float:
        """PN-12, PN-13: what comes of a card in another's Collection."""
        place = COLOURS * seat + kind // NUMBERS
        size = self.sizes[place]
        number = kind % NUMBERS + LOWEST
        before = self.theirs(place, size)
        size += 1
        if number == size:
            return float(size + bonus_of(kind)) + self.hurt * before
        if number < size:
            return float(number) + self.hurt * (before - self.theirs(place, size - number))
        return self.hurt * (before - self.theirs(place, size))

    def outside(self, kind: i64, lays: i64) -> float:
        """PN-12: the best for a card of a new colour where I have no room."""
        table = self.table
        best = outlook(self.promise, self.row, 0, lays) - self.weakest()
        for seat in range(table.players):
            if seat != self.me and table.accepts(seat, kind // NUMBERS):
                gain = self.given(kind, seat)
                if gain > best:
                    best = gain
        return best

    # -- actions -------------------------------------------------------------------------

    def held(self, action: i64) -> float:
        """What an action promises while it is stored."""
        return self.store[3 * (self.row // ROW) + action]

    def protecting(self, colour: i64) -> float:
        """PN-15: a protect card on a series."""
        lays = self.at_hand(colour)
        return self.grown(colour, 1, lays) - self.seen(colour, lays)

    def protecting_later(self, colour: i64) -> float:
        """The same once the cards at hand are laid."""
        lays = self.at_hand(colour)
        size = final_size(self.sizes[self.place + colour], lays) + 1
        if size >= ROW:
            size = ROW - 1
        return self.promise[self.row + size] - self.promise[self.row + size - 1]

    def turning(self, source: i64, target: i64) -> float:
        """PN-15: a last card face down onto a series."""
        if source == target:
            return 0.0
        from_lays = self.at_hand(source)
        gain = self.grown(source, -1, from_lays) - self.seen(source, from_lays)
        return gain + self.protecting(target)

    def moving(self, colour: i64) -> float:
        """PN-17: a first card to the end."""
        place = self.place + colour
        card = self.table.entry(place, 0)
        if card >= DOWN:
            return 0.0
        lays = self.at_hand(colour)
        moved = outlook(self.promise, self.row, self.sizes[place] - 1, lays << LAY_BITS | lay(card))
        return moved - self.seen(colour, lays)

    def stealing(self, place: i64) -> float:
        """PN-18: another's last card, for me or away."""
        table = self.table
        size = self.sizes[place]
        taken = self.hurt * (self.theirs(place, size) - self.theirs(place, size - 1))
        gain = self.stolen(table.entry(place, size - 1))
        if gain < 0.0:
            return taken
        return taken + gain

    def stolen(self, kind: i64) -> float:
        """What a stolen card would bring me."""
        if kind >= MOVE_CARD:
            return 0.0
        if kind >= JOKER:
            return self.joker(lay(kind), True)
        colour = kind // NUMBERS
        if self.mine >> colour & 1 != 0:
            lays = self.at_hand(colour)
            return self.seen(colour, lays << LAY_BITS | lay(kind)) - self.seen(colour, lays)
        gain = self.promise[self.row + 1]
        if not self.table.has_room(self.me):
            gain -= self.weakest()
        return gain

    def best_use(self, action: i64) -> float:
        """The most that an action would bring now."""
        best = 0.0
        if action == 2:
            targets = self.table.targets()
            while targets != 0:
                best = max(best, self.stealing(lowest(targets)))
                targets &= targets - 1
            return best
        mine = self.mine
        if action == 0:
            mine = self.table.long >> self.place & 31
        while mine != 0:
            colour = lowest(mine)
            mine &= mine - 1
            if action == 0:
                best = max(best, self.moving(colour))
            else:
                best = max(best, self.protecting(colour))
        return best


def final_size(size: i64, lays: i64) -> i64:
    """How long a series will be with these cards laid on it, closed where it can be."""
    while lays != 0:
        number = lays & 7
        lays >>= LAY_BITS
        size += 1
        if number == size:
            size = 0
        elif number < size:
            size -= number
    return size
