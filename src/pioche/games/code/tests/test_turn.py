"""A turn of Code: laying numbers, drawing, passing."""

import json
from collections import Counter

import pytest
from code_positions import GAME, code_of, load, play, refusal, texts

from pioche import CHANCE, Rng, State
from pioche.games.code.rules.cards import pair_count


def test_one_card_of_the_same_colour_or_number() -> None:
    """CD-7"""
    state = load(hands=[["B1", "R5", "Y6", "V2"], ["B2"], ["B3"]])
    plays = [text for text in texts(state) if text.startswith("play")]
    assert sorted(plays) == ["play B1", "play R5"]
    play(state, "play R5")
    after = state.dump()
    assert after["numbers"] == ["B5", "R5"]
    assert after["hands"][0] == ["B1", "Y6", "V2"]
    assert after["turns"] == 201
    assert state.actors() == (1,)


def test_the_same_card_fits_on_itself() -> None:
    """CD-7"""
    assert "play B5" in texts(load(hands=[["B5"], [], []]))


def test_cards_that_do_not_match_are_refused() -> None:
    """CD-7"""
    state = load(hands=[["R6"], [], []])
    found = refusal(state, "play R6")
    assert (found.code, found.clause, found.params) == ("no-match", "CD-7", {"card": "B5"})
    found = refusal(state, "play B1")
    assert (found.code, found.clause, found.params) == ("not-in-hand", "CD-7", {"card": "B1"})


def test_two_cards_of_the_right_sum_in_either_order() -> None:
    """CD-8"""
    state = load(hands=[["R1", "V4", "Y3"], [], []])
    sums = [text for text in texts(state) if text.startswith("sum")]
    assert sorted(sums) == ["sum R1 V4", "sum V4 R1"]
    assert play(state.clone(), "sum R1 V4").dump()["numbers"] == ["B5", "R1", "V4"]
    assert play(state.clone(), "sum V4 R1").dump()["numbers"] == ["B5", "V4", "R1"]


def test_the_upper_card_of_a_pair_is_the_one_to_match() -> None:
    """CD-8"""
    state = load(hands=[["R1", "V4", "Y3"], ["V8", "R8", "Y4"], []])
    play(state, "sum R1 V4")
    assert state.view(1)["top"] == "V4"
    plays = [text for text in texts(state) if text.startswith("play")]
    assert sorted(plays) == ["play V8", "play Y4"]


def test_a_number_and_a_zero_are_a_pair() -> None:
    """CD-8"""
    assert {"sum R5 V0", "sum V0 R5"} <= set(texts(load(hands=[["R5", "V0"], [], []])))


def test_two_equal_cards_may_form_a_pair() -> None:
    """CD-8"""
    one = load(hands=[["R3", "V8"], [], []], numbers=["B6"])
    two = load(hands=[["R3", "R3"], [], []], numbers=["B6"])
    assert "sum R3 R3" not in texts(one)
    assert texts(two).count("sum R3 R3") == 1
    assert refusal(one, "sum R3 R3").code == "only-one"
    assert play(two, "sum R3 R3").dump()["hands"][0] == []


def test_zero_and_zero_fit_a_zero() -> None:
    """CD-8"""
    state = load(hands=[["R0", "V0", "Y0", "Y0"], [], []], numbers=["B0"])
    sums = [text for text in texts(state) if text.startswith("sum")]
    assert len(sums) == 7  # six ordered pairs of three colours, and Y0 Y0
    assert "sum Y0 Y0" in sums


def test_wrong_sums_are_refused() -> None:
    """CD-8"""
    state = load(hands=[["R1", "V5"], [], []])
    found = refusal(state, "sum R1 V5")
    assert (found.code, found.clause) == ("wrong-sum", "CD-8")
    assert found.params == {"sum": 6, "card": "B5"}
    assert refusal(state, "sum R1 V4").params == {"card": "V4"}
    assert code_of(state, "sum B1 R1") == ("not-in-hand", "CD-8")


