"""Lets tests import what stands beside them: the tables of the suite and of each game."""

import signal
import sys
import threading
from pathlib import Path

ROOT = Path(__file__).parent

for folder in [
    *sorted(path for path in ROOT.glob("tests/*") if path.is_dir()),
    *sorted(ROOT.glob("tests/*/support")),
    *sorted(ROOT.glob("src/pioche/games/*/tests")),
]:
    sys.path.append(str(folder))

# Who runs the tests in the background may ignore these; what tests start must hear them.
if threading.current_thread() is threading.main_thread():
    for name, heard in (("SIGINT", signal.default_int_handler), ("SIGHUP", signal.SIG_DFL)):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is signal.SIG_IGN:
            signal.signal(number, heard)
