"""What an answer about a position depends on beside its units: the key of whatever is remembered of it."""

from __future__ import annotations

from typing import Any

from rules.core.view import View


def setting(view: View) -> tuple[Any, ...]:
    """What an answer depends on beside the units, as a key: technologies, options and rules, round, ground, facilities,
    what stands on borders, wars."""
    state = view.state
    ground = (tuple(state.owners.items()), tuple(state.facilities.items()), tuple(state.borders.items()))
    return view.table, state.turn, *ground, tuple(state.relations.items()), repr(state.flags)
