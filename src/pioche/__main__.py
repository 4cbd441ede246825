"""`python -m pioche`."""

import sys

from pioche.cli import main

sys.exit(main())
