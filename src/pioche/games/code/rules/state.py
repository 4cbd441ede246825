"""Code: the rules."""

from typing import TYPE_CHECKING, final

from mypy_extensions import i64, mypyc_attr

from pioche.core.native.bits import bit, nth_bit, popcount
from pioche.core.rng import Generator, Rng
from pioche.core.state import move_buffer
from pioche.games.code.rules.cards import (
    ACCEPT,
    CODE_CARDS,
    DECLINE,
    DO_GIFT,
    DO_PLUS2,
    DO_RESET,
    DO_REVERSE,
    DO_SKIP,
    DRAW,
    GIFT,
    KEEP,
    LAY,
    OTHERS,
    PICK,
    PLUS2,
    RESET,
    REVERSE,
    SKIP,
    SUM,
    SWAP,
    SWAP_ACTION,
    SWAP_NONE,
    SWAP_NUMBER,
    above_of,
    below_of,
    pair_count,
    raise_penalty,
)
from pioche.games.code.rules.moves import CodeLegalMoves
from pioche.games.code.rules.redraw import redraw
from pioche.games.code.rules.table import (
    IN_DRAWN,
    IN_GIFT,
    IN_PENALTY,
    IN_PICK,
    IN_ROBBED,
    IN_TURN,
    NO_CARDS,
    seat_after,
)

if TYPE_CHECKING:
    from pioche.core.game import Game


