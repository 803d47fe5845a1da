"""What Expansion IV brings as soon as one of its sections is on: the price list of the expansions."""

from __future__ import annotations

from rules.core.hooks import Rule


class Section(Rule):
    """A section of Expansion IV."""

    boards = ("global1940",)


class ExpansionFour(Section):
    """The price list and the timetable; winning stays the board's matter."""

    id = "x4.document"
    title = "Expansion IV: prices and timetable"
    text = "x"
    source = "Expansion IV: preamble"
    entries = ("X4-0.1", "X4-0.2", "X4-0.3", "X4-0.4", "X4-0.5")


COMMON = ExpansionFour()
