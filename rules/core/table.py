"""The rule table: which rules are on, what each brought or changed, and the hooks they answer."""

from __future__ import annotations

import functools
import importlib
import operator
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Concatenate, ParamSpec, TypeVar, TypeVarTuple, Unpack, cast

from rules.core import dice_modes
from rules.core.documents import (
    TableError,
    documents,
    in_force,
    must_fit,
    rounds_ahead,
    rules_of,
)
from rules.core.identity import Identity, Moment, plays_on
from rules.core.local_names import here
from rules.core.local_units import local
from rules.model.board import Board, Option, chosen_setup, load
from rules.model.names import one_meant, one_of
from rules.model.options import ABSENT, OptionName
from rules.model.parse import MOST, Lexicon, Reader
from rules.model.profiles import UnitType
from rules.model.refusals import Refusal
from rules.model.unit_names import unit_names

_FIELDS = tuple(UnitType.__dataclass_fields__)
_ALL_OF = operator.attrgetter(*_FIELDS)

OWN_RULES = Option("own_rules", "", "Own rules of this group: a sheet of figures, units and clauses")
"""An option of every board: the text of a sheet (rules/own)."""

ProfileKey = tuple[str, str, bool, Any, int, tuple[Any, ...]]

T = TypeVar("T")
R = TypeVar("R", bound=Identity)
Ts = TypeVarTuple("Ts")
P = ParamSpec("P")


class TableHooks(Identity):
    """The hooks of a game that is being set up, before there is a position."""

    def change_unit(self, unit: UnitType) -> UnitType:
        """A profile as this rule changes it for everybody (price lists, new traits). Once a game.

        Wish: change the price, numbers or traits of a unit for everybody.
        Trap: It is asked once a game: what depends on power, round or technology is `profile`. New words go in at once,
            `replace(unit, traits=unit.traits | {"blitz"})`, so that their spelling is checked.
        """
        return unit

    def change_facts(self, options: Mapping[str, Any], facts: Mapping[str, Any]) -> Mapping[str, Any]:
        """The facts of the board's edition as this rule changes them (objectives, aims of a victory), given the game's
        options. Once a game.

        Wish: change what the board says: an objective, how many cities win, a limit of its politics.
        Trap: The facts are everybody's: give new ones, change none in place. Their keys stand in rules/model/edition.py.
        """
        return facts

    def phases(self, options: Mapping[str, Any], phases: tuple[str, ...]) -> tuple[str, ...]:
        """The phases of a turn, given the game's options. Once a game.

        Wish: add a phase to every turn, or drop one.
        Trap: A phase that is only sometimes there stays in the list, and `skips` passes it over.
        """
        return phases


def _value(option: Option, given: Any) -> Any:
    wanted = type(option.default)
    if option.numbers:
        return _number(option, given)
    if wanted is bool and isinstance(given, int) and given in (0, 1):
        return bool(given)
    if not (type(given) is int and 0 <= given <= MOST if wanted is int else isinstance(given, wanted)):
        takes = {bool: "is on or off", int: f"takes a number up to {MOST}, such as {option.default}"}.get(
            wanted, "takes some words"
        )
        raise TableError(f"{option.title}: this option {takes}.")
    if option.words and given not in option.words:
        raise TableError(f"{option.title}: it is {one_of(option.words)}.")
    if option.read is not None:
        option.read(given)
    return given


def _number(option: Option, given: Any) -> int:
    """One of the numbers an option takes, written as such or by its word, shortened too. Raises TableError."""
    said = str(given).strip()
    called = {word: n for n, word in option.numbers.items() if word}
    found = next((n for n in option.numbers if str(n) == said), called.get(one_meant(said, called) or ""))
    if found is None or isinstance(given, bool):
        known = [f"{n} ({word})" if word else str(n) for n, word in option.numbers.items()]
        raise TableError(f"{option.title}: it is {one_of(known)}.")
    return found


