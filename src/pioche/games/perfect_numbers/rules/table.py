"""Perfect Numbers: what lies on the table, and how cards come to lie there."""

from typing import TYPE_CHECKING

from mypy_extensions import i64, mypyc_attr

from pioche.core.native.bits import bit, lowest_bit, popcount
from pioche.core.native.vectors import vec
from pioche.core.state import State
from pioche.games.perfect_numbers.rules.cards import (
    CARD_BITS,
    CARD_MASK,
    COLOURS,
    DOWN,
    GROUP_SHIFT,
    GROUP_SIZE,
    GROUPS,
    HAND_BITS,
    HAND_MASK,
    JOKER,
    MOVE_CARD,
    NUMBERS,
    PLACES,
    RING,
    RING_BITS,
    copies_of,
    count_lost,
    count_packed,
    is_perfect,
    next_perfect,
    number_of,
    with_card,
)

if TYPE_CHECKING:
    from pioche.core.game import Game


@mypyc_attr(acyclic=True)
class PerfectNumbersTableState(State):
    """The Collections, the Market and the piles.

    A series is named by its place, 5 * seat + colour. Facts about all series are masks over
    these 20 places, so that legal moves are found without looking at a card.
    """

    __slots__ = (
        "action_copies",
        "cards",
        "copies",
        "deck",
        "discarded",
        "first",
        "hand",
        "heads",
        "interactive",
        "long",
        "market",
        "next",
        "owned",
        "perfect",
        "round",
        "scores",
        "shut",
        "sizes",
        "stolen",
        "stored",
        "taken",
        "turn",
        "waiting",
    )

    def __init__(
        self,
        game: "Game",
        players: i64,
        options: dict[str, int],
        copies: i64,
        action_copies: i64,
        deck: vec[i64],
        cards: vec[i64],
        heads: vec[i64],
        sizes: vec[i64],
    ) -> None:
        super().__init__(game, players, options)
        self.copies: i64 = copies  # these two from the options, where they are quickly found
        self.action_copies: i64 = action_copies
        self.interactive: bool = bool(options["interactive"])
        self.round: i64 = 1
        self.first: i64 = 0
        self.turn: i64 = 0
        self.taken: bool = False
        self.market: i64 = 0  # four groups, packed; a group that was taken is 0
        self.hand: i64 = 0  # packed: what is still to be added, of a group or of the set-up
        self.waiting: i64 = 0  # hands of the set-up still to come, the next one lowest
        self.stolen: i64 = -1  # kind
        self.perfect: i64 = -1  # place of the series that may be closed
        self.owned: i64 = 0  # places where there is a series
        self.long: i64 = 0  # … of two cards or more
        self.shut: i64 = 0  # … whose last card lies face down (PN-16)
        self.stored: i64 = 0  # three bits a seat
        self.scores: i64 = 0  # a byte a seat
        self.discarded: i64 = 0
        self.deck = deck  # [next:] is the pile; clones share it: replaced, never written into
        self.next: i64 = 0
        self.cards = cards  # a ring for each place: kind, + DOWN if face down
        self.heads = heads  # where in its ring a series begins
        self.sizes = sizes

    def set_deck(self, kinds: list[int]) -> None:
        """The pile of a position (see `bits.make_vector`)."""
        self.deck = vec[i64](kinds)

    # -- looking -------------------------------------------------------------------------

    def in_setup(self) -> bool:
        """Whether the Market is still to be laid out: a turn that took its last group took one."""
        return self.market == 0 and not self.taken

    def owned_colours(self, seat: i64) -> i64:
        """The mask of the colours a seat has a series of."""
        return self.owned >> (COLOURS * seat) & 31

    def long_colours(self, seat: i64) -> i64:
        """The mask of the colours a seat has a series of two cards or more of."""
        return self.long >> (COLOURS * seat) & 31

    def shut_colours(self, seat: i64) -> i64:
        """PN-16: the mask of the colours of a seat's protected series."""
        return self.shut >> (COLOURS * seat) & 31

    def hand_of(self, seat: i64) -> i64:
        """PN-4, PN-6: what a seat has still to add, packed; in the set-up the later ones, too."""
        later = seat - self.turn
        if later == 0:
            return self.hand
        if later < 0:
            later += self.players
        return self.waiting >> (HAND_BITS * (later - 1)) & HAND_MASK

    def stored_actions(self, seat: i64) -> i64:
        """The set of the actions a seat has stored."""
        return self.stored >> (3 * seat) & 7

    def points(self, seat: i64) -> i64:
        """How many cards a score pile has."""
        return self.scores >> (seat << 3) & 255

    def has_room(self, seat: i64) -> bool:
        """PN-12, PN-23: whether a seat may start a series of a new colour."""
        return self.free_places(seat) > 0

    def most_colours(self) -> i64:
        """PN-12, PN-23: how many places of a Collection are for colours."""
        if self.interactive:
            return PLACES - 1
        return PLACES

    def free_places(self, seat: i64) -> i64:
        """PN-12, PN-23: how many series of new colours a seat has place for."""
        places = self.most_colours() - popcount(self.owned_colours(seat))
        if not self.interactive and self.stored_actions(seat) != 0:
            places -= 1
        return places

    def perfect_cards(self, seat: i64, cards: i64) -> i64:
        """PN-9: which of packed cards would make a series of a seat perfect, a bit each.

        Of a colour the lowest card is added first (PN-7), so no other one is looked at.
        """
        found: i64 = 0
        later: i64 = 0
        this: i64 = 1
        while cards != 0:
            kind = (cards & CARD_MASK) - 1
            cards >>= CARD_BITS
            targets = self.target_colours(seat, kind)
            if kind < JOKER:
                targets &= ~later
                later |= targets
            if self.completes_series(seat, targets, kind):
                found |= this
            this += this
        return found

    def target_colours(self, seat: i64, kind: i64) -> i64:
        """PN-7, PN-14: the mask of the series of a seat that a card may be added to."""
        mine = self.owned_colours(seat)
        if kind < JOKER:
            return mine & bit(kind // NUMBERS)
        if kind < MOVE_CARD:
            return mine
        return 0

    def completes_series(self, seat: i64, colours: i64, kind: i64) -> bool:
        """PN-9: whether a card is perfect for one of these series of a seat."""
        while colours != 0:
            size = self.sizes[COLOURS * seat + lowest_bit(colours)]
            if number_of(kind) == next_perfect(size):
                return True
            colours &= colours - 1
        return False

    def pile_size(self) -> i64:
        """How many cards are left to draw."""
        n: i64 = len(self.deck)
        return n - self.next

    def card_at(self, place: i64, i: i64) -> i64:
        """The i-th card of a series."""
        return self.cards[place << RING_BITS | (self.heads[place] + i) & (RING - 1)]

    # -- series --------------------------------------------------------------------------

    def update_masks(self, place: i64) -> None:
        """Keep the masks true after a series has changed."""
        b = bit(place)
        size = self.sizes[place]
        self.owned &= ~b
        self.long &= ~b
        self.shut &= ~b
        if size == 0:
            return
        self.owned |= b
        if size > 1:
            self.long |= b
        if self.card_at(place, size - 1) >= DOWN:
            self.shut |= b

    def append(self, place: i64, card: i64) -> None:
        """A card at the end of a series, without any effect."""
        size = self.sizes[place]
        self.cards[place << RING_BITS | (self.heads[place] + size) & (RING - 1)] = card
        self.sizes[place] = size + 1
        self.update_masks(place)

    def take_last(self, place: i64) -> i64:
        """Take away the last card of a series; a lone one ends it."""
        size = self.sizes[place] - 1
        card = self.card_at(place, size)
        self.sizes[place] = size
        self.update_masks(place)
        return card

    def drop_oldest(self, place: i64, n: i64) -> None:
        """Take away the first n cards of a series."""
        self.heads[place] = (self.heads[place] + n) & (RING - 1)
        self.sizes[place] -= n
        self.update_masks(place)

    def first_lost_index(self, size: i64, n: i64) -> i64:
        """PN-10: which card of a series is the first of n that leave it: the newest n do."""
        return size - n

    def lose_cards(self, place: i64, n: i64) -> None:
        """PN-10: the newest n cards leave a series."""
        self.sizes[place] -= n
        self.update_masks(place)

    def add_card(self, place: i64, kind: i64) -> None:
        """A numbered card at the end of a series, with its effect."""
        self.append(place, kind)
        self.apply_number(place, number_of(kind))

    def apply_number(self, place: i64, number: i64) -> None:
        """PN-8 to PN-10: a number against the count of the series that it now ends."""
        size = self.sizes[place]
        if is_perfect(number, size):
            self.perfect = place
            return
        lost = count_lost(number, size)
        if lost == 0:
            return
        self.lose_cards(place, lost)
        if place // COLOURS == self.turn:
            self.discarded += lost
        else:  # PN-13
            self.scores += lost << (self.turn << 3)

    # -- Market --------------------------------------------------------------------------

    def lay_market(self) -> None:
        """PN-5: groups of 3, 2, 2 and 1 from the pile, face up."""
        market: i64 = 0
        k = self.next
        deck = self.deck
        for group in range(GROUPS):
            cards: i64 = 0
            for i in range(GROUP_SIZE[group]):
                cards = with_card(cards, deck[k])
                k += 1
            market |= cards << GROUP_SHIFT[group]
        self.market = market
        self.next = k

    # -- what nobody sees -----------------------------------------------------------------

    def count_unseen(self, kind: i64) -> i64:
        """How many cards of a kind are not in sight."""
        n = copies_of(kind, self.copies, self.action_copies)
        n -= (
            count_packed(self.market, kind)
            + count_packed(self.hand, kind)
            + count_packed(self.waiting, kind)
        )
        if kind == self.stolen:
            n -= 1
        if kind >= MOVE_CARD:
            for p in range(self.players):
                n -= self.stored_actions(p) >> (kind - MOVE_CARD) & 1
        for place in range(COLOURS * self.players):
            for i in range(self.sizes[place]):
                if self.card_at(place, i) & (DOWN - 1) == kind:
                    n -= 1
        return n
