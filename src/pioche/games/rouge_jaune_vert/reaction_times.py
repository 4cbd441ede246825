"""Rouge Jaune Vert: how long a practised player's eyes and hands take."""

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from pioche.core.reaction_times import ReactionTimes
from pioche.core.state import State
from pioche.games.rouge_jaune_vert.bot.player import last_card
from pioche.games.rouge_jaune_vert.bot.skill import STEPS, named_colour, printed_colour
from pioche.games.rouge_jaune_vert.rules.cards import CARD, SLOTS, UP
from pioche.games.rouge_jaune_vert.rules.state import CHOOSE, RougeJauneVert

# Microseconds: the medians of the level expert (bot_reflexes.py), who plays often;
# docs/bots/rouge-jaune-vert.md says where they come from.
ORIENT: Final = 450000  # look at the own last card and know what is wanted
REACH: Final = 750000  # to a card of the spread, and grasp it
READ: Final = 950000  # turn a card and read its word, ink and number
JUDGE: Final = 330000  # one of the three steps of comparing two cards
PUT: Final = 800000  # down at the series, or back into its slot
GLANCE: Final = 350000  # at one of the open cards


@mypyc_attr(acyclic=True)
@final
class PractisedReactionTimes(ReactionTimes):
    """A player who plays often, as the expert among the bots.

    A learner sees the table all at once; people do not. So it pays for what they do with
    their eyes: an open card is found by a glance, a card from below is turned and read, and
    either is compared with the own last card once it is in hand, whatever is then decided.
    """

    __slots__ = ()

    def after_deal(self, state: State, seat: i64) -> i64:
        """From the deal until the own start card has been seen."""
        return ORIENT

    def before_move(self, state: State, seat: i64, action: i64) -> i64:
        """From the decision until the move is made."""
        assert isinstance(state, RougeJauneVert)
        if action >= CHOOSE:
            return JUDGE + REACH
        if action >= SLOTS:
            return PUT
        if state.slots[action] & UP != 0:
            return GLANCE + REACH
        return REACH

    def after_move(self, state: State, seat: i64, action: i64) -> i64:
        """From the move until what it brought has been taken in; the state is that after it."""
        assert isinstance(state, RougeJauneVert)
        if action >= CHOOSE:
            return GLANCE  # nothing hangs on it: whoever has chosen waits
        if action >= SLOTS:
            return ORIENT
        lay = state.slots[action]
        judged = count_steps(last_card(state, seat), lay & CARD) * JUDGE
        if lay & UP != 0:
            return judged
        return READ + judged

    def after_late_move(self, state: State, seat: i64, action: i64) -> i64:
        """From a move that came too late until that has been noticed: looking begins anew."""
        return ORIENT


def count_steps(a: i64, b: i64) -> i64:
    """How many steps it takes to compare two cards (RJV-9), without a mistake.

    Numbers; word with word and ink with ink; word with ink. It ends at the first thing in
    common, so a fit takes all of them: as `PlayerSkill.find_common_step` does it.
    """
    if a & 3 == b & 3:
        return 1
    if named_colour(a) == named_colour(b) or printed_colour(a) == printed_colour(b):
        return 2
    return STEPS
