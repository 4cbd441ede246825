"""Gap: the position, written and read; every way it can be wrong is refused by field."""

from typing import TYPE_CHECKING, Any

from pioche.core.native.bits import mask_of, popcount
from pioche.core.position import Census, PositionReader, fail, read_entries, read_whole_number
from pioche.games.gap.cards import CODES, LETTERS, NAMES
from pioche.games.gap.rules.cards import (
    COLOURS,
    count_removed_colours,
    find_takes,
    hand_size,
    has_choice,
    lower_neighbours,
    same_number,
)
from pioche.games.gap.rules.scoring import MOST_ROUNDS, score_tally, tally
from pioche.games.gap.rules.state import MIDDLE, PLAY, UPPER, Gap, new_state
from pioche.games.gap.schema import GapPosition
from pioche.games.gap.view import PHASES, build_table, card_names

if TYPE_CHECKING:
    from pioche.core.game import Game

PHASE_CODES: dict[str, int] = {word: phase for phase, word in enumerate(PHASES)}


def build_position(s: Gap) -> GapPosition:
    """The fields of the clause file."""
    return {
        **s.build_common_position(),
        **build_table(s),
        "hands": [card_names(hand) for hand in s.hands],
        "draw": [NAMES[card] for card in s.deck[s.next :]],
    }


def restore_state(game: "Game", reader: PositionReader) -> Gap:
    """The state of a position."""
    s = new_state(game, reader.players, reader.options)
    restore_colours(reader, s)
    restore_last(reader, s)
    restore_scores(reader, s)
    restore_round(reader, s)
    restore_turn(reader, s)
    restore_cards(reader, s)
    check_hands(s)
    check_middle(s)
    check_choices(s)
    check_last_round(s)
    return s


def restore_colours(reader: PositionReader, s: Gap) -> None:
    """GAP-3: as many as the players need; none before the first deal."""
    census = Census(dict.fromkeys(LETTERS, 1))
    colours = census.add_cards("colours", reader.raw("colours"))
    wanted = COLOURS - count_removed_colours(reader.players)
    if len(colours) != wanted and (colours or not reader.chance):
        fail("colours", f"{reader.players} players need {wanted}, not {len(colours)}")
    s.colours = mask_of([LETTERS.index(letter) for letter in colours])


def restore_last(reader: PositionReader, s: Gap) -> None:
    """GAP-4: the round that was played when the time was up; the field is there with a time."""
    if s.minutes and not reader.is_null("last"):
        s.last = reader.number("last", 1, MOST_ROUNDS)


def restore_scores(reader: PositionReader, s: Gap) -> None:
    """The finished rounds, judged one by one: only the last may have ended the game."""
    rounds = reader.items("scores")
    if not s.is_dealt() and rounds:
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
        s.check_game_end()


def read_round_scores(path: str, value: Any, s: Gap) -> list[int]:
    """GAP-18: a round's score; how it came about is no part of the position."""
    most = len(NAMES)
    return [read_whole_number(at, n, -most, most) for at, n in read_entries(path, value, s.players)]


def restore_round(reader: PositionReader, s: Gap) -> None:
    """The round that is played, or the one that has just ended."""
    finished = len(s.scores) // s.players
    s.round = reader.number("round", 1, finished + 1)
    between = s.is_dealt() and not s.is_round_running()
    if between and finished == 0:
        fail("scores", "no round has ended yet")
    wanted = finished if between else finished + 1
    if s.round != wanted:
        fail("round", f"{s.round} should be {wanted}, with {finished} finished")
    if s.last > s.round or (s.last and not s.is_dealt()):
        fail("last", f"round {s.last} has not begun yet")


