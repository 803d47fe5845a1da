"""Slash commands: they read their options, ask the moderator, and have the answer shown."""
