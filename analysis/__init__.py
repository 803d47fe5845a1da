"""After a game: who would have won, what luck did and what decisions did (README.md)."""
