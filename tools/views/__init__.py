"""The types of views and events for the page, and their tables for docs/formats.md."""
