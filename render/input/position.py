"""From a game's position to a scene."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

from render.input.scene import FacilityView, MarkerView, PlaceView, PowerView, Scene, Stack
from rules.core.position import shown
from rules.core.view import View
from rules.economy.income import income_of
from rules.model.state import Marker, Unit


def scene(view: View, title: str = "", subtitle: str = "") -> Scene:
    """The scene of a position. title, subtitle: for the strip; by default round, power and phase."""
    turn, board = view.state.turn, view.board
    return Scene(
        board=board.id,
        places={name: _place(view, name) for name in board.places},
        round=turn.round,
        round_name=board.round_name(turn.round) if turn.round else "",
        power=turn.power,
        phase=turn.phase,
        title=title,
        subtitle=subtitle,
        powers=tuple(_power(view, name) for name in board.order),
    )


def _place(view: View, name: str) -> PlaceView:
    battles = view.state.battles.values()
    return PlaceView(
        owner=view.owner(name),
        units=(*stacks(view, view.state.at(name)), *_standing_army(view, name)),
        facilities=tuple(FacilityView(f.type, f.damage, shown(f.marks)) for f in view.state.facilities.get(name, ())),
        markers=tuple(_markers(view, name)),
        battle=any(b.place == name and b.status != "over" for b in battles),
        neutral=view.leaning(name),
        value=_worth(view, name),
    )


def _worth(view: View, name: str) -> int | None:
    """What a territory is worth, where that is not what is printed."""
    value = view.value(name)
    return None if value == view.place(name).value else value


def stacks(view: View, units: Iterable[Unit]) -> tuple[Stack, ...]:
    """Units as stacks: those of one owner, type and set of marks together, cargo with its ships. Units with two
    hits or more stand apart."""
    if not (found := list(units)):
        return ()
    groups: dict[tuple[str, str, tuple[str, ...], int], list[Unit]] = {}
    for unit in found:
        if unit.carrier is None:
            key = unit.owner, unit.type, shown(unit.marks), max(1, unit.damage)
            groups.setdefault(key, []).append(unit)
    order = {name: n for n, name in enumerate(view.table.units)}
    stacked = []
    for (owner, kind, tags, hits), members in sorted(
        groups.items(), key=lambda g: (g[0][0], order.get(g[0][1], 999), g[0])
    ):
        ships = {u.id for u in members}
        cargo = listed(view, (u for u in found if u.carrier in ships))
        stacked.append(Stack(owner, kind, len(members), sum(u.damage > 0 for u in members), cargo, tags, hits))
    return tuple(pack for stack in stacked for pack in _packs(view, stack))


def _packs(view: View, stack: Stack) -> tuple[Stack, ...]:
    """Units that hunt in packs: full packs, and the rest."""
    size = view.table.units[stack.type].number("pack")
    packs, rest = divmod(stack.count, size) if size and not stack.damaged else (0, stack.count)
    full = (replace(stack, type=f"{stack.type} pack", count=packs),) if packs else ()
    return (*full, replace(stack, count=rest)) if rest else full


def listed(view: View, units: Iterable[Unit]) -> str:
    """Units counted by type: "2 infantry, 1 tank"."""
    if not (counts := Counter(u.type for u in units)):
        return ""
    order = {name: n for n, name in enumerate(view.table.units)}
    kinds = sorted(counts, key=lambda kind: order.get(kind, 999))
    return ", ".join(f"{counts[k]} {k if counts[k] == 1 else view.table.units[k].many}" for k in kinds)


def _standing_army(view: View, name: str) -> tuple[Stack, ...]:
    """The army of a neutral that nobody holds yet."""
    if not (army := view.standing_army(name)):
        return ()
    kind = view.leaning(name) or "neutral"
    return tuple(Stack(kind, unit, count) for unit, count in army.items())


def _markers(view: View, name: str) -> list[MarkerView]:
    """Markers in a place and on its borders."""
    found = []
    for where, markers in view.state.borders.items():
        place, _, toward = where.partition(" | ")
        if place == name:
            found += [_marker(m, toward) for m in markers]
    return found


def _marker(marker: Marker, toward: str) -> MarkerView:
    return MarkerView(marker.type, marker.owner, marker.count, toward)


def _power(view: View, name: str) -> PowerView:
    purses = view.purses(name)
    lost = bool(purses) and all(view.capital_lost(p) for p in purses)
    money = tuple(view.state.money.get(purse, 0) for purse in purses)
    income = tuple(income_of(view, purse) for purse in purses)
    return PowerView(name, view.side(name), money, income, out=lost and not any(income))
