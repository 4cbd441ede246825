"""Code: what a good player knows."""

from pioche.games.code.bot.heuristics import create_heuristics as create_heuristics
