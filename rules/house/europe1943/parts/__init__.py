"""Mechanics that only this document plays (README.md)."""
