"""What players and programs ask the odds (README.md)."""
