"""Buttons, menus and forms: how they are built, and who answers them."""
