"""A worker that counts, for tests: counts as often as it is told, and ends without a word."""

import sys

from pioche.server.metrics import Metrics

if __name__ == "__main__":
    number = int(sys.argv[1])
    metrics = Metrics()
    for _ in range(number):
        metrics.count_command("play", 0.003)
    metrics.observe_commit(number, 0.01)
    metrics.sockets["table"].set(number)
    metrics.stored["people"].set(number)
    metrics.refresh()
