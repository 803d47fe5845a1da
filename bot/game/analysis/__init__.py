"""What is kept of analyses: the last adjudication of a game, and what it was agreed to."""
