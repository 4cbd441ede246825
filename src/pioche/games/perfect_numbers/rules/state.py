"""Perfect Numbers: the rules."""

from typing import TYPE_CHECKING

from mypy_extensions import i64, mypyc_attr

from pioche.core.native.bits import bit, popcount
from pioche.core.native.vectors import vec
from pioche.core.rng import Generator
from pioche.games.perfect_numbers.rules.cards import (
    ADD,
    CLOSE,
    COLOURS,
    DISCARD,
    DOWN,
    GROUP_MASK,
    GROUP_SHIFT,
    HAND_BITS,
    HAND_MASK,
    KEEP,
    KINDS,
    MARKET_CARDS,
    MOST_CARDS,
    MOVE,
    MOVE_CARD,
    NUMBERS,
    PROTECT,
    PROTECT_CARD,
    PROTECT_WITH,
    REPLACE,
    REPLACE_STORE,
    RING,
    SETUP_CARDS,
    STEAL,
    STEAL_CARD,
    STORE,
    added_kind,
    added_place,
    build_deck,
    has_card,
    number_of,
    payable_bonus,
    replaced_place,
    with_card,
    without_card,
)
from pioche.games.perfect_numbers.rules.moves import PerfectNumbersLegalMoves

if TYPE_CHECKING:
    from pioche.core.game import Game


