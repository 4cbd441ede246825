"""Rouge Jaune Vert: how quick, how careful and how cunning a player is, in figures."""

from math import exp, sqrt
from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from pioche.core.rng import Rng

MILLION: Final = 1000000
ROOT_3: Final = sqrt(3.0)
STEPS: Final = 3  # of comparing two cards


def draw_bernoulli(chance: float, rng: Rng) -> bool:
    """Whether something of that chance comes true."""
    return float(rng.below(MILLION)) < chance * 1000000.0


def draw_tempo(spread: float, rng: Rng) -> float:
    """How slow a player is this time: log-normal, median 1, with a long tail as people have.

    The normal deviate is a sum of four uniform ones, so nobody dozes off for minutes.
    """
    total = 0.0
    for i in range(4):
        total += float(rng.below(MILLION)) / 1000000.0
    return exp(spread * ROOT_3 * (total - 2.0))


@mypyc_attr(acyclic=True)
@final
class PlayerSkill:
    """A player's eyes, hands, head and habits. Times are medians, in seconds."""

    __slots__ = (
        "capacity",
        "cross",
        "daring",
        "doubt",
        "fade",
        "glance",
        "heed",
        "judge",
        "looks",
        "notice",
        "orient",
        "plans",
        "put",
        "reach",
        "read",
        "recheck",
        "review",
        "same",
        "span",
        "spread",
        "stops",
        "times",
    )

    def __init__(
        self,
        *,
        orient: float,
        reach: float,
        read: float,
        judge: float,
        put: float,
        glance: float,
        spread: float,
        times: float,
        same: float,
        cross: float,
        doubt: float,
        looks: float,
        span: i64,
        heed: float,
        notice: float,
        capacity: i64,
        fade: float,
        recheck: float,
        review: float,
        plans: bool,
        stops: i64,
        daring: float,
    ) -> None:
        # Hands and eyes.
        self.orient = orient  # look at the own last card and know what is wanted
        self.reach = reach  # to a card of the spread, and grasp it
        self.read = read  # turn a card and read its word, ink and number
        self.judge = judge  # one of the three steps of comparing two cards
        self.put = put  # down at the series, or back into its slot
        self.glance = glance  # at one of the open cards: does it look promising?
        self.spread = spread  # of the logarithm of all these times
        # Mistakes: the chance to overlook that two cards have in common …
        self.times = times  # … their number
        self.same = same  # … a colour, named on both or printed on both
        self.cross = cross  # … a colour named on one and printed on the other (RJV-9)
        self.doubt = doubt  # the chance to take a fit for a misfit
        # Attention.
        self.looks = looks  # the chance to look at the open cards before turning another
        self.span = span  # open cards looked at before giving up
        # Memory of open cards and where they lie.
        self.heed = heed  # the chance to keep in mind a card looked at
        self.notice = notice  # the chance to notice by itself a card that somebody put back
        self.capacity = capacity  # cards kept in mind
        self.fade = fade  # the chance to forget each of them until the next look
        # Habits.
        self.recheck = recheck  # the chance to judge an open card once more before placing it
        self.review = review  # the chance to look once more at the card just placed
        self.plans = plans  # picks the fit that leads on to other known cards
        self.stops = stops  # cards placed unseen, at most, to stop a round that it leads
        self.daring = daring  # stops so when it is that sure to be first

    def find_common_step(self, a: i64, b: i64, rng: Rng) -> i64:
        """At which step of comparing two cards something in common is seen (RJV-9); 0: nowhere.

        Their numbers come first, then word with word and ink with ink, then word with ink.
        What is there may be overlooked, and sometimes something is seen that is not there.
        """
        fit = True
        if a & 3 == b & 3:
            fit = False
            if not draw_bernoulli(self.times, rng):
                return 1
        if named_colour(a) == named_colour(b) or printed_colour(a) == printed_colour(b):
            fit = False
            if not draw_bernoulli(self.same, rng):
                return 2
        if named_colour(a) == printed_colour(b) or printed_colour(a) == named_colour(b):
            fit = False
            if not draw_bernoulli(self.cross, rng):
                return STEPS
        if fit and draw_bernoulli(self.doubt, rng):
            return STEPS
        return 0


def named_colour(card: i64) -> i64:
    """RJV-2: the colour a card names, 0 … 4."""
    return card >> 4


def printed_colour(card: i64) -> i64:
    """RJV-2: the colour it is printed in: one of the four others."""
    colour = card >> 2 & 3
    if colour >= card >> 4:
        colour += 1
    return colour


# A child: twice the times of a quick adult; turns cards for the fun of it, keeps a card or two in
# mind, compares word with word and ink with ink, and easily misses word against ink.
NOVICE: Final = PlayerSkill(
    orient=0.9,
    reach=1.3,
    read=1.6,
    judge=0.6,
    put=1.3,
    glance=0.7,
    spread=0.35,
    times=0.025,
    same=0.025,
    cross=0.05,
    doubt=0.06,
    looks=0.5,
    span=3,
    heed=0.4,
    notice=0.0,
    capacity=2,
    fade=0.3,
    recheck=0.0,
    review=0.0,
    plans=False,
    stops=-1,
    daring=1.0,
)

# The family on a Sunday: unhurried adults, who mostly look before they turn a card.
REGULAR: Final = PlayerSkill(
    orient=0.7,
    reach=0.9,
    read=1.2,
    judge=0.45,
    put=1.0,
    glance=0.5,
    spread=0.3,
    times=0.007,
    same=0.007,
    cross=0.015,
    doubt=0.03,
    looks=0.85,
    span=5,
    heed=0.5,
    notice=0.1,
    capacity=4,
    fade=0.15,
    recheck=0.3,
    review=0.0,
    plans=False,
    stops=-1,
    daring=1.0,
)

# Plays often: trained eyes, a habit of looking first, and a second look at a doubtful card.
# Learners have its hands and eyes (reaction_times.py).
EXPERT: Final = PlayerSkill(
    orient=0.45,
    reach=0.75,
    read=0.95,
    judge=0.33,
    put=0.8,
    glance=0.35,
    spread=0.25,
    times=0.005,
    same=0.005,
    cross=0.01,
    doubt=0.02,
    looks=1.0,
    span=8,
    heed=0.7,
    notice=0.2,
    capacity=6,
    fade=0.08,
    recheck=0.2,
    review=0.3,
    plans=True,
    stops=0,
    daring=1.0,
)

# The quickest at the club: at the fast end of what adults do, never beyond it.
MASTER: Final = PlayerSkill(
    orient=0.3,
    reach=0.65,
    read=0.7,
    judge=0.25,
    put=0.65,
    glance=0.25,
    spread=0.2,
    times=0.002,
    same=0.002,
    cross=0.004,
    doubt=0.01,
    looks=1.0,
    span=12,
    heed=0.85,
    notice=0.35,
    capacity=9,
    fade=0.04,
    recheck=0.0,
    review=0.6,
    plans=True,
    stops=1,
    daring=0.7,
)
