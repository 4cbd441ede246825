"""The environments behind the modules that programs import from `pioche.rl`."""
