"""Every case file under tests/cases is a test: one a case, by its id. While it is played its questions are looked at too."""

from __future__ import annotations

import importlib
import re
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

import pytest

from rules.cases.cli import case_files
from rules.cases.file import CaseError, Step
from rules.cases.run import Scripted
from rules.legal.choices import decision_choices
from rules.play.game import Game, Outcome
from tests.case_tables import CASES, of_file
from tests.wording import slips

playing = importlib.import_module("rules.cases.run")
REFUSED = re.compile(r"> .*?: [a-z]+(?:-[a-z]+)*: (?P<message>.*)", re.DOTALL)
EXEMPT = CASES / "exempt.toml"


def found() -> Iterator[tuple[str, dict[str, Any]]]:
    """(id, table) of every case; a file that cannot be read stands for itself."""
    for file in case_files(CASES):
        name = str(file.relative_to(CASES))
        try:
            for number, table in enumerate(of_file(file), 1):
                yield str(table.get("id", f"{name} case {number}")), table
        except CaseError as error:
            yield name, {"id": name, "broken": str(error)}


ALL = list(found())
SAID_OTHERWISE = {"Y43-5.5.e"}  # names itself, for which `pass` is offered


@pytest.mark.parametrize("table", [pytest.param(table, id=name) for name, table in ALL])
def test_case(table: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """The case goes as it says; each of its questions has choices, and what it answers is of a kind that is among them."""
    strange = list[str]()

    def watched(game: Game, step: Step, dice: Scripted, by: str) -> Any:
        asked = game.state.pending[0] if game.state.pending else None
        choices = decision_choices(game) if asked else ()
        answers = submit(game, step, dice, by)
        if asked and not choices:
            strange.append(f"{asked.kind} has no choice")
        answered = isinstance(answers[0][1], Outcome) and by == (asked.power if asked else "")
        if asked and answered and not step.order.startswith("in ") and table["id"] not in SAID_OTHERWISE:
            said = answers[0][1].entry.text
            strange.extend([f"{asked.kind}: {said}, not in {choices}"] * (kind(said) not in set(map(kind, choices))))
        return answers

    submit = playing._submit
    monkeypatch.setattr(playing, "_submit", watched)
    result = playing.run_table(table, str(table.get("id", "?")))
    assert result.ok, result.why + "".join(f"\n  {line}" for line in result.log)
    assert not strange
    assert not list(badly_said(result.log)), "as an editor would read it"


def kind(answer: str) -> str:
    """An answer without how many; only its verb where it may be put in many ways."""
    verb = answer.split()[0]
    if verb in ("casualties", "retreat", "scramble", "intercept", "land"):
        return verb
    return "pass" if verb == "press" else re.sub(r"\b\d+ (?=[a-z])", "", answer).partition(",")[0].lower()


def badly_said(log: Iterable[str]) -> Iterator[str]:
    """Slips in what a game says: lines that tell what happened, and the refusals behind orders."""
    for line in log:
        refused = REFUSED.match(line)
        yield from slips(refused["message"] if refused else "" if line.startswith("> ") else line, bool(refused))


def test_ids_are_unique() -> None:
    """No two cases share an id."""
    assert [name for name, n in Counter(name for name, _ in ALL).items() if n > 1] == []


def test_exempt_entries_have_a_reason_and_no_case() -> None:
    """What is exempt from proof says why, and is not proved after all."""
    exempt = tomllib.loads(EXEMPT.read_text("utf-8")) if EXEMPT.exists() else {}
    proved = {re.sub(r"\.[a-z]+\d*$", "", name) for name, _ in ALL}
    assert [entry for entry, why in exempt.items() if not str(why).strip() or entry in proved] == []
