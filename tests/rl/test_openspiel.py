"""OpenSpiel's own tests and algorithms on the games played in turns, and what they don't ask."""

import copy
import itertools
import json
import math
import pickle
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("pyspiel")

import pyspiel
from absl import flags
from env_helpers import TURNS, ends
from open_spiel.python.algorithms import (
    external_sampling_mccfr,
    generate_playthrough,
    ismcts,
    mcts,
)

import pioche
from pioche.rl.envs.openspiel import name_of
from pioche.rl.envs.openspiel_play import pack_position
from pioche.rl.envs.setup import make_setup

PLAYTHROUGHS = Path(__file__).parent / "playthroughs"


def loaded(id: str, players: int | None = None, **params: Any) -> Any:
    count = {} if players is None else {"players": players}
    return pyspiel.load_game(name_of(pioche.games[id]), {**count, **params})


def dealt(game: Any, seed: int = 1, decisions: int = 0) -> Any:
    """A state after the first shuffle and so many random decisions."""
    luck, state = np.random.RandomState(seed), game.new_initial_state()
    while not state.is_terminal() and (state.is_chance_node() or decisions > 0):
        decisions -= not state.is_chance_node()
        state.apply_action(int(luck.choice(state.legal_actions())))
    return state


class Noted(pioche.core.rng.Generator):
    """A generator that notes its draws, where there was a choice."""

    def __init__(self) -> None:
        self.source, self.draws = pioche.Rng(7), list[int]()

    def below(self, n: int) -> int:
        drawn = int(self.source.below(n))
        self.draws += [drawn] if n > 1 else []
        return drawn


def check(state: Any) -> None:
    """Our invariants: the position is a sound one, and OpenSpiel is told what it says."""
    engine, game = state.play.state, state.play.shared.setup.game
    again = game.load(engine.dump())
    assert again.dump() == engine.dump()
    if state.is_chance_node():
        assert again.actors() == (pioche.CHANCE,)
        assert sum(chance for _, chance in state.chance_outcomes()) == pytest.approx(1)
    elif not state.is_terminal():
        player = state.current_player()
        assert player == again.actors()[0]
        assert state.legal_actions() == again.legal(player)
        for seat in range(state.num_players()):
            wanted = [seat] if seat == player else []
            assert [p for p in [seat] if state.legal_actions(p)] == wanted


@pytest.mark.parametrize("serialize", [False, True], ids=["plain", "serialised"])
@pytest.mark.parametrize("id", TURNS)
def test_random_games_pass_the_tests_of_openspiel(id: str, serialize: bool) -> None:
    for players in ends(id):
        game = loaded(id, players, max_length=250)
        pyspiel.random_sim_test(
            game, num_sims=1, serialize=serialize, verbose=False, state_checker_fn=check
        )


@pytest.mark.parametrize("id", TURNS)
def test_whole_games_pass_with_scores_for_rewards(id: str) -> None:
    pyspiel.random_sim_test(loaded(id, reward="score"), num_sims=1, serialize=False, verbose=False)


@pytest.mark.long
@pytest.mark.parametrize("id", TURNS)
def test_random_games_of_every_count_pass_the_tests_of_openspiel(id: str) -> None:
    for players in pioche.games[id].players:
        pyspiel.random_sim_test(
            loaded(id, players), num_sims=3, serialize=True, verbose=False, state_checker_fn=check
        )


@pytest.mark.parametrize("id", TURNS)
def test_the_golden_playthrough_has_not_changed(id: str) -> None:
    """`python tests/rl/make_playthroughs.py` writes those that are missing."""
    flags.FLAGS.mark_as_parsed()
    golden, again = generate_playthrough.replay(PLAYTHROUGHS / f"{name_of(pioche.games[id])}.txt")
    assert again == golden


@pytest.mark.parametrize("id", TURNS)
def test_chance_is_explicit_and_any_draws_of_an_engine_are_a_history(id: str) -> None:
    """What a table deals is one way through OpenSpiel's chance nodes."""
    game = pioche.games[id]
    noted = Noted()
    engine = game.new(game.usual_players)
    engine.shuffle(noted)
    state = loaded(id).new_initial_state()
    draws = iter(noted.draws)
    odds = 0.0
    while state.is_chance_node():
        n = len(state.chance_outcomes())
        assert n > 1  # one outcome is no chance: OpenSpiel is not asked
        odds += math.log(n)
        state.apply_action(next(draws))
    assert odds > 20  # one in e to the …
    assert state.play.state.dump() == engine.dump()


