"""A battle typed in as two lists of units, set up on an empty board so that the engine's own rules judge it."""

from __future__ import annotations

import dataclasses
import functools
import json
import operator
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rules.core.act import Act
from rules.core.position import check_tags, damage_and_marks, lexicon
from rules.core.table import Table
from rules.core.view import View
from rules.model.board import Place, load
from rules.model.ledger import Ledger
from rules.model.names import article, listing, sentence, several
from rules.model.orders import Item, Items
from rules.model.parse import parse_items
from rules.model.profiles import FACILITY, LAND, SEA
from rules.model.state import TYPED, Battle, BattleKind, State, Unit, ids
from rules.movement import packing
from rules.odds.read.battle import Ready, Wishes, check_foreseen, get_ready
from rules.odds.read.engine_side import EngineSide
from rules.odds.solve.battle import odds
from rules.odds.solve.model import Plan
from rules.odds.solve.result import Odds
from rules.play.game import Game, NoDice

MOST = 500  # units of a side
_Game = tuple[str, tuple[str, ...], str]  # board, house rules, options
_Kinds = tuple[tuple[str, tuple[str, ...]], ...]  # units with what is said of them
_NO: frozenset[str] = frozenset()


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
    wishes: Wishes | None = None,
) -> Odds:
    """The odds of "3 infantry, 1 tank" against "2 infantry". powers: attacker and defender where it matters.
    Raises TypedError, NoOdds, Refused for units that do not exist, TableError for rules that do not fit."""
    game = _game(board, rules, options)
    both = _items(game, attacker), _items(game, defender)
    if wishes is None:
        kinds = tuple(tuple((item.unit, item.tags) for item in items) for items in both)
        known = _known(game, powers, kinds[0], kinds[1])
        if known:
            one, two, plan = known
            mine, theirs = (s.counting([i.count for i in items]) for s, items in zip((one, two), both, strict=True))
            return odds(mine, theirs, dataclasses.replace(plan, rounds=rounds))
    act, battle = _set_up(game, powers, *both)
    get_ready(act, battle)
    check_foreseen(act, battle)
    return Ready(act, battle).odds(wishes or Wishes(rounds))


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
    game = _game(board, rules, options)
    act, battle = _set_up(game, powers, _items(game, attacker), _items(game, defender))
    return View(act.table, act.state), battle


def _game(board: str, rules: Sequence[str], options: Mapping[str, Any] | None) -> _Game:
    return board, tuple(rules), json.dumps(options, sort_keys=True) if options else "{}"


@functools.lru_cache(maxsize=32)
def _empty(board: str, rules: tuple[str, ...], options: str) -> tuple[Table, State]:
    game = Game.new(board, rules, json.loads(options), setup=False, begin=False)
    return game.table, game.state


@functools.lru_cache(maxsize=64)
def _at_war(
    board: str, rules: tuple[str, ...], options: str, powers: tuple[str, str], coast: bool
) -> tuple[State, str, str]:
    """The empty board in the conduct of combat of the first of two powers, which are at war, and their names. coast: the
    second one has a coast, if that is left open."""
    table, state = _empty(board, rules, options)
    act = Act(table, state.copy(), NoDice())
    one, two = _powers(act, powers, coast)
    act.state.turn = dataclasses.replace(act.state.turn, power=one, phase="conduct combat")
    act.set_relation(one, two, "war", "odds")
    return act.state, one, two


def _items(game: _Game, text: str) -> Items:
    table, _ = _empty(*game)
    items = parse_items(text, lexicon(table))
    _check(table, items)
    return items


def _set_up(game: _Game, powers: tuple[str, str], mine: Items, theirs: Items) -> tuple[Act, str]:
    table, _ = _empty(*game)
    at_sea, from_sea = _at_sea(table, mine, theirs), any(table.units[i.unit].domain == SEA for i in mine)
    state, one, two = _at_war(*game, powers, from_sea and not at_sea)
    act = Act(table, state.copy(), NoDice())
    place = _place(table.board.id, two, at_sea, from_sea)
    _arrange(act, place, one, two, mine, theirs)
    return act, place


