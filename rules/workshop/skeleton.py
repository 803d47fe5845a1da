"""The files of a rule that has just been begun: they work, and each word to be replaced says TODO."""

from __future__ import annotations

from collections.abc import Mapping

from rules.core.table import Table
from rules.core.view import View
from rules.economy.income import income_of
from rules.play.game import Game
from rules.workshop.plan import Plan

_RULE = '''"""TODO {title}: what the rule does, in one sentence."""

from __future__ import annotations

from rules.core.hooks import IncomeLine, Rule
from rules.core.view import View


class {kind}(Rule):
    """TODO: the same for whoever reads the code."""

    id = "{id}"
    title = "{title}"
    text = "TODO: what players read when they look it up, with all figures. Each power collects 1 IPC more."
    source = "TODO: document and section it comes from"
    entries = ("{entry}",)
    boards = ("{board}",)

    # TODO: hooks and moments. docs/hooks.md lists them by what you want to do.
    def income(self, view: View, purse: str, lines: tuple[IncomeLine, ...]) -> tuple[IncomeLine, ...]:
        """TODO: 1 IPC more."""
        return (*lines, IncomeLine("{name}", 1, self.id))


RULE = {kind}()
'''
_CASE = """# Cases of {id}. docs/CASES.md says what may stand here. One entry ({entry}) may have many cases: .a, .b, .c.

[[case]]
id = "{entry}.a"
title = "TODO: what this shows"
game = "{board}"
rules = ["{id}"]
power = "{power}"
setup = "printed"
expect.income = {{ "{power}" = {income} }}
"""
_DOCUMENT = '''"""TODO: one sentence about the document."""

from rules.core.documents import Document

DOCUMENT = Document(
    id="{document}",
    title="TODO title of the document",
    summary="TODO: three sentences that people read in the lobby.",
    boards=("{board}",),
)
'''
_PAGE = """# rules/house/{package}: TODO title (`{document}`)

TODO: where the document comes from.

| file | rule |
| --- | --- |
| {module}.py | `{id}` |
"""


def files(plan: Plan) -> Mapping[str, str]:
    """The text of each file of a plan (`Plan.paths`)."""
    texts = {"rule": _RULE, "case": _CASE, "document": _DOCUMENT, "page": _PAGE}
    view = Game.new(plan.board).view
    words = {
        **{name: getattr(plan, name) for name in ("id", "board", "package", "entry", "document", "name", "title")},
        "kind": plan.kind,
        "module": plan.module,
        "power": view.active,
        "income": str(_income(view) + 1),
    }
    return {what: text.format(**words) for what, text in texts.items()}


def _income(view: View) -> int:
    """What the first purse of the first power would collect on the board as it is printed."""
    table: Table = view.table
    return income_of(view, table.board.powers[view.active].purse_names[0], in_transit=False)
