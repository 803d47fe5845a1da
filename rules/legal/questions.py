"""Which questions a game may put to people, by its board and rules: for standing orders."""

from __future__ import annotations

from collections.abc import Mapping

from rules.core.table import Table
from rules.model.vocabulary import Trait

_ALWAYS = {
    "casualties": "Who is lost first when your units are hit",
    "retreat": "Whether your attacks go on after a round",
}
# Questions that units of a trait bring.
_BY_TRAIT: Mapping[str, tuple[Trait, str]] = {
    "submerge": ("submerges", "Whether your submarines dive"),
    "withdraw": ("withdraws", "Whether your submarines leave a battle"),
}


def questions(table: Table) -> dict[str, str]:
    """Kind of question -> what it is about, in words. One whose option of the same name is off is never asked."""
    found = dict(_ALWAYS)
    for kind, (trait, about) in _BY_TRAIT.items():
        if any(unit.has(trait) for unit in table.units.values()):
            found[kind] = about
    if table.board.edition.get("optional_targets"):
        found["ignore"] = "What you do about submarines and transports in your way"
    for rule in table.rules:
        found.update(rule.questions)
    return {kind: about for kind, about in found.items() if table.options.get(kind, True)}
