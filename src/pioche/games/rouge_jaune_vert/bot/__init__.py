"""Rouge Jaune Vert: what a good player knows."""
