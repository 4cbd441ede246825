"""Perfect Numbers: why a move is not legal. Only asked where `moves` does not name it."""

from pioche.core.refusal import Refusal
from pioche.games.perfect_numbers.names import CARDS, STORABLE
from pioche.games.perfect_numbers.rules.cards import (
    GROUP_MASK,
    JOKER,
    action_mask,
)
from pioche.games.perfect_numbers.rules.state import PerfectNumbers
from pioche.games.perfect_numbers.view_names import (
    action_names,
    colour_letters,
    name_series,
    unpack_cards,
)


def explain_game_refusal(state: PerfectNumbers, seat: int, action: int) -> Refusal:
    """Why the player whose turn it is may not do this."""
    assert seat == state.turn, "nobody else acts"
    verb, *words = state.game.text(action).split()
    return refuse_verb(state, verb, words)


def refuse_verb(s: PerfectNumbers, verb: str, words: list[str]) -> Refusal:
    """Open questions first, then what the kind of move needs."""
    if s.perfect >= 0:
        return Refusal("answer-first", "PN-9", {**name_series(s.perfect)})
    if verb in ("close", "keep"):
        return Refusal("no-perfect-number", "PN-9")
    if s.stolen >= 0:
        return refuse_stolen(s, verb, words)
    if verb not in ("add", "give", "replace") and s.in_setup():
        return Refusal("setup-first", "PN-4")
    if verb == "discard":
        return Refusal("nothing-stolen", "PN-18")
    if verb == "end":
        return refuse_end(s)
    return BY_VERB[verb](s, words)


def refuse_stolen(s: PerfectNumbers, verb: str, words: list[str]) -> Refusal:
    """PN-18: the stolen card comes first, and never goes to another player."""
    card = CARDS[s.stolen]
    if verb == "add" and words[0] == card:
        # Without room another card could be given away; this one can't.
        no_room = Refusal("no-room-for-stolen", "PN-12", {"card": card})
        return refuse_no_series(words) if s.stolen >= JOKER else no_room
    if verb == "replace" and words[1] == card:
        return refuse_ready_replace(s, words[0], card)
    if verb == "give" and words[0] == card:
        return Refusal("stolen-stays", "PN-18", {"card": card})
    return Refusal("stolen-first", "PN-18", {"card": card})


def refuse_take(s: PerfectNumbers, words: list[str]) -> Refusal:
    """PN-6: one group a turn, and one that is there."""
    if s.taken:
        return Refusal("group-taken", "PN-6")
    group = int(words[0])
    assert not s.market & GROUP_MASK[group - 1]
    return Refusal("group-gone", "PN-6", {"group": group})


def refuse_add(s: PerfectNumbers, words: list[str]) -> Refusal:
    """PN-7, PN-12, PN-14."""
    return refuse_unless_ready(s, words[0]) or refuse_no_series(words)


def refuse_give(s: PerfectNumbers, words: list[str]) -> Refusal:
    """PN-12 (a): only without room, and to a player who can take it."""
    card, to = words[0], int(words[1][1:])
    early = (
        refuse_unless_rival(s, to, "PN-12")
        or refuse_unless_ready(s, card)
        or refuse_if_placeable(s, card)
    )
    if early is not None:
        return early
    if card[0] in colour_letters(s.shut_colours(to)):
        return Refusal("protected", "PN-16", {"seat": to, "colour": card[0]})
    return Refusal("no-room-there", "PN-12", {"to": to, "card": card})


def refuse_replace(s: PerfectNumbers, words: list[str]) -> Refusal:
    """PN-12 (b), PN-19, PN-23: only without room, and only what is there."""
    place, card = words
    return refuse_unless_ready(s, card) or refuse_ready_replace(s, place, card)


def refuse_ready_replace(s: PerfectNumbers, place: str, card: str) -> Refusal:
    """The card is ready; so it has another place, or there is nothing to be replaced."""
    if card in STORABLE:
        return refuse_action_replace(s, place, card)
    early = refuse_if_placeable(s, card)
    if early is not None:
        return early
    if place != "A":
        return Refusal("no-series", "PN-12", {"colour": place})
    if s.interactive:
        return Refusal("actions-apart", "PN-23", {"card": card})
    return Refusal("nothing-stored", "PN-12", {"card": card})


def refuse_action_replace(s: PerfectNumbers, place: str, card: str) -> Refusal:
    """PN-19: an action makes way for none that could be stored, and a colour only for the first."""
    if s.storable_actions(s.turn) >> STORABLE.index(card) & 1:
        return Refusal("place-free", "PN-19", {"card": card})
    if s.stored_actions(s.turn):
        return Refusal("actions-have-place", "PN-19", {"card": card})
    if place == "A":
        return Refusal("nothing-stored", "PN-19", {"card": card})
    return Refusal("no-series", "PN-19", {"colour": place})


