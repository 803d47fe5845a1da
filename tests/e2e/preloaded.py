"""Imported where bots are forked from: what each of them would read at its start, house rules and the board of most tests."""

from rules.core.documents import house_rules
from rules.model.board import load

house_rules()
load("classic")
