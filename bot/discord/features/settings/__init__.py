"""What a person wants, and the clocks of a game."""
