"""A seat at a table: a person, a bot, or nobody yet."""

from dataclasses import dataclass

from pioche.tables.messages import SeatInfo

STAND_IN_LEVEL = "regular"  # how well a bot plays on for somebody


@dataclass(slots=True)
class Seat:
    """Who has it, and what they have said."""

    person: str | None = None
    name: str | None = None
    avatar: str | None = None
    bot: str | None = None  # the level of a bot that has the seat
    away: str | None = None  # why a bot plays on for the person
    away_since: int = 0
    ready: bool = False
    reserved: bool = False  # by a rematch: the person has not sat down here
    must_accept: bool = False  # other settings than those the person sat down for
    wants_end: bool = False
    bank: int = 0  # milliseconds left when the time last stood still
    turn_since: int | None = None  # when it became this seat's turn
    moves: int = 0  # made so far, by whoever played for the seat
    moves_when_left: int = 0  # how many they were when the person last went away

    @property
    def is_taken(self) -> bool:
        """Whether anybody has it."""
        return self.name is not None

    @property
    def level(self) -> str | None:
        """How well the bot plays that makes the moves now; None where a person does."""
        return STAND_IN_LEVEL if self.away else self.bot

    def build_info(self) -> SeatInfo:
        """As everybody sees it."""
        reserved = self.reserved and not self.ready
        return SeatInfo(
            self.name,
            self.avatar,
            self.bot,
            self.away,
            self.ready,
            self.wants_end,
            reserved,
            self.is_awaited,
        )

    @property
    def has_stand_in_moved(self) -> bool:
        """Whether a bot has made a move for the person since they went away."""
        return self.moves > self.moves_when_left

    @property
    def is_awaited(self) -> bool:
        """Whether the game can't start before the person has accepted it."""
        return (self.reserved or self.must_accept) and not self.ready
