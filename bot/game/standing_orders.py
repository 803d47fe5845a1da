"""Standing orders: answers a power has given beforehand (docs in README.md of this package).

A policy's kind is the kind of the decision it answers; its data says how:
casualties: {"do": "default"} or {"do": "order", "order": [unit names, first lost first]};
all others: {"do": one of the words in KINDS}. "ask" is the same as having none.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bot.store.records import Policy
from rules.battle import casualties, losses
from rules.legal import decision_choices
from rules.model.state import Decision
from rules.play.game import Game

KINDS: dict[str, tuple[str, ...]] = {
    "casualties": ("ask", "default", "order"),
    "scramble": ("ask", "never", "always"),
    "intercept": ("ask", "never", "always"),
    "kamikaze": ("ask", "never"),
    "submerge": ("ask", "never", "always"),
    "retreat": ("ask", "press on"),
    "withdraw": ("ask", "never"),
    "ignore": ("ask", "ignore", "attack"),
}
MEANING = {
    "casualties": "Who is lost first when your units are hit",
    "scramble": "Whether your aircraft scramble from air bases",
    "intercept": "Whether your fighters intercept raids",
    "kamikaze": "Whether kamikaze attacks are made",
    "submerge": "Whether your submarines dive",
    "retreat": "Whether your attacks go on after a round",
    "withdraw": "Whether your submarines leave a battle",
    "ignore": "What you do about submarines and transports in your way",
}


def standing_answer(game: Game, policies: Sequence[Policy]) -> str | None:
    """The order text with which a standing order answers the question that is open, or None."""
    if not game.state.pending or game.state.winner:
        return None
    decision = game.state.pending[0]
    policy = next((p for p in policies if p.power == decision.power and p.kind == decision.kind), None)
    return _answer(game, decision, policy.data) if policy else None


def default_answer(game: Game) -> str | None:
    """What is answered when a deadline has passed: the first choice the engine recommends."""
    choices = decision_choices(game)
    return choices[0] if choices else None


def _answer(game: Game, decision: Decision, data: dict[str, Any]) -> str | None:
    how = data.get("do", "ask")
    if how == "ask":
        return None
    if decision.kind == "casualties":
        return _losses(game, decision, data.get("order") if how == "order" else None)
    choices = decision_choices(game)
    if how in ("never", "press on"):
        return next((c for c in choices if c in ("press on", "pass")), None)
    if how in ("ignore", "attack"):
        return next((c for c in choices if c.startswith(how)), None)
    return next((c for c in choices if c not in ("pass", "press on")), None)


def _losses(game: Game, decision: Decision, order: Sequence[str] | None) -> str | None:
    view, data = game.view, decision.data
    battle = game.state.battles.get(data.get("battle", ""))
    if battle is None or "side" not in data:
        return default_answer(game)
    if order:
        chosen = losses.default(view, battle, data["side"], data["hits"], order)
    else:
        chosen = losses.default(view, battle, data["side"], data["hits"])
    return casualties.text_of(view, chosen)
