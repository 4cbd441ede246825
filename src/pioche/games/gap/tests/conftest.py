"""Lets the tests of Gap find what they share."""

import sys
from pathlib import Path

# At the end: `secrets` here must not hide the one of the standard library.
sys.path.append(str(Path(__file__).parent))
