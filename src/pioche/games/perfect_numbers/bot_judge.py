"""Perfect Numbers: what each legal move is worth at first sight, in points."""

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from pioche.core.bits import lowest, popcount
from pioche.games.perfect_numbers.bot_gains import Gains
from pioche.games.perfect_numbers.bot_promise import (
    LAY_BITS,
    joker_at_hand,
    lay,
    lays_of,
    outlook,
)
from pioche.games.perfect_numbers.rules_cards import (
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
    actions_in,
    bonus_of,
    colours_in,
    holds,
    replaced_by,
)

BETTER_KEPT: Final = -100.0  # an action whose use brings less than it promises later
TINY: Final = 0.001  # so that what must be done anyway comes before what can wait


@mypyc_attr(acyclic=True)
@final
class Judge(Gains):
    """Knows what every legal move of the player to act is worth."""

    __slots__ = ()

    def taking(self, group: i64) -> float:
        """PN-6: all cards of a group, laid as well as can be."""
        table = self.table
        cards = (table.market & GROUP_MASK[group]) >> GROUP_SHIFT[group]
        table.hand = cards  # judged as if it were at hand; put back below
        total = self.coloured(cards)
        while cards != 0:
            kind = (cards & CARD_MASK) - 1
            cards >>= CARD_BITS
            if kind >= MOVE_CARD:
                total += max(self.kept(kind - MOVE_CARD), self.best_use(kind - MOVE_CARD))
            elif kind >= JOKER:
                total += max(self.joker(lay(kind), True), self.joker(lay(kind), False))
        table.hand = 0
        return total

    def kept(self, action: i64) -> float:
        """PN-19, PN-20: what an action promises when stored, less what has to make way for it."""
        held = self.held(action)
        if self.table.storable(self.me) >> action & 1 != 0:
            return held
        if self.table.actions(self.me) != 0:
            return held - self.lost(COLOURS)
        return held - self.weakest()

    def coloured(self, cards: i64) -> float:
        """What the coloured cards of a group bring: own colours, new ones, those without room."""
        total = 0.0
        table = self.table
        places = 4 - popcount(self.mine)
        if table.interactive or table.actions(self.me) != 0:
            places -= 1
        colours = colours_in(cards)
        while colours != 0:
            colour = lowest(colours)
            colours &= colours - 1
            lays = lays_of(cards, colour)
            if self.mine >> colour & 1 != 0:
                total += self.seen(colour, lays) - self.seen(colour, 0)
            elif places > 0:
                places -= 1
                total += self.seen(colour, lays)
            else:
                kind = NUMBERS * colour + (lays & 7) - LOWEST
                total += self.outside(kind, lays)
        return total

    def waiting(self) -> float:
        """What is best done only after the next card: the price of doing it now."""
        best = 0.0
        laid = joker_at_hand(self.table.hand)
        if laid != 0:
            best = self.joker(laid, False)
        if (actions_in(self.table.hand) | self.table.actions(self.me)) & 2 != 0:
            mine = self.mine
            while mine != 0:
                best = max(best, self.protecting_later(lowest(mine)) - self.held(1))
                mine &= mine - 1
        return best

    def score(self, action: i64) -> float:
        """What a legal move is worth, in points."""
        if action < ADD:
            return self.taking(action)
        if action < GIVE:
            return self.adding(action)
        if action < STORE:
            return self.without_room(action)
        if action < PROTECT:
            return self.storing_or_answer(action)
        if action < DISCARD:
            return self.acting(action)
        return 0.0

    def adding(self, action: i64) -> float:
        """PN-7, PN-14: to my own Collection."""
        table = self.table
        if table.stolen >= 0:
            if action >= ADD_JOKER:
                joker = lay(table.stolen)
                return self.joker_here(joker, (action - ADD_JOKER) % COLOURS)
            return self.stolen(table.stolen)
        if action >= ADD_JOKER:
            joker = lay(JOKER + (action - ADD_JOKER) // COLOURS)
            return self.joker_here(joker, (action - ADD_JOKER) % COLOURS)
        colour = (action - ADD) // NUMBERS
        if self.mine >> colour & 1 != 0:
            return self.waiting() + TINY
        return self.sure(colour) + TINY

    def joker_here(self, laid: i64, colour: i64) -> float:
        """A joker on a series of mine, or starting one."""
        if self.mine == 0:
            lays = self.at_hand(colour)
            return self.seen(colour, lays << LAY_BITS | laid) - self.seen(colour, lays)
        return self.joker_on(laid, colour, True)

    def without_room(self, action: i64) -> float:
        """PN-12, PN-19: given away, or in place of a series."""
        if action < REPLACE:
            return self.given((action - GIVE) >> 2, action - GIVE & 3)
        if action < REPLACE_STORE:
            kind = (action - REPLACE) // COLOURS
            colour = kind // NUMBERS
            lays = self.at_hand(colour)
            if self.table.stolen >= 0:
                lays = lays << LAY_BITS | lay(kind)
            return self.seen(colour, lays) - self.lost(replaced_by(action))
        return -self.lost(replaced_by(action))

    def lost(self, place: i64) -> float:
        """What goes with a series of mine, or with my actions."""
        if place < COLOURS:
            return self.sure(place)
        stored = self.table.actions(self.me)
        total = 0.0
        while stored != 0:
            total += self.held(lowest(stored))
            stored &= stored - 1
        return total

    def storing_or_answer(self, action: i64) -> float:
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
        lays = self.at_hand(place - self.place)
        if action == KEEP:
            return outlook(self.promise, self.row, size, lays)
        points = size + bonus_of(table.entry(place, size - 1))
        return float(points) + outlook(self.promise, self.row, 0, lays)

    def acting(self, action: i64) -> float:
        """PN-15, PN-17, PN-18: the use of an action, against what it promises when kept."""
        card: i64 = 2
        if action < MOVE:
            card = 1
        elif action < STEAL:
            card = 0
        gain = self.using(action) - self.held(card)
        if gain <= 0.0 and self.keepable(card):
            return gain + BETTER_KEPT
        return gain

    def using(self, action: i64) -> float:
        """What the use of an action brings."""
        if action < PROTECT_WITH:
            return self.protecting(action - PROTECT)
        if action < MOVE:
            places = action - PROTECT_WITH
            return self.turning(places // COLOURS, places % COLOURS) - TINY
        if action < STEAL:
            return self.moving(action - MOVE)
        return self.stealing(action - STEAL)

    def keepable(self, card: i64) -> bool:
        """PN-19: whether an action is stored, or can be, or has to wait for its turn anyway."""
        table = self.table
        if not holds(table.hand, MOVE_CARD + card):
            return True
        return table.storable(self.me) >> card & 1 != 0 or table.hand & CARD_MASK <= MOVE_CARD
