"""Gap: the rules."""

from typing import TYPE_CHECKING, Final, final

from mypy_extensions import i64, mypyc_attr

from pioche.core.native.bits import bit, lowest_bit, nth_bit, popcount
from pioche.core.native.vectors import vec
from pioche.core.rng import Generator, Rng
from pioche.core.state import CLOCK, State
from pioche.games.gap.rules.cards import (
    ALL_COLOURS,
    CARDS,
    COLOURS,
    cards_of,
    count_plays,
    count_removed_colours,
    find_choices,
    find_takes,
    hand_size,
    has_choice,
    lower_neighbours,
    upper_neighbours,
)
from pioche.games.gap.rules.scoring import (
    score_tally,
    tally,
    tally_after,
    tally_card,
    tie_break_key,
    total_score,
)

if TYPE_CHECKING:
    from pioche.core.game import Game

TIME: Final = 100  # the clock's move; before it the card to play, or CARDS + the card to take
ACTIONS: Final = 101
MIDDLE: Final = 4  # GAP-5, GAP-14: cards in the middle at least, as long as the pile lasts
EXTRA_ROUNDS: Final = 10  # GAP-20: at most so many to break a tie
TURN_SECONDS: Final = 6  # seconds that a move is taken to last in games that no real clock runs in

PLAY: Final = 0  # phases: a card is to be played, …
LOWER: Final = 1  # … one of several lower neighbours chosen, …
UPPER: Final = 2  # … or one of several upper ones

NONE: Final = -1  # no card


