"""A sheet in words: what it changes, a sentence each, for the lobby and the look-ups."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rules.model.names import listing, one_of, sentence, tidy
from rules.model.vocabulary import TRAITS, said
from rules.own.clauses import Bonus, Clauses, Income, March, Scope, Victory
from rules.own.figures import Change
from rules.own.sheet import Sheet

_FIELD = {
    "cost": "costs {} IPC",
    "attack": "attacks at {}",
    "defense": "defends at {}",
    "move": "moves {}",
    "hits": "takes {} hits",
    "attack_dice": "rolls {} dice in attack",
    "defense_dice": "rolls {} dice in defense",
    "cargo": "takes {} room aboard",
    "capacity": "carries {}",
    "deck": "takes {} room on decks",
    "decks": "has room for {} on its deck",
}
MANY = 4


def figures(own: Sheet) -> Iterator[str]:
    """Units, values, money."""
    for unit in own.units:
        numbers = f"{unit.attack}/{unit.defense}, move {unit.move}, {unit.cost} IPC"
        owners = f", for {listing(unit.powers)}" if unit.powers else ""
        more = "".join(f"; {said(name, number)}" for name, number in unit.numbers.items())
        yield sentence(f"New: {unit.name} ({numbers}{owners}{more})")
    for change in own.figures.changes:
        yield _change(change)
    for place, value in own.figures.values:
        yield f"{place} is worth {value}."
    for purse, money in own.figures.money:
        yield f"{purse} starts with {money} IPC."


def _change(change: Change) -> str:
    parts = [_field(name, value) for name, value in change.fields]
    parts += [said(name, number) for name, number in change.numbers]
    parts += [f"now: {TRAITS[t].format(2)}" for t in change.gains]
    parts += [f"no longer: {TRAITS[t].format(2)}" for t in change.loses]
    who = f" of {_some(change.powers)}" if change.powers is not None else ""
    when = "" if change.rounds.always else f" {change.rounds}"
    return sentence(f"{change.unit}{who} {listing(parts)}{when}")


def _field(name: str, value: object) -> str:
    if isinstance(value, tuple):
        return f"{'is only for' if name == 'powers' else 'is built only in'} {listing(value)}"
    text = _FIELD[name].format(value)
    return text.replace(" dice", " die").replace(" hits", " hit") if value == 1 else text


def clauses(own: Sheet) -> Iterator[str]:
    """Everything else."""
    return (text for _, text in titled(own.clauses))


def titled(found: Clauses) -> Iterator[tuple[str, str]]:
    """Each clause by its title, in words."""
    yield from ((one.title, tidy(_bonus(one))) for one in found.bonus)
    yield from ((one.title, tidy(_march(one))) for one in found.move)
    yield from ((one.title, tidy(_income(one))) for one in found.income)
    yield from ((one.title, tidy(_victory(one))) for one in found.victory)


def _bonus(bonus: Bonus) -> str:
    side = {"attack": "attack", "defense": "defend", "both": "fight"}[bonus.when]
    first = " in the first round of a battle" if bonus.first else ""
    return f"{bonus.title}: {_scoped(bonus.scope)} {side} {_signed(bonus.amount)}{first}."


def _march(move: March) -> str:
    return f"{move.title}: {_scoped(move.scope)} move {_signed(move.amount)}."


def _income(income: Income) -> str:
    amount = _signed(income.ipc) + " IPC" if income.ipc else ""
    dice = f"{income.dice} {'die' if income.dice == 1 else 'dice'} of IPC" if income.dice else ""
    each = f" for each {_scoped(income.counted, _WHOSE[income.of], 'unit')}" if income.counted else ""
    when = "" if income.rounds.always else f" {income.rounds}"
    each += "".join(_EACH[name].format(listing(value)) for name, value in income.conditions if name in _EACH)
    ifs = [_condition(name, value) for name, value in income.conditions if name in _IF]
    if_ = f", if {' and '.join(ifs)}" if ifs else ""
    once = ", once in the game" if income.once else ""
    who = income.said or "each power"
    return f"{income.title}: {who} {' and '.join(filter(None, (amount, dice)))}{each}{if_}{when}{once}."


def _condition(name: str, value: Any) -> str:
    if isinstance(value, Mapping):
        return _IF[name].format(f"{value['least']} of {listing(value['places'])}")
    some = one_of if name == "war" else listing
    return _IF[name].format(some(value) if isinstance(value, tuple) else value)


_IF = {
    "war": "it is at war with {}",
    "peace": "it is at peace with {}",
    "holds": "it holds {}",
    "side_holds": "its side holds {}",
    "side_holds_some": "its side holds at least {}",
    "troops": "it has land units in {}",
    "clear": "no enemy warships are in {}",
    "no_surface": "no enemy surface warships are in {}",
    "home": "it holds all its original territories",
    "no_guests": "no units of allies are in its original territories",
}
_EACH = {"each": " for each of {} that it holds", "side_each": " for each of {} that its side holds"}
_WHOSE = {"own": "of its own", "allies": "of its allies", "enemies": "of its enemies"}


def _victory(victory: Victory) -> str:
    needs = f"{victory.least} of {_some(victory.places)}"
    return f"{victory.title}: the {victory.side} wins with {needs} at the {victory.moment}."


def _scoped(scope: Scope, whose: str = "", any_unit: str = "all units") -> str:
    units, powers, places = scope.said
    parts = [units or any_unit, whose or (f"of {powers}" if powers else ""), f"in {places}" if places else ""]
    return " ".join([*filter(None, parts), *([] if scope.rounds.always else [str(scope.rounds)])])


def _some(names: frozenset[str]) -> str:
    listed = sorted(names)
    return (
        listing(listed) if len(listed) <= MANY else f"{listing(listed[: MANY - 1])} and {len(listed) - MANY + 1} more"
    )


def _signed(amount: int) -> str:
    return f"{amount:+d}".replace("-", "−")
