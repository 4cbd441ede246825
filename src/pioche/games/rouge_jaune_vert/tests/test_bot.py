"""Rouge Jaune Vert: players with hands and eyes."""

from typing import Any

import pytest
from rjv_positions import GAME, dealt, load, play, race, slot_of, time_up

from pioche import CHANCE, Rng, State
from pioche.arena.match.game import ArenaGame
from pioche.bots.levels import make_bot
from pioche.core.bot import LEVELS, Bot, Choice, EvaluatingBot, Knowledge
from pioche.games.rouge_jaune_vert.bot.heuristics import RougeJauneVertBot, fit_non_increasing
from pioche.games.rouge_jaune_vert.bot.player import SimulatedPlayer, poisson_cdf
from pioche.games.rouge_jaune_vert.bot.rollout import estimate_payoff
from pioche.games.rouge_jaune_vert.bot.skill import MASTER, NOVICE, REGULAR, PlayerSkill, draw_tempo

TIMES = ("orient", "reach", "read", "judge", "put", "glance", "spread")
ERRORS = ("times", "same", "cross", "doubt")
OTHERS = (
    "looks",
    "span",
    "heed",
    "notice",
    "capacity",
    "fade",
    "recheck",
    "review",
    "plans",
    "stops",
    "daring",
)


def like(level: PlayerSkill, **changes: Any) -> PlayerSkill:
    """A level's figures with some changed, and no mistakes unless asked for."""
    figures = {name: getattr(level, name) for name in (*TIMES, *OTHERS)}
    return PlayerSkill(**{**figures, **dict.fromkeys(ERRORS, 0.0), **changes})


def player(**changes: Any) -> RougeJauneVertBot:
    """Sees every open card, forgets nothing, makes no mistake, and does not stop early."""
    calm = {"span": 80, "capacity": 80, "fade": 0.0, "heed": 1.0, "notice": 0.0, "stops": -1}
    return RougeJauneVertBot(like(MASTER, **{**calm, **changes}), rollouts=4)


def chosen(bot: Bot, state: State, seat: int = 0, seed: int = 1) -> Choice:
    return bot.choose(Knowledge(state, seat, Rng(seed)), Rng(seed))


def move(bot: Bot, state: State, seat: int = 0, seed: int = 1) -> str:
    return GAME.text(chosen(bot, state, seat, seed).action)


# -- what it does ----------------------------------------------------------------------------


@pytest.mark.parametrize("level", LEVELS)
def test_the_highest_point_card_is_taken_at_every_level(level: str) -> None:
    """RJV-15"""
    state = time_up(race("RG1 BK3", "BR1", "BR2", points=[9, 3, -4]))
    (seat,) = state.actors()
    assert move(make_bot(GAME, level), state, seat) == "choose 3"


def test_a_card_in_hand_is_placed_where_it_fits_and_put_back_where_not() -> None:
    """RJV-7 RJV-9"""
    for seed in range(20):
        assert move(player(), load(race("RG1", "BR1", held={0: "BK3"})), seed=seed) == "place"
        for card in ("BK1", "RK3", "BG3", "GB3", "KR3"):
            state = load(race("RG1", "BR1", held={0: card}))
            assert move(player(), state, seed=seed) == "return", card


@pytest.mark.parametrize(
    ("error", "card"), [("times", "BK1"), ("same", "RK3"), ("same", "BG3"), ("cross", "GB3")]
)
def test_what_is_overlooked_is_placed(error: str, card: str) -> None:
    """RJV-8 RJV-9: number, word with word or ink with ink, word with ink."""
    state = load(race("RG1", "BR1", held={0: card}))
    for blind in ("times", "same", "cross"):
        expected = "place" if blind == error else "return"
        assert move(player(**{blind: 1.0}), state) == expected


def test_a_doubter_puts_back_a_card_that_fits() -> None:
    state = load(race("RG1", "BR1", held={0: "BK3"}))
    assert move(player(doubt=1.0), state) == "return"


