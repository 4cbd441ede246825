"""Gap: reading a position; every way it can be wrong is refused by field."""

from typing import Any

from pioche.core.bits import mask_of, popcount
from pioche.core.position import Census, Reader, entries, fail, whole
from pioche.games.gap.cards import CODES, LETTERS, NAMES
from pioche.games.gap.rules import LOWER, MIDDLE, PLAY, UPPER, Gap
from pioche.games.gap.rules_cards import (
    COLOURS,
    below,
    colours_removed,
    hand_size,
    same,
    several,
)
from pioche.games.gap.rules_scoring import MOST_ROUNDS, negative, positive, tally
from pioche.games.gap.sight import names

PHASES = {"play": PLAY, "lower": LOWER, "upper": UPPER}


def restore(reader: Reader, s: Gap) -> Gap:
    """Fill a new state from a position."""
    read_colours(reader, s)
    read_last(reader, s)
    read_scores(reader, s)
    read_round(reader, s)
    read_turn(reader, s)
    read_cards(reader, s)
    check_hands(s)
    check_middle(s)
    check_choices(s)
    check_last_round(s)
    return s


def dealt(s: Gap) -> bool:
    """Whether there was a first deal."""
    return s.colours != 0


def running(s: Gap) -> bool:
    """Whether a round is being played."""
    return not (s.due or s.over)


def read_colours(reader: Reader, s: Gap) -> None:
    """GAP-3: as many as the players need; none before the first deal."""
    census = Census(dict.fromkeys(LETTERS, 1))
    colours = census.cards("colours", reader.raw("colours"))
    wanted = COLOURS - colours_removed(reader.players)
    if len(colours) != wanted and (colours or not reader.chance):
        fail("colours", f"{reader.players} players need {wanted}, not {len(colours)}")
    s.colours = mask_of([LETTERS.index(letter) for letter in colours])


def read_last(reader: Reader, s: Gap) -> None:
    """GAP-4: the round that was played when the time was up; the field is there with a time."""
    if s.minutes and not reader.null("last"):
        s.last = reader.number("last", 1, MOST_ROUNDS)


def read_scores(reader: Reader, s: Gap) -> None:
    """The finished rounds, judged one by one: only the last may have ended the game."""
    rounds = reader.items("scores")
    if not dealt(s) and rounds:
        fail("scores", "no round was dealt yet")
    if len(rounds) >= MOST_ROUNDS:
        fail("scores", "no game is that long")
    replay_rounds(rounds, s)
    if s.over != reader.over:
        fail("over", f"should be {str(s.over).lower()} after {len(rounds)} rounds")
    s.due = reader.chance


def replay_rounds(rounds: list[tuple[str, Any]], s: Gap) -> None:
    """GAP-19, GAP-20: what the rules say after each round; none follows the end."""
    scores: list[int] = []
    for path, value in rounds:
        if s.over:
            fail(path, f"the game was over after round {s.round}")
        scores += read_round_scores(path, value, s)
        s.set_scores(scores)
        s.round = len(scores) // s.players
        s.judge()


def read_round_scores(path: str, value: Any, s: Gap) -> list[int]:
    """GAP-18: a round's score; how it came about is no part of the position."""
    most = len(NAMES)
    return [whole(at, n, -most, most) for at, n in entries(path, value, s.players)]


def read_round(reader: Reader, s: Gap) -> None:
    """The round that is played, or the one that has just ended."""
    finished = len(s.scores) // s.players
    s.round = reader.number("round", 1, finished + 1)
    between = dealt(s) and not running(s)
    if between and finished == 0:
        fail("scores", "no round has ended yet")
    wanted = finished if between else finished + 1
    if s.round != wanted:
        fail("round", f"{s.round} should be {wanted}, with {finished} finished")
    if s.last > s.round or (s.last and not dealt(s)):
        fail("last", f"round {s.last} has not begun yet")


