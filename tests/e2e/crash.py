"""Killing the bot at random moments while people play, and comparing what it had acknowledged with its store."""

from __future__ import annotations

import asyncio
import random
import sqlite3
from dataclasses import dataclass, field
from pathlib import Path

from bot.channel.driver import Driver, NoAnswer, Player, words_of
from bot.moderator.history import position_after
from bot.moderator.table import load_table
from bot.store import Store
from rules.dice import Ledger
from rules.game import Game
from rules.legal import complete
from tests.e2e.play import Play
from tests.e2e.process import BotProcess


@dataclass
class Account:
    """What a player was told: texts of orders that were acknowledged, in order; how many got no answer."""

    acknowledged: list[str] = field(default_factory=list)
    unanswered: int = 0
    kills: int = 0


class Shadow:
    """A copy of the game's position, read from the store between kills: what to order next comes from it."""

    def __init__(self, folder: Path) -> None:
        self.url = f"sqlite:///{folder / 'copy.sqlite3'}"
        self.source, self.copy = folder / "adjutant.sqlite3", folder / "copy.sqlite3"

    async def game(self, game_id: str) -> tuple[Game, list[str]]:
        """The position, and the texts of all orders so far."""
        self.copy.unlink(missing_ok=True)
        with sqlite3.connect(self.source) as live, sqlite3.connect(self.copy) as copy:
            live.backup(copy)
        store = await Store.open(self.url, check="quick")
        try:
            table = await load_table(store, game_id)
            row = await store.game(game_id)
            assert table.game.hash == row.state_hash
            Ledger(await store.dice_log(game_id))
            start = await position_after(store, row, row.revision)
            assert start.hash == row.state_hash
            return table.game, [entry.text for entry in table.game.log[1:]]
        finally:
            await store.close()


def next_order(game: Game, chance: random.Random) -> str:
    """An order that is legal now, the phase's end among them now and then."""
    texts = [t for t in complete(game, game.to_act) if t not in ("undo", "concede")]
    return "done" if "done" in texts and chance.random() < 0.3 else chance.choice(texts or ["done"])


async def give(player: Player, text: str, account: Account) -> bool:
    """Give an order by a form; whether it was answered. A refusal is an answer, but no acknowledgement."""
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
        game, _ = await shadow.game(game_id)
        if game.state.winner:
            break
        killer = asyncio.create_task(_kill_soon(bot, chance.uniform(0.0, 0.35)))
        while not killer.done():
            await give(play.master, next_order(game, chance), account)
            if killer.done():
                break
            game, _ = await shadow.game(game_id)
        await killer
        account.kills += 1
        _, texts = await shadow.game(game_id)
        assert not missing(account.acknowledged, texts), (missing(account.acknowledged, texts), bot.text()[-3000:])
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


def missing(acknowledged: list[str], stored: list[str]) -> list[str]:
    """Acknowledged orders that are not in the store, in the order in which they were given."""
    rest = iter(stored)
    return [text for text in acknowledged if not any(text == other for other in rest)]


def _game_id(folder: Path) -> str:
    with sqlite3.connect(folder / "adjutant.sqlite3") as live:
        return str(live.execute("select id from games").fetchone()[0])
