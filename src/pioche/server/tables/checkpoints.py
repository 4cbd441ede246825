"""Earlier states of a table in memory, so that nobody has to fold its whole log again."""

from pioche.tables.table import Table

INTERVAL = 300  # entries from one checkpoint to the next


class Checkpoints:
    """The table as it was at two moments: from any of its last entries, one of them is near.

    What is on disk never changes, so a checkpoint stays right. A table with a short log has
    none: to fold it costs no more than to go on from one.
    """

    __slots__ = ("kept",)

    def __init__(self) -> None:
        self.kept: tuple[Table, ...] = ()  # two at most, the older first

    def note(self, table: Table) -> None:
        """Keep a table whose last entry is on disk, if it has come far enough."""
        if table.seq - (self.kept[-1].seq if self.kept else 0) < INTERVAL:
            return
        # The table in memory knows the commands done, and they are many.
        checkpoint = table.clone(with_commands=False)
        self.kept = (*self.kept[-1:], checkpoint)

    def restore(self, table: Table, seq: int) -> Table:
        """The table as it was not long before an entry, to be folded on from there.

        Commands that were done by then are not known.
        """
        for checkpoint in reversed(self.kept):
            if checkpoint.seq <= seq:
                return checkpoint.clone()
        return Table(table.code, table.rng.secret)