def test_an_open_card_that_fits_is_found_at_a_look() -> None:
    """RJV-6"""
    position = race("RG1", "BR1", up="RB2 KG4 BK3 YG2")
    assert move(player(), load(position)) == f"grab {slot_of(position, 'BK3')}"


def test_a_card_is_turned_where_no_open_one_fits_or_nobody_looks() -> None:
    """RJV-6"""
    down = load(race("RG1", "BR1", up="RB2 KG4"))
    slots = down.view(0)["slots"]
    unseen = load(race("RG1", "BR1", up="RB2 KG4 BK3"))
    for seed in range(20):
        assert not slots[chosen(player(), down, seed=seed).action]["up"]
        turned = chosen(player(looks=0.0), unseen, seed=seed).action
        assert not unseen.view(0)["slots"][turned]["up"]


def test_an_open_card_is_taken_where_none_lies_face_down() -> None:
    """RJV-6"""
    position = race("RG1", "BR1")
    for slot in position["slots"]:
        if slot:
            slot["up"] = True
    state = load(position)
    for level in LEVELS:
        assert chosen(make_bot(GAME, level), state).action in state.legal(0)


def test_a_card_put_back_is_remembered_and_found_again_without_looking() -> None:
    """RJV-7"""
    position = race("RG1", "BR1", held={0: "RK2"})
    state, mine, stranger = load(position), player(looks=0.0), player(looks=0.0)
    slot = position["held"][0]["slot"]
    assert move(mine, state) == "return"
    play(state, (0, "return"), (0, f"grab {slot_of(position, 'BY3')}"), (0, "place"))
    assert move(mine, state) == f"grab {slot}"
    assert move(stranger, state) != f"grab {slot}"


def test_a_memory_fades_and_holds_so_many_cards() -> None:
    mind = SimulatedPlayer(like(MASTER, capacity=3))
    for slot in (5, 6, 7, 8):
        mind.remember(slot)
    assert [slot for slot in range(80) if mind.memory[slot] > 0] == [6, 7, 8]
    forgetful = player(fade=1.0, looks=0.0)
    state = load(race("RG1", "BR1", up="BK3"))
    forgetful.player.start_round(state)
    forgetful.player.remember(slot_of(race("RG1", "BR1", up="BK3"), "BK3"))
    chosen(forgetful, state)
    assert sum(forgetful.player.memory) == 0


def test_a_planner_takes_the_card_that_leads_on_and_then_the_one_with_more_times() -> None:
    """RJV-14"""
    # RY4 and YG2 don't fit now; they would after BK3, and not after BY3.
    for up, best in (("BK3 BY3 RY4 YG2", "BK3"), ("BK2 BK4", "BK4")):
        position = race("RG1", "BR1", up=up)
        state = load(position)
        for seed in range(10):
            planner = player(plans=True, notice=1.0)
            assert move(planner, state, seed=seed) == f"grab {slot_of(position, best)}"


def test_a_broken_series_is_filled_up_with_anything_by_those_who_know() -> None:
    """RJV-11 RJV-13: what is kept can't grow any more, what the others keep can."""
    state = load(race("RG1 BK3 BY1", "BR1", held={0: "GB1"}))
    cunning, honest = player(stops=0), player(stops=-1)
    for racer in (cunning, honest):
        racer.player.start_round(state)
        racer.player.aware = True
    assert move(cunning, state) == "place"
    assert move(honest, state) == "return"


def test_a_leader_with_one_card_to_go_stops_the_round_with_any_card() -> None:
    """RJV-11 RJV-13"""
    rivals = ("BR1", "BR2", "BR4", "BY1", "BY2")
    ahead = load(race("RG1 BK3 GY4 BR3 GY2 RB3", *rivals, held={0: "RB1"}))
    assert move(player(stops=1, daring=0.7), ahead) == "place"
    assert move(player(stops=0), ahead) == "return"
    level = load(race("RG1 BK3 GY4 BR3 GY2 RB3", "BR1 GY3 RK2 YB1 RG3 BK4", held={0: "RB1"}))
    assert move(player(stops=1, daring=0.7), level) == "return"


