"""Code: what card sense knows, and the four levels."""

import pytest
from code_positions import GAME, dealt, load, play

import pioche
from pioche import Rng, State
from pioche.arena.match.game import ArenaGame
from pioche.bots.levels import make_bot
from pioche.bots.search import Search
from pioche.core.bot import LEVELS, Knowledge
from pioche.games.code.bot import estimates as bot_guess
from pioche.games.code.bot import hand as bot_hand
from pioche.games.code.rules.cards import count_gathered

FULL = ["R1", "R2", "V5", "R8"]  # the code 1258


def quick(state: State, seed: int = 1) -> str:
    seat = state.actors()[0]
    return GAME.text(int(GAME.heuristics().rollout_move(state, seat, Rng(seed))))


def mine(*hand: str, others: int = 7, **fields: object) -> State:
    """Seat 0 with the code 1258 to play on a blue 5; the next player has so many cards."""
    next_hand = ["Y0", "Y0", "Y3", "Y3", "Y4", "Y4", "Y6"][:others]
    hands = [list(hand), next_hand, ["Y9", "Y9", "V0", "V0", "V3", "V3", "V4"]]
    return load(codes=["1258"], hands=hands, **fields)


# -- a turn --------------------------------------------------------------------------------


def test_a_swap_takes_a_missing_digit_off_the_pile() -> None:
    """CD-15."""
    assert quick(mine("R1", "R7", "swap", "B3")) == "swap number"


def test_a_pair_goes_before_a_single_card() -> None:
    """CD-8: 3 + 2 make the 5, and the second 2 is one too many."""
    assert quick(mine(*FULL, "B2", "R3")) in ("sum R3 B2", "sum B2 R3", "sum R3 R2", "sum R2 R3")


def test_a_card_of_the_code_is_not_laid_though_it_fits() -> None:
    assert quick(mine("B1", "V7")) == "draw"
    assert quick(mine("B1", "B7")) == "play B7"


def test_a_double_of_the_code_may_go() -> None:
    assert quick(mine("B1", "V1")) == "play B1"


def test_the_code_complete_an_action_card_waits_until_no_number_card_fits() -> None:
    assert quick(mine(*FULL, "B7", "reverse")) == "play B7"
    assert quick(mine(*FULL, "V7", "reverse")) == "reverse"


def test_a_card_is_left_on_top_whose_colour_comes_again() -> None:
    """On a blue 5 both may go; then the yellow 8 is easier to lay on a yellow card."""
    state = mine(*FULL, "Y5", "B9", "Y8")
    assert quick(state) == "play Y5"


def test_somebody_with_few_cards_is_stopped() -> None:
    """CD-14."""
    assert quick(mine("R1", "V7", "V6", "plus2", others=4)) == "plus2"
    assert quick(mine("R1", "V7", "V6", "plus2", others=7)) == "draw"


def test_with_two_players_a_skip_is_a_card_for_nothing() -> None:
    """CD-17."""
    state = load(2, codes=["1258"], hands=[["R1", "V7", "skip"], ["Y0"] * 2])
    assert quick(state) == "skip"


# -- the rest of a turn --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("card", "move"),
    [("B7", "play B7"), ("V7", "keep"), ("B8", "keep"), ("B1", "play B1"), ("gift", "keep")],
)
def test_a_drawn_card_is_laid_if_the_code_can_do_without_it(card: str, move: str) -> None:
    """CD-9: an 8 is missing, a 1 is there."""
    state = mine("R1", "V9", draw=[card])
    assert quick(play(state, "draw")) == move


def test_the_robbed_player_draws_only_if_digits_are_missing() -> None:
    """CD-18."""
    for cards, move in ((["V5", "V7"], "draw"), ([*FULL, "V7"], "decline")):
        state = load(2, codes=["0478", "1258"], hands=[["R9", "gift"], cards])
        assert quick(play(state, "gift", "lay V7", "pick @1")) == move


def test_a_gift_is_answered_with_a_card_that_is_not_needed() -> None:
    """CD-18: whatever chance says."""
    for seed in range(20):
        state = load(2, codes=["0478", "1258"], hands=[["R9", "gift"], [*FULL, "V7", "joker"]])
        assert quick(play(state, "gift"), seed) not in ("lay joker",)
        state = load(2, codes=["0478", "1258"], hands=[["R9", "gift"], ["R1", "R2", "V7"]])
        assert quick(play(state, "gift"), seed) == "lay V7"


