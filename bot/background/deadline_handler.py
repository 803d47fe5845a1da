"""What happens when a deadline, a reminder or a nag comes due."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from bot.background.scheduler import Scheduler
from bot.background.turn_notifications import notices
from bot.game import Accepted, clock, players_of, standing_orders
from bot.game.deadlines import DEADLINE, Matter, excuse, overdue, profile_of
from bot.game.outbox_messages import say
from bot.game.session import Table
from bot.interface.components.panel import deadline
from bot.interface.text import words
from bot.store import Game as Row
from bot.store import Message, SetPreference, Timer
from rules.legal import legal
from rules.play.game import Game

if TYPE_CHECKING:
    from bot.interface.client import Adjutant


class Timekeeper:
    """Carries timers out. What it orders is stored under the timer's own id, so it happens once."""

    def __init__(self, client: Adjutant) -> None:
        self.client = client

    async def run(self) -> None:
        """Work until cancelled."""
        await self.client.wait_until_ready()
        await Scheduler(self.client.store, self.fire).run()

    async def fire(self, timer: Timer) -> None:
        """Carry out one timer, if it still stands once its game is ours alone: an order may be under way."""
        if timer.game_id is None:
            return
        if (await self.client.store.game(timer.game_id)).status != "running":
            return
        async with self.client.moderator.held(timer.game_id) as table:
            row = await self.client.store.game(timer.game_id)
            if row.status != "running" or not await self.client.store.timers.holds(timer):
                return
            if timer.kind == DEADLINE:
                await self._deadline(row, table, timer)
            else:
                await self._remind(row, table, timer)

    async def _remind(self, row: Row, table: Table, timer: Timer) -> None:
        """Remind one person, if it is still theirs to act."""
        user, game = int(timer.payload["user"]), table.game
        if user not in players_of(await self.client.store.seats(row.id), game.to_act):
            return
        late = timer.kind == "overdue"
        due = await deadline(self.client.store, row)
        text = f"<@{user}>: **{game.to_act}** {'is overdue' if late else 'still has to act'} ({row.name})"
        text += f", until {words.until(due)}." if due else "."
        await self._tell_people(row, text, f"{timer.order_id}:{user}", [user])

    async def _tell_people(self, row: Row, text: str, key: str, users: Sequence[int]) -> None:
        """Tell people something, each in the way they chose: nobody who wants no calls, nobody twice."""
        await self.client.store.outbox.put(*await notices(self.client.store, row, text, key, users), game_id=row.id)

    async def _put(self, message: Message, row: Row) -> None:
        await self.client.store.outbox.put(message, game_id=row.id)

    async def _deadline(self, row: Row, table: Table, timer: Timer) -> None:
        if not _still_open(table.game, timer):
            return
        if timer.payload["matter"] == clock.DECISION:
            await self._decide(row, table, timer)
        else:
            await self._turn_over(row, table, timer)

    async def _decide(self, row: Row, table: Table, timer: Timer) -> None:
        """The question's default answer is given for the power that did not answer."""
        text = standing_orders.default_answer(table.game)
        if text is None:
            return
        power = table.game.to_act
        outcome = await self.client.moderator.by_timer(table, timer.order_id, text)
        if isinstance(outcome, Accepted):
            told = f"**{power}** did not answer in time: `{text}` by default.\n{words.accepted(outcome)}"
            await self._put(say(row, told, timer.order_id), row)

    async def _turn_over(self, row: Row, table: Table, timer: Timer) -> None:
        """An excuse is spent, or `done` is given where the game wants that, or it is called overdue."""
        store, power = self.client.store, timer.payload["power"]
        profile = profile_of(row.settings)
        people = {u: await clock.quiet_of(store, u) for u in players_of(await store.seats(row.id), power)}
        matter = Matter(clock.TURN, timer.key, row.id, power, people)
        used = int((await store.preferences("seat", f"{row.id}/{power}")).get("excuses", 0))
        if (steps := excuse(matter, profile, used, self.client.moderator.now())) is not None:
            spent = SetPreference("seat", f"{row.id}/{power}", "excuses", used + 1)
            await store.apply(*steps, spent)
            left = profile.excuses - used - 1
            text = f"**{power}** overran its time: an excuse is used, {left} left. {words.mentions(people)}"
            if new := await deadline(store, row):
                text += f" Until {words.until(new)}."
            await self._tell_all(row, text, timer.order_id, list(people))
        elif row.settings.get("on_expiry") == "done" and await self._done_for(row, table, timer):
            return
        else:
            await store.apply(*overdue(matter, profile, self.client.moderator.now()))
            text = (
                f"**{power}** is overdue. {words.mentions(people)}; <@{row.master}> may give the seat to somebody else."
            )
            await self._tell_all(row, text, timer.order_id, [*people, row.master])

    async def _tell_all(self, row: Row, text: str, key: str, users: Sequence[int]) -> None:
        """Tell the whole table, and call people in the way they chose."""
        messages = await notices(self.client.store, row, text, key, users, public=True)
        await self.client.store.outbox.put(*messages, game_id=row.id)

    async def _done_for(self, row: Row, table: Table, timer: Timer) -> bool:
        """Answer with defaults and end phases until the turn is over or another power has to decide something."""
        power, told = timer.payload["power"], list[str]()
        for number in range(100):
            if not _still_open(table.game, timer):
                break
            text = standing_orders.default_answer(table.game) or _default_order(table.game)
            outcome = await self.client.moderator.by_timer(table, f"{timer.order_id}{number:03d}", text)
            if not isinstance(outcome, Accepted):
                break
            told += [words.told(line) for line in outcome.lines]
        if told:
            head = f"The time of **{power}** was up: I went on for it."
            await self._put(say(row, "\n".join([head, *told]), f"{timer.order_id}:done"), row)
        return not _still_open(table.game, timer)


def _still_open(game: Game, timer: Timer) -> bool:
    """Whether what a deadline is about still has to be done, by the same power."""
    _, key, power = clock.matter_of(game)
    return not game.state.winner and (key, power) == (timer.key, timer.payload["power"])


def _default_order(game: Game) -> str:
    """The next battle, the next placement, else the end of the phase."""
    found = legal(game, game.to_act)
    for entry in found.place:
        for site, count in entry.sites.items():
            return f"place {count} {entry.unit}: {site}"
    return found.battles[0].order if found.battles else "done"
