"""Imported where bots are forked from: what each of them would read at its start, house rules and the board of most tests.
What would keep a test waiting is shorter there."""

from bot.workers import deliveries
from rules.core.documents import house_rules
from rules.model.board import load

house_rules()
load("classic")
deliveries.BOARD_PAUSE = 0.2
