"""A position as a table that any other tool can read: one line for each stack, owner and sum of money."""

from __future__ import annotations

import csv
import io

from rules.core import position
from rules.model.parse import split_top
from rules.play.game import Game

COLUMNS = ("what", "place", "power", "count", "name", "detail")


def csv_of(game: Game) -> str:
    """A position as comma-separated values. what: `turn`, `money`, `territory`, `unit`, `facility`, `war`, `technology`."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows(_rows(game))
    return text.getvalue()


def _rows(game: Game) -> list[tuple[str, str, str, int, str, str]]:
    state, view = game.state, game.view
    rows: list[tuple[str, str, str, int, str, str]] = [
        ("turn", "", state.turn.power, state.turn.round, state.turn.phase, game.table.board.id)
    ]
    rows += [("money", "", game.table.board.purse_power[p], amount, p, "") for p, amount in state.money.items()]
    rows += [("war", "", *_war(key)) for key, relation in sorted(state.relations.items()) if relation == "war"]
    for flag, known in state.flags.items():
        if flag.startswith("tech."):
            rows += [("technology", "", flag.removeprefix("tech."), 1, name, "") for name in known]
    for place in game.table.board.places.values():
        if place.is_land and (owner := state.owners.get(place.name)):
            rows.append(("territory", place.name, owner, view.value(place.name), "IPC", ""))
        for facility in view.facilities(place.name):
            damage = f"damaged {facility.damage}" if facility.damage else ""
            rows.append(("facility", place.name, view.owner(place.name) or "", 1, facility.type, damage))
        for owner in sorted({unit.owner for unit in view.units(place.name)}):
            for part in split_top(position.show_place(view, place.name, owner), ","):
                rows.append(("unit", place.name, owner, *_item(part)))
    return rows


def _item(part: str) -> tuple[int, str, str]:
    """`1 transport (cargo: 2 infantry)` as count, name and what is said of it."""
    count, _, named = part.partition(" ")
    name, _, detail = named.partition(" (")
    return int(count), name, detail.removesuffix(")")


def _war(key: str) -> tuple[str, int, str, str]:
    one, other = key.split("|")
    return one, 1, other, ""
