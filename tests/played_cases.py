"""A case played once, with all that tests look at on the way: its questions have choices, and its answers are among them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from importlib import import_module
from typing import Any
from unittest.mock import patch

from rules.cases.file import Step
from rules.cases.run import Result, Scripted
from rules.legal.choices import decision_choices
from rules.play.game import Game, Outcome

running = import_module("rules.cases.run")
SAID_OTHERWISE = {"Y43-5.5.e", "X4-7.9.m"}  # names itself, for which `pass` is offered


def played(table: Mapping[str, Any]) -> Result:
    """How a case went; not well, if a question had no choice or its answer is of no kind that is among the choices."""
    strange, submit = list[str](), running._submit

    def watched(game: Game, step: Step, dice: Scripted, by: str) -> Any:
        asked = game.state.pending[0] if game.state.pending else None
        choices = decision_choices(game) if asked else ()
        answers = submit(game, step, dice, by)
        if asked and not choices:
            strange.append(f"{asked.kind} has no choice")
        outcome = answers[0][1]
        answered = asked and by == asked.power and isinstance(outcome, Outcome) and not step.order.startswith("in ")
        if (
            asked
            and answered
            and table["id"] not in SAID_OTHERWISE
            and kind(outcome.entry.text) not in map(kind, choices)
        ):
            strange.append(f"{asked.kind}: {outcome.entry.text}, not in {choices}")
        return answers

    with patch.object(running, "_submit", watched):
        result: Result = running.run_table(table, str(table.get("id", "?")))
    return replace(result, ok=False, why="\n".join(strange)) if result.ok and strange else result


def kind(answer: str) -> str:
    """An answer without how many; only its verb where it may be put in many ways."""
    verb = answer.split()[0]
    if verb in ("casualties", "retreat", "scramble", "intercept", "land"):
        return verb
    return "pass" if verb == "press" else re.sub(r"\b\d+ (?=[a-z])", "", answer).partition(",")[0].lower()
