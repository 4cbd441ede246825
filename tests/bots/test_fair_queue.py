"""Who asks for little is not held up by who asks for much."""

from hypothesis import given
from hypothesis import strategies as st

from pioche.bots.fair_queue import FairQueue


def drain(queue: FairQueue[str]) -> list[str]:
    return [queue.pop() for _ in range(len(queue))]


def test_of_equal_questions_the_first_goes_first() -> None:
    queue = FairQueue[str]()
    for name in "abc":
        queue.push(name, name, 1.0)
    assert drain(queue) == ["a", "b", "c"]


def test_a_short_question_overtakes_a_long_one() -> None:
    queue = FairQueue[str]()
    queue.push("long", "a", 5.0)
    queue.push("short", "b", 0.1)
    assert drain(queue) == ["short", "long"]


def test_one_question_goes_before_the_second_of_somebody_who_asks_for_much() -> None:
    queue = FairQueue[str]()
    for number in range(200):
        queue.push(f"much {number}", "much", 1.0)
    assert queue.pop() == "much 0"
    queue.push("little", "little", 1.0)
    assert queue.pop() == "much 1"  # which was ahead by a hair
    assert queue.pop() == "little"


def test_no_question_is_overtaken_for_ever() -> None:
    """Each short one is from somebody new; together they may take as long as the long one."""
    queue = FairQueue[str]()
    queue.push("long", "long", 5.0)
    served = []
    for number in range(100):
        queue.push("short", f"short {number}", 0.1)
        served.append(queue.pop())
    assert "long" in served
    assert served.index("long") <= 51


def test_who_was_idle_has_saved_nothing() -> None:
    queue = FairQueue[str]()
    for number in range(20):
        queue.push("busy", "busy", 1.0)
        queue.push("other", "other", 1.0)
        queue.pop()
    for _ in range(5):
        queue.push("idle", "idle", 1.0)
    first = [queue.pop() for _ in range(12)]
    assert first.count("idle") <= 5


def test_what_is_put_back_keeps_its_place() -> None:
    queue = FairQueue[str]()
    place = queue.push("first", "a", 1.0)
    queue.push("second", "b", 1.0)
    assert queue.pop() == "first"
    queue.put_back("first", "a", place)
    assert drain(queue) == ["first", "second"]


@given(st.lists(st.tuples(st.sampled_from("abcd"), st.floats(0.01, 10.0)), max_size=60))
def test_everything_comes_out_once_and_nothing_is_left_behind(
    asked: list[tuple[str, float]],
) -> None:
    queue = FairQueue[str]()
    for number, (asker, cost) in enumerate(asked):
        queue.push(f"{asker}{number}", asker, cost)
    found = drain(queue)
    assert sorted(found) == sorted(f"{asker}{n}" for n, (asker, _) in enumerate(asked))
    for asker in "abcd":  # of one asker they keep their order
        own = [int(name[1:]) for name in found if name[0] == asker]
        assert own == sorted(own)
    assert not queue.finishes and not queue.waiting
