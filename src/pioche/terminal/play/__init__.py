"""A game in play, without a screen."""
