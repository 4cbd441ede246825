"""Rouge Jaune Vert: the rest of a round, played out in thought."""

from math import exp, sqrt
from typing import Final

from mypy_extensions import i64

from pioche.core.native.vectors import vec
from pioche.core.rng import Rng
from pioche.games.rouge_jaune_vert.bot.player import SimulatedPlayer, find_highest_choice
from pioche.games.rouge_jaune_vert.bot.skill import PlayerSkill
from pioche.games.rouge_jaune_vert.rules.cards import CARD, SLOTS, cards_fit, lies_open
from pioche.games.rouge_jaune_vert.rules.state import ROUNDS, RougeJauneVert

POINTS_PER_ROUND: Final = 4.0  # points that a round sets two players apart, more or less


def play_out_race(
    table: RougeJauneVert, seat: i64, action: i64, seconds: float, reflexes: PlayerSkill, rng: Rng
) -> None:
    """Play the race to its end: the seat makes this move first, all are equally quick."""
    players = table.players
    minds = [create_careful_player(table, p, reflexes) for p in range(players)]
    if action < SLOTS and open_card_fits(table, seat, action):
        minds[seat].aim = action
    moves = vec[i64]([0] * players)
    due = vec[float]([0.0] * players)
    for p in range(players):
        if p == seat:
            moves[p] = action
            due[p] = seconds
        else:  # in the middle of something
            moves[p] = minds[p].choose_move(table, p, rng)
            due[p] = minds[p].seconds * float(rng.below(1000)) / 1000.0
    clock = float(table.round_seconds)
    while table.racing:
        p = find_soonest(due, players)
        if due[p] >= clock:
            table.end_round(-1)
            return
        if table.is_legal(p, moves[p]):
            table.do(p, moves[p])
        if table.racing:
            moves[p] = minds[p].choose_move(table, p, rng)
            due[p] += minds[p].seconds


def create_careful_player(
    table: RougeJauneVert, seat: i64, reflexes: PlayerSkill
) -> SimulatedPlayer:
    """A clear head that has looked over its series."""
    mind = SimulatedPlayer(reflexes)
    mind.start_round(table)
    mind.aware = table.count_kept(seat) < table.series_length(seat)
    return mind


def open_card_fits(table: RougeJauneVert, seat: i64, slot: i64) -> bool:
    """Whether an open card fits at the end of a seat's series (RJV-9)."""
    content = table.slots[slot]
    return lies_open(content) and cards_fit(content & CARD, table.last_card(seat))


def held_card_fits(table: RougeJauneVert, seat: i64) -> bool:
    """Whether the card in a seat's hand fits at the end of its series (RJV-9)."""
    return cards_fit(table.slots[table.held_slot(seat)] & CARD, table.last_card(seat))


def count_ways_on(table: RougeJauneVert, slot: i64) -> i64:
    """How many open cards fit after the one of a slot; then its times, for ties (RJV-14)."""
    card = table.slots[slot] & CARD
    ways: i64 = 0
    for other in range(SLOTS):
        content = table.slots[other]
        if lies_open(content) and cards_fit(content & CARD, card):
            ways += 1
    return ways * 4 + (card & 3)


def find_soonest(due: vec[float], players: i64) -> i64:
    """Whose hand is there first."""
    first: i64 = 0
    for p in range(1, players):
        if due[p] < due[first]:
            first = p
    return first


def play_out_choices(table: RougeJauneVert) -> None:
    """RJV-15: everybody takes the highest point card."""
    while table.choosing != 0:
        table.do(table.next_to_choose(), find_highest_choice(table))


def estimate_payoff(table: RougeJauneVert, seat: i64) -> float:
    """The share of the game's win that a seat may expect after a round, from the sums."""
    if table.over:
        return final_payoff(table, seat)
    swing = POINTS_PER_ROUND * sqrt(float(ROUNDS - table.round))
    total = 0.0
    for p in range(table.players):
        total += exp(float(table.score(p) - table.score(seat)) / swing)
    return 1.0 / total


def final_payoff(table: RougeJauneVert, seat: i64) -> float:
    """RJV-16: the winners share the win."""
    winners = 0.0
    for p in range(table.players):
        if table.rank(p) == 1:
            winners += 1.0
    if table.rank(seat) == 1:
        return 1.0 / winners
    return 0.0


def estimate_move(
    table: RougeJauneVert, seat: i64, action: i64, reflexes: PlayerSkill, runs: i64, rng: Rng
) -> float:
    """The mean share over so many rests of the round, the hidden cards drawn anew for each."""
    total = 0.0
    for i in range(runs):
        imagined = table.clone()
        imagined.redraw(seat, rng)
        if imagined.racing:
            play_out_race(imagined, seat, action, reflexes.reach, reflexes, rng)
        else:
            imagined.do(seat, action)
        play_out_choices(imagined)
        total += estimate_payoff(imagined, seat)
    return total / float(runs)
