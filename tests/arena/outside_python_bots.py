"""Python bots, good and bad, for the host."""

import sys
import time


class FirstAction:
    def choose(self, sight, rng):
        print("a bot may print what it likes")  # noqa: T201
        return sight.legal()[0]


class FirstText(FirstAction):
    def choose(self, sight, rng):
        return sight.game.text(sight.legal()[0])


class FirstWithSeconds(FirstAction):
    def choose(self, sight, rng):
        return sight.legal()[0], 0.5


def any_move():
    class AnyMove:
        def choose(self, sight, rng):
            state = sight.resample(rng)
            assert state.view(sight.seat) == sight.view()
            assert (sight.players, sight.options) == (state.players, state.options)
            legal = sight.legal()
            return legal[rng.below(len(legal))]

    return AnyMove()


class Counts(FirstAction):
    """Follows a game by its events alone; fails where they don't add up to the view."""

    def __init__(self):
        self.chips = {}

    def watch(self, events):
        for event in events:
            if event["type"] == "refused":
                self.chips[event["seat"]] = self.chips.get(event["seat"], 11) - 1
            if event["type"] == "taken":
                self.chips[event["seat"]] = self.chips.get(event["seat"], 11) + event["pot"]

    def choose(self, sight, rng):
        mine = self.chips.get(sight.seat, 11)
        assert mine == sight.view()["chips"][sight.seat], (mine, sight.view())
        legal = sight.legal()
        return legal[rng.below(len(legal))]


class Raises:
    def choose(self, sight, rng):
        raise RuntimeError("I have had enough")


class CannotBeMade:
    def __init__(self):
        raise RuntimeError("not today")


class SaysNothing:
    def choose(self, sight, rng):
        return None


class SaysTrue:
    def choose(self, sight, rng):
        return True


class OutOfRange:
    def choose(self, sight, rng):
        return 10**30


class PlaysIllegally:
    def choose(self, sight, rng):
        return next(a for a in range(sight.game.num_actions) if a not in sight.legal())


class Hangs:
    def choose(self, sight, rng):
        while True:
            time.sleep(1)


class Leaves:
    def choose(self, sight, rng):
        sys.exit(0)


not_a_bot = 5
