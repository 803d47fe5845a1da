"""Killing the bot at random moments while people play, and comparing what it had acknowledged with its store."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import sqlite3
import zlib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bot.game.history import position_after
from bot.game.session import load_table
from bot.local_discord.driver import Driver, NoAnswer, Player, words_of
from bot.store import Store
from rules.legal import complete
from rules.play.game import Game, load_entry
from tests.e2e.play import Play
from tests.e2e.process import BotProcess


@dataclass
class Account:
    """What a player gave and was told: all orders, those acknowledged, in order; how many got no answer."""

    given: list[str] = field(default_factory=list)
    acknowledged: list[str] = field(default_factory=list)
    unanswered: int = 0
    kills: int = 0


class Shadow:
    """The game as its database has it, read past the running bot: what to order next comes from it."""

    def __init__(self, folder: Path) -> None:
        self.source, self.copy = folder / "adjutant.sqlite3", folder / "copy.sqlite3"

    def game(self, game_id: str) -> tuple[Game, list[str]]:
        """The position, and the texts of all orders that people gave."""
        with contextlib.closing(sqlite3.connect(f"file:{self.source}?mode=ro", uri=True)) as live:
            engine, state_hash = live.execute(
                "select engine, state_hash from games where id = ?", (game_id,)
            ).fetchone()
            seq, data = live.execute(
                "select seq, data from snapshots where game_id = ? order by seq limit 1", (game_id,)
            ).fetchone()
            rows = live.execute(
                'select seq, "order", events, power, extra, player from entries where game_id = ? order by seq',
                (game_id,),
            ).fetchall()
        assert seq == 0 and [row[0] for row in rows] == list(range(1, len(rows) + 1))
        known = _json(engine)
        game = Game.load(known["head"], _json(data), [load_entry(known["first"])])
        for number, text, events, power, extra, _ in rows:
            entry = {**_json(extra), "number": number, "text": text, "events": _json(events), "by": power}
            game.replay(load_entry(entry))
        assert game.hash == state_hash
        return game, [row[1] for row in rows if row[5] not in ("auto", "policy", "timer")]

    async def check(self, game_id: str) -> None:
        """Open the database as the bot would: table, dice log and past must hold."""
        self.copy.unlink(missing_ok=True)
        with sqlite3.connect(self.source) as live, sqlite3.connect(self.copy) as copy:
            live.backup(copy)
        store = await Store.open(f"sqlite:///{self.copy}", check="full")
        try:
            table, row = await load_table(store, game_id), await store.game(game_id)
            assert table.game.hash == row.state_hash
            assert (await position_after(store, row, row.revision)).hash == row.state_hash
        finally:
            await store.close()


def next_order(game: Game, chance: random.Random) -> str:
    """An order that is legal now, the phase's end among them now and then."""
    texts = [t for t in complete(game, game.to_act) if t not in ("undo", "concede")]
    return "done" if "done" in texts and chance.random() < 0.3 else chance.choice(texts or ["done"])


async def give(player: Player, text: str, account: Account) -> bool:
    """Give an order by a form; whether it was answered. A refusal is an answer, but no acknowledgement."""
    account.given.append(text)
    try:
        form = await player.slash("orders", _timeout=4)
        answer = await player.submit(form, {"orders": text}, timeout=4)
    except (NoAnswer, AssertionError):
        account.unanswered += 1
        return False
    if "Not possible" not in answer.text and "error of mine" not in answer.text:
        account.acknowledged.append(text)
    return True


async def play_through_kills(driver: Driver, bot: BotProcess, folder: Path, kills: int, seed: int) -> Account:
    """Play a game while the bot is killed; after each kill everything acknowledged must be in the store once."""
    chance, account = random.Random(seed), Account()
    play = await Play.started(driver, f"Crash {seed}")
    shadow = Shadow(folder)
    game_id = _game_id(folder)
    while account.kills < kills:
        game, _ = shadow.game(game_id)
        if game.state.winner:
            break
        killer = asyncio.create_task(_kill_soon(bot, chance.uniform(0.02, 1.2)))
        while not killer.done():
            await give(play.master, next_order(game, chance), account)
            if killer.done():
                break
            game, _ = shadow.game(game_id)
        await killer
        account.kills += 1
        await shadow.check(game_id)
        _, texts = shadow.game(game_id)
        assert not missing(account.acknowledged, texts), bot.text()[-3000:]
        assert not missing(texts, account.given), "an order was carried out twice"
        await bot.start()
    last, texts = shadow.game(game_id)
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


def _json(value: str | bytes) -> Any:
    """A JSON column, packed or not."""
    return json.loads(zlib.decompress(value) if isinstance(value, bytes) else value)


def _game_id(folder: Path) -> str:
    with sqlite3.connect(folder / "adjutant.sqlite3") as live:
        return str(live.execute("select id from games").fetchone()[0])
