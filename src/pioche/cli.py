"""The command `pioche`."""


def main() -> None:
    """Run the command."""
