"""Records of games: written while a game is played, checked and played again."""
