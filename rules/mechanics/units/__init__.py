"""Mechanics: kinds of units and how they stand together (README.md)."""
