"""The game master's powers, reports, pauses and proposals."""
