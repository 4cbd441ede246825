"""The store of several workers: PostgreSQL."""
