"""Who sits where."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pioche.arena.lineup import parse_lineup
from pioche.arena.match.schedule import (
    block_size,
    bot_rng,
    build_seatings,
    period,
    plan_deals,
    shuffle_rng,
)

LINE_UPS = st.lists(st.sampled_from("abcd"), min_size=2, max_size=8)
SEEDS = st.integers(-5, 10**20)


@given(LINE_UPS, SEEDS, st.integers(0, 10**6))
def test_in_every_deal_every_bot_sits_at_every_seat_equally_often(
    bots: list[str], seed: int, deal: int
) -> None:
    games = build_seatings(bots, seed, deal)
    sat = Counter((bots[player], seat) for game in games for seat, player in enumerate(game))
    for bot in set(bots):
        assert {sat[bot, seat] for seat in range(len(bots))} == {
            len(games) * bots.count(bot) // len(bots)
        }


@given(LINE_UPS, SEEDS, st.integers(0, 10**6))
def test_no_table_of_a_deal_looks_like_another(bots: list[str], seed: int, deal: int) -> None:
    tables = [tuple(bots[player] for player in game) for game in build_seatings(bots, seed, deal)]
    assert len(set(tables)) == len(tables) == block_size(bots, seed, deal)
    assert all(sorted(table) == sorted(bots) for table in tables)


def test_neighbours_change_from_deal_to_deal() -> None:
    bots = ["a", "b", "c", "d"]
    after_a = Counter()
    for deal in range(300):
        game = build_seatings(bots, 1, deal)[0]
        after_a[bots[game[(game.index(0) + 1) % 4]]] += 1
    assert set(after_a) == {"b", "c", "d"}
    assert min(after_a.values()) > 70


@given(LINE_UPS, SEEDS, st.integers(1, 200))
def test_as_many_whole_deals_as_the_games_need_and_no_more(
    bots: list[str], seed: int, games: int
) -> None:
    deals = list(plan_deals(bots, seed, games))
    sizes = [len(build_seatings(bots, seed, deal)) for deal in deals]
    assert deals == list(range(len(deals)))
    assert sum(sizes) >= games > sum(sizes[:-1])


@given(st.text("ab", min_size=1, max_size=8))
def test_a_ring_looks_the_same_after_its_period_and_not_before(ring: str) -> None:
    steps = period(ring)
    assert ring[steps:] + ring[:steps] == ring
    assert all(ring[k:] + ring[:k] != ring for k in range(1, steps))


def test_every_place_has_its_own_chance() -> None:
    draws = {
        tuple(rng.below(1000) for _ in range(4))
        for n in range(20)
        for m in range(20)
        for rng in (shuffle_rng(1, n, m), shuffle_rng(2, n, m), bot_rng(1, n, m, 0))
    }
    assert len(draws) == 3 * 400
    assert shuffle_rng(1, 2, 3).below(10**6) == shuffle_rng(1, 2, 3).below(10**6)


@pytest.mark.parametrize(
    ("text", "bots"),
    [
        ("master,expert,regular*2", ("master", "expert", "regular", "regular")),
        (" novice , novice*1 ", ("novice", "novice")),
        ("master@500,expert", ("master@500", "expert")),
        ("cmd:python3 bot.py --fast*2,novice", ("cmd:python3 bot.py --fast",) * 2 + ("novice",)),
        ("cmd:./bot 'a,b*2',novice", ("cmd:./bot 'a,b*2'", "novice")),
        ('cmd:./bot "a, \'b"*2', ('cmd:./bot "a, \'b"',) * 2),
        ("my.bots:Best,bots/mine.py:make*2", ("my.bots:Best", *["bots/mine.py:make"] * 2)),
    ],
)
def test_a_line_up_is_read_as_it_is_written(text: str, bots: tuple[str, ...]) -> None:
    assert parse_lineup(text) == bots


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("grandmaster,novice", "no bot 'grandmaster'; there are novice, regular, expert, master"),
        ("novice,,novice", "no bot ''"),
        ("", "no bot ''"),
        ("novice*0", "asks for 0 players"),
        ("novice*1000000000", "asks for 1000000000 players"),
        ("novice*x", "no bot 'novice*x'"),
        ("master@0", "no bot 'master@0'"),
        ("cmd:", "no bot 'cmd:'"),
        ("cmd:./bot 'a,novice", "the quotation mark ' is not closed"),
    ],
)
def test_a_line_up_that_makes_no_sense_is_refused(text: str, said: str) -> None:
    with pytest.raises(ValueError, match="--bots") as error:
        parse_lineup(text)
    assert said in str(error.value)
