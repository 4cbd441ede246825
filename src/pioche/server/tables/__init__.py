"""Live tables: commands, sockets, presence, the lobby, and when bots move."""
