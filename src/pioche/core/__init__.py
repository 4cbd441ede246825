"""What a game is. Pure: no clock, no chance of its own, no input or output."""
