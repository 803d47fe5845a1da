"""The record of a game as files."""

from __future__ import annotations

import asyncio
import re

from bot.game.files import transfer
from bot.game.lobby import positions
from bot.game.master.reports import case_of
from bot.game.moderator.threads import ponder
from bot.game.record.history import entries_of, position_after, read_log, turn_with, turns
from bot.processes import map_requests as scenes
from bot.processes.picture import Picture
from bot.services import Services
from bot.store import Game
from rules.cases.table import csv_of
from rules.dice import text_of
from triplea import game_summary, turn_summary

# Reported moments that come with an export.
CASES = 5


async def game_files(services: Services, row: Game, what: str, order: int | None) -> list[Picture]:
    """What `/export` gives of a game. order: up to which a case leads, or of whose turn; None: the last."""
    name = re.sub(r"[^a-z0-9]+", "-", row.name.lower()).strip("-") or "game"
    files = []
    if what in ("everything", "orders"):
        files.append(Picture(f"{name}-orders.txt", (await transfer.orders_text(services.store, row)).encode()))
    if what in ("everything", "dice"):
        lines = await services.store.dice_log(row.id)
        files.append(Picture(f"{name}-dice.jsonl", "".join(text_of(line) + "\n" for line in lines).encode()))
    if what in ("everything", "game file"):
        files.append(Picture(f"{name}.json.gz", await transfer.dump(services.store, row)))
    if what in ("everything", "case") and row.revision:
        files += await _cases(services, row, name, order)
    return files + await _turn_files(services, row, name, what, order or row.revision)


async def _turn_files(services: Services, row: Game, name: str, what: str, order: int) -> list[Picture]:
    """The position at the start of an order's turn, that after the order as a table, the turn as forums know it."""
    store = services.store
    if what == "position":
        return [Picture(f"{name}-position.toml", (await positions.of_game(store, row, order)).encode())]
    if what == "table":
        now = await position_after(store, row, order)
        return [Picture(f"{name}.csv", (await asyncio.to_thread(csv_of, now)).encode())]
    if what == "forum game" and row.revision:
        rules = await services.games.rules_of(row)
        async with read_log(store, row) as log:
            text = await asyncio.to_thread(game_summary, rules, log[1:])
        return [Picture(f"{name}-forum.txt", text.encode())]
    if what == "forum" and row.revision:
        span = turn_with(await turns(store, row), order)
        entries, now = (
            await entries_of(store, row, span.first, span.last),
            await position_after(store, row, span.last),
        )
        text = await asyncio.to_thread(turn_summary, now.table, entries)
        seen = await services.media.board(await ponder(now, lambda copy: scenes.around(copy, span.power)))
        return [
            Picture(f"{name}-round-{span.round}-{span.power}.txt".lower(), text.encode()),
            *([seen] if seen else []),
        ]
    return []


async def _cases(services: Services, row: Game, name: str, order: int | None) -> list[Picture]:
    """One moment as a case that `python -m rules case` plays; by default the last, and those that were reported."""
    store = services.store
    wanted = [order] if order else [row.revision, *(r.revision for r in await store.reports(row.id, CASES))]
    made = [(n, await case_of(store, row, n)) for n in dict.fromkeys(wanted)]
    return [Picture(f"{name}-case-{number}.toml", text.encode()) for number, text in made]
