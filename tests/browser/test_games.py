"""Every game, played to its end by people with browsers who know no rule."""

import pytest
from axe import barriers
from browser_user import Visit, Visitor, players_for, quick
from page_server import PageHouse
from tap_player import play_on
from tap_target_checks import cramped
from view_checks import Sights

import pioche
from pioche.core.records.record import Record

EVERY, SAMPLES = 8, 10  # taps between two looks, and how many looks
MARKUP = "game => [Number(game.dataset.seq), game.innerHTML]"


@pytest.mark.parametrize("game", pioche.games)
def test_two_browsers_and_a_bot_play_a_game_to_its_end(
    game: str, house: PageHouse, visit: Visit
) -> None:
    host = visit(lang="en", seed=1)
    guest = visit(lang="fr", phone=True, dark=True, seed=2)
    spectator = visit(lang="en", dark=True)
    link = host.set_up(game, players_for(game), quick(game))
    host.add_bots(players_for(game) - 2)
    guest.join(link)
    host.start()
    guest.at_table()
    spectator.go(link)
    spectator.at_table()
    faults = barriers(host.page, "the beginning")
    samples = play_through(game, host, guest, spectator, faults)
    faults += barriers(spectator.page, "the result")

    assert host.ranking() == guest.ranking() == spectator.ranking()
    record = Record.from_document(host.page.request.get(f"/api/tables/{host.code}/record").json())
    state = record.verify(pioche.games[game])
    shown = sorted((seat[1], int(seat[0]), int(seat[2])) for seat in host.ranking())
    ranks, scores, _ = state.outcome()
    names = [player["name"] for player in record.players]
    assert shown == sorted(zip(names, ranks, scores, strict=True))

    sights = Sights(house.ledger(host.code))
    for visitor in (host, guest, spectator):
        assert len(visitor.views()) > 3
        assert sights.wrong(visitor.watch.frames) == []
    assert not any(sights.shown(seq, markup) for seq, markup in samples)
    assert faults == []


def play_through(
    game: str, host: Visitor, guest: Visitor, spectator: Visitor, faults: list[str]
) -> list[tuple[int, str]]:
    """Play to the end and look about on the way; what a spectator's page was made of."""
    players = [host.tapper(), guest.tapper()]
    samples: list[tuple[int, str]] = []
    seen = 0

    def look() -> bool:
        nonlocal seen
        taps = sum(player.taps for player in players)
        if taps >= seen + EVERY and len(samples) < SAMPLES:
            seen = taps
            samples.append(tuple(spectator.game.evaluate(MARKUP)))
            faults.extend(cramped(guest, game))
            if len(samples) == 1:
                faults.extend(barriers(guest.page, "the middle"))
        return False

    play_on(players, look)
    spectator.result.wait_for()
    return samples
