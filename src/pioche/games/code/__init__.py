"""Code: get rid of everything but the four digits of your secret code."""

from pioche.games.code.facets import CodeGame

GAME = CodeGame()
