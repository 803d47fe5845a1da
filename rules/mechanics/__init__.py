"""Parametrised rules: what several documents play alike, each with its own figures (README.md)."""
