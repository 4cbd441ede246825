"""Perfect Numbers: the legal moves."""

from mypy_extensions import i64, mypyc_attr

from pioche.core.bits import bit, lowest, popcount
from pioche.core.vecs import vec
from pioche.games.perfect_numbers.rules_cards import (
    ADD,
    ADD_JOKER,
    CARD_BITS,
    CARD_MASK,
    CLOSE,
    COLOURS,
    DISCARD,
    END,
    GIVE,
    GROUP_MASK,
    GROUPS,
    JOKER,
    KEEP,
    MOVE,
    MOVE_CARD,
    MOVES,
    NUMBERS,
    PROTECT,
    PROTECT_WITH,
    PROTECTS,
    REPLACE,
    REPLACE_STORE,
    STEAL,
    STEALS,
    STORE,
    actions_in,
    colours_in,
    lowest_cards,
)
from pioche.games.perfect_numbers.rules_table import Table


@mypyc_attr(acyclic=True)
class Choices(Table):
    """Which moves are legal: the only place that decides it."""

    __slots__ = ()

    def acting(self) -> i64:
        """Only the player whose turn it is (PN-6), in the set-up as well (PN-4)."""
        return bit(self.turn)

    def moves(self, seat: i64, out: vec[i64]) -> i64:
        """Open questions first: a perfect number, then a stolen card (PN-6)."""
        if seat != self.turn or self.due or self.over:
            return 0
        if self.perfect >= 0:
            out[0] = CLOSE
            out[1] = KEEP
            return 2
        if self.stolen >= 0:
            return self.moves_of_stolen(out)
        return self.moves_of_turn(out)

    def moves_of_turn(self, out: vec[i64]) -> i64:
        """PN-6: take a group, add its cards; and actions at any moment. As well in the set-up."""
        n: i64 = 0
        hand = self.hand
        if not self.taken:
            n = self.moves_to_take(out)
        at_hand = actions_in(hand)
        if hand != 0:
            n = self.moves_of_hand(out, n, at_hand)
        playable = at_hand | self.actions(self.turn)
        if playable != 0:
            n = self.moves_of_actions(out, n, playable)
        if hand == 0 and self.taken:
            out[n] = END
            n += 1
        return n

    def moves_to_take(self, out: vec[i64]) -> i64:
        """The groups that are left."""
        n: i64 = 0
        for group in range(GROUPS):
            if self.market & GROUP_MASK[group] != 0:
                out[n] = group
                n += 1
        return n

    def moves_of_stolen(self, out: vec[i64]) -> i64:
        """PN-18: into the own Collection, or away."""
        me = self.turn
        kind = self.stolen
        n: i64 = 0
        if kind >= JOKER:
            n = self.moves_of_joker(out, n, kind)
        elif self.colours(me) & bit(kind // NUMBERS) != 0 or self.has_room(me):
            out[n] = ADD + kind
            n += 1
        else:
            n = self.moves_to_replace(out, n, kind)
        out[n] = DISCARD
        return n + 1

    def moves_of_hand(self, out: vec[i64], n: i64, at_hand: i64) -> i64:
        """PN-7: own colours come first, and of each colour the lowest card; jokers don't wait."""
        hand = self.hand
        colours = colours_in(hand)
        own = colours & self.colours(self.turn)
        if own != 0:
            n = moves_to_add(out, n, lowest_cards(hand, own))
            return self.moves_of_jokers(out, n)
        cards = lowest_cards(hand, colours)
        room = cards == 0 or self.has_room(self.turn)
        if room:
            n = moves_to_add(out, n, cards)
        n = self.moves_of_jokers(out, n)
        if not room:
            n = self.moves_without_room(out, n, cards)
        if at_hand != 0:
            n = self.moves_to_store(out, n, at_hand)
        return n

    def moves_of_jokers(self, out: vec[i64], n: i64) -> i64:
        """Those of each joker at hand."""
        hand = self.hand
        while hand != 0:
            kind = (hand & CARD_MASK) - 1
            if kind >= JOKER and kind < MOVE_CARD:
                n = self.moves_of_joker(out, n, kind)
            hand >>= CARD_BITS
        return n

    def moves_of_joker(self, out: vec[i64], n: i64, kind: i64) -> i64:
        """PN-14: to any of the own colours; without one, to start any."""
        targets = self.colours(self.turn)
        if targets == 0:
            targets = 31
        first = ADD_JOKER + COLOURS * (kind - JOKER)
        while targets != 0:
            out[n] = first + lowest(targets)
            n += 1
            targets &= targets - 1
        return n

    def moves_without_room(self, out: vec[i64], n: i64, cards: i64) -> i64:
        """PN-12: cards of new colours, given away or in place of a series."""
        given = cards
        while given != 0:
            n = self.moves_to_give(out, n, (given & CARD_MASK) - 1)
            given >>= CARD_BITS
        while cards != 0:
            n = self.moves_to_replace(out, n, (cards & CARD_MASK) - 1)
            cards >>= CARD_BITS
        return n

    def accepts(self, seat: i64, colour: i64) -> bool:
        """PN-12 (a), PN-16: whether a seat can be given a card of a colour."""
        b = bit(COLOURS * seat + colour)
        if self.owned & b != 0:
            return self.shut & b == 0
        return self.has_room(seat)

    def moves_to_give(self, out: vec[i64], n: i64, kind: i64) -> i64:
        """PN-12 (a): to those who can take it."""
        for seat in range(self.players):
            if seat != self.turn and self.accepts(seat, kind // NUMBERS):
                out[n] = GIVE + 4 * kind + seat
                n += 1
        return n

    def moves_to_replace(self, out: vec[i64], n: i64, kind: i64) -> i64:
        """PN-12 (b): a new colour in place of one of mine, or of the actions (not by PN-23)."""
        first = REPLACE + COLOURS * kind
        colour = kind // NUMBERS
        mine = self.colours(self.turn)
        while mine != 0:
            place = lowest(mine)
            if place > colour:  # the card's own colour has no number
                place -= 1
            out[n] = first + place
            n += 1
            mine &= mine - 1
        if self.actions(self.turn) != 0 and not self.interactive:
            out[n] = first + COLOURS - 1
            n += 1
        return n

    def moves_to_store(self, out: vec[i64], n: i64, at_hand: i64) -> i64:
        """PN-19: into the series of actions, or making a place for it."""
        can_be = at_hand & self.storable(self.turn)
        n = self.moves_to_make_place(out, n, at_hand & ~can_be)
        while can_be != 0:
            out[n] = STORE + lowest(can_be)
            n += 1
            can_be &= can_be - 1
        return n

    def moves_to_make_place(self, out: vec[i64], n: i64, actions: i64) -> i64:
        """PN-19, PN-12 (b): actions that can't simply be stored, in place of what is there.

        That is what is stored, which they can't join; with nothing stored, any of four colours.
        """
        places = self.colours(self.turn)
        if self.actions(self.turn) != 0:
            places = bit(COLOURS)
        while actions != 0:
            first = REPLACE_STORE + 6 * lowest(actions)
            left = places
            while left != 0:
                out[n] = first + lowest(left)
                n += 1
                left &= left - 1
            actions &= actions - 1
        return n

    def has_place_for_actions(self, seat: i64) -> bool:
        """PN-19: whether the own colours leave a place for actions; three always do (PN-23)."""
        return popcount(self.colours(seat)) < 4

    def storable(self, seat: i64) -> i64:
        """PN-19: the actions that could be stored: two at most, different ones."""
        stored = self.actions(seat)
        if stored == 0:
            if self.has_place_for_actions(seat):
                return 7
            return 0
        if stored & (stored - 1) != 0:
            return 0
        return 7 & ~stored

    def targets(self) -> i64:
        """PN-16, PN-18: the series that can be stolen from."""
        mine: i64 = 31
        mine <<= COLOURS * self.turn
        return self.owned & ~self.shut & ~mine

    def usable(self) -> i64:
        """The actions that some move could use, if one had them (PN-15, PN-17, PN-18)."""
        use: i64 = 0
        if self.colours(self.turn) != 0:
            use |= PROTECTS
        if self.long >> (COLOURS * self.turn) & 31 != 0:
            use |= MOVES
        if self.targets() != 0:
            use |= STEALS
        return use

    def moves_of_actions(self, out: vec[i64], n: i64, playable: i64) -> i64:
        """Whatever the actions can be used for."""
        me = self.turn
        if playable & PROTECTS != 0:
            n = self.moves_to_protect(out, n)
        if playable & MOVES != 0:
            mine = self.long >> (COLOURS * me) & 31
            while mine != 0:
                out[n] = MOVE + lowest(mine)
                n += 1
                mine &= mine - 1
        if playable & STEALS != 0:
            theirs = self.targets()
            while theirs != 0:
                out[n] = STEAL + lowest(theirs)
                n += 1
                theirs &= theirs - 1
        return n

    def moves_to_protect(self, out: vec[i64], n: i64) -> i64:
        """PN-15: the card itself, or a last card onto any series, its own if not alone in it."""
        mine = self.colours(self.turn)
        long = self.long >> (COLOURS * self.turn) & 31
        sources = mine
        while sources != 0:
            out[n] = PROTECT + lowest(sources)
            n += 1
            sources &= sources - 1
        sources = mine
        while sources != 0:
            source = lowest(sources)
            targets = mine
            if long >> source & 1 == 0:
                targets &= ~bit(source)
            while targets != 0:
                out[n] = PROTECT_WITH + COLOURS * source + lowest(targets)
                n += 1
                targets &= targets - 1
            sources &= sources - 1
        return n


def moves_to_add(out: vec[i64], n: i64, cards: i64) -> i64:
    """PN-7: packed coloured cards, each to its own series."""
    while cards != 0:
        out[n] = ADD + (cards & CARD_MASK) - 1
        n += 1
        cards >>= CARD_BITS
    return n