def test_of_a_gift_a_missing_digit_is_taken_and_a_joker_before_it() -> None:
    """CD-18."""
    hands = [["R1", "gift"], ["V7"], ["V8"], ["joker"]]
    state = load(4, codes=["1258"], hands=hands)
    assert quick(play(state, "gift", "lay V7", "lay V8", "lay joker")) == "pick @3"
    three = load(3, codes=["1258"], hands=hands[:3])
    assert quick(play(three, "gift", "lay V7", "lay V8")) == "pick @2"


# -- hands ---------------------------------------------------------------------------------


def test_every_pair_that_is_found_is_legal_and_leaves_the_code_alone() -> None:
    """CD-8: over many hands, with and without a card that must be in it."""
    found = 0
    for seed in range(300):
        state = dealt(2, seed)
        seat = state.actors()[0]
        one, two, code = state.cards[2 * seat], state.cards[2 * seat + 1], state.code_at(seat)
        action = int(bot_hand.find_free_pair(state.top, one, two, code, -1, 0.5))
        if action >= 0:
            found += 1
            have = count_gathered(one, two, code)
            state.apply(seat, action)
            one, two = state.cards[2 * seat], state.cards[2 * seat + 1]
            assert count_gathered(one, two, code) == have or have > 4
    assert found > 50


def test_a_hand_promises_more_the_nearer_it_is() -> None:
    hands = [[*FULL, "reverse"], [*FULL, "V7"], ["R1", "R2", "R8", "V7"], ["R1", "V7", "V9"]]
    worth = [float(bot_guess.win_log_odds(mine(*hand), 0)) for hand in hands]
    assert worth == sorted(worth, reverse=True)
    assert len(set(worth)) == len(worth)


def test_thought_games_end_in_shares_that_favour_who_is_about_to_win() -> None:
    near, far = [*FULL, "reverse", "B7", "reverse"], ["R1", "V7", "V9", "B7", "B9"]
    assert thought_share(far) < 1 / 3 < thought_share(near) <= 1.0


def thought_share(hand: list[str]) -> float:
    search = Search(mine(*hand), 0, GAME.heuristics(), Rng(1))
    search.run_iterations(200)
    return sum(share * visits for _, share, visits in search.root_statistics()) / 200


# -- the levels ----------------------------------------------------------------------------


@pytest.mark.parametrize("players", GAME.players)
@pytest.mark.parametrize("reset", [True, False])
def test_all_levels_play_legal_moves_to_the_end(players: int, reset: bool) -> None:
    levels = [LEVELS[i % 4] for i in range(players)]
    bots = [make_bot(GAME, n, runs=12 if n in ("expert", "master") else None) for n in levels]
    lucks = [Rng(seat) for seat in range(players)]
    match = ArenaGame(GAME.new(players, reset=reset), bots, lucks, lambda k: Rng(100 + k))
    match.play()
    assert match.state.is_over()


@pytest.mark.parametrize("level", LEVELS)
def test_a_level_chooses_alike_in_states_its_seat_cannot_tell_apart(level: str) -> None:
    for seed in range(6):
        state = dealt(3, seed)
        for move in range(5):
            seat = state.actors()[0]
            other = state.resample(seat, Rng(99 + move))
            runs = 40 if level in ("expert", "master") else None
            chosen = [
                make_bot(GAME, level, runs=runs).choose(Knowledge(s, seat, Rng(5)), Rng(6)).action
                for s in (state, other)
            ]
            assert chosen[0] == chosen[1]
            state.apply(seat, chosen[0])
            if state.actors() in ((), (pioche.CHANCE,)):
                break


def test_imagined_hands_keep_their_sizes_and_nobody_has_won_already() -> None:
    """CD-21: also late in a game, when the others are thought to have gathered much."""
    sense = GAME.heuristics()
    for seed in range(30):
        state = dealt(4, seed)
        rng = Rng(seed)
        for _ in range(40):
            if state.is_over() or state.actors() == (pioche.CHANCE,):
                break
            state.apply(state.actors()[0], int(sense.rollout_move(state, state.actors()[0], rng)))
        if state.is_over() or state.due or state.phase != 0:
            continue
        seat = state.actors()[0]
        imagined = state.clone()
        sense.redraw(imagined, seat, rng)
        assert imagined.view(seat) == state.view(seat)
        assert imagined.legal(seat) == state.legal(seat)
        GAME.load(imagined.dump())
