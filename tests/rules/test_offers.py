"""What cases order in the words of rules (launch, lay, form, ...) is offered too, so that nobody has to know it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from rules.cases import names, setup
from rules.cases.file import Case, read_case
from rules.cases.run import Scripted
from rules.legal import survey
from rules.play.game import Game
from tests.case_tables import CASES, of_folder

WORDS = {"launch", "lay", "form", "disband", "drop", "shell", "invoke", "demolish", "give", "swap", "elite", "upgrade"}
TYPED = {
    "form convoy": "convoys form by themselves; another form is typed",
    "invoke war bonds": "goes to the usual treasury unless it is typed",
    "invoke passage": "a favour to others, on their turns",
    "invoke army corps": "follows from the army's own offer",
    "invoke waffen-ss army": "follows from the army's own offer",
    "demolish": "what destroys one's own is offered only where it is urgent",
}
ELSEWHERE = {
    "RW-1.5.d", "RW-1.7.b", "RW-1.8.b", "RW-X.g",  # a shot is offered once its battle is due
    *(f"RW-1.5.{board}1" for board in "efghnopry"),  # the same on other boards
    "RW-11.3.a", "Y43-16.5.a",  # without a way back; an ally's bomb
    "X4-7.4.c", "Y43-16.13.m",  # by another name of the army
    "BX-8.1.a", "BX-8.1.f", "BX-8.1.m", "BX-9.8.c", "Y43-10.1.n",  # a complex that is bought only
    "BX-8.2.b", "BX-9.2.b",  # by another name of the complex
    "G40-3.6.b",  # any base may be named, one is offered
}  # fmt: skip


def orders_of_rules(case: Case) -> Iterator[tuple[Game, str, str]]:
    """The game before each order of a rule that is taken, who gives it, and the order as it is written."""
    game = setup.build(case)
    for step in case.step:
        if step.edit:
            return
        by = names.power(game.table.board, step.by) if step.by else game.to_act
        if not step.refuse and not game.state.pending and step.order.split()[0] in WORDS:
            yield game, by, str(game.parse(step.order))
        game.submit(step.order, Scripted(step.dice), by)


def essence(order: str) -> str:
    """An order without what a player may choose otherwise: how many, whose, which army or convoy, by which way."""
    plain = re.sub(r" \([^)]*\)| rolled by .*", "", re.sub(r"\b\d+ (?=[a-z])", "", order))
    verb = plain.split()[0]
    if verb in ("form", "drop"):
        return plain[: plain.index(":", plain.index(":") + 1)] if verb == "form" else plain.partition(":")[0]
    return plain


def such(table: dict[str, Any]) -> bool:
    """Whether a case gives such orders."""
    return any(s.get("order", "").split(" ")[0] in WORDS for s in table.get("step", ()))


FOLDERS = sorted(p for p in CASES.iterdir() if p.is_dir())


@pytest.mark.parametrize(
    "table", [pytest.param(t, id=t["id"]) for folder in FOLDERS for t in of_folder(folder) if such(t)]
)
def test_offered(table: dict[str, Any]) -> None:
    """Each of them, but for a few that are not worth a button."""
    missing = []
    for game, by, order in orders_of_rules(read_case(table)):
        typed = order.startswith(tuple(TYPED)) or table["id"] in ELSEWHERE
        if not typed and essence(order) not in {essence(text) for text in survey.offers(game, by)}:
            missing.append(order)
    assert not missing, "\n".join(missing)