def test_a_drawn_card_may_be_laid_at_once() -> None:
    """CD-9"""
    state = load(hands=[["R4", "B7", "swap"], [], []], draw=["B1"])
    play(state, "draw")
    assert state.dump()["phase"] == "drawn"
    assert state.dump()["drawn"] == "B1"
    assert "B1" in state.dump()["hands"][0]
    assert sorted(texts(state)) == ["keep", "play B1", "sum B1 R4", "sum R4 B1"]
    play(state, "play B1")
    after = state.dump()
    assert (after["phase"], after["drawn"], after["turn"]) == ("turn", None, 1)
    assert after["turns"] == 201


def test_example_draw_a_red_1_and_lay_it_with_a_4() -> None:
    """CD-9 CD-8"""
    state = load(hands=[["V4", "Y9"], [], []], draw=["R1"])
    play(state, "draw", "sum R1 V4")
    after = state.dump()
    assert after["numbers"] == ["B5", "R1", "V4"]
    assert after["hands"][0] == ["Y9"]
    assert after["turn"] == 1


def test_drawing_is_allowed_with_a_card_that_fits() -> None:
    """CD-9"""
    assert "draw" in texts(load(hands=[["B1"], [], []]))


def test_one_of_the_cards_laid_must_be_the_drawn_one() -> None:
    """CD-9"""
    state = play(load(hands=[["B1", "R2", "V3"], [], []], draw=["Y9"]), "draw")
    assert texts(state) == ["keep"]
    found = refusal(state, "play B1")
    assert (found.code, found.clause) == ("not-the-drawn-card", "CD-9")
    assert found.params == {"card": "Y9"}
    assert code_of(state, "sum R2 V3") == ("not-the-drawn-card", "CD-9")
    assert code_of(state, "play Y9") == ("no-match", "CD-7")


def test_the_second_copy_of_a_drawn_card_pairs_with_it() -> None:
    """CD-9 CD-8"""
    hands = [["R3", "V3"], [], []]
    state = play(load(hands=hands, draw=["R3"], numbers=["B6"]), "draw")
    expected = ["keep", "sum R3 R3", "sum R3 V3", "sum V3 R3"]
    assert sorted(texts(state)) == expected
    alone = play(load(hands=[["V3"], [], []], draw=["R3"], numbers=["B6"]), "draw")
    assert sorted(texts(alone)) == ["keep", "sum R3 V3", "sum V3 R3"]


@pytest.mark.parametrize("card", ["swap", "reverse", "skip", "plus2", "gift", "joker"])
def test_a_drawn_action_card_is_not_laid_in_that_turn(card: str) -> None:
    """CD-9"""
    state = play(load(hands=[["B1"], [], []], draw=[card]), "draw")
    assert state.dump()["drawn"] == card
    assert texts(state) == ["keep"]
    if card not in ("joker", "swap"):
        found = refusal(state, card)
        assert (found.code, found.clause) == ("drawn-action", "CD-9")


def test_no_action_card_at_all_follows_a_draw() -> None:
    """CD-9"""
    state = play(load(hands=[["skip"], [], []], draw=["B1"]), "draw")
    assert code_of(state, "skip") == ("already-drawn", "CD-9")
    assert code_of(state, "draw") == ("already-drawn", "CD-9")
    assert code_of(state, "pass") == ("already-drawn", "CD-9")


def test_keep_ends_the_turn_and_only_follows_a_draw() -> None:
    """CD-9"""
    state = load(hands=[["B1"], [], []], draw=["R9"])
    assert code_of(state, "keep") == ("nothing-drawn", "CD-9")
    play(state, "draw", "keep")
    assert state.actors() == (1,)
    assert state.dump()["hands"][0] == ["B1", "R9"]


def test_nobody_else_learns_what_was_drawn() -> None:
    """CD-9"""
    fields = {"hands": [["B1"], ["B2"], []]}
    one = play(load(**fields, draw=["R9", "Y8"]), "draw")
    other = play(load(**fields, draw=["Y8", "R9"]), "draw")
    for seat in (1, 2, None):
        assert one.view(seat) == other.view(seat)
        assert one.view(seat)["drawn"] == "?"
    assert one.view(0)["drawn"] == "R9"


