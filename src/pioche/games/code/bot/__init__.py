"""Code: what a good player knows."""
