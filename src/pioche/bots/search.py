"""Information-set tree search over any game, each seat playing for itself."""

from math import sqrt
from typing import final

from mypy_extensions import i64, mypyc_attr

from pioche.core.bits import lowest
from pioche.core.rng import Rng
from pioche.core.sense import Sense
from pioche.core.state import MOST_ACTIONS, MOST_LEGAL, MOST_SEATS, State
from pioche.core.vecs import vec


# Not acyclic: a tree deeper than 50 moves is freed by way of Python's trashcan, which writes
# into the header that only objects known to the collector have.
@final
class Node:
    """A move in the tree: the moves that led here are known, the cards behind them are not."""

    __slots__ = ("action", "allowed", "child", "own", "sibling", "total", "tries", "visits")

    def __init__(self, action: i64, sibling: "Node | None") -> None:
        self.action: i64 = action
        self.visits: float = 0.0
        self.total: float = 0.0  # shares of the win, for whoever made the move
        self.allowed: float = 0.0  # how often the move was there to choose
        self.tries: float = 0.0  # choices made here
        self.own: float = 0.0  # shares of the win, for whoever chose here
        self.child: Node | None = None
        self.sibling: Node | None = sibling


@mypyc_attr(acyclic=True)
@final
class Search:
    """What one seat thinks through.

    Each run imagines the hidden cards anew, walks down the tree, adds one move to it and
    lets the game's card sense play on from there. The tree forks by moves alone: chance and
    hidden cards are drawn on the way, so a node stands for all that its seat can't tell
    apart. Moves are chosen by what they brought so far and by what card sense says of them.
    """

    __slots__ = (
        "curiosity",
        "movers",
        "moves",
        "path",
        "place",
        "rng",
        "root",
        "runs",
        "seat",
        "sense",
        "shares",
        "stamp",
        "start",
        "weights",
    )

    def __init__(self, start: State, seat: i64, sense: Sense, rng: Rng) -> None:
        self.start = start
        self.seat: i64 = seat
        self.sense = sense
        self.rng = rng
        self.curiosity: float = sense.curiosity()
        self.root = Node(-1, None)
        self.runs: i64 = 0
        self.path: list[Node] = []
        self.movers: list[int] = []  # who made each move of the path
        self.moves = vec[i64]([0] * MOST_LEGAL)
        self.weights = vec[float]([0.0] * MOST_LEGAL)
        self.shares = vec[float]([0.0] * MOST_SEATS)
        # Where a legal action stands in `moves`, plus a stamp that grows with every choice.
        self.place = vec[i64]([-1] * MOST_ACTIONS)
        self.stamp: i64 = 0

    def think(self, runs: i64) -> None:
        """So many thought games more."""
        for i in range(runs):
            self.think_once()

    def think_once(self) -> None:
        """One thought game."""
        state = self.start.clone()
        self.sense.redraw(state, self.seat, self.rng)
        self.descend(state)
        self.sense.finish(state, self.rng)
        self.sense.shares(state, self.shares)
        self.learn()
        self.runs += 1

    def descend(self, state: State) -> None:
        """Down the tree, until a move is played that was not in it."""
        self.path = [self.root]
        self.movers = []
        node = self.root
        sense = self.sense
        while not sense.settled(state):
            if state.due:
                state.deal(self.rng)
                continue
            seat = self.next_seat(state)
            if seat < 0:
                # Several act at once: the others choose blindly, outside the tree.
                seat = lowest(state.acting())
                state.do(seat, sense.quick(state, seat, self.rng))
                continue
            known = self.choose(node, state, seat)
            node = self.path[len(self.path) - 1]
            state.do(seat, node.action)
            if not known:
                return

    def next_seat(self, state: State) -> i64:
        """Who chooses next in the tree; -1: seats that act at once, the thinker not among them."""
        mask = state.acting()
        if mask & (mask - 1) == 0:
            return lowest(mask)
        if mask >> self.seat & 1:
            return self.seat
        return -1

    def choose(self, node: Node, state: State, seat: i64) -> bool:
        """Lengthen the path by the move that promises most; whether it was in the tree."""
        moves = self.moves
        weights = self.weights
        n = state.moves(seat, moves)
        self.sense.weigh(state, seat, moves, n, weights)
        self.stamp += MOST_LEGAL
        stamp = self.stamp
        place = self.place
        total = 0.0
        for i in range(n):
            place[moves[i]] = stamp + i
            total += weights[i]
        lean = self.curiosity / total
        hoped = self.hope(node, state)
        best = -1.0e9
        chosen: Node | None = None
        child = node.child
        while child is not None:
            at = place[child.action] - stamp
            if at >= 0:
                child.allowed += 1.0
                worth = child.total / child.visits
                worth += lean * weights[at] * sqrt(child.allowed) / (1.0 + child.visits)
                if worth > best:
                    best = worth
                    chosen = child
                place[child.action] = -1
            child = child.sibling
        fresh: i64 = -1
        wide = sqrt(node.tries + 1.0)
        for i in range(n):
            if place[moves[i]] >= stamp:
                worth = hoped + lean * weights[i] * wide
                if worth > best:
                    best = worth
                    fresh = moves[i]
        known = fresh < 0
        if not known:
            chosen = Node(fresh, node.child)
            chosen.allowed = node.tries + 1.0
            node.child = chosen
        assert chosen is not None
        self.path.append(chosen)
        self.movers.append(seat)
        return known

    def hope(self, node: Node, state: State) -> float:
        """What a move not tried yet is thought to bring: what this choice brought so far."""
        if node.tries > 0.0:
            return node.own / node.tries
        return 1.0 / float(state.players)

    def learn(self) -> None:
        """Tell every move of the path what it brought."""
        shares = self.shares
        movers = self.movers
        before = self.root
        for i in range(len(movers)):
            node = self.path[i + 1]
            seat: i64 = movers[i]
            share = shares[seat]
            before.tries += 1.0
            before.own += share
            node.visits += 1.0
            node.total += share
            before = node

    # -- what came of it -----------------------------------------------------------------

    def thoughts(self) -> list[tuple[int, float, int]]:
        """The moves tried: action, share of the win expected, visits."""
        found: list[tuple[int, float, int]] = []
        child = self.root.child
        while child is not None:
            found.append((int(child.action), child.total / child.visits, int(child.visits)))
            child = child.sibling
        return found

    def lead(self) -> i64:
        """By how many visits the most visited move is ahead of the second."""
        first = 0.0
        second = 0.0
        child = self.root.child
        while child is not None:
            if child.visits > first:
                second = first
                first = child.visits
            elif child.visits > second:
                second = child.visits
            child = child.sibling
        return int(first - second)
