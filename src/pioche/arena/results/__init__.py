"""What a match leaves: the ledger, statistics, ratings and the report."""