def test_nobody_is_expected_to_stand_still_for_long() -> None:
    assert poisson_cdf(0, 0.0) == 1.0
    assert poisson_cdf(0, 1.0) == pytest.approx(0.3679, abs=1e-4)
    assert poisson_cdf(2, 1.0) == pytest.approx(0.9197, abs=1e-4)


# -- hands, eyes and time --------------------------------------------------------------------


def mean_seconds(level: str, state: State) -> float:
    return sum(chosen(make_bot(GAME, level), state, seed=seed).seconds for seed in range(60)) / 60


@pytest.mark.parametrize("held", [{}, {0: "BK3"}, {0: "RB1"}], ids=["empty", "fit", "misfit"])
def test_a_better_player_is_quicker_at_everything(held: dict[int, str]) -> None:
    state = load(race("RG1", "BR1", held=held))
    seconds = [mean_seconds(level, state) for level in LEVELS]
    assert seconds == sorted(seconds, reverse=True)
    assert seconds[-1] > 0.5  # a quick human, no machine


def test_times_are_skewed_to_the_right_as_people_are() -> None:
    rng = Rng(3)
    times = sorted(draw_tempo(0.3, rng) for _ in range(2001))
    assert times[1000] == pytest.approx(1.0, abs=0.05)
    assert sum(times) / 2001 > times[1000]
    assert 0.3 < times[0] < times[-1] < 3.0


def test_a_card_chosen_for_its_fit_is_placed_faster_than_one_that_was_turned() -> None:
    """RJV-6 RJV-7"""
    position = race("RG1", "BR1", up="BK3")
    slot = slot_of(position, "BK3")
    knowing, state = player(spread=0.0), load(position)
    assert chosen(knowing, state).action == slot
    play(state, (0, f"grab {slot}"))
    known = chosen(knowing, state)
    stranger = chosen(player(spread=0.0), state)
    assert GAME.text(known.action) == GAME.text(stranger.action) == "place"
    assert known.seconds == pytest.approx(MASTER.put)
    assert stranger.seconds == pytest.approx(MASTER.put + MASTER.read + 3 * MASTER.judge)


def test_a_look_takes_longer_the_more_cards_lie_open() -> None:
    few, many = (load(race("RG1", "BR1", up=up)) for up in ("RB2", "RB2 KG4 GB2 GY3 RK3"))
    first, second = (chosen(player(spread=0.0), state).seconds for state in (few, many))
    assert second == pytest.approx(first + 4 * MASTER.glance)


# -- whole games -----------------------------------------------------------------------------


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("players", GAME.players)
def test_every_level_plays_whole_games(level: str, players: int) -> None:
    """Illegal moves would be raised by the match. RJV-1 RJV-12 RJV-16"""
    for seconds in (30, 180):
        bots = [make_bot(GAME, level) for _ in range(players)]
        lucks = [Rng(seat) for seat in range(players)]
        match = ArenaGame(GAME.new(players, round_seconds=seconds), bots, lucks, lambda k: Rng(k))
        match.play()
        assert match.state.outcome().reason == "five-rounds"


@pytest.mark.parametrize("level", LEVELS)
def test_a_seat_plays_the_same_in_states_it_cannot_tell_apart(level: str) -> None:
    """RJV-6"""
    state, rng = dealt(2), Rng(9)
    for _ in range(60):
        if state.actors() == (CHANCE,):
            state.shuffle(rng)
        state.step(rng)
        for seat in set(state.actors()) - {CHANCE}:
            twin = state.resample(seat, Rng(rng.below(1000)))
            assert chosen(make_bot(GAME, level), state, seat) == chosen(
                make_bot(GAME, level), twin, seat
            )


def test_two_players_of_a_level_share_no_memory() -> None:
    one, other = make_bot(GAME, "expert"), make_bot(GAME, "expert")
    assert isinstance(one, RougeJauneVertBot) and isinstance(other, RougeJauneVertBot)
    one.player.remember(3)
    assert other.player.memory[3] == 0


