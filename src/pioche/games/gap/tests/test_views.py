"""Gap: views, events and what a seat can't know."""

from collections import Counter

from gap_positions import CARDS, GAME, Json, dealt, end, last_turn, legal, play, position

from pioche import CHANCE, Rng, State
from pioche.core.state import play_games


def told(state: State, text: str, seat: int | None = None) -> list[Json]:
    """The events of one move, for a seat."""
    before, who, action = state.clone(), state.actors()[0], GAME.parse(text)
    state.apply(who, action)
    return GAME.events(before, who, action, state, seat)


def test_the_view_says_what_each_card_would_do() -> None:
    """GAP-8 GAP-9 GAP-11"""
    middle = ["R0", "Y0", "R2", "R3", "B3", "R8"]
    hand = ["V0", "G1", "V4", "B7", "V9"]
    state = GAME.load(position(hands={1: hand}, middle=middle, turn=1, each=5))
    takes = state.view(1)["takes"]
    assert takes == {
        "G1": {
            "sure": ["R2"],
            "lower": ["R0", "Y0"],
            "upper": [],
            "joins": False,
            "adds": {"R": 1, "G": 1},
        },
        "B7": {"sure": ["R8"], "lower": [], "upper": [], "joins": False, "adds": {"R": 1, "B": 1}},
        "V0": {
            "sure": ["R0", "Y0"],
            "lower": [],
            "upper": [],
            "joins": False,
            "adds": {"R": 1, "Y": 1, "V": 1},
        },
        "V4": {"sure": [], "lower": ["R3", "B3"], "upper": [], "joins": False, "adds": {"V": 1}},
        "V9": {
            "sure": ["R8"],
            "lower": [],
            "upper": ["R0", "Y0"],
            "joins": False,
            "adds": {"R": 1, "V": 1},
        },
    }
    assert state.view(0)["takes"] == state.view(None)["takes"] == {}


def test_the_view_marks_the_columns_that_count() -> None:
    """GAP-16 GAP-17 GAP-18"""
    rows = {0: ["R0", "R1", "Y9", "G9"], 1: ["R2", "Y2"], 2: ["B1", "B2"]}
    view = GAME.load(position(hands={0: ["V5"]}, middle=["R8", "R9", "Y8", "G8"], rows=rows)).view(
        3
    )
    assert view["marks"] == [
        {"R": "plus", "Y": "minus", "G": "minus"},
        {"R": "plus", "Y": "plus"},
        {"B": "plus"},
        {},
    ]
    assert view["points"] == [0, 2, 2, 0]


def test_a_card_that_fits_nothing_is_said_to_join_the_middle() -> None:
    """GAP-11"""
    state = GAME.load(position(hands={0: ["V5"]}, middle=["R0", "R1", "R2", "R3"]))
    joins = {"sure": [], "lower": [], "upper": [], "joins": True, "adds": {}}
    assert state.view(0)["takes"]["V5"] == joins


def test_what_the_view_says_of_cards_is_what_they_do() -> None:
    """GAP-8 GAP-9 GAP-10 GAP-11"""
    state, rng = dealt(3, 2, rounds=20), Rng(5)
    while not state.is_over():
        if state.actors() == (CHANCE,):
            state.shuffle(rng)
        for card, does in state.view(state.actors()[0])["takes"].items():
            check_outlook(state.clone(), card, does)
        state.step(rng)


def check_outlook(state: State, card: str, does: Json) -> None:
    me, sure = state.actors()[0], set(state.dump()["middle"])
    play(state, f"play {card}")
    chosen = set()
    for choices in (does["lower"], does["upper"]):
        if choices:
            assert legal(state) == [f"take {c}" for c in choices]
            play(state, f"take {choices[0]}")
            chosen.add(choices[0])
    assert sure & set(state.dump()["rows"][me]) == set(does["sure"]) | chosen
    assert (card in state.dump()["middle"]) == does["joins"]
    grown = [] if does["joins"] else [card, *does["sure"]]
    assert does["adds"] == {c: n for c in "RYGBV" if (n := sum(g[0] == c for g in grown))}


def test_open_choices_are_seen_by_all() -> None:
    """GAP-9"""
    state = GAME.load(position(hands={0: ["V5"]}, middle=["R4", "Y4", "R8", "R9"]))
    assert state.view(1)["choices"] == []
    play(state, "play V5")
    for seat in (0, 1, None):
        assert state.view(seat)["choices"] == ["R4", "Y4"]
        assert state.view(seat)["played"] == "V5"
        assert state.view(seat)["takes"] == {}


def test_the_view_keeps_the_standing_of_rounds_and_rows() -> None:
    """GAP-16 GAP-17 GAP-20"""
    rows = {0: ["R1", "R2", "Y3"], 1: ["G1", "G2"]}
    at = position(
        3, middle=["B0", "B1", "B2", "B3"], rows=rows, each=4, scores=[[4, -1, 0], [1, 2, 0]]
    )
    view = GAME.load(at).view(2)
    assert view["totals"] == [5, 1, 0]
    assert (view["plus"], view["minus"]) == ([2, 2, 0], [1, 0, 0])
    assert view["counts"][0] == {"R": 2, "Y": 1, "G": 0, "B": 0}
    assert view["tied"] == []


def test_events_of_cards_taken() -> None:
    """GAP-8 GAP-14"""
    at = position(hands={0: ["V2"]}, middle=["R2", "Y2", "B7", "B9"])
    state = GAME.load(at)
    assert told(state, "play V2", 1) == [
        {"type": "played", "seat": 0, "card": "V2"},
        {"type": "took", "seat": 0, "cards": ["R2", "Y2"]},
        {"type": "refilled", "cards": at["draw"][:2], "left": 20},
    ]


