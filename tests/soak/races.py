"""Orders beside everything that people press meanwhile, while the threads change places as often as they can: no position
is torn, none leads elsewhere than its log does. One number is a game of so many orders, on either database in turn."""

from __future__ import annotations

import asyncio
import contextlib
import random
import sys
import tempfile
import traceback
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import discord
import structlog

from bot.discord.components import router
from bot.discord.components.custom_id import NotOurs, make
from bot.discord.features.odds.buttons import odds_lines
from bot.discord.features.orders.autocomplete import offered
from bot.discord.features.orders.specs import VERBS
from bot.discord.features.panel.panel import compose
from bot.game import Accepted, Denied, Outcome, PlayError
from bot.game.moderator.confirmations import CONFIRM
from bot.game.moderator.threads import ponder
from bot.processes.apart import TooBusy
from bot.services import Services
from bot.settings import Settings
from render.input.scene import Picture
from rules.dice.prng import Prng
from rules.play import game as engine
from rules.soak.player import Player
from tests.bot.asked import Asked
from tests.bot.desk import ANNA, Desk
from tests.postgres import fresh_database
from tests.soak.tables import tables

ORDERS = 1000
# Seconds after which the interpreter lets another thread go on; as it comes, it is 5 ms.
SWITCH = 20e-6
# How many people press at once; orders after which the game is read from the store again; how often odds are worked out.
PRESSING, AGAIN, ODDS = 3, 50, 0.03


def run(number: int, orders: int = ORDERS) -> tuple[int, list[str]]:
    """One game; how many orders were given in it, and what was wrong."""
    with tempfile.TemporaryDirectory() as folder, _hasty(), quiet():
        try:
            return asyncio.run(play(Path(folder), number, orders, fresh_database() if number % 2 else ""))
        except Exception:
            return 0, [traceback.format_exc()[-1500:]]


@contextlib.contextmanager
def _hasty() -> Iterator[None]:
    """Threads that change places all the time, and positions that nobody may try orders on but in a copy."""
    before, strict = sys.getswitchinterval(), engine.strict
    engine.strict = True
    sys.setswitchinterval(SWITCH)
    try:
        yield
    finally:
        sys.setswitchinterval(before)
        engine.strict = strict


@contextlib.contextmanager
def quiet() -> Iterator[None]:
    """No log lines."""
    logs = structlog.get_config()
    structlog.configure(logger_factory=structlog.ReturnLoggerFactory(), processors=[])
    try:
        yield
    finally:
        structlog.configure(**logs)


