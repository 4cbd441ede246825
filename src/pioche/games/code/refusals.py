"""Code: why a move is not legal."""

from pioche.core.refusal import Refusal
from pioche.games.code.names import CARDS
from pioche.games.code.rules.cards import (
    ACCEPT,
    DECLINE,
    DO_GIFT,
    DO_PLUS2,
    DO_RESET,
    DO_REVERSE,
    DO_SKIP,
    DRAW,
    GIFT,
    KEEP,
    LAY,
    NUMBER_KINDS,
    PASS,
    PICK,
    PLUS2,
    RESET,
    REVERSE,
    SKIP,
    SUM,
    SWAP,
    SWAP_ACTION,
    SWAP_NONE,
    SWAP_NUMBER,
    above_of,
    below_of,
)
from pioche.games.code.rules.state import Code
from pioche.games.code.rules.table import IN_DRAWN, IN_GIFT, IN_PENALTY, IN_PICK, IN_ROBBED

CARD_OF = {DO_REVERSE: REVERSE, DO_SKIP: SKIP, DO_PLUS2: PLUS2, DO_GIFT: GIFT}
CARD_OF |= dict.fromkeys((SWAP_NUMBER, SWAP_ACTION, SWAP_NONE), SWAP)
CARD_OF |= dict.fromkeys(range(DO_RESET, ACCEPT), RESET)
CLAUSE_OF = {SWAP: "CD-15", REVERSE: "CD-16", SKIP: "CD-17", PLUS2: "CD-14", GIFT: "CD-18"}
CLAUSE_OF |= {RESET: "CD-19"}


def explain_game_refusal(s: Code, seat: int, action: int) -> Refusal:
    """Why an actor may not play this."""
    if s.phase == IN_GIFT:
        return refuse_lay(s, action)
    if s.phase == IN_PICK:
        return refuse_pick(s, action)
    if s.phase == IN_ROBBED:
        return Refusal("draw-or-decline", "CD-18")
    if s.phase == IN_PENALTY:
        return refuse_penalty(s, action)
    if action == ACCEPT:
        return Refusal("no-penalty", "CD-14")
    if LAY <= action <= DECLINE:
        return Refusal("no-gift", "CD-18")
    if s.phase == IN_DRAWN:
        return refuse_after_draw(s, seat, action)
    return refuse_in_turn(s, seat, action)


def refuse_lay(s: Code, action: int) -> Refusal:
    """CD-18: a card from the hand, and nothing else."""
    if LAY <= action < PICK:
        return refuse_not_in_hand(action - LAY, "CD-18")
    return Refusal("lay-for-the-gift", "CD-18", {"to": s.turn})


def refuse_pick(s: Code, action: int) -> Refusal:
    """CD-18: one of the cards laid, or none."""
    if not PICK <= action < DECLINE:
        return Refusal("pick-or-decline", "CD-18")
    owner = action - PICK
    if owner >= s.players:
        return refuse_no_such_player(s)
    if owner == s.turn:
        return Refusal("pick-your-own", "CD-18")
    return Refusal("nothing-laid", "CD-18", {"from": owner})


def refuse_penalty(s: Code, action: int) -> Refusal:
    """CD-14: draw, or another plus2."""
    if action == DO_PLUS2:
        return refuse_not_in_hand(PLUS2, "CD-14")
    return Refusal("penalty", "CD-14", {"penalty": s.penalty})


def refuse_after_draw(s: Code, seat: int, action: int) -> Refusal:
    """CD-9: only the card just drawn may be laid, if it fits."""
    if action >= DRAW:
        card = CARD_OF.get(action)
        if card is not None and card == s.drawn:
            return Refusal("drawn-action", "CD-9", {"card": CARDS[card]})
        return Refusal("already-drawn", "CD-9", {"card": CARDS[s.drawn]})
    laid = [action] if action < SUM else [below_of(action), above_of(action)]
    if s.drawn not in laid:
        return Refusal("not-the-drawn-card", "CD-9", {"card": CARDS[s.drawn]})
    return refuse_in_turn(s, seat, action)


def refuse_in_turn(s: Code, seat: int, action: int) -> Refusal:
    """CD-7 to CD-12: the cards are not there, or don't fit."""
    if action < NUMBER_KINDS:
        return refuse_play(s, seat, action)
    if action < DRAW:
        return refuse_sum(s, seat, below_of(action), above_of(action))
    if action == DRAW:
        return Refusal("nothing-to-draw", "CD-11")
    if action == KEEP:
        return Refusal("nothing-drawn", "CD-9")
    if action == PASS:
        return Refusal("can-draw", "CD-11")
    return refuse_action(s, seat, action)


def refuse_play(s: Code, seat: int, kind: int) -> Refusal:
    """CD-7: a card of the same colour or number."""
    if s.count_cards(seat, kind) == 0:
        return refuse_not_in_hand(kind, "CD-7")
    return Refusal("no-match", "CD-7", {"card": CARDS[s.top]})


def refuse_sum(s: Code, seat: int, below: int, above: int) -> Refusal:
    """CD-8: two cards from the hand whose sum is the top card's number."""
    for kind in (below, above):
        if s.count_cards(seat, kind) == 0:
            return refuse_not_in_hand(kind, "CD-8")
    if below == above and s.count_cards(seat, below) == 1:
        return Refusal("only-one", "CD-8", {"card": CARDS[below]})
    if s.top < 0:
        return Refusal("no-pair-on-nothing", "CD-12")
    sum = (below >> 2) + (above >> 2)
    return Refusal("wrong-sum", "CD-8", {"sum": sum, "card": CARDS[s.top]})


def refuse_action(s: Code, seat: int, action: int) -> Refusal:
    """CD-10: the action card is not there, or there is nothing for it to act on."""
    card = CARD_OF[action]
    if card == RESET and not s.options["reset"]:
        return Refusal("reset-left-out", "CD-2")
    if s.count_cards(seat, card) == 0:
        return refuse_not_in_hand(card, CLAUSE_OF[card])
    if action == SWAP_NUMBER:
        return Refusal("no-number-to-take", "CD-15")
    if action == SWAP_ACTION:
        return Refusal("no-action-to-take", "CD-15")
    if action - DO_RESET == seat:
        return Refusal("reset-yourself", "CD-19")
    return refuse_no_such_player(s)


def refuse_not_in_hand(kind: int, clause: str) -> Refusal:
    """A card that one does not have."""
    return Refusal("not-in-hand", clause, {"card": CARDS[kind]})


def refuse_no_such_player(s: Code) -> Refusal:
    """A seat that nobody sits on."""
    return Refusal("no-such-player", "CD-1", {"players": int(s.players)})
