"""Leagues: results, and what is told of them."""
