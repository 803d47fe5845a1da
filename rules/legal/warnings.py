"""What is said before an order is given: what a power would lose or leave unused by ending its phase now (the same for every
way of ending it), and what fires at units on their way."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from rules.core import distance, stages
from rules.core.view import View
from rules.dice import PracticeDice
from rules.legal import flying_home
from rules.legal.survey import legal, sale
from rules.legal.values import Danger
from rules.model.events import DecisionsChanged, DiceRolled, Event, MoneyChanged, Noted, UnitRemoved
from rules.model.names import have, listing, sentence, several
from rules.model.orders import DONE, Bomb, Drop, Load, Move, Order, Ship, Unload
from rules.model.profiles import AIR
from rules.model.refusals import Refusal
from rules.model.state import COMBAT_MOVE, NONCOMBAT, Unit
from rules.movement import selection
from rules.play import narrate
from rules.play.game import Game, standing

MOST_LANDINGS = 60


def warnings(game: Game) -> tuple[Danger, ...]:
    """What `done` would give away now, worst first; nothing where the phase cannot be ended."""
    if game.state.pending or game.state.winner:
        return ()
    power = game.to_act
    ended = game.rehearse(DONE, power)
    if isinstance(ended, Refusal):
        return ()
    view = game.view
    return (*_aircraft(game, power, ended), *_cargo(game, power), *_unused(view, power), *_peaceful(game, power))


def landings(game: Game) -> tuple[str, ...]:
    """Orders that together bring home the aircraft that ending the phase now would cost, as far as they can fly home; first
    those of carriers that have to serve."""
    trial, found = game.copy(), list[str]()
    while len(found) < MOST_LANDINGS and (new := _served(trial) or _landed(trial)):
        found += new
    return tuple(found)


def hover(game: Game) -> bool:
    """Whether there are aircraft that orders would bring home before the phase may end, or lest they be lost."""
    return bool(serves(game)) or any(danger.kind == "aircraft" and danger.ways for danger in warnings(game))


def serves(game: Game) -> tuple[str, ...]:
    """Orders of carriers that have to serve aircraft before the phase may end."""
    refusal = None if game.state.pending or game.state.winner else game.trial(DONE, game.to_act)
    return refusal.choices if refusal and refusal.code == "no-landing" else ()


def _served(game: Game) -> list[str]:
    """The first order of a carrier that has to serve, carried out."""
    return [way for way in serves(game)[:1] if not isinstance(game.submit(way, PracticeDice(0)), Refusal)]


def _landed(game: Game) -> list[str]:
    """Orders for aircraft that would be lost, carried out as far as they go together."""
    ways = [way for danger in warnings(game) if danger.kind == "aircraft" for way in danger.ways]
    return [way for way in ways if not isinstance(game.submit(way, PracticeDice(0)), Refusal)]


def ahead(game: Game, order: str, power: str) -> tuple[str, ...]:
    """What an order would run into on its way (mines, guns it flies over), in words; nothing for one that is refused."""
    if not (game.state.borders or _fired_at_on_the_way(game)):
        return ()
    events = game.rehearse(order, power)
    return () if isinstance(events, Refusal) else _told(events)


def fire_at_once(game: Game, order: Order, power: str) -> tuple[str, ...]:
    """The same, where it fires as soon as units are moved: what waits until conduct combat can be taken back."""
    if game.state.turn.phase not in MOVING or game.state.pending or not isinstance(order, _MOVES):
        return ()
    if not (game.state.borders or _fired_at_on_the_way(game)):
        return ()
    events = game.rehearse(order, power)
    return () if isinstance(events, Refusal) or not any(isinstance(e, DiceRolled) for e in events) else _told(events)


MOVING = (COMBAT_MOVE, NONCOMBAT)
_MOVES = (Move, Load, Unload, Ship, Bomb, Drop)


def _fired_at_on_the_way(game: Game) -> bool:
    return game.state.turn.phase in MOVING and flying_home.may_be_fired_at(game)


def charge(game: Game, order: str, power: str) -> int:
    """IPC that an order of the purchase phase costs; 0 for one that is refused, and in other phases."""
    if game.state.turn.phase != "purchase" or game.state.pending:
        return 0
    events = game.rehearse(order, power)
    return 0 if isinstance(events, Refusal) else sum(e.before - e.after for e in events if isinstance(e, MoneyChanged))


def _told(events: tuple[Event, ...]) -> tuple[str, ...]:
    """What is met on the way: what the rules say of it, and other fire by its dice."""
    said = tuple(e.text for e in events if isinstance(e, Noted) and e.data.get("warning"))
    rolls = [e for e in events if isinstance(e, DiceRolled) and not any(e.why in text for text in said)]
    fire = [
        f"{narrate.fire_text(e.why)} of {e.who} in {e.place} ({several(len(e.dice), 'die', 'dice')} at {max(e.needs)})"
        for e in rolls
        if any(e.needs)
    ]
    return (*said, *([sentence(f"on the way: {listing(fire)}")] if fire else ()))


def _aircraft(game: Game, power: str, events: tuple[Event, ...]) -> Iterator[Danger]:
    """Aircraft that find no landing place, as the phase's end itself would remove them: own ones and those lent."""
    view, lost = game.view, dict[str, list[Unit]]()
    for event in events:
        if isinstance(event, UnitRemoved) and event.why == "no landing" and view.commands(power, event.unit):
            lost.setdefault(event.unit.place, []).append(event.unit)
    for units in lost.values():
        yield from _homeless(game, power, units, len(units))
    for event in events:
        for decision in event.after if isinstance(event, DecisionsChanged) else ():
            if decision.kind == "no landing" and decision.power == power:
                yield from _homeless(game, power, view.get(decision.data["ids"]), decision.data["count"])


