"""The contract of hooks and moments: each is asked where it says, and what a rule answers matters."""

from __future__ import annotations

import inspect

import pytest

from rules.core.hooks import Rule
from tests.hooks_page import MOMENTS, signature
from tests.rules.hooks import proofs_battle, proofs_economy, proofs_movement, proofs_time
from tests.rules.hooks.proof import PROOFS

HOOKS = sorted([*(name for name, _ in inspect.getmembers(Rule, inspect.isfunction)), *MOMENTS])
MODULES = (proofs_battle, proofs_economy, proofs_movement, proofs_time)


def test_every_hook_has_a_proof() -> None:
    """A new hook needs one in tests/rules/hooks/proofs_*.py; a hook that is gone takes its proof along."""
    assert sorted({name.split()[0] for name in PROOFS}) == HOOKS


@pytest.mark.parametrize("name", sorted(PROOFS))
def test_hook(name: str) -> None:
    """What is shown holds with the made-up rule, and does not without it."""
    proof = PROOFS[name]
    assert proof.why_not(on=True) == ""
    without = proof.why_not(on=False)
    assert without, "this holds without the rule too: it proves nothing"
    assert not without.startswith("error of the engine"), without


@pytest.mark.parametrize("name", sorted(PROOFS))
def test_signature(name: str) -> None:
    """The made-up rule takes what the hook gives, no more."""
    given = list(inspect.signature(signature(name.split()[0])).parameters)
    assert list(inspect.signature(PROOFS[name].hook).parameters) == (["self", *given] if name in MOMENTS else given)
