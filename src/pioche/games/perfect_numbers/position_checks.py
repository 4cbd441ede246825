"""Perfect Numbers: whether the parts of a position fit together."""

from pioche.core.position import fail
from pioche.games.perfect_numbers.names import KIND, LETTERS, PHASES
from pioche.games.perfect_numbers.rules.cards import (
    CARD_BITS,
    COLOURS,
    DOWN,
    GROUP_MASK,
    GROUPS,
    LONGEST,
    MARKET_CARDS,
    MOST_CARDS,
    MOVE_CARD,
    PROTECT_CARD,
    PROTECTS,
    SETUP_CARDS,
    count_packed,
    is_perfect,
    number_of,
)
from pioche.games.perfect_numbers.rules.state import PerfectNumbers

# A round takes eight cards off the pile, a protect makes a series one card longer. Positions
# made by hand need not add up, so they may be one whole game ahead; but what is still to come
# counts as well (`check_to_come`), so that all that is played from a good position is one.
MOST_ROUNDS = 2 * (MOST_CARDS // MARKET_CARDS)


def longest_series(s: PerfectNumbers) -> int:
    """PN-10, PN-15: seven numbered cards, and twice the protects."""
    return LONGEST + 2 * int(s.options["actions"])


def check_position(s: PerfectNumbers, said: str, phase: str) -> None:
    """All that concerns several fields; how the position came about is not asked."""
    if s.in_setup():
        check_setup(s)
    else:
        check_order(s)
    if s.perfect >= 0:
        check_perfect(s)
    if s.stolen >= 0 and s.perfect >= 0:
        fail("stolen", "a perfect number is answered before anything is stolen")
    check_to_come(s)
    if s.over:
        check_over(s)
    elif phase in PHASES[:2]:
        check_asked(s)
    if said != phase:
        fail("phase", f"{said}, but by the other fields it is {phase}")


def check_to_come(s: PerfectNumbers) -> None:
    """PN-15, PN-21: rounds and protects still to come find their place."""
    rounds = s.round + s.pile_size() // MARKET_CARDS
    if rounds > MOST_ROUNDS:
        fail("round", f"with the cards that are left there would be {rounds} rounds")
    protects = [*s.deck].count(PROTECT_CARD) + count_packed(s.market, PROTECT_CARD)
    protects += count_packed(s.hand, PROTECT_CARD)
    protects += sum(s.stored_actions(p) & PROTECTS != 0 for p in range(s.players))
    for place in range(COLOURS * s.players):
        if s.sizes[place] > LONGEST and s.sizes[place] + protects > longest_series(s):
            path = f"series[{place // COLOURS}].{LETTERS[place % COLOURS]}"
            fail(path, f"with {protects} protects to come it is longer than any series")


def check_setup_hands(s: PerfectNumbers, hands: list[list[str]]) -> None:
    """PN-4: those who have had their turn have none, those still to come have three."""
    since = (s.turn - s.first) % s.players
    for i in range(s.players):
        p = (s.first + i) % s.players
        low, high = (0, 0) if i < since else (0, 3) if i == since else (3, 3)
        if not low <= len(hands[p]) <= high:
            fail(f"setup_hands[{p}]", f"{len(hands[p])} cards, not {high}")
        for k, card in enumerate(hands[p]):
            if KIND[card] >= MOVE_CARD:
                fail(f"setup_hands[{p}][{k}]", "actions are not dealt in the set-up")


def check_setup(s: PerfectNumbers) -> None:
    """PN-4: each has had three cards, laid face up, scored or lost; PN-5: the Market waits."""
    if s.pile_size() < MARKET_CARDS:
        fail("draw", f"{s.pile_size()} cards are too few for the Market")
    if s.over:
        fail("over", "a game does not end in the set-up")
    if s.round != 1:
        fail("round", "the set-up is in round 1")
    if s.stolen >= 0:
        fail("stolen", "nothing is stolen in the set-up")
    for p in range(s.players):
        if s.stored_actions(p):
            fail(f"stored[{p}]", "nothing is stored in the set-up")
        check_setup_seat(s, p)


def check_setup_seat(s: PerfectNumbers, seat: int) -> None:
    """What a seat has made of its three cards."""
    places = range(COLOURS * seat, COLOURS * (seat + 1))
    laid = sum(s.sizes[place] for place in places)
    passed = (seat - s.first) % s.players - (s.turn - s.first) % s.players
    held = 0 if passed < 0 else SETUP_CARDS
    if passed == 0:
        held = count_packed_cards(s.hand)
    if laid + held + s.points(seat) > SETUP_CARDS:
        fail(f"series[{seat}]", f"more than {SETUP_CARDS} cards come from the set-up")
    if passed > 0 and held != SETUP_CARDS - laid:
        fail(f"series[{seat}]", "is empty until it is this seat's turn")
    for place in places:
        for i in range(s.sizes[place]):
            if s.card_at(place, i) >= DOWN:
                fail(f"series[{seat}].{LETTERS[place % COLOURS]}", "nothing lies face down yet")


def count_packed_cards(packed: int) -> int:
    """How many cards a packed hand has."""
    return (int(packed).bit_length() + CARD_BITS - 1) // CARD_BITS


def check_collection(s: PerfectNumbers, seat: int) -> None:
    """PN-12, PN-23: at most four series, at most three colours in the variant."""
    colours = bin(s.owned_colours(seat)).count("1")
    most = s.most_colours()
    if colours > most:
        fail(f"series[{seat}]", f"{colours} colours are more than {most}")
    if s.free_places(seat) < 0:
        fail(f"stored[{seat}]", "there is no place for actions beside four colours")


def groups_taken(s: PerfectNumbers) -> list[int]:
    """The groups of the Market that were taken."""
    return [i for i in range(GROUPS) if not s.market & GROUP_MASK[i]]


def check_order(s: PerfectNumbers) -> None:
    """PN-6: the groups taken so far say whose turn it is."""
    earlier = len(groups_taken(s)) - s.taken
    if earlier < 0:
        fail("taken", "no group is gone from the Market")
    if s.turn != (s.first + earlier) % s.players:
        other = len(groups_taken(s)) - (not s.taken)
        if other in range(GROUPS) and s.turn == (s.first + other) % s.players:
            fail("taken", f"it is not so, with {len(groups_taken(s))} groups gone")
        fail("turn", f"with {earlier} groups taken it is not for seat {s.turn}")


def check_perfect(s: PerfectNumbers) -> None:
    """PN-9: the last card is the count; in another's series it was given (PN-12)."""
    count = s.sizes[s.perfect]
    if count == 0:
        fail("perfect", "there is no such series")
    last = s.card_at(s.perfect, count - 1)
    if last >= DOWN or not is_perfect(number_of(last), count):
        fail("perfect", f"the last card of the series is not a {count}")
    if s.perfect // COLOURS != s.turn and not s.taken:
        fail("perfect.seat", "before a group is taken no card is given to another player")


def check_asked(s: PerfectNumbers) -> None:
    """PN-4, PN-6: set-up and turns end by themselves once there is nothing to do."""
    if s.hand:
        return
    if s.in_setup():
        fail(f"setup_hands[{s.turn}]", "this seat has a card to add")
    if s.taken and not s.stored_actions(s.turn) & s.usable_actions():
        fail("taken", "with nothing to add and no action to play the turn has ended")


def check_over(s: PerfectNumbers) -> None:
    """PN-21: the last group was taken and added, and the Market can't be refilled."""
    if s.market or not s.taken:
        fail("over", "the Market is not empty")
    if s.hand:
        fail("pending", "there are cards to add, and yet the game is over")
    if s.perfect >= 0:
        fail("perfect", "there is something to answer, and yet the game is over")
    if s.stolen >= 0:
        fail("stolen", "there is a card to add, and yet the game is over")
    if s.pile_size() >= MARKET_CARDS:
        fail("over", f"{s.pile_size()} cards are enough for another round")
