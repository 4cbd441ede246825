"""Perfect Numbers: kinds of cards, numbers of actions, and hands packed into one integer."""

from typing import Final

from mypy_extensions import i64

from pioche.core.native.bits import bit
from pioche.core.native.vectors import vec

# PN-2: kind = 6 * colour + number - 2 for the coloured cards, then a joker of each number,
# then the actions in alphabetical order. So `kind % 6 + 2` is the number of a joker, too.
COLOURS: Final = 5
NUMBERS: Final = 6
LOWEST: Final = 2
HIGHEST: Final = 7
JOKER: Final = 30
MOVE_CARD: Final = 36
PROTECT_CARD: Final = 37
STEAL_CARD: Final = 38
KINDS: Final = 39
MOST_CARDS: Final = 144  # with 4 copies and 6 of each action
DOWN: Final = 64  # added to the kind of a card that lies face down

MOVES: Final = 1  # sets of actions: a bit each
PROTECTS: Final = 2
STEALS: Final = 4

SETUP_CARDS: Final = 3  # PN-4
PLACES: Final = 4  # PN-12: of a Collection
MARKET_CARDS: Final = 8  # PN-5
GROUPS: Final = 4

# The actions of the game, in blocks.
TAKE: Final = 0  # + group
ADD: Final = 4  # + kind
ADD_JOKER: Final = 34  # + 5 * (number - 2) + colour
GIVE: Final = 64  # + 4 * kind + seat
REPLACE: Final = 184  # + 5 * kind + the place: another colour than the card's, or last the actions
REPLACE_STORE: Final = 334  # + 6 * action + the place: a colour, or last the actions
STORE: Final = 352  # + action
CLOSE: Final = 355
KEEP: Final = 356
PROTECT: Final = 357  # + colour
PROTECT_WITH: Final = 362  # + 5 * source + target
MOVE: Final = 387  # + colour
STEAL: Final = 392  # + 5 * seat + colour
DISCARD: Final = 412
END: Final = 413
ACTIONS: Final = 414

# A hand (or a group of the Market) is packed: 6 bits a card, kind + 1, the lowest card lowest.
CARD_BITS: Final = 6
CARD_MASK: Final = 63
HAND_BITS: Final = 18  # three cards at most
HAND_MASK: Final = 262143
GROUP_SIZE: Final = vec[i64]([3, 2, 2, 1])
GROUP_SHIFT: Final = vec[i64]([0, 18, 30, 42])
GROUP_MASK: Final = vec[i64]([(2**18 - 1), (2**12 - 1) << 18, (2**12 - 1) << 30, 63 << 42])

# A series is a ring of 32 cards. Numbered cards never make one longer than 7: an eighth is
# lower than the count and takes two or more away. Each protect adds one at most, there are
# six of them at most and none comes back: no game has a series longer than 13. A position
# made by hand may be six ahead of that, and one card may be on its way: 20.
RING: Final = 32
RING_BITS: Final = 5
LONGEST: Final = 7  # without any protect


def with_card(hand: i64, kind: i64) -> i64:
    """A hand with one card more, in its place."""
    card = kind + 1
    shift: i64 = 0
    while hand >> shift & CARD_MASK != 0 and hand >> shift & CARD_MASK < card:
        shift += CARD_BITS
    below = hand & (bit(shift) - 1)
    return hand >> shift << (shift + CARD_BITS) | card << shift | below


def without_card(hand: i64, kind: i64) -> i64:
    """A hand with one of its cards less."""
    card = kind + 1
    shift: i64 = 0
    while hand >> shift & CARD_MASK != card:
        shift += CARD_BITS
    below = hand & (bit(shift) - 1)
    return hand >> (shift + CARD_BITS) << shift | below


def has_card(hand: i64, kind: i64) -> bool:
    """Whether a card is at hand."""
    while hand != 0:
        if hand & CARD_MASK == kind + 1:
            return True
        hand >>= CARD_BITS
    return False