class _Hooks(dict[Callable[..., Any], tuple[Callable[..., Any], ...]]):
    """A hook as each rule that overrides it has it; found when first asked, since most are asked a million times."""

    def __init__(self, answering: Callable[[Callable[..., Any]], tuple[Identity, ...]]) -> None:
        super().__init__()
        self._answering = answering

    def __missing__(self, hook: Callable[..., Any]) -> tuple[Callable[..., Any], ...]:
        found = self[hook] = tuple(getattr(r, hook.__name__) for r in self._answering(hook))
        return found


class Table:
    """Rules and options of one game, resolved.

    board: the board. rules: every rule in force with its parts, in hook order; house: the chosen house rules among them,
    common: what their documents bring along; own: those of the group's sheet. options: name -> value.
    verbs: what rules add to the order language, with what reads it.
    units: unit types by name, as changed by the rules. blame: (unit, field) -> rule id that set it.
    """

    def __init__(self, board: str, chosen: Sequence[str] = (), options: Mapping[str, Any] | None = None) -> None:
        self.board: Board = load(chosen_setup(board, options or {}))
        self._answering: dict[Callable[..., Any], tuple[Identity, ...]] = {}
        self._hooks = _Hooks(self.answering)
        self._doing: dict[Moment[Any], tuple[Callable[..., None], ...]] = {}
        self._kinds: dict[type[Any], tuple[Any, ...]] = {}
        self._kept: dict[str, Any] = {}
        house = [here(r, self.board) for r in rules_of(board, chosen)]
        self.chosen = tuple(chosen)
        self.house = tuple(house)
        brought = (here(d.common, self.board) for d in documents().values() if d.common and self.has(d.id))
        self.common = tuple(r for r in brought if plays_on(r.boards, board))
        must_fit(board, [*self.common, *house])
        self.rules = in_force(load(board), [*self.common, *house])
        common = {option.name: option for option in (*dice_modes.OPTIONS, OWN_RULES)}
        self.known_options = {**self.board.options, **common, **{o.name: o for r in self.rules for o in r.options}}
        self.verbs: Mapping[str, Reader] = {verb: read for r in self.rules for verb, read in r.verbs.items()}
        self.options = self._options(options or {})
        self.own = self._own()
        if self.own:
            self.rules = in_force(load(board), [*self.common, *house, *self.own])
        self._own_board()
        self.units, self.blame = self._units()
        self.phases = self.fold(TableHooks.phases, self.board.phases, self.options)
        self.unit_names = unit_names(self.units.values())
        self.lexicon = Lexicon(self.board, self.unit_names, self.verbs)
        self.profile_flags = tuple(dict.fromkeys(name for r in self.rules for name in r.profile_flags))
        self.profiles: dict[ProfileKey, UnitType] = {}

    @property
    def on_trial(self) -> tuple[Option, ...]:
        """The options on trial that are not as printed here."""
        return tuple(o for o in self.known_options.values() if o.trial and self.options[o.name] != o.default)

    def option(self, option: OptionName | Option) -> Any:
        """The value of an option; on a board without it what shared code goes by there. Raises KeyError."""
        name = option.name if isinstance(option, Option) else option
        return self.options[name] if name in self.options else ABSENT[cast("OptionName", name)]

    def _own_board(self) -> None:
        """The board as the rules of this game change it: facts of its edition, and owners of units beside the powers."""
        printed = self.board
        facts = self.fold(TableHooks.change_facts, printed.edition, self.options)
        owners = [name for rule in self.rules for name in rule.owners]
        if facts is not printed.edition or owners:
            names = printed.power_names.extended(owners)
            self.board = replace(printed, edition=facts, power_names=names)

    def once(self, name: str, make: Callable[[], T]) -> T:
        """What `make` gives, worked out once a game, under a name."""
        if name not in self._kept:
            self._kept[name] = make()
        found: T = self._kept[name]
        return found

    def _own(self) -> tuple[Identity, ...]:
        """The rules that the group's own sheet makes, with what the others bring. Raises TableError."""
        if not self.options[OWN_RULES.name]:
            return ()
        known = {**self.board.units, **{u.name: u for r in self.rules for u in r.units}}
        made: tuple[Identity, ...] = importlib.import_module("rules.own.rule").rules(
            self.options[OWN_RULES.name], self.board, known
        )
        return made

    def _options(self, given: Mapping[str, Any]) -> dict[str, Any]:
        values = {name: option.default for name, option in self.known_options.items()}
        called = {alias: o.name for o in self.known_options.values() for alias in (o.name, *o.aliases)}
        for given_name, value in given.items():
            name = called.get(given_name, "")
            if not name:
                raise TableError(
                    f"There is no option “{given_name}” in this game; it has {', '.join(self.known_options)}."
                )
            values[name] = _value(self.known_options[name], value)
        if len(modes := [o.name for o in dice_modes.OPTIONS if values[o.name]]) > 1:
            titles = [self.known_options[name].title.partition(":")[0] for name in modes]
            raise TableError(f"The dice fall in one way: {one_of(titles)}, one of them.")
        return values

    def _units(self) -> tuple[dict[str, UnitType], dict[tuple[str, str], str]]:
        brought = {u.name: local(u, self.board, self.ahead(u.rule)) for r in self.rules for u in r.units}
        units = {**self.board.units, **brought}
        blame: dict[tuple[str, str], str] = {(u.name, "*"): u.rule for u in units.values() if u.rule}
        for rule in self.answering(TableHooks.change_unit):
            for name, unit in units.items():
                changed = rule.change_unit(unit)
                if changed is not unit:
                    fields = zip(_FIELDS, _ALL_OF(unit), _ALL_OF(changed))
                    blame |= {(name, field): rule.id for field, before, now in fields if before != now}
                    units[name] = changed
        return units, blame

    def ahead(self, rule: str) -> int:
        """Rounds that the document of a rule counts before the first one of this game."""
        return rounds_ahead(self.board, rule)

    def round_of(self, rule: str, number: int) -> int:
        """The round of this game that a rule's document calls by a number; 1 where that lies before it."""
        return max(1, number - self.ahead(rule))

    def has(self, rule: str) -> bool:
        """Whether a rule, or any rule of a document, is on."""
        return any(r.id == rule or r.id.startswith(rule + ".") for r in self.house)

    def parts(self, kind: type[R]) -> tuple[R, ...]:
        """The rules in force that are of a kind: those of one mechanic, for example."""
        found = self._kinds.get(kind)
        if found is None:
            found = self._kinds[kind] = tuple(r for r in self.rules if isinstance(r, kind))
        return found

    @functools.cached_property
    def live(self) -> tuple[Identity, ...]:
        """The rules in force but those that are switched off."""
        return tuple(r for r in self.rules if r.switch is None or self.option(r.switch))

    def standing(self, unit: str) -> str:
        """The type that a unit bought under a name is once it stands on the board."""
        return self.units[unit].becomes or unit

    # Dispatch. Hooks are named as `Rule.price`, so the type checker proves name, arguments and value.

    def answering(self, hook: Callable[Concatenate[R, ...], Any]) -> tuple[R, ...]:
        """The rules that override a hook, in order, without those that are switched off."""
        found = self._answering.get(hook)
        if found is None:
            name = hook.__name__
            found = self._answering[hook] = tuple(r for r in self.live if getattr(type(r), name) is not hook)
        return cast(tuple[R, ...], found)

    def fold(self, hook: Callable[[R, Unpack[Ts], T], T], value: T, *before: *Ts) -> T:
        """Run a value hook: each rule gets the arguments and the value so far."""
        for ask in self._hooks[hook]:
            value = ask(*before, value)
        return value

    def veto(self, hook: Callable[[R, Unpack[Ts]], Refusal | None], *args: *Ts) -> Refusal | None:
        """Run a veto hook: the first Refusal, or None."""
        for ask in self._hooks[hook]:
            refusal: Refusal | None = ask(*args)
            if refusal is not None:
                return refusal
        return None

    def doing(self, moment: Moment[P]) -> tuple[Callable[P, None], ...]:
        """What the rules do at a moment, in order, without those that are switched off."""
        found = self._doing.get(moment)
        if found is None:
            found = self._doing[moment] = tuple(do for rule in self.live for do in moment.methods(rule))
        return found

    def first_to_handle(self, hook: Callable[[R, Unpack[Ts]], bool], *args: *Ts) -> bool:
        """Run a handler hook until a rule says it was its."""
        return any(ask(*args) for ask in self._hooks[hook])