def test_events_of_choices() -> None:
    """GAP-9 GAP-10"""
    at = position(hands={0: ["V5"]}, middle=["R4", "R6", "Y6", "B9"])
    state = GAME.load(at)
    assert told(state, "play V5") == [
        {"type": "played", "seat": 0, "card": "V5"},
        {"type": "took", "seat": 0, "cards": ["R4"]},
        {"type": "choosing", "seat": 0, "cards": ["R6", "Y6"]},
    ]
    assert told(state, "take Y6") == [
        {"type": "took", "seat": 0, "cards": ["Y6"]},
        {"type": "refilled", "cards": at["draw"][:2], "left": 20},
    ]


def test_events_of_a_card_that_joins() -> None:
    """GAP-11"""
    state = GAME.load(position(hands={0: ["V7"]}, middle=["R0", "R1", "Y4", "Y9"]))
    assert told(state, "play V7") == [
        {"type": "played", "seat": 0, "card": "V7"},
        {"type": "joined", "seat": 0, "card": "V7"},
    ]


def test_events_of_a_round_that_ends_in_a_tie() -> None:
    """GAP-18 GAP-20"""
    state = GAME.load(last_turn([-1, 6, 0, 6], options={"target": 6}))
    scored = told(state, "play V6")[2:]
    assert [event["points"] for event in scored[:4]] == [-1, 6, 0, 6]
    assert scored[0] == {
        "type": "scored",
        "seat": 0,
        "points": -1,
        "plus": 2,
        "minus": 3,
        "total": -1,
        "row": ["R0", "R1", "Y9", "G9", "B9"],
        "counts": {"R": 2, "Y": 1, "G": 1, "B": 1, "V": 0},
        "marks": {"R": "plus", "Y": "minus", "G": "minus", "B": "minus"},
    }
    assert scored[4:] == [{"type": "tied", "seats": [1, 3]}]


def test_events_of_deals() -> None:
    """GAP-3 GAP-5 GAP-6"""
    before = GAME.new(3)
    after = before.clone()
    after.shuffle(Rng(2))
    start = after.dump()
    gone = [letter for letter in "RYGBV" if letter not in start["colours"]]
    assert GAME.events(before, CHANCE, None, after, 1) == [
        {"type": "removed", "cards": gone},
        {"type": "dealt", "round": 1, "seat": start["first"]},
        {"type": "middle", "cards": start["middle"]},
    ]
    state = end([2, 0, 0, 0])
    again = state.clone()
    again.shuffle(Rng(1))
    types = [event["type"] for event in GAME.events(state, CHANCE, None, again, None)]
    assert types == ["dealt", "middle"]


def test_resample_spreads_the_unseen_cards_evenly() -> None:
    """GAP-5"""
    rows = {0: ["R0", "R1"], 1: ["Y0", "Y1"]}
    at = position(hands={0: ["V5"]}, middle=["R4", "Y4", "R6", "Y6"], rows=rows, each=3)
    state = GAME.load(at)
    play(state, "play V5", "take R4")
    known = {"R0", "R1", "Y0", "Y1", "R4", "Y4", "R6", "Y6", "V5", *state.dump()["hands"][0]}
    rng, held, top = Rng(4), Counter[str](), Counter[str]()
    for _ in range(3900):
        other = state.resample(0, rng).dump()
        held.update(other["hands"][2])
        top.update(other["draw"][:1])
        assert [len(hand) for hand in other["hands"]] == [2, 3, 3, 3]
        for field in ("middle", "rows", "played", "phase", "scores"):
            assert other[field] == state.dump()[field]
        assert other["hands"][0] == state.dump()["hands"][0]
    unseen = set(CARDS) - known
    assert len(unseen) == 39
    assert set(held) == set(top) == unseen
    assert all(230 < n < 370 for n in held.values())  # 300 expected
    assert all(60 < n < 145 for n in top.values())  # 100 expected


def test_resample_knows_that_removed_colours_are_gone() -> None:
    """GAP-3"""
    state, rng = dealt(2, 3), Rng(1)
    for _ in range(50):
        other = state.resample(0, rng).dump()
        assert other["colours"] == state.dump()["colours"]
        cards = other["draw"] + other["hands"][1]
        assert {card[0] for card in cards} <= set(other["colours"])


def test_between_rounds_only_the_order_of_the_pile_is_unknown() -> None:
    """GAP-5 GAP-15"""
    state = end([5, 2, 0, 0])
    at = state.dump()
    others = [state.resample(1, Rng(seed)).dump() for seed in range(5)]
    assert all(sorted(other["draw"]) == sorted(at["draw"]) for other in others)
    assert len({tuple(other["draw"]) for other in others}) == 5
    assert all(other | {"draw": at["draw"]} == at for other in others)


def test_the_last_hand_is_known_when_the_pile_is_empty() -> None:
    """GAP-5: two players, no pile; what seat 0 sees nowhere is in the other hand."""
    at = position(2, middle=["R0", "Y5"], draw=[], each=2)
    state = GAME.load(at)
    assert state.resample(0, Rng(1)).dump() == at


GOLDEN = {
    2: (3660, 4197559058),
    3: (5048, 3865697186),
    4: (6874, 2248947748),
    5: (8041, 1660266906),
    6: (9212, 568509727),
}


def test_the_same_seeds_play_the_same_games_interpreted_and_compiled() -> None:
    """GAP-19"""
    found = {n: play_games(GAME.new(n), 30, Rng(1)) for n in GAME.players}
    assert found == GOLDEN
