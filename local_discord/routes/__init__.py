"""The REST routes, by topic. Importing this package registers all of them."""

from local_discord.routes import application, channels, interactions, messages

__all__ = ["application", "channels", "interactions", "messages"]
