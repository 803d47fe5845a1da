"""Killing the bot at random moments while people play, and comparing what it had acknowledged with its store."""

from __future__ import annotations

import asyncio
import contextlib
import random
import sqlite3
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

from bot.game.moderator.table import load_table, position_at
from bot.game.record.history import position_after
from bot.store import Store
from bot.store.database import connect, parse_url
from bot.store.reader import Reader
from bot.store.records import Entry
from bot.store.seal import Sealer
from local_discord.testing.driver import Answer, Driver, NoAnswer, Player, words_of
from rules.legal import complete
from rules.play.game import Game
from tests.e2e.play import Play
from tests.e2e.process import BotProcess

LAST_WORDS = 0.5
"""Seconds in which what a bot said before its end arrives."""


@dataclass
class Account:
    """What a player gave and was told: all orders, those acknowledged, in order; how many got no answer."""

    given: list[str] = field(default_factory=list)
    acknowledged: list[str] = field(default_factory=list)
    unanswered: int = 0
    kills: int = 0


class Shadow:
    """The game as its database has it, read past the running bot: what to order next comes from it."""

    def __init__(self, url: str) -> None:
        self.url = parse_url(url)

    @contextlib.asynccontextmanager
    async def reading(self) -> AsyncIterator[Reader]:
        """Look-ups in the database, whoever owns it."""
        database = await connect(self.url)
        try:
            yield Reader(database, Sealer(None))
        finally:
            await database.close()

    async def id(self) -> str:
        """The id of the one game."""
        async with self.reading() as reader:
            return (await reader.games())[0].id

    async def game(self, game_id: str) -> tuple[Game, list[str]]:
        """The position, worked out from the first, and the texts of all orders that people gave."""
        async with self.reading() as reader:
            row, entries = await reader.game(game_id), await reader.entries(game_id)
            first = await reader.snapshot_before(game_id, 0)
        assert first is not None and [e.seq for e in entries] == list(range(1, row.revision + 1))
        game = position_at(row, first, entries)
        assert game.hash == row.state_hash
        return game, orders_of(entries)

    async def check(self, game_id: str) -> None:
        """Table, dice log and past must hold; an SQLite file as a whole too, opened as the bot would."""
        async with self.reading() as reader:
            table, row = await load_table(reader, game_id), await reader.game(game_id)
            assert table.game.hash == row.state_hash
            assert (await position_after(reader, row, row.revision)).hash == row.state_hash
        if self.url.drivername != "sqlite":
            return
        copied = Path(f"{self.url.database}.copy")
        copied.unlink(missing_ok=True)
        with sqlite3.connect(str(self.url.database)) as live, sqlite3.connect(copied) as copy:
            live.backup(copy)
        store = await Store.open(f"sqlite:///{copied}", check="full")
        await store.close()


def orders_of(entries: Sequence[Entry]) -> list[str]:
    """The texts of the orders that people gave. One that answers for several owners of what was hit has an entry for each
    of their powers, and is one."""
    given = [e for e in entries if e.player not in ("auto", "policy", "timer")]
    return [e.order for e in given[:1]] + [e.order for last, e in pairwise(given) if not _same(last, e)]


def _same(last: Entry, entry: Entry) -> bool:
    asked = last.interaction_id == entry.interaction_id and last.power != entry.power
    return asked and last.order == entry.order


def next_order(game: Game, chance: random.Random) -> str:
    """An order that is legal now, the phase's end among them now and then; the last one back where nothing else goes."""
    texts = [t for t in complete(game, game.to_act) if t not in ("undo", "concede") and game.trial(t) is None]
    return "done" if "done" in texts and chance.random() < 0.3 else chance.choice(texts or ["undo"])


async def give(player: Player, text: str, account: Account, bot: BotProcess | None = None) -> bool:
    """Give an order by a form; whether it was answered. A refusal is an answer, but no acknowledgement. bot: nobody waits for
    one that has ended."""
    account.given.append(text)
    answer = await _answer(player, text, bot)
    if answer is None:
        account.unanswered += 1
        return False
    if not answer.ephemeral and "error of mine" not in answer.text:
        account.acknowledged.append(text)
    return True


async def _answer(player: Player, text: str, bot: BotProcess | None) -> Answer | None:
    asked = asyncio.create_task(_ask(player, text))
    if bot is not None:
        ended = asyncio.create_task(bot.ended())
        await asyncio.wait({asked, ended}, return_when=asyncio.FIRST_COMPLETED)
        ended.cancel()
        await asyncio.wait({asked}, timeout=LAST_WORDS)
        asked.cancel()
    await asyncio.wait({asked})
    return None if asked.cancelled() else await asked


async def _ask(player: Player, text: str) -> Answer | None:
    try:
        answer = await player.submit(await player.slash("orders", _timeout=4), {"orders": text}, timeout=4)
        _ = answer.text  # there is a message
    except (NoAnswer, AssertionError):
        return None
    return answer


async def play_through_kills(driver: Driver, bot: BotProcess, kills: int, seed: int) -> Account:
    """Play a game while the bot is killed; after each kill everything acknowledged must be in the store once."""
    chance, account = random.Random(seed), Account()
    play = await Play.started(driver, f"Crash {seed}")
    shadow = Shadow(bot.database)
    game_id = await shadow.id()
    while account.kills < kills:
        game, _ = await shadow.game(game_id)
        if game.state.winner:
            break
        killer = asyncio.create_task(_kill_soon(bot, chance.uniform(0.02, 1.2)))
        while not killer.done():
            await give(play.master, next_order(game, chance), account, bot)
            if killer.done():
                break
            game, _ = await shadow.game(game_id)
        await killer
        account.kills += 1
        await shadow.check(game_id)
        _, texts = await shadow.game(game_id)
        assert not missing(account.acknowledged, texts), bot.text()[-3000:]
        only_once(texts, account.given)
        await bot.start()
    last, texts = await shadow.game(game_id)
    assert not missing(account.acknowledged, texts)
    await play.panel(f"order {last.log[-1].number}")
    posted = [m for m in driver.messages(play.thread) if f"order {last.log[-1].number}" in words_of(m) and m["embeds"]]
    assert len({m["id"] for m in posted}) == len(posted)
    return account


async def _kill_soon(bot: BotProcess, after: float) -> None:
    await asyncio.sleep(after)
    await bot.kill()


def missing(orders: list[str], others: list[str]) -> list[str]:
    """The first of some orders that others do not hold, in the same sequence."""
    rest = iter(others)
    return [text for text in orders if not any(text == other for other in rest)][:1]


def only_once(texts: list[str], given: list[str]) -> None:
    """AssertionError, with the orders, unless each order of the store was given as often, and in the same sequence."""
    assert not (more := Counter(texts) - Counter(given)), f"carried out more often than given: {dict(more)}"
    assert not (late := missing(texts, given)), (
        f"carried out behind what was given later: {late}, of {given[-12:]}, {texts[-12:]}"
    )
