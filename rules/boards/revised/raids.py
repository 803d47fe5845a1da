"""Revised's raids and rockets take IPC (REV-3)."""

from __future__ import annotations

from rules.core.hooks import Rule


class Raids(Rule):
    """Money instead of damage; by option no more than the territory's value a turn."""

    id = "revised.raids"
    title = "Strategic bombing raids"
    text = (
        "Raids and rockets cost the owner of a complex the dice in IPC, at once, all he has if that is less. With the option "
        "`lhtr` all raids and rockets of a turn on a territory together take at most its value."
    )
    source = "Revised rulebook: strategic bombing raids"
    entries = ("REV-3",)


RULES = (Raids(),)
