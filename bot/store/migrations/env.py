"""Run by Alembic: the migrations use the connection that bot.store.migrate hands over."""

from typing import Any, Literal

from alembic import context

from bot.store.tables import Packed, metadata

connection = context.config.attributes.get("connection")
if connection is None:
    raise RuntimeError("run the migrations by bot.store.migrate")


def plainly(kind: str, item: Any, _: Any) -> str | Literal[False]:
    """Write a column type of ours as the plain one under it: a migration must not lean on today's code."""
    return "sa.LargeBinary()" if kind == "type" and isinstance(item, Packed) else False


context.configure(
    connection=connection,
    target_metadata=metadata,
    render_as_batch=True,
    render_item=plainly,
    transactional_ddl=True,
    transaction_per_migration=False,
)
with context.begin_transaction():
    context.run_migrations()
