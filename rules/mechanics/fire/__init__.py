"""Mechanics: fire that is no round of a battle (README.md)."""
