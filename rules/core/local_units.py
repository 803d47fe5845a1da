"""Units of house rules as they are on a board: its powers, its places, its rounds."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping
from typing import Any

from rules.model.board import Board
from rules.model.profiles import UnitType


def local(unit: UnitType, board: Board, ahead: int) -> UnitType:
    """A unit of a house rule on a board: its powers that play there and have one of its sites, its sites that are there,
    its rounds as the board counts them (ahead: rounds before the board's first one)."""
    by_power = {p: _dated(fields, ahead) for p, fields in unit.by_power.items() if p in board.order}
    for fields in by_power.values():
        if "built_at" in fields:
            fields["built_at"] = _sites(fields["built_at"], board)
    homeless = {power for power, fields in by_power.items() if fields.get("built_at") == ()}
    return dataclasses.replace(
        unit,
        numbers=_dated(unit.numbers, ahead),
        by_power=by_power,
        built_at=_sites(unit.built_at, board),
        powers=tuple(p for p in unit.powers if p in board.order and p not in homeless) or unit.powers,
    )


def _sites(places: Iterable[str], board: Board) -> tuple[str, ...]:
    """Those of some places that are on a board."""
    return tuple(place for place in places if place in board.places)


def _dated(fields: Mapping[Any, Any], ahead: int) -> dict[Any, Any]:
    """Numbers with the rounds of a board: from 0 on what is there already; never until 0, which would be no end."""
    dates = {n: v - ahead for n, v in fields.items() if n in ("from_round", "to_round")}
    return {**fields, **{n: max(v, 0) if n == "from_round" else v or -1 for n, v in dates.items()}}
