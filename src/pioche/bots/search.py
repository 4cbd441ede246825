"""Information-set tree search over any game, each seat playing for itself."""

from math import sqrt
from typing import final

from mypy_extensions import i64, mypyc_attr

from pioche.core.heuristics import Heuristics
from pioche.core.native.bits import lowest_bit
from pioche.core.native.vectors import vec
from pioche.core.rng import Rng
from pioche.core.state import MOST_ACTIONS, MOST_LEGAL, MOST_SEATS, State


# Not acyclic: a tree deeper than 50 moves is freed by way of Python's trashcan, which writes
# into the header that only objects known to the collector have.
@final
class Node:
    """A move in the tree: the moves that led here are known, the cards behind them are not."""

    __slots__ = (
        "action",
        "availability",
        "child",
        "chooser_total",
        "sibling",
        "total",
        "tries",
        "visits",
    )

    def __init__(self, action: i64, sibling: "Node | None") -> None:
        self.action: i64 = action
        self.visits: float = 0.0
        self.total: float = 0.0  # shares of the win, for whoever made the move
        self.availability: float = 0.0  # how often the move was there to choose
        self.tries: float = 0.0  # choices made here
        self.chooser_total: float = 0.0  # shares of the win, for whoever chose here
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
        "exploration",
        "heuristics",
        "movers",
        "moves",
        "path",
        "payoffs",
        "place",
        "priors",
        "rng",
        "root",
        "runs",
        "seat",
        "stamp",
        "start",
    )

    def __init__(self, start: State, seat: i64, heuristics: Heuristics, rng: Rng) -> None:
        self.start = start
        self.seat: i64 = seat
        self.heuristics = heuristics
        self.rng = rng
        self.exploration: float = heuristics.exploration()
        self.root = Node(-1, None)
        self.runs: i64 = 0
        self.path: list[Node] = []
        self.movers: list[int] = []  # who made each move of the path
        self.moves = vec[i64]([0] * MOST_LEGAL)
        self.priors = vec[float]([0.0] * MOST_LEGAL)
        self.payoffs = vec[float]([0.0] * MOST_SEATS)
        # Where a legal action stands in `moves`, plus a stamp that grows with every choice.
        self.place = vec[i64]([-1] * MOST_ACTIONS)
        self.stamp: i64 = 0

    def run_iterations(self, runs: i64) -> None:
        """So many rollouts more."""
        for i in range(runs):
            self.run_iteration()

    def run_iteration(self) -> None:
        state = self.start.clone()
        self.heuristics.redraw(state, self.seat, self.rng)
        self.descend(state)
        self.heuristics.run_rollout(state, self.rng)
        self.heuristics.payoffs(state, self.payoffs)
        self.backpropagate()
        self.runs += 1

    def descend(self, state: State) -> None:
        """Down the tree, until a move is played that was not in it."""
        self.path = [self.root]
        self.movers = []
        node = self.root
        sense = self.heuristics
        while not sense.is_leaf(state):
            if state.due:
                state.deal(self.rng)
                continue
            seat = self.next_seat(state)
            if seat < 0:
                # Several act at once: the others choose blindly, outside the tree.
                seat = lowest_bit(state.acting_mask())
                state.do(seat, sense.rollout_move(state, seat, self.rng))
                continue
            known = self.select_move(node, state, seat)
            node = self.path[len(self.path) - 1]
            state.do(seat, node.action)
            if not known:
                return

    def next_seat(self, state: State) -> i64:
        """Who chooses next in the tree; -1: seats that act at once, the thinker not among them."""
        mask = state.acting_mask()
        if mask & (mask - 1) == 0:
            return lowest_bit(mask)
        if mask >> self.seat & 1:
            return self.seat
        return -1

    def select_move(self, node: Node, state: State, seat: i64) -> bool:
        """Lengthen the path by the move that promises most; whether it was in the tree."""
        moves = self.moves
        weights = self.priors
        n = state.write_moves(seat, moves)
        self.heuristics.priors(state, seat, moves, n, weights)
        self.stamp += MOST_LEGAL
        stamp = self.stamp
        place = self.place
        total = 0.0
        for i in range(n):
            place[moves[i]] = stamp + i
            total += weights[i]
        lean = self.exploration / total
        hoped = self.unvisited_value(node, state)
        best = -1.0e9
        chosen: Node | None = None
        child = node.child
        while child is not None:
            at = place[child.action] - stamp
            if at >= 0:
                child.availability += 1.0
                worth = child.total / child.visits
                worth += lean * weights[at] * sqrt(child.availability) / (1.0 + child.visits)
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
            chosen.availability = node.tries + 1.0
            node.child = chosen
        assert chosen is not None
        self.path.append(chosen)
        self.movers.append(seat)
        return known

    def unvisited_value(self, node: Node, state: State) -> float:
        """What a move not tried yet is thought to bring: what this choice brought so far."""
        if node.tries > 0.0:
            return node.chooser_total / node.tries
        return 1.0 / float(state.players)

    def backpropagate(self) -> None:
        """Tell every move of the path what it brought."""
        shares = self.payoffs
        movers = self.movers
        before = self.root
        for i in range(len(movers)):
            node = self.path[i + 1]
            seat: i64 = movers[i]
            share = shares[seat]
            before.tries += 1.0
            before.chooser_total += share
            node.visits += 1.0
            node.total += share
            before = node

    # -- what came of it -----------------------------------------------------------------

    def root_statistics(self) -> list[tuple[int, float, int]]:
        """The moves tried: action, share of the win expected, visits."""
        found: list[tuple[int, float, int]] = []
        child = self.root.child
        while child is not None:
            found.append((int(child.action), child.total / child.visits, int(child.visits)))
            child = child.sibling
        return found

    def visit_lead(self) -> i64:
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
