"""A battle typed in as two lists of units, set up on an empty board so that the engine's own rules judge it."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from typing import Any

from rules.core.act import Act
from rules.core.position import put
from rules.core.view import View
from rules.model.profiles import FACILITY, LAND, SEA
from rules.model.state import Battle, Unit, ids
from rules.odds.battle import BUDGET, GAMES
from rules.odds.from_state import battle_odds
from rules.odds.result import Odds
from rules.play.game import Game, NoDice


class TypedError(ValueError):
    """The two lists of units make no battle; the text says why."""


def typed_odds(
    attacker: str,
    defender: str,
    board: str = "classic",
    rules: Sequence[str] = (),
    options: Mapping[str, Any] | None = None,
    powers: tuple[str, str] = ("", ""),
    rounds: int | None = None,
    budget: int = BUDGET,
    games: int = GAMES,
) -> Odds:
    """The odds of "3 infantry, 1 tank" against "2 infantry". powers: attacker and defender where it matters.
    Raises TypedError, Refused for units that do not exist, TableError for rules that do not fit."""
    view, battle = typed_battle(attacker, defender, board, rules, options, powers)
    return battle_odds(view, battle, rounds, budget, games)


def typed_battle(
    attacker: str,
    defender: str,
    board: str = "classic",
    rules: Sequence[str] = (),
    options: Mapping[str, Any] | None = None,
    powers: tuple[str, str] = ("", ""),
) -> tuple[View, str]:
    """An otherwise empty position with the battle due, and the battle's id. With ships and land units against
    land units it is an assault: the ships stand off the coast and bombard."""
    game = Game.new(board, rules, options, setup=False, begin=False)
    act = Act(game.table, game.state, NoDice())
    one, two = _powers(act, powers)
    game.state.turn = dataclasses.replace(game.state.turn, power=one, phase="conduct combat")
    act.set_relation(one, two, "war", "odds")
    place = _place(act, two, at_sea=_at_sea(act, attacker, defender))
    put(act, place, one, attacker)
    put(act, place, two, defender)
    _arrange(act, place, one, two)
    return game.view, place


def _powers(view: View, named: tuple[str, str]) -> tuple[str, str]:
    found = [view.board.power_names.find(name) if name else "" for name in named]
    for name, power in zip(named, found, strict=True):
        if power is None or (power and power not in view.board.powers):
            raise TypedError(f"There is no power “{name}” on this board.")
    order = view.board.order
    one = found[0] or next(p for p in order if view.side(p) == "Axis" and p != found[1])
    enemies = [p for p in order if view.side(p) != view.side(one)]
    two = found[1] or next((p for p in enemies if view.at_war(one, p)), enemies[0])
    if view.side(one) == view.side(two):
        raise TypedError(f"{one} and {two} are on the same side.")
    return one, two


def _at_sea(view: View, attacker: str, defender: str) -> bool:
    trial = Act(view.table, view.state.copy(), NoDice())
    zone = _place(view, "", at_sea=True)
    put(trial, zone, view.board.order[0], f"{attacker}, {defender}")
    found = {view.domain(u) for u in trial.units(zone) if u.carrier is None}
    put(trial, zone, view.board.order[1], defender)
    against = {view.domain(u) for u in trial.units(zone, view.board.order[1]) if u.carrier is None}
    if FACILITY in found or not against:
        raise TypedError("Name units that fight, on both sides.")
    if SEA in against and LAND in against:
        raise TypedError("The defender has ships and land units: those are two battles.")
    return SEA in against or (LAND not in found and SEA in found)


def _place(view: View, owner: str, at_sea: bool) -> str:
    """A zone, or a territory of the owner's on a coast (not his capital, where there is another)."""
    places = view.board.places.values()
    if at_sea:
        return next(p.name for p in places if p.is_sea)
    coasts = [p for p in places if p.is_land and p.owner == owner and view.board.touching_seas(p.name)]
    if not coasts:
        raise TypedError(f"{owner} has no coast to fight for.")
    return min(coasts, key=lambda p: p.capital is not None).name


def _arrange(act: Act, place: str, one: str, two: str) -> None:
    mine = [u for u in act.units(place, one) if u.carrier is None]
    if act.place(place).is_sea:
        if any(act.domain(u) == LAND for u in mine):
            raise TypedError("Land units do not fight at sea; put them aboard: 1 transport (cargo: 2 infantry).")
        kind, facts = "sea", {}
    else:
        ships = [u for u in mine if act.domain(u) == SEA]
        kind, facts = "land", _off_the_coast(act, place, ships)
    for unit in (u for u in mine if u.place == place):
        role = "landed" if facts and act.domain(unit) == LAND else "attack"
        _join(act, unit, role)
    enemies = [u for u in act.units(place, two) if u.carrier is None]
    fighting = [u for u in act.units(place, one) if u.carrier is None]
    act.set_battle(Battle(place, kind, place, one, "due", 0, ids(fighting), ids(enemies), facts=facts))


def _join(act: Act, unit: Unit, role: str) -> None:
    act.change(unit, role=role, moved="combat move", route=(unit.place,))


def _off_the_coast(act: Act, place: str, ships: Sequence[Unit]) -> dict[str, Any]:
    zone = act.board.touching_seas(place)[0]
    for ship in ships:
        act.change(ship, place=zone, role="support")
        for cargo in act.state.aboard(ship.id):
            act.change(cargo, place=zone)
    return {"assault": (zone,)} if ships else {}
