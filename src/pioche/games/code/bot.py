"""Code: what a good player knows."""

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from pioche.core.bits import bit, lowest, nth_bit, popcount
from pioche.core.rng import Rng
from pioche.core.sense import Sense
from pioche.core.state import State, buffer
from pioche.core.vecs import vec
from pioche.games.code.bot_answer import answer, favour
from pioche.games.code.bot_guess import judge, lean
from pioche.games.code.bot_hand import (
    best_single,
    free_cards,
    free_pair,
    gathered,
    missing_cards,
    spare_actions,
)
from pioche.games.code.rules import Code
from pioche.games.code.rules_cards import (
    CODE_SIZE,
    DO_GIFT,
    DO_PLUS2,
    DO_RESET,
    DO_REVERSE,
    DO_SKIP,
    DRAW,
    GIFT,
    JOKER,
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
    WANTED,
    above_of,
    below_of,
    held,
)
from pioche.games.code.rules_table import IN_DRAWN, IN_TURN

FEW: Final = 5  # cards in hand with which somebody may be about to win
IMPULSE: Final = 60  # moves in a hundred that the family makes without a thought
PAIR_IN: Final = 8  # of so many pairs the family sees one
PLENTY: Final = 3  # action cards that will last until the code is complete
NEAR: Final = vec[float]([0.0, 0.0, 0.5, 0.3, 0.2, 0.15, 0.1, 0.1, 0.1])  # by players


@mypyc_attr(acyclic=True)
@final
class CodeSense(Sense):
    """Card sense for Code.

    Thought games are played on for so many `rounds` before the hands are judged; the longer
    a game has gone on, measured by `patience`, the more of their codes the others hold.
    """

    __slots__ = ("curious", "patience", "rounds")

    def __init__(self, curious: float, rounds: float, patience: float) -> None:
        self.curious: float = curious
        self.rounds: float = rounds
        self.patience: float = patience

    def curiosity(self) -> float:
        """Little: many moves are nearly as good as each other, and chance is loud."""
        return self.curious

    # -- people --------------------------------------------------------------------------

    def child(self, state: State, seat: i64, rng: Rng) -> i64:
        """Does whatever comes to mind, but holds on to the cards of its code most times."""
        assert isinstance(state, Code)
        out = buffer()
        n = state.moves(seat, out)
        free = free_cards(state.cards[seat << 1], state.cards[(seat << 1) + 1], state.code_at(seat))
        for i in range(4):
            action = out[rng.below(n)]
            if harmless(action, free):
                return action
        return out[rng.below(n)]

    def family(self, state: State, seat: i64, rng: Rng) -> i64:
        """Watches its digits when it thinks; loves action cards, and overlooks many a pair."""
        assert isinstance(state, Code)
        if rng.below(100) < IMPULSE:
            return self.child(state, seat, rng)
        one = state.cards[seat << 1]
        two = state.cards[(seat << 1) + 1]
        code = state.code_at(seat)
        have = gathered(one, two, code)
        free = free_cards(one, two, code)
        if have < CODE_SIZE:
            free &= ~WANTED[code]  # a second 7 might come in handy
        if state.phase == IN_DRAWN:
            drawn = state.drawn
            if drawn < NUMBER_KINDS and state.playable(free & bit(drawn)) != 0:
                return drawn
            return KEEP
        if state.phase != IN_TURN:
            return answer(state, seat, rng)
        if have < CODE_SIZE and (held(one, SWAP) or held(one, GIFT)):
            action = seek(state, one, two, code)
            if action >= 0:
                return action
        return self.family_turn(state, seat, have, free, rng)

    def family_turn(self, state: Code, seat: i64, have: i64, free: i64, rng: Rng) -> i64:
        """A turn of the family where no digit can be had for the taking."""
        one = state.cards[seat << 1]
        two = state.cards[(seat << 1) + 1]
        surplus = state.size_of(seat) - have
        if surplus > 0 and (surplus == 1 or rng.below(2) == 0):
            action = spare_action(state, one)
            if action >= 0:
                return action
        if have < CODE_SIZE and rng.below(4) == 0 and state.can_draw():
            return DRAW
        if surplus >= 2 and state.top >= 0 and rng.below(PAIR_IN) == 0:
            action = free_pair(state.top, one, two, state.code_at(seat), -1, 0.0)
            if action >= 0:
                return action
        mask = state.playable(free)
        if mask != 0 and surplus > 0:
            return nth_bit(mask, rng.below(popcount(mask)))
        if state.can_draw():
            return DRAW
        return PASS

    # -- how thought games are played ----------------------------------------------------

    def quick(self, state: State, seat: i64, rng: Rng) -> i64:
        """Gathers the digits of its code while it sheds what fits; then sheds all the rest."""
        assert isinstance(state, Code)
        if state.phase != IN_TURN:
            return answer(state, seat, rng)
        return self.turn(state, seat)

    def turn(self, state: Code, seat: i64) -> i64:
        """The favourite first move of a turn."""
        one = state.cards[seat << 1]
        two = state.cards[(seat << 1) + 1]
        have = gathered(one, two, state.code_at(seat))
        if state.players == 2 and held(one, SKIP):
            return DO_SKIP  # costs nothing: it is the same player's turn again (CD-17)
        if have >= CODE_SIZE:
            return self.shed(state, seat, state.size_of(seat) - CODE_SIZE)
        action = seek(state, one, two, state.code_at(seat))
        if action >= 0 and (action != DO_GIFT or state.players > 2):
            return action
        return self.gather(state, seat, state.size_of(seat) - have)

    def gather(self, state: Code, seat: i64, surplus: i64) -> i64:
        """With digits missing: what fits must go while it fits, drawing can be done any time."""
        one = state.cards[seat << 1]
        action = self.strike_or_lay(state, seat, surplus, 1)
        if action >= 0:
            return action
        if spare_actions(one) >= PLENTY:
            return spare_action(state, one)
        if state.can_draw():
            return DRAW
        action = spare_action(state, one)
        if action >= 0:
            return action
        return PASS

    def shed(self, state: Code, seat: i64, surplus: i64) -> i64:
        """With all digits there: action cards can wait, they fit at any time."""
        action = self.strike_or_lay(state, seat, surplus, 3)
        if action >= 0:
            return action
        action = spare_action(state, state.cards[seat << 1])
        if action >= 0:
            return action
        if state.can_draw():
            return DRAW
        return PASS

    def strike_or_lay(self, state: Code, seat: i64, surplus: i64, far: i64) -> i64:
        """Stop a neighbour who is near, being that `far` from winning oneself; lay; or -1."""
        if surplus >= far and state.size_of(neighbour(state)) <= FEW:
            action = strike(state, state.cards[seat << 1])
            if action >= 0:
                return action
        return self.lay(state, seat, surplus)

    def lay(self, state: Code, seat: i64, surplus: i64) -> i64:
        """Two number cards or one that the code can do without, or -1."""
        one = state.cards[seat << 1]
        two = state.cards[(seat << 1) + 1]
        code = state.code_at(seat)
        near = NEAR[state.players]
        if surplus >= 2 and state.top >= 0:
            action = free_pair(state.top, one, two, code, -1, near)
            if action >= 0:
                return action
        if surplus == 0:
            return -1
        mask = state.playable(free_cards(one, two, code))
        if mask == 0:
            return -1
        return best_single(mask, one, two, code, near)

    # -- for the search ------------------------------------------------------------------

    def weigh(self, state: State, seat: i64, moves: vec[i64], n: i64, out: vec[float]) -> None:
        """By what a move does to the code; the favourite counts most."""
        assert isinstance(state, Code)
        favour(state, seat, moves, n, out)
        if state.phase == IN_TURN:
            favourite = self.turn(state, seat)
            for i in range(n):
                if moves[i] == favourite:
                    out[i] += 1.0

    def redraw(self, state: State, seat: i64, rng: Rng) -> None:
        """Hidden cards by chance, but the others have gathered digits of their codes."""
        assert isinstance(state, Code)
        state.redraw(seat, rng)
        lean(state, seat, self.patience, rng)

    def finish(self, state: State, rng: Rng) -> None:
        """Play on by `quick` for some rounds."""
        assert isinstance(state, Code)
        limit: i64 = int(self.rounds * float(state.players))
        limit += state.turns
        while not state.over:
            if state.due:
                state.deal(rng)
            elif state.turns >= limit and state.phase == IN_TURN:
                return
            else:
                seat = lowest(state.acting())
                state.do(seat, self.quick(state, seat, rng))

    def shares(self, state: State, out: vec[float]) -> None:
        """All for the winner; before the end, by what the hands promise."""
        assert isinstance(state, Code)
        if not state.over:
            judge(state, out)
            return
        for p in range(state.players):
            out[p] = 0.0
            if state.winner < 0:
                out[p] = 1.0 / float(state.players)
        if state.winner >= 0:
            out[state.winner] = 1.0


