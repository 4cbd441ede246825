"""What bots are called."""

NAMES = ("Ada", "Blaise", "Chloé", "Denis", "Émilie", "Fatou", "Gaspard")
