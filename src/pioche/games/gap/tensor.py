"""Gap: what a seat knows, as numbers."""

from collections.abc import Sequence
from typing import Final, final

from mypy_extensions import i16, i64, mypyc_attr

from pioche.core.native.bits import lowest_bit, popcount
from pioche.core.native.vectors import vec
from pioche.core.state import State
from pioche.core.tensors.field import Field, find_offset
from pioche.core.tensors.tensor import (
    TensorEncoder,
    put,
    put_bits,
    put_flag,
    put_one,
    seat_at,
    seats_away,
)
from pioche.games.gap.rules.cards import CARDS, COLOURS, NUMBERS
from pioche.games.gap.rules.scoring import (
    MOST_ROUNDS,
    count_tally,
    negative_points,
    positive_points,
    score_tally,
    tally,
    tie_break_key,
)
from pioche.games.gap.rules.state import PLAY, Gap

FEWEST: Final = 2
# A game to a target lasts as long as nobody reaches it, so two numbers need an end. Random
# players have 200 points after some 80 rounds; agreed rounds can't bring fewer than LEAST.
LATEST: Final = 1000
LEAST: Final = -3000

FIELDS: Final = [
    Field("players", (5,), 0, 1, "how many play: 2, 3, 4, 5 or 6"),
    Field(
        "target",
        (),
        1,
        200,
        "option: points that end the game if neither rounds nor minutes are agreed",
    ),
    Field("rounds", (), 0, 50, "option: rounds agreed, 0 if none are (GAP-4)"),
    Field("minutes", (), 0, 120, "option: minutes agreed, 0 if none are (GAP-4)"),
    Field("time_up", (), 0, 1, "whether they are up: but for a tie this round is the last (GAP-4)"),
    Field("round", (), 1, 1000, "the round that is played; 1000 stands for later ones, too"),
    Field("extra", (), 0, 10, "how many of the rounds are extra ones, to break a tie (GAP-20)"),
    Field("colours", (5,), 0, 1, "the colours in play, of R Y G B V; none before the first deal"),
    Field("phase", (3,), 0, 1, "to play, to choose a lower or an upper one; none between rounds"),
    Field("turn", (6,), 0, 1, "whose turn it is; none between rounds"),
    Field("first", (6,), 0, 1, "who began the round"),
    Field("hand", (5, 10), 0, 1, "the own hand, by colour and number"),
    Field("middle", (5, 10), 0, 1, "the middle"),
    Field("played", (5, 10), 0, 1, "the card that waits for its choices"),
    Field("choices", (5, 10), 0, 1, "the cards to choose from (GAP-9)"),
    Field("unseen", (5, 10), 0, 1, "the cards in the other hands and in the pile"),
    Field("draw_count", (), 0, 50, "cards in the pile"),
    Field("hauls", (5, 10), 0, 5, "cards that each card to play would bring, itself counted, or 0"),
    Field(
        "gains",
        (5, 10),
        -76,
        76,
        "what the own row would score more for each card to play, of several neighbours taking"
        " the one that scores most then; for each choice, with the card played",
    ),
    Field("rows", (6, 5, 10), 0, 1, "the cards in front of each seat"),
    Field("counts", (6, 5), 0, 10, "how many they are, by colour"),
    Field("plus", (6,), 0, 50, "what counts for each row now (GAP-16)"),
    Field("minus", (6,), 0, 36, "what counts against it (GAP-17)"),
    Field("hands_count", (6,), 0, 6, "cards in each hand"),
    Field("totals", (6,), -3000, 3000, "points of finished rounds; -3000 stands for fewer, too"),
    Field("best", (6,), -50, 50, "the most points in one of them, 0 before the first (GAP-20)"),
    Field("best_round", (6,), 0, 1000, "the round that first brought them, as above, or 0"),
    Field("tied", (6,), 0, 1, "who shares first place while an extra round is due or played"),
]

PLAYERS: Final[i64] = find_offset(FIELDS, "players")
TARGET: Final[i64] = find_offset(FIELDS, "target")
ROUNDS: Final[i64] = find_offset(FIELDS, "rounds")
MINUTES: Final[i64] = find_offset(FIELDS, "minutes")
TIME_UP: Final[i64] = find_offset(FIELDS, "time_up")
ROUND: Final[i64] = find_offset(FIELDS, "round")
EXTRA: Final[i64] = find_offset(FIELDS, "extra")
IN_PLAY: Final[i64] = find_offset(FIELDS, "colours")
PHASE: Final[i64] = find_offset(FIELDS, "phase")
TURN: Final[i64] = find_offset(FIELDS, "turn")
FIRST: Final[i64] = find_offset(FIELDS, "first")
HAND: Final[i64] = find_offset(FIELDS, "hand")
MIDDLE: Final[i64] = find_offset(FIELDS, "middle")
PLAYED: Final[i64] = find_offset(FIELDS, "played")
CHOICES: Final[i64] = find_offset(FIELDS, "choices")
UNSEEN: Final[i64] = find_offset(FIELDS, "unseen")
DRAW_COUNT: Final[i64] = find_offset(FIELDS, "draw_count")
HAULS: Final[i64] = find_offset(FIELDS, "hauls")
GAINS: Final[i64] = find_offset(FIELDS, "gains")
ROWS: Final[i64] = find_offset(FIELDS, "rows")
COUNTS: Final[i64] = find_offset(FIELDS, "counts")
PLUS: Final[i64] = find_offset(FIELDS, "plus")
MINUS: Final[i64] = find_offset(FIELDS, "minus")
HANDS_COUNT: Final[i64] = find_offset(FIELDS, "hands_count")
TOTALS: Final[i64] = find_offset(FIELDS, "totals")
BEST: Final[i64] = find_offset(FIELDS, "best")
BEST_ROUND: Final[i64] = find_offset(FIELDS, "best_round")
TIED: Final[i64] = find_offset(FIELDS, "tied")


