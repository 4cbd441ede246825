"""No Thanks!: position, move texts, refusals and events."""

from collections.abc import Mapping, Sequence
from typing import Any, cast

from pioche.core.game import Event, Game, Json
from pioche.core.heuristics import Heuristics
from pioche.core.native.bits import mask_of
from pioche.core.option import flag, number
from pioche.core.position import Census, PositionReader, fail, read_whole_number
from pioche.core.refusal import Refusal
from pioche.core.state import State
from pioche.core.tensors.tensor import TensorEncoder
from pioche.core.views.board import Row
from pioche.games.no_thanks import advice, board, bot, rules, tensor
from pioche.games.no_thanks.rules import CARDS, DRAWN, HIGH, LOW, NoThanks
from pioche.games.no_thanks.view import build_public_fields, build_view, removed_cards

REMOVED = CARDS - DRAWN


class NoThanksGame(Game):
    """No Thanks! for 3 to 7."""

    id = "no-thanks"
    players = range(3, 8)
    options = {
        "open_chips": flag(False, "everybody sees how many chips the others hold (NT-5)"),
        "rounds": number(1, 1, 20, "rounds to play, points added up (NT-17)"),
    }
    fields = (
        "round",
        "first",
        "turn",
        "card",
        "pot",
        "draw",
        "removed",
        "chips",
        "taken",
        "totals",
    )
    rollouts_per_move = {"expert": 60, "master": 20_000}
    fewest_wins = True  # NT-16
    clauses = {"players": "NT-1", "turn": "NT-7", "shuffle": "NT-3", "over": "NT-13"}

    def new_state(self, players: int, options: dict[str, int]) -> State:
        """A game before its first shuffle."""
        return rules.new_state(self, players, options)

    def list_move_texts(self) -> list[str]:
        return ["take", "pass"]

    def build_position(self, state: State) -> Json:
        """The fields of the clause file."""
        s = cast(NoThanks, state)
        seats = range(s.players)
        dealt = s.next > 0
        found = build_public_fields(s)
        found["draw"] = list(s.deck[s.next : DRAWN]) if dealt else []
        found["removed"] = removed_cards(s) if dealt else []
        found["chips"] = [s.chips_of(p) for p in seats]
        return found

    def restore_state(self, reader: PositionReader) -> State:
        """The state of a position."""
        s = rules.new_state(self, reader.players, reader.options)
        s.over, s.due = reader.over, reader.chance
        s.round = reader.number("round", 1, reader.options["rounds"])
        s.first = reader.seat("first")
        s.set_totals([read_whole_number(at, n, -1100, 7000) for at, n in reader.per_seat("totals")])
        self.restore_cards(reader, s)
        self.restore_chips(reader, s)
        self.check_totals(reader, s)
        return s

    def restore_cards(self, reader: PositionReader, s: NoThanks) -> None:
        """The card that is up, the piles and what was taken: all 33 cards, once each."""
        census = Census(dict.fromkeys(range(LOW, HIGH + 1), 1))
        undealt = reader.chance and not any(cards for _, cards in reader.per_seat("taken"))
        running = not (reader.over or reader.chance)
        if reader.is_null("turn") == running:
            fail("turn", "is a seat exactly while a card is up")
        if reader.is_null("card") == running:
            fail("card", "is null exactly when no round is running")
        s.turn = reader.seat("turn") if running else -1
        s.card = census.add_card("card", reader.raw("card")) if running else 0
        draw = census.add_cards("draw", reader.raw("draw"), None if running else 0)
        removed = census.add_cards("removed", reader.raw("removed"), 0 if undealt else REMOVED)
        taken = [census.add_cards(at, cards) for at, cards in reader.per_seat("taken")]
        if undealt:
            if s.first != 0:
                fail("first", "is 0 before the first deal")
            return
        census.check_complete("draw")
        up = [s.card] if running else []
        s.set_deck([*(c for cards in taken for c in cards), *up, *draw, *removed])
        s.next = DRAWN - len(draw)
        s.set_cards([mask_of(cards) for cards in taken])

    def restore_chips(self, reader: PositionReader, s: NoThanks) -> None:
        """Chips in hand and on the card: as many as were dealt."""
        dealt = rules.start_chips(s.players) * s.players if s.next else 0
        s.pot = reader.number("pot", 0, dealt if s.turn >= 0 else 0)
        chips = [read_whole_number(at, n, 0, dealt) for at, n in reader.per_seat("chips")]
        if sum(chips) + s.pot != dealt:
            fail("chips", f"{sum(chips)} in hand and {s.pot} on the card are not {dealt}")
        s.chips = sum(n << (8 * p) for p, n in enumerate(chips))

    def check_totals(self, reader: PositionReader, s: NoThanks) -> None:
        """Totals fit the rounds played; those of the only round can be counted."""
        if s.over and s.round != reader.options["rounds"]:
            fail("over", f"round {s.round} of {reader.options['rounds']} is not the last")
        if s.due and s.next and s.round == reader.options["rounds"]:
            fail("chance", "no shuffle is due after the last round")
        if s.due and not s.next and s.round != 1:
            fail("taken", f"nothing was taken, and yet round {s.round} has ended")
        ended = s.turn < 0 and s.next > 0
        for p in range(s.players):
            points = s.round_points(p) if ended else 0
            if s.round == 1 and s.totals[p] != points:
                fail(f"totals[{p}]", f"{s.totals[p]} should be {points}")

    def build_view(self, state: State, seat: int | None) -> Json:
        """NT-3, NT-5: the pile, the nine and the others' chips stay hidden while it matters."""
        return build_view(cast(NoThanks, state), seat)

    def explain_game_refusal(self, state: State, seat: int, action: int) -> Refusal:
        """Taking is always allowed, so it was a pass without a chip."""
        return Refusal("no-chip", "NT-11", {"card": cast(NoThanks, state).card})

    def build_events(self, before: Json, who: int, move: str | None, after: Json) -> list[Event]:
        """A deal, a refusal, a card taken; then what is turned up or how the round ended."""
        if move is None:
            dealt: Event = {"type": "dealt", "round": after["round"], "seat": after["first"]}
            return [dealt, build_turned_event(after)]
        card, pot = before["card"], before["pot"]
        if move == "pass":
            return [{"type": "refused", "seat": who, "card": card, "pot": pot + 1}]
        events: list[Event] = [{"type": "taken", "seat": who, "card": card, "pot": pot}]
        if after["card"] is not None:
            return [*events, build_turned_event(after)]
        for seat, total in enumerate(after["totals"]):
            points = total - before["totals"][seat]
            cost, chips = after["costs"][seat], after["chips"][seat]
            events.append(
                {"type": "scored", "seat": seat, "points": points, "cost": cost, "chips": chips}
            )
        return events

    def build_board(self, view: Json, names: Sequence[str], words: Mapping[str, Any]) -> list[Row]:
        """The table, to be drawn."""
        return board.build_board(view, names, words)

    def tensor_encoder(self) -> TensorEncoder:
        """What a seat knows, as numbers."""
        return tensor.NoThanksTensorEncoder()

    def heuristics(self) -> Heuristics:
        """What a good player knows about the game."""
        return bot.NoThanksHeuristics()

    def advise(self, view: Json, move: str) -> Event:
        """What speaks for a legal move."""
        return advice.advise(view, move)


def build_turned_event(view: Json) -> Event:
    """The next card is turned up."""
    return {"type": "turned", "card": view["card"], "left": view["draw_count"]}