def test_action_cards_have_a_pile_of_their_own() -> None:
    """CD-10"""
    state = play(load(hands=[["skip", "B1"], [], []]), "skip")
    after = state.dump()
    assert after["actions"] == ["skip"]
    assert after["numbers"] == ["B5"]
    for move in ("reverse", "plus2", "gift", "swap none", "reset @1"):
        assert refusal(load(hands=[["B1"], [], []]), move).code == "not-in-hand"


def test_an_empty_pile_is_made_of_all_but_the_top_cards() -> None:
    """CD-11"""
    numbers, actions = ["R1", "R2", "R3", "B5"], ["skip", "skip", "gift"]
    state = load(rest=2, hands=[["B1"], ["B2"], []], numbers=numbers, actions=actions)
    play(state, "draw")
    before = state.dump()
    assert state.actors() == (CHANCE,)
    assert (before["chance"], before["drawing"], before["phase"]) == (True, 1, "turn")
    assert before["numbers"] == numbers  # the table stays until it is shuffled
    assert state.legal(0) == []
    state.shuffle(Rng(1))
    after = state.dump()
    assert after["numbers"] == ["B5"]
    assert after["actions"] == ["gift"]
    assert after["phase"] == "drawn"
    assert sorted([*after["draw"], after["drawn"]]) == ["R1", "R2", "R3", "skip", "skip"]


@pytest.mark.parametrize(
    ("numbers", "actions"), [([], ["skip", "gift", "swap"]), (["R1", "R2", "B5"], [])]
)
def test_a_new_pile_of_one_pile_alone(numbers: list[str], actions: list[str]) -> None:
    """CD-11 CD-12: an empty pile has no top card to be left."""
    state = load(rest=2, hands=[["B1"], ["B2"], []], numbers=numbers, actions=actions)
    play(state, "draw").shuffle(Rng(1))
    after = state.dump()
    assert (after["numbers"], after["actions"]) == (numbers[-1:], actions[-1:])
    assert sorted([*after["draw"], after["drawn"]]) == sorted([*numbers[:-1], *actions[:-1]])


def test_a_new_pile_is_shuffled() -> None:
    """CD-11"""
    numbers, firsts = ["R1", "R2", "R3", "R4", "B5"], Counter[str]()
    for seed in range(400):
        state = load(rest=2, hands=[["B1"], ["B2"], []], numbers=numbers)
        play(state, "draw").shuffle(Rng(seed))
        firsts[state.dump()["drawn"]] += 1
    assert set(firsts) == set(numbers[:4])
    assert min(firsts.values()) > 65  # 100 expected


def test_the_pile_is_shuffled_only_when_a_card_is_needed() -> None:
    """CD-11"""
    state = load(rest=2, hands=[["B1"], [], []], numbers=["R1", "B5"], draw=["V9"])
    play(state, "draw")
    assert state.actors() == (0,)
    assert state.dump()["draw"] == []
    play(state, "keep")
    assert state.dump()["numbers"] == ["R1", "B5"]


def test_a_shuffle_in_the_middle_of_a_draw() -> None:
    """CD-11 CD-14"""
    fields = {"actions": ["skip", "plus2", "plus2"], "numbers": ["R1", "R2", "B5"]}
    hands = [["B1", "B2"], ["B3"], []]
    state = load(rest=2, hands=hands, draw=["V9"], phase="penalty", penalty=4, **fields)
    play(state, "accept")
    before = state.dump()
    assert before["hands"][0] == ["B1", "B2", "V9"]
    assert (before["drawing"], before["penalty"], before["phase"]) == (3, 4, "penalty")
    state.shuffle(Rng(2))
    after = state.dump()
    assert len(after["hands"][0]) == 6
    assert (after["penalty"], after["phase"], after["turn"]) == (0, "turn", 1)
    assert len(after["draw"]) == 1
    assert after["actions"] == ["plus2"]


def test_with_too_little_you_draw_as_many_as_there_are() -> None:
    """CD-11"""
    fields = {"actions": ["plus2", "plus2"], "numbers": ["B5"]}
    hands = [["B1", "B2"], ["B3"], []]
    state = load(rest=2, hands=hands, draw=["V9"], phase="penalty", penalty=4, **fields)
    play(state, "accept")
    state.shuffle(Rng(2))
    after = state.dump()
    assert after["hands"][0] == ["B1", "B2", "V9", "plus2"]
    assert (after["turn"], after["draw"], after["actions"]) == (1, [], ["plus2"])


