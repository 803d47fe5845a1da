"""A game seen by a test: opening it, giving orders, looking at its panel."""

from __future__ import annotations

import re
from typing import Any

from local_discord.testing.driver import Answer, Driver, Player, words_of

Json = Any
EPHEMERAL = 64


class Play:
    """One game in a thread; `anna` is its game master."""

    def __init__(self, driver: Driver, thread: Json, master: Player) -> None:
        self.driver, self.thread, self.master = driver, thread, master.at(thread)

    @classmethod
    async def open(cls, driver: Driver, name: str = "Table", board: str = "classic", **options: Any) -> Play:
        """Anna opens a game."""
        anna = await driver.player("Anna")
        known = {t["id"] for t in driver.threads()}
        await anna.slash("game new", board=board, name=name, **options)
        thread = next(t for t in driver.threads() if t["id"] not in known)
        play = cls(driver, thread, anna)
        await play.panel("Press a power")
        return play

    @classmethod
    async def started(cls, driver: Driver, name: str = "Table", **seats: list[str]) -> Play:
        """A game that has begun; seats: player -> powers, Anna takes the rest."""
        play = await cls.open(driver, name)
        for who, powers in seats.items():
            for power in powers:
                await (await play.player(who)).slash("game join", power=power)
        lobby = await play.panel("Press a power")
        await play.master.press(lobby, "Take all open seats")
        await play.master.slash("game start")
        await play.panel("order 0")
        return play

    async def player(self, name: str) -> Player:
        """A player in the game's thread."""
        return (await self.driver.player(name)).at(self.thread)

    async def panel(self, *words: str) -> Json:
        """The newest public message of the bot with an embed, once it shows all of some words."""

        def look() -> Json | None:
            public = [m for m in self.driver.messages(self.thread) if not m["flags"] & EPHEMERAL and m["embeds"]]
            found = public[-1] if public else None
            return found if found and all(word in words_of(found) for word in words) else None

        return await self.driver.wait_until(look)

    async def panel_after(self, order: int) -> Json:
        """The panel once another order than that is the last one."""

        def look() -> Json | None:
            public = [m for m in self.driver.messages(self.thread) if not m["flags"] & EPHEMERAL and m["embeds"]]
            found = public[-1] if public else None
            return found if found and order_of(words_of(found)) > order else None

        return await self.driver.wait_until(look)

    async def after(self, answer: Answer) -> Any:
        """The message that came after the pressed one had lost its buttons."""

        def look() -> Json | None:
            later = [m for m in answer.messages if m["id"] != answer.interaction.original_id]
            return later[-1] if later else None

        return answer.message if answer.kind != "update" else await self.driver.wait_until(look)

    async def reads(self, answer: Answer, text: str) -> None:
        """Wait until the message of an answer reads so."""
        await self.driver.wait_until(lambda: text in words_of(self._shown(answer)))

    def _shown(self, answer: Answer) -> Json:
        return next(m for m in self.driver.messages(self.thread) if m["id"] == answer.message["id"])

    async def order(self, text: str, by: Player | None = None) -> Answer:
        """An order typed into the form for many."""
        player = by or self.master
        return await player.submit(await player.slash("orders"), {"orders": text})

    async def accepted(self, text: str, by: Player | None = None) -> Answer:
        """The same, and it has to be accepted."""
        answer = await self.order(text, by)
        assert not answer.ephemeral, answer.text
        return answer


def order_of(text: str) -> int:
    """The number of the last order, as a panel gives it."""
    found = re.search(r"· order (\d+)", text)
    return int(found[1]) if found else -1


def labels(message: Json) -> list[str]:
    """Labels of the buttons that can be pressed, and placeholders of menus."""
    parts = [c for row in message["components"] for c in row["components"] if not c.get("disabled")]
    return [c.get("label") or c.get("placeholder") for c in parts]
