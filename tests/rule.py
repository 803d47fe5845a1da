"""`make rule ID=...`: one house rule's cases, code, words and some random games; at the end what is still missing.

The whole test suite says the same and more; this is for while a rule is being written.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from rules.cases.cli import case_files
from rules.cases.file import CaseError, tables
from rules.cases.run import run_table
from rules.core.documents import TableError, house_rules
from rules.core.hooks import Rule
from rules.core.houses import HouseError, unit_faults, unread_figures, unread_numbers
from rules.core.identity import Identity, plays_on
from rules.core.table import Table
from rules.library import for_table, show
from rules.model.board import BOARDS, load
from rules.model.names import several
from rules.soak import soak
from tests.hooks_page import MOMENTS
from tests.wording import slips

ROOT = Path(__file__).parents[1]
CASES = ROOT / "tests" / "cases"
GAMES, AT_LEAST, ROUNDS = 5, 2, 4
"""Random games, over all boards of a rule; on each of them; rounds of a game."""
READERS = ("mypy", "ruff check", "ruff format --check")
"""Programs that read the rule's file and that of its document."""
Missing = Iterator[str]


def file_of(rule: Identity) -> Path:
    """The file a rule stands in."""
    return ROOT / f"{type(rule).__module__.replace('.', '/')}.py"


def boards_of(rule: Identity) -> list[str]:
    """The boards it can be played on."""
    return [board for board in BOARDS if plays_on(rule.boards, board)]


def cases_of(rule: Identity) -> list[dict[str, Any]]:
    """The cases that are played with it, or are about an entry of it. Raises CaseError for a file that cannot be read."""
    found, document = list[dict[str, Any]](), rule.id.partition(".")[0]
    for file in case_files(CASES):
        text = file.read_text("utf-8")
        if rule.id in text or any(entry in text for entry in rule.entries):
            try:
                every = tables(text)
            except CaseError as error:
                raise CaseError(f"{file.relative_to(ROOT)}: {error}") from error
            found += [dict(case) for case in every if _about(case, rule, document)]
    return found


def _about(case: Any, rule: Identity, document: str) -> bool:
    entry = str(case.get("id", "")).rpartition(".")[0]
    chosen = case.get("rules", ())
    return rule.id in chosen or (entry in rule.entries and document in chosen)


def cases(rule: Identity) -> Missing:
    """Those that fail, entries that none proves, and a rule that no case needs."""
    found = cases_of(rule)
    results = [(case, run_table(case, str(case.get("id")))) for case in found]
    yield from (f"case {result.id} fails: {result.why}" for _, result in results if not result.ok)
    proved = {str(case["id"]).rpartition(".")[0] for case in found if "id" in case}
    yield from (
        f"no case proves {entry}: write one with the id {entry}.a" for entry in rule.entries if entry not in proved
    )
    yield from () if rule.entries else ("entries names no entry of a catalogue, such as “HR-1.1”",)
    if not found:
        yield f"no case names {rule.id} in its rules"
    elif (sound := [case for case, result in results if result.ok]) and all(_holds_without(c, rule) for c in sound):
        yield f"no case fails without {rule.id}: they prove nothing"
    print(f"{several(len(found), 'case')} played")


def _holds_without(case: dict[str, Any], rule: Identity) -> bool:
    rest = [name for name in case.get("rules", ()) if name != rule.id and not rule.id.startswith(f"{name}.")]
    return run_table({**case, "rules": rest}, "without").ok


