"""Perfect Numbers: what happens, told from two views and the move between them."""

from typing import Any

from pioche.core.game import Event, Json


def build_events(before: Json, who: int, move: str | None, after: Json) -> list[Event]:
    """The move, its effect on a series, then what happens by itself."""
    if move is None:
        return build_deal_events(after)
    move_told = MoveEvents(before, who, move, after)
    return [
        *move_told.build_move_events(),
        *move_told.build_effect_events(),
        *build_automatic_events(before, after),
    ]


def build_deal_events(after: Json) -> list[Event]:
    """Who begins, and each player's three cards."""
    hands: list[Event] = [
        {"type": "hand", "seat": seat, "cards": cards}
        for seat, cards in enumerate(after["setup_hands"])
    ]
    return [{"type": "dealt", "seat": after["first"]}, *hands]


def build_automatic_events(before: Json, after: Json) -> list[Event]:
    """PN-5, PN-21: the Market is laid out, or can't be."""
    if after["over"]:
        return [{"type": "finished", "left": after["draw_count"]}]
    if all(after["market"]) and not any(before["market"]):
        return [{"type": "market", "round": after["round"], "seat": after["first"]}]
    return []


class MoveEvents:
    """A move of a player; a method for the first word of each, and one for the effect."""

    def __init__(self, before: Json, who: int, move: str, after: Json) -> None:
        self.before = before
        self.who = who
        self.verb, *self.words = move.split()
        self.after = after

    def build_move_events(self) -> list[Event]:
        """What the player did."""
        told: list[Event] = getattr(self, self.verb)()
        return told

    def build_own_event(self, type: str, **params: Any) -> list[Event]:
        """An event of this player."""
        return [{"type": type, "seat": self.who, **params}]

    def own_series(self, colour: str) -> list[Json]:
        """A series of the player's, before the move."""
        cards: list[Json] = self.before["series"][self.who].get(colour, [])
        return cards

    def take(self) -> list[Event]:
        """A group of the Market."""
        group = int(self.words[0])
        return self.build_own_event("took", group=group, cards=self.before["market"][group - 1])

    def add(self) -> list[Event]:
        """A card in one's own Collection: of the series' colour, or a joker in it."""
        card, colour = self.words[0], self.words[-1][0]
        count = len(self.own_series(colour)) + 1
        if count == 1:
            return self.build_own_event("started", card=card, colour=colour)
        return self.build_own_event("added", card=card, colour=colour, count=count)

    def give(self) -> list[Event]:
        """A card in another's Collection."""
        return self.build_own_event("gave", card=self.words[0], to=int(self.words[1][1:]))

    def replace(self) -> list[Event]:
        """A series that makes way for a card."""
        place, card = self.words
        if place == "A":
            lost = len(self.before["stored"][self.who])
            return self.build_own_event("gave-up-actions", card=card, lost=lost)
        return self.build_own_event(
            "gave-up", card=card, colour=place, lost=len(self.own_series(place))
        )

    def store(self) -> list[Event]:
        """An action kept for later."""
        return self.build_own_event("stored", card=self.words[0])

    def close(self) -> list[Event]:
        """A series scored, with its bonus."""
        seat, colour = self.before["perfect"]["seat"], self.before["perfect"]["colour"]
        count = len(self.before["series"][seat][colour])
        bonus = self.count_gained_cards() - count
        closed = self.build_own_event("closed", colour=colour, count=count)
        return [*closed, *self.build_own_event("bonus", bonus=bonus)] if bonus else closed

    def keep(self) -> list[Event]:
        """A series left open."""
        return self.build_own_event("kept", colour=self.before["perfect"]["colour"])

    def protect(self) -> list[Event]:
        """A protect card, or a last card turned over."""
        if len(self.words) == 1:
            return self.build_own_event("protected", colour=self.words[0])
        source, target = self.words
        return self.build_own_event(
            "turned-down", card=self.own_series(source)[-1]["card"], colour=target
        )

    def move(self) -> list[Event]:
        """A first card put last."""
        colour = self.words[0]
        return self.build_own_event("moved", card=self.own_series(colour)[0]["card"], colour=colour)

    def steal(self) -> list[Event]:
        """A last card taken from another player."""
        return self.build_own_event(
            "stole", **{"from": int(self.words[0][1:])}, card=self.after["stolen"]
        )

    def discard(self) -> list[Event]:
        """A stolen card, or (in version 1) an action of no use."""
        return self.build_own_event("discarded", card=(self.words or [self.before["stolen"]])[0])

    def end(self) -> list[Event]:
        """No further action in this turn."""
        return self.build_own_event("ended")

    def build_effect_events(self) -> list[Event]:
        """PN-9, PN-10, PN-13: what a number did to the series it was added to."""
        if self.after["perfect"] is not None:
            return self.build_perfect_events()
        if self.verb not in ("add", "give", "move"):
            return []
        left = self.find_lost_cards()
        if not left:
            return []
        if self.verb == "give":
            return self.build_own_event("won", won=len(left), cards=left)
        return self.build_own_event("lost", lost=len(left), cards=left)

    def find_lost_cards(self) -> list[str]:
        """PN-10: of the series with the card that came to its end; first to last."""
        seat = int(self.words[1][1:]) if self.verb == "give" else self.who
        colour = self.words[0][0] if self.verb == "give" else self.words[-1][0]
        was = [entry["card"] for entry in self.before["series"][seat].get(colour, [])]
        was = [*was[1:], was[0]] if self.verb == "move" else [*was, self.words[0]]
        now = [entry["card"] for entry in self.after["series"][seat].get(colour, [])]
        # In version 1 the oldest left, so the end of the series stayed.
        return was[len(now) :] if was[: len(now)] == now else was[: -len(now)]

    def build_perfect_events(self) -> list[Event]:
        """The number and the colour of the series that may be closed."""
        seat, colour = self.after["perfect"]["seat"], self.after["perfect"]["colour"]
        count = len(self.after["series"][seat][colour])
        return self.build_own_event("perfect", colour=colour, count=count)

    def count_gained_cards(self) -> int:
        """Cards that came to the player's score pile."""
        return int(self.after["score"][self.who] - self.before["score"][self.who])
