"""The game of Adjutant: a pure engine for Axis & Allies boards and house rules.

What other packages may use is re-exported here. Nothing in this package reads a clock, draws
randomness, or touches anything outside its own data files.
"""