def colour_mask(hand: i64) -> i64:
    """The mask of the colours at hand; jokers have none."""
    mask: i64 = 0
    while hand != 0:
        kind = (hand & CARD_MASK) - 1
        if kind >= JOKER:
            break
        mask |= bit(kind // NUMBERS)
        hand >>= CARD_BITS
    return mask


def lowest_cards(hand: i64, colours: i64) -> i64:
    """Of each of these colours the lowest card at hand, packed."""
    found: i64 = 0
    shift: i64 = 0
    while colours != 0:
        card = hand & CARD_MASK
        colour = bit((card - 1) // NUMBERS)
        if colours & colour != 0:
            colours ^= colour
            found |= card << shift
            shift += CARD_BITS
        hand >>= CARD_BITS
    return found


def action_mask(hand: i64) -> i64:
    """The set of the actions at hand."""
    mask: i64 = 0
    while hand != 0:
        kind = (hand & CARD_MASK) - 1
        if kind >= MOVE_CARD:
            mask |= bit(kind - MOVE_CARD)
        hand >>= CARD_BITS
    return mask


def count_packed(cards: i64, kind: i64) -> i64:
    """How often a card is in packed cards, gaps between them or not."""
    n: i64 = 0
    while cards != 0:
        if cards & CARD_MASK == kind + 1:
            n += 1
        cards >>= CARD_BITS
    return n


def added_kind(action: i64) -> i64:
    """The kind of the card that a move adds or gives."""
    if action < ADD_JOKER:
        return action - ADD
    if action < GIVE:
        return JOKER + (action - ADD_JOKER) // COLOURS
    return (action - GIVE) >> 2


def added_place(action: i64, me: i64) -> i64:
    """PN-7, PN-12 (a), PN-14: the place of the series that a move of mine adds a card to."""
    if action < ADD_JOKER:
        return COLOURS * me + (action - ADD) // NUMBERS
    if action < GIVE:
        return COLOURS * me + (action - ADD_JOKER) % COLOURS
    return COLOURS * (action - GIVE & 3) + ((action - GIVE) >> 2) // NUMBERS


def replaced_place(action: i64) -> i64:
    """PN-12 (b), PN-19: what a move replaces: an own colour, or last the actions."""
    if action >= REPLACE_STORE:
        return (action - REPLACE_STORE) % (COLOURS + 1)
    place = (action - REPLACE) % COLOURS
    if place >= (action - REPLACE) // COLOURS // NUMBERS:  # the card's own colour has no number
        place += 1
    return place


def bonus_of(kind: i64) -> i64:
    """PN-11: 1, 3, 5 for a coloured 5, 6, 7; PN-14: nothing for a joker."""
    if kind >= JOKER:
        return 0
    return bonus_of_number(number_of(kind))


def bonus_of_number(number: i64) -> i64:
    """PN-11: the bonus for a coloured card of a number."""
    if number < 5:
        return 0
    return 2 * number - 9


def payable_bonus(kind: i64, left: i64) -> i64:
    """PN-11: the bonus for a card, as far as a pile of so many cards goes."""
    bonus = bonus_of(kind)
    if bonus > left:
        return left
    return bonus


def number_of(kind: i64) -> i64:
    """PN-2: the number of a coloured card or a joker."""
    return kind % NUMBERS + LOWEST


def is_perfect(number: i64, count: i64) -> bool:
    """PN-9: whether a number is perfect for the series of so many cards that it ends."""
    return number == count


def count_lost(number: i64, count: i64) -> i64:
    """PN-10: how many cards leave the series of so many cards that a number ends."""
    if number < count:
        return number
    return 0


def next_perfect(count: i64) -> i64:
    """PN-9: the number that would make a series of so many cards perfect; 0 if no card has it."""
    if count < HIGHEST:
        return count + 1
    return 0


def build_deck(copies: i64, actions: i64) -> vec[i64]:
    """PN-2: all the cards, in the order of their kinds."""
    deck = vec[i64]([0] * (JOKER * copies + NUMBERS + 3 * actions))
    k: i64 = 0
    for kind in range(KINDS):
        for i in range(copies_of(kind, copies, actions)):
            deck[k] = kind
            k += 1
    return deck


def copies_of(kind: i64, copies: i64, actions: i64) -> i64:
    """PN-2: how many cards there are of a kind."""
    if kind < JOKER:
        return copies
    if kind < MOVE_CARD:
        return 1
    return actions
