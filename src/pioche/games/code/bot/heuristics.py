"""Code: what a good player knows."""

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from pioche.core.heuristics import Heuristics
from pioche.core.native.bits import bit, lowest_bit, nth_bit, popcount
from pioche.core.native.vectors import vec
from pioche.core.rng import Rng
from pioche.core.state import State, move_buffer
from pioche.games.code.bot.answer import choose_answer, write_priors
from pioche.games.code.bot.estimates import bias_hands, write_payoffs
from pioche.games.code.bot.hand import (
    count_spare_actions,
    find_best_single,
    find_free_pair,
    free_cards,
    is_spare,
)
from pioche.games.code.rules.cards import (
    CODE_KINDS,
    CODE_SIZE,
    DO_GIFT,
    DO_PLUS2,
    DO_RESET,
    DO_REVERSE,
    DO_SKIP,
    DRAW,
    GIFT,
    KEEP,
    LAY,
    NUMBER_KINDS,
    PASS,
    PICK,
    PLUS2,
    RESET,
    REVERSE,
    SKIP,
    SUM,
    SWAP,
    SWAP_NONE,
    SWAP_NUMBER,
    above_of,
    below_of,
    count_gathered,
    has_card,
    missing_cards,
)
from pioche.games.code.rules.state import Code
from pioche.games.code.rules.table import IN_DRAWN, IN_TURN

FEW: Final = 5  # cards in hand with which somebody may be about to win
NOVICE_PERCENT: Final = 60  # moves in a hundred that the family makes without a thought
PAIRS_PER_PAIR_SEEN: Final = 8  # of so many pairs the family sees one
PLENTY: Final = 3  # action cards that will last until the code is complete
COLOUR_STAYS: Final = vec[float]([0.0, 0.0, 0.5, 0.3, 0.2, 0.15, 0.1, 0.1, 0.1])  # by players


