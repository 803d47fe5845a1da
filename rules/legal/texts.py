"""Order texts worth offering, likeliest first: the stock from which autocompletion chooses."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from rules.core.view import View
from rules.legal.survey import handles, legal
from rules.legal.values import ForSale, Legal, Mover
from rules.model.orders import Bomb, Research
from rules.model.profiles import AIR, FACILITY
from rules.model.state import COMBAT_MOVE, Unit
from rules.movement import packing, selection
from rules.phases import research
from rules.play.game import Game


def texts(game: Game, power: str, found: Legal | None = None) -> Iterator[str]:
    """Every order text worth offering a power now. Nearly all are legal; `complete` checks each."""
    found = found or legal(game, power)
    if found.question:
        yield from found.question.choices
        return
    view = game.view
    yield from (battle.order for battle in found.battles if battle.now)
    yield from found.suggestions
    if handles(game, Research):
        yield from research.rolls(view, power)
    for sold in found.sale:
        yield from _purchases(view, sold)
    yield from (r.order for r in found.repairs if r.most)
    for entry in found.place:
        yield from (f"place {n} {entry.unit}: {site}" for site, n in entry.sites.items())
    if found.movers:
        promise = {goal: _promise(view, goal) for goal in {g for mover in found.movers for g in mover.goals}}
        yield from sorted(_moves(view, found), key=lambda t: promise[_goal(t)], reverse=True)
        yield from (t for t in _shipping(view, power, found) if _sensible(view, t))
    if found.undo:
        yield "undo"
    if found.done is None and game.to_act == power:
        yield "done"


def _purchases(view: View, sold: ForSale) -> Iterator[str]:
    several = len(sold.most) > 1
    for n, (purse, most) in enumerate(sold.most.items()):
        tag = f" ({purse})" if several and n else ""
        counts = [c for c in dict.fromkeys((sold.batch, most // 2 - most // 2 % sold.batch, most)) if 0 < c <= most]
        if view.table.units[sold.unit].domain == FACILITY and sold.sites and view.edition("production") == "facility":
            yield from (f"buy 1 {sold.unit}: {site}" for site in sold.sites if counts and not tag)
        else:
            yield from (f"buy {c} {sold.unit}{tag}" for c in counts)


def _moves(view: View, found: Legal) -> Iterator[str]:
    raids = view.phase == COMBAT_MOVE
    for mover in found.movers:
        for place, count in mover.goals.items():
            for n in dict.fromkeys((count, 1)):
                yield f"move {n} {mover.name}: {mover.place} > {place}"
            if raids and view.hostile_land(place, view.active):
                yield from _raids(view, mover, place, count)


def _raids(view: View, mover: Mover, place: str, count: int) -> Iterator[str]:
    targets = view.profile(view.active, mover.unit).raids
    for facility in dict.fromkeys(f.type for f in view.facilities(place)):
        if facility in targets:
            yield f"{Bomb.verb} {facility}: {count} {mover.name}: {mover.place} > {place}"


def _goal(text: str) -> str:
    """Where a move ends."""
    return text.rsplit(" > ", 1)[-1]


def _promise(view: View, goal: str) -> tuple[int, int]:
    """How likely a move to a place is meant: rich enemy land first, then enemies at sea, then by value."""
    if view.place(goal).is_land:
        return (2 if not view.friendly_land(goal, view.active) else 0, view.value(goal))
    return (1 if not view.friendly_zone(goal, view.active) else 0, 0)


def _sensible(view: View, text: str) -> bool:
    """Whether cargo goes ashore where the phase lands it: among enemies in combat move, else among friends."""
    goal = _goal(text)
    if view.place(goal).is_sea or view.owner(goal) is None:
        return True
    return view.friendly_land(goal, view.active) != (view.phase == COMBAT_MOVE)


# --- transports -----------------------------------------------------------------------------------------------


def _shipping(view: View, power: str, found: Legal) -> Iterator[str]:
    """Unloading what is aboard, ferrying across a zone, loading, sailing to coasts farther away."""
    farther: list[str] = []
    ships = [u for u in view.forces(power) if view.of(u).capacity]
    for zone in sorted({u.place for u in ships}):
        here = [u for u in ships if u.place == zone]
        coasts = _coasts(view, zone)
        aboard = [c for s in here for c in view.state.aboard(s.id) if view.commands(power, c) and c.role != "assault"]
        for kind, count in _kinds(view, aboard):
            yield from (f"unload {n} {kind}: {zone} > {c}" for c in coasts for n in dict.fromkeys((count, 1)))
        room = sum(packing.room(view, s) for s in here if not s.unloaded)
        ways = [(zone, coasts), *((f"{zone} > {goal}", _coasts(view, goal)) for goal in _reached(view, found, zone))]
        for coast in coasts:
            for kind, n in _loads(view, power, coast, room):
                yield from (f"ship {n} {kind}: {coast} > {zone} > {c}" for c in coasts if c != coast)
                yield f"load {n} {kind}: {coast} > {zone}"
                farther += [f"ship {n} {kind}: {coast} > {way} > {c}" for way, there in ways[1:] for c in there]
    yield from farther


def _coasts(view: View, zone: str) -> list[str]:
    return [p for p in view.board.open_near[zone] if view.place(p).is_land]


def _reached(view: View, found: Legal, zone: str) -> list[str]:
    """Zones that ships which carry troops can sail to from one."""
    ships = [m for m in found.movers if m.place == zone and view.profile(view.active, m.unit).capacity]
    return sorted({goal for ship in ships for goal in ship.goals if view.place(goal).is_sea})


def _kinds(view: View, units: list[Unit]) -> list[tuple[str, int]]:
    return sorted(Counter(selection.called(view, u) for u in units).items())


def _loads(view: View, power: str, coast: str, room: int) -> Iterator[tuple[str, int]]:
    """What can go aboard from a coast: unit and number, the most first."""
    units = [
        u for u in view.commanded(coast, power) if packing.carried(view, u) and view.domain(u) != AIR and not u.moved
    ]
    if view.phase == COMBAT_MOVE:
        units = [u for u in units if not view.has(u, "not in combat move")]
    for kind, count in _kinds(view, units):
        places = max(packing.size(view, u) for u in units if selection.called(view, u) == kind)
        most = min(count, room // places) if places else count
        yield from ((kind, n) for n in dict.fromkeys((most, 1)) if most)
