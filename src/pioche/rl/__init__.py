"""Every game as an environment that programs can learn in."""
