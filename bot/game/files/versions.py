"""Games that began under other rules than those of this version are told what changed, before they go on, and keep their
readings of what is only read otherwise now (rules/core/changes.py)."""

from __future__ import annotations

from bot.game.moderator.outbox_messages import say
from bot.store import Enqueue, Record, Require, SetGame, Store
from bot.store.changes import Step
from bot.store.records import Game as GameRow
from rules.core import changes
from rules.core.changes import Change
from rules.core.table import Table
from rules.model import formats

# What is told of one start at most; the rest stands in the list of changes.
MOST_TOLD = 8


async def tell_changes(store: Store) -> int:
    """Bring each game under way that was last played with an older version of the rules to this one; tell it on its record
    and in its channel where that concerns it. Gives how many were told."""
    told = 0
    for row in await store.games(status=("running", "paused")):
        if row.rules_version == changes.VERSION or row.engine is None or not store.share.holds(row.guild_id):
            continue
        head = formats.head(row.engine["head"])
        mine = changes.since(row.rules_version, Table(head["board"], head["rules"], head["options"]))
        head = changes.as_begun(head, row.rules_version)
        values = {
            "rules_version": changes.VERSION,
            "options": head["options"],
            "engine": {**row.engine, "head": head},
        }
        await store.apply(Require(row.id, (row.status,)), SetGame(row.id, values), *(_told(row, mine) if mine else ()))
        told += bool(mine)
    return told


def _told(row: GameRow, mine: list[Change]) -> list[Step]:
    """What changed for a game, on its record and in its channel."""
    lines = [f"- {change.date}: {change.text}{_kept(change)}" for change in mine]
    more = [f"- and {len(lines) - MOST_TOLD} more"] if len(lines) > MOST_TOLD else []
    text = "\n".join(
        [
            f"My rules have changed since **{row.name}** was last played. What was played stays as it is; from here on:",
            *lines[:MOST_TOLD],
            *more,
        ]
    )
    record = Record("bot", "rules", {"from": row.rules_version, "to": changes.VERSION}, row.id)
    return [record, Enqueue(say(row, text, f"rules {changes.VERSION}"), row.id)]


def _kept(change: Change) -> str:
    return " This game goes on as it began." if change.keeps else ""
