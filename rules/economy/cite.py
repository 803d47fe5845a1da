"""Catalogue ids for refusals: which entry of a board's catalogue speaks of a topic."""

from __future__ import annotations

from rules.core.view import View


def cite(view: View, topic: str) -> str:
    """The id of the entry on a topic (edition data `cite`), or "" where the board has none."""
    return str(view.edition("cite", {}).get(topic, ""))
