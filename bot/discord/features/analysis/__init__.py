"""Adjudication and analysis of games."""
