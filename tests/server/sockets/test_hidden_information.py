"""Not one byte goes to a seat that it may not know: real frames against the log.

Every frame is made again from a truth that is drawn anew behind the seat's back: whatever it
was made from must be the same there.
"""

import asyncio
import copy
import json
import random
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import AsyncExitStack
from typing import Any

import msgspec
import pytest
from database_reader import StoredLog
from reconnecting_client import Device, Person, whose_turn
from server_cluster import ServerCluster, flow

import pioche
from pioche.core.rng import Rng
from pioche.core.state import State
from pioche.tables.table import GameStep, Table
from pioche.tables.table_views import TableViews

MOVES = 40


class Imagined:
    """A table as a seat may imagine it: all that it can't know is different."""

    def __init__(self, log: StoredLog, person: str, knower: int, seed: int) -> None:
        self.truth = Table(log.code, log.secret)
        self.log, self.person, self.knower, self.rng = log, person, knower, Rng(seed)
        self.chance = random.Random(seed)
        self.different = 0

    def lines(self) -> Iterator[tuple[bytes, bytes]]:
        """For every entry what somebody who comes after it is told, and who was there."""
        for entry in self.log.entries:
            steps = self.truth.apply_entry(entry)
            table, seat = copy.copy(self.truth), self.truth.seat_of(self.person)
            if steps:
                steps = [self.step(step, seat) for step in steps]
                table.state = steps[-1].after
            elif table.state is not None:
                table.state = self.state(table.state)
            views = TableViews(table)
            update = views.build_updates(entry, steps, [seat])[seat]
            yield encoded(views.build_table_message(seat, self.person)), encoded(update)

    def step(self, step: GameStep, seat: int | None) -> GameStep:
        """A step between imagined states, of a move that looks the same."""
        before, who, action, after = step
        if action is not None:
            action = self.lookalike(who, action, seat)
        return GameStep(self.state(before), who, action, self.state(after))

    def state(self, state: State) -> State:
        """Another truth that the knower can't tell from this one."""
        other = state.resample(self.knower, self.rng)
        self.different += other.dump() != state.dump()
        return other

    def lookalike(self, who: int, action: int, seat: int | None) -> int:
        """Any move that looks like this one."""
        game = self.truth.game
        seen = game.mask_move(who, action, seat)
        same = [a for a in range(game.num_actions) if game.mask_move(who, a, seat) == seen]
        return self.chance.choice(same)


def encoded(message: Any) -> bytes:
    """A message as it goes over the wire."""
    return msgspec.json.encode(message)


@pytest.mark.parametrize("game", list(pioche.games))
@flow
async def test_every_frame_is_made_of_what_its_seat_may_know(
    cluster: ServerCluster, game: str
) -> None:
    chance = random.Random(game)
    compared: Counter[str] = Counter()
    moves = 0
    while moves < MOVES:  # a game that chance has made short is followed by another
        async with AsyncExitStack() as stack:
            devices = await stack.enter_async_context(cluster.playing(game, 2, ["novice"]))
            passer = await stack.enter_async_context(Person(cluster.url(1)))
            watcher = await stack.enter_async_context(passer.at(devices[0].code))
            moves += await play_some(devices, chance)
            log = await cluster.log(watcher.code)
            knowers = [(devices[0], 0), (devices[1], 1), *((watcher, seat) for seat in range(3))]
            for device, knower in knowers:  # who watches knows what all know
                await device.reach(len(log.entries))
                compared += check(log, device, knower)
            assert devices[0].view != devices[1].view != watcher.view
            assert not any('"legal":["' in frame for frame in watcher.frames)
    assert min(compared.values()) > 10, compared


async def play_some(devices: Sequence[Device], chance: random.Random) -> int:
    """Play at random, at most so many moves; how many they were."""
    for made in range(MOVES):
        mover = await whose_turn(devices)
        if mover.phase == "over":
            return made
        await mover.ask("play", move=chance.choice(mover.legal))
    return MOVES


def check(log: StoredLog, device: Device, knower: int) -> Counter[str]:
    """Compare all frames of a device; how many there were, and how many truths were other ones."""
    imagined = Imagined(log, device.person.id, knower, seed=len(log.entries))
    lines = list(imagined.lines())
    name = f"{device.person.name or 'watcher'} knows as {knower}"
    compared = Counter({f"{name}, other truths": imagined.different})
    for frame in device.frames:
        message = json.loads(frame)
        if message["type"] in ("table", "update") and message["seq"] <= len(lines):
            whole, update = lines[message["seq"] - 1]
            assert frame.encode() == (whole if message["type"] == "table" else update)
            compared[name] += 1
    return compared


@flow
async def test_tables_that_differ_in_hidden_cards_alone_send_equal_bytes(
    cluster: ServerCluster,
) -> None:
    """Two of many new games show the same first card to the same first player."""
    async with cluster.people("Ada", "Bea", "Cem") as people, AsyncExitStack() as stack:
        known: dict[str, list[Device]] = {}
        while True:
            table = await seated(stack, people)
            shown = json.dumps(table[0].view)
            if shown in known:
                break
            known[shown] = table
        tables = [known[shown], table]
        for number in range(6):  # nobody takes a card, so nothing new is turned up
            for one in tables:
                mover = await whose_turn(one)
                await mover.do("play", id=f"move{number}", move="pass")
                await asyncio.gather(*(device.reach(mover.seq) for device in one))
        for here, there in zip(*tables, strict=True):
            assert game_frames(here) == game_frames(there)
            assert len(game_frames(here)) > 6
        secrets = [(await cluster.log(one[0].code)).secret for one in tables]
        assert secrets[0] != secrets[1]


async def seated(stack: AsyncExitStack, people: Sequence[Person]) -> list[Device]:
    """Three people at a new game of which they know nothing but a card."""
    code = await people[0].open("no-thanks", 3)
    devices = [await stack.enter_async_context(person.at(code)) for person in people]
    for device in devices[1:]:
        await device.do("sit")
    seq = (await devices[0].do("start"))["seq"]
    for device in devices:
        await device.reach(seq)
    return devices


def game_frames(device: Device) -> list[str]:
    """What was told of the game, without what is chance or time."""
    commitment = device.about["commitment"]
    frames = [frame for frame in device.frames if '"type":"update"' in frame and '"view"' in frame]
    hidden = re.compile(rf'"at":\d+|{device.code}|{commitment}')
    return [hidden.sub("", frame) for frame in frames]
