"""No Thanks!: take the card, or pay a chip to pass it on."""

from pioche.games.no_thanks.game import NoThanksGame

GAME = NoThanksGame()
