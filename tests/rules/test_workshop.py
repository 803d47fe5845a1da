"""`python -m rules new`: what it writes works, and what it cannot begin it says."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

from rules.cases.run import run_text
from rules.core.documents import documents
from rules.core.hooks import Rule
from rules.workshop.cli import main
from rules.workshop.plan import CannotBegin, plan
from tests.rules.hooks import proof


def loaded(path: Path) -> Rule:
    """The rule of a file."""
    spec = importlib.util.spec_from_file_location("begun", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    rule: Rule = module.RULE
    return rule


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A place that looks like the project."""
    (tmp_path / "tests" / "cases").mkdir(parents=True)
    return tmp_path


@pytest.mark.parametrize(
    ("id_", "board", "package"),
    [
        ("zz.made-up", "classic", "zz"),
        ("rw.made-up", "", "warfare"),
        ("y43.made-up", "", "europe1943"),
        ("x4.made-up", "global1940", "expansion4"),
    ],
)
def test_what_is_begun_works(id_: str, board: str, package: str, copy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its case holds with the rule as it is written, under its own id."""
    assert main([id_, *(["--board", board] if board else [])], copy) == 0
    name = id_.partition(".")[2]
    rule = loaded(copy / "rules" / "house" / package / f"{name.replace('-', '_')}.py")
    assert (rule.id, rule.boards) == (id_, (plan(id_, board).board,))
    case = (copy / "tests" / "cases" / package / f"{name}.toml").read_text("utf-8")
    rules = {**proof.documents.house_rules(), id_: rule}
    monkeypatch.setattr(proof.documents, "house_rules", lambda: rules)
    assert [result.why for result in run_text(case, "begun")] == [""]


def test_a_new_document_has_its_page_and_its_document(copy: Path) -> None:
    assert main(["zz.made-up", "--board", "classic"], copy) == 0
    home = copy / "rules" / "house" / "zz"
    assert 'id="zz"' in (home / "__init__.py").read_text("utf-8")
    assert "| made_up.py | `zz.made-up` |" in (home / "README.md").read_text("utf-8")


def test_nothing_is_overwritten(copy: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = copy / "tests" / "cases" / "zz" / "made-up.toml"
    file.parent.mkdir()
    file.write_text("mine", "utf-8")
    assert main(["zz.made-up", "--board", "classic"], copy) == 1
    assert "tests/cases/zz/made-up.toml is there already; nothing was written" in capsys.readouterr().err
    assert file.read_text("utf-8") == "mine" and not (copy / "rules").exists()


@pytest.mark.parametrize(
    ("id_", "board", "says"),
    [
        ("warbonds", "", "is no id of a rule"),
        ("rw.War Bonds", "", "in small letters with hyphens"),
        ("rw.sea-mines", "", "is a rule rw.sea-mines already: rules/house/warfare/sea_mines.py"),
        ("zz.made-up", "", "name its board: --board anniversary"),
        ("y43.made-up", "global1940", "is not played on “global1940”: --board europe1943"),
    ],
)
def test_what_cannot_be_begun(id_: str, board: str, says: str) -> None:
    with pytest.raises(CannotBegin, match=says):
        plan(id_, board)


def test_its_section_is_free() -> None:
    """No rule of the document has entries there."""
    for document in documents():
        begun = plan(f"{document}.made-up")
        section = begun.entry.rpartition(".")[0]
        every = [entry for rule in proof.documents.house_rules().values() for entry in rule.entries]
        assert not [entry for entry in every if entry.startswith(f"{section}.")]
