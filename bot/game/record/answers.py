"""Answers to questions as people read them: on buttons, in menus, in messages."""

from __future__ import annotations

from rules.core.table import Table
from rules.model.names import titled
from rules.model.parse import split_top
from rules.model.profiles import SEA
from rules.model.state import Decision
from rules.play import asking, narrate
from rules.play.game import Game

LOSSES = "casualties"


def plain(table: Table, text: str) -> str:
    """An answer by itself, where it was asked no longer being known: `Lose 2 infantry`."""
    place, _, rest = text.partition(": ")
    text = rest if place.startswith("in ") and rest else text
    word, _, units = text.partition(" ")
    return losses(table, units) if word == LOSSES and units else narrate.order_text(table, text)


def losses(table: Table, text: str) -> str:
    """`Damage 1 battleship, lose 2 infantry`; a ship that takes several hits is sunk."""
    ways: dict[str, list[str]] = {}
    for item in split_top(text, ","):
        number, _, unit = item.partition(" ")
        name, bracket, tags = unit.partition(" (")
        profile = table.units.get(name)
        hurt = bracket and tags.startswith("damaged")
        way = "damage" if hurt else "sink" if profile and profile.hits > 1 and profile.domain == SEA else "lose"
        tag = f" ({tags}" if bracket and not hurt else ""
        ways.setdefault(way, []).append(narrate.count(table, int(number), name) + tag)
    told = ", ".join(f"{way} {', '.join(ways[way])}" for way in ("damage", "sink", "lose") if way in ways)
    return told[:1].upper() + told[1:]


def _with_load(game: Game, asked: Decision, text: str) -> str:
    """` (with 2 infantry aboard)`: what falls with a craft, where all that may be meant carry the same."""
    view, loads = game.view, set[str]()
    for item in split_top(text, ","):
        name = item.partition(" ")[2].partition(" (")[0]
        for unit in view.units(asked.place, asked.power):
            if unit.type == name and view.of(unit).capacity:
                loads.add(narrate.units_text(game.table, view.state.aboard(unit.id)))
    return f" (with {loads.pop()} aboard)" if len(loads) == 1 and all(loads) else ""


def label(game: Game, text: str, asked: Decision | None = None) -> str:
    """An answer (to a question, by default the first) as the label of a button: `Lose 2 infantry`."""
    decision = asked or game.state.pending[0]
    kind = decision.kind
    word, _, rest = text.partition(" ")
    if word == LOSSES:
        return (
            rest
            if asking.of_its_own(game.table, decision)
            else losses(game.table, rest) + _with_load(game, decision, rest)
        )
    if kind == "formation":
        return "None of them" if text == "pass" else titled(text.removeprefix("invoke "))
    if kind == "garrison":
        return text.removeprefix("invoke garrison: ") if text != "pass" else decision.power
    if text == "pass" and decision.data.get("open"):
        return "No more"
    if text == "pass":
        if own := next((r.declines[kind] for r in game.table.rules if kind in r.declines), ""):
            return own
        return {"scramble": "No scramble", "intercept": "No interception", "withdraw": "Stay"}.get(kind, "No")
    if text == "press on" and kind == "submerge":
        return "Stay and strike"
    return narrate.order_text(game.table, text)
