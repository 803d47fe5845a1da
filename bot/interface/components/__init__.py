"""Buttons, menus and forms. Importing it registers what answers them (router.py)."""

from bot.interface.components import lobby, lobby_rules, look, odds, order_wizard, orders, record

__all__ = ["lobby", "lobby_rules", "look", "odds", "order_wizard", "orders", "record"]
