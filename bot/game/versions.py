"""Games that began under other rules than those of this version are told what changed, before they go on."""

from __future__ import annotations

from bot.game.outbox_messages import say
from bot.store import Enqueue, Record, Require, SetGame, Store
from rules.core import table


async def tell_changes(store: Store) -> int:
    """Tell each game under way that began with an older version of the rules, on its record too. Gives how many."""
    told = 0
    for row in await store.games(status=("running", "paused")):
        if row.rules_version == table.VERSION or not store.share.holds(row.guild_id):
            continue
        text = f"My rules have changed since **{row.name}** began (version {row.rules_version} to {table.VERSION}): "
        text += " ".join(_since(row.rules_version))
        text += " From here on the game goes by them; what was played stays as it is."
        record = Record("bot", "rules", {"from": row.rules_version, "to": table.VERSION}, row.id)
        changed = SetGame(row.id, {"rules_version": table.VERSION})
        message = Enqueue(say(row, text, f"rules {table.VERSION}"), row.id)
        await store.apply(Require(row.id, (row.status,)), changed, record, message)
        told += 1
    return told


def _since(version: str) -> list[str]:
    """What players should know of each version after one; of all if that one is not known."""
    known = list(table.CHANGES)
    first = known.index(version) + 1 if version in table.CHANGES else 0
    return [table.CHANGES[v] for v in known[first:]]