@mypyc_attr(acyclic=True)
@final
class CodeHeuristics(Heuristics):
    """Card sense for Code.

    Rollouts are played on for so many `rounds` before the hands are judged; the longer
    a game has gone on, measured by `patience`, the more of their codes the others hold.
    """

    __slots__ = ("exploration_weight", "patience", "rounds")

    def __init__(self, curious: float, rounds: float, patience: float) -> None:
        self.exploration_weight: float = curious
        self.rounds: float = rounds
        self.patience: float = patience

    def exploration(self) -> float:
        """Little: many moves are nearly as good as each other, and chance is loud."""
        return self.exploration_weight

    # -- people --------------------------------------------------------------------------

    def novice_move(self, state: State, seat: i64, rng: Rng) -> i64:
        """Does whatever comes to mind, but holds on to the cards of its code most times."""
        assert isinstance(state, Code)
        out = move_buffer()
        n = state.write_moves(seat, out)
        free = free_cards(state.cards[seat << 1], state.cards[(seat << 1) + 1], state.code_at(seat))
        for i in range(4):
            action = out[rng.below(n)]
            if is_harmless(action, free):
                return action
        return out[rng.below(n)]

    def regular_move(self, state: State, seat: i64, rng: Rng) -> i64:
        """Watches its digits when it thinks; loves action cards, and overlooks many a pair."""
        assert isinstance(state, Code)
        if rng.below(100) < NOVICE_PERCENT:
            return self.novice_move(state, seat, rng)
        one = state.cards[seat << 1]
        two = state.cards[(seat << 1) + 1]
        code = state.code_at(seat)
        have = count_gathered(one, two, code)
        free = free_cards(one, two, code)
        if have < CODE_SIZE:
            free &= ~CODE_KINDS[code]  # a second 7 might come in handy
        if state.phase == IN_DRAWN:
            drawn = state.drawn
            if drawn < NUMBER_KINDS and state.playable_cards(free & bit(drawn)) != 0:
                return drawn
            return KEEP
        if state.phase != IN_TURN:
            return choose_answer(state, seat, rng)
        if have < CODE_SIZE and (has_card(one, SWAP) or has_card(one, GIFT)):
            action = find_digit_action(state, one, two, code)
            if action >= 0:
                return action
        return self.regular_turn_move(state, seat, have, free, rng)

    def regular_turn_move(self, state: Code, seat: i64, have: i64, free: i64, rng: Rng) -> i64:
        """A turn of the family where no digit can be had for the taking."""
        one = state.cards[seat << 1]
        two = state.cards[(seat << 1) + 1]
        surplus = state.hand_size(seat) - have
        if surplus > 0 and (surplus == 1 or rng.below(2) == 0):
            action = find_spare_action(state, one)
            if action >= 0:
                return action
        if have < CODE_SIZE and rng.below(4) == 0 and state.can_draw():
            return DRAW
        if surplus >= 2 and state.top >= 0 and rng.below(PAIRS_PER_PAIR_SEEN) == 0:
            action = find_free_pair(state.top, one, two, state.code_at(seat), -1, 0.0)
            if action >= 0:
                return action
        mask = state.playable_cards(free)
        if mask != 0 and surplus > 0:
            return nth_bit(mask, rng.below(popcount(mask)))
        if state.can_draw():
            return DRAW
        return PASS

    # -- how rollouts are played ----------------------------------------------------

    def rollout_move(self, state: State, seat: i64, rng: Rng) -> i64:
        """Gathers the digits of its code while it sheds what fits; then sheds all the rest."""
        assert isinstance(state, Code)
        if state.phase != IN_TURN:
            return choose_answer(state, seat, rng)
        return self.favourite_turn_move(state, seat)

    def favourite_turn_move(self, state: Code, seat: i64) -> i64:
        """The favourite first move of a turn."""
        one = state.cards[seat << 1]
        two = state.cards[(seat << 1) + 1]
        have = count_gathered(one, two, state.code_at(seat))
        if state.players == 2 and has_card(one, SKIP):
            return DO_SKIP  # costs nothing: it is the same player's turn again (CD-17)
        if have >= CODE_SIZE:
            return self.choose_while_shedding(state, seat, state.hand_size(seat) - CODE_SIZE)
        action = find_digit_action(state, one, two, state.code_at(seat))
        if action >= 0 and (action != DO_GIFT or state.players > 2):
            return action
        return self.choose_while_gathering(state, seat, state.hand_size(seat) - have)

    def choose_while_gathering(self, state: Code, seat: i64, surplus: i64) -> i64:
        """With digits missing: what fits must go while it fits, drawing can be done any time."""
        one = state.cards[seat << 1]
        action = self.choose_attack_or_lay(state, seat, surplus, 1)
        if action >= 0:
            return action
        if count_spare_actions(one) >= PLENTY:
            return find_spare_action(state, one)
        if state.can_draw():
            return DRAW
        action = find_spare_action(state, one)
        if action >= 0:
            return action
        return PASS

    def choose_while_shedding(self, state: Code, seat: i64, surplus: i64) -> i64:
        """With all digits there: action cards can wait, they fit at any time."""
        action = self.choose_attack_or_lay(state, seat, surplus, 3)
        if action >= 0:
            return action
        action = find_spare_action(state, state.cards[seat << 1])
        if action >= 0:
            return action
        if state.can_draw():
            return DRAW
        return PASS

    def choose_attack_or_lay(self, state: Code, seat: i64, surplus: i64, far: i64) -> i64:
        """Stop a neighbour who is near, being that `far` from winning oneself; lay; or -1."""
        if surplus >= far and state.hand_size(state.next_seat()) <= FEW:
            action = find_attack(state, state.cards[seat << 1])
            if action >= 0:
                return action
        return self.choose_lay(state, seat, surplus)

    def choose_lay(self, state: Code, seat: i64, surplus: i64) -> i64:
        """Two number cards or one that the code can do without, or -1."""
        one = state.cards[seat << 1]
        two = state.cards[(seat << 1) + 1]
        code = state.code_at(seat)
        near = COLOUR_STAYS[state.players]
        if surplus >= 2 and state.top >= 0:
            action = find_free_pair(state.top, one, two, code, -1, near)
            if action >= 0:
                return action
        if surplus == 0:
            return -1
        mask = state.playable_cards(free_cards(one, two, code))
        if mask == 0:
            return -1
        return find_best_single(mask, one, two, code, near)

    # -- for the search ------------------------------------------------------------------

    def priors(self, state: State, seat: i64, moves: vec[i64], n: i64, out: vec[float]) -> None:
        """By what a move does to the code; the favourite counts most."""
        assert isinstance(state, Code)
        write_priors(state, seat, moves, n, out)
        if state.phase == IN_TURN:
            favourite = self.favourite_turn_move(state, seat)
            for i in range(n):
                if moves[i] == favourite:
                    out[i] += 1.0

    def redraw(self, state: State, seat: i64, rng: Rng) -> None:
        """Hidden cards by chance, but the others have gathered digits of their codes."""
        assert isinstance(state, Code)
        state.redraw(seat, rng)
        bias_hands(state, seat, self.patience, rng)

    def run_rollout(self, state: State, rng: Rng) -> None:
        """Play on by `rollout_move` for some rounds."""
        assert isinstance(state, Code)
        limit: i64 = int(self.rounds * float(state.players))
        limit += state.turns
        while not state.over:
            if state.due:
                state.deal(rng)
            elif state.turns >= limit and state.phase == IN_TURN:
                return
            else:
                seat = lowest_bit(state.acting_mask())
                state.do(seat, self.rollout_move(state, seat, rng))

    def payoffs(self, state: State, out: vec[float]) -> None:
        """All for the winner; before the end, by what the hands promise."""
        assert isinstance(state, Code)
        if not state.over:
            write_payoffs(state, out)
            return
        for p in range(state.players):
            out[p] = 0.0
            if state.winner < 0:
                out[p] = 1.0 / float(state.players)
        if state.winner >= 0:
            out[state.winner] = 1.0


