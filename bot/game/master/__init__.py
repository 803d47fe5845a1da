"""The game master's powers, and reports."""
