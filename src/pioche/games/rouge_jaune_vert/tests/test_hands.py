"""Rouge Jaune Vert: the times of hands and eyes, and races played with them."""

from collections import Counter
from collections.abc import Callable
from itertools import product

import pytest
from rjv_positions import CARDS, GAME, dealt, load, play, race, slot_of, time_up

from pioche import Rng, State
from pioche.core.reaction_times import MICROSECONDS
from pioche.games.rouge_jaune_vert.bot.skill import EXPERT
from pioche.games.rouge_jaune_vert.reaction_times import count_steps
from pioche.rl.episodes.episode import BY_RANK
from pioche.rl.episodes.race import RaceEpisode

HANDS = GAME.reaction_times()
Policy = Callable[[State, int, Rng], int]


def begun(players: int, seed: int = 1, **options: int) -> RaceEpisode:
    episode = RaceEpisode(GAME.new(players, **options), BY_RANK, Rng(seed), HANDS)
    episode.begin()
    return episode


def decide(episode: RaceEpisode, policy: Policy, rng: Rng) -> None:
    episode.play(policy(episode.state, episode.seat, rng))


def anything(state: State, seat: int, rng: Rng) -> int:
    legal = state.legal(seat)
    return legal[rng.below(len(legal))]


def turn_and_return(state: State, seat: int, rng: Rng) -> int:
    """Never places a card."""
    held = state.view(seat)["held"][seat]
    return GAME.parse("return") if held else anything(state, seat, rng)


def first_come(state: State, seat: int, rng: Rng) -> int:
    """The first that is legal: of the spread the card that all the others want too."""
    return state.legal(seat)[0]


def phase(episode: RaceEpisode) -> str:
    return str(episode.state.view(None)["phase"])


# -- times -----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["orient", "reach", "read", "judge", "put", "glance"])
def test_a_learner_has_the_hands_and_eyes_of_the_expert(name: str) -> None:
    assert getattr(HANDS, name) == round(getattr(EXPERT, name) * MICROSECONDS)


def test_whatever_is_done_takes_time() -> None:
    """RJV-12: so every race comes to its end."""
    for state in (dealt(), load(race("RG1", "BR1", held={0: "BK3"})), time_up(race("RG1", "BR1"))):
        for seat in state.actors():
            assert HANDS.after_deal(state, seat) > 0
            for action in state.legal(seat):
                assert HANDS.before_move(state, seat, action) > 0
                assert HANDS.after_late_move(state, seat, action) > 0
                after = state.clone()
                after.apply(seat, action)
                assert HANDS.after_move(after, seat, action) > 0


def test_an_open_card_is_found_by_a_look_and_one_from_below_must_be_read() -> None:
    """RJV-6"""
    times = []
    for up in ("", "BK3"):
        position = race("RG1", "BR1", up=up)
        slot = slot_of(position, "BK3")
        state = load(position)
        reach = HANDS.before_move(state, 0, slot)
        times.append((reach, HANDS.after_move(play(state, (0, f"grab {slot}")), 0, slot)))
    (reach_down, look_down), (reach_up, look_up) = times
    assert reach_down < reach_up
    assert look_down > look_up
    assert reach_down + look_down > reach_up + look_up


@pytest.mark.parametrize("up", ["", "+"])
def test_the_sooner_something_in_common_is_seen_the_shorter_the_look(up: str) -> None:
    """RJV-9: number; word with word and ink with ink; word with ink; and nothing at all."""
    looks = []
    for card in ("BK1", "RK3", "BG3", "GB3", "KR3", "BK3"):
        state = load(race("RG1", "BR1", held={0: card + up}))
        looks.append(HANDS.after_move(state, 0, state.view(0)["held"][0]["slot"]))
    number, word, ink, crossed, crossed_too, fit = looks
    assert number < word == ink < crossed == crossed_too == fit


def test_cards_are_compared_in_the_steps_of_the_bots() -> None:
    """RJV-9; bots make mistakes, but mostly they don't."""
    rng = Rng(1)
    for a, b in product(range(0, len(CARDS), 3), range(len(CARDS))):
        seen = Counter(EXPERT.find_common_step(a, b, rng) or 3 for _ in range(9))
        assert [(count_steps(a, b), seen[count_steps(a, b)])] == seen.most_common(1)


# -- races -----------------------------------------------------------------------------------


@pytest.mark.parametrize("players", range(2, 7))
def test_a_random_game_goes_through_five_rounds(players: int) -> None:
    """RJV-16; times never run backwards, and whoever decides may act."""
    episode, rng, now, rounds = begun(players), Rng(2), 0.0, []
    for _ in range(20_000):
        assert episode.race.now >= now
        assert episode.seat in episode.state.actors()
        now = episode.race.now
        rounds.append((episode.state.view(None)["round"], phase(episode)))
        decide(episode, anything, rng)
        if episode.done:
            break
    assert episode.state.is_over()
    assert list(dict.fromkeys(rounds)) == list(product(range(1, 6), ("race", "points")))
    assert episode.race.now < 5 * 181 * MICROSECONDS + 5 * players * 2 * MICROSECONDS


@pytest.mark.parametrize("players", [2, 6])
def test_the_clock_strikes_where_nobody_places_a_card(players: int) -> None:
    """RJV-12; then all kept one card, and those after the first choose (RJV-15)."""
    episode, rng, strikes, ends = begun(players, round_seconds=30), Rng(3), 0, 0.0
    while not episode.done:
        view = episode.state.view(None)
        if view["phase"] == "race":
            if (
                episode.race.clock_ends != ends
            ):  # the first decision of a round, soon after the deal
                assert (
                    29 * MICROSECONDS
                    < episode.race.clock_ends - episode.race.now
                    < 30 * MICROSECONDS
                )
                ends = episode.race.clock_ends
            assert episode.race.now < ends
        elif len(view["choosing"]) == players - 1:
            assert episode.race.now == ends
            assert view["stopped_by"] is None
            assert view["kept"] == [1] * players
            strikes += 1
        decide(episode, turn_and_return, rng)
    assert strikes == 5
    assert episode.state.is_over()


def test_choosing_takes_as_long_as_it_takes() -> None:
    """RJV-15: no clock runs, and one chooses after the other."""
    episode, rng = begun(6, round_seconds=30), Rng(4)
    while phase(episode) == "race":
        decide(episode, turn_and_return, rng)
    choosing, now = episode.state.view(None)["choosing"], episode.race.now
    for left in range(5, 0, -1):
        assert episode.state.actors() == (episode.seat,)
        assert episode.state.view(None)["choosing"] == choosing[-left:]
        assert episode.seat == choosing[-left]
        assert episode.race.clock_ends > now + 10**6 * MICROSECONDS
        decide(episode, anything, rng)
        assert episode.race.now > now
        now = episode.race.now
    assert phase(episode) == "race"
    assert episode.state.view(None)["round"] == 2


def test_whoever_reaches_for_the_same_card_later_is_told_and_looks_again() -> None:
    """RJV-12"""
    episode, rng, late = begun(4), Rng(5), 0
    for _ in range(60):
        if phase(episode) != "race":
            break
        refused = episode.late_refusals[episode.seat]
        if refused is not None:
            late += 1
            assert episode.state.view(episode.seat)["held"][episode.seat] is None
            assert refused.code in {"card-taken", "slot-empty"}
        decide(episode, first_come, rng)
    assert late > 3
