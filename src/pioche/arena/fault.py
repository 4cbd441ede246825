"""The rule for bots that can't be played with: who offends loses the game at once.

The offender is last, alone. Nobody knows how the game would have ended, so the others
share the win equally, and no score is counted.
"""

from dataclasses import dataclass
from typing import Any

# crash: it stopped or raised an error. silence: no answer in time. nonsense: an answer that
# is no move. illegal: a move that is not allowed. chatter: it spoke without being asked.
FAULT_KINDS = ("crash", "silence", "nonsense", "illegal", "chatter")
MOST_DETAIL = 200  # characters of a bot's own words that are kept


class Offence(Exception):
    """What a bot did, raised out of the game it ends."""

    def __init__(self, kind: str, detail: str) -> None:
        super().__init__(kind, detail)
        self.kind = kind
        self.detail = detail
        self.seat = -1  # filled in by whoever knows


@dataclass(frozen=True)
class Fault:
    """An offence as it is written down."""

    seat: int
    kind: str
    detail: str

    @staticmethod
    def of(offence: Offence) -> "Fault":
        """An offence, the bot's words cut short and made printable."""
        words = "".join(char if char.isprintable() else "·" for char in offence.detail)
        return Fault(offence.seat, offence.kind, words[:MOST_DETAIL])

    def build_ranks(self, players: int) -> tuple[int, ...]:
        """The offender last, alone; the others first, together."""
        return tuple(players if seat == self.seat else 1 for seat in range(players))

    def to_json(self) -> dict[str, Any]:
        """As a line of a match keeps it."""
        return {"seat": self.seat, "kind": self.kind, "detail": self.detail}
