"""The store of one server process: SQLite."""
