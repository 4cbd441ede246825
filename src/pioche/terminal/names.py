"""Names as they can be shown."""

# In a name these would be read as markup.
PLAIN = str.maketrans("[]\\", "()/")


def shown(name: str) -> str:
    """A name as it can be shown: whatever it holds, it neither colours nor moves anything.

    >>> shown("[red]Zoé\\x1b")
    '(red)Zoé?'
    """
    return "".join(c if c.isprintable() else "?" for c in name.translate(PLAIN))