@pytest.mark.parametrize("id", TURNS)
def test_resampled_states_are_the_same_to_the_player(id: str) -> None:
    state, sampler = dealt(loaded(id), 3, 9), np.random.RandomState(1).uniform
    truths = set()
    for player, _ in itertools.product(range(state.num_players()), range(5)):
        other = state.resample_from_infostate(player, sampler)
        assert other.information_state_string(player) == state.information_state_string(player)
        assert other.information_state_tensor(player) == state.information_state_tensor(player)
        assert other.observation_string(player) == state.observation_string(player)
        assert other.observation_tensor(player) == state.observation_tensor(player)
        assert other.current_player() == state.current_player()
        assert other.history() == []
        truths.add(str(other))
    assert len(truths) > 1


@pytest.mark.parametrize("id", TURNS)
def test_what_cannot_be_told_apart_gives_equal_information_states_later_too(id: str) -> None:
    """Play on from a state and from another that a player can't tell from it."""
    state = dealt(loaded(id), 5, 6)
    player = state.current_player()
    other = state.resample_from_infostate(player, np.random.RandomState(2).uniform)
    action = state.legal_actions()[0]
    state.apply_action(action)
    other.apply_action(action)
    assert state.play.seen[player] == other.play.seen[player]
    hidden = (p for p in range(state.num_players()) if p != player)
    for p in hidden:
        assert len(list(other.play.recent_decisions(p))) <= 1


@pytest.mark.parametrize("id", TURNS)
def test_information_states_remember_what_observations_forget(id: str) -> None:
    game = loaded(id, memory=4)
    state = dealt(game, 1, 6)
    player = state.current_player()
    now, before = state.observation_string(player), state.information_state_string(player)
    assert before.startswith(now)
    assert json.loads(now) == state.play.state.view(player)
    assert before.splitlines()[1].count(":") >= 6
    told = np.reshape(state.information_state_tensor(player)[-8:], (4, 2))
    assert (told[:, 0] >= 1).all()
    assert (told[:, 0] <= state.num_players()).all()
    observed = make_setup(id).size
    assert game.information_state_tensor_shape() == [observed + 8]
    assert state.information_state_tensor(player)[:observed] == state.observation_tensor(player)


@pytest.mark.parametrize("id", TURNS)
def test_a_hidden_move_stays_hidden_in_the_memory(id: str) -> None:
    """CD-17: cards are laid face down for a gift; the others know only that one was laid."""
    game, hidden = pioche.games[id], 0
    for seed in range(12):
        state = dealt(loaded(id), seed, 120)
        for player, seen in enumerate(state.play.seen):
            while seen is not None:
                whole = seen.action < 0 or seen.text == game.text(seen.action)
                assert whole
                assert seen.action >= 0 or seen.who != player
                hidden += seen.action < 0
                seen = seen.before
    moves = range(game.num_actions)
    masks = any(game.mask_move(0, a, 1) != game.text(a) for a in moves)
    assert bool(hidden) == masks


@pytest.mark.parametrize("id", TURNS)
def test_threads_may_play_games_of_their_own(id: str) -> None:
    def digests(seed: int) -> list[bytes]:
        found: list[bytes] = dealt(loaded(id), seed, 60).play.digests
        return found

    alone = [digests(seed) for seed in range(6)]
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(3) as threads:
            assert list(threads.map(digests, range(6))) == alone
    finally:
        sys.setswitchinterval(before)


@pytest.mark.parametrize("id", TURNS)
def test_copies_go_their_own_ways(id: str) -> None:
    state = dealt(loaded(id), 2, 5)
    before = str(state)
    copies = [state.clone(), pickle.loads(pickle.dumps(state)), copy.deepcopy(state)]
    for other in copies:
        assert str(other) == before
        player = other.current_player()
        assert other.information_state_string(player) == state.information_state_string(player)
        other.apply_action(other.legal_actions()[0])
    assert str(state) == before


def test_ismcts_beats_random_players() -> None:
    game = loaded("no-thanks", 3)
    total = 0.0
    for seed in range(3):
        luck = np.random.RandomState(seed)
        evaluator = mcts.RandomRolloutEvaluator(1, luck)
        bot = ismcts.ISMCTSBot(game, evaluator, uct_c=1.5, max_simulations=30, random_state=luck)
        state = dealt(game, seed)
        while not state.is_terminal():
            if state.is_chance_node() or state.current_player() != seed:
                state.apply_action(int(luck.choice(state.legal_actions())))
            else:
                state.apply_action(int(bot.step(state)))
        total += state.returns()[seed]
    assert total > 0


