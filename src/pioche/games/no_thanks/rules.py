"""No Thanks!: the rules."""

from typing import TYPE_CHECKING, Final, final

from mypy_extensions import i64, mypyc_attr

from pioche.core.native.bits import bit, lowest_bit
from pioche.core.native.vectors import vec
from pioche.core.rng import Generator, Rng
from pioche.core.state import State

if TYPE_CHECKING:
    from pioche.core.game import Game

LOW: Final = 3  # NT-2: one card of each value 3 … 35
HIGH: Final = 35
CARDS: Final = 33
DRAWN: Final = 24  # NT-3: the others leave the game unseen
ALL_CARDS: Final = vec[i64]([LOW + i for i in range(CARDS)])
BELOW: Final = 1  # a card's neighbours as bits, counted from the lower one on
ABOVE: Final = 4

TAKE: Final = 0
PASS: Final = 1
ACTIONS: Final = 2


def start_chips(players: i64) -> i64:
    """NT-4: chips each at the start of a round."""
    if players <= 5:
        return 11
    if players == 6:
        return 9
    return 7


def counting_cards(cards: i64) -> i64:
    """NT-14: the cards of a mask that count: of a run of consecutive values the lowest."""
    return cards & ~(cards << 1)


def cost(cards: i64) -> i64:
    """NT-14: what the cards of a mask cost."""
    points: i64 = 0
    counting = counting_cards(cards)
    while counting != 0:
        points += lowest_bit(counting)
        counting &= counting - 1
    return points


def list_runs(cards: i64) -> list[list[int]]:
    """NT-14: the cards of a mask by runs, ascending; a card without neighbours is a run, too."""
    runs: list[list[int]] = []
    counting = counting_cards(cards)
    while cards != 0:
        card = lowest_bit(cards)
        if counting >> card & 1 == 1:
            runs.append([])
        runs[-1].append(card)
        cards &= cards - 1
    return runs


def find_neighbours(cards: i64, card: i64) -> i64:
    """NT-14: the cards of a mask that a card would form a run with."""
    lower = card - 1
    return (cards >> lower & (BELOW | ABOVE)) << lower


def added_cost(cards: i64, card: i64) -> i64:
    """NT-14: what a card adds to the cost of those in a mask; less than nothing in a run."""
    found = find_neighbours(cards, card) >> (card - 1)
    if found == 0:
        return card
    if found == BELOW:
        return 0
    if found == ABOVE:
        return -1
    return -card - 1


