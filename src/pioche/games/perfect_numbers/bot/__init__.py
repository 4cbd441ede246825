"""Perfect Numbers: what a good player knows."""

from pioche.games.perfect_numbers.bot.heuristics import create_heuristics as create_heuristics
