"""The past of a game, and the log in words."""
