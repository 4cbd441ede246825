"""Code: get rid of everything but the four digits of your secret code."""

from pioche.games.code.game import CodeGame

GAME = CodeGame()
