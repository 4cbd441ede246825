"""Gap: gather cards so that your largest colour leaves the smallest far behind."""

from pioche.games.gap.game import GapGame

GAME = GapGame()
