"""Proofs that a hook is asked and matters: a made-up rule that overrides it, and a case that holds with that rule only."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from rules.cases.run import run_table
from rules.core import documents
from rules.core.hooks import Rule
from rules.model.profiles import UnitType
from rules.play.game import Game

ID = "made.up"
Method = Callable[..., Any]
PROOFS: dict[str, Proof] = {}


@dataclass(frozen=True)
class Proof:
    """The hook by its implementation, and what shows that it matters: why that does not hold, or "".

    beside: other hooks that the rule overrides to bring about what this one answers; brings: units of its own."""

    hook: Method
    wrong: Callable[[list[str]], str]
    beside: tuple[Method, ...] = ()
    brings: tuple[UnitType, ...] = ()

    def why_not(self, on: bool) -> str:
        """What is wrong with the rule on, or off; "" when all is as it should be."""
        with known(self.hook, *self.beside, units=self.brings):
            return self.wrong([ID] if on else [])


@contextmanager
def known(*hooks: Method, units: tuple[UnitType, ...] = (), parts: tuple[Rule, ...] = ()) -> Iterator[None]:
    """A made-up rule that overrides some hooks, brings units and has parts, to be switched on as `made.up`."""
    methods = {hook.__name__: hook for hook in hooks}
    rule = type("MadeUp", (Rule,), {"id": ID, "title": "Made up", "units": units, "parts": parts, **methods})()
    before, rules = documents.house_rules, {**documents.house_rules(), ID: rule}
    documents.house_rules = lambda: rules  # type: ignore[assignment]
    try:
        yield
    finally:
        documents.house_rules = before


def proves(
    *steps: str,
    beside: tuple[Method, ...] = (),
    brings: tuple[UnitType, ...] = (),
    among: tuple[str, ...] = (),
    about: str = "",
    **case: Any,
) -> Callable[[Method], Method]:
    """Register a hook's implementation (named as the hook) with the case that proves it (docs/CASES.md). A step is an
    order, with `[POWER] ` before it where another power gives it, ` = DICE` or ` ! CODE` of its refusal behind it. The
    game is classic, in the USSR's combat move, without units. among: house rules that are on in any case. about: which
    part of what the hook answers, where it has several proofs."""
    whole = {"id": "proof", "game": "classic", "power": "USSR", "setup": "empty", "phase": "combat move", **case}
    whole["step"] = [_step(s) for s in steps]
    return _register(lambda on: run_table({**whole, "rules": [*among, *on]}, "proof").why, beside, brings, about)


def proves_of(board: str, holds: Callable[[Game], bool], about: str = "") -> Callable[[Method], Method]:
    """The same by something that holds of a new game."""
    return _register(lambda on: "" if holds(Game.new(board, on)) else "it does not hold", about=about)


def _register(
    wrong: Callable[[list[str]], str],
    beside: tuple[Method, ...] = (),
    brings: tuple[UnitType, ...] = (),
    about: str = "",
) -> Callable[[Method], Method]:
    def register(hook: Method) -> Method:
        name = f"{hook.__name__} {about}".strip()
        assert name not in PROOFS, name
        PROOFS[name] = Proof(hook, wrong, beside, brings)
        return hook

    return register


def _step(text: str) -> Mapping[str, Any]:
    order, _, code = text.partition(" ! ")
    order, _, dice = order.partition(" = ")
    by, bracket, rest = order.rpartition("] ")
    found: dict[str, Any] = {"order": rest.strip()}
    if bracket:
        found["by"] = by.strip(" [")
    if code:
        found["refuse"] = code.strip()
    if dice:
        found["dice"] = [int(d) for d in dice.split()]
    return found
