"""Rouge Jaune Vert: a player at the table, who looks, remembers, judges and reaches."""

from math import exp
from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from pioche.core.native.vectors import vec
from pioche.core.rng import Rng
from pioche.games.rouge_jaune_vert.bot.skill import PlayerSkill, draw_bernoulli, draw_tempo
from pioche.games.rouge_jaune_vert.rules.cards import (
    CARD,
    GONE,
    SLOTS,
    UP,
    cards_fit,
    highest_point,
    lies_open,
)
from pioche.games.rouge_jaune_vert.rules.state import (
    CHOOSE,
    LONGEST_SERIES,
    PLACE,
    RETURN,
    RougeJauneVert,
)

SECONDS_PER_CARD: Final = 6.0  # seconds that a good player takes for a card, all in all
NO_SLOT: Final = -1


def find_highest_choice(table: RougeJauneVert) -> i64:
    """RJV-15: the highest point card left. Never wrong: it adds most and leaves the least."""
    return CHOOSE + highest_point(table.points)


def poisson_cdf(most: i64, mean: float) -> float:
    """The chance that somebody places no more than so many cards where `mean` are expected."""
    term = exp(-mean)
    total = 0.0
    for k in range(most + 1):
        total += term
        term *= mean / float(k + 1)
    return total


@mypyc_attr(acyclic=True)
@final
class SimulatedPlayer:
    """What one player remembers of a round, and what it does next.

    It is shown states imagined for its own seat and looks at what lies open, at its own hand
    and at the series, never at a card that it can't see.
    """

    __slots__ = (
        "aim",
        "aware",
        "judged",
        "length",
        "memory",
        "moment",
        "reflexes",
        "round",
        "seconds",
        "seen",
        "slot_buffer",
    )

    def __init__(self, reflexes: PlayerSkill) -> None:
        self.reflexes = reflexes
        self.seconds: float = 0.0  # that eyes and hands take for the latest move
        self.round: i64 = 0
        self.length: i64 = 0  # of the own series at the latest look
        self.aim: i64 = NO_SLOT  # the slot of an open card found to fit
        self.aware: bool = False  # that the own series is broken
        self.moment: i64 = 0  # counts what was noticed
        self.memory = vec[i64]([0] * SLOTS)  # when it was noticed what lies open there; 0: not
        self.judged = vec[i64]([0] * SLOTS)  # the length of the series it did not fit
        self.seen = vec[i64]([0] * SLOTS)  # 1: lay open at the latest look
        self.slot_buffer = vec[i64]([0] * SLOTS)  # slots gathered for the moment

    def choose_move(self, table: RougeJauneVert, seat: i64, rng: Rng) -> i64:
        """The next move; `seconds` tells how long it takes from now."""
        if not table.racing:
            self.seconds = (self.reflexes.judge + self.reflexes.reach) * draw_tempo(0.3, rng)
            return find_highest_choice(table)
        if table.round != self.round or table.series_length(seat) < self.length:
            self.start_round(table)
        self.seconds = 0.0
        if table.held_slot(seat) >= 0:
            action = self.use_card(table, seat, rng)
        else:
            action = self.find_card(table, seat, rng)
        self.seconds *= draw_tempo(self.reflexes.spread, rng)
        return action

    def start_round(self, table: RougeJauneVert) -> None:
        self.round = table.round
        self.length = 0
        self.aim = NO_SLOT
        self.aware = False
        for slot in range(SLOTS):
            self.memory[slot] = 0
            self.seen[slot] = 0

    # -- with a card in hand -------------------------------------------------------------

    def use_card(self, table: RougeJauneVert, seat: i64, rng: Rng) -> i64:
        """RJV-7: place it or put it back."""
        reflexes = self.reflexes
        slot = table.held_slot(seat)
        fit = self.seems_to_fit(table, seat, slot, rng)
        self.aim = NO_SLOT
        self.seconds += reflexes.put
        if fit:
            return PLACE
        self.remember(slot)
        self.judged[slot] = table.series_length(seat)
        return RETURN

    def seems_to_fit(self, table: RougeJauneVert, seat: i64, slot: i64, rng: Rng) -> bool:
        """A card chosen because it fits is looked at again now and then; any other is read."""
        reflexes = self.reflexes
        if slot == self.aim:
            if not draw_bernoulli(reflexes.recheck, rng):
                return True
        elif self.should_stop(table, seat):
            self.aware = True
            return True
        else:
            self.seconds += reflexes.read
        return self.compare(table.last_card(seat), table.slots[slot] & CARD, rng)

    def compare(self, a: i64, b: i64, rng: Rng) -> bool:
        """Whether two cards seem to fit: a fit takes all the steps, a misfit seldom does."""
        step = self.reflexes.find_common_step(a, b, rng)
        if step == 0:
            self.seconds += 3.0 * self.reflexes.judge
            return True
        self.seconds += float(step) * self.reflexes.judge
        return False

    # -- with empty hands ----------------------------------------------------------------

    def find_card(self, table: RougeJauneVert, seat: i64, rng: Rng) -> i64:
        """RJV-6: a card that fits, from memory or at a look; else one to turn."""
        reflexes = self.reflexes
        self.seconds += reflexes.orient
        self.look_around(table, rng)
        self.look_back(table, seat, rng)
        slot = self.recall(table, seat, rng)
        if slot < 0 and not self.should_stop(table, seat) and draw_bernoulli(reflexes.looks, rng):
            slot = self.scan(table, seat, rng)
        self.aim = slot
        if slot < 0:
            slot = self.pick_any_card(table, rng)
        self.seconds += reflexes.reach
        return slot

    def look_around(self, table: RougeJauneVert, rng: Rng) -> None:
        """Some memories fade, taken cards are gone, some of those put back are noticed."""
        reflexes = self.reflexes
        slots = table.slots
        memory = self.memory
        seen = self.seen
        for slot in range(SLOTS):
            if not lies_open(slots[slot]):
                memory[slot] = 0
                seen[slot] = 0
            elif memory[slot] > 0:
                if draw_bernoulli(reflexes.fade, rng):
                    memory[slot] = 0
            elif seen[slot] == 0 and draw_bernoulli(reflexes.notice, rng):
                self.remember(slot)
                self.judged[slot] = 0
            if lies_open(slots[slot]):
                seen[slot] = 1

    def look_back(self, table: RougeJauneVert, seat: i64, rng: Rng) -> None:
        """A mistake may be noticed right after it was made, and never mended."""
        n = table.series_length(seat)
        if n == self.length or n < 2:
            self.length = n
            return
        self.length = n
        reflexes = self.reflexes
        if not draw_bernoulli(reflexes.review, rng):
            return
        at = seat * LONGEST_SERIES + n
        before, after = table.series[at - 2], table.series[at - 1]
        if not cards_fit(before, after) and reflexes.find_common_step(before, after, rng) != 0:
            self.aware = True

    def remember(self, slot: i64) -> None:
        """A card more; the oldest gives way where there are too many."""
        memory = self.memory
        self.moment += 1
        memory[slot] = self.moment
        count: i64 = 0
        oldest = slot
        for i in range(SLOTS):
            if memory[i] > 0:
                count += 1
                if memory[i] < memory[oldest]:
                    oldest = i
        if count > self.reflexes.capacity:
            memory[oldest] = 0

    def recall(self, table: RougeJauneVert, seat: i64, rng: Rng) -> i64:
        """A card kept in mind that seems to fit: the best by plan, or the first; -1: none."""
        reflexes = self.reflexes
        n = table.series_length(seat)
        last = table.last_card(seat)
        best: i64 = NO_SLOT
        best_worth: i64 = -1
        for slot in range(SLOTS):
            if self.memory[slot] == 0 or self.judged[slot] == n:
                continue
            card = table.slots[slot] & CARD
            if reflexes.find_common_step(last, card, rng) != 0:
                self.judged[slot] = n
                continue
            worth: i64 = 0
            if reflexes.plans:
                worth = self.plan_value(table, card)
            if worth > best_worth:
                best = slot
                best_worth = worth
        if best >= 0:
            self.seconds += reflexes.judge
        return best

    def plan_value(self, table: RougeJauneVert, card: i64) -> i64:
        """What a card leads on to among those in mind; then its times, for ties (RJV-14)."""
        ways: i64 = 0
        for slot in range(SLOTS):
            if self.memory[slot] > 0 and cards_fit(table.slots[slot] & CARD, card):
                ways += 1
        if ways > 3:
            ways = 3
        return ways * 4 + (card & 3)

    def scan(self, table: RougeJauneVert, seat: i64, rng: Rng) -> i64:
        """Open cards not in mind, here and there, until one seems to fit; -1: none."""
        reflexes = self.reflexes
        room = self.slot_buffer
        last = table.last_card(seat)
        n: i64 = 0
        for slot in range(SLOTS):
            if self.seen[slot] == 1 and self.memory[slot] == 0:
                room[n] = slot
                n += 1
        most = reflexes.span
        if n < most:
            most = n
        rng.shuffle(room, 0, most, n)
        for i in range(most):
            self.seconds += reflexes.glance
            slot = room[i]
            if reflexes.find_common_step(last, table.slots[slot] & CARD, rng) == 0:
                self.seconds += 3.0 * reflexes.judge
                return slot
            if draw_bernoulli(reflexes.heed, rng):
                self.remember(slot)
                self.judged[slot] = table.series_length(seat)
        return NO_SLOT

    def pick_any_card(self, table: RougeJauneVert, rng: Rng) -> i64:
        """One that lies face down, wherever the hand is; an open one where there is no other."""
        room = self.slot_buffer
        n: i64 = 0
        for slot in range(SLOTS):
            if table.slots[slot] < UP:
                room[n] = slot
                n += 1
        if n == 0:
            for slot in range(SLOTS):
                if table.slots[slot] < GONE:
                    room[n] = slot
                    n += 1
        return room[rng.below(n)]

    # -- the stop ------------------------------------------------------------------------

    def should_stop(self, table: RougeJauneVert, seat: i64) -> bool:
        """Whether to fill up the series with anything, to stop the round (RJV-11, RJV-13).

        A broken series keeps what it keeps while those of the others only grow, so the
        sooner the round ends the better. A right one gives up what it could still gain for
        the lead that it has.
        """
        reflexes = self.reflexes
        if reflexes.stops < 0:
            return False
        if self.aware:
            return True
        left = table.missing_cards(seat)
        if left > reflexes.stops:
            return False
        return self.chance_of_first(table, seat, left) >= reflexes.daring

    def chance_of_first(self, table: RougeJauneVert, seat: i64, left: i64) -> float:
        """The chance to be first when the hands fill up the series as fast as they can."""
        reflexes = self.reflexes
        gained = float(left) * (reflexes.reach + reflexes.put) / SECONDS_PER_CARD
        mine = table.series_length(seat)
        sure = 1.0
        for p in range(table.players):
            if p != seat:
                sure *= self.chance_to_stay_ahead(
                    table, p, seat, mine - table.count_kept(p), gained
                )
        return sure

    def chance_to_stay_ahead(
        self, table: RougeJauneVert, other: i64, seat: i64, lead: i64, gained: float
    ) -> float:
        """The chance that another does not catch up; equal lengths go by times (RJV-14)."""
        if lead < 0 or (lead == 0 and table.sum_times(other) > table.sum_times(seat)):
            return 0.0
        if lead == 0:
            return poisson_cdf(0, gained)
        return (poisson_cdf(lead - 1, gained) + poisson_cdf(lead, gained)) / 2.0
