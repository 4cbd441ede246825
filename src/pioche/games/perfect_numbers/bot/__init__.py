"""Perfect Numbers: what a good player knows."""
