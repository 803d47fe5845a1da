"""Which answer bears live controls: the last one only; those of older ones are put out."""

from __future__ import annotations

from bot.game.moderator.outbox_messages import retire
from bot.store import DropPost, Enqueue, Game, Post, SetPost, Store
from bot.store.changes import Step

REPLY = "reply"


async def lit_steps(store: Store, row: Game, lit: Post | None) -> list[Step]:
    """Steps after which this answer has the controls (None: no answer has)."""
    old = (await store.posts(row.id)).get(REPLY)
    steps: list[Step] = []
    if old is not None and (lit is None or old.message_id != lit.message_id):
        steps.append(Enqueue(retire(row.id, old.channel_id, old.message_id, delete=False, keep=True), row.id))
    if lit is not None:
        steps.append(SetPost(lit))
    elif old is not None:
        steps.append(DropPost(row.id, REPLY))
    return steps
