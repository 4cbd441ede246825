"""Code: what lies on the table and in the hands, and how it is dealt and shuffled."""

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64, mypyc_attr

from pioche.core.native.bits import bit
from pioche.core.native.vectors import vec
from pioche.core.rng import Generator
from pioche.core.state import State
from pioche.games.code.rules.cards import (
    ALL_CARDS,
    CARDS,
    CODE_CARDS,
    CODE_SIZE,
    NUMBER_KINDS,
    byte_bit,
    count_copies,
    count_shift,
    is_code_hand,
)

if TYPE_CHECKING:
    from pioche.core.game import Game

IN_TURN: Final = 0
IN_DRAWN: Final = 1
IN_PENALTY: Final = 2
IN_GIFT: Final = 3
IN_PICK: Final = 4
IN_ROBBED: Final = 5

HAND_SIZE: Final = 7  # CD-4

# Where things lie in `cards`: two numbers a seat for its hand, then the piles, a byte a card.
NUMBER_PILE: Final = 16
ACTION_PILE: Final = 26
WORDS: Final = 30
NO_CARDS: Final = vec[i64]([0] * WORDS)
ALL_CODES: Final = vec[i64](list(range(CODE_CARDS)))


def seat_after(seat: i64, steps: i64, direction: i64, players: i64) -> i64:
    """CD-6, CD-16, CD-17: who comes so many steps after a seat, at most once round the table."""
    after = seat + steps * direction
    if after < 0:
        after += players
    elif after >= players:
        after -= players
    return after


