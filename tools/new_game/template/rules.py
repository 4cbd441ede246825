"""Demo Cards: the rules."""

from typing import TYPE_CHECKING, Final, final

from mypy_extensions import i64, mypyc_attr

from pioche.core.native.bits import bit, lowest_bit, members, popcount
from pioche.core.native.vectors import vec
from pioche.core.rng import Generator
from pioche.core.state import State

if TYPE_CHECKING:
    from pioche.core.game import Game

CARDS: Final = 20  # DC-2: one card of each value 1 … 20
ALL_CARDS: Final = vec[i64]([1 + i for i in range(CARDS)])


def card_of(action: i64) -> i64:
    """The card that an action plays."""
    return action + 1


def action_of(card: i64) -> i64:
    """The action that plays a card: the inverse of `card_of`."""
    return card - 1


@mypyc_attr(acyclic=True)
@final
class DemoCardsState(State):
    """A game at one moment. Sets of cards are masks: bit 7 stands for the 7."""

    __slots__ = ("aside", "hands", "played", "points", "trick", "tricks", "turn")

    def __init__(self, game: "Game", players: i64, options: dict[str, int], tricks: i64) -> None:
        super().__init__(game, players, options)
        self.tricks: i64 = tricks  # from the options, where it is quickly found
        self.turn: i64 = 0
        self.played: i64 = 0  # mask of the cards of finished tricks
        self.aside: i64 = 0  # mask of the cards that were not dealt
        self.hands = vec[i64]([0] * players)  # masks
        self.trick = vec[i64]([0] * players)  # per seat the card played to the trick; 0: none
        self.points = vec[i64]([0] * players)

    def acting_mask(self) -> i64:
        """DC-4: only the player whose turn it is."""
        return bit(self.turn)

    def write_moves(self, seat: i64, out: vec[i64]) -> i64:
        """DC-4: any card of the hand."""
        if seat != self.turn or self.due or self.over:
            return 0
        n: i64 = 0
        hand = self.hands[seat]
        while hand != 0:
            out[n] = action_of(lowest_bit(hand))
            n += 1
            hand &= hand - 1
        return n

    def do(self, seat: i64, action: i64) -> None:
        """DC-4: a card is played; the next player follows, or the trick is complete."""
        card = card_of(action)
        self.hands[seat] &= ~bit(card)
        self.trick[seat] = card
        following = seat + 1
        if following == self.players:
            following = 0
        if self.trick[following] == 0:
            self.turn = following
        else:
            self.end_trick()

    def end_trick(self) -> None:
        """DC-5: the highest card wins the trick, and its player begins the next one."""
        winner: i64 = 0
        for seat in range(self.players):
            if self.trick[seat] > self.trick[winner]:
                winner = seat
        for seat in range(self.players):
            self.played |= bit(self.trick[seat])
            self.trick[seat] = 0
        self.points[winner] += 1
        self.turn = winner
        self.over = self.hands[winner] == 0  # DC-6

    def deal(self, rng: Generator) -> None:
        """DC-3: hands for all; the rest is put aside unseen. Lots are drawn for who begins."""
        deck = ALL_CARDS[:]
        self.deal_out(deck, rng)
        self.turn = rng.below(self.players)
        self.due = False

    def deal_out(self, deck: vec[i64], rng: Generator) -> None:
        """Hands from a deck in a fixed order, and what is left put aside."""
        rng.shuffle(deck, 0, self.players * self.tricks, len(deck))
        k: i64 = 0
        for seat in range(self.players):
            self.hands[seat] = 0
            for i in range(self.tricks):
                self.hands[seat] |= bit(deck[k])
                k += 1
        self.aside = 0
        for j in range(k, len(deck)):
            self.aside |= bit(deck[j])

    def clone(self) -> "DemoCardsState":
        s = DemoCardsState(self.game, self.players, self.options, self.tricks)
        s.due = self.due
        s.over = self.over
        s.turn = self.turn
        s.played = self.played
        s.aside = self.aside
        s.hands = self.hands[:]
        s.trick = self.trick[:]
        s.points = self.points[:]
        return s

    def redraw(self, seat: i64, rng: Generator) -> None:
        """DC-3: the other hands and what was put aside, drawn anew from all unseen cards."""
        unseen = self.aside
        for p in range(self.players):
            if p != seat:
                unseen |= self.hands[p]
        pool = vec[i64](members(unseen))
        rng.shuffle(pool, 0, len(pool), len(pool))
        k: i64 = 0
        for p in range(self.players):
            if p == seat:
                continue
            size = popcount(self.hands[p])
            self.hands[p] = 0
            for i in range(size):
                self.hands[p] |= bit(pool[k])
                k += 1
        self.aside = 0
        for j in range(k, len(pool)):
            self.aside |= bit(pool[j])

    def score(self, seat: i64) -> i64:
        """DC-5: a point a trick."""
        return self.points[seat]

    def rank(self, seat: i64) -> i64:
        """DC-6: most points win; equal points share the rank."""
        rank: i64 = 1
        for p in range(self.players):
            if self.points[p] > self.points[seat]:
                rank += 1
        return rank

    def reason(self) -> str:
        """DC-6 is the only way a game ends."""
        return "hands-empty"

    def hand_cards(self, seat: i64) -> list[int]:
        """A hand, ascending."""
        return members(self.hands[seat])

    def set_cards(self, hands: list[int], trick: list[int], points: list[int]) -> None:
        """The vectors of a position: interpreted code must not set them."""
        self.hands = vec[i64](hands)
        self.trick = vec[i64](trick)
        self.points = vec[i64](points)


def new_state(game: "Game", players: i64, options: dict[str, int]) -> DemoCardsState:
    """A game before its first deal."""
    return DemoCardsState(game, players, options, options["tricks"])
