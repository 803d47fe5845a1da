"""python -m tests.e2e.two_people: two people play through the local channel, in turn, one visit each a day; how often
does a turn wait for the other?

Anna holds the first side, Boris the others. A visit is everything a person can do then: the questions to their powers
answered by the buttons of the panel, their turns played on with the orders of a computer player, typed into the form.
What is left when they can do nothing more waits for the other's visit. Three ways: with standing orders left before
the game, with answers left ahead at each visit, and with neither.
"""

from __future__ import annotations

import argparse
import asyncio
import sqlite3
import sys
import tempfile
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bot.discord.features.battle.questions import mark_of
from bot.game import standing
from bot.game.moderator.situation import meanwhile
from bot.game.moderator.table import load_table
from bot.store.database import connect, parse_url
from bot.store.reader import Reader
from bot.store.seal import Sealer
from local_discord.components import walk
from local_discord.testing.channel import TestChannel
from local_discord.testing.driver import Answer, Driver, Json, Player
from rules.model.board import load
from rules.model.state import Decision
from rules.play import lines
from rules.play.game import Game
from seats import reply, think
from tests.e2e.play import EPHEMERAL, Play
from tests.e2e.process import BotProcess

WAYS = ("standing orders", "left ahead", "neither")
# Left before the game for whatever of it the game asks; losses as they are recommended, aircraft rise where it pays.
STANDING = {"casualties": "default", "scramble": "if odds of at least 50 %"}
MOST_ACTS, MOST_DAYS = 400, 100
SURE = "Give them all the same"
BEARERS = 12
"""So many of the last messages are looked at for a button."""


@dataclass
class Days:
    """What is counted. visits: by person, questions: by kind, waits: by turn."""

    way: str
    days: int = 0
    visits: Counter[str] = field(default_factory=Counter)
    questions: Counter[str] = field(default_factory=Counter)
    waits: Counter[str] = field(default_factory=Counter)
    refused: list[str] = field(default_factory=list)
    orders: Counter[str] = field(default_factory=Counter)

    def told(self) -> str:
        """One row of a table."""
        most = max(self.waits.values(), default=0)
        row = [self.way, self.days, *self.visits.values(), sum(self.waits.values()), most]
        row += [sum(self.questions.values()), self.orders["fight"], sum(self.orders.values()), len(self.refused)]
        return "| " + " | ".join(map(str, row)) + " |"


COLUMNS = (
    *("with", "days", "visits of Anna", "visits of Boris", "waits", "most in a turn"),
    *("questions", "battles", "orders", "refused"),
)
HEAD = f"| {' | '.join(COLUMNS)} |\n|{' --- |' * len(COLUMNS)}"


@dataclass
class Seen:
    """The game as it stands, read beside the bot from its database."""

    file: Path
    game_id: str = ""

    async def _read(self, what: Any) -> Any:
        database = await connect(parse_url(f"sqlite:///{self.file}"))
        try:
            reader = Reader(database, Sealer(None))
            self.game_id = self.game_id or (await reader.games())[0].id
            return await what(reader, self.game_id)
        finally:
            await database.close()

    async def game(self) -> Game:
        """The game."""
        found: Game = (await self._read(load_table)).game
        return found

    async def left(self) -> set[tuple[object, ...]]:
        """The questions for which something is left."""
        policies = await self._read(lambda reader, game_id: reader.policies(game_id))
        return {(p.power, p.data.get("question"), p.data.get("place")) for p in policies}

    def verbs(self) -> Counter[str]:
        """How often each kind of order was given."""
        with sqlite3.connect(self.file) as database:
            return Counter(str(text).split()[0] for (text,) in database.execute('SELECT "order" FROM entries'))


