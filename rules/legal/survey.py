"""`legal`: a survey of everything a power may order now."""

from __future__ import annotations

import dataclasses
import functools
from collections import Counter
from collections.abc import Iterator, Mapping

from rules.core import stages
from rules.core.hooks import Rule
from rules.core.purses import purse_of
from rules.core.view import View
from rules.economy import limits, placing, prices
from rules.economy.sites import facility_refusal
from rules.legal.choices import decision_choices
from rules.legal.values import ForSale, Legal, Mover, Question, Repairable, ToFight, ToPlace
from rules.model.orders import Buy, Demolish, Disband, Move, Order, PlaceUnits, Repair, Ship
from rules.model.profiles import AIR, FACILITY, LAND, MARKER, SEA, UnitType
from rules.model.state import COMBAT_MOVE, Bought, Unit
from rules.movement import selection
from rules.movement.reach import Reach
from rules.phases import combat
from rules.phases.repairs import damaged, payers
from rules.play import flow
from rules.play.game import Game

_ANYTIME = ("concede",)


def legal(game: Game, power: str) -> Legal:
    """Everything a power may order now; for a power that has nothing to do, only what is always possible
    and what rules let it order on others' turns. Worked out once a position."""
    return game.view.memoized(("legal", power), lambda: _legal(game, power))


def _legal(game: Game, power: str) -> Legal:
    state, view = game.state, game.view
    base = Legal(power, state.turn, game.to_act, always=_ANYTIME)
    if state.winner:
        return base
    of_rules = (functools.partial(offers, game, power), functools.partial(suggestions, game, power))
    if power != game.to_act:
        return dataclasses.replace(base, of_rules=of_rules)
    if state.pending:
        return _answering(game, base)
    return Legal(
        power=power,
        turn=state.turn,
        to_act=power,
        words=_words(game),
        always=("done", "undo", *_ANYTIME),
        sale=tuple(sale(view, power)) if handles(game, Buy) else (),
        repairs=tuple(repairs(view, power)) if handles(game, Repair) else (),
        movers=tuple(movers(view, power)) if handles(game, Move) else (),
        battles=tuple(_battles(view)),
        place=tuple(to_place(view, power)) if handles(game, PlaceUnits) else (),
        of_rules=of_rules,
        done=game.trial("done", by=power),
        undo=game.trial("undo", by=power) is None,
    )


def _answering(game: Game, base: Legal) -> Legal:
    decision = game.state.pending[0]
    choices = decision_choices(game)
    question = Question(decision.kind, decision.power, decision.place, choices)
    words = tuple(dict.fromkeys(str(game.parse(c)).split()[0] for c in choices))
    return Legal(base.power, base.turn, base.to_act, question, words, _ANYTIME)


def handles(game: Game, order: type[Order]) -> bool:
    """Whether the phase takes orders of a kind."""
    module = flow.MODULES.get(game.state.turn.phase)
    return module is not None and order in module.HANDLERS


def _words(game: Game) -> tuple[str, ...]:
    module = flow.MODULES.get(game.state.turn.phase)
    return tuple(kind.verb for kind in module.HANDLERS) if module else ()


def offers(game: Game, power: str) -> tuple[str, ...]:
    """Order texts that rules offer to a power now, every one legal, by `tier`."""
    texts = suggestions(game, power)
    return game.view.memoized(("offers", power), lambda: tuple(t for t in texts if game.trial(t, by=power) is None))


def suggestions(game: Game, power: str) -> tuple[str, ...]:
    """The same before each has been tried: nearly all are legal."""
    return game.view.memoized(("suggestions", power), lambda: _suggested(game, power))


def _suggested(game: Game, power: str) -> tuple[str, ...]:
    texts = [t for rule in game.table.answering(Rule.offers) for t in rule.offers(game.view, power)]
    return tuple(dict.fromkeys(sorted(texts, key=tier)))


DESTROYS = 2
"""The tier of what destroys what is one's own."""


