"""Perfect Numbers: what each legal move is worth at first sight, in points."""

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from pioche.core.native.bits import lowest_bit
from pioche.games.perfect_numbers.bot.gains import GainEstimator
from pioche.games.perfect_numbers.bot.series_values import (
    LAY_BITS,
    estimate_series,
    find_joker,
    pack_lay,
    pack_lays,
)
from pioche.games.perfect_numbers.rules.cards import (
    ADD,
    ADD_JOKER,
    CARD_BITS,
    CARD_MASK,
    CLOSE,
    COLOURS,
    DISCARD,
    GIVE,
    GROUP_MASK,
    GROUP_SHIFT,
    JOKER,
    KEEP,
    LOWEST,
    MOVE,
    MOVE_CARD,
    NUMBERS,
    PROTECT,
    PROTECT_WITH,
    REPLACE,
    REPLACE_STORE,
    STEAL,
    STORE,
    action_mask,
    added_kind,
    added_place,
    bonus_of,
    colour_mask,
    has_card,
    replaced_place,
)

USE_PENALTY: Final = -100.0  # an action whose use brings less than it promises later
TINY: Final = 0.001  # so that what must be done anyway comes before what can wait


@mypyc_attr(acyclic=True)
@final
class MoveEvaluator(GainEstimator):
    """Knows what every legal move of the player to act is worth."""

    __slots__ = ()

    def take_gain(self, group: i64) -> float:
        """PN-6: all cards of a group, laid as well as can be."""
        table = self.table
        cards = (table.market & GROUP_MASK[group]) >> GROUP_SHIFT[group]
        table.hand = cards  # judged as if it were at hand; put back below
        total = self.coloured_gain(cards)
        while cards != 0:
            kind = (cards & CARD_MASK) - 1
            cards >>= CARD_BITS
            if kind >= MOVE_CARD:
                total += max(
                    self.store_gain(kind - MOVE_CARD), self.best_action_gain(kind - MOVE_CARD)
                )
            elif kind >= JOKER:
                total += max(
                    self.joker_gain(pack_lay(kind), True), self.joker_gain(pack_lay(kind), False)
                )
        table.hand = 0
        return total

    def store_gain(self, action: i64) -> float:
        """PN-19, PN-20: what an action promises when stored, less what has to make way for it."""
        held = self.stored_value(action)
        if self.table.storable_actions(self.me) >> action & 1 != 0:
            return held
        if self.table.stored_actions(self.me) != 0:
            return held - self.replaced_value(COLOURS)
        return held - self.lowest_series_value()

    def coloured_gain(self, cards: i64) -> float:
        """What the coloured cards of a group bring: own colours, new ones, those without room."""
        total = 0.0
        table = self.table
        places = table.free_places(self.me)
        colours = colour_mask(cards)
        while colours != 0:
            colour = lowest_bit(colours)
            colours &= colours - 1
            lays = pack_lays(cards, colour)
            if self.mine >> colour & 1 != 0:
                total += self.series_value(colour, lays) - self.series_value(colour, 0)
            elif places > 0:
                places -= 1
                total += self.series_value(colour, lays)
            else:
                kind = NUMBERS * colour + (lays & 7) - LOWEST
                total += self.new_colour_gain(kind, lays)
        return total

    def delay_gain(self) -> float:
        """What is best done only after the next card: the price of doing it now."""
        best = 0.0
        laid = find_joker(self.table.hand)
        if laid != 0:
            best = self.joker_gain(laid, False)
        if (action_mask(self.table.hand) | self.table.stored_actions(self.me)) & 2 != 0:
            mine = self.mine
            while mine != 0:
                best = max(best, self.late_protect_gain(lowest_bit(mine)) - self.stored_value(1))
                mine &= mine - 1
        return best

    def score_move(self, action: i64) -> float:
        """What a legal move is worth, in points."""
        if action < ADD:
            return self.take_gain(action)
        if action < GIVE:
            return self.add_gain(action)
        if action < STORE:
            return self.no_room_gain(action)
        if action < PROTECT:
            return self.store_or_answer_gain(action)
        if action < DISCARD:
            return self.action_gain(action)
        return 0.0

    def add_gain(self, action: i64) -> float:
        """PN-7, PN-14: to my own Collection."""
        colour = added_place(action, self.me) - self.place
        if action >= ADD_JOKER:
            return self.own_joker_gain(pack_lay(added_kind(action)), colour)
        if self.table.stolen >= 0:
            return self.stolen_card_gain(self.table.stolen)
        if self.mine >> colour & 1 != 0:
            return self.delay_gain() + TINY
        return self.series_value_at_hand(colour) + TINY

    def own_joker_gain(self, laid: i64, colour: i64) -> float:
        """A joker on a series of mine, or starting one."""
        if self.mine == 0:
            lays = self.cards_to_lay(colour)
            return self.series_value(colour, lays << LAY_BITS | laid) - self.series_value(
                colour, lays
            )
        return self.joker_gain_on(laid, colour, True)

    def no_room_gain(self, action: i64) -> float:
        """PN-12, PN-19: given away, or in place of a series."""
        if action < REPLACE:
            return self.give_gain(added_kind(action), action - GIVE & 3)
        if action < REPLACE_STORE:
            kind = (action - REPLACE) // COLOURS
            colour = kind // NUMBERS
            lays = self.cards_to_lay(colour)
            if self.table.stolen >= 0:
                lays = lays << LAY_BITS | pack_lay(kind)
            return self.series_value(colour, lays) - self.replaced_value(replaced_place(action))
        return -self.replaced_value(replaced_place(action))

    def replaced_value(self, place: i64) -> float:
        """What goes with a series of mine, or with my actions."""
        if place < COLOURS:
            return self.series_value_at_hand(place)
        stored = self.table.stored_actions(self.me)
        total = 0.0
        while stored != 0:
            total += self.stored_value(lowest_bit(stored))
            stored &= stored - 1
        return total

    def store_or_answer_gain(self, action: i64) -> float:
        """PN-19: for later, which all uses are measured against; PN-9: points now or later."""
        table = self.table
        if action < CLOSE:
            return 0.0
        place = table.perfect
        size = self.sizes[place]
        if place // COLOURS != self.me:
            if action == CLOSE:
                return float(size)
            return 0.0
        lays = self.cards_to_lay(place - self.place)
        if action == KEEP:
            return estimate_series(self.series_values, self.row, size, lays)
        points = size + bonus_of(table.card_at(place, size - 1))
        return float(points) + estimate_series(self.series_values, self.row, 0, lays)

    def action_gain(self, action: i64) -> float:
        """PN-15, PN-17, PN-18: the use of an action, against what it promises when kept."""
        card: i64 = 2
        if action < MOVE:
            card = 1
        elif action < STEAL:
            card = 0
        gain = self.action_use_gain(action) - self.stored_value(card)
        if gain <= 0.0 and self.can_keep(card):
            return gain + USE_PENALTY
        return gain

    def action_use_gain(self, action: i64) -> float:
        """What the use of an action brings."""
        if action < PROTECT_WITH:
            return self.protect_gain(action - PROTECT)
        if action < MOVE:
            places = action - PROTECT_WITH
            return self.turn_down_gain(places // COLOURS, places % COLOURS) - TINY
        if action < STEAL:
            return self.move_gain(action - MOVE)
        return self.steal_gain(action - STEAL)

    def can_keep(self, card: i64) -> bool:
        """PN-19: whether an action is stored, or can be, or has to wait for its turn anyway."""
        table = self.table
        if not has_card(table.hand, MOVE_CARD + card):
            return True
        return (
            table.storable_actions(self.me) >> card & 1 != 0 or table.hand & CARD_MASK <= MOVE_CARD
        )