def _homeless(game: Game, power: str, planes: Sequence[Unit], count: int) -> Iterator[Danger]:
    """So many of some aircraft of a place are lost if they stay: those that can still fly home have only not landed yet."""
    view, place = game.view, planes[0].place
    ways = flying_home.ways(game, power, planes)
    can = [u for u in planes if flying_home.kind_of(view, u) in ways]
    if can and count < len(planes):
        what = f"{narrate.units_text(view.table, planes)} in {place}"
        text = f"not all of {what} have a landing place yet: move some, or {count} {_are(count)} lost"
        yield Danger("aircraft", text, True, tuple(ways.values()), f"{count} of {what} lost")
        return
    if can:
        what, number = f"{narrate.units_text(view.table, can)} in {place}", len(can)
        move = "move them, or they" if number > 1 else "move it, or it"
        text = f"{what} {have(number)} not landed yet: {move} {_are(number)} lost"
        yield Danger("aircraft", text, True, tuple(ways.values()), f"{what} lost")
    if gone := [u for u in planes if u not in can]:
        of, number = (f"{count} of ", count) if count < len(planes) else ("", len(gone))
        what = f"{of}{narrate.units_text(view.table, gone)} in {place}"
        if carrier := flying_home.carrier_to_meet(game, power, gone):
            text = f"{what} {_are(number)} lost, if no carrier comes: {carrier}"
            yield Danger("aircraft", text, True, (carrier,), f"{what} lost")
        else:
            yield Danger("aircraft", f"{what} cannot land and {_are(number)} lost", True, after=f"{what} lost")


def _are(number: int) -> str:
    return "are" if number > 1 else "is"


def _cargo(game: Game, power: str) -> Iterator[Danger]:
    """Land units still aboard in noncombat move that could go ashore; what rides on a ship that fights is meant to be at sea,
    and what has boarded this turn, as long as it could only go back where it could have walked."""
    view = game.view
    if view.phase != NONCOMBAT:
        return
    aboard = [u for u in view.forces(power) if u.carrier is not None]
    afloat = [u for u in aboard if view.domain(u) != AIR and view.place(u.place).is_sea and not _on_duty(view, u)]
    kinds = Counter((u.place, u.type, selection.called(view, u), _boarded(u)) for u in afloat)
    for (zone, unit, name, start), number in kinds.items():
        home = distance.joined(view, start, power) if start else ()
        coasts = (p for p in view.board.near(zone) if view.place(p).is_land and p not in home)
        if any(game.trial(f"unload 1 {name}: {zone} > {coast}", power) is None for coast in coasts):
            what = narrate.count(view.table, number, unit)
            yield Danger("cargo", f"{what} in {zone} {'stay' if number > 1 else 'stays'} aboard", True)


def _on_duty(view: View, unit: Unit) -> bool:
    """Whether a unit rides on a warship: it is no ferry."""
    ship = view.get([unit.carrier] if unit.carrier is not None else [])
    return bool(ship and view.of(ship[0]).attack)


def _boarded(unit: Unit) -> str:
    """Where a unit came aboard this turn; "" for one that was aboard before."""
    return unit.start if unit.loaded else ""


def _unused(view: View, power: str) -> Iterator[Danger]:
    if view.phase == "purchase" and any(max(s.most.values(), default=0) for s in sale(view, power)):
        yield Danger("money", f"{view.money(power)} IPC unspent")
    if view.phase == "mobilize":
        left = Counter[str]()
        for entry in view.state.pool.get(power, ()):
            if not entry.site:  # what has its place goes up by itself
                left[entry.type] += entry.count
        if left:
            what = ", ".join(narrate.count(view.table, n, unit) for unit, n in left.items())
            yield Danger("units", f"{what} not placed")
    if view.phase == "conduct combat" and (left_out := [b for b in stages.due(view) if b.optional]):
        places = ", ".join(dict.fromkeys(b.place for b in left_out))
        yield Danger("battles", f"not fought: {places}")


def _peaceful(game: Game, power: str) -> Iterator[Danger]:
    """A combat move in which nothing was ordered, where enemies are in reach: more likely a slip than meant."""
    view = game.view
    ordered = (entry for entry in standing(game.log.here) if entry.turn == game.state.turn and entry.by == power)
    if view.phase != COMBAT_MOVE or any(ordered):
        return
    if any(_enemy(view, place, power) for mover in legal(game, power).movers for place in mover.goals):
        yield Danger("attacks", "no attack ordered")


def _enemy(view: View, place: str, power: str) -> bool:
    return view.hostile_land(place, power) if view.place(place).is_land else not view.friendly_zone(place, power)
