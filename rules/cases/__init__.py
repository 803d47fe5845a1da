"""Cases: the rules as executable examples in TOML (docs/CASES.md)."""

from __future__ import annotations

from rules.cases.file import Case, CaseError, Step, read_text
from rules.cases.run import Result, run, run_text

__all__ = ["Case", "CaseError", "Result", "Step", "read_text", "run", "run_text"]