@functools.lru_cache(maxsize=64)
def _known(
    game: _Game, powers: tuple[str, str], mine: _Kinds, theirs: _Kinds
) -> tuple[EngineSide, EngineSide, Plan] | None:
    """What the engine says of a battle of units of some kinds, one of each: the same however many they are, on a board
    as it is printed, where nothing fires once and nobody carries anything. None where it may be otherwise."""
    table, _ = _empty(*game)
    laden = any(_is_cargo(tag) for kinds in (mine, theirs) for _, tags in kinds for tag in tags)
    if table.house or table.own or laden:
        return None
    items = [tuple(Item(1, unit, tags) for unit, tags in kinds) for kinds in (mine, theirs)]
    act, battle = _set_up(game, powers, *items)
    get_ready(act, battle)
    attacker, defender, plan = Ready(act, battle).sides(Wishes())
    assert isinstance(attacker, EngineSide) and isinstance(defender, EngineSide)
    alike = attacker.kinds != len(mine) or defender.kinds != len(theirs)
    return None if alike or plan.openings or plan.first else (attacker, defender, plan)


def items_of(text: str, board: str, rules: Sequence[str], options: Mapping[str, Any] | None) -> tuple[Table, Items]:
    """The units of a text, checked, and the table they belong to. Raises as typed_odds does."""
    game = _game(board, rules, options)
    return _empty(*game)[0], _items(game, text)


def _check(table: Table, items: Sequence[Item]) -> None:
    """Whether these are not too many."""
    many = sum(item.count * (1 + sum(load.count for load in _loads(table, item))) for item in items)
    if many > MOST:
        raise TypedError(f"{many} units are too many: odds are worked out for {MOST} a side at most.")


def _powers(view: View, named: tuple[str, str], coast: bool) -> tuple[str, str]:
    """The two powers that are named; one that is not is the first that fits, an enemy at war before others."""
    found = [view.board.power_names.find(name) if name else "" for name in named]
    for name, power in zip(named, found, strict=True):
        if power is None or (power and power not in view.board.powers):
            raise TypedError(f"There is no power “{name}” on this board.")
    order = view.board.order
    one = found[0] or next(p for p in order if view.side(p) == "Axis" and p != found[1])
    enemies = [p for p in order if view.side(p) != view.side(one)]
    ashore = [p for p in enemies if not coast or _coasts(view.board.id, p)] or enemies
    two = found[1] or next((p for p in ashore if view.at_war(one, p)), ashore[0])
    if view.side(one) == view.side(two):
        raise TypedError(f"{one} and {two} are on the same side.")
    return one, two


def _at_sea(table: Table, attacker: Sequence[Item], defender: Sequence[Item]) -> bool:
    """Whether ships fight ships."""
    found, against = ({table.units[item.unit].domain for item in items} for items in (attacker, defender))
    if FACILITY in found | against or not found or not against:
        raise TypedError("Name units that fight, on both sides.")
    if SEA in against and LAND in against:
        raise TypedError("The defender has ships and land units: those are two battles.")
    if LAND in against and found == {SEA} and not any(_is_cargo(tag) for item in attacker for tag in item.tags):
        raise TypedError("Ships alone do not fight land units; name who lands: 1 transport (cargo: 2 infantry).")
    return SEA in against or (LAND not in found | against and SEA in found)


@functools.cache
def _place(board: str, owner: str, at_sea: bool, from_sea: bool) -> str:
    """A zone, or a territory of the owner's, on a coast if ships come (not his capital, where there is another)."""
    printed = load(board)
    places = printed.places.values()
    if at_sea:
        return next(p.name for p in places if p.is_sea)
    own = [p for p in places if p.is_land and p.owner == owner]
    coasts = _coasts(board, owner)
    if not (coasts or (own and not from_sea)):
        raise TypedError(f"{owner} has no coast to fight for." if own else f"{owner} has no territory to fight for.")
    return min(coasts or own, key=lambda p: p.capital is not None).name


def _coasts(board: str, owner: str) -> list[Place]:
    """Territories by the sea that are printed as a power's."""
    printed = load(board)
    land = [p for p in printed.places.values() if p.is_land and p.owner == owner]
    return [p for p in land if printed.touching_seas(p.name)]


