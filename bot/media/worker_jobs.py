"""What the worker process does for the bot, as module-level functions of plain values."""

from __future__ import annotations

import functools
import json
from typing import Any

from rules.core.table import Table
from rules.core.view import View
from rules.model import codec, formats
from rules.model.refusals import Refused
from rules.odds import Odds, TypedError, battle_odds, typed_odds


@functools.lru_cache(maxsize=16)
def _table(board: str, rules: tuple[str, ...], options: str) -> Table:
    return Table(board, rules, json.loads(options))


def odds_of(head: dict[str, Any], position: dict[str, Any], battle: str, rounds: int | None = None) -> Odds:
    """The odds of a battle of a position (a game's head and snapshot)."""
    table = _table(head["board"], tuple(head["rules"]), json.dumps(head["options"], sort_keys=True))
    return battle_odds(View(table, codec.load_state(formats.state(position))), battle, rounds)


def odds_between(
    attacker: str, defender: str, board: str, rules: list[str], options: dict[str, Any], rounds: int | None = None
) -> Odds:
    """The odds of any two forces. Raises TypedError, with the text of a refusal too: a Refused can't be sent
    from one process to another."""
    try:
        return typed_odds(attacker, defender, board, rules, options, rounds=rounds)
    except Refused as refused:
        raise TypedError(refused.refusal.message) from None