@mypyc_attr(acyclic=True)
@final
class Code(CodeLegalMoves):
    """A game of Code."""

    def do(self, seat: i64, action: i64) -> None:
        """A move of the player whose turn it is, or a part of a gift."""
        if action < SUM:
            self.play(action)
        elif action < DRAW:
            self.play_two(below_of(action), above_of(action))
        elif action < ACCEPT:
            self.do_action(seat, action)
        elif action == ACCEPT:
            self.draw(seat, self.penalty)
        elif action < PICK:
            self.lay(seat, action - LAY)
        elif action < DECLINE:
            self.pick(action - PICK)
        elif action == DECLINE and self.phase == IN_PICK:
            self.give_back()
            self.end_turn(1, -1)
        else:
            self.end_turn(1, self.robbed)  # declined by the robbed player, or passed (CD-11)

    def do_action(self, seat: i64, action: i64) -> None:
        """Draw, keep, or play an action card."""
        if action == DRAW:
            self.draw(seat, 1)
        elif action == KEEP:
            self.end_turn(1, -1)
        elif action <= SWAP_NONE:
            self.play_swap(action)
        elif action == DO_REVERSE:
            self.play_reverse()
        elif action == DO_SKIP:
            self.play_action_card(SKIP)
            self.end_turn(2, -1)
        elif action == DO_PLUS2:
            self.play_action_card(PLUS2)
            self.penalty = raise_penalty(self.penalty)
            self.end_turn(1, -1)
        elif action == DO_GIFT:
            self.play_gift()
        else:
            self.play_reset(action - DO_RESET)

    def play(self, kind: i64) -> None:
        """CD-7: a number card onto the pile."""
        self.drop(self.turn, kind)
        self.push_number(kind)
        self.end_turn(1, -1)

    def play_two(self, below: i64, above: i64) -> None:
        """CD-8: two number cards onto the pile."""
        self.drop(self.turn, below)
        self.push_number(below)
        self.play(above)

    def play_action_card(self, kind: i64) -> None:
        """CD-10: an action card onto its pile."""
        self.drop(self.turn, kind)
        self.push_action(kind)

    def play_swap(self, action: i64) -> None:
        """CD-15: take a top card, then lay the swap."""
        if action == SWAP_NUMBER:
            self.give(self.turn, self.pop_number())
        elif action == SWAP_ACTION:
            self.give(self.turn, self.pop_action())
        self.play_action_card(SWAP)
        self.end_turn(1, -1)

    def play_reverse(self) -> None:
        """CD-16: with two players nothing changes."""
        self.play_action_card(REVERSE)
        if self.players > 2:
            self.direction = -self.direction
        self.end_turn(1, -1)

    def play_gift(self) -> None:
        """CD-18: everybody else is asked for a card, unless nobody has any."""
        self.play_action_card(GIFT)
        if self.seats_to_lay() == 0:
            self.end_turn(1, -1)
        else:
            self.phase = IN_GIFT

    def lay(self, seat: i64, kind: i64) -> None:
        """CD-18: a card before its owner; once all are laid they are shown."""
        self.drop(seat, kind)
        self.laid += (kind + 1) << (seat << 3)
        if self.seats_to_lay() == 0:
            self.phase = IN_PICK

    def pick(self, owner: i64) -> None:
        """CD-18: a card changes hands, the others go back; its owner may draw."""
        self.give(self.turn, self.laid_by(owner))
        self.laid -= (self.laid_by(owner) + 1) << (owner << 3)
        self.give_back()
        if self.can_draw():
            self.phase = IN_ROBBED
            self.robbed = owner
        else:
            self.end_turn(1, owner)

    def give_back(self) -> None:
        """The cards that were laid go back into their owners' hands."""
        for p in range(self.players):
            if self.laid_by(p) >= 0:
                self.give(p, self.laid_by(p))
        self.laid = 0

    def play_reset(self, target: i64) -> None:
        """CD-19: a new code for another player, shuffled first if there is none aside."""
        self.play_action_card(RESET)
        if self.aside == 0:
            self.resetting = target
            self.due = True
        else:
            self.renew_code(target)

    def renew_code(self, target: i64) -> None:
        """CD-19: the next code aside is the target's, then the old one is discarded."""
        at = target << 2
        old = self.code_at(target)
        new = self.code_at(self.players)
        first = self.players << 2
        last = (CODE_CARDS - 1) << 2
        rest = self.codes >> (first + 4) | old << (last - first)
        self.codes = (self.codes & (bit(first) - 1)) | rest << first
        self.codes ^= (old ^ new) << at
        self.aside -= 1
        self.end_turn(1, target)

    def draw(self, seat: i64, n: i64) -> None:
        """CD-11: draw, until a shuffle is needed to go on or there is nothing left at all."""
        while n > 0 and self.left > 0:
            self.left -= 1
            n -= 1
            self.give(seat, self.deck[self.left])
        if n > 0 and self.can_draw():
            self.drawing = n
            self.due = True
        elif self.phase == IN_TURN:
            self.finish_draw()
        else:
            self.penalty = 0
            self.end_turn(1, self.robbed)

    def finish_draw(self) -> None:
        """CD-9, CD-21: a card drawn may win the game; else it may be laid."""
        if self.has_won(self.turn):
            self.end(self.turn)
        else:
            self.drawn = self.deck[self.left]
            self.phase = IN_DRAWN

    def end_turn(self, steps: i64, other: i64) -> None:
        """CD-21, CD-22: see whether somebody has won, then pass the turn on.

        Nobody had before this move, so it is enough to look at the player whose turn it is
        and at the one other player (or -1) whose hand or code the move has changed.
        """
        me = self.turn
        self.drawn = -1
        self.robbed = -1
        self.phase = IN_TURN
        if self.has_won(me):
            self.end(me)
            return
        if other >= 0 and self.has_won(other):
            self.end(other)
            return
        self.turns += 1
        if self.turns == self.limit:
            self.end(-1)
            return
        if self.penalty > 0:
            self.phase = IN_PENALTY
        self.turn = seat_after(me, steps, self.direction, self.players)

    def end(self, winner: i64) -> None:
        """CD-20, CD-22: the game is over, won or drawn."""
        self.over = True
        self.winner = winner
        self.penalty = 0

    def deal(self, rng: Generator) -> None:
        """Set up the game; or shuffle what is used up, and finish what that interrupted."""
        self.due = False
        if self.drawing > 0:
            n = self.drawing
            self.drawing = 0
            self.recycle(rng)
            seat = self.turn
            if self.phase == IN_ROBBED:
                seat = self.robbed
            self.draw(seat, n)
        elif self.resetting >= 0:
            target = self.resetting
            self.resetting = -1
            self.aside = CODE_CARDS - self.players
            self.shuffle_codes(self.players, rng)
            self.renew_code(target)
        else:
            self.set_up(rng)

    def clone(self) -> "Code":
        cards = self.cards[:]
        s = Code(self.game, self.players, self.options, self.limit, self.has_reset, cards)
        s.due = self.due
        s.over = self.over
        s.phase = self.phase
        s.turn = self.turn
        s.direction = self.direction
        s.turns = self.turns
        s.penalty = self.penalty
        s.drawn = self.drawn
        s.robbed = self.robbed
        s.winner = self.winner
        s.drawing = self.drawing
        s.resetting = self.resetting
        s.sizes = self.sizes
        s.laid = self.laid
        s.deck = self.deck
        s.left = self.left
        s.numbers = self.numbers
        s.top = self.top
        s.actions = self.actions
        s.codes = self.codes
        s.aside = self.aside
        return s

    def redraw(self, seat: i64, rng: Generator) -> None:
        """Draw anew what the seat can't see."""
        redraw(self, seat, rng)

    def score(self, seat: i64) -> i64:
        """1 for the winner."""
        if seat == self.winner:
            return 1
        return 0

    def rank(self, seat: i64) -> i64:
        """CD-21, CD-22: the others share the second rank; without a winner all share the first."""
        if self.winner < 0 or seat == self.winner:
            return 1
        return 2

    def reason(self) -> str:
        """CD-20 or CD-22."""
        if self.winner < 0:
            return "turns"
        return "code"

    # -- random play ---------------------------------------------------------------------

    def step(self, rng: Rng) -> None:
        """One random move; in the phase that comes most, without listing them all."""
        if self.phase == IN_TURN:
            self.step_turn(rng)
        else:
            mask = self.acting_mask()
            seat = nth_bit(mask, rng.below(popcount(mask)))
            out = move_buffer()
            n = self.write_moves(seat, out)
            self.do(seat, out[rng.below(n)])

    def step_turn(self, rng: Rng) -> None:
        """One random move of phase `turn`: as `turn_moves`, the cards counted, not listed."""
        one = self.cards[self.turn << 1]
        mask = self.playable_cards(one)
        plays = popcount(mask)
        cards = plays + self.count_pairs(one)
        n = cards
        out = move_buffer()
        if one >> OTHERS != 0:
            n += self.write_action_moves(one, out, 0)
        r = rng.below(n + 1)
        if r < plays:
            self.play(nth_bit(mask, r))
        elif r < cards:
            self.play_nth_sum(r - plays)
        elif r < n:
            self.do_action(self.turn, out[r - cards])
        elif self.can_draw():
            self.draw(self.turn, 1)
        else:
            self.end_turn(1, -1)

    def count_pairs(self, one: i64) -> i64:
        """How many moves `sums` would list."""
        if self.top < 0:
            return 0
        return pair_count(one, self.cards[(self.turn << 1) + 1], self.top >> 2)

    def play_nth_sum(self, n: i64) -> None:
        """CD-8: lay the n-th pair that `sums` lists."""
        out = move_buffer()
        self.write_sum_moves(-1, out, 0)
        action = out[n]
        self.play_two(below_of(action), above_of(action))


def new_state(game: "Game", players: i64, options: dict[str, int]) -> Code:
    """A game before its first deal."""
    has_reset = bool(options["reset"])
    return Code(game, players, options, options["max_turns"], has_reset, NO_CARDS[:])
