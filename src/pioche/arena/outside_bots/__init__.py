"""Bots that are somebody else's programs, spoken to over pipes."""
