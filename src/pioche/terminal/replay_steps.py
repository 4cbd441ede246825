"""A record to be looked at: every step of it, through anybody's eyes."""

from collections.abc import Sequence

from pioche.catalog import games
from pioche.core.records.record import Record, Step
from pioche.core.records.seals import BadRecord
from pioche.core.schema import View
from pioche.core.views.merge_views import merge_all_views
from pioche.terminal.names import make_printable
from pioche.words import Words


class TerminalReplay:
    """The steps of a record, and how they look through the eyes of a seat or of all."""

    def __init__(self, record: Record, lang: str, seat: int | None = None) -> None:
        self.game = record.choose_rules(games[record.game])
        self.seat = seat  # whose eyes to begin with
        record.verify(self.game)
        # A replay plays one state on and on; what is kept of it must be a copy.
        steps = record.replay(self.game)
        self.steps: Sequence[Step] = [s._replace(after=s.after.clone()) for s in steps]
        if not self.steps:
            raise BadRecord("moves", "nothing has been played yet")
        if seat is not None and not 0 <= seat < len(record.players):
            raise ValueError(f"seat {seat}: this game has seats 0 to {len(record.players) - 1}")
        self.names = [make_printable(player["name"]) for player in record.players]
        self.words = Words.load(self.game, lang)
        self.lines: dict[int | None, list[list[str]]] = {}  # by eyes and step, as far as told

    def view(self, number: int, eyes: int | None) -> View:
        """The table after a step; with no eyes named, all that anybody sees."""
        state = self.steps[number].after
        if eyes is not None:
            return state.view(eyes)
        views = [state.view(seat) for seat in range(state.players)]
        return merge_all_views(views, max(self.steps[number].who, 0))

    def list_event_lines(self, number: int, eyes: int | None) -> list[str]:
        """All that happened up to a step; with no eyes named, as whoever moved saw it."""
        known = self.lines.setdefault(eyes, [])
        for step in self.steps[len(known) : number + 1]:
            seat = max(step.who, 0) if eyes is None else eyes
            seen = self.game.events(step.before, step.who, step.action, step.after, seat)
            known.append([self.words.say_event(event, self.names) for event in seen])
        return [line for lines in known[: number + 1] for line in lines]
