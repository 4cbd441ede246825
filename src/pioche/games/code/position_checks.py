"""Code: which positions make sense.

What lies and stands there must fit together; how it came about is not asked, so that
positions made by hand load.
"""

from pioche.core.position import fail
from pioche.games.code.names import CARDS, PHASES
from pioche.games.code.rules.cards import COPIES, GIFT, PLUS2, RESET
from pioche.games.code.rules.redraw import is_possible
from pioche.games.code.rules.state import Code
from pioche.games.code.rules.table import (
    IN_DRAWN,
    IN_GIFT,
    IN_PENALTY,
    IN_PICK,
    IN_ROBBED,
    IN_TURN,
    seat_after,
)

IN_A_GIFT = (IN_GIFT, IN_PICK, IN_ROBBED)
MOST_BY_PLUS2S = 2 * COPIES[PLUS2]  # by all plus2s there are
MOST_ASKED = (
    2 * MOST_BY_PLUS2S
)  # a position made by hand may ask for that much before any is played


def check_position(s: Code) -> None:
    """Refuse what can't come about; all cards are there, once each."""
    check_over(s)
    check_phase(s)
    check_penalty(s)
    check_gift(s)
    check_shuffle(s)
    check_codes(s)
    check_wins(s)


def check_over(s: Code) -> None:
    """CD-20, CD-22: at the end somebody has a code, or all turns are gone."""
    if s.over:
        s.winner = find_winner(s)
        if s.winner < 0 and s.turns < s.limit:
            fail("over", f"nobody has a code, and only {s.turns} turns were played")
        if s.phase != IN_TURN:
            fail("phase", "is turn when the game is over")
    elif s.turns == s.limit:
        fail("turns", f"the game ends after {s.limit} turns")


def find_winner(s: Code) -> int:
    """CD-21: the first with a code, from the player whose turn it is; -1 if nobody has one."""
    for i in range(s.players):
        seat = seat_after(s.turn, i, s.direction, s.players)
        if s.has_won(seat):
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
    """CD-14: two cards for each plus2.

    They need not lie on the pile, but those that do may have come on top of what was asked
    for by hand, so that a penalty that loads still does when another plus2 is played.
    """
    if s.penalty % 2:
        fail("penalty", "is two for each plus2")
    played = [s.action_at(i) for i in range(s.actions)].count(PLUS2)
    if s.penalty > MOST_BY_PLUS2S + 2 * played:
        fail("penalty", f"{s.penalty} cards are more than the plus2s can ask for")


def check_gift(s: Code) -> None:
    """CD-18: the parts of a gift come in order."""
    if s.phase not in IN_A_GIFT:
        return
    if s.laid_by(s.turn) >= 0:
        fail(f"laid[{s.turn}]", "the player of a gift lays no card")
    if s.phase == IN_GIFT and not s.seats_to_lay():
        fail("laid", "in phase gift somebody still has to lay a card")
    if s.phase == IN_PICK and (s.seats_to_lay() or not s.laid):
        fail("laid", "in phase pick all who have cards have laid one")
    if s.phase == IN_ROBBED:
        check_robbed(s)
    check_top(s, GIFT)


def check_top(s: Code, kind: int) -> None:
    """CD-10: a card whose parts are being played lies on top of the action pile.

    If another player wins by it, that card is why (CD-21): a game that ended without it
    could be neither loaded nor drawn anew.
    """
    if s.actions == 0 or s.action_at(s.actions - 1) != kind:
        fail("actions", f"the {CARDS[kind]} that is being played lies on top")


def check_robbed(s: Code) -> None:
    """CD-18: another player lost a card to the one whose turn it is, and can draw."""
    if s.robbed == s.turn:
        fail("robbed", "is another player than the one whose turn it is")
    if s.hand_size(s.turn) == 0:
        fail(f"hands[{s.turn}]", "has no card, and yet one was taken")
    if not s.can_draw():
        fail("robbed", "is not asked when nothing can be drawn")


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
    if s.hand_size(s.turn) < s.penalty - s.drawing and s.phase == IN_PENALTY:
        fail(f"hands[{s.turn}]", "is smaller than what was drawn already")


def check_codes(s: Code) -> None:
    """CD-19: codes are discarded by the reset card alone."""
    if s.count_codes_out() and not s.options["reset"]:
        fail("codes_out", "without the reset card no code is discarded")


def check_wins(s: Code) -> None:
    """CD-20, CD-21: the game would have ended before."""
    if not is_possible(s):
        fail("hands", "somebody would already have won")
