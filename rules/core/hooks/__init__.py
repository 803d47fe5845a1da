"""The hooks: everything a rule may answer or add. A closed list, documented here.

A rule is a subclass of `Rule` that overrides some hooks. Three kinds:
- value hooks get the value so far and return it, changed or not (`price`, `battle_number`, ...);
- veto hooks return a Refusal or None (`may_buy`, `may_enter`, ...); the first refusal wins;
- event hooks get the `Act` and emit events (`on_enter`, `on_capture`, ...).
Rules run in table order: the board's own first, then house rules by document. `priority` moves a rule
earlier (negative) or later (positive).
A new hook comes with its proof in tests/rules/hooks: a made-up rule and a case that holds with it only.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from rules.core.hooks.battle import BattleHooks
from rules.core.hooks.economy import EconomyHooks
from rules.core.hooks.movement import MovementHooks
from rules.core.hooks.orders import OrderHooks
from rules.core.hooks.places import PlaceHooks
from rules.core.hooks.time import TimeHooks
from rules.core.hooks.units import UnitHooks
from rules.core.hooks.values import Crossing, IncomeLine, LookUp, Places, Stages
from rules.core.steps import Step
from rules.model.board import Option
from rules.model.parse import Reader
from rules.model.profiles import UnitType

__all__ = ["Crossing", "IncomeLine", "LookUp", "Places", "Rule", "Stages"]


class Rule(UnitHooks, EconomyHooks, MovementHooks, BattleHooks, PlaceHooks, TimeHooks, OrderHooks):
    """One rule: identity, data, hooks. Its hooks stand by family in this folder; each does nothing unless overridden.

    id: "rw.sea-mines". title and text: for `/rules` (own words, with the figures). source: document and
    section. entries: catalogue ids it enforces. boards: boards it can be played on. options: its typed
    options (named "<rule id>.<option>"). requires / excludes: rule ids. units: profiles it brings.
    verbs: order verbs of its own -> what reads the text behind them. own_steps: battle steps of its own, by the names
    that the hooks `battle_steps` and `round_steps` put into the lists. replaces: ids of rules and look-up entries
    that do not hold while it is on. flags:
    facts it remembers, name -> meaning (used by cases). parts: mechanics that it instantiates with its own
    figures (rules/mechanics); their hooks run right before its own. begins: round -> what of it starts
    then, beside its new units. profile_flags: flags that its hook `profile` reads. questions: kinds of questions it puts
    to people -> what they are about, for standing orders.
    """

    id: str = ""
    title: ClassVar[str] = ""
    text: ClassVar[str] = ""
    source: ClassVar[str] = ""
    entries: ClassVar[tuple[str, ...]] = ()
    boards: ClassVar[tuple[str, ...]] = ()
    options: ClassVar[tuple[Option, ...]] = ()
    requires: ClassVar[tuple[str, ...]] = ()
    excludes: ClassVar[tuple[str, ...]] = ()
    units: ClassVar[tuple[UnitType, ...]] = ()
    verbs: ClassVar[Mapping[str, Reader]] = {}
    flags: ClassVar[Mapping[str, str]] = {}
    profile_flags: ClassVar[tuple[str, ...]] = ()
    questions: ClassVar[Mapping[str, str]] = {}
    look_ups: ClassVar[tuple[LookUp, ...]] = ()
    replaces: ClassVar[tuple[str, ...]] = ()
    own_steps: ClassVar[Mapping[str, Step]] = {}
    priority: ClassVar[int] = 0
    parts: ClassVar[tuple[Rule, ...]] = ()
    begins: ClassVar[Mapping[int, str]] = {}
