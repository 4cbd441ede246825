"""The server: HTTP, sockets, the store, people without accounts, limits."""
