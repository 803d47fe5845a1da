"""Cases carried out: each gives a `Result`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from rules.cases import edits, lenient, names, setup
from rules.cases import expect as expectation
from rules.cases.file import Case, CaseError, Step, read_case, tables
from rules.model.refusals import Refused
from rules.play.game import Game, Outcome
from rules.play.narrate import narrate


@dataclass(frozen=True)
class Result:
    """How a case went: ok, or why not; `log` holds the lines of each step."""

    id: str
    title: str
    ok: bool
    why: str = ""
    log: tuple[str, ...] = ()


class Failure(Exception):
    """A case did not go as it says."""


@dataclass
class Scripted:
    """The dice of one step, handed out in order."""

    dice: tuple[int, ...]
    used: int = 0
    asked: list[str] = field(default_factory=list)

    def roll(self, count: int, why: str, deck: str = "") -> list[int]:
        """The next dice; Failure when there are too few."""
        self.asked.append(f"{count} for {why}")
        found = self.dice[self.used : self.used + count]
        if len(found) < count:
            raise Failure(f"too few dice: {len(self.dice)} given, rolled were {', '.join(self.asked)}")
        self.used += count
        return list(found)


def run_text(text: str, name: str, only: str = "", lenient: bool = False) -> Iterator[Result]:
    """Run the cases of a file's text whose id begins with `only`; `name` stands for the id where the file
    cannot be read; `lenient`: all of them are (see rules/cases/lenient.py)."""
    try:
        found = tables(text)
    except CaseError as error:
        yield Result(name, "", False, f"error of the file: {error}")
        return
    for number, data in enumerate(found, 1):
        if str(data.get("id", "")).startswith(only):
            yield run_table(data, f"{name} case {number}", lenient)


def run_table(data: Mapping[str, Any], name: str, lenient: bool = False) -> Result:
    """Run one case from its table; `name` stands for a missing id."""
    try:
        return run(read_case({**data, "lenient": True} if lenient else data))
    except CaseError as error:
        return Result(str(data.get("id", name)), str(data.get("title", "")), False, f"error of the case: {error}")


def run(case: Case) -> Result:
    """Run one case. Whatever goes wrong is in the result, an error of the engine included."""
    log: list[str] = []
    try:
        _run(case, log)
    except CaseError as error:
        return Result(case.id, case.title, False, f"error of the case: {error}", tuple(log))
    except Failure as failure:
        return Result(case.id, case.title, False, str(failure), tuple(log))
    except Exception as error:  # an engine that breaks must not end the run of the other cases
        return Result(case.id, case.title, False, f"error of the engine: {_place_of(error)}", tuple(log))
    return Result(case.id, case.title, True, "", tuple(log))


def _place_of(error: Exception) -> str:
    trace = error.__traceback__
    while trace and trace.tb_next:
        trace = trace.tb_next
    where = f" ({trace.tb_frame.f_globals.get('__name__')}:{trace.tb_lineno})" if trace else ""
    return f"{type(error).__name__}: {error}{where}"


def _run(case: Case, log: list[str]) -> None:
    game = setup.build(case, opening=not case.phase)  # a case that names a phase goes on in it
    for number, step in enumerate(case.step, 1):
        try:
            _step(game, step, log, case.lenient)
            _expect(game, step.expect, log)
        except Failure as failure:
            raise Failure(f"step {number} “{step.text}”: {failure}") from failure
    _expect(game, case.expect, log)


def _expect(game: Game, wanted: Mapping[str, Any], log: list[str]) -> None:
    if found := expectation.differences(game, wanted, log):
        raise Failure("; ".join(found))


def _step(game: Game, step: Step, log: list[str], forgiving: bool) -> None:
    if step.edit:
        _edit(game, step.edit, log)
        return
    *ahead, last = _orders(step.order)
    dice = Scripted(step.dice)
    for order in ahead:
        _order(game, replace(step, order=order, refuse=""), dice, log, forgiving)
    _order(game, replace(step, order=last), dice, log, forgiving)
    if dice.used < len(step.dice):
        asked = ", ".join(dice.asked) or "none"
        raise Failure(f"too many dice: {len(step.dice)} given, rolled were {asked}")


def _orders(text: str) -> list[str]:
    """A step's orders, one a line, without comments; its dice and its refusal belong to them together."""
    lines = (line.split("#")[0].strip() for line in text.splitlines())
    return [line for line in lines if line] or [text]


def _order(game: Game, step: Step, dice: Scripted, log: list[str], forgiving: bool) -> None:
    if forgiving and lenient.superfluous(game, step):
        dice.used = len(step.dice)
        log.append(f"> {step.order}")
        return
    by = names.power(game.table.board, step.by) if step.by else game.to_act
    before = game.hash if step.refuse else ""
    submit = lenient.submit if forgiving else _submit
    answers = submit(game, step, dice, by)
    for order, answer in answers:
        if isinstance(answer, Outcome):
            log += [f"> {order}", *narrate(game.table, answer.entry)]
        else:
            log.append(f"> {order}: {answer.code}: {answer.message}")
    first = answers[0][1]
    refusal = None if isinstance(first, Outcome) else first
    if step.refuse:
        _refused(game, step, before, list(expectation.refused(step.order, step.refuse, refusal, step.cites)))
    elif refusal is not None:
        raise Failure(f"refused: {refusal.code}: {refusal.message}")


def _edit(game: Game, text: str, log: list[str]) -> None:
    try:
        entry, _, _ = edits.carry_out(game, edits.read(text), "as the case says")
    except Refused as refused:
        raise Failure(f"refused: {refused.refusal.code}: {refused.refusal.message}") from refused
    log += [f"> {text}", *narrate(game.table, entry)]


def _submit(game: Game, step: Step, dice: Scripted, by: str) -> lenient.Answers:
    return [(step.order, game.submit(step.order, dice, by))]


def _refused(game: Game, step: Step, before: str, found: list[str]) -> None:
    if found:
        raise Failure("; ".join(found))
    if game.hash != before:
        raise Failure("the refused order has changed the position")