def test_a_new_round_starts_with_a_clear_head() -> None:
    racer = player()
    chosen(racer, load(race("RG1 BK3", "BR1", up="RB2 KG4")))
    assert sum(racer.player.memory) > 0
    racer.player.aware = True
    chosen(racer, load(race("RG1", "BR1", round=2, won=[[1], [2]])))
    assert sum(racer.player.memory) == 0
    assert not racer.player.aware


# -- thoughts --------------------------------------------------------------------------------


def thoughts(state: State, seat: int = 0, **changes: Any) -> list[tuple[str, float]]:
    thinker = RougeJauneVertBot(like(MASTER, **changes), rollouts=4)
    assert isinstance(thinker, EvaluatingBot)
    found = thinker.evaluate_moves(Knowledge(state, seat, Rng(1)), Rng(1))
    return [(GAME.text(thought.action), thought.share) for thought in found]


@pytest.mark.parametrize("players", GAME.players)
def test_every_legal_move_is_thought_of_once_and_the_best_comes_first(players: int) -> None:
    state, rng = dealt(players), Rng(7)
    for i in range(150):
        seat = state.actors()[0]
        if seat == CHANCE:
            state.shuffle(rng)
        elif i % 15 == 0:
            found = thoughts(state, seat)
            assert sorted(m for m, _ in found) == sorted(map(GAME.text, state.legal(seat)))
            shares = [s for _, s in found]
            assert shares == sorted(shares, reverse=True)
            assert 0.0 <= shares[-1] <= shares[0] <= 1.0
        else:
            state.step(rng)


def test_the_first_thought_is_the_fit() -> None:
    """RJV-6 RJV-7"""
    assert thoughts(load(race("RG1", "BR1", held={0: "BK3"})))[0][0] == "place"
    assert thoughts(load(race("RG1", "BR1", held={0: "RK3"})))[0][0] == "return"
    position = race("RG1", "BR1", up="RB2 BK3")
    assert thoughts(load(position))[0][0] == f"grab {slot_of(position, 'BK3')}"


def test_a_broken_series_is_thought_to_be_worth_filling_up() -> None:
    """RJV-11 RJV-13"""
    state = load(race("RG1 BK3 BY1", "BR1", held={0: "GB1"}))
    assert thoughts(state)[0][0] == "place"
    assert thoughts(state, stops=-1)[0][0] == "return"


def test_the_points_are_thought_through_to_the_sums() -> None:
    """RJV-15 RJV-16: in the last round the one card wins and the other loses."""
    won = [[0, 0, 1, 1], [2, 2, 3, -1], [-4, -4, -3, -3]]
    state = time_up(race("RG1", "BR2", "BR1 GY3", round=5, won=won, points=[9, 8, 3]))
    assert state.actors() == (1,)
    assert thoughts(state, 1) == [("choose 8", 1.0), ("choose 3", 0.0)]


def test_the_shares_of_all_seats_add_up() -> None:
    state = time_up(race("RG1", "BR1 GY3", round=3, won=[[1, 2], [9, -4]], points=[10, -4]))
    play(state, (0, "choose -4"))
    shares = [estimate_payoff(state, seat) for seat in range(2)]
    assert sum(shares) == pytest.approx(1.0)
    assert shares[1] > shares[0]


def test_shares_measured_the_wrong_way_round_are_levelled_out() -> None:
    assert fit_non_increasing([0.4, 0.6, 0.1]) == [0.5, 0.5, 0.1]
    assert fit_non_increasing([0.3, 0.2, 0.1]) == [0.3, 0.2, 0.1]


def test_levels_differ_in_eyes_hands_and_habits() -> None:
    for slower, quicker in ((NOVICE, REGULAR), (REGULAR, MASTER)):
        for name in (*TIMES, *ERRORS):
            assert getattr(slower, name) > getattr(quicker, name), name