def _arrange(act: Act, place: str, one: str, two: str, mine: Sequence[Item], theirs: Sequence[Item]) -> None:
    """Put both sides on the board, the attacker's units as they come to a battle, and make the battle."""
    domains = {act.table.units[item.unit].domain for item in mine}
    sea = act.place(place).is_sea
    if sea and LAND in domains:
        raise TypedError("Land units do not fight at sea; put them aboard: 1 transport (cargo: 2 infantry).")
    zone = act.board.touching_seas(place)[0] if SEA in domains and not sea else ""
    lands = Ledger(moved="combat move", role="assault", target=place, route=(zone,))
    come = Unit(0, "", one, place, turn=Ledger(moved="combat move", role="attack", route=(place,)))
    afar = Unit(0, "", one, act.board.near(place)[0], turn=Ledger(role="fire afar", target=place))
    for item in mine:
        profile = act.profile(one, item.unit)
        domain, unit = profile.domain, come
        if profile.has("stands by") and profile.number("range") and not sea:  # no fighter: it fires from elsewhere
            unit = afar
        elif zone and domain == LAND:
            unit = come.but(role="landed")
        elif zone and domain == SEA:
            unit = Unit(0, "", one, zone, turn=Ledger(role="support"))
        _muster(act, unit, item, lands if unit.role == "support" else None)
    for item in theirs:
        _muster(act, Unit(0, "", two, place), item)
    act.state.index_units()
    fighting, enemies = ([u for u in act.units(place, power) if u.carrier is None] for power in (one, two))
    kind: BattleKind = "sea" if sea else "land"
    zones, facts = (zone,) if zone else (), {TYPED: True}
    act.set_battle(Battle(place, kind, place, one, "due", 0, ids(fighting), ids(enemies), zones=zones, facts=facts))


def _is_cargo(tag: str) -> bool:
    return tag.lower().startswith("cargo")


def _loads(table: Table, item: Item) -> list[Item]:
    """What is aboard each of a kind of ships."""
    cargo = [tag.lower().partition(":")[2] for tag in item.tags if _is_cargo(tag)]
    return [load for text in cargo for load in parse_items(text, lexicon(table))]


def _muster(act: Act, like: Unit, item: Item, lands: Ledger | None = None) -> None:
    """The units of an item, cargo inside its ships. lands: what troops aboard are about to do."""
    if item.tags:
        check_tags(act.table, like.owner, [item])
    ship, aboard = _fields(_unit(act, like, item)), []
    for inside in _loads(act.table, item):
        unit = _unit(act, like, inside)
        if lands and act.of(unit).domain == LAND:
            unit = dataclasses.replace(unit, turn=lands)
        aboard += [unit] * inside.count
    _check_load(act, _unit(act, like, item), aboard)
    for _ in range(item.count):
        number = _add(act.state, ship)
        for unit in aboard:
            _add(act.state, _fields(dataclasses.replace(unit, carrier=number)))


def _check_load(view: View, ship: Unit, aboard: Sequence[Unit]) -> None:
    """Refuse what a ship does not take aboard, or not together; an aircraft takes one of what it carries."""
    profile = view.of(ship)
    one = bool(profile.carries) and not profile.capacity
    for unit in aboard:
        if not (unit.type in profile.carries if one else packing.takes(view, ship, unit)):
            kinds = listing([view.profile(ship.owner, name).many for name in profile.carries])
            taken = kinds or ("land units" if profile.capacity else "nothing")
            raise TypedError(sentence(f"{article(ship.type)} does not carry {view.of(unit).many}; it carries {taken}"))
    if len(aboard) > 1 if one else bool(aboard) and not packing.fits(view, ship, aboard):
        raise TypedError(f"That does not go aboard one {ship.type} together.")


def _unit(view: View, like: Unit, item: Item) -> Unit:
    """One unit of an item, without its cargo."""
    name = view.table.standing(item.unit)
    damage, marks = damage_and_marks([t for t in item.tags if not _is_cargo(t)]) if item.tags else (0, _NO)
    if damage and damage >= (hits := view.profile(like.owner, name).hits):
        raise TypedError(sentence(f"{article(name)} takes {several(hits, 'hit')}: it is never damaged {damage}"))
    return Unit(0, name, like.owner, like.place, damage, marks=marks, turn=like.turn)


# All of a unit but its number.
_fields: Callable[[Unit], tuple[Any, ...]] = operator.attrgetter(*(f.name for f in dataclasses.fields(Unit)[1:]))


def _add(state: State, fields: tuple[Any, ...]) -> int:
    number = state.next_id
    state.units[number] = Unit(number, *fields)
    state.next_id += 1
    return number
