"""The odds of two sides that are given as states and dice (README.md)."""
