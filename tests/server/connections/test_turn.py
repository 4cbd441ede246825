"""A turn of the event loop: a bounded number of steps, whoever asks for them."""

import asyncio
from collections.abc import Callable

from pioche.server.connections.turn import Turn


class Talker:
    """One with so many steps to make."""

    def __init__(self, turn: Turn, steps: int, done: list["Talker"]) -> None:
        self.turn, self.steps, self.done = turn, steps, done

    def go_on(self) -> None:
        """One step; the rest waits."""
        self.turn.take(1)
        self.done.append(self)
        self.steps -= 1
        if self.steps:
            self.turn.wait(self.go_on)


def run(scenario: Callable[[Turn], None], turns: int, look: Callable[[Turn], object]) -> object:
    """What one sees after so many turns of a loop."""

    async def wait() -> object:
        turn = Turn(10)
        scenario(turn)
        for _ in range(turns):
            await asyncio.sleep(0)
        return look(turn)

    return asyncio.run(wait())


def test_a_turn_has_room_for_so_many_steps_and_the_next_one_again() -> None:
    rooms: list[bool] = []

    def scenario(turn: Turn) -> None:
        for _ in range(10):
            rooms.append(turn.has_room)
            turn.take(1)
        rooms.append(turn.has_room)

    assert run(scenario, 1, lambda turn: turn.has_room)
    assert rooms == [True] * 10 + [False]


def test_those_who_wait_go_on_one_after_the_other_and_all_come_to_an_end() -> None:
    done: list[Talker] = []
    talkers: list[Talker] = []

    def scenario(turn: Turn) -> None:
        talkers.extend(Talker(turn, 30, done) for _ in range(4))
        for talker in talkers:
            turn.wait(talker.go_on)

    assert run(scenario, 100, lambda turn: len(turn.waiting)) == 0
    assert done == talkers * 30


def test_a_turn_ends_while_others_still_wait() -> None:
    done: list[Talker] = []

    def scenario(turn: Turn) -> None:
        for _ in range(50):
            turn.wait(Talker(turn, 1, done).go_on)

    assert run(scenario, 1, lambda _: len(done)) == 10
