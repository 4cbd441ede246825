"""Gap: gather cards so that your largest colour leaves the smallest far behind."""

from pioche.games.gap.facets import GapGame

GAME = GapGame()
