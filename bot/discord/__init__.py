"""Discord's side: the client, what all features share, and one room a feature."""
