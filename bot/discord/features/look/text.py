"""A territory or sea zone, a power, a whole board in words: what the pictures show, for those who can't see them."""

from __future__ import annotations

from bot.discord.features.panel.status import money_line
from rules.core.position import show_facilities, show_place
from rules.core.view import View
from rules.model.names import several
from rules.play import narrate
from rules.play.game import Game


def place_text(game: Game, name: str) -> str:
    """All about one place."""
    view, place = game.view, game.table.board.places[name]
    lines = [f"**{name}**{_kind(view, name)}"]
    lines += [f"{owner}: {units}" for owner, units in units_in(view, name).items()] or _nobody(view, name)
    if facilities := show_facilities(view, name):
        lines.append(f"Buildings: {facilities}")
    for border, markers in game.state.borders.items():
        if border == name or border.startswith(f"{name} | ") or border.endswith(f" | {name}"):
            lines.append(
                f"{border}: " + ", ".join(f"{narrate.count(game.table, m.count, m.type)} of {m.owner}" for m in markers)
            )
    lines.append(f"-# Beside it: {', '.join(place.near)}")
    return "\n".join(lines)


def _nobody(view: View, name: str) -> list[str]:
    """What stands by where no unit is on the board."""
    army = ", ".join(narrate.count(view.table, n, unit) for unit, n in view.standing_army(name).items())
    return [f"Its army, if it is attacked or joins a power: {army}"] if army else ["No units."]


def _kind(view: View, name: str) -> str:
    place = view.place(name)
    if place.is_sea:
        return ", sea zone" if not name.startswith("SZ") else ""
    if place.impassable:
        return ", impassable"
    neutral = f"neutral ({view.leaning(name)})" if view.leaning(name) else "neutral"
    parts = [f", held by {view.owner(name)}" if view.owner(name) else f", {neutral}", f"{view.value(name)} IPC"]
    if place.original and place.original != view.owner(name):
        parts.append(f"originally {place.original}")
    if place.capital:
        parts.append(f"capital of {place.capital}")
    if place.victory_city:
        parts.append(f"victory city {place.victory_city}")
    return ", ".join(parts)


def units_in(view: View, name: str) -> dict[str, str]:
    """Owner -> units of a place as text."""
    owners = sorted({u.owner for u in view.units(name)})
    return {owner: text for owner in owners if (text := show_place(view, name, owner))}


def power_text(game: Game, power: str) -> str:
    """A power: money, technologies, and where its units stand."""
    view = game.view
    lines = [f"**{power}** ({view.side(power)}): {money_line(view, power)}"]
    if techs := view.techs(power):
        lines.append("Technologies: " + ", ".join(techs))
    places = sorted({u.place for u in game.state.units.values() if u.owner == power})
    lines += [f"{place}: {show_place(view, place, power)}" for place in places]
    return "\n".join(lines)


def board_text(game: Game) -> str:
    """Every power in one line."""
    view = game.view
    lines = []
    for power in game.table.board.order:
        count = sum(1 for u in game.state.units.values() if u.owner == power)
        held = sum(1 for owner in game.state.owners.values() if owner == power)
        lines.append(f"**{power}**: {money_line(view, power)}; {several(held, 'territory')}, {several(count, 'unit')}")
    return "\n".join(lines)
