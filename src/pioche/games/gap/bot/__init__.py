"""Gap: what a good player knows."""

from pioche.games.gap.bot.heuristics import create_heuristics as create_heuristics