def is_harmless(action: i64, free: i64) -> bool:
    """Whether a child sees no harm in a move: no card of its code goes, something happens."""
    if action < SUM:
        return free >> action & 1 != 0
    if action < DRAW:
        return free >> below_of(action) & free >> above_of(action) & 1 != 0
    if action >= LAY and action < PICK:
        return is_spare(action - LAY, free)
    return action != SWAP_NONE and action != DRAW and action != KEEP


def find_digit_action(state: Code, one: i64, two: i64, code: i64) -> i64:
    """An action card that may bring a missing digit, or -1."""
    lacking = missing_cards(one, two, code)
    if has_card(one, SWAP) and state.top >= 0 and lacking >> state.top & 1 != 0:
        return SWAP_NUMBER
    if has_card(one, GIFT):
        return DO_GIFT
    return -1


def find_attack(state: Code, one: i64) -> i64:
    """An action card against the next player, or -1."""
    if has_card(one, PLUS2):
        return DO_PLUS2
    if has_card(one, RESET):
        return DO_RESET + state.next_seat()
    if has_card(one, SKIP):
        return DO_SKIP
    return -1


def find_spare_action(state: Code, one: i64) -> i64:
    """An action card to get rid of, the least useful first, or -1."""
    if has_card(one, REVERSE):
        return DO_REVERSE
    if has_card(one, SKIP):
        return DO_SKIP
    if has_card(one, PLUS2):
        return DO_PLUS2
    if has_card(one, RESET):
        return DO_RESET + state.next_seat()
    if has_card(one, SWAP):
        return SWAP_NONE
    if has_card(one, GIFT):
        return DO_GIFT
    return -1


def create_heuristics(
    curious: float = 1.0, rounds: float = 100.0, patience: float = 6.5
) -> CodeHeuristics:
    """The sense of the levels; other numbers are for experiments."""
    return CodeHeuristics(curious, rounds, patience)