def read_turn(reader: Reader, s: Gap) -> None:
    """GAP-6, GAP-15: who began, whose turn it is and what for."""
    s.first = reader.seat("first")
    s.turn = reader.seat("turn")
    s.phase = PHASES[reader.word("phase", tuple(PHASES))]
    last = (s.first - 1) % s.players
    if not dealt(s) and s.first != 0:
        fail("first", "is 0 before the first deal")
    if not dealt(s) and s.turn != 0:
        fail("turn", "is 0 before the first deal")
    if dealt(s) and not running(s) and s.turn != last:
        fail("turn", f"seat {last} has the last turn of a round that seat {s.first} began")
    if not running(s) and s.phase != PLAY:
        fail("phase", "no choice is open between rounds")


def read_cards(reader: Reader, s: Gap) -> None:
    """GAP-2: all cards of the colours in play, once each."""
    census = Census({name: 1 for name in NAMES if s.colours >> LETTERS.index(name[0]) & 1})
    if reader.null("played") == (s.phase != PLAY):
        fail("played", "is a card exactly while its choices are open")
    if s.phase != PLAY:
        s.played = CODES[census.card("played", reader.raw("played"))]
    for seat, (at, hand) in enumerate(reader.per_seat("hands")):
        s.hands[seat] = mask(census.cards(at, hand))
    s.middle = mask(census.cards("middle", reader.raw("middle")))
    s.size = popcount(s.middle)
    draw = census.cards("draw", reader.raw("draw"))
    s.set_deck([CODES[name] for name in draw])
    for seat, (at, row) in enumerate(reader.per_seat("rows")):
        s.rows[seat] = mask(census.cards(at, row))
    census.complete("draw")


def mask(cards: list[str]) -> int:
    """A set of cards from their names."""
    return mask_of([CODES[name] for name in cards])


def check_hands(s: Gap) -> None:
    """GAP-5, GAP-15: who was to act before has played one card more."""
    for seat, wanted in enumerate(hand_counts(s)):
        held = popcount(s.hands[seat])
        if held != wanted:
            fail(f"hands[{seat}]", f"{wanted} cards are needed, not {held}")


def hand_counts(s: Gap) -> list[int]:
    """How many cards each seat holds, told from the hand of the player to act."""
    if not running(s):
        return [0] * s.players
    choosing = s.phase != PLAY
    most = popcount(s.hands[s.turn]) + choosing
    if not 1 <= most <= hand_size(s.players):
        fail(f"hands[{s.turn}]", f"the player to act can't hold {most - choosing} cards")
    done = (s.turn - s.first) % s.players + choosing
    return [most - ((seat - s.first) % s.players < done) for seat in range(s.players)]


def check_middle(s: Gap) -> None:
    """GAP-14: the middle was filled up to 4, as far as the pile goes."""
    taken = s.phase == UPPER and s.rows[s.turn] & below(s.played) != 0
    if dealt(s) and s.size < MIDDLE - taken and len(s.deck):
        fail("middle", f"{s.size} cards, and yet there is a pile to fill it up from")


def check_choices(s: Gap) -> None:
    """GAP-8 to GAP-10: a choice is open only where there is one."""
    if s.phase == PLAY:
        return
    alike = names(s.middle & same(s.played))
    if alike:
        fail("phase", f"{', '.join(alike)} would be taken, and no neighbour")
    if not several(s.open_cards()):
        fail("phase", "there are not two cards to choose from")
    rest, own = s.middle & below(s.played), s.rows[s.turn] & below(s.played)
    if s.phase == UPPER and rest and not own:
        fail("phase", "the lower neighbour is settled first")


def check_last_round(s: Gap) -> None:
    """GAP-18: the rows of a round that has just ended still show its scores."""
    if running(s) or not dealt(s):
        return
    for seat in range(s.players):
        counts = tally(s.rows[seat])
        points = positive(counts) - negative(counts)
        noted = s.scores[(s.round - 1) * s.players + seat]
        if noted != points:
            fail(f"scores[{s.round - 1}][{seat}]", f"{noted} should be {points}")
