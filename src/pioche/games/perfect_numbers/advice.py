"""Perfect Numbers: what speaks for a move, told from a seat's view."""

from pioche.core.schema import Event
from pioche.games.perfect_numbers.names import KIND, STORABLE
from pioche.games.perfect_numbers.rules.cards import (
    count_lost,
    is_perfect,
    next_perfect,
    payable_bonus,
)
from pioche.games.perfect_numbers.schema import PerfectNumbersView, find_perfect_series


def advise(view: PerfectNumbersView, move: str) -> Event:
    """The strongest thing to be said for a legal move."""
    verb, *words = move.split()
    advice: Event = getattr(MoveAdvice(view, move), verb)(*words)
    return advice


def number_of(card: str) -> int:
    """The number of a coloured card or a joker."""
    return int(card[1])


def grows(card: str, size: int) -> bool:
    """Whether a card makes a series of so many cards longer, neither perfect nor shorter."""
    number, count = number_of(card), size + 1
    return not is_perfect(number, count) and count_lost(number, count) == 0


class MoveAdvice:
    """A view and a move of its actor; a method for the first word of each move."""

    def __init__(self, view: PerfectNumbersView, move: str) -> None:
        self.view = view
        self.me = view["turn"]
        self.series = view["series"][self.me]
        self.effect, self.points = "", 0
        self.leaving: list[str] = []
        if move in view["outlook"]:
            told = view["outlook"][move]
            self.effect, self.points, self.leaving = told["effect"], told["cards"], told["leaving"]

    def series_size(self, colour: str) -> int:
        """How many cards a series of mine has."""
        return len(self.series.get(colour, ()))

    def joinable_series(self, card: str) -> list[str]:
        """The series of mine that a card could join."""
        return list(self.series) if card[0] == "J" else [c for c in card[0] if c in self.series]

    def find_perfect_target(self, card: str) -> str | None:
        """The series of mine that a numbered card would make perfect."""
        waits = self.view["waits_for"][self.me]
        fits = [c for c in self.joinable_series(card) if number_of(card) == waits[c]]
        return fits[0] if fits else None

    def closing_points(self, card: str) -> int:
        """PN-9, PN-11: the points of a series that a card makes perfect."""
        return number_of(card) + int(payable_bonus(KIND[card], self.view["draw_count"]))

    # -- the Market ----------------------------------------------------------------------

    def take(self, group: str) -> Event:
        """The best card of the group, whatever it is good for."""
        cards = self.view["market"][int(group) - 1]
        assert cards is not None, "a group that is gone can't be taken"
        numbered = [card for card in cards if card not in STORABLE]
        first = [c for c in numbered if c[0] == "J" or c == self.find_lowest(c[0], numbered)]
        return (
            self.advise_take_perfect(first)
            or self.advise_take_attack(first)
            or self.advise_take_growing(first)
            or self.advise_take_action([card for card in cards if card in STORABLE])
            or self.advise_take_new(first)
            or {"type": "take-deny"}
        )

    def find_lowest(self, colour: str, cards: list[str]) -> str:
        """PN-7: the card of a colour that comes first."""
        return min(card for card in cards if card[0] == colour)

    def advise_take_perfect(self, cards: list[str]) -> Event | None:
        """A card that makes one of my series perfect; the most points."""
        fits = [card for card in cards if self.find_perfect_target(card)]
        if not fits:
            return None
        card = max(fits, key=self.closing_points)
        colour = self.find_perfect_target(card)
        return {
            "type": "take-perfect",
            "card": card,
            "colour": colour,
            "won": self.closing_points(card),
        }

    def advise_take_attack(self, cards: list[str]) -> Event | None:
        """PN-13: a card without room here that wins cards from somebody else."""
        if self.view["room"][self.me]:
            return None
        for card in cards:
            if card[0] != "J" and card[0] not in self.series:
                for seat in self.seats_open_to(card):
                    if not grows(card, len(self.view["series"][seat][card[0]])):
                        return {"type": "take-attack", "card": card, "seat": seat}
        return None

    def seats_open_to(self, card: str) -> list[int]:
        """The others who have a series of a card's colour that is not protected."""
        return [
            seat
            for seat, series in enumerate(self.view["series"])
            if seat != self.me and card[0] in series and card[0] not in self.view["protected"][seat]
        ]

    def advise_take_growing(self, cards: list[str]) -> Event | None:
        """A card that one of my series takes without a loss; the longest series."""
        found = [
            (self.series_size(colour), card, colour)
            for card in cards
            for colour in self.joinable_series(card)
            if grows(card, self.series_size(colour))
        ]
        if not found:
            return None
        size, card, colour = max(found)
        return {"type": "take-growing", "card": card, "colour": colour, "count": size + 1}

    def advise_take_action(self, actions: list[str]) -> Event | None:
        return {"type": "take-action", "card": actions[0]} if actions else None

    def advise_take_new(self, cards: list[str]) -> Event | None:
        """A card that starts a series."""
        new = [card for card in cards if card[0] != "J" and card[0] not in self.series]
        if not new or not self.view["room"][self.me]:
            return None
        return {"type": "take-new", "card": new[0], "colour": new[0][0]}

    # -- adding --------------------------------------------------------------------------

    def add(self, card: str, colour: str = "") -> Event:
        """To my own Collection."""
        colour = colour or card[0]
        told: Event = {"card": card, "colour": colour}
        if self.effect == "perfect":
            return {"type": "add-perfect", **told, "won": self.points}
        if self.effect == "lose":
            return {"type": "add-losing", **told, "lost": self.points, "cards": self.leaving}
        count = self.series_size(colour) + 1
        kind = "add-growing" if count > 1 else "add-new"
        return {"type": kind, **told, "count": count, "next": count + 1}

    def give(self, card: str, to: str) -> Event:
        seat = int(to[1:])
        told: Event = {"card": card, "colour": card[0], "seat": seat}
        if self.effect == "perfect":
            return {"type": "give-perfect", **told, "won": self.points}
        if self.effect == "win":
            return {"type": "give-winning", **told, "won": self.points, "cards": self.leaving}
        return {"type": "give-keeping", **told}

    def replace(self, place: str, card: str) -> Event:
        """In place of a series of mine."""
        if place == "A":
            kind = "replace-stored" if card in STORABLE else "replace-actions"
            return {"type": kind, "card": card, "lost": self.points, "cards": self.leaving}
        lost = self.series_size(place)
        shortest = lost == min(len(cards) for cards in self.series.values())
        kind = "replace-short" if shortest else "replace-long"
        return {"type": kind, "card": card, "colour": place, "lost": lost}

    # -- answers -------------------------------------------------------------------------

    def close(self) -> Event:
        seat, colour, count = find_perfect_series(self.view)
        if seat != self.me:
            return {"type": "close-theirs", "seat": seat, "colour": colour, "won": self.points}
        bonus = self.points - count
        if bonus:
            return {"type": "close-bonus", "colour": colour, "won": self.points, "bonus": bonus}
        return {"type": "close", "colour": colour, "won": self.points}

    def keep(self) -> Event:
        """A longer series is worth more, while there are numbers for it."""
        seat, colour, count = find_perfect_series(self.view)
        if seat != self.me:
            return {"type": "keep-theirs", "seat": seat, "colour": colour}
        waits = self.view["waits_for"][seat][colour]
        if waits is None:
            return {"type": "keep-long", "colour": colour, "count": count}
        return {"type": "keep", "colour": colour, "next": waits}

    # -- actions -------------------------------------------------------------------------

    def store(self, action: str) -> Event:
        return {"type": f"store-{action}"}

    def protect(self, source: str, target: str = "") -> Event:
        """One card more in a series, and nobody else can touch it."""
        if target:
            return self.advise_turn_down(source, target)
        count = self.series_size(source) + 1
        waiting = [card for card in self.view["pending"] if card[0] == source]
        if waiting and number_of(waiting[0]) == next_perfect(count):
            return {"type": "protect-perfect", "card": waiting[0], "colour": source}
        return {"type": "protect", "colour": source, "count": count}

    def advise_turn_down(self, source: str, target: str) -> Event:
        """PN-15: a last card that goes face down."""
        told: Event = {"card": self.series[source][-1]["card"], "colour": target}
        if source == target:
            return {"type": "turn-shut", **told}
        if self.series_size(source) == 1:
            return {"type": "turn-freeing", **told}
        return {"type": "turn-growing", **told, "count": self.series_size(target) + 1}

    def move(self, colour: str) -> Event:
        """The first card of a series comes last."""
        first = self.series[colour][0]
        told: Event = {"card": first["card"], "colour": colour}
        if not first["up"]:
            return {"type": "move-shut", **told}
        if self.effect == "perfect":
            return {"type": "move-perfect", **told, "won": self.points}
        if self.effect == "lose":
            return {"type": "move-losing", **told, "lost": self.points, "cards": self.leaving}
        return {"type": "move-safe", **told}

    def steal(self, whose: str, colour: str) -> Event:
        seat = int(whose[1:])
        card = self.view["series"][seat][colour][-1]["card"]
        told: Event = {"card": card, "seat": seat}
        mine = self.find_perfect_target(card)
        if mine:
            return {
                "type": "steal-perfect",
                **told,
                "colour": mine,
                "won": self.closing_points(card),
            }
        growing = [c for c in self.joinable_series(card) if grows(card, self.series_size(c))]
        if growing:
            return {"type": "steal-growing", **told, "colour": growing[0]}
        left = len(self.view["series"][seat][colour]) - 1
        return {"type": "steal", **told, "colour": colour, "left": left}

    def discard(self) -> Event:
        return {"type": "discard-stolen", "card": self.view["stolen"]}

    def end(self) -> Event:
        """What is stored stays stored."""
        stored = self.view["stored"][self.me]
        return {"type": "end", "cards": stored, "count": len(stored)}
