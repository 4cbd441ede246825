"""The collector of cycles looks through everything once, then only through what is new."""

import subprocess
import sys

PROGRAM = """
import gc, time
from pioche.server import collector

class Knot:
    def __init__(self):
        self.me = self

collector.tune_collector()
assert gc.get_threshold()[0] == collector.YOUNG_OBJECTS
frozen = gc.get_freeze_count()
assert frozen > 1000, "what there was at the start"
kept = [[] for _ in range(3 * collector.YOUNG_OBJECTS)]
assert gc.get_freeze_count() > frozen + 2 * collector.YOUNG_OBJECTS, "they were looked through"

knot = Knot()
gc.collect()
del knot  # out of the collector's sight, so it stays
gc.collect()
find = lambda: sum(isinstance(one, Knot) for one in gc.get_objects())
gc.unfreeze()
assert find() == 1
gc.freeze()
collector.collect_if_calm(is_calm=False)
gc.unfreeze()
assert find() == 1, "somebody was there, and would have had to wait"
gc.freeze()
collector.collect_if_calm(is_calm=True)
gc.unfreeze()
assert find() == 0
gc.freeze()

last = collector.last_full
collector.last_full -= collector.MOST_SECONDS + 1
collector.collect_if_calm(is_calm=False)
assert collector.last_full >= last, "once a day in any case"
print("done")
"""


def test_what_was_looked_through_once_is_left_alone_until_nobody_is_there() -> None:
    found = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True)
    assert found.stdout == "done\n", found.stderr


def test_a_process_that_was_not_tuned_is_left_as_it_is() -> None:
    code = (
        "import gc; from pioche.server import collector; before = gc.get_threshold();"
        "collector.collect_if_calm(True); assert gc.get_freeze_count() == 0;"
        "assert gc.get_threshold() == before; print('done')"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert found.stdout == "done\n", found.stderr