def harmless(action: i64, free: i64) -> bool:
    """Whether a child sees no harm in a move: no card of its code goes, something happens."""
    if action < SUM:
        return free >> action & 1 != 0
    if action < DRAW:
        return free >> below_of(action) & free >> above_of(action) & 1 != 0
    if action >= LAY and action < PICK:
        kind = action - LAY
        return kind > JOKER or (kind < JOKER and free >> kind & 1 != 0)
    return action != SWAP_NONE and action != DRAW and action != KEEP


def neighbour(state: Code) -> i64:
    """Who comes after the player whose turn it is."""
    seat = state.turn + state.direction
    if seat < 0:
        seat += state.players
    elif seat >= state.players:
        seat -= state.players
    return seat


def seek(state: Code, one: i64, two: i64, code: i64) -> i64:
    """An action card that may bring a missing digit, or -1."""
    lacking = missing_cards(one, two, code)
    if held(one, SWAP) and state.top >= 0 and lacking >> state.top & 1 != 0:
        return SWAP_NUMBER
    if held(one, GIFT):
        return DO_GIFT
    return -1


def strike(state: Code, one: i64) -> i64:
    """An action card against the next player, or -1."""
    if held(one, PLUS2):
        return DO_PLUS2
    if held(one, RESET):
        return DO_RESET + neighbour(state)
    if held(one, SKIP):
        return DO_SKIP
    return -1


def spare_action(state: Code, one: i64) -> i64:
    """An action card to get rid of, the least useful first, or -1."""
    if held(one, REVERSE):
        return DO_REVERSE
    if held(one, SKIP):
        return DO_SKIP
    if held(one, PLUS2):
        return DO_PLUS2
    if held(one, RESET):
        return DO_RESET + neighbour(state)
    if held(one, SWAP):
        return SWAP_NONE
    if held(one, GIFT):
        return DO_GIFT
    return -1


def sense(curious: float = 1.0, rounds: float = 100.0, patience: float = 6.5) -> CodeSense:
    """The sense of the levels; other numbers are for experiments."""
    return CodeSense(curious, rounds, patience)