@pytest.mark.parametrize("id", TURNS)
def test_ismcts_and_mcts_make_legal_moves(id: str) -> None:
    game, luck = loaded(id), np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(1, luck)
    state = dealt(game, 1, 4)
    blind = ismcts.ISMCTSBot(game, evaluator, 1.5, 8, random_state=luck)
    seeing = mcts.MCTSBot(game, 1.5, 8, evaluator, random_state=luck)
    for bot in (blind, seeing):
        assert bot.step(state) in state.legal_actions()


def last_card(chips: list[int]) -> dict[str, Any]:
    """NT-13: three players, the last card is up and it is the turn of seat 0."""
    state = pioche.games["no-thanks"].new(3)
    state.shuffle(pioche.Rng(1))
    position = state.dump()
    position.update(turn=0, card=35, draw=[], chips=chips, pot=33 - sum(chips))
    deck = list(range(3, 35))
    position["removed"], taken = deck[:9], deck[9:]
    position["taken"] = [taken[:1], taken[1:12], taken[12:]]
    return position


def test_external_sampling_mccfr_learns_an_ending() -> None:
    """NT-9, NT-14: the last card, 35 with 25 chips on it, closes the run of the third player.

    Whoever takes it ends the round. The third would win by it, so the second must take it and
    be second rather than last; so the first refuses, and wins.
    """
    game = loaded("no-thanks", 3, start=pack_position(last_card([4, 2, 2])))
    take, refuse = pioche.games["no-thanks"].parse("take"), pioche.games["no-thanks"].parse("pass")
    solver = external_sampling_mccfr.ExternalSamplingSolver(
        game, external_sampling_mccfr.AverageType.SIMPLE
    )
    native = pyspiel.ExternalSamplingMCCFRSolver(game, 3, pyspiel.MCCFRAverageType.SIMPLE)
    np.random.seed(1)
    for _ in range(60):
        solver.iteration()
        native.run_iteration()
    for learned in (solver.average_policy(), native.average_policy()):
        state = game.new_initial_state()
        assert learned.action_probabilities(state)[refuse] > 0.8
        state.apply_action(refuse)
        assert learned.action_probabilities(state)[take] > 0.8


@pytest.mark.parametrize("id", TURNS)
def test_external_sampling_mccfr_runs_on_short_games(id: str) -> None:
    game = loaded(id, ends(id)[0], max_length=3)
    solver = external_sampling_mccfr.ExternalSamplingSolver(game)
    np.random.seed(1)
    for _ in range(2):
        solver.iteration()
    state = dealt(game)
    assert sum(solver.average_policy().action_probabilities(state).values()) == pytest.approx(1)


@pytest.mark.parametrize("id", TURNS)
def test_a_game_that_is_cut_short_is_paid_as_it_stands(id: str) -> None:
    state = dealt(loaded(id, max_length=5), 1, 10)
    assert state.is_terminal()
    assert not state.play.state.is_over()
    assert sum(state.returns()) == pytest.approx(0)


def test_a_game_may_begin_at_any_position() -> None:
    position = last_card([4, 2, 2])
    state = loaded("no-thanks", 3, start=pack_position(position)).new_initial_state()
    assert state.play.state.dump() == position
    assert state.current_player() == 0


@pytest.mark.parametrize(
    ("params", "complaint"),
    [
        ({"players": 9}, "players: .*9"),
        ({"reward": "fame"}, "reward: rank, score, win"),
        ({"max_length": 0}, "max_length: a whole number from 1"),
        ({"memory": -1}, "memory: a whole number from 0"),
        ({"start": "here"}, "start: 'new' or a packed position"),
        (
            {"start": pack_position(last_card([4, 2, 2])), "players": 4},
            "start: players and options",
        ),
    ],
)
def test_what_cannot_be_is_refused_by_name(params: dict[str, Any], complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        pyspiel.load_game("pioche_no_thanks", params)


@pytest.mark.parametrize("id", TURNS)
def test_what_everybody_knows_and_what_a_player_alone_knows(id: str) -> None:
    game = loaded(id)
    state, kinds = dealt(game, 1, 3), pyspiel.PrivateInfoType

    def observer(public: bool, private: Any) -> Any:
        kind = pyspiel.IIGObservationType(
            perfect_recall=False, public_info=public, private_info=private
        )
        return game.make_py_observer(kind)

    public, private = observer(True, kinds.NONE), observer(False, kinds.SINGLE_PLAYER)
    view = state.play.state.view(1)
    assert json.loads(public.string_from(state, 1)) == state.play.state.view(None)
    own = json.loads(private.string_from(state, 1))
    assert own["seat"] == 1
    assert own.items() <= view.items()
    with pytest.raises(ValueError, match="all players"):
        observer(True, kinds.ALL_PLAYERS)
    with pytest.raises(ValueError, match="of nothing"):
        observer(False, kinds.NONE)