@mypyc_attr(acyclic=True)
@final
class GapTensorEncoder(TensorEncoder):
    """GAP-5: of the other hands and the pile only what a seat sees nowhere else."""

    __slots__ = ()

    def fields(self) -> Sequence[Field]:
        """What the numbers mean, in their order."""
        return FIELDS

    def write(self, state: State, seat: i64, out: vec[i16], at: i64) -> None:
        """Write the numbers from out[at] on."""
        assert isinstance(state, Gap)
        write_table(state, out, at)
        write_turn(state, seat, out, at)
        write_cards(state, seat, out, at)
        write_prospects(state, seat, out, at)
        for i in range(state.players):
            write_row(state, seat, i, out, at)
            write_standing(state, seat, i, out, at)
        write_tied(state, seat, out, at)


def write_table(s: Gap, out: vec[i16], at: i64) -> None:
    """How long the game is, and how far it has come."""
    put_one(out, at + PLAYERS, s.players - FEWEST)
    put(out, at + TARGET, s.target)
    put(out, at + ROUNDS, s.rounds)
    put(out, at + MINUTES, s.minutes)
    put_flag(out, at + TIME_UP, s.last > 0)
    put_round(out, at + ROUND, s.round)
    if s.ended > 0:
        put(out, at + EXTRA, s.round - s.ended)
    put_bits(out, at + IN_PLAY, s.colours, COLOURS)


def write_turn(s: Gap, seat: i64, out: vec[i16], at: i64) -> None:
    """Whose turn it is, and what for."""
    if s.is_round_running():
        put_one(out, at + PHASE, s.phase)
        put_one(out, at + TURN, seats_away(seat, s.turn, s.players))
    put_one(out, at + FIRST, seats_away(seat, s.first, s.players))


def write_cards(s: Gap, seat: i64, out: vec[i16], at: i64) -> None:
    """The cards that are in no row."""
    put_bits(out, at + HAND, s.hands[seat], CARDS)
    put_bits(out, at + MIDDLE, s.middle, CARDS)
    put_one(out, at + PLAYED, s.played)
    put_bits(out, at + CHOICES, s.open_choices(), CARDS)
    unseen = s.unseen_cards(seat)
    for i in range(len(unseen)):
        out[at + UNSEEN + unseen[i]] = 1
    put(out, at + DRAW_COUNT, s.draw_count())


def write_prospects(s: Gap, seat: i64, out: vec[i16], at: i64) -> None:
    """What each move would do, where it is the seat's turn."""
    if s.turn != seat or not s.is_round_running():
        return
    row = tally(s.rows[seat])
    size = count_tally(row)
    now = score_tally(row)
    cards = s.open_cards()
    while cards != 0:
        card = lowest_bit(cards)
        cards &= cards - 1
        made = s.tally_with(card, row)
        if s.phase == PLAY:
            put(out, at + HAULS + card, count_tally(made) - size)
        put(out, at + GAINS + card, score_tally(made) - now)


def write_row(s: Gap, seat: i64, away: i64, out: vec[i16], at: i64) -> None:
    """What lies in front of somebody who sits so many seats further on, and what it is worth."""
    p = seat_at(seat, away, s.players)
    row = s.rows[p]
    packed = tally(row)
    put_bits(out, at + ROWS + away * CARDS, row, CARDS)
    for colour in range(COLOURS):
        put(out, at + COUNTS + away * COLOURS + colour, packed >> NUMBERS * colour & 15)
    put(out, at + PLUS + away, positive_points(packed))
    put(out, at + MINUS + away, negative_points(packed))
    put(out, at + HANDS_COUNT + away, popcount(s.hands[p]))


def write_standing(s: Gap, seat: i64, away: i64, out: vec[i16], at: i64) -> None:
    """All that finished rounds still decide for somebody: the total, and what breaks ties."""
    scores = s.scores
    if len(scores) == 0:
        return
    p = seat_at(seat, away, s.players)
    points = s.score(p)
    if points < LEAST:
        points = LEAST
    put(out, at + TOTALS + away, points)
    # The last thing that a standing counts is how late the best round came.
    came = -tie_break_key(scores, s.players, p) % MOST_ROUNDS
    put(out, at + BEST + away, scores[came * s.players + p])
    put_round(out, at + BEST_ROUND + away, came + 1)


def write_tied(s: Gap, seat: i64, out: vec[i16], at: i64) -> None:
    """Who shares first place: nobody, nearly always."""
    tied = s.find_tied()
    while tied != 0:
        put_one(out, at + TIED, seats_away(seat, lowest_bit(tied), s.players))
        tied &= tied - 1


def put_round(out: vec[i16], at: i64, round: i64) -> None:
    """Write the number of a round, where it is not beyond the last that is told."""
    if round > LATEST:
        round = LATEST
    put(out, at, round)


def create_encoder() -> TensorEncoder:
    """What writes the tensors of the game."""
    return GapTensorEncoder()
