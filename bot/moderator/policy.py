"""Standing orders: answers a power has given beforehand (docs in README.md of this package).

A policy's kind is the kind of the decision it answers; its data says how:
casualties: {"order": "default"} or {"order": [unit names, first lost first]};
scramble, intercept, kamikaze: {"do": "never" | "always" | "ask"};
submerge: {"do": "never" | "always" | "ask"}; retreat: {"do": "press on" | "ask", "rounds": n};
withdraw: {"do": "never" | "ask"}; ignore: {"do": "ignore" | "attack" | "ask"}.
"""

from __future__ import annotations

from typing import Any

from rules.legal import decision_choices

from bot.store.records import Policy
from rules.battle import casualties, losses
from rules.game import Game
from rules.state import Decision

KINDS: dict[str, tuple[str, ...]] = {
    "casualties": ("default", "ask"),
    "scramble": ("never", "always", "ask"),
    "intercept": ("never", "always", "ask"),
    "kamikaze": ("never", "ask"),
    "submerge": ("never", "always", "ask"),
    "retreat": ("press on", "ask"),
    "withdraw": ("never", "ask"),
    "ignore": ("ignore", "attack", "ask"),
}


def standing_answer(game: Game, policies: list[Policy]) -> str | None:
    """The order text with which a standing order answers the question that is open, or None."""
    if not game.state.pending:
        return None
    decision = game.state.pending[0]
    policy = next((p for p in policies if p.power == decision.power and p.kind == decision.kind), None)
    return _answer(game, decision, policy.data) if policy else None


def default_answer(game: Game) -> str | None:
    """What is answered when a deadline has passed: the first choice the engine recommends."""
    choices = decision_choices(game) if game.state.pending else ()
    return choices[0] if choices else None


def _answer(game: Game, decision: Decision, data: dict[str, Any]) -> str | None:
    how = data.get("do", data.get("order", "ask"))
    if how == "ask":
        return None
    if decision.kind == "casualties":
        return _losses(game, decision, how)
    choices = decision_choices(game)
    if how in ("never", "press on"):
        wanted = "press on" if "press on" in choices else "pass"
        return wanted if wanted in choices else None
    if how in ("ignore", "attack"):
        return next((c for c in choices if c.startswith(how)), None)
    return next((c for c in choices if c not in ("pass", "press on")), None)


def _losses(game: Game, decision: Decision, order: Any) -> str | None:
    view, data = game.view, decision.data
    battle = game.state.battles[data["battle"]]
    chosen = losses.default(view, battle, data["side"], data["hits"])
    if isinstance(order, list):
        chosen = losses.by_order(view, battle, data["side"], data["hits"], order)
    return casualties.text_of(view, chosen)
