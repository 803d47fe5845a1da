"""The dice log and how to check it."""
