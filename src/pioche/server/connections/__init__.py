"""Connections: what comes over them is counted and limited before anybody looks at it."""