def games(rule: Identity) -> Missing:
    """What goes wrong in random games with it alone, and among its document."""
    document, boards = rule.id.partition(".")[0], boards_of(rule)
    number = max(AT_LEAST, GAMES // max(1, len(boards)))
    for board in boards:
        alone = [*_needs(rule), rule.id]
        for chosen in (alone, [document]):
            try:
                if chosen == [document] and {r.id for r in Table(board, chosen).house} <= set(alone):
                    continue  # nothing else is in it
                report = soak(board, number, 1, chosen, rounds=ROUNDS)
            except TableError as error:
                yield f"it cannot be played on {board}: {error}"
                continue
            print(
                f"{several(report.games, 'game')} on {board} with {', '.join(chosen)}: {several(report.orders, 'order')}"
            )
            again = (
                f"python -m rules soak --board {board} --rules {','.join(chosen)} --rounds {ROUNDS} --games 1 --seed"
            )
            yield from (f"{v.what} ({again} {v.seed})" for v in report.violations)


def _needs(rule: Identity) -> list[str]:
    """The rules it requires, and what those require."""
    return [name for need in rule.requires for name in (*_needs(house_rules()[need]), need)]


def words(rule: Identity) -> Missing:
    """What an editor would strike in what players read of it, and what still says TODO."""
    texts = [rule.title, rule.text, rule.source, *rule.questions.values(), *rule.asks.values(), *rule.begins.values()]
    texts += [option.title for option in rule.options]
    for board in boards_of(rule)[:1]:
        brought = {unit.name for unit in rule.units}
        entries = for_table(Table(board, (*_needs(rule), rule.id))).entries
        texts += [show(e) for e in entries if e.id == rule.id or e.title.lower() in brought]
    yield from (f"wording: {slip}" for text in dict.fromkeys(texts) for slip in slips(text))
    yield from () if rule.source else ("source is empty: name document and section",)
    files = [file_of(rule), file_of(rule).parent / "__init__.py", file_of(rule).parent / "README.md"]
    files += [file for file in case_files(CASES) if rule.id in file.read_text("utf-8")]
    for file in (f for f in files if f.is_file()):
        todo = [n for n, line in enumerate(file.read_text("utf-8").splitlines(), 1) if "TODO" in line]
        yield from () if not todo else (f"{file.relative_to(ROOT)} still says TODO, line {', '.join(map(str, todo))}",)


def surroundings(rule: Identity) -> Missing:
    """What has to know the rule beside its file: units, options, pages."""
    own = {board: load(board).units for board in BOARDS}
    yield from (f for f in unit_faults(house_rules().values(), own) if rule.id in f)
    file, source = file_of(rule), file_of(rule).read_text("utf-8")
    yield from (
        f"the option {option.name} is made and never read"
        for option in rule.options
        if source.count(option.name) < 2 and "view.option(" not in source and "act.option(" not in source
    )
    texts = sources()
    yield from (fault for fault in unread_numbers(house_rules().values(), texts) if fault.startswith(f"{rule.id}:"))
    yield from (fault for fault in unread_figures(texts) if fault.startswith(f"{type(rule).__module__}:"))
    if not _hooks(rule) and not (rule.units or rule.parts or rule.options):
        yield "it answers no hook, takes no moment and brings no unit: it does nothing"
    page = file.parent / "README.md"
    if not page.is_file() or f"{file.name} |" not in page.read_text("utf-8"):
        yield f"{page.relative_to(ROOT)} has no line for {file.name}"
    if file.parent.name not in (file.parents[1] / "README.md").read_text("utf-8"):
        yield f"rules/house/README.md has no line for {file.parent.name}"


def sources() -> dict[str, str]:
    """Module -> its text: rules and what draws them, but for the words that tell players of numbers."""
    files = (f for room in ("rules", "render") for f in sorted((ROOT / room).rglob("*.py")))
    found = {".".join(f.relative_to(ROOT).with_suffix("").parts): f.read_text("utf-8") for f in files}
    return {
        module: text for module, text in found.items() if not module.endswith((".vocabulary", ".cards", ".purposes"))
    }


def _hooks(rule: Identity) -> list[str]:
    own = vars(type(rule))
    told = [name for name, moment in MOMENTS.items() if moment.methods(rule)]
    return [*(name for name, known in own.items() if callable(known) and hasattr(Rule, name)), *told]


class Reader:
    """A program that reads files while the rest is done."""

    def __init__(self, name: str, files: list[str]) -> None:
        self.name = name
        line = [sys.executable, "-m", *name.split(), *files]
        self._run = subprocess.Popen(line, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)

    def told(self) -> Missing:
        """What it says is wrong."""
        said, _ = self._run.communicate()
        if self._run.returncode:
            fix = " (ruff format does it)" if "format" in self.name else ""
            yield f"{self.name}{fix}:\n    " + "\n    ".join(line[:300] for line in said.strip().splitlines()[:20])


def check(rule: Identity) -> list[str]:
    """Everything that is missing; what is done is printed on the way."""
    files = [str(file.relative_to(ROOT)) for file in (file_of(rule), file_of(rule).parent / "__init__.py")]
    readers = [Reader(name, files) for name in READERS]
    parts: tuple[Callable[[Identity], Missing], ...] = (cases, words, surroundings, games)
    missing = [what for part in parts for what in part(rule)]
    return [*missing, *(what for reader in readers for what in reader.told())]


def main(argv: list[str]) -> int:
    """Check the rule of an id; 0 if nothing is missing, 1 if something is, 2 if there is no such rule."""
    try:
        rule = house_rules().get(argv[0] if argv else "")
        if rule is None:
            print("usage: make rule ID=rw.sea-mines; to begin a rule: python -m rules new hr.war-bonds --board classic")
            return 2
        missing = check(rule)
    except (HouseError, CaseError) as error:
        print(error)
        return 1
    except SyntaxError as error:
        print(f"{error.filename}, line {error.lineno}: {error.msg}")
        return 1
    if missing:
        print(f"\n{several(len(missing), 'thing')} missing:", *(f"- {what}" for what in missing), sep="\n")
        return 1
    print(f"\n{rule.id}: nothing is missing. Then: make pages, a line in CHANGELOG.md, make lint, make test.")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
