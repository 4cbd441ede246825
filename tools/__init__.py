"""Programs that write documents and types from the code. They are no part of the wheel."""
