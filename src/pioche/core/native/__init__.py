"""Native integers and vectors for compiled code."""
