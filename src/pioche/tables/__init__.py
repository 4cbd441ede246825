"""A table: seats, log, clock, chat, rematch. No input or output; the server brings those."""
