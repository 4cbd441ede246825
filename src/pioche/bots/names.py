"""What bots are called."""

BOT_NAMES = ("Ada", "Blaise", "Chloé", "Denis", "Émilie", "Fatou", "Gaspard")
