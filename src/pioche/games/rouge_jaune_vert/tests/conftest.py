"""Lets the tests of this folder import `rjv_tables`."""

import sys
from pathlib import Path

# At the end: `secrets` must stay the module of the standard library for everybody else.
sys.path.append(str(Path(__file__).parent))
