"""A season of a league through the real bot, which is killed all the way: challenges, forfeits, adjudications, games played
to their end, a Swiss, a season that ends during a game, a play-off of the willing.

Who plays is told by chance alone; what is true is read in the database past the bot, and reckoned anew at the end from what
the league exports (season_check.py): by tools/check_league.py for ratings, by `points` there for the tournament's table.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from bot.game.league.tournaments import kept
from bot.store import Game
from league.tournaments import Match, is_over
from local_discord.commands import BadInput
from local_discord.testing.driver import Driver, NoAnswer, Player
from tests.e2e.play import labels
from tests.e2e.process import BotProcess
from tests.e2e.season_books import Books

FORMAT, SWISS, YEAR = "quick", "Swiss", "2026"
PHASES = 5
"""Of a turn of Classic without research."""
WAITS, PATIENCE = 0.2, 900.0
"""Seconds between two looks, and until hopeless waiting ends."""
LOST = (NoAnswer, AssertionError, TimeoutError, BadInput, KeyError, StopIteration, IndexError)
"""What comes of an act whose bot is killed: no answer, or not the one there was to press."""


@dataclass(frozen=True, slots=True)
class Size:
    """How large a season is. challenges: games outside of tournaments. ended: of those, played by their rules to the end."""

    people: int = 40
    rounds: int = 5
    places: int = 8
    challenges: int = 40
    ended: int = 3
    kills: int = 100


SMALL = Size(people=4, rounds=2, places=2, challenges=2, ended=1, kills=3)


@dataclass
class SeasonPlay:
    """A season under way. kills: how often the bot was killed."""

    driver: Driver
    bot: BotProcess
    size: Size
    chance: random.Random
    kills: int = 0
    people: dict[str, Player] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.books = Books(self.bot.database)

    # --- acts and kills -------------------------------------------------------------------------------------------------

    async def act(self, work: Callable[[], Awaitable[object]], most: int = 3) -> None:
        """Do something, anew after each of so many kills at most: who waits for a bot that is dead waits in vain."""
        done = asyncio.ensure_future(self._until_done(work))
        for _ in range(most):
            await asyncio.wait({done}, timeout=self.chance.uniform(0.05, 1.5))
            if done.done() or self.kills >= self.size.kills:
                break
            await self.bot.kill()
            self.kills += 1
            done.cancel()
            await asyncio.gather(done, return_exceptions=True)
            await self.bot.start()
            done = asyncio.ensure_future(self._until_done(work))
        async with asyncio.timeout(PATIENCE):
            await done

    async def _until_done(self, work: Callable[[], Awaitable[object]]) -> None:
        while True:
            with contextlib.suppress(*LOST):
                if await work():
                    return
            await asyncio.sleep(WAITS)

    async def anna(self, where: Any = "general") -> Player:
        """The arbiter, who manages the server and plays in nothing."""
        return (await self.driver.player("Anna")).at(where)

    # --- the course -----------------------------------------------------------------------------------------------------

    async def play(self) -> None:
        """All of it."""
        for number in range(self.size.people):
            player = await self.driver.player(f"P{number:02}")
            self.people[player.id] = player
        await self.act(self._format)
        await self.act(self._season)
        await self._challenges()
        await self._swiss()
        await self._end()
        await self._play_off()
        while self.kills < self.size.kills:  # what is left is killed at rest
            await self.bot.kill()
            self.kills += 1
            await self.bot.start()

    async def _format(self) -> bool:
        """A format of the club: the Axis win at the end of a round with what they begin with."""
        anna = await self.anna("table-two")
        if not await self.books.games("lobby"):
            await anna.slash("game new", board="classic", name="Model", here=True)
        await anna.slash("game rules", option="axis_economic_victory", value="40")
        await anna.slash("game rules", option="research_and_development", value="off")
        words = {"name": FORMAT, "title": "Quick Classic", "summary": "Short."}
        saved = (await anna.slash("league save", **words)).text
        assert "Saved as" in saved
        await anna.slash("game end", sure=True)
        return not await self.books.games("lobby")

    async def _season(self) -> bool:
        anna, size = await self.anna(), self.size
        if await self.books.season() is None:
            await anna.slash("season new", name=YEAR, format=FORMAT, days=400.0, places=size.places, games=2)
        return await self.books.season() is not None

    async def _challenges(self) -> None:
        """Games that people agree on; the last of them is under way when the season ends."""
        everybody = list(self.people.values())
        for number in range(self.size.challenges):
            one, other = self.chance.sample(everybody, 2)
            before = {row.id for row in await self.books.games()}
            await self.act(lambda one=one, other=other, before=before: self._challenge(one, other, before), 1)  # type: ignore[misc]
            row = next(row for row in await self.books.games("running") if row.id not in before)
            if number == self.size.challenges - 1:
                return
            way = "ended" if number < self.size.ended else self.chance.choice(("concede", "forfeit", "adjudicate"))
            await self.act(lambda row=row, way=way: self._finish(row, way), 2)  # type: ignore[misc]

    async def _challenge(self, one: Player, other: Player, before: set[str]) -> bool:
        """Challenged and accepted, once."""

        async def opened() -> bool:
            return any(row.id not in before for row in await self.books.games("running"))

        if await opened():
            return True
        posted = self._offer(one, other)
        if posted is None:
            side = self.chance.choice(("Allies", "Axis"))
            await one.at("general").slash("challenge", player=other.id, format=FORMAT, side=side)
            posted = await self.driver.wait_until(lambda: self._offer(one, other))
        await other.at("general").press(posted, "Accept")
        return await opened()

    def _offer(self, one: Player, other: Player) -> Any:
        told = f"{one.mention} challenges {other.mention}"
        return next(
            (m for m in self.driver.messages("general") if told in m["content"] and "Accept" in labels(m)), None
        )

    async def _swiss(self) -> None:
        """Everybody enters, one withdraws on the way, an arbiter decides what is not played."""
        anna = await self.anna()
        await self.act(lambda: self._made(anna))
        for group in _groups(list(self.people.values()), 8):
            await self.act(lambda group=group: self._enter(SWISS, group))  # type: ignore[misc]
        await self._conduct(SWISS, gone=True)

    async def _made(self, anna: Player) -> bool:
        if await self.books.tournament(SWISS) is None:
            words = {"name": SWISS, "kind": "swiss", "format": FORMAT, "rounds": self.size.rounds}
            await anna.slash("tournament new", **words)
        return await self.books.tournament(SWISS) is not None

    async def _enter(self, name: str, group: Sequence[Player]) -> bool:
        now = await self.books.tournament(name)
        assert now is not None
        left = [player for player in group if player.id not in now.state.active]
        for player in left:
            await player.at("general").slash("tournament enter", tournament=name)
        return not left

    async def _conduct(self, name: str, gone: bool = False) -> None:
        """From the beginning to the end."""
        await self.act(lambda: self._begin(name))
        while True:
            now = await self.books.tournament(name)
            assert now is not None
            if is_over(now.state):
                break
            number = len(now.state.rounds) + 1
            if not now.state.open():
                await self.act(lambda number=number: self._pair(name, number))  # type: ignore[misc]
            if gone and number == 2:
                await self.act(lambda: self._withdraw(name))
            now = await self.books.tournament(name)
            assert now is not None
            for matches in _groups(now.state.open(), 5):
                await self.act(lambda matches=matches: self._play_matches(name, matches))  # type: ignore[misc]

        async def closed() -> bool:
            found = await self.books.tournament(name)
            return found is not None and not found.open

        await self.act(closed)

    async def _begin(self, name: str) -> bool:
        now = await self.books.tournament(name)
        if now is not None and not now.state.begun:
            anna = await self.anna()
            await anna.press(await anna.slash("tournament begin", tournament=name), "Begin")
        now = await self.books.tournament(name)
        return now is not None and now.state.begun

    async def _pair(self, name: str, number: int) -> bool:
        now = await self.books.tournament(name)
        assert now is not None
        if len(now.state.rounds) < number and not is_over(now.state):
            anna = await self.anna()
            shown = await anna.slash("tournament round", tournament=name)
            await anna.press(shown, f"Put round {number} on record")
            return False
        return True

    async def _withdraw(self, name: str) -> bool:
        now = await self.books.tournament(name)
        assert now is not None
        if not now.state.gone:
            who = now.state.order[-1]
            words = {"player": who, "why": "Gone to sea.", "tournament": name}
            await (await self.anna()).slash("tournament withdraw", **words)
        return bool(now.state.gone)

    async def _play_matches(self, name: str, matches: Iterable[Match]) -> bool:
        """Some matches are played to their results, at the same time; whether all of them have one."""
        now = await self.books.tournament(name)
        assert now is not None
        left = [match for match in matches if now.state.winner(now.state.matches[match.id]) is None]
        running = {ref.match: row for row in await self.books.games("running") if (ref := kept.ref_of(row.settings))}
        ready = [running[match.id] for match in left if match.id in running]
        ways = [self._way(row) for row in ready]
        await asyncio.gather(*(self._finish(row, way) for row, way in zip(ready, ways)), return_exceptions=True)
        return not left

    def _way(self, row: Game) -> str:
        """How a game ends: the same at each attempt."""
        return random.Random(row.id).choice(("concede", "concede", "concede", "forfeit", "adjudicate", "result"))

    async def _finish(self, row: Game, way: str) -> bool:
        """A game ends in some way; whether it has."""
        now = next((one for one in await self.books.games("running") if one.id == row.id), None)
        if now is None:
            return True
        sides, thread = await self.books.seats(row), self.driver.place(str(row.place))
        winner = random.Random(f"{row.id} winner").choice(("Allies", "Axis"))
        loser = self.people[sides["Axis" if winner == "Allies" else "Allies"]].at(thread)
        anna, ref = await self.anna(thread), kept.ref_of(row.settings)
        match way:
            case "concede":
                asked = await loser.slash("concede")
                await loser.press(asked, labels(asked.message)[0])
            case "forfeit":
                await anna.slash("arbiter forfeit", player=loser.id, why="Not seen for weeks.")
            case "result" if ref is not None:
                words = {"match": ref.match, "winner": sides[winner], "why": "As they told me."}
                await (await self.anna()).slash("tournament result", **words)
            case "ended":
                await self._played_out(row, [self.people[who].at(thread) for who in sides.values()])
            case _:
                await anna.slash("arbiter adjudicate", winner=winner, why="Far ahead.")
        return False

    async def _played_out(self, row: Game, players: Sequence[Player]) -> None:
        """Turn after turn is ended, until the rules name a winner; whose turn it is not is refused. Of what a kill has left
        of a turn single phases are ended."""
        for attempt in range(30):
            if all(one.id != row.id for one in await self.books.games("running")):
                return
            for player in players:
                form = await player.slash("orders")
                lines = ["done"] * (PHASES if attempt < PHASES + 1 else 1)
                await player.submit(form, {"orders": "\n".join(lines)})

    # --- the end --------------------------------------------------------------------------------------------------------

    async def _end(self) -> None:
        """The season ends while a game is under way, which ends then and is none of its games."""
        season = await self.books.season()
        assert season is not None
        await self.act(self._recorded)
        await self.bot.kill()
        self.kills += 1
        self.books.hasten(season.id)
        await self.bot.start()

        async def closed() -> bool:
            now = await self.books.season()
            return now is not None and not now.open

        await self.act(closed)
        (row,) = [one for one in await self.books.games("running") if kept.ref_of(one.settings) is None]
        await self.act(lambda: self._finish(row, "concede"))

    async def _recorded(self) -> bool:
        """Whether every game that is over has its record; one whose match was decided before it began has none."""
        over = [row for row in await self.books.games("over") if row.engine is not None]
        return len(over) == len(await self.books.records())

    async def _play_off(self) -> None:
        name = f"{YEAR} play-off"
        season = await self.books.season()
        assert season is not None and season.table is not None
        able = [row.person for row in season.table.rows if row.played >= 2]
        for group in _groups([self.people[one] for one in able[: self.size.places + 2]], 5):
            await self.act(lambda group=group: self._willing(name, group))  # type: ignore[misc]
        await self._conduct(name)

    async def _willing(self, name: str, group: Sequence[Player]) -> bool:
        """They say that they would play, often enough to be heard."""
        told = [await player.at("general").slash("tournament enter", tournament=name) for player in group]
        return all("takes part" in one.text for one in told)


def _groups(every: Sequence[Any], size: int) -> list[Sequence[Any]]:
    return [every[at : at + size] for at in range(0, len(every), size)]
