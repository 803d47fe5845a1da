"""Mechanics: other ways of getting somewhere (README.md)."""
