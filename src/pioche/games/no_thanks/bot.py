"""No Thanks!: what a good player knows."""

from typing import final

from mypy_extensions import i64, mypyc_attr

from pioche.core.rng import Rng
from pioche.core.sense import Sense
from pioche.core.state import State
from pioche.core.vecs import vec
from pioche.games.no_thanks.rules import DRAWN, PASS, TAKE, NoThanks


def price(cards: i64, card: i64) -> i64:
    """NT-14: what a card adds to the cost of those in a mask; less than nothing in a run."""
    below = cards >> (card - 1) & 1
    above = cards >> (card + 1) & 1
    if below == 1:
        if above == 1:
            return -card - 1
        return 0
    if above == 1:
        return -1
    return card


@mypyc_attr(acyclic=True)
@final
class NoThanksSense(Sense):
    """Card sense for No Thanks!."""

    __slots__ = ("base", "bridge", "curious", "few", "late", "milk", "rich", "scale", "smooth", "spread", "steep")

    def __init__(self) -> None:
        self.base: i64 = 64
        self.spread: i64 = 80
        self.few: i64 = 4
        self.steep: i64 = 48
        self.milk: bool = False
        self.smooth: float = 0.0
        self.scale: float = 60.0
        self.curious: float = 1.0
        self.bridge: i64 = 0
        self.late: i64 = 0
        self.rich: i64 = 0

    def curiosity(self) -> float:
        """How readily search tries moves that have not proved themselves yet."""
        return self.curious

    def child(self, state: State, seat: i64, rng: Rng) -> i64:
        """Takes what looks small or pays well, sees runs, and can't foresee the end of chips."""
        assert isinstance(state, NoThanks)
        if state.chips_of(seat) == 0:
            return TAKE
        if price(state.cards[seat], state.card) - state.pot <= 4 + rng.below(10):
            return TAKE
        return PASS

    def family(self, state: State, seat: i64, rng: Rng) -> i64:
        """Takes what costs little with its chips; earlier when chips run out."""
        return self.quick(state, seat, rng)

    def limit(self, chips: i64, left: i64, rng: Rng) -> i64:
        """What a player with so many chips is ready to pay for a card, in sixteenths."""
        limit = self.base + self.late * left + self.rich * chips + rng.below(self.spread)
        if chips < self.few:
            limit += self.steep * (self.few - chips)
        return limit

    def quick(self, state: State, seat: i64, rng: Rng) -> i64:
        """As the family plays."""
        assert isinstance(state, NoThanks)
        return self.pick(state, rng)

    def pick(self, table: NoThanks, rng: Rng) -> i64:
        """As `quick`."""
        seat = table.turn
        chips = table.chips_of(seat)
        if chips == 0:
            return TAKE
        mine = table.cards[seat]
        card = table.card
        due = price(mine, card) - table.pot
        if self.bridge > 0 and due > 0:
            if mine >> (card + 2) & 1 or mine >> (card - 2) & 1:
                due -= self.bridge
        left = DRAWN - table.next
        if due << 4 > self.limit(chips, left, rng):
            return PASS
        if self.milk and not self.wanted(table, rng):
            return PASS
        return TAKE

    def wanted(self, table: NoThanks, rng: Rng) -> bool:
        """Whether another player would take the card before it comes round again."""
        left = DRAWN - table.next
        cards = table.cards
        card = table.card
        pot = table.pot
        seat = table.turn
        players = table.players
        for i in range(1, players):
            pot += 1
            seat += 1
            if seat == players:
                seat = 0
            chips = table.chips_of(seat)
            if chips == 0 or (price(cards[seat], card) - pot) << 4 <= self.limit(
                chips, left, rng
            ):
                return True
        return False

    def settled(self, state: State) -> bool:
        """A round stands for the game."""
        return state.over or state.due

    def finish(self, state: State, rng: Rng) -> None:
        """To the end of the round, with direct calls."""
        assert isinstance(state, NoThanks)
        while not (state.over or state.due):
            if self.pick(state, rng) == TAKE:
                state.take()
            else:
                state.refuse()

    def shares(self, state: State, out: vec[float]) -> None:
        """Who wins, and a little of by how much: that tells good moves apart when far behind."""
        assert isinstance(state, NoThanks)
        totals = state.totals
        players = state.players
        best = totals[0]
        total: i64 = 0
        winners: i64 = 0
        for seat in range(players):
            total += totals[seat]
            if totals[seat] < best:
                best = totals[seat]
                winners = 0
            if totals[seat] == best:
                winners += 1
        even = 1.0 / float(players)
        mean = float(total) * even
        for seat in range(players):
            won = 0.0
            if totals[seat] == best:
                won = 1.0 / float(winners)
            margin = even + (mean - float(totals[seat])) / self.scale
            out[seat] = won + self.smooth * (margin - won)
