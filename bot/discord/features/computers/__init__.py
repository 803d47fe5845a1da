"""Computer players: seats given to them, and what they do in words."""