@mypyc_attr(acyclic=True)
class PerfectNumbers(PerfectNumbersLegalMoves):
    """A game. Only `rules_version_1` subclasses it."""

    __slots__ = ()

    # -- moves ---------------------------------------------------------------------------

    def do(self, seat: i64, action: i64) -> None:
        """A move; then whatever happens by itself, unless a question is open."""
        if action < ADD:
            self.take(action)
        elif action < REPLACE:
            self.do_add(action)
        elif action < STORE:
            self.do_replace(action)
        elif action < PROTECT:
            self.do_store_or_answer(action)
        elif action < DISCARD:
            self.do_action(action)
        elif action == DISCARD:
            self.discard_stolen()
        else:
            self.end_turn()
            return
        if self.hand == 0 and self.perfect < 0 and self.stolen < 0:
            self.continue_turn()

    def take(self, group: i64) -> None:
        """PN-6: a group of the Market, all of it."""
        mask = GROUP_MASK[group]
        self.hand = (self.market & mask) >> GROUP_SHIFT[group]
        self.market &= ~mask
        self.taken = True

    def spend_card(self, kind: i64) -> None:
        """The card to be laid leaves the hand; a stolen one comes before any other."""
        if self.stolen >= 0:
            self.stolen = -1
        else:
            self.hand = without_card(self.hand, kind)

    def do_add(self, action: i64) -> None:
        """PN-7, PN-12 (a), PN-14: to a series of one's own or another's, or starting it."""
        kind = added_kind(action)
        self.spend_card(kind)
        self.add_card(added_place(action, self.turn), kind)

    def do_replace(self, action: i64) -> None:
        """PN-12 (b), PN-19: in place of a series."""
        if action < REPLACE_STORE:
            kind = (action - REPLACE) // COLOURS
            self.spend_card(kind)
            self.clear_place(replaced_place(action))
            self.add_card(COLOURS * self.turn + kind // NUMBERS, kind)
        else:
            self.clear_place(replaced_place(action))
            self.store_action((action - REPLACE_STORE) // 6)

    def clear_place(self, place: i64) -> None:
        """PN-12 (b): discard a series of mine, by its colour, or the actions."""
        if place == COLOURS:
            stored = self.stored_actions(self.turn)
            self.discarded += popcount(stored)
            self.stored ^= stored << (3 * self.turn)
        else:
            place += COLOURS * self.turn
            size = self.sizes[place]
            self.discarded += size
            self.drop_oldest(place, size)

    def store_action(self, action: i64) -> None:
        """PN-19: an action from the hand."""
        self.hand = without_card(self.hand, MOVE_CARD + action)
        self.stored |= bit(3 * self.turn + action)

    def do_store_or_answer(self, action: i64) -> None:
        """Store an action; or close or keep after a perfect number."""
        if action < CLOSE:
            self.store_action(action - STORE)
            return
        place = self.perfect
        self.perfect = -1
        if action == KEEP:
            return
        size = self.sizes[place]
        bonus = payable_bonus(self.card_at(place, size - 1), self.pile_size())
        self.next += bonus
        self.scores += (size + bonus) << (self.turn << 3)
        self.drop_oldest(place, size)

    def do_action(self, action: i64) -> None:
        """PN-15, PN-17, PN-18: an action card."""
        mine = COLOURS * self.turn
        if action < PROTECT_WITH:
            self.spend_action(PROTECT_CARD)
            self.append(mine + action - PROTECT, PROTECT_CARD + DOWN)
            return
        self.discarded += 1
        if action < MOVE:
            self.spend_action(PROTECT_CARD)
            card = self.take_last(mine + (action - PROTECT_WITH) // COLOURS)
            self.append(mine + (action - PROTECT_WITH) % COLOURS, card | DOWN)
        elif action < STEAL:
            self.spend_action(MOVE_CARD)
            self.move_first_card(mine + action - MOVE)
        else:
            self.spend_action(STEAL_CARD)
            self.stolen = self.take_last(action - STEAL)

    def spend_action(self, kind: i64) -> None:
        """PN-19: the one at hand first."""
        if has_card(self.hand, kind):
            self.hand = without_card(self.hand, kind)
        else:
            self.stored &= ~bit(3 * self.turn + kind - MOVE_CARD)

    def move_first_card(self, place: i64) -> None:
        """PN-17: the first card to the end, where a number counts as added."""
        card = self.card_at(place, 0)
        self.drop_oldest(place, 1)
        self.append(place, card)
        if card < DOWN:
            self.apply_number(place, number_of(card))

    def discard_stolen(self) -> None:
        """PN-18: the card just stolen."""
        self.discarded += 1
        self.stolen = -1

    # -- what happens by itself ----------------------------------------------------------

    def continue_turn(self) -> None:
        """Nothing is left to add: the turn ends unless an action can be played (PN-6)."""
        if self.taken:
            if self.stored_actions(self.turn) & self.usable_actions() == 0:
                self.end_turn()
        elif self.market == 0:
            self.continue_setup()

    def continue_setup(self) -> None:
        """PN-4, PN-5: the next player's three cards; after the last, the Market."""
        self.pass_turn()
        if self.waiting == 0:
            self.lay_market()
        self.hand = self.waiting & HAND_MASK
        self.waiting >>= HAND_BITS

    def pass_turn(self) -> None:
        turn = self.turn + 1
        if turn == self.players:
            turn = 0
        self.turn = turn

    def end_turn(self) -> None:
        """PN-6, PN-21: the next player; or a new Market and first player; or the end."""
        if self.market == 0:
            if self.pile_size() < MARKET_CARDS:
                self.over = True
                return
            self.lay_market()
            self.round += 1
            self.turn = self.first
            self.pass_turn()
            self.first = self.turn
        else:
            self.pass_turn()
        self.taken = False

    # -- chance --------------------------------------------------------------------------

    def deal(self, rng: Generator) -> None:
        """PN-3, PN-4: who begins, then three cards each, from the first player on."""
        self.first = rng.below(self.players)
        self.turn = self.first
        deck = build_deck(self.copies, self.action_copies)
        size: i64 = len(deck)
        rng.shuffle(deck, 0, size, size)
        for p in range(self.players):
            hand = deal_hand(deck, SETUP_CARDS * p, rng)
            if p == 0:
                self.hand = hand
            else:
                self.waiting |= hand << (HAND_BITS * (p - 1))
        self.deck = deck
        self.next = SETUP_CARDS * self.players
        self.due = False

    def redraw(self, seat: i64, rng: Generator) -> None:
        """Draw the pile anew from the cards that are nowhere in sight.

        All is open but the pile, and all seats see the same. Of discards and score piles a
        position tells the size alone, and bonus cards were never seen: so each card out of
        sight is as likely to be in the pile as any other, but for what the table itself
        tells: `count_surely_gone`, and that no action has left the pile in the set-up (PN-4). (A
        player may remember what was discarded; a state is its position and does not.)
        """
        if self.due:
            return
        pool = vec[i64]([0] * MOST_CARDS)
        size = self.fill_pool(pool, True)
        if size < self.pile_size():  # a position made by hand may not add up
            size = self.fill_pool(pool, False)
        gone = size - self.pile_size()
        among = size
        if self.in_setup():
            among = count_numbered(pool, size)
            if among < gone:
                among = size
        rng.shuffle(pool, 0, gone, among)
        rng.shuffle(pool, gone, size, size)
        self.deck = pool[gone:size]
        self.next = 0

    def fill_pool(self, pool: vec[i64], sure: bool) -> i64:
        """Write the cards out of sight, ascending, those surely gone left out; how many."""
        size: i64 = 0
        for kind in range(KINDS):
            n = self.count_unseen(kind)
            if sure:
                n -= self.count_surely_gone(kind)
            for i in range(n):
                pool[size] = kind
                size += 1
        return size

    def count_surely_gone(self, kind: i64) -> i64:
        """PN-15, PN-18: a protect was discarded for each number face down, a steal for a theft."""
        n: i64 = 0
        if kind == STEAL_CARD and self.stolen >= 0:
            n = 1
        if kind == PROTECT_CARD:
            for place in range(COLOURS * self.players):
                for i in range(self.sizes[place]):
                    if DOWN <= self.card_at(place, i) < DOWN + MOVE_CARD:
                        n += 1
        return n

    # -- the rest of the contract --------------------------------------------------------

    def clone(self) -> "PerfectNumbers":
        s = PerfectNumbers(
            self.game,
            self.players,
            self.options,
            self.copies,
            self.action_copies,
            self.deck,
            self.cards[:],
            self.heads[:],
            self.sizes[:],
        )
        self.copy_to(s)
        return s

    def copy_to(self, s: "PerfectNumbers") -> None:
        """What a copy is not given when it is made."""
        s.due = self.due
        s.over = self.over
        s.round = self.round
        s.first = self.first
        s.turn = self.turn
        s.taken = self.taken
        s.market = self.market
        s.hand = self.hand
        s.waiting = self.waiting
        s.stolen = self.stolen
        s.perfect = self.perfect
        s.owned = self.owned
        s.long = self.long
        s.shut = self.shut
        s.stored = self.stored
        s.scores = self.scores
        s.discarded = self.discarded
        s.next = self.next

    def score(self, seat: i64) -> i64:
        """PN-22: a point a card."""
        return self.points(seat)

    def rank(self, seat: i64) -> i64:
        """PN-22: most points win; equal ones share the rank."""
        rank: i64 = 1
        for p in range(self.players):
            if self.points(p) > self.points(seat):
                rank += 1
        return rank

    def reason(self) -> str:
        """PN-21 is the only way a game ends."""
        return "pile-short"


def deal_hand(deck: vec[i64], start: i64, rng: Generator) -> i64:
    """PN-4: three cards from deck[start:]; actions go back, it is shuffled, more are drawn."""
    kept: i64 = 0
    size: i64 = len(deck)
    while kept < SETUP_CARDS:
        for i in range(start + kept, start + SETUP_CARDS):
            card = deck[i]
            if card < MOVE_CARD:  # to the cards kept; an action comes into its place
                deck[i] = deck[start + kept]
                deck[start + kept] = card
                kept += 1
        if kept < SETUP_CARDS:
            rng.shuffle(deck, start + kept, size, size)
    hand: i64 = 0
    for i in range(start, start + SETUP_CARDS):
        hand = with_card(hand, deck[i])
    return hand


def count_numbered(pool: vec[i64], size: i64) -> i64:
    """How many cards at the start of an ascending pool are no actions."""
    n: i64 = 0
    while n < size and pool[n] < MOVE_CARD:
        n += 1
    return n


def new_state(game: "Game", players: i64, options: dict[str, int]) -> PerfectNumbers:
    """A game before its first deal."""
    places = vec[i64]([0] * (COLOURS * players))
    rings = vec[i64]([0] * (COLOURS * RING * players))
    copies, actions = options["copies"], options["actions"]
    pile = vec[i64]([])
    return PerfectNumbers(game, players, options, copies, actions, pile, rings, places, places[:])