@mypyc_attr(acyclic=True)
@final
class Gap(State):
    """A game of several rounds."""

    __slots__ = (
        "colours",
        "deck",
        "ended",
        "first",
        "hands",
        "last",
        "middle",
        "minutes",
        "next",
        "phase",
        "played",
        "round",
        "rounds",
        "rows",
        "scores",
        "size",
        "target",
        "turn",
    )

    def __init__(
        self,
        game: "Game",
        players: i64,
        options: dict[str, int],
        target: i64,
        rounds: i64,
        minutes: i64,
        hands: vec[i64],
        rows: vec[i64],
        deck: vec[i64],
        scores: vec[i64],
    ) -> None:
        super().__init__(game, players, options)
        self.target: i64 = target  # these three from the options, where they are quickly found
        self.rounds: i64 = rounds  # 0: none agreed
        self.minutes: i64 = minutes  # 0: none agreed
        self.last: i64 = 0  # the round that was played when the time was up; 0: it is not
        self.colours: i64 = 0  # mask of those in play; 0 before the first deal
        self.round: i64 = 1
        self.first: i64 = 0
        self.turn: i64 = 0
        self.phase: i64 = PLAY
        self.played: i64 = NONE  # the card waiting for its choices
        self.hands = hands  # masks of cards, by seat
        self.rows = rows
        self.middle: i64 = 0  # mask
        self.size: i64 = 0  # cards in the middle
        # Clones share these two: they are replaced, never written into.
        self.deck = deck  # [next:] the draw pile
        self.scores = scores  # of finished rounds, one after the other, by seat in each
        self.next: i64 = 0
        self.ended: i64 = 0  # the round that reached what was agreed (GAP-4); 0: none

    def set_deck(self, cards: list[int]) -> None:
        """The pile of a position (see `bits.make_vector`)."""
        self.deck = vec[i64](cards)

    def set_scores(self, scores: list[int]) -> None:
        """The finished rounds of a position (see `bits.make_vector`)."""
        self.scores = vec[i64](scores)

    def open_cards(self) -> i64:
        """The mask of the cards that the player to act may play or take."""
        if self.phase == PLAY:
            return self.hands[self.turn]
        if self.phase == LOWER:
            return self.middle & lower_neighbours(self.played)
        return self.middle & upper_neighbours(self.played)

    def open_choices(self) -> i64:
        """GAP-9: the mask of the cards to choose from; 0 where no choice is open."""
        if self.phase == PLAY:
            return 0
        return self.open_cards()

    def is_dealt(self) -> bool:
        """Whether there was a first deal."""
        return self.colours != 0

    def is_round_running(self) -> bool:
        """Whether a round is being played."""
        return not (self.due or self.over)

    def draw_count(self) -> i64:
        """How many cards are left in the pile."""
        size: i64 = len(self.deck)
        return size - self.next

    def tally_with(self, card: i64, row: i64) -> i64:
        """The tally of the row of the player to act once an open card was played or taken."""
        if self.phase == PLAY:
            return tally_after(self.middle, card, row)
        return row + tally_card(self.played) + tally_card(card)

    def acting_mask(self) -> i64:
        """Only the player whose turn it is."""
        return bit(self.turn)

    def write_moves(self, seat: i64, out: vec[i64]) -> i64:
        """Any card of the hand (GAP-7); where there is a choice, the cards to take (GAP-9)."""
        if seat != self.turn or not self.is_round_running():
            return self.write_clock_moves(seat, out)
        start: i64 = 0
        if self.phase != PLAY:
            start = CARDS
        n: i64 = 0
        mask = self.open_cards()
        while mask != 0:
            out[n] = start + lowest_bit(mask)
            mask &= mask - 1
            n += 1
        return n

    def write_clock_moves(self, seat: i64, out: vec[i64]) -> i64:
        """GAP-4: once, while a round is played, the clock may say that the time is up."""
        if seat != CLOCK or not self.may_call_time():
            return 0
        out[0] = TIME
        return 1

    def may_call_time(self) -> bool:
        """GAP-4: whether the clock may say, while a round is played, that the time is up."""
        return self.has_clock() and self.is_round_running()

    def has_clock(self) -> bool:
        """Whether a time was agreed and is not up yet."""
        return self.minutes > 0 and self.last == 0

    def is_legal(self, seat: i64, action: i64) -> bool:
        """As `write_moves`."""
        if seat == CLOCK:
            return action == TIME and self.may_call_time()
        if seat != self.turn or not self.is_round_running() or action >= TIME:
            return False
        if (self.phase == PLAY) != (action < CARDS):
            return False
        return self.open_cards() >> action % CARDS & 1 == 1

    def do(self, seat: i64, action: i64) -> None:
        """Play a card, or take one of several; or the time is up."""
        if action < CARDS:
            self.play(action)
        elif action < TIME:
            self.choose(action - CARDS)
        else:
            self.last = self.round

    def play(self, card: i64) -> None:
        """GAP-7: a card from the hand; GAP-8 comes before GAP-9, and GAP-11 is the last resort."""
        self.hands[self.turn] ^= bit(card)
        taken = find_takes(self.middle, card)
        if taken == 0:
            self.middle |= bit(card)
            self.size += 1
        elif find_choices(taken, card) != 0:
            self.offer_choice(card, taken & lower_neighbours(card))
            return
        else:
            self.collect(bit(card), taken)
        self.end_turn()

    def offer_choice(self, card: i64, lower: i64) -> None:
        """GAP-9, GAP-10: the lower neighbour first, by itself where there is only one."""
        self.played = card
        if has_choice(lower):
            self.phase = LOWER
        else:
            self.collect(0, lower)
            self.phase = UPPER

    def choose(self, card: i64) -> None:
        """GAP-9: the card chosen; GAP-10: the upper neighbour comes after the lower one."""
        self.collect(0, bit(card))
        if self.phase == LOWER:
            upper = self.middle & upper_neighbours(self.played)
            if has_choice(upper):
                self.phase = UPPER
                return
            self.collect(0, upper)
        self.collect(bit(self.played), 0)
        self.played = NONE
        self.phase = PLAY
        self.end_turn()

    def collect(self, played: i64, taken: i64) -> None:
        """GAP-13: the card played and those from the middle, into the row."""
        self.rows[self.turn] |= played | taken
        self.middle ^= taken
        self.size -= popcount(taken)

    def end_turn(self) -> None:
        """GAP-14: fill up the middle; GAP-15: the seat on the left, or the end of the round."""
        if self.size < MIDDLE:
            self.refill()
        turn = self.turn + 1
        if turn == self.players:
            turn = 0
        if self.hands[turn] == 0:
            self.end_round()
        else:
            self.turn = turn

    def refill(self) -> None:
        """GAP-14: as far as the pile goes."""
        deck = self.deck
        k = self.next
        size = self.size
        while size < MIDDLE and k < len(deck):
            self.middle |= bit(deck[k])
            k += 1
            size += 1
        self.next = k
        self.size = size

    def end_round(self) -> None:
        """GAP-16 to GAP-18: the scores of the round."""
        done: i64 = len(self.scores)
        scores = vec[i64]([0] * (done + self.players))
        for i in range(done):
            scores[i] = self.scores[i]
        for seat in range(self.players):
            scores[done + seat] = score_tally(tally(self.rows[seat]))
        self.scores = scores
        self.check_game_end()

    def check_game_end(self) -> None:
        """GAP-19, GAP-20: after a round, is the game over or is another round due?"""
        if self.ended == 0 and self.is_last_round():
            self.ended = self.round
        if self.ended > 0 and (not self.is_tied() or self.round == self.ended + EXTRA_ROUNDS):
            self.over = True
        else:
            self.due = True

    def is_last_round(self) -> bool:
        """GAP-19, GAP-4: whether this was the last round by the clock, by number or by points."""
        if self.minutes > 0:
            return self.round == self.last
        if self.rounds > 0:
            return self.round == self.rounds
        for seat in range(self.players):
            if self.score(seat) >= self.target:
                return True
        return False

    def find_leaders(self) -> i64:
        """GAP-20: the mask of the seats that share first place, or of the one that has it."""
        leaders: i64 = 1
        top = tie_break_key(self.scores, self.players, 0)
        for seat in range(1, self.players):
            key = tie_break_key(self.scores, self.players, seat)
            if key > top:
                top = key
                leaders = bit(seat)
            elif key == top:
                leaders |= bit(seat)
        return leaders

    def is_tied(self) -> bool:
        """GAP-20: whether several share first place."""
        return popcount(self.find_leaders()) > 1

    def find_tied(self) -> i64:
        """GAP-20: the mask of those who share it while an extra round is due or played for it."""
        if self.ended == 0 or self.over:
            return 0
        return self.find_leaders()

    def deal(self, rng: Generator) -> None:
        """GAP-3, GAP-5, GAP-6: colours and first player once, then cards for every round."""
        if self.is_dealt():
            self.round += 1
            self.first = (self.first + 1) % self.players
        else:
            self.draw_colours(rng)
            self.first = rng.below(self.players)
        self.turn = self.first
        deck = cards_of(self.colours)
        rng.shuffle(deck, 0, len(deck), len(deck))
        self.deck = deck
        self.deal_hands()
        self.middle = 0
        self.size = 0
        self.refill()
        self.due = False

    def draw_colours(self, rng: Generator) -> None:
        """GAP-3: the colours that leave the game are drawn at random."""
        order = ALL_COLOURS[:]
        gone = count_removed_colours(self.players)
        rng.shuffle(order, 0, gone, COLOURS)
        for i in range(gone, COLOURS):
            self.colours |= bit(order[i])

    def deal_hands(self) -> None:
        """GAP-5: a hand each, and no row yet."""
        deck = self.deck
        each = hand_size(self.players)
        k: i64 = 0
        for seat in range(self.players):
            hand: i64 = 0
            for i in range(k, k + each):
                hand |= bit(deck[i])
            k += each
            self.hands[seat] = hand
            self.rows[seat] = 0
        self.next = k

    def clone(self) -> "Gap":
        s = Gap(
            self.game,
            self.players,
            self.options,
            self.target,
            self.rounds,
            self.minutes,
            self.hands[:],
            self.rows[:],
            self.deck,
            self.scores,
        )
        s.due = self.due
        s.over = self.over
        s.colours = self.colours
        s.round = self.round
        s.first = self.first
        s.turn = self.turn
        s.phase = self.phase
        s.played = self.played
        s.middle = self.middle
        s.size = self.size
        s.next = self.next
        s.ended = self.ended
        s.last = self.last
        return s

    def redraw(self, seat: i64, rng: Generator) -> None:
        """Draw the other hands and the pile anew.

        Whatever a player has played, any card of the hand was legal (GAP-7), so all ways
        to spread the unseen cards are equally likely.
        """
        if not self.is_dealt():
            return
        pool = self.unseen_cards(seat)
        rng.shuffle(pool, 0, len(pool), len(pool))
        k: i64 = 0
        for p in range(self.players):
            if p != seat:
                stop = k + popcount(self.hands[p])
                hand: i64 = 0
                for i in range(k, stop):
                    hand |= bit(pool[i])
                self.hands[p] = hand
                k = stop
        self.deck = pool
        self.next = k

    def unseen_cards(self, seat: i64) -> vec[i64]:
        """The cards that a seat sees nowhere, ascending."""
        seen = self.middle | self.hands[seat]
        if self.played != NONE:
            seen |= bit(self.played)
        for p in range(self.players):
            seen |= self.rows[p]
        cards = cards_of(self.colours)
        pool = vec[i64]([0] * (len(cards) - popcount(seen)))
        k: i64 = 0
        for i in range(len(cards)):
            if not seen >> cards[i] & 1:
                pool[k] = cards[i]
                k += 1
        return pool

    def score(self, seat: i64) -> i64:
        """GAP-20: the finished rounds added up."""
        return total_score(self.scores, self.players, seat)

    def rank(self, seat: i64) -> i64:
        """GAP-20: tie-breaks are for first place; lower down equal totals share the rank."""
        leaders = self.find_leaders()
        if leaders >> seat & 1 == 1:
            return 1
        rank: i64 = 1
        mine = self.score(seat)
        for p in range(self.players):
            if self.score(p) > mine or leaders >> p & 1 == 1:
                rank += 1
        return rank

    def reason(self) -> str:
        """GAP-19 or, after extra rounds, GAP-20."""
        if self.round > self.ended:
            return "still-tied" if self.is_tied() else "tie-broken"
        if self.minutes > 0:
            return "time-up"
        return "rounds-played" if self.rounds > 0 else "target-reached"

    def step(self, rng: Rng) -> None:
        mask = self.open_cards()
        card = nth_bit(mask, rng.below(popcount(mask)))
        if self.phase == PLAY:
            self.play(card)
        else:
            self.choose(card)

    def play_on(self, rng: Rng) -> i64:
        """As `State.play_on`, with direct calls."""
        played: i64 = 0
        while not (self.due or self.over):
            self.step(rng)
            played += 1
        return played

    def playout(self, rng: Rng) -> i64:
        """As `State.playout`; time passes by TURN_SECONDS, and ends in the round it ends in."""
        played: i64 = 0
        of_round = count_plays(self.players)
        while not self.over:
            if self.due:
                self.deal(rng)
            if self.has_clock() and TURN_SECONDS * (played + of_round) > 60 * self.minutes:
                self.last = self.round
            played += self.play_on(rng)
        return played


def new_state(game: "Game", players: i64, options: dict[str, int]) -> Gap:
    """A game before its first deal."""
    none = vec[i64]([0] * players)
    empty = none[:0]
    target, rounds, minutes = options["target"], options["rounds"], options["minutes"]
    return Gap(game, players, options, target, rounds, minutes, none, none[:], empty, empty)
