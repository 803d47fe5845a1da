"""Buttons, menus and forms, and what answers them (router.py)."""
