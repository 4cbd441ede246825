"""What a seat knows as numbers, for programs that learn."""
