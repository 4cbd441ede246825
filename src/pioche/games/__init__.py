"""The games, one folder each. They don't know each other; `pioche.catalog` finds them."""
