"""People without accounts: who they are, their secrets, their names."""
