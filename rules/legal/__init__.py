"""What may be ordered now: for menus, buttons, autocompletion, and for simulated players."""

from __future__ import annotations

from rules.legal.choices import STEP, answer_to, as_answer, decision_choices, in_steps
from rules.legal.complete import complete
from rules.legal.groups import groups
from rules.legal.guesses import guesses
from rules.legal.lost import LossKind, loss_kinds
from rules.legal.survey import DESTROYS, legal, tier
from rules.legal.values import Danger, ForSale, Legal, Mover, Question, Repairable, ToFight, ToPlace
from rules.legal.warnings import ahead, charge, fire_at_once, hover, landings, warnings

__all__ = [
    "DESTROYS",
    "STEP",
    "Danger",
    "ForSale",
    "Legal",
    "LossKind",
    "Mover",
    "Question",
    "Repairable",
    "ToFight",
    "ToPlace",
    "ahead",
    "answer_to",
    "as_answer",
    "charge",
    "complete",
    "decision_choices",
    "fire_at_once",
    "groups",
    "guesses",
    "hover",
    "in_steps",
    "landings",
    "legal",
    "loss_kinds",
    "tier",
    "warnings",
]