def tier(text: str) -> int:
    """Where what a rule offers stands among other offers: what only it offers, ways of moving that menus for moves have
    not, and last what destroys what is one's own."""
    verb = text.partition(" ")[0]
    return DESTROYS if verb in (Demolish.verb, Disband.verb) else int(verb in (Move.verb, Ship.verb))


# --- buying and repairing -----------------------------------------------------------------------------------


def sale(view: View, power: str) -> Iterator[ForSale]:
    """What is sold to a power, with the most that can be bought now; what it may never own is left out. Standard units
    first, then those of rules that fight (by land, air and sea), then works and markers, then buildings."""
    for unit in sorted((view.profile(power, name) for name in view.table.units), key=_shelf):
        why_not = limits.buy_refusal(view, power, unit, prices.batch(unit), "")
        if why_not is not None and why_not.code in ("not-for-sale", "not-eligible"):
            continue
        yield _offer(view, power, unit, why_not)


def _shelf(unit: UnitType) -> tuple[int, int]:
    """Where a unit stands in a list of what is sold: its group, then by price where a rule brings it."""
    if unit.domain == FACILITY:
        return (5, 0)
    if not unit.rule:
        return (0, 0)
    if unit.domain == MARKER or not (unit.move and unit.attack):
        return (4, unit.cost)
    return (1 + (LAND, AIR, SEA).index(unit.domain), unit.cost)


def _offer(view: View, power: str, unit: UnitType, why_not: object) -> ForSale:
    size = prices.batch(unit)
    price = prices.price(view, power, unit.name, size)
    most = {purse: _most(view, power, unit, purse) for purse in view.purses(power)}
    sites = _sites(view, power, unit) if unit.domain == FACILITY else ()
    refusal = limits.buy_refusal(view, power, unit, size, "") if why_not else None
    return ForSale(unit.name, price, size, most, refusal, sites)


def _most(view: View, power: str, unit: UnitType, purse: str) -> int:
    """The greatest number a purse can pay for that no limit forbids."""
    size, money = prices.batch(unit), view.state.money.get(purse, 0)
    low, high = 0, 1 + money // max(1, prices.price(view, power, unit.name, size))
    while low < high:
        middle = (low + high + 1) // 2
        count = middle * size
        paid = prices.price(view, power, unit.name, count) <= money
        if paid and limits.buy_refusal(view, power, unit, count, "") is None:
            low = middle
        else:
            high = middle - 1
    return low * size


def _sites(view: View, power: str, unit: UnitType) -> tuple[str, ...]:
    """Territories where a facility may be built, best first."""
    own = [p for p, owner in view.state.owners.items() if owner == power]
    planned = [b.site for b in view.state.pool.get(power, ()) if b.type == unit.name]
    fit = [
        p
        for p in own
        if facility_refusal(view, power, unit, 1 + planned.count(p), p) is None
        and limits.buy_refusal(view, power, unit, 1, p) is None
    ]
    return tuple(sorted(fit, key=lambda p: (-view.value(p), p)))


def repairs(view: View, power: str) -> Iterator[Repairable]:
    """Damaged facilities and units of a power and what it can pay for."""
    for place, found in view.state.facilities.items():
        if view.owner(place) != power:
            continue
        money = view.state.money.get(purse_of(view, power, place), 0)
        for facility in found:
            if facility.damage:
                most = _payable(view, power, facility.type, facility.damage, money)
                yield Repairable(place, facility.type, facility.damage, most)
    hits: Counter[tuple[str, str]] = Counter()
    for unit in damaged(view, power):
        hits[unit.place, unit.type] += unit.damage
    for (place, name), count in sorted(hits.items()):
        money = max(view.state.money.get(purse, 0) for purse in payers(view, power, place))
        yield Repairable(place, name, count, _payable(view, power, name, count, money), unit=True)


def _payable(view: View, power: str, name: str, points: int, money: int) -> int:
    return next((n for n in range(points, 0, -1) if prices.repair_price(view, power, name, n) <= money), 0)


# --- moving ---------------------------------------------------------------------------------------------------


