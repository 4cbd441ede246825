"""One process at a time: a lock that ends with the process that holds it."""

import os
import sys
import weakref
from pathlib import Path

if sys.platform == "win32":
    import msvcrt

    def lock_file(file: int) -> None:
        """Lock an open file, or fail at once."""
        try:
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        except OSError as error:
            raise BlockingIOError(*error.args) from error
else:
    import fcntl

    def lock_file(file: int) -> None:
        """Lock an open file, or fail at once."""
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


class FileLock:
    """The lock of a path; BlockingIOError where somebody else has it."""

    def __init__(self, path: Path) -> None:
        self.file = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            lock_file(self.file)
        except OSError:
            self.release()
            raise
        held_locks.add(self)

    def release(self) -> None:
        """Let go; the file stays, for removing it would let two others have it at once."""
        if self.file >= 0:
            os.close(self.file)
            self.file = -1


held_locks: weakref.WeakSet[FileLock] = weakref.WeakSet()


def release_after_fork() -> None:
    """A forked child does not keep the lock for a parent that has died."""
    for lock in held_locks:
        lock.release()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=release_after_fork)
