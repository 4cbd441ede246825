"""What every request passes: limits, origin, address, headers."""
