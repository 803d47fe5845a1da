"""What cases write and ask is what players can write and are asked: marks behind units, and answers to questions."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from rules.cases import names, setup
from rules.cases.file import Case, read_case
from rules.cases.run import Scripted
from rules.core.position import check_tags, lexicon
from rules.core.table import Table, documents, house_rules
from rules.legal.choices import decision_choices
from rules.model.board import BOARDS, DRAFTS
from rules.model.parse import parse_items
from rules.play.game import Outcome
from tests.case_tables import CASES, of_folder

SAID_OTHERWISE = {"Y43-5.5.e"}  # names itself, for which `pass` is offered
FOLDERS = [pytest.param(folder, id=folder.name) for folder in sorted(CASES.iterdir()) if folder.is_dir()]


def cases(folder: Path) -> Iterator[Case]:
    """The cases of a folder."""
    yield from map(read_case, of_folder(folder))


@pytest.mark.parametrize("folder", FOLDERS)
def test_marks_are_known(folder: Path) -> None:
    """Whatever stands in parentheses behind a unit of a case may be written by a game master too."""
    for case in cases(folder):
        marked = [(p, text) for units in case.units.values() for p, text in units.items() if "(" in text]
        if marked:
            table = Table(case.game, case.rules, case.options)
            for power, text in marked:
                check_tags(table, names.power(table.board, power), parse_items(text, lexicon(table)))


def kind(answer: str) -> str:
    """An answer without how many; only its verb where it may be put in many ways."""
    verb = answer.split()[0]
    if verb in ("casualties", "retreat", "scramble", "intercept", "land"):
        return verb
    return "pass" if verb == "press" else re.sub(r"\b\d+ (?=[a-z])", "", answer).partition(",")[0].lower()


def unexpected(case: Case) -> Iterator[str]:
    """Questions of a case without a choice, and answers that are of no kind that is among the choices."""
    game = setup.build(case)
    for step in case.step:
        if step.edit:
            return
        by = names.power(game.table.board, step.by) if step.by else game.to_act
        asked = game.state.pending[0] if game.state.pending else None
        choices = decision_choices(game) if asked else ()
        if asked and not choices:
            yield f"{case.id}: {asked.kind} has no choice"
        order = step.order
        outcome = game.submit(order, Scripted(step.dice), by)
        if asked and by == asked.power and isinstance(outcome, Outcome) and not order.startswith("in "):
            words = {kind(c) for c in choices}
            if kind(outcome.entry.text) not in words and case.id not in SAID_OTHERWISE:
                yield f"{case.id}: {asked.kind}: {outcome.entry.text}, not in {choices}"


@pytest.mark.parametrize("folder", FOLDERS)
def test_questions_have_the_answers_given(folder: Path) -> None:
    """Each question has choices, and what cases answer is of a kind that is among them."""
    found = [text for case in cases(folder) if any(s.order for s in case.step) for text in unexpected(case)]
    assert not found, "\n".join(found)


def test_options_are_tried() -> None:
    """Each option stands in a case with another value than its own; what is not about cases has its own tests."""
    boards = [Table(board) for board in (*DRAFTS, *BOARDS)]
    known = {o.name: o for table in boards for o in table.known_options.values()}
    chosen = [*house_rules().values(), *(d.common for d in documents().values() if d.common)]
    rules = [part for rule in chosen for part in (rule, *rule.parts)]
    known |= {o.name: o for rule in rules for o in rule.options}
    called = {alias: o.name for o in known.values() for alias in (o.name, *o.aliases)}
    folders = (folder for folder in CASES.iterdir() if folder.is_dir())
    given = {(called[name], value) for f in folders for case in cases(f) for name, value in case.options.items()}
    tried = {name for name, value in given if value != known[name].default}
    elsewhere = ["bid", "bid_units_a_place", "own_rules"]  # mechanics/test_bid.py, test_own_rules.py
    assert sorted(set(known) - tried) == elsewhere
