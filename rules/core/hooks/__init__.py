"""The hooks: everything a rule may answer or add. A closed list, documented here.

A rule is a subclass of `Rule` that overrides some hooks. Three kinds:
- value hooks get the value so far and return it, changed or not (`price`, `battle_numbers`, ...);
- veto hooks return a Refusal or None (`may_buy`, `may_enter`, ...); the first refusal wins;
- event hooks get the `Act` and emit events (`handle`, `answer`, `on_hit`, ...).
What only has to be told (a loss, the end of a turn) is a moment: rules/core/moments.py.
Rules run in table order: the board's own first, then house rules by document. `priority` moves a rule
earlier (negative) or later (positive).
What table, view and act ask themselves stands beside them, so that everything here reads downward only.
Each docstring says for which wish the hook is ("Wish:", as in "I want to ..."), and perhaps what people stumble over
("Trap:"): `make pages` makes docs/hooks.md of them.
A new hook comes with its proof in tests/rules/hooks: a made-up rule and a case that holds with it only.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Literal

from rules.core.hooks.battle import BattleHooks
from rules.core.hooks.economy import EconomyHooks
from rules.core.hooks.movement import MovementHooks
from rules.core.hooks.orders import OrderHooks
from rules.core.hooks.places import PlaceHooks
from rules.core.hooks.time import TimeHooks
from rules.core.hooks.units import UnitHooks
from rules.core.hooks.values import BorderCrossing, Goal, Hold, IncomeLine, Places, Question
from rules.core.identity import LookUp
from rules.core.steps import Step
from rules.core.table import TableHooks
from rules.core.view_hooks import Neutral, ViewHooks

__all__ = ["BorderCrossing", "Goal", "Hold", "IncomeLine", "LookUp", "Neutral", "Places", "Question", "Rule"]


class Rule(
    TableHooks,
    ViewHooks,
    UnitHooks,
    EconomyHooks,
    MovementHooks,
    BattleHooks,
    PlaceHooks,
    TimeHooks,
    OrderHooks,
):
    """One rule: identity and data (rules/core/identity.py), and hooks, by family; each does nothing unless overridden.

    again: marks of units that may roll a missed die again, once a battle, with the fact of a battle that lists those who
    have done so (the odds count on it; the rule itself asks and rolls).
    unforeseen: facts of a battle with which something of the rule is in it that the odds do not know -> what, in words;
        there are no odds of such a battle.
    sea_answers: what those attacked at sea may do besides scrambling, in words ("sends kamikaze"): odds of a battle that is
        still to be answered take it that nobody does.
    own_stages: stages of conduct combat of its own -> before or after which other they come, each a group by itself. Those
        before the raids come by themselves (moment `stage_begins`).
    own_steps: battle steps of its own, by the names that the hook `battle_steps` puts into the lists.
    """

    own_stages: ClassVar[Mapping[str, tuple[Literal["before", "after"], str]]] = {}
    own_steps: ClassVar[Mapping[str, Step]] = {}
    again: ClassVar[Mapping[str, str]] = {}
    unforeseen: ClassVar[Mapping[str, str]] = {}
    sea_answers: ClassVar[tuple[str, ...]] = ()
