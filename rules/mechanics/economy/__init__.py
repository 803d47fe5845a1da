"""Mechanics: money, what is made and where (README.md)."""
