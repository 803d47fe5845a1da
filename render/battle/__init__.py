"""Battle cards: what they show, how it is read off a game, how it is painted."""