def refuse_store(s: PerfectNumbers, words: list[str]) -> Refusal:
    """PN-19: after PN-7, two different ones at most, in a place of their own."""
    early = refuse_unless_ready(s, words[0])
    if early is not None:
        return early
    stored = action_names(s.stored_actions(s.turn))
    if words[0] in stored:
        return Refusal("same-stored", "PN-19", {"card": words[0]})
    if stored:
        return Refusal("two-stored", "PN-19", {"cards": stored})
    return Refusal("no-place", "PN-19", {"card": words[0]})


def refuse_protect(s: PerfectNumbers, words: list[str]) -> Refusal:
    """PN-15: series of one's own, and a card that is not alone if it stays there."""
    early = refuse_unless_playable(s, "protect")
    if early is not None:
        return early
    for letter in words:
        if letter not in colour_letters(s.owned_colours(s.turn)):
            return Refusal("no-series", "PN-15", {"colour": letter})
    return Refusal("lone-card", "PN-15", {"colour": words[0]})


def refuse_move(s: PerfectNumbers, words: list[str]) -> Refusal:
    """PN-17: a series of one's own with two cards or more."""
    early = refuse_unless_playable(s, "move")
    if early is not None:
        return early
    if words[0] not in colour_letters(s.owned_colours(s.turn)):
        return Refusal("no-series", "PN-17", {"colour": words[0]})
    return Refusal("two-cards-needed", "PN-17", {"colour": words[0]})


def refuse_steal(s: PerfectNumbers, words: list[str]) -> Refusal:
    """PN-16, PN-18: another player's series, unprotected."""
    seat, letter = int(words[0][1:]), words[1]
    early = refuse_unless_rival(s, seat, "PN-18") or refuse_unless_playable(s, "steal")
    if early is not None:
        return early
    if letter not in colour_letters(s.owned_colours(seat)):
        return Refusal("no-series-there", "PN-18", {"from": seat, "colour": letter})
    return Refusal("protected", "PN-16", {"seat": seat, "colour": letter})


def refuse_end(s: PerfectNumbers) -> Refusal:
    """PN-6: a group is taken and nothing is left of it."""
    if not s.taken:
        return Refusal("take-first", "PN-6")
    return Refusal("cards-left", "PN-6", {"cards": unpack_cards(s.hand)})


BY_VERB = {
    "take": refuse_take,
    "add": refuse_add,
    "give": refuse_give,
    "replace": refuse_replace,
    "store": refuse_store,
    "protect": refuse_protect,
    "move": refuse_move,
    "steal": refuse_steal,
}

# -- reasons that several moves share ----------------------------------------------------


def refuse_unless_at_hand(s: PerfectNumbers, card: str) -> Refusal | None:
    """The card is not there to be added or stored."""
    if card in unpack_cards(s.hand):
        return None
    if not s.taken and not s.in_setup():
        return Refusal("take-first", "PN-6")
    return Refusal("not-at-hand", "PN-6", {"card": card})


def refuse_unless_ready(s: PerfectNumbers, card: str) -> Refusal | None:
    """PN-7: not at hand, or others come before it; jokers never wait."""
    hand = unpack_cards(s.hand)
    if card not in hand or card[0] == "J":
        return refuse_unless_at_hand(s, card)
    mine = colour_letters(s.owned_colours(s.turn))
    first = [c for c in hand if c[0] in mine]
    if first and card not in first:
        return Refusal("own-colours-first", "PN-7", {"cards": first})
    lowest = next(c for c in hand if c[0] == card[0])
    if card not in STORABLE and lowest != card:
        return Refusal("lowest-first", "PN-7", {"card": lowest})
    return None


def refuse_no_series(words: list[str]) -> Refusal:
    """A card that is ready and yet can't be added: no room, or a joker in the wrong place."""
    if len(words) == 2:
        return Refusal("joker-joins", "PN-14", {"card": words[0], "colour": words[1]})
    return Refusal("no-room", "PN-12", {"card": words[0]})


def refuse_if_placeable(s: PerfectNumbers, card: str) -> Refusal | None:
    """PN-12: a card that has its place in the own Collection goes nowhere else."""
    if card[0] in colour_letters(s.owned_colours(s.turn)):
        return Refusal("own-colour", "PN-12", {"card": card, "colour": card[0]})
    if s.has_room(s.turn):
        return Refusal("room-left", "PN-12", {"card": card})
    return None


def refuse_unless_rival(s: PerfectNumbers, seat: int, clause: str) -> Refusal | None:
    """Another player who sits at the table."""
    if seat >= s.players:
        return Refusal("no-such-player", "PN-1", {"players": int(s.players)})
    return Refusal("not-yourself", clause) if seat == s.turn else None


def refuse_unless_playable(s: PerfectNumbers, action: str) -> Refusal | None:
    """PN-19: an action that is neither at hand nor stored."""
    if action in action_names(action_mask(s.hand) | s.stored_actions(s.turn)):
        return None
    return Refusal("no-action", "PN-19", {"card": action})
