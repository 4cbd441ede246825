"""Rouge Jaune Vert: how long a practised player's eyes and hands take."""

from typing import final

from mypy_extensions import i64, mypyc_attr

from pioche.core.reaction_times import MICROSECONDS, ReactionTimes
from pioche.core.state import State
from pioche.games.rouge_jaune_vert.bot.skill import STEPS, PlayerSkill, named_colour, printed_colour
from pioche.games.rouge_jaune_vert.rules.cards import CARD, SLOTS, UP
from pioche.games.rouge_jaune_vert.rules.state import CHOOSE, RougeJauneVert


@mypyc_attr(acyclic=True)
@final
class PractisedReactionTimes(ReactionTimes):
    """The medians of a player's skill, to the microsecond.

    A learner sees the table all at once; people do not. So it pays for what they do with
    their eyes: an open card is found by a glance, a card from below is turned and read, and
    either is compared with the own last card once it is in hand, whatever is then decided.
    """

    __slots__ = ("glance", "judge", "orient", "put", "reach", "read")

    def __init__(self, skill: PlayerSkill) -> None:
        self.orient: i64 = to_microseconds(skill.orient)
        self.reach: i64 = to_microseconds(skill.reach)
        self.read: i64 = to_microseconds(skill.read)
        self.judge: i64 = to_microseconds(skill.judge)
        self.put: i64 = to_microseconds(skill.put)
        self.glance: i64 = to_microseconds(skill.glance)

    def after_deal(self, state: State, seat: i64) -> i64:
        """From the deal until the own start card has been seen."""
        return self.orient

    def before_move(self, state: State, seat: i64, action: i64) -> i64:
        """From the decision until the move is made."""
        assert isinstance(state, RougeJauneVert)
        if action >= CHOOSE:
            return self.judge + self.reach
        if action >= SLOTS:
            return self.put
        if state.slots[action] & UP != 0:
            return self.glance + self.reach
        return self.reach

    def after_move(self, state: State, seat: i64, action: i64) -> i64:
        """From the move until what it brought has been taken in; the state is that after it."""
        assert isinstance(state, RougeJauneVert)
        if action >= CHOOSE:
            return self.glance  # nothing hangs on it: whoever has chosen waits
        if action >= SLOTS:
            return self.orient
        lay = state.slots[action]
        judged = count_steps(state.last_card(seat), lay & CARD) * self.judge
        if lay & UP != 0:
            return judged
        return self.read + judged

    def after_late_move(self, state: State, seat: i64, action: i64) -> i64:
        """From a move that came too late until that has been noticed: looking begins anew."""
        return self.orient


def to_microseconds(seconds: float) -> int:
    """To the nearest, as some of the seconds are no exact floats."""
    return round(seconds * MICROSECONDS)


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
