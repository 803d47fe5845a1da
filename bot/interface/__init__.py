"""Discord's side: commands, components, texts."""