@dataclass
class Person:
    """One of the two. memory: what the computer player whose orders they give knows, by power."""

    player: Player
    powers: tuple[str, ...]
    play: Play
    seen: Seen
    count: Days
    level: str
    memory: dict[str, dict[str, Any]] = field(default_factory=dict)

    async def leave_standing_orders(self) -> None:
        """Before the game."""
        kinds = standing.kinds((await self.seen.game()).table)
        for kind in kinds:
            word = STANDING.get(kind, "never" if "never" in standing.vocabulary(kind) else "")
            if word:
                await self.player.slash("policy", question=kind, answer=word)

    async def visit(self, last_round: int) -> bool:
        """Everything that can be done now; False: it was nothing."""
        done = 0
        while done < MOST_ACTS:
            game = await self.seen.game()
            if game.state.winner or game.state.turn.round > last_round or not await self._act(game):
                break
            done += 1
        if self.count.way == "left ahead":
            await self._leave_ahead(await self.seen.game())
        return done > 0

    async def _act(self, game: Game) -> bool:
        """One thing, if there is one."""
        mine = [d for d in lines.shown(game.state) if set(lines.askers(d)) & set(self.powers)]
        turn = game.state.turn
        if mine:
            if turn.power not in self.powers:
                self.count.questions[mine[0].kind] += 1
            await self._answer(game, mine[0])
            return True
        if turn.power not in self.powers:
            return False
        if game.state.pending:
            free = meanwhile(game)
            return bool(free) and await self._form(game, free[0])
        thought = think(game, self.level, 1, self.memory.get(turn.power))
        self.memory[turn.power] = thought.memory
        text = "\n".join(text for text, _ in thought.orders) or "done"
        return await self._form(game, text) or await self._form(game, "done")

    async def _form(self, game: Game, text: str) -> bool:
        """Orders typed into the form; where something would be lost or left unused it is meant so."""
        answer = await self.player.submit(await self.player.slash("orders"), {"orders": text})
        told = answer.text
        while any(c.get("label") == SURE for c in walk(answer.message["components"])):
            answer = await self.player.press(answer, SURE)
        if (await self.seen.game()).log[-1].number > game.log[-1].number:
            return True
        self.count.refused.append(f"{text}: {told}")
        return False

    async def _answer(self, game: Game, asked: Decision) -> Answer:
        """The recommended answer, by a button or a menu of the panel."""
        text = reply(game.facing(asked))
        question, mark = mark_of(asked), mark_of(text)

        def fits(value: str) -> bool:
            marks, _, answer = value.partition(".")
            return answer == mark and question in marks.split("+")

        def bearer() -> tuple[Json, Json, str] | None:
            for message, part in self._controls():
                values = [option["value"] for option in part.get("options", ())] or [part["custom_id"].split(":")[-1]]
                if value := next((v for v in values if fits(v)), None):
                    return message, part, value
            return None

        message, part, value = await self.play.driver.wait_until(bearer)
        if "options" in part:
            return await self.player.select(message, part["custom_id"], [value])
        return await self.player.press(message, part["custom_id"])

    def _controls(self) -> list[tuple[Json, Json]]:
        """What can be used in the channel, the newest first."""
        public = [m for m in self.play.driver.messages(self.play.thread) if not m["flags"] & EPHEMERAL]
        parts = [(m, c) for m in reversed(public[-BEARERS:]) for c in walk(m["components"])]
        return [(m, c) for m, c in parts if c.get("custom_id") and not c.get("disabled")]

    async def _leave_ahead(self, game: Game) -> None:
        """The recommended answers for the battles of this turn, if some may be asked of this person."""
        ahead = {(o.power, o.kind, o.place) for o in standing.ahead(game) if o.power in self.powers}
        if game.state.turn.power in self.powers or ahead <= await self.seen.left():
            return
        message = next(m for m, c in self._controls() if c.get("label") == "Ahead...")
        await self.player.press(await self.player.press(message, "Ahead..."), "Recommended for all")


@dataclass(frozen=True)
class Wanted:
    """What is played."""

    board: str
    rules: str
    rounds: int
    level: str


async def played(way: str, wanted: Wanted, folder: Path) -> Days:
    """A game in one of the ways, from its first turn to the end of its last round."""
    count = Days(way)
    async with TestChannel() as channel:
        bot = BotProcess(channel, folder)
        await bot.start()
        try:
            people = await _seated(Driver(channel), wanted, count, folder)
            while count.days < MOST_DAYS and await _day(people, wanted.rounds):
                pass
            count.orders = people[0].seen.verbs()
        finally:
            await bot.stop()
        assert bot.errors() == []
    return count


async def _seated(driver: Driver, wanted: Wanted, count: Days, folder: Path) -> list[Person]:
    """Both with their powers, and the game begun."""
    rules = {"rules": wanted.rules} if wanted.rules else {}
    play = await Play.open(driver, board=wanted.board, **rules)
    board, seen = load(wanted.board), Seen(folder / "adjutant.sqlite3")
    first = board.powers[board.order[0]].side
    people = []
    for name, mine in (("Anna", True), ("Boris", False)):
        player = await play.player(name)
        powers = tuple(p for p in board.order if (board.powers[p].side == first) is mine)
        for power in powers:
            await player.slash("game join", power=power)
        people.append(Person(player, powers, play, seen, count, wanted.level))
    await play.master.slash("game start")
    await play.panel("order 0")
    for person in people if count.way == WAYS[0] else ():
        await person.leave_standing_orders()
    return people


async def _day(people: list[Person], last_round: int) -> bool:
    """A visit of each; False: the last round is over."""
    count = people[0].count
    count.days += 1
    for person in people:
        count.visits[person.player.name] += await person.visit(last_round)
        game = await person.seen.game()
        turn = game.state.turn
        if game.state.winner or turn.round > last_round:
            return False
        if turn.power in person.powers:
            count.waits[f"{turn.round} {turn.power}"] += 1
    return True


def main(argv: list[str]) -> int:
    """Play in each way and print the counts; 1 if a turn waited more than once."""
    parser = argparse.ArgumentParser(prog="python -m tests.e2e.two_people", description=__doc__)
    parser.add_argument("--board", default="global1940")
    parser.add_argument("--rules", default="", help="house rules, with commas")
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--level", default="officer", help="whose orders the two give: recruit, officer, general")
    parser.add_argument("--way", choices=WAYS, action="append", help="only that one")
    options = parser.parse_args(argv)
    print(HEAD, flush=True)
    too_often = False
    for way in options.way or WAYS:
        with tempfile.TemporaryDirectory() as folder:
            wanted = Wanted(options.board, options.rules, options.rounds, options.level)
            count = asyncio.run(played(way, wanted, Path(folder)))
        print(count.told(), flush=True)
        for text in count.refused:
            print(f"refused: {text}", file=sys.stderr)
        too_often = too_often or (way != WAYS[2] and max(count.waits.values(), default=0) > 1)
    return int(too_often)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
