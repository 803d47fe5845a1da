"""Discord's limits on texts, and engine values in players' words."""