def test_a_penalty_with_nothing_to_draw_at_all() -> None:
    """CD-11 CD-14"""
    fields = {"actions": ["plus2"], "phase": "penalty", "penalty": 2}
    state = load(rest=2, hands=[["B1", "B2"], ["B3"], []], **fields)
    assert texts(state) == ["accept"]
    play(state, "accept")
    assert state.dump()["hands"][0] == ["B1", "B2"]
    assert state.actors() == (1,)


def test_pass_exactly_when_no_card_can_be_drawn() -> None:
    """CD-11"""
    stuck = load(rest=2, hands=[["B1"], ["B2"], []], actions=["gift"])
    assert sorted(texts(stuck)) == ["pass", "play B1"]
    assert code_of(stuck, "draw") == ("nothing-to-draw", "CD-11")
    play(stuck, "pass")
    assert (stuck.dump()["turn"], stuck.dump()["turns"]) == (1, 201)
    for fields in ({"draw": ["V9"]}, {"numbers": ["R1", "B5"]}, {"actions": ["gift", "gift"]}):
        state = load(rest=2, hands=[["B1"], ["B2"], []], **fields)
        assert "draw" in texts(state)
        assert "pass" not in texts(state)
        assert code_of(state, "pass") == ("can-draw", "CD-11")


def test_on_an_empty_number_pile_any_card_but_no_pair() -> None:
    """CD-12"""
    hands = [["R1", "V4", "Y0", "Y0"], [], []]
    state = load(hands=hands, numbers=[], actions=["swap"])
    assert sorted(texts(state)) == ["draw", "play R1", "play V4", "play Y0"]
    assert code_of(state, "sum Y0 Y0") == ("no-pair-on-nothing", "CD-12")
    assert state.view(0)["top"] is None
    assert play(state, "play V4").dump()["numbers"] == ["V4"]


def test_a_card_drawn_on_an_empty_number_pile_fits() -> None:
    """CD-12 CD-9"""
    state = load(hands=[["R1"], [], []], numbers=[], actions=["swap"], draw=["V9"])
    assert sorted(texts(play(state, "draw"))) == ["keep", "play V9"]


@pytest.mark.parametrize("top", ["B6", "V0", None])
def test_a_random_step_plays_each_legal_move_equally_often(top: str | None) -> None:
    """CD-8 CD-10: `step` counts moves without listing them."""
    hand = ["B1", "R3", "R3", "V3", "Y6", "B0", "R0", "R0", "swap", "swap", "skip", "reset"]
    fields = {"numbers": [top] if top else [], "actions": ["gift"]}
    state, rng = load(hands=[hand, ["B2"], []], **fields), Rng(6)
    made: dict[str, str] = {}
    for move in texts(state):
        made.setdefault(frozen(play(state.clone(), move)), move)
    assert len(made) == len(texts(state))
    found = Counter[str]()
    for _ in range(200 * len(made)):
        other = state.clone()
        other.step(rng)
        found[made[frozen(other)]] += 1
    assert len(found) == len(made)
    assert all(130 < n < 270 for n in found.values())  # 200 expected


def frozen(state: State) -> str:
    return json.dumps(state.dump(), sort_keys=True)


def test_random_moves_count_pairs_as_they_are_listed() -> None:
    """CD-8: the quick count of `step` agrees with the legal moves."""
    rng = Rng(6)
    for seed in range(40):
        state = GAME.new(3)
        state.shuffle(Rng(seed))
        for _ in range(60):
            if state.is_over() or state.actors() == (CHANCE,):
                break
            seat, top = state.turn, state.top
            if state.phase == 0 and top >= 0:
                listed = sum(text.startswith("sum") for text in texts(state, seat))
                hand = state.cards[2 * seat], state.cards[2 * seat + 1]
                assert pair_count(*hand, top >> 2) == listed
            state.step(rng)
