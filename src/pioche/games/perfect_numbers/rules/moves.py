"""Perfect Numbers: the legal moves."""

from mypy_extensions import i64, mypyc_attr

from pioche.core.native.bits import bit, lowest_bit, popcount
from pioche.core.native.vectors import vec
from pioche.games.perfect_numbers.rules.cards import (
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
    action_mask,
    colour_mask,
    lowest_cards,
)
from pioche.games.perfect_numbers.rules.table import PerfectNumbersTableState


@mypyc_attr(acyclic=True)
class PerfectNumbersLegalMoves(PerfectNumbersTableState):
    """Which moves are legal: the only place that decides it."""

    __slots__ = ()

    def acting_mask(self) -> i64:
        """Only the player whose turn it is (PN-6), in the set-up as well (PN-4)."""
        return bit(self.turn)

    def write_moves(self, seat: i64, out: vec[i64]) -> i64:
        """Open questions first: a perfect number, then a stolen card (PN-6)."""
        if seat != self.turn or self.due or self.over:
            return 0
        if self.perfect >= 0:
            out[0] = CLOSE
            out[1] = KEEP
            return 2
        if self.stolen >= 0:
            return self.write_stolen_moves(out)
        return self.write_turn_moves(out)

    def write_turn_moves(self, out: vec[i64]) -> i64:
        """PN-6: take a group, add its cards; and actions at any moment. As well in the set-up."""
        n: i64 = 0
        hand = self.hand
        if not self.taken:
            n = self.write_take_moves(out)
        at_hand = action_mask(hand)
        if hand != 0:
            n = self.write_hand_moves(out, n, at_hand)
        playable = at_hand | self.stored_actions(self.turn)
        if playable != 0:
            n = self.write_action_moves(out, n, playable)
        if hand == 0 and self.taken:
            out[n] = END
            n += 1
        return n

    def write_take_moves(self, out: vec[i64]) -> i64:
        """The groups that are left."""
        n: i64 = 0
        for group in range(GROUPS):
            if self.market & GROUP_MASK[group] != 0:
                out[n] = group
                n += 1
        return n

    def write_stolen_moves(self, out: vec[i64]) -> i64:
        """PN-18: into the own Collection, or away."""
        me = self.turn
        kind = self.stolen
        n: i64 = 0
        if kind >= JOKER:
            n = self.write_joker_moves(out, n, kind)
        elif self.owned_colours(me) & bit(kind // NUMBERS) != 0 or self.has_room(me):
            out[n] = ADD + kind
            n += 1
        else:
            n = self.write_replace_moves(out, n, kind)
        out[n] = DISCARD
        return n + 1

    def write_hand_moves(self, out: vec[i64], n: i64, at_hand: i64) -> i64:
        """PN-7: own colours come first, and of each colour the lowest card; jokers don't wait."""
        hand = self.hand
        colours = colour_mask(hand)
        own = colours & self.owned_colours(self.turn)
        if own != 0:
            n = write_add_moves(out, n, lowest_cards(hand, own))
            return self.write_jokers_moves(out, n)
        cards = lowest_cards(hand, colours)
        room = cards == 0 or self.has_room(self.turn)
        if room:
            n = write_add_moves(out, n, cards)
        n = self.write_jokers_moves(out, n)
        if not room:
            n = self.write_no_room_moves(out, n, cards)
        if at_hand != 0:
            n = self.write_store_moves(out, n, at_hand)
        return n

    def write_jokers_moves(self, out: vec[i64], n: i64) -> i64:
        """Those of each joker at hand."""
        hand = self.hand
        while hand != 0:
            kind = (hand & CARD_MASK) - 1
            if kind >= JOKER and kind < MOVE_CARD:
                n = self.write_joker_moves(out, n, kind)
            hand >>= CARD_BITS
        return n

    def write_joker_moves(self, out: vec[i64], n: i64, kind: i64) -> i64:
        """PN-14: to any of the own colours; without one, to start any."""
        targets = self.owned_colours(self.turn)
        if targets == 0:
            targets = 31
        first = ADD_JOKER + COLOURS * (kind - JOKER)
        while targets != 0:
            out[n] = first + lowest_bit(targets)
            n += 1
            targets &= targets - 1
        return n

    def write_no_room_moves(self, out: vec[i64], n: i64, cards: i64) -> i64:
        """PN-12: cards of new colours, given away or in place of a series."""
        given = cards
        while given != 0:
            n = self.write_give_moves(out, n, (given & CARD_MASK) - 1)
            given >>= CARD_BITS
        while cards != 0:
            n = self.write_replace_moves(out, n, (cards & CARD_MASK) - 1)
            cards >>= CARD_BITS
        return n

    def can_accept(self, seat: i64, colour: i64) -> bool:
        """PN-12 (a), PN-16: whether a seat can be given a card of a colour."""
        b = bit(COLOURS * seat + colour)
        if self.owned & b != 0:
            return self.shut & b == 0
        return self.has_room(seat)

    def write_give_moves(self, out: vec[i64], n: i64, kind: i64) -> i64:
        """PN-12 (a): to those who can take it."""
        for seat in range(self.players):
            if seat != self.turn and self.can_accept(seat, kind // NUMBERS):
                out[n] = GIVE + 4 * kind + seat
                n += 1
        return n

    def write_replace_moves(self, out: vec[i64], n: i64, kind: i64) -> i64:
        """PN-12 (b): a new colour in place of one of mine, or of the actions (not by PN-23)."""
        first = REPLACE + COLOURS * kind
        colour = kind // NUMBERS
        mine = self.owned_colours(self.turn)
        while mine != 0:
            place = lowest_bit(mine)
            if place > colour:  # the card's own colour has no number
                place -= 1
            out[n] = first + place
            n += 1
            mine &= mine - 1
        if self.stored_actions(self.turn) != 0 and not self.interactive:
            out[n] = first + COLOURS - 1
            n += 1
        return n

    def write_store_moves(self, out: vec[i64], n: i64, at_hand: i64) -> i64:
        """PN-19: into the series of actions, or making a place for it."""
        can_be = at_hand & self.storable_actions(self.turn)
        n = self.write_action_replace_moves(out, n, at_hand & ~can_be)
        while can_be != 0:
            out[n] = STORE + lowest_bit(can_be)
            n += 1
            can_be &= can_be - 1
        return n

    def write_action_replace_moves(self, out: vec[i64], n: i64, actions: i64) -> i64:
        """PN-19, PN-12 (b): actions that can't simply be stored, in place of what is there.

        That is what is stored, which they can't join; with nothing stored, any of four colours.
        """
        places = self.owned_colours(self.turn)
        if self.stored_actions(self.turn) != 0:
            places = bit(COLOURS)
        while actions != 0:
            first = REPLACE_STORE + 6 * lowest_bit(actions)
            left = places
            while left != 0:
                out[n] = first + lowest_bit(left)
                n += 1
                left &= left - 1
            actions &= actions - 1
        return n

    def has_place_for_actions(self, seat: i64) -> bool:
        """PN-19: whether the own colours leave a place for actions; three always do (PN-23)."""
        return popcount(self.owned_colours(seat)) < 4

    def storable_actions(self, seat: i64) -> i64:
        """PN-19: the actions that could be stored: two at most, different ones."""
        stored = self.stored_actions(seat)
        if stored == 0:
            if self.has_place_for_actions(seat):
                return 7
            return 0
        if stored & (stored - 1) != 0:
            return 0
        return 7 & ~stored

    def steal_targets(self) -> i64:
        """PN-16, PN-18: the series that can be stolen from."""
        mine: i64 = 31
        mine <<= COLOURS * self.turn
        return self.owned & ~self.shut & ~mine

    def usable_actions(self) -> i64:
        """The actions that some move could use, if one had them (PN-15, PN-17, PN-18)."""
        use: i64 = 0
        if self.owned_colours(self.turn) != 0:
            use |= PROTECTS
        if self.long_colours(self.turn) != 0:
            use |= MOVES
        if self.steal_targets() != 0:
            use |= STEALS
        return use

    def write_action_moves(self, out: vec[i64], n: i64, playable: i64) -> i64:
        """Whatever the actions can be used for."""
        if playable & PROTECTS != 0:
            n = self.write_protect_moves(out, n)
        if playable & MOVES != 0:
            mine = self.long_colours(self.turn)
            while mine != 0:
                out[n] = MOVE + lowest_bit(mine)
                n += 1
                mine &= mine - 1
        if playable & STEALS != 0:
            theirs = self.steal_targets()
            while theirs != 0:
                out[n] = STEAL + lowest_bit(theirs)
                n += 1
                theirs &= theirs - 1
        return n

    def write_protect_moves(self, out: vec[i64], n: i64) -> i64:
        """PN-15: the card itself, or a last card onto any series, its own if not alone in it."""
        mine = self.owned_colours(self.turn)
        long = self.long_colours(self.turn)
        sources = mine
        while sources != 0:
            out[n] = PROTECT + lowest_bit(sources)
            n += 1
            sources &= sources - 1
        sources = mine
        while sources != 0:
            source = lowest_bit(sources)
            targets = mine
            if long >> source & 1 == 0:
                targets &= ~bit(source)
            while targets != 0:
                out[n] = PROTECT_WITH + COLOURS * source + lowest_bit(targets)
                n += 1
                targets &= targets - 1
            sources &= sources - 1
        return n


def write_add_moves(out: vec[i64], n: i64, cards: i64) -> i64:
    """PN-7: packed coloured cards, each to its own series."""
    while cards != 0:
        out[n] = ADD + (cards & CARD_MASK) - 1
        n += 1
        cards >>= CARD_BITS
    return n