def restore_turn(reader: PositionReader, s: Gap) -> None:
    """GAP-6, GAP-15: who began, whose turn it is and what for."""
    s.first = reader.seat("first")
    s.turn = reader.seat("turn")
    s.phase = PHASE_CODES[reader.word("phase", tuple(PHASE_CODES))]
    last = (s.first - 1) % s.players
    if not s.is_dealt() and s.first != 0:
        fail("first", "is 0 before the first deal")
    if not s.is_dealt() and s.turn != 0:
        fail("turn", "is 0 before the first deal")
    if s.is_dealt() and not s.is_round_running() and s.turn != last:
        fail("turn", f"seat {last} has the last turn of a round that seat {s.first} began")
    if not s.is_round_running() and s.phase != PLAY:
        fail("phase", "no choice is open between rounds")


def restore_cards(reader: PositionReader, s: Gap) -> None:
    """GAP-2: all cards of the colours in play, once each."""
    census = Census({name: 1 for name in NAMES if s.colours >> LETTERS.index(name[0]) & 1})
    if reader.is_null("played") == (s.phase != PLAY):
        fail("played", "is a card exactly while its choices are open")
    if s.phase != PLAY:
        s.played = CODES[census.add_card("played", reader.raw("played"))]
    for seat, (at, hand) in enumerate(reader.per_seat("hands")):
        s.hands[seat] = pack_cards(census.add_cards(at, hand))
    s.middle = pack_cards(census.add_cards("middle", reader.raw("middle")))
    s.size = popcount(s.middle)
    draw = census.add_cards("draw", reader.raw("draw"))
    s.set_deck([CODES[name] for name in draw])
    for seat, (at, row) in enumerate(reader.per_seat("rows")):
        s.rows[seat] = pack_cards(census.add_cards(at, row))
    census.check_complete("draw")


def pack_cards(cards: list[str]) -> int:
    """A set of cards from their names."""
    return mask_of([CODES[name] for name in cards])


def check_hands(s: Gap) -> None:
    """GAP-5, GAP-15: who was to act before has played one card more."""
    for seat, wanted in enumerate(expected_hand_sizes(s)):
        held = popcount(s.hands[seat])
        if held != wanted:
            fail(f"hands[{seat}]", f"{wanted} cards are needed, not {held}")


def expected_hand_sizes(s: Gap) -> list[int]:
    """How many cards each seat holds, told from the hand of the player to act."""
    if not s.is_round_running():
        return [0] * s.players
    choosing = s.phase != PLAY
    most = popcount(s.hands[s.turn]) + choosing
    if not 1 <= most <= hand_size(s.players):
        fail(f"hands[{s.turn}]", f"the player to act can't hold {most - choosing} cards")
    done = (s.turn - s.first) % s.players + choosing
    return [most - ((seat - s.first) % s.players < done) for seat in range(s.players)]


def check_middle(s: Gap) -> None:
    """GAP-14: the middle was filled up to 4, as far as the pile goes."""
    taken = s.phase == UPPER and s.rows[s.turn] & lower_neighbours(s.played) != 0
    if s.is_dealt() and s.size < MIDDLE - taken and len(s.deck):
        fail("middle", f"{s.size} cards, and yet there is a pile to fill it up from")


def check_choices(s: Gap) -> None:
    """GAP-8 to GAP-10: a choice is open only where there is one."""
    if s.phase == PLAY:
        return
    alike = card_names(find_takes(s.middle, s.played) & same_number(s.played))
    if alike:
        fail("phase", f"{', '.join(alike)} would be taken, and no neighbour")
    if not has_choice(s.open_cards()):
        fail("phase", "there are not two cards to choose from")
    rest, own = s.middle & lower_neighbours(s.played), s.rows[s.turn] & lower_neighbours(s.played)
    if s.phase == UPPER and rest and not own:
        fail("phase", "the lower neighbour is settled first")


def check_last_round(s: Gap) -> None:
    """GAP-18: the rows of a round that has just ended still show its scores."""
    if s.is_round_running() or not s.is_dealt():
        return
    for seat in range(s.players):
        points = score_tally(tally(s.rows[seat]))
        noted = s.scores[(s.round - 1) * s.players + seat]
        if noted != points:
            fail(f"scores[{s.round - 1}][{seat}]", f"{noted} should be {points}")
