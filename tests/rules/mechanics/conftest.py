"""Made-up rules on a table: cases are run with rules that no document has."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from rules.cases.run import run_text
from rules.core import documents
from rules.core.hooks import Rule

Check = Callable[..., None]


@pytest.fixture
def check(monkeypatch: pytest.MonkeyPatch) -> Check:
    """`check(cases, *rules)`: run cases (TOML text) that name made-up rules by their ids; all must pass."""

    def run(cases: str, *rules: Rule) -> None:
        known = {**documents.house_rules(), **{rule.id: rule for rule in rules}}
        monkeypatch.setattr(documents, "house_rules", lambda: known)
        found = list(run_text(cases, "made up"))
        assert found
        assert [f"{r.id}: {r.why}" for r in found if not r.ok] == []

    return run
