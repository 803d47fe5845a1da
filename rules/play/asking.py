"""What the open questions ask, in the few words that panels, refusals and logs share."""

from __future__ import annotations

from collections.abc import Mapping

from rules.core.hooks import Question, Rule
from rules.core.table import Table
from rules.core.view import View
from rules.model.state import Decision
from rules.phases import research

# What the engine itself asks; rules bring theirs (`Rule.asks`).
_ASKS = {
    "casualties": "choose the losses",
    "retreat": "press on or retreat",
    "withdraw": "submarines: stay or leave",
    "submerge": "submarines: strike or dive",
    "ignore": "ships in the way: ignore or attack?",
    "chart": "choose a chart of technologies",
    "no landing": "choose the aircraft that are lost",
}
# The same question where nobody may leave.
_BOUND = "press on (nobody may retreat)"


def question(table: Table, kind: str, attack: str = "raid") -> str:
    """What a kind of question asks: `choose the losses`. attack: what stands for `{attack}` in it."""
    found: Mapping[str, str] = {**_ASKS, **{k: asks for rule in table.rules for k, asks in rule.asks.items()}}
    return found.get(kind, kind).format(attack=attack)


def of_its_own(table: Table, decision: Decision) -> str:
    """What a rule asks about the hits of its own fire, which are no losses ("" for all other questions)."""
    words = f"{decision.kind} {decision.data.get('why', '')}"
    return next((rule.asks[words] for rule in table.rules if words in rule.asks), "")


def asked(table: Table, decision: Decision) -> str:
    """What a question asks: of an attack that a rule calls otherwise, by that name; of one of its aims, which."""
    if own := of_its_own(table, decision):
        return own
    if decision.data.get("bound"):
        return _BOUND
    if "front" not in decision.data:
        return question(table, decision.kind)
    called = str(decision.data.get("battle", "")).removesuffix(decision.place).strip()
    return question(table, decision.kind, f"{called or 'raid'} on the {decision.data['front']}")


def figures(view: View, decision: Decision) -> str:
    """What a question is about in figures that a rule gives: `9 IPC left`; of charts, what is new on them."""
    if decision.kind == "chart":
        have, numbers = view.techs(decision.power), research.open_charts(view, decision.power)
        new = {n: [name for name in research.chart(view, n) if name not in have] for n in numbers}
        return "; ".join(f"{n}: {', '.join(names)}" for n, names in new.items())
    return view.table.fold(Rule.question, Question(), view, decision).figures


def named(table: Table, decision: Decision) -> str:
    """A question and its place: `in Poland: choose the losses`."""
    asks = asked(table, decision)
    return f"in {decision.place}: {asks}" if decision.place else asks
