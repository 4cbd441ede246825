"""Lets the tests of this folder share `code_table`."""

import sys
from pathlib import Path

# Last, not first: `secrets` must stay the one of the standard library.
sys.path.append(str(Path(__file__).parent))
