"""A position, and a battle or raid in it, read into sides for the odds (README.md)."""
