"""Sockets: somebody at a table or in the lobby, and what they ask."""
