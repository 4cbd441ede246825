"""Perfect Numbers: what cards and actions bring at first sight, in points."""

from typing import Final

from mypy_extensions import i64, mypyc_attr

from pioche.core.native.bits import lowest_bit
from pioche.core.native.vectors import vec
from pioche.games.perfect_numbers.bot.series_values import (
    LAY_BITS,
    ROW,
    append_lay,
    estimate_series,
    find_value_row,
    pack_lay,
    pack_lays,
)
from pioche.games.perfect_numbers.rules.cards import (
    COLOURS,
    DOWN,
    JOKER,
    MOVE_CARD,
    NUMBERS,
    bonus_of,
    count_lost,
    is_perfect,
    number_of,
)
from pioche.games.perfect_numbers.rules.state import PerfectNumbers

LOWEST_GAIN: Final = -1000.0
RIVAL_LOSS: Final = 0.75  # what a point that all others lose together is worth


@mypyc_attr(acyclic=True)
class GainEstimator:
    """Sees at a glance what cards bring: points, and what Collections promise with them.

    A judgement counts what the cards still at hand will do to their series, so that a card
    laid between them is judged by where it leads. What it takes from others counts too.
    """

    __slots__ = (
        "me",
        "mine",
        "place",
        "rival_loss_weight",
        "row",
        "series_values",
        "sizes",
        "stored_values",
        "table",
    )

    def __init__(self, table: PerfectNumbers, promise: vec[float], store: vec[float]) -> None:
        self.table = table
        self.series_values = promise
        self.stored_values = store  # what each stored action promises, by turns left
        self.sizes = table.sizes
        self.me: i64 = table.turn
        self.place: i64 = COLOURS * self.me
        self.mine: i64 = table.owned_colours(self.me)
        self.row: i64 = find_value_row(table, self.me)
        # What others lose is worth less the more there are of them.
        self.rival_loss_weight: float = RIVAL_LOSS / float(table.players - 1)

    # -- the own series ------------------------------------------------------------------

    def series_value(self, colour: i64, lays: i64) -> float:
        """What one of my series will be worth with these cards laid on it."""
        return estimate_series(self.series_values, self.row, self.sizes[self.place + colour], lays)

    def cards_to_lay(self, colour: i64) -> i64:
        """The cards of a colour that I still have to lay."""
        return pack_lays(self.table.hand, colour)

    def series_value_at_hand(self, colour: i64) -> float:
        """What one of my series will be worth with the cards at hand, and no other."""
        return self.series_value(colour, self.cards_to_lay(colour))

    def grown_series_value(self, colour: i64, by: i64, lays: i64) -> float:
        """What one of my series would be worth with so many cards more before those to lay."""
        return estimate_series(
            self.series_values, self.row, self.sizes[self.place + colour] + by, lays
        )

    def lowest_series_value(self) -> float:
        """What the series that I would miss least is worth."""
        least = 1000.0
        mine = self.mine
        while mine != 0:
            worth = self.series_value_at_hand(lowest_bit(mine))
            if worth < least:
                least = worth
            mine &= mine - 1
        return least

    # -- the others ----------------------------------------------------------------------

    def rival_series_value(self, place: i64, size: i64) -> float:
        """What a series of another player's promises to them at some size."""
        row = find_value_row(self.table, place // COLOURS)
        if size >= ROW:
            size = ROW - 1
        return self.series_values[row + size]

    # -- cards ---------------------------------------------------------------------------

    def joker_gain(self, laid: i64, first: bool) -> float:
        """The best that a joker can do, before the other cards at hand or after them."""
        if self.mine == 0:
            return self.series_values[self.row + 1]
        best = LOWEST_GAIN
        mine = self.mine
        while mine != 0:
            colour = lowest_bit(mine)
            mine &= mine - 1
            gain = self.joker_gain_on(laid, colour, first)
            if gain > best:
                best = gain
        return best

    def joker_gain_on(self, laid: i64, colour: i64, first: bool) -> float:
        """What a joker adds to a series."""
        lays = self.cards_to_lay(colour)
        if first:
            return self.series_value(colour, lays << LAY_BITS | laid) - self.series_value(
                colour, lays
            )
        return self.series_value(colour, append_lay(lays, laid)) - self.series_value(colour, lays)

    def give_gain(self, kind: i64, seat: i64) -> float:
        """PN-12, PN-13: what comes of a card in another's Collection."""
        place = COLOURS * seat + kind // NUMBERS
        size = self.sizes[place]
        number = number_of(kind)
        before = self.rival_series_value(place, size)
        size += 1
        if is_perfect(number, size):
            return float(size + bonus_of(kind)) + self.rival_loss_weight * before
        lost = count_lost(number, size)
        return float(lost) + self.rival_loss_weight * (
            before - self.rival_series_value(place, size - lost)
        )

    def new_colour_gain(self, kind: i64, lays: i64) -> float:
        """PN-12: the best for a card of a new colour where I have no room."""
        table = self.table
        best = estimate_series(self.series_values, self.row, 0, lays) - self.lowest_series_value()
        for seat in range(table.players):
            if seat != self.me and table.can_accept(seat, kind // NUMBERS):
                gain = self.give_gain(kind, seat)
                if gain > best:
                    best = gain
        return best

    # -- actions -------------------------------------------------------------------------

    def stored_value(self, action: i64) -> float:
        """What an action promises while it is stored."""
        return self.stored_values[3 * (self.row // ROW) + action]

    def protect_gain(self, colour: i64) -> float:
        """PN-15: a protect card on a series."""
        lays = self.cards_to_lay(colour)
        return self.grown_series_value(colour, 1, lays) - self.series_value(colour, lays)

    def late_protect_gain(self, colour: i64) -> float:
        """The same once the cards at hand are laid."""
        lays = self.cards_to_lay(colour)
        size = final_size(self.sizes[self.place + colour], lays) + 1
        if size >= ROW:
            size = ROW - 1
        return self.series_values[self.row + size] - self.series_values[self.row + size - 1]

    def turn_down_gain(self, source: i64, target: i64) -> float:
        """PN-15: a last card face down onto a series."""
        if source == target:
            return 0.0
        from_lays = self.cards_to_lay(source)
        gain = self.grown_series_value(source, -1, from_lays) - self.series_value(source, from_lays)
        return gain + self.protect_gain(target)

    def move_gain(self, colour: i64) -> float:
        """PN-17: a first card to the end."""
        place = self.place + colour
        card = self.table.card_at(place, 0)
        if card >= DOWN:
            return 0.0
        lays = self.cards_to_lay(colour)
        moved = estimate_series(
            self.series_values, self.row, self.sizes[place] - 1, lays << LAY_BITS | pack_lay(card)
        )
        return moved - self.series_value(colour, lays)

    def steal_gain(self, place: i64) -> float:
        """PN-18: another's last card, for me or away."""
        table = self.table
        size = self.sizes[place]
        taken = self.rival_loss_weight * (
            self.rival_series_value(place, size) - self.rival_series_value(place, size - 1)
        )
        gain = self.stolen_card_gain(table.card_at(place, size - 1))
        if gain < 0.0:
            return taken
        return taken + gain

    def stolen_card_gain(self, kind: i64) -> float:
        """What a stolen card would bring me."""
        if kind >= MOVE_CARD:
            return 0.0
        if kind >= JOKER:
            return self.joker_gain(pack_lay(kind), True)
        colour = kind // NUMBERS
        if self.mine >> colour & 1 != 0:
            lays = self.cards_to_lay(colour)
            return self.series_value(colour, lays << LAY_BITS | pack_lay(kind)) - self.series_value(
                colour, lays
            )
        gain = self.series_values[self.row + 1]
        if not self.table.has_room(self.me):
            gain -= self.lowest_series_value()
        return gain

    def best_action_gain(self, action: i64) -> float:
        """The most that an action would bring now."""
        best = 0.0
        if action == 2:
            targets = self.table.steal_targets()
            while targets != 0:
                best = max(best, self.steal_gain(lowest_bit(targets)))
                targets &= targets - 1
            return best
        mine = self.mine
        if action == 0:
            mine = self.table.long_colours(self.me)
        while mine != 0:
            colour = lowest_bit(mine)
            mine &= mine - 1
            if action == 0:
                best = max(best, self.move_gain(colour))
            else:
                best = max(best, self.protect_gain(colour))
        return best


def final_size(size: i64, lays: i64) -> i64:
    """How long a series will be with these cards laid on it, closed where it can be."""
    while lays != 0:
        number = lays & 7
        lays >>= LAY_BITS
        size += 1
        if is_perfect(number, size):
            size = 0
        else:
            size -= count_lost(number, size)
    return size
