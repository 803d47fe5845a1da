"""The way of an order from its command to the database and back, as bot/README.md has it."""

from __future__ import annotations

import re
import traceback
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest
from desk import ANNA, Desk

from bot.interface.order_specs import VERBS
from bot.interface.orders import OrderCommand
from bot.store import transactions
from bot.store.transactions import ThreadDatabase

BOT = Path(__file__).parents[2] / "bot"
Step = tuple[str, str]


def _here() -> list[Step]:
    """The bot's functions on the stack, outermost first."""
    frames = [frame for frame in traceback.extract_stack() if frame.name != "<lambda>"]
    return [(str(Path(f.filename).relative_to(BOT)), f.name) for f in frames if Path(f.filename).is_relative_to(BOT)]


async def test_the_way_of_an_order_is_as_the_page_has_it(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    await desk.begin()
    await desk.ok("done")
    seen = dict[str, list[Step]]()
    write, find = ThreadDatabase.write, transactions.find_receipt

    def handed_on(database: ThreadDatabase, work: Any) -> Any:
        seen.setdefault("handed to the database", _here())
        return write(database, work)

    def written(*values: Any) -> Any:
        seen.setdefault("in the transaction", _here())
        return find(*values)

    async def send_message(**values: Any) -> Any:
        seen["answered"] = _here()
        return SimpleNamespace(id=5)

    monkeypatch.setattr(ThreadDatabase, "write", handed_on)
    monkeypatch.setattr(transactions, "find_receipt", written)
    buy = OrderCommand(desk.services, next(verb for verb in VERBS if verb.command == "buy"))
    interaction = SimpleNamespace(
        id=77,
        type=discord.InteractionType.application_command,
        channel_id=10,
        user=SimpleNamespace(id=ANNA),
        message=None,
        extras={},
        response=SimpleNamespace(is_done=lambda: False, send_message=send_message),
        followup=SimpleNamespace(send=send_message),
    )
    await buy.callback(cast(Any, interaction), units_="2 infantry")
    assert [b.type for b in (await desk.state()).pool["USSR"]] == ["infantry"]
    down, inside, back = seen["handed to the database"], seen["in the transaction"], seen["answered"]
    assert back[:-1] == down[:2]
    page = (BOT / "README.md").read_text("utf-8").split("## The way of an order")[1].split("\n## ")[0]
    told = re.findall(r"^\| `([^`]+)` \| `([^`]+)` \|", page, re.MULTILINE)
    assert [*down, *inside, back[-1]] == told
    files = [file for file, _ in told[:-1]]
    moves = sum(a != b for a, b in pairwise(files)) + 1  # and the one from `give` to the answer
    assert (len(told), len({file for file, _ in told}), moves) == (8, 4, 3)
    asked = re.findall(r"`(\w+)` \(`([^`]+\.py)`\)", page)
    assert len(asked) > 2
    for name, file in asked:
        assert re.search(rf"^\s*(async def|def|class) {name}\b", (BOT / file).read_text("utf-8"), re.MULTILINE), name
