"""Gap: what a seat knows, as numbers."""

from collections.abc import Sequence
from typing import Final, final

from mypy_extensions import i16, i64, mypyc_attr

from pioche.core.native.bits import lowest_bit, popcount
from pioche.core.native.vectors import vec
from pioche.core.state import State
from pioche.core.tensors.field import Field
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
    tally_after,
    tally_card,
    tie_break_key,
)
from pioche.games.gap.rules.state import PLAY, Gap
from pioche.games.gap.view import tied_seats

SEATS: Final = 6
FEWEST: Final = 2
PHASES: Final = 3
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
        at = write_table(state, seat, out, at)
        at = write_cards(state, seat, out, at)
        at = write_prospects(state, seat, out, at)
        at = write_rows(state, seat, out, at)
        at = write_standing(state, seat, out, at)
        write_tied(state, seat, out, at)


def write_table(s: Gap, seat: i64, out: vec[i16], at: i64) -> i64:
    """How long the game is, how far it has come and whose turn it is; where to go on."""
    extra: i64 = 0
    if s.ended > 0:
        extra = s.round - s.ended
    phase: i64 = -1
    turn: i64 = -1
    if not (s.due or s.over):
        phase = s.phase
        turn = seats_away(seat, s.turn, s.players)
    at = put_one(out, at, s.players - FEWEST, SEATS - FEWEST + 1)
    at = put(out, at, s.target)
    at = put(out, at, s.rounds)
    at = put(out, at, s.minutes)
    at = put_flag(out, at, s.last > 0)
    at = put_round(out, at, s.round)
    at = put(out, at, extra)
    at = put_bits(out, at, s.colours, COLOURS)
    at = put_one(out, at, phase, PHASES)
    at = put_one(out, at, turn, SEATS)
    return put_one(out, at, seats_away(seat, s.first, s.players), SEATS)


def write_cards(s: Gap, seat: i64, out: vec[i16], at: i64) -> i64:
    """The cards that are in no row; where to go on."""
    choices: i64 = 0
    if s.phase != PLAY:
        choices = s.open_cards()
    at = put_bits(out, at, s.hands[seat], CARDS)
    at = put_bits(out, at, s.middle, CARDS)
    at = put_one(out, at, s.played, CARDS)
    at = put_bits(out, at, choices, CARDS)
    unseen = s.unseen_cards(seat)
    draw_count = put_bits(out, at, 0, CARDS)
    for i in range(len(unseen)):
        out[at + unseen[i]] = 1
    drawn_from: i64 = len(s.deck)
    return put(out, draw_count, drawn_from - s.next)


def write_prospects(s: Gap, seat: i64, out: vec[i16], at: i64) -> i64:
    """What each move would do, where it is the seat's turn; where to go on."""
    gains = put_bits(out, at, 0, CARDS)
    end = put_bits(out, gains, 0, CARDS)
    if s.due or s.over or s.turn != seat:
        return end
    row = tally(s.rows[seat])
    now = score_tally(row)
    cards = s.open_cards()
    while cards != 0:
        card = lowest_bit(cards)
        cards &= cards - 1
        made = row
        if s.phase == PLAY:
            made = tally_after(s.middle, card, row)
            put(out, at + card, count_tally(made) - count_tally(row))
        else:
            made += tally_card(s.played) + tally_card(card)
        put(out, gains + card, score_tally(made) - now)
    return end


def write_rows(s: Gap, seat: i64, out: vec[i16], at: i64) -> i64:
    """What lies in front of the seats and what it is worth; where to go on."""
    counts = at + SEATS * CARDS
    plus = counts + SEATS * COLOURS
    minus = plus + SEATS
    sizes = minus + SEATS
    players = s.players
    for i in range(players):
        p = seat_at(seat, i, players)
        row = s.rows[p]
        packed = tally(row)
        put_bits(out, at + i * CARDS, row, CARDS)
        for colour in range(COLOURS):
            put(out, counts + i * COLOURS + colour, packed >> NUMBERS * colour & 15)
        put(out, plus + i, positive_points(packed))
        put(out, minus + i, negative_points(packed))
        put(out, sizes + i, popcount(s.hands[p]))
    return sizes + SEATS


def write_standing(s: Gap, seat: i64, out: vec[i16], at: i64) -> i64:
    """All that finished rounds still decide: totals, and what breaks ties; where to go on."""
    best = at + SEATS
    best_round = best + SEATS
    players = s.players
    scores = s.scores
    for i in range(players):
        p = seat_at(seat, i, players)
        points = s.score(p)
        if points < LEAST:
            points = LEAST
        put(out, at + i, points)
        most: i64 = 0
        round: i64 = 0
        if len(scores) > 0:
            # The last thing that a standing counts is how late the best round came.
            came = -tie_break_key(scores, players, p) % MOST_ROUNDS
            most = scores[came * players + p]
            round = came + 1
        put(out, best + i, most)
        put_round(out, best_round + i, round)
    return best_round + SEATS


def write_tied(s: Gap, seat: i64, out: vec[i16], at: i64) -> None:
    """Who shares first place: nobody, nearly always."""
    put_bits(out, at, 0, SEATS)
    for p in tied_seats(s):
        out[at + seats_away(seat, p, s.players)] = 1


def put_round(out: vec[i16], at: i64, round: i64) -> i64:
    """Write the number of a round, where it is not beyond the last that is told."""
    if round > LATEST:
        round = LATEST
    return put(out, at, round)
