"""What the table server must be able to do, each measured on a fresh one."""

import asyncio
import gc
from typing import Any

import boardgame
import uvloop
from load import Load, measured
from overload import measure_overload
from pioche_server import LIMITS, served
from process import Process
from several_workers import measure_layouts
from table import SEATS

import pioche

GAMES = list(pioche.games)
KIB, MIB = 1024, 1024**2
HALF = 1000.0  # moves a second: half of what one worker must do
IDLE_SOCKETS = 5000
LOAD_LIMITS = ("busy_seconds", "full_seconds")  # the usual ones, where there is too much
SHARED = 500.0  # moves a second over one PostgreSQL: one worker or two have time left
BOT_TABLES = 40  # of four masters each: more thoughts than the bots' processes can think

Figures = dict[str, Any]


def peak(seconds: float = 20.0, tables: int = 100) -> Figures:
    """As many moves as go."""
    with served() as (port, server):
        return uvloop.run(measured(port, server.pid, GAMES, tables, seconds))


def half(seconds: float = 30.0, tables: int = 200) -> Figures:
    """Half the rate that is required at least."""
    with served() as (port, server):
        return uvloop.run(measured(port, server.pid, GAMES, tables, seconds, HALF))


def thinking(seconds: float = 30.0, tables: int = 200) -> Figures:
    """The same while bots think as much as they can."""
    with served() as (port, server):
        return uvloop.run(with_bots(port, server, seconds, tables))


async def with_bots(port: int, server: Process, seconds: float, tables: int) -> Figures:
    """A load beside tables of master bots."""
    load = Load(port, server.pid)
    (host,) = await load.people(1)
    for number in range(BOT_TABLES):
        await bots_begin(load, host, GAMES[number % len(GAMES)])
    await asyncio.sleep(3)  # until all of them think
    busy = asyncio.create_task(busy_share(server, seconds))
    figures = await measured(port, server.pid, GAMES, tables, seconds, HALF)
    await load.close()
    return {**figures, "bots": await busy}


async def bots_begin(load: Load, host: str, game: str) -> None:
    """A table of four masters, who begin at once; somebody looks, for else they would pause."""
    http = load.https[0]
    settings = {"game": game, "seats": SEATS}
    wish = {"settings": settings, "bots": ["master"] * SEATS, "sits": False}
    table, _ = await http.post("/api/tables", wish, host)
    path = f"/api/tables/{table['code']}"
    await http.post(f"{path}/commands", {"type": "start", "id": "start"}, host)
    await load.address.socket(f"{path}/socket", host, lambda _: None)


async def busy_share(server: Process, seconds: float) -> list[float]:
    """How much of a core each process of the bots uses."""
    bots = server.descendants()
    before = [bot.cpu() for bot in bots]
    await asyncio.sleep(seconds)
    shares = [(bot.cpu() - spent) / seconds for bot, spent in zip(bots, before, strict=True)]
    return [share for share in shares if share > 0.01]  # beside them stands one that only waits


def overload(seconds: float = 15.0, probe: float = 6.0) -> Figures:
    """Twice what the server can do, which is measured first; it lets in whom it can bear."""
    with served() as (port, server):
        capacity = uvloop.run(measured(port, server.pid, GAMES, 100, probe))["rate"]
    limits = {key: value for key, value in LIMITS.items() if key not in LOAD_LIMITS}
    with served(limits=limits) as (port, server):
        found = uvloop.run(measure_overload(port, server, GAMES, capacity, seconds))
    return {**found, "capacity": capacity}


def idle(sockets: int = IDLE_SOCKETS, rest: float = 25.0) -> Figures:
    """Sockets at tables where a game has begun and nobody moves."""
    with served() as (port, server):
        return uvloop.run(waiting(port, server, sockets, rest))


async def waiting(port: int, server: Process, sockets: int, rest: float) -> Figures:
    """Memory before and after; a few tables first, so that all code has run once."""
    first, load = Load(port, server.pid), Load(port, server.pid)
    first.stopped = load.stopped = True
    await first.seat(GAMES, 2 * len(GAMES))
    before = server.rss()
    await load.seat(GAMES, sockets // SEATS)
    await asyncio.sleep(rest)  # pings go round as well
    after = server.rss()
    lost = sum(p.socket is None or p.socket.closed for t in load.tables for p in t.players)
    await first.close()
    await load.close()
    each = (after - before) / sockets / KIB
    return {"sockets": sockets, "lost": lost, "rss": [before, after], "kib_each": each}


def steady(minutes: float = 6.0, tables: int = 100) -> Figures:
    """Memory over a long run at full rate."""
    with served() as (port, server):
        return uvloop.run(watched(port, server, 60 * minutes, tables))


async def watched(port: int, server: Process, seconds: float, tables: int) -> Figures:
    """Memory every few seconds. The first part fills what stays: caches, tables just finished."""
    load = Load(port, server.pid)
    await load.seat(GAMES, tables)
    gc.freeze()
    running = asyncio.create_task(load.run(seconds))
    samples: list[tuple[float, int]] = []
    while not running.done():
        await asyncio.sleep(min(5.0, seconds / 20))
        samples.append((len(load.acks), server.rss()))
    await load.close()
    later = samples[2 * len(samples) // 3 :]
    return {
        **load.result(),
        "samples": samples,
        "mib": [samples[0][1] / MIB, later[0][1] / MIB, later[-1][1] / MIB],
        "mib_a_million_moves": slope(later) * 1e6 / MIB,
    }


def slope(points: list[tuple[float, int]]) -> float:
    """Of the line nearest to the points."""
    xs, ys = [x for x, _ in points], [y for _, y in points]
    x, y = sum(xs) / len(xs), sum(ys) / len(ys)
    spread = sum((a - x) ** 2 for a in xs)
    return sum((a - x) * (b - y) for a, b in points) / spread if spread else 0.0


def workers(seconds: float = 20.0, tables: int = 300, rounds: int = 3) -> Figures:
    """One worker and two over one PostgreSQL, at the same rate."""
    return measure_layouts(GAMES, tables, seconds, SHARED, rounds)


def compared(moves: int = 10_000, tables: int = 50) -> Figures:
    """The same number of moves of one game on our server and on boardgame.io's."""
    with served() as (port, server):
        load = measured(port, server.pid, [boardgame.GAME], tables, 600.0, moves=moves)
        figures: Figures = {"ours": uvloop.run(load)}
    why_not = boardgame.missing()
    if why_not is not None:
        return {**figures, "missing": why_not}
    figures["memory"] = boardgame.measured(tables, moves, on_disk=False)
    figures["files"] = boardgame.measured(tables, moves, on_disk=True)
    return figures
