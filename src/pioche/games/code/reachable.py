"""Code: which positions a game can reach, as far as a position tells."""

from pioche.core.position import fail
from pioche.games.code.names import CARDS, PHASES
from pioche.games.code.rules import Code
from pioche.games.code.rules_cards import CODE_CARDS, GIFT, PLUS2, RESET
from pioche.games.code.rules_redraw import possible
from pioche.games.code.rules_table import (
    DEALT,
    IN_DRAWN,
    IN_GIFT,
    IN_PENALTY,
    IN_PICK,
    IN_ROBBED,
    IN_TURN,
)

IN_A_GIFT = (IN_GIFT, IN_PICK, IN_ROBBED)


def check(s: Code) -> None:
    """Refuse what can't come about; all cards are there, once each."""
    check_over(s)
    check_phase(s)
    check_penalty(s)
    check_gift(s)
    check_shuffle(s)
    check_course(s)
    check_first_turn(s)
    check_wins(s)


def check_over(s: Code) -> None:
    """CD-20, CD-22: at the end somebody has a code, or all turns are gone."""
    if s.over:
        s.winner = find_winner(s)
        if (s.winner < 0) != (s.turns == s.limit):
            fail("over", f"after {s.turns} turns, {'nobody' if s.winner < 0 else 'somebody'} won")
        if s.phase != IN_TURN:
            fail("phase", "is turn when the game is over")
    elif s.turns == s.limit:
        fail("turns", f"the game ends after {s.limit} turns")


def find_winner(s: Code) -> int:
    """CD-21: the first with a code, from the player whose turn it is; -1 if nobody has one."""
    for i in range(s.players):
        seat = (s.turn + i * s.direction) % s.players
        if s.wins(seat):
            return seat
    return -1


def check_phase(s: Code) -> None:
    """Each phase has its own field that is filled in, and no other."""
    if (s.drawn >= 0) != (s.phase == IN_DRAWN):
        fail("drawn", "is a card exactly in phase drawn")
    if (s.robbed >= 0) != (s.phase == IN_ROBBED):
        fail("robbed", "is a seat exactly in phase robbed")
    if (s.penalty > 0) != (s.phase == IN_PENALTY):
        fail("penalty", "cards are asked for exactly in phase penalty")
    if s.laid and s.phase not in (IN_GIFT, IN_PICK):
        fail("laid", f"no card is laid in phase {PHASES[s.phase]}")


def check_penalty(s: Code) -> None:
    """CD-14: two cards for each plus2 on top of the pile."""
    if s.penalty % 2:
        fail("penalty", "is two for each plus2")
    asked = s.penalty // 2
    top = [s.action_at(i) for i in range(max(0, s.actions - asked), s.actions)]
    if top != [PLUS2] * asked:
        fail("actions", f"the top {asked} cards must be plus2")


def check_gift(s: Code) -> None:
    """CD-18: a gift is on top, and its parts come in order."""
    if s.phase not in IN_A_GIFT:
        return
    check_top(s, GIFT)
    if s.laid_by(s.turn) >= 0:
        fail(f"laid[{s.turn}]", "the player of a gift lays no card")
    if s.phase == IN_GIFT and not s.waiting():
        fail("laid", "in phase gift somebody still has to lay a card")
    if s.phase == IN_PICK and (s.waiting() or not s.laid):
        fail("laid", "in phase pick all who have cards have laid one")
    if s.phase == IN_ROBBED:
        check_robbed(s)


def check_robbed(s: Code) -> None:
    """CD-18: another player lost a card to the one whose turn it is, and can draw."""
    if s.robbed == s.turn:
        fail("robbed", "is another player than the one whose turn it is")
    if s.size_of(s.turn) == 0:
        fail(f"hands[{s.turn}]", "has no card, and yet one was taken")
    if not s.can_draw():
        fail("robbed", "is not asked when nothing can be drawn")


def check_top(s: Code, kind: int) -> None:
    """The action card that is taking effect lies on top."""
    if s.actions == 0 or s.action_at(s.actions - 1) != kind:
        fail("actions", f"the top card must be {CARDS[kind]}")


def check_shuffle(s: Code) -> None:
    """CD-11, CD-19: a shuffle is due only where something is used up and needed."""
    if s.drawing:
        check_drawing(s)
    if s.resetting >= 0:
        if s.phase != IN_TURN:
            fail("phase", "is turn when a reset is interrupted")
        if s.resetting == s.turn:
            fail("resetting", "is another player than the one whose turn it is")
        if s.aside:
            fail("codes_aside", "no shuffle is due while there is a code aside")
        check_top(s, RESET)


def check_drawing(s: Code) -> None:
    """CD-11: the draw pile is empty, and there is something to shuffle."""
    asked = {IN_TURN: 1, IN_ROBBED: 1, IN_PENALTY: s.penalty}.get(s.phase, 0)
    if s.drawing > asked:
        fail("drawing", f"{s.drawing} cards are too many in phase {PHASES[s.phase]}")
    if s.left:
        fail("draw", "no shuffle is due while there is a card to draw")
    if not s.can_draw():
        fail("numbers", "there is nothing to shuffle")
    if s.size_of(s.turn) < s.penalty - s.drawing and s.phase == IN_PENALTY:
        fail(f"hands[{s.turn}]", "is smaller than what was drawn already")


def check_course(s: Code) -> None:
    """What can have happened in so many turns."""
    if s.direction < 0 and s.players == 2:
        fail("direction", "does not change with two players")
    if s.numbers == 0 and s.actions == 0:
        fail("numbers", "is empty only after a swap, which would be on the action pile")
    begun = s.phase in IN_A_GIFT or s.resetting >= 0 or (s.over and s.winner >= 0)
    turns = s.turns + (1 if begun else 0)
    if s.actions + s.numbers // 2 > turns:
        fail("turns", f"{s.turns} are too few for what was laid")
    out = CODE_CARDS - s.players - s.aside
    if out > s.turns + (1 if s.over else 0) or (out and not s.options["reset"]):
        fail("codes_out", f"{out} codes can't have been discarded")


def check_first_turn(s: Code) -> None:
    """CD-4 to CD-6: in the first turn everything is as it was dealt but for what it changed."""
    if s.turns:
        return
    if s.over:
        fail("turns", "nobody can win in the first turn")
    if s.direction != 1:
        fail("direction", "play begins clockwise")
    if s.numbers != 1:
        fail("numbers", "one card lies there in the first turn")
    for p in range(s.players):
        size = s.size_of(p) + (1 if s.laid_by(p) >= 0 else 0)
        if size != first_size(s, p):
            fail(f"hands[{p}]", f"{size} cards in the first turn should be {first_size(s, p)}")


def first_size(s: Code, seat: int) -> int:
    """How many cards a seat has in the first turn, with the one it has laid."""
    if seat == s.robbed:
        return DEALT - 1
    if seat == s.turn:
        return DEALT + {IN_DRAWN: 1, IN_GIFT: -1, IN_PICK: -1}.get(s.phase, 0)
    return DEALT


def check_wins(s: Code) -> None:
    """CD-20, CD-21: the game would have ended before."""
    if not possible(s):
        fail("hands", "somebody would already have won")
