"""The four levels in every game: legal, fair, repeatable, and able to say why."""

from collections.abc import Iterator

import pytest
from cases import Case, cases, games, reached, walk
from hypothesis import given, settings
from hypothesis import strategies as st

import pioche
from pioche import CHANCE, Rng, State
from pioche.bots.levels import MOST_SECONDS, make_bot, make_table_bot
from pioche.core.bot import LEVELS, Bot, EvaluatingBot, Knowledge
from pioche.words import LANGUAGES, Words, common_words

RUNS = 24  # enough to build a tree, quick enough for many examples
SEEDS = st.integers(0, 2**32)
DEPTHS = st.integers(1, 200)
NAMES = ["Ada", "Blaise", "Chen", "Dora", "Émile", "Fatou", "Gus", "Hana"]


def player(game: pioche.Game, level: str) -> Bot:
    return make_bot(game, level, runs=RUNS if level in game.rollouts_per_move else None)


def deciding(state: State) -> tuple[int, ...]:
    """The seats that may act."""
    return () if state.actors() == (CHANCE,) else state.actors()


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("case", cases(), ids=str)
def test_every_level_plays_legal_moves(case: Case, level: str) -> None:
    game = pioche.games[case.game]
    for depth in (1, 9, 40):
        state = reached(case, depth, depth)
        for seat in deciding(state):
            choice = player(game, level).choose(Knowledge(state, seat, Rng(1)), Rng(2))
            assert choice.action in state.legal(seat)
            assert choice.seconds >= 0


@settings(max_examples=150, deadline=None)
@given(case=st.sampled_from(cases()), level=st.sampled_from(LEVELS), seed=SEEDS, depth=DEPTHS)
def test_a_bot_plays_the_same_in_states_its_seat_cannot_tell_apart(
    case: Case, level: str, seed: int, depth: int
) -> None:
    state = reached(case, seed, depth)
    game = pioche.games[case.game]
    for seat in deciding(state):
        other = state.resample(seat, Rng(seed + 1))
        choices = [
            player(game, level).choose(Knowledge(s, seat, Rng(seed + 2)), Rng(seed + 3))
            for s in (state, other)
        ]
        assert choices[0] == choices[1]


@settings(max_examples=60, deadline=None)
@given(case=st.sampled_from(cases()), seed=SEEDS, depth=DEPTHS)
def test_a_sight_tells_what_the_seat_sees_and_no_more(case: Case, seed: int, depth: int) -> None:
    state = reached(case, seed, depth)
    for seat in range(case.players):
        sight = Knowledge(state, seat, Rng(seed))
        assert sight.view() == state.view(seat)
        assert sight.legal() == state.legal(seat)
        assert (sight.players, sight.options) == (case.players, state.options)
        held = [value for value in vars(sight).values() if isinstance(value, State)]
        assert state not in held


def chances_to_think(game: pioche.Game) -> Iterator[Knowledge]:
    """Some moments of a game in which a seat has a choice."""
    for step in walk(Case(game.id, game.players[0]), 5, 60):
        for seat in deciding(step.after):
            if len(step.after.legal(seat)) > 1:
                yield Knowledge(step.after, seat, Rng(6))


@pytest.mark.parametrize("game", games(), ids=lambda game: game.id)
def test_strong_levels_say_what_they_think_of_each_move(game: pioche.Game) -> None:
    for sight in list(chances_to_think(game))[:6]:
        thinker = player(game, "expert")
        assert isinstance(thinker, EvaluatingBot)
        thoughts = thinker.evaluate_moves(sight, Rng(7))
        tried = [thought.action for thought in thoughts]
        assert len(set(tried)) == len(tried) and set(tried) <= set(sight.legal())
        assert all(thought.visits > 0 for thought in thoughts)
        assert all(-0.5 < thought.share < 1.5 for thought in thoughts)


@pytest.mark.parametrize("game", games(), ids=lambda game: game.id)
def test_the_same_generator_gives_the_same_thoughts(game: pioche.Game) -> None:
    for sight in list(chances_to_think(game))[:3]:
        first, again = (player(game, "master") for _ in range(2))
        assert isinstance(first, EvaluatingBot) and isinstance(again, EvaluatingBot)
        assert first.evaluate_moves(sight, Rng(8)) == again.evaluate_moves(sight, Rng(8))


@pytest.mark.parametrize("case", cases(), ids=str)
def test_something_speaks_for_every_legal_move_in_both_languages(case: Case) -> None:
    game = pioche.games[case.game]
    for step in walk(case, 3, 120):
        for seat in deciding(step.after):
            sight = Knowledge(step.after, seat, Rng(4))
            for action in sight.legal()[::3]:
                for lang in LANGUAGES:
                    assert Words.load(game, lang).say_advice(sight.advise(action), NAMES)


def test_levels_are_described_in_both_languages() -> None:
    for lang in LANGUAGES:
        levels = common_words(lang)["levels"]
        assert tuple(levels) == LEVELS
        assert all(level["name"] and level["help"] for level in levels.values())


def test_an_unknown_level_is_refused_with_those_there_are() -> None:
    game = games()[0]
    with pytest.raises(ValueError, match="no level 'wizard'; there are novice, regular, exp"):
        make_bot(game, "wizard")


@pytest.mark.parametrize(("runs", "seconds"), [(0, None), (-3, None), (5, 0.0), (5, -1.0)])
def test_a_budget_must_allow_some_thought(runs: int, seconds: float | None) -> None:
    game = next(game for game in games() if game.create_own_bot("master") is None)
    with pytest.raises(ValueError, match="needed"):
        make_bot(game, "master", runs=runs, seconds=seconds)


@pytest.mark.parametrize("game", games(), ids=lambda game: game.id)
@pytest.mark.parametrize("level", sorted(MOST_SECONDS))
def test_where_people_wait_a_bot_has_a_limit_of_time(game: pioche.Game, level: str) -> None:
    hosted = make_table_bot(game, level)
    if game.create_own_bot(level) is None:
        assert hosted.budget.seconds == MOST_SECONDS[level]  # type: ignore[attr-defined]
