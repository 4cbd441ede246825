"""Why a move is not legal, by clause."""

from collections.abc import Mapping
from typing import Any, NamedTuple


class Refusal(NamedTuple):
    """A stable code, the clause of the rulebook it rests on, and what the sentence needs."""

    code: str
    clause: str
    params: Mapping[str, Any] = {}


class Illegal(ValueError):
    """Raised by `State.apply` for a move that is not legal; the state is as before."""

    def __init__(self, refusal: Refusal, move: str) -> None:
        super().__init__(f"{move}: {refusal.code} ({refusal.clause})")
        self.refusal = refusal
        self.move = move

    def __reduce__(self) -> tuple[Any, ...]:
        return Illegal, (self.refusal, self.move)  # so that it comes back from another process
