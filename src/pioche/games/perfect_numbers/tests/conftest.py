"""Lets the tests of this game share the module beside them."""

import sys
from pathlib import Path

# At the end: `secrets` must stay the one of the standard library.
sys.path.append(str(Path(__file__).parent))
