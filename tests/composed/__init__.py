"""Every message the bot can compose, in random positions, held against Discord's limits."""