@mypyc_attr(acyclic=True)
@final
class NoThanks(State):
    """A game of one or more rounds."""

    __slots__ = (
        "card",
        "cards",
        "chips",
        "deck",
        "first",
        "next",
        "open_chips",
        "pot",
        "round",
        "rounds",
        "totals",
        "turn",
    )

    def __init__(
        self,
        game: "Game",
        players: i64,
        options: dict[str, int],
        rounds: i64,
        open_chips: bool,
        totals: vec[i64],
        cards: vec[i64],
    ) -> None:
        super().__init__(game, players, options)
        self.rounds: i64 = rounds  # these two from the options, where they are quickly found
        self.open_chips: bool = open_chips
        self.round: i64 = 1
        self.first: i64 = 0
        self.turn: i64 = -1  # -1: no card is up
        self.card: i64 = 0  # 0: none
        self.pot: i64 = 0
        # Clones share these two: they are replaced, never written into.
        self.deck = ALL_CARDS  # [:next] turned up, [next:DRAWN] the pile, [DRAWN:] removed
        self.totals = totals  # points of finished rounds
        self.next: i64 = 0
        self.chips: i64 = 0  # a byte a seat, the lowest for seat 0: passing touches nothing else
        self.cards = cards  # mask of the values taken

    def chips_of(self, seat: i64) -> i64:
        """How many chips a seat holds."""
        return self.chips >> (seat << 3) & 255

    def shows_chips(self, owner: i64, seat: i64) -> bool:
        """NT-5: whether a seat, or -1 for a spectator, sees the chips of their owner."""
        return seat == owner or self.open_chips or self.turn < 0

    def round_points(self, seat: i64) -> i64:
        """NT-14, NT-15: the points of a seat in this round: what its cards cost, less its chips."""
        return cost(self.cards[seat]) - self.chips_of(seat)

    def set_deck(self, cards: list[int]) -> None:
        """The pile of a position (see `bits.make_vector`)."""
        self.deck = vec[i64](cards)

    def set_cards(self, masks: list[int]) -> None:
        """The cards taken of a position (see `bits.make_vector`)."""
        self.cards = vec[i64](masks)

    def set_totals(self, totals: list[int]) -> None:
        """The points of finished rounds of a position (see `bits.make_vector`)."""
        self.totals = vec[i64](totals)

    def acting_mask(self) -> i64:
        """Only the player to act (NT-7)."""
        return bit(self.turn)

    def write_moves(self, seat: i64, out: vec[i64]) -> i64:
        """Take; or pass, with a chip to pay for it (NT-11)."""
        if seat != self.turn or seat < 0:
            return 0
        out[0] = TAKE
        if self.chips_of(seat) == 0:
            return 1
        out[1] = PASS
        return 2

    def is_legal(self, seat: i64, action: i64) -> bool:
        """As `write_moves`."""
        if seat != self.turn or seat < 0:
            return False
        return action == TAKE or (action == PASS and self.chips_of(seat) > 0)

    def do(self, seat: i64, action: i64) -> None:
        """A choice for the card that is up."""
        if action == TAKE:
            self.take()
        else:
            self.pass_card()

    def pass_card(self) -> None:
        """NT-7, NT-8: a chip onto the card, and the next player has the same choice."""
        me = self.turn
        self.chips -= bit(me << 3)
        self.pot += 1
        me += 1
        if me == self.players:
            me = 0
        self.turn = me

    def take(self) -> None:
        """NT-9: card and chips are the taker's, who goes on with the next card."""
        me = self.turn
        self.cards[me] |= bit(self.card)
        self.chips += self.pot << (me << 3)
        self.pot = 0
        following = self.next
        if following == DRAWN:
            self.end_round()
            return
        self.card = self.deck[following]
        self.next = following + 1

    def end_round(self) -> None:
        """NT-13 to NT-15, and NT-17 for what comes then."""
        totals = self.totals[:]
        for seat in range(self.players):
            totals[seat] += self.round_points(seat)
        self.totals = totals
        self.turn = -1
        self.card = 0
        if self.round == self.rounds:
            self.over = True
        else:
            self.due = True

    def deal(self, rng: Generator) -> None:
        """NT-3, NT-4, NT-6: shuffle, chips, first player; the first card is turned up."""
        if self.next > 0:
            self.round += 1
        deck = ALL_CARDS[:]
        rng.shuffle(deck, 0, DRAWN, CARDS)
        self.deck = deck
        self.card = deck[0]
        self.next = 1
        chips = start_chips(self.players)
        self.chips = 0
        for seat in range(self.players):
            self.chips = self.chips << 8 | chips
            self.cards[seat] = 0
        self.first = rng.below(self.players)
        self.turn = self.first
        self.due = False

    def clone(self) -> "NoThanks":
        s = NoThanks(
            self.game,
            self.players,
            self.options,
            self.rounds,
            self.open_chips,
            self.totals,
            self.cards[:],
        )
        s.due = self.due
        s.over = self.over
        s.round = self.round
        s.first = self.first
        s.turn = self.turn
        s.card = self.card
        s.pot = self.pot
        s.deck = self.deck
        s.next = self.next
        s.chips = self.chips
        return s

    def redraw(self, seat: i64, rng: Generator) -> None:
        """Draw the pile and the removed cards anew; the chips stay as they are.

        Chips are secret (NT-5), but all players start with the same number and every chip
        that moves afterwards moves in the open: whoever watched the round and can count
        knows what each player holds. So the true chips are the only ones that such an
        observer can't tell from the truth. What nobody can know is the pile and the nine.
        Once the round is over all 24 cards lie open, and so the nine are known too.
        """
        if self.turn < 0:
            return
        seen = bit(self.card)
        for p in range(self.players):
            seen |= self.cards[p]
        deck = self.deck[:]
        k: i64 = self.next
        for card in range(LOW, HIGH + 1):
            if not seen >> card & 1:
                deck[k] = card
                k += 1
        rng.shuffle(deck, self.next, DRAWN, CARDS)
        self.deck = deck

    def score(self, seat: i64) -> i64:
        """Points of finished rounds; those of the running one once it ends."""
        return self.totals[seat]

    def rank(self, seat: i64) -> i64:
        """NT-16: fewest points win; equal totals share the rank."""
        rank: i64 = 1
        mine = self.totals[seat]
        for p in range(self.players):
            if self.totals[p] < mine:
                rank += 1
        return rank

    def reason(self) -> str:
        """NT-13 is the only way a game ends."""
        return "pile-empty"

    def step(self, rng: Rng) -> None:
        if self.chips_of(self.turn) > 0 and rng.below(2) == PASS:
            self.pass_card()
        else:
            self.take()

    def play_on(self, rng: Rng) -> i64:
        """As `State.play_on`, with direct calls."""
        played: i64 = 0
        while not (self.due or self.over):
            self.step(rng)
            played += 1
        return played


def new_state(game: "Game", players: i64, options: dict[str, int]) -> NoThanks:
    """A game before its first deal."""
    none = vec[i64]([0] * players)
    open_chips = bool(options["open_chips"])
    return NoThanks(game, players, options, options["rounds"], open_chips, none, none[:])
