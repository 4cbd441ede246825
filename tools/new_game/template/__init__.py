"""Demo Cards: the highest card wins the trick."""

from pioche.games.demo_cards.game import DemoCardsGame

GAME = DemoCardsGame()
