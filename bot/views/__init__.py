"""Buttons, menus and forms. Importing it registers what answers them (router.py)."""

from bot.views import lobby, lobby_rules, look, orders, record, steps

__all__ = ["lobby", "lobby_rules", "look", "orders", "record", "steps"]