@mypyc_attr(acyclic=True)
class CodeTableState(State):
    """All that a position tells, and the cards in motion."""

    __slots__ = (
        "actions",
        "aside",
        "cards",
        "codes",
        "deck",
        "direction",
        "drawing",
        "drawn",
        "has_reset",
        "laid",
        "left",
        "limit",
        "numbers",
        "penalty",
        "phase",
        "resetting",
        "robbed",
        "sizes",
        "top",
        "turn",
        "turns",
        "winner",
    )

    def __init__(
        self,
        game: "Game",
        players: i64,
        options: dict[str, int],
        limit: i64,
        has_reset: bool,
        cards: vec[i64],
    ) -> None:
        super().__init__(game, players, options)
        self.phase: i64 = IN_TURN
        self.turn: i64 = 0
        self.direction: i64 = 1
        self.turns: i64 = 0
        self.limit: i64 = limit  # option max_turns
        self.has_reset: bool = has_reset  # option reset
        self.penalty: i64 = 0
        self.drawn: i64 = -1  # the card just drawn, in phase `drawn`
        self.robbed: i64 = -1
        self.winner: i64 = -1
        self.drawing: i64 = 0  # cards still to draw when the shuffle that is due is done
        self.resetting: i64 = -1  # who then gets a new code
        self.cards = cards
        self.sizes: i64 = 0  # cards in hand, a byte a seat
        self.laid: i64 = 0  # kind + 1 of the card laid for a gift, a byte a seat
        # Clones share the deck: it is replaced, never written into.
        self.deck = ALL_CARDS  # [:left] is the draw pile, the last one next
        self.left: i64 = 0
        self.numbers: i64 = 0  # cards on the number pile
        self.top: i64 = -1  # its top card, -1 if there is none
        self.actions: i64 = 0  # cards on the action pile
        self.codes: i64 = 0  # four bits each: of the seats, aside (next first), discarded
        self.aside: i64 = 0

    # -- what lies where -----------------------------------------------------------------

    def hand_size(self, seat: i64) -> i64:
        """How many cards a seat has in hand."""
        return self.sizes >> (seat << 3) & 127

    def laid_by(self, seat: i64) -> i64:
        """The card a seat has laid for a gift, or -1."""
        return (self.laid >> (seat << 3) & 127) - 1

    def code_at(self, i: i64) -> i64:
        """The i-th code card: of the seats first, then those aside, then those discarded."""
        return self.codes >> (i << 2) & 15

    def count_cards(self, seat: i64, kind: i64) -> i64:
        """How many cards of a kind a seat has in hand."""
        return count_copies(self.cards[seat << 1], self.cards[(seat << 1) + 1], kind)

    def number_at(self, i: i64) -> i64:
        """The i-th card of the number pile, from the bottom."""
        return self.cards[NUMBER_PILE + (i >> 3)] >> ((i & 7) << 3) & 127

    def action_at(self, i: i64) -> i64:
        """The i-th card of the action pile, from the bottom."""
        return self.cards[ACTION_PILE + (i >> 3)] >> ((i & 7) << 3) & 127

    def can_draw(self) -> bool:
        """CD-11: whether there is a card to draw, after a shuffle if need be."""
        return self.left > 0 or self.numbers > 1 or self.actions > 1

    def next_seat(self) -> i64:
        """Who comes after the player whose turn it is."""
        return seat_after(self.turn, 1, self.direction, self.players)

    def has_won(self, seat: i64) -> bool:
        """CD-20: exactly four cards that form the seat's code."""
        if self.hand_size(seat) != CODE_SIZE:
            return False
        return is_code_hand(self.cards[seat << 1], self.cards[(seat << 1) + 1], self.code_at(seat))

    def count_codes_out(self) -> i64:
        """CD-19: how many code cards have been discarded, once they are dealt."""
        return CODE_CARDS - self.players - self.aside

    def is_undealt(self) -> bool:
        """Whether the shuffle that is due is the first one."""
        return self.due and self.drawing == 0 and self.resetting < 0

    # -- moving cards --------------------------------------------------------------------

    def give(self, seat: i64, kind: i64) -> None:
        """A card into a hand."""
        at = seat << 1
        one = self.cards[at]
        if kind >= NUMBER_KINDS:
            self.cards[at] = one + bit(count_shift(kind))
        elif one >> kind & 1 != 0:
            self.cards[at + 1] |= bit(kind)
        else:
            self.cards[at] = one | bit(kind)
        self.sizes += byte_bit(seat)

    def drop(self, seat: i64, kind: i64) -> None:
        """A card out of a hand."""
        at = seat << 1
        if kind >= NUMBER_KINDS:
            self.cards[at] -= bit(count_shift(kind))
        else:
            two = self.cards[at + 1]
            if two >> kind & 1 != 0:
                self.cards[at + 1] = two ^ bit(kind)
            else:
                self.cards[at] ^= bit(kind)
        self.sizes -= byte_bit(seat)

    def empty_hand(self, seat: i64) -> None:
        """All cards out of a hand."""
        self.cards[seat << 1] = 0
        self.cards[(seat << 1) + 1] = 0
        self.sizes -= self.hand_size(seat) << (seat << 3)

    def push_number(self, kind: i64) -> None:
        """A card onto the number pile."""
        i = self.numbers
        self.cards[NUMBER_PILE + (i >> 3)] |= kind << ((i & 7) << 3)
        self.numbers = i + 1
        self.top = kind

    def pop_number(self) -> i64:
        """The top card off the number pile."""
        kind = self.top
        i = self.numbers - 1
        self.cards[NUMBER_PILE + (i >> 3)] ^= kind << ((i & 7) << 3)
        self.numbers = i
        self.top = -1
        if i > 0:
            self.top = self.number_at(i - 1)
        return kind

    def push_action(self, kind: i64) -> None:
        """A card onto the action pile."""
        i = self.actions
        self.cards[ACTION_PILE + (i >> 3)] |= kind << ((i & 7) << 3)
        self.actions = i + 1

    def pop_action(self) -> i64:
        """The top card off the action pile."""
        i = self.actions - 1
        kind = self.action_at(i)
        self.cards[ACTION_PILE + (i >> 3)] ^= kind << ((i & 7) << 3)
        self.actions = i
        return kind

    # -- chance --------------------------------------------------------------------------

    def set_up(self, rng: Generator) -> None:
        """CD-4 to CD-6: codes, hands, the first number card, the first player."""
        self.codes = 0x9876543210
        self.aside = CODE_CARDS - self.players
        self.shuffle_codes(0, rng)
        deck = ALL_CARDS[:]
        n: i64 = CARDS
        if not self.has_reset:
            n -= 1
        rng.shuffle(deck, 0, n, n)
        for seat in range(self.players):
            for i in range(HAND_SIZE):
                n -= 1
                self.give(seat, deck[n])
        self.deck = deck
        self.left = n
        self.turn_up_first_card(deck, rng)
        self.turn = rng.below(self.players)

    def turn_up_first_card(self, deck: vec[i64], rng: Generator) -> None:
        """CD-5: the first number card; action cards before it are shuffled back."""
        last = self.left - 1
        i = last
        while deck[i] >= NUMBER_KINDS:
            i -= 1
        self.push_number(deck[i])
        deck[i] = deck[last]
        if i < last:
            rng.shuffle(deck, 0, last, last)
        self.left = last

    def recycle(self, rng: Generator) -> None:
        """CD-11: both piles but for their top cards become the draw pile."""
        deck = ALL_CARDS[:]
        n: i64 = 0
        for i in range(self.numbers - 1):
            deck[n] = self.number_at(i)
            n += 1
        for i in range(self.actions - 1):
            deck[n] = self.action_at(i)
            n += 1
        self.keep_tops()
        rng.shuffle(deck, 0, n, n)
        self.deck = deck
        self.left = n

    def keep_tops(self) -> None:
        """Clear both piles but for their top cards."""
        top = self.top
        action: i64 = -1
        if self.actions > 0:
            action = self.action_at(self.actions - 1)
        for i in range(NUMBER_PILE, WORDS):
            self.cards[i] = 0
        self.numbers = 0
        self.actions = 0
        if top >= 0:
            self.push_number(top)
        if action >= 0:
            self.push_action(action)

    def shuffle_codes(self, start: i64, rng: Generator) -> None:
        """Shuffle the code cards from this one on."""
        codes = ALL_CODES[:]
        for i in range(CODE_CARDS):
            codes[i] = self.code_at(i)
        rng.shuffle(codes, start, CODE_CARDS, CODE_CARDS)
        self.pack_codes(codes)

    def set_deck(self, kinds: list[int]) -> None:
        """The pile of a position (see `bits.make_vector`)."""
        self.deck = vec[i64](kinds)

    def set_codes(self, codes: list[int]) -> None:
        """The code cards of a position (see `bits.make_vector`)."""
        self.pack_codes(vec[i64](codes))

    def pack_codes(self, codes: vec[i64]) -> None:
        """Put the code cards where `code_at` finds them."""
        self.codes = 0
        for i in range(CODE_CARDS):
            self.codes |= codes[i] << (i << 2)
