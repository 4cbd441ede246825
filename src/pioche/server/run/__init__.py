"""Running a server: its commands, settings, processes, logs and metrics."""