def movers(view: View, power: str) -> Iterator[Mover]:
    """Units that may still move, by place and type, with what they can reach."""
    reach = Reach(view)
    groups: dict[tuple[str, str, str], list[Unit]] = {}
    for unit in view.forces(power):
        if unit.carrier is None and view.points(unit) > unit.spent and not _waits(view, unit):
            groups.setdefault((unit.place, unit.type, selection.called(view, unit)), []).append(unit)
    for (place, type_, name), units in sorted(groups.items()):
        yield Mover(place, type_, name, len(units), _goals(reach, units))


def _waits(view: View, unit: Unit) -> bool:
    """Whether a unit moves only later in the turn."""
    return view.phase == COMBAT_MOVE and view.has(unit, "not in combat move")


class _goals:
    """Where some units can go, worked out once, when it is first asked."""

    def __init__(self, reach: Reach, units: list[Unit]) -> None:
        self.reach, self.units = reach, units
        self.found: Mapping[str, int] | None = None

    def __call__(self) -> Mapping[str, int]:
        if self.found is None:
            self.found = self._look()
        return self.found

    def _look(self) -> Mapping[str, int]:
        cost: dict[str, int] = {}
        counts: dict[str, int] = {}
        alike: dict[object, list[Unit]] = {}
        for unit in self.units:
            alike.setdefault((unit.damage, unit.marks, unit.turn), []).append(unit)
        for units in alike.values():
            for place, points in self.reach.destinations(units[0]).items():
                counts[place] = counts.get(place, 0) + len(units)
                cost[place] = min(points, cost.get(place, points))
        return {p: counts[p] for p in sorted(counts, key=lambda p: (cost[p], p))}


# --- fighting and placing -------------------------------------------------------------------------------------


def _battles(view: View) -> Iterator[ToFight]:
    battles = stages.due(view)
    urgent = [stages.rank(view, stages.stage_of(view, b)) for b in battles if not b.optional]
    for battle in battles:
        optional = bool(battle.optional) or not combat.needs_fight(view, battle)
        now = stages.rank(view, stages.stage_of(view, battle)) <= min(urgent, default=99)
        yield ToFight(battle.place, battle.kind, optional, f"fight {battle.place}", now)


def to_place(view: View, power: str) -> Iterator[ToPlace]:
    """What is bought and not placed, and where it may go; what differs in price only is one."""
    alike: dict[Bought, int] = {}
    for bought in view.state.pool.get(power, ()):
        kind = dataclasses.replace(bought, count=0, price=min(1, bought.price))
        alike[kind] = alike.get(kind, 0) + bought.count
    for entry in (dataclasses.replace(kind, count=count) for kind, count in alike.items()):
        front = _guards(view.profile(power, entry.type))
        near = sorted(placing.candidates(view, power, entry), key=lambda p: _rank(view, power, p, front))
        sites = {p: n for p in near if (n := _fits(view, power, entry, p))}
        yield ToPlace(entry.type, entry.count, entry.purse, sites, entry.price == 0)


def _guards(unit: UnitType) -> bool:
    """Whether a unit is for where the enemy is: works, mines and the like, no buildings."""
    return unit.domain == LAND and (not unit.move or unit.has("stands by"))


def _rank(view: View, power: str, place: str, front: bool) -> tuple[int, int, int, str]:
    """Own territories by their value, then seas, then other places; front: those first that most enemies press."""
    if view.owner(place) == power:
        return 0, -view.pressed(place, power) if front else 0, -view.value(place), place
    return (1 if view.place(place).is_sea else 2), 0, 0, place


def _fits(view: View, power: str, entry: Bought, place: str) -> int:
    size = prices.placed_together(view.profile(power, entry.type))
    if placing.refusal(view, power, entry, min(size, entry.count), place) is not None:
        return 0
    counts = range(entry.count - entry.count % size, 0, -size)
    return next((n for n in counts if placing.refusal(view, power, entry, n, place) is None), 0)


__all__ = ["DESTROYS", "legal", "movers", "offers", "repairs", "sale", "tier", "to_place"]
