"""Gap: what a good player knows."""
