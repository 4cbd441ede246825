"""Records shown again, moves tried out, records verified."""
