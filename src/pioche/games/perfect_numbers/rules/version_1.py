"""Perfect Numbers by version 1 of the rules, which games begun under it keep.

It differs in two places. PN-10: the oldest cards left a series, and the new one stayed. PN-19,
PN-20: stored actions made no way for another one, and an action that could be neither stored
nor used was discarded, once nothing but actions was left at hand.
"""

from typing import TYPE_CHECKING, Final, final

from mypy_extensions import i64, mypyc_attr

from pioche.core.native.bits import lowest_bit
from pioche.core.native.vectors import vec
from pioche.games.perfect_numbers.rules import state
from pioche.games.perfect_numbers.rules.cards import (
    CARD_MASK,
    MOVE_CARD,
    action_mask,
    without_card,
)
from pioche.games.perfect_numbers.rules.state import PerfectNumbers

if TYPE_CHECKING:
    from pioche.core.game import Game

DISCARD_ACTION: Final = 414  # + action: after those of today


@mypyc_attr(acyclic=True)
@final
class PerfectNumbersV1(PerfectNumbers):
    """A game under version 1."""

    __slots__ = ()

    def first_lost_index(self, size: i64, n: i64) -> i64:
        """PN-10: the oldest cards left."""
        return 0

    def lose_cards(self, place: i64, n: i64) -> None:
        """PN-10: the oldest cards left."""
        self.drop_oldest(place, n)

    def write_moves(self, seat: i64, out: vec[i64]) -> i64:
        """As now, and actions of no use."""
        n = super().write_moves(seat, out)
        if seat != self.turn or self.due or self.over or self.perfect >= 0 or self.stolen >= 0:
            return n
        return self.write_discard_moves(out, n)

    def write_discard_moves(self, out: vec[i64], n: i64) -> i64:
        """PN-20: actions that could neither be stored nor used, when all else was added."""
        if self.hand & CARD_MASK <= MOVE_CARD:
            return n
        useless = (
            action_mask(self.hand) & ~self.storable_actions(self.turn) & ~self.usable_actions()
        )
        while useless != 0:
            out[n] = DISCARD_ACTION + lowest_bit(useless)
            n += 1
            useless &= useless - 1
        return n

    def write_action_replace_moves(self, out: vec[i64], n: i64, actions: i64) -> i64:
        """PN-19: only with nothing stored."""
        if self.stored_actions(self.turn) != 0:
            return n
        return super().write_action_replace_moves(out, n, actions)

    def do(self, seat: i64, action: i64) -> None:
        """As now, or discard an action."""
        if action < DISCARD_ACTION:
            super().do(seat, action)
            return
        self.discarded += 1
        self.hand = without_card(self.hand, MOVE_CARD + action - DISCARD_ACTION)
        if self.hand == 0:
            self.continue_turn()

    def clone(self) -> "PerfectNumbersV1":
        s = PerfectNumbersV1(
            self.game,
            self.players,
            self.options,
            self.copies,
            self.action_copies,
            self.deck,
            self.cards[:],
            self.heads[:],
            self.sizes[:],
        )
        self.copy_to(s)
        return s


def new_state(game: "Game", players: i64, options: dict[str, int]) -> PerfectNumbersV1:
    """A game before its first deal."""
    s = state.new_state(game, players, options)
    return PerfectNumbersV1(
        game, players, options, s.copies, s.action_copies, s.deck, s.cards, s.heads, s.sizes
    )
