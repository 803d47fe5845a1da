"""The game of Adjutant: a pure engine for Axis & Allies boards and house rules.

`Game` is the one door in (rules/play/game.py); docs/ENGINE.md tells how the pieces fit. Nothing in this package
reads a clock, draws randomness, or touches anything outside its own data files.
"""
