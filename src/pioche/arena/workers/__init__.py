"""Where the blocks of a match are played: here, in processes, or on a cluster."""
