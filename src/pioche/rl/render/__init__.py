"""A table as text and as pixels."""
