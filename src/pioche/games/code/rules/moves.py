"""Code: the legal moves."""

from mypy_extensions import i64, mypyc_attr

from pioche.core.native.bits import bit, lowest_bit
from pioche.core.native.vectors import vec
from pioche.games.code.rules.cards import (
    ACCEPT,
    DECLINE,
    DO_GIFT,
    DO_PLUS2,
    DO_RESET,
    DO_REVERSE,
    DO_SKIP,
    DRAW,
    FITTING,
    GIFT,
    KEEP,
    KINDS,
    LAY,
    NUMBER_KINDS,
    NUMBERS,
    PASS,
    PICK,
    PLUS2,
    RESET,
    REVERSE,
    SKIP,
    SWAP,
    SWAP_ACTION,
    SWAP_NONE,
    SWAP_NUMBER,
    first_sum,
    has_card,
)
from pioche.games.code.rules.table import (
    IN_DRAWN,
    IN_GIFT,
    IN_PENALTY,
    IN_PICK,
    IN_ROBBED,
    IN_TURN,
    CodeTableState,
)


@mypyc_attr(acyclic=True)
class CodeLegalMoves(CodeTableState):
    """Who may act, and what they may do."""

    def acting_mask(self) -> i64:
        """The player whose turn it is; in a gift those who lay, or the one robbed (CD-18)."""
        if self.phase == IN_GIFT:
            return self.seats_to_lay()
        if self.phase == IN_ROBBED:
            return bit(self.robbed)
        return bit(self.turn)

    def seats_to_lay(self) -> i64:
        """CD-18: the mask of those who have a card in hand and none laid yet."""
        mask: i64 = 0
        for p in range(self.players):
            if p != self.turn and self.hand_size(p) > 0 and self.laid_by(p) < 0:
                mask |= bit(p)
        return mask

    def write_moves(self, seat: i64, out: vec[i64]) -> i64:
        """What the phase allows."""
        if self.due or self.over or seat < 0 or self.acting_mask() >> seat & 1 == 0:
            return 0
        phase = self.phase
        if phase == IN_TURN:
            return self.write_turn_moves(out)
        if phase == IN_DRAWN:
            return self.write_drawn_moves(out)
        if phase == IN_PENALTY:
            return self.write_penalty_moves(out)
        if phase == IN_GIFT:
            return self.write_lay_moves(seat, out)
        if phase == IN_PICK:
            return self.write_pick_moves(out)
        out[0] = DRAW
        out[1] = DECLINE
        return 2

    def write_turn_moves(self, out: vec[i64]) -> i64:
        """CD-7 to CD-12: lay one or two, draw, play an action card; pass where none is left."""
        one = self.cards[self.turn << 1]
        n: i64 = 0
        mask = self.playable_cards(one)
        while mask != 0:
            out[n] = lowest_bit(mask)
            n += 1
            mask &= mask - 1
        n = self.write_sum_moves(-1, out, n)
        if self.can_draw():
            out[n] = DRAW
            n += 1
        n = self.write_action_moves(one, out, n)
        if not self.can_draw():
            out[n] = PASS
            n += 1
        return n

    def playable_cards(self, one: i64) -> i64:
        """CD-7, CD-12: the number cards of a hand that may be laid alone."""
        if self.top < 0:
            return one & NUMBERS
        return one & FITTING[self.top]

    def write_sum_moves(self, must: i64, out: vec[i64], n: i64) -> i64:
        """CD-8: write the pairs of the top card's number; with a card they must hold, or -1."""
        if self.top < 0:
            return n
        one = self.cards[self.turn << 1]
        two = self.cards[(self.turn << 1) + 1]
        total = self.top >> 2
        start = first_sum(total)
        for a in range(total + 1):
            if one >> (a << 2) & 15 == 0 or one >> ((total - a) << 2) & 15 == 0:
                continue
            for i in range(16):
                x = a << 2 | i >> 2
                y = (total - a) << 2 | (i & 3)
                if one >> x & one >> y & 1 == 0 or (x == y and two >> x & 1 == 0):
                    continue
                if must < 0 or x == must or y == must:
                    out[n] = start + (a << 4) + i
                    n += 1
        return n

    def write_action_moves(self, one: i64, out: vec[i64], n: i64) -> i64:
        """CD-10: write the action cards of a hand that may be played, each way."""
        if has_card(one, SWAP):
            n = self.write_swap_moves(out, n)
        if has_card(one, REVERSE):
            out[n] = DO_REVERSE
            n += 1
        if has_card(one, SKIP):
            out[n] = DO_SKIP
            n += 1
        if has_card(one, PLUS2):
            out[n] = DO_PLUS2
            n += 1
        if has_card(one, GIFT):
            out[n] = DO_GIFT
            n += 1
        if has_card(one, RESET):
            n = self.write_reset_moves(out, n)
        return n

    def write_swap_moves(self, out: vec[i64], n: i64) -> i64:
        """CD-15: write what a swap may take."""
        if self.numbers > 0:
            out[n] = SWAP_NUMBER
            n += 1
        if self.actions > 0:
            out[n] = SWAP_ACTION
            n += 1
        out[n] = SWAP_NONE
        return n + 1

    def write_reset_moves(self, out: vec[i64], n: i64) -> i64:
        """CD-19: write whom a reset may name."""
        for p in range(self.players):
            if p != self.turn:
                out[n] = DO_RESET + p
                n += 1
        return n

    def write_drawn_moves(self, out: vec[i64]) -> i64:
        """CD-9: lay the card just drawn, alone or with another one; or keep it."""
        n: i64 = 0
        drawn = self.drawn
        if drawn < NUMBER_KINDS:
            if self.playable_cards(bit(drawn)) != 0:
                out[0] = drawn
                n = 1
            n = self.write_sum_moves(drawn, out, n)
        out[n] = KEEP
        return n + 1

    def write_penalty_moves(self, out: vec[i64]) -> i64:
        """CD-14: draw what is asked, or pass it on with another plus2."""
        n: i64 = 0
        if has_card(self.cards[self.turn << 1], PLUS2):
            out[0] = DO_PLUS2
            n = 1
        out[n] = ACCEPT
        return n + 1

    def write_lay_moves(self, seat: i64, out: vec[i64]) -> i64:
        """CD-18: any card in hand."""
        one = self.cards[seat << 1]
        n: i64 = 0
        for kind in range(KINDS):
            if has_card(one, kind):
                out[n] = LAY + kind
                n += 1
        return n

    def write_pick_moves(self, out: vec[i64]) -> i64:
        """CD-18: one of the cards that were laid, or none."""
        n: i64 = 0
        for p in range(self.players):
            if self.laid_by(p) >= 0:
                out[n] = PICK + p
                n += 1
        out[n] = DECLINE
        return n + 1