async def play(folder: Path, number: int, orders: int, url: str = "") -> tuple[int, list[str]]:
    """The same on a store of its own."""
    found = list(tables())
    board, rules = found[number // 2 % len(found)]
    desk = await Desk(folder, url=url).open()
    try:
        race = Race(desk, number)
        await race.begin(board, list(rules))
        people = [asyncio.create_task(race.press_on()) for _ in range(PRESSING)]
        try:
            await race.order_on(orders)
        finally:
            race.over = True
            await asyncio.gather(*people)
        return race.given, race.wrong
    finally:
        await desk.store.close()


class Race:
    """A game in which orders are given one after another, beside what others press. shadow: where the log leads."""

    def __init__(self, desk: Desk, seed: int) -> None:
        self.desk, self.chance, self.prng = desk, random.Random(seed), Prng(seed)
        self.player, self.over, self.given, self.pressed = Player(self.prng), False, 0, 0
        self.wrong, self.kinds, self._ids = list[str](), Counter[str](), iter(range(10**6, 10**9))
        settings = Settings(data_dir=desk.folder, _env_file=None)
        self.services = Services.over(settings, desk.store, desk.moderator)
        for apart in (self.services.media.apart, self.services.odds.apart):
            apart.run = self._apart  # type: ignore[method-assign]
        router.register_all()

    async def _apart(self, work: Callable[..., Any], *values: Any) -> Any:
        """What another process would do, in a thread; odds not always, as they take long."""
        if getattr(work, "__module__", "").startswith("render."):
            return Picture(b"", "png", 1, 1, "a picture")
        if self.chance.random() > ODDS:
            raise TooBusy
        return await asyncio.to_thread(work, *values)

    async def begin(self, board: str, rules: list[str]) -> None:
        """A game of its own channel."""
        self._kind = board, rules
        await self.desk.begin(board=board, rules=rules, channel_id=next(self._ids))
        self.shadow = await self.desk.game()

    # --- orders -------------------------------------------------------------------------------------------------

    async def order_on(self, orders: int) -> None:
        """So many orders, each looked after."""
        while self.given < orders and not self.wrong:
            game = await self.desk.game()
            if game.state.winner:
                await self.begin(*self._kind)
                continue
            wish = self.player.next(game)
            await self._told("order", self._give(wish.text, wish.by or None))
            self.given += 1
            await self._check()
            if self.given % AGAIN == 0:
                await self._read_again()

    async def _give(self, text: str, power: str | None) -> Outcome:
        """An order, with its `anyway` where that is asked for."""
        outcome = await self.desk.give(text, power=power)
        if isinstance(outcome, Denied) and outcome.refusal.code == CONFIRM:
            return await self.desk.give(outcome.refusal.choices[0], power=power)
        return outcome

    async def _check(self) -> None:
        """The position is where its log leads from the one before."""
        game = (await self.desk.moderator.table(self.desk.game_id)).game
        if game.log.start > len(self.shadow.log):
            self.shadow = game.copy()
        for entry in game.log.since(len(self.shadow.log)).here:
            self.shadow.replay(entry)
        if self.shadow.state.copy() != game.state.copy() and self.shadow.hash != game.hash:
            self.wrong.append(f"after order {self.given} the position is not where its log leads: {game.log[-1].text}")

    async def _read_again(self) -> None:
        """What is stored leads to the same position."""
        moderator, game_id = self.desk.moderator, self.desk.game_id
        async with moderator.held(game_id) as (table, _):
            before = table.game.hash
            moderator.forget(game_id)
            try:
                self.shadow = (await moderator.table(game_id)).game.copy()
                if self.shadow.hash != before:
                    self.wrong.append(f"after order {self.given} another position is stored than the one played")
            except PlayError as error:
                self.wrong.append(f"after order {self.given}: {error}")

    # --- what others press --------------------------------------------------------------------------------------

    async def press_on(self) -> None:
        """Press and look things up until the game is over."""
        acts = (
            self._panel,
            self._panel,
            self._complete,
            self._complete,
            self._done,
            self._plan,
            self._look,
            self._ahead,
        )
        while not self.over:
            act = self.chance.choice(acts)
            await self._told(act.__name__, act())
            self.pressed += 1
            await asyncio.sleep(0)

    async def _told(self, what: str, act: Awaitable[Any]) -> None:
        """An act may be refused in words; whatever else it raises is a finding."""
        try:
            outcome = await act
            self.kinds[what + (" accepted" if isinstance(outcome, Accepted) else "")] += 1
        except (PlayError, NotOurs):
            self.kinds[what + " refused"] += 1
        except Exception:
            self.wrong.append(f"{what}: {traceback.format_exc()[-1500:]}")

    async def _press(self, custom_id: str, *values: str) -> None:
        asked = Asked(next(self._ids), ANNA, kind="component")
        asked.data = {"custom_id": custom_id, "values": list(values)}
        await router.dispatch(self.services, asked)  # type: ignore[arg-type]

    async def _panel(self) -> None:
        """Whatever stands under the panel."""
        panel = await compose(self.services, await self.desk.situation())
        found = [one for one in (panel.reply.view.children if panel.reply.view else ()) if _live(one)]
        one: Any = self.chance.choice(found) if found else None
        if isinstance(one, discord.ui.Select):
            await self._press(str(one.custom_id), self.chance.choice(one.options).value)
        elif one is not None:
            await self._press(str(one.custom_id))

    async def _complete(self) -> None:
        """What is offered while an option is typed."""
        game, verb = (await self.desk.moderator.table(self.desk.game_id)).game, self.chance.choice(VERBS)
        slot, typed = self.chance.choice(verb.slots), self.chance.choice(("", "1 inf", "2 tank", "s", "ger"))
        await ponder(game, lambda copy: offered(copy, copy.to_act, verb, slot, {}, typed))

    async def _done(self) -> None:
        """The question before the end of a phase, which then mostly goes on."""
        game = (await self.desk.moderator.table(self.desk.game_id)).game
        await self._press(make("done", self.desk.game_id, game.log[-1].number))

    async def _plan(self) -> None:
        """What some orders would do."""
        wish = self.player.next(await self.desk.game())
        await self.services.games.plan(self.desk.game_id, ANNA, [wish.text, "done"])

    async def _look(self) -> None:
        """Odds, a battle's card."""
        row, game = await self.desk.row(), (await self.desk.moderator.table(self.desk.game_id)).game
        await odds_lines(self.services, row, game)
        for battle in list(game.state.battles)[:1]:
            await self.services.media.card(game, battle, game.log[-1])

    async def _ahead(self) -> None:
        """Standing orders."""
        await self._press(make(self.chance.choice(("tryout", "ahead", "undo", "map")), self.desk.game_id))


def _live(one: Any) -> bool:
    return bool(getattr(one, "custom_id", "")) and not getattr(one, "disabled", False)
