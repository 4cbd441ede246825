"""Perfect Numbers: what happens, told from two views and the move between them."""

from pioche.games.perfect_numbers.schema import (
    PerfectNumbersEvent,
    PerfectNumbersLaid,
    PerfectNumbersView,
    find_perfect_series,
)


def build_events(
    before: PerfectNumbersView, who: int, move: str | None, after: PerfectNumbersView
) -> list[PerfectNumbersEvent]:
    """The move, its effect on a series, then what happens by itself."""
    if move is None:
        return build_deal_events(after)
    move_told = MoveEvents(before, who, move, after)
    return [
        move_told.build_move_event(),
        *move_told.build_effect_events(),
        *build_automatic_events(before, after),
    ]


def build_deal_events(after: PerfectNumbersView) -> list[PerfectNumbersEvent]:
    """Who begins, and each player's three cards."""
    events: list[PerfectNumbersEvent] = [{"type": "dealt", "seat": after["first"]}]
    for seat, cards in enumerate(after["setup_hands"]):
        events.append({"type": "hand", "seat": seat, "cards": cards})
    return events


def build_automatic_events(
    before: PerfectNumbersView, after: PerfectNumbersView
) -> list[PerfectNumbersEvent]:
    """PN-5, PN-21: the Market is laid out, or can't be."""
    if after["over"]:
        return [{"type": "finished", "left": after["draw_count"]}]
    if all(after["market"]) and not any(before["market"]):
        return [{"type": "market", "round": after["round"], "seat": after["first"]}]
    return []


class MoveEvents:
    """A move of a player; a method for the first word of each, and one for the effect."""

    def __init__(
        self, before: PerfectNumbersView, who: int, move: str, after: PerfectNumbersView
    ) -> None:
        self.before = before
        self.who = who
        self.verb, *self.words = move.split()
        self.after = after

    def build_move_event(self) -> PerfectNumbersEvent:
        """What the player did."""
        told: PerfectNumbersEvent = getattr(self, self.verb)()
        return told

    def own_series(self, colour: str) -> list[PerfectNumbersLaid]:
        """A series of the player's, before the move."""
        return self.before["series"][self.who].get(colour, [])

    def take(self) -> PerfectNumbersEvent:
        """A group of the Market."""
        group = int(self.words[0])
        cards = self.before["market"][group - 1]
        assert cards is not None, "a group that was gone can't be taken"
        return {"type": "took", "seat": self.who, "group": group, "cards": cards}

    def add(self) -> PerfectNumbersEvent:
        """A card in one's own Collection: of the series' colour, or a joker in it."""
        card, colour = self.words[0], self.words[-1][0]
        count = len(self.own_series(colour)) + 1
        if count == 1:
            return {"type": "started", "seat": self.who, "card": card, "colour": colour}
        return {"type": "added", "seat": self.who, "card": card, "colour": colour, "count": count}

    def give(self) -> PerfectNumbersEvent:
        """A card in another's Collection."""
        card, to = self.words
        return {"type": "gave", "seat": self.who, "card": card, "to": int(to[1:])}

    def replace(self) -> PerfectNumbersEvent:
        """A series that makes way for a card."""
        place, card = self.words
        if place == "A":
            lost = len(self.before["stored"][self.who])
            return {"type": "gave-up-actions", "seat": self.who, "card": card, "lost": lost}
        lost = len(self.own_series(place))
        return {"type": "gave-up", "seat": self.who, "card": card, "colour": place, "lost": lost}

    def store(self) -> PerfectNumbersEvent:
        """An action kept for later."""
        return {"type": "stored", "seat": self.who, "card": self.words[0]}

    def close(self) -> PerfectNumbersEvent:
        """A series scored."""
        _, colour, count = find_perfect_series(self.before)
        return {"type": "closed", "seat": self.who, "colour": colour, "count": count}

    def keep(self) -> PerfectNumbersEvent:
        """A series left open."""
        _, colour, _ = find_perfect_series(self.before)
        return {"type": "kept", "seat": self.who, "colour": colour}

    def protect(self) -> PerfectNumbersEvent:
        """A protect card, or a last card turned over."""
        source, target = self.words[0], self.words[-1]
        if len(self.words) == 1:
            return {"type": "protected", "seat": self.who, "colour": target}
        card = self.own_series(source)[-1]["card"]
        return {"type": "turned-down", "seat": self.who, "card": card, "colour": target}

    def move(self) -> PerfectNumbersEvent:
        """A first card put last."""
        colour = self.words[0]
        card = self.own_series(colour)[0]["card"]
        return {"type": "moved", "seat": self.who, "card": card, "colour": colour}

    def steal(self) -> PerfectNumbersEvent:
        """A last card taken from another player."""
        whose, card = int(self.words[0][1:]), self.after["stolen"]
        assert card is not None, "the card just stolen is seen by all"
        return {"type": "stole", "seat": self.who, "from": whose, "card": card}

    def discard(self) -> PerfectNumbersEvent:
        """A stolen card, or (in version 1) an action of no use."""
        card = self.words[0] if self.words else self.before["stolen"]
        assert card is not None, "a card was stolen, as it is discarded now"
        return {"type": "discarded", "seat": self.who, "card": card}

    def end(self) -> PerfectNumbersEvent:
        """No further action in this turn."""
        return {"type": "ended", "seat": self.who}

    def build_effect_events(self) -> list[PerfectNumbersEvent]:
        """PN-9, PN-10, PN-13: what a number did to the series it was added to; PN-11: a bonus."""
        if self.verb == "close":
            return self.build_bonus_events()
        if self.after["perfect"] is not None:
            _, colour, count = find_perfect_series(self.after)
            return [{"type": "perfect", "seat": self.who, "colour": colour, "count": count}]
        if self.verb not in ("add", "give", "move"):
            return []
        left = self.find_lost_cards()
        if not left:
            return []
        if self.verb == "give":
            return [{"type": "won", "seat": self.who, "won": len(left), "cards": left}]
        return [{"type": "lost", "seat": self.who, "lost": len(left), "cards": left}]

    def build_bonus_events(self) -> list[PerfectNumbersEvent]:
        """PN-11: what was scored beside the cards of the series."""
        _, _, count = find_perfect_series(self.before)
        bonus = self.after["score"][self.who] - self.before["score"][self.who] - count
        return [{"type": "bonus", "seat": self.who, "bonus": bonus}] if bonus else []

    def find_lost_cards(self) -> list[str]:
        """PN-10: of the series with the card that came to its end; first to last."""
        seat = int(self.words[1][1:]) if self.verb == "give" else self.who
        colour = self.words[0][0] if self.verb == "give" else self.words[-1][0]
        was = [entry["card"] for entry in self.before["series"][seat].get(colour, [])]
        was = [*was[1:], was[0]] if self.verb == "move" else [*was, self.words[0]]
        now = [entry["card"] for entry in self.after["series"][seat].get(colour, [])]
        # In version 1 the oldest left, so the end of the series stayed.
        return was[len(now) :] if was[: len(now)] == now else was[: -len(now)]
