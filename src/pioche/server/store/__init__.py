"""Where tables and people are kept: one interface, two stores."""
