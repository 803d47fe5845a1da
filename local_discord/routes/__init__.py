"""The REST routes, by topic. Importing this package registers all of them."""

from local_discord.routes import application, channels, guilds, interactions, messages

__all__ = ["application", "channels", "guilds", "interactions", "messages"]
