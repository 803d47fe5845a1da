"""What happens when a deadline, a reminder or a nag comes due."""

from __future__ import annotations

import contextlib
from collections.abc import Awaitable, Callable, Collection, Sequence

from bot.discord.features.league.text import result_text
from bot.discord.features.lobby.bid_commands import revealed
from bot.discord.features.panel.panel import deadline
from bot.discord.text import words
from bot.game import PlayError, called_of, players_of, standing
from bot.game.clock import clock, excuses, vacations
from bot.game.clock.deadlines import BEGIN, DEADLINE, OPEN, RECORD, RESUME, PendingAction, excuse, overdue, profile_of
from bot.game.computers.computers import BACK, PHASE, TURN, USUAL, Computer, seat
from bot.game.league.agreed_game import begin, settle_agreed
from bot.game.league.tournaments import kept, season_kept
from bot.game.league.tournaments.season_kept import put_off
from bot.game.moderator.auto_advance import idle
from bot.game.moderator.outbox_messages import panel, say
from bot.game.moderator.table import Table
from bot.game.moderator.threads import ponder
from bot.game.people.notices import notices
from bot.services import Services
from bot.store import DropTimers, Enqueue, Message, Record, SetGame, SetPreference, SetTimer, Step, Timer
from bot.store import Game as Row
from bot.workers.scheduler import Scheduler
from bot.workers.turn_notifications import CALL, woken
from league.clocks import ARBITER, LOSES
from rules.legal import legal
from rules.play.game import Game
from rules.play.narrate import Line

STAND_IN = {"computer phase": PHASE, "computer": TURN, "computer back": BACK}
"""What a game may want when a turn's time is up -> until when a computer plays then."""

Connected = Callable[[], Awaitable[None]]


class Timekeeper:
    """Carries timers out. What it orders is stored under the timer's own id, so it happens once."""

    def __init__(self, services: Services, connected: Connected | None = None) -> None:
        """connected: waits until players can act; before that no deadline comes due."""
        self.services, self._connected = services, connected

    async def run(self) -> None:
        """Work until cancelled."""
        if self._connected is not None:
            await self._connected()
        await Scheduler(self.services.store, self.fire).run()

    async def fire(self, timer: Timer) -> None:
        """Carry out one timer, if it still stands once its game is ours alone: an order may be under way."""
        if timer.kind == kept.TIMER:
            await self.services.tending.tend(timer.payload["tournament"], revealed)
            return
        if timer.kind == season_kept.TIMER:
            if not await self.services.seasons.close(timer.payload["season"]):
                await self.services.store.apply(put_off(timer, self.services.games.now()))
            return
        if timer.game_id is None:
            return
        if timer.kind == RESUME:
            await self._resume(timer)
            return
        if timer.kind == BEGIN:
            with contextlib.suppress(PlayError):  # somebody has left by now: it is a lobby as others are
                if timer.payload.get("bids"):
                    await settle_agreed(self.services.lobby, timer.game_id, revealed)
                else:
                    await begin(self.services.lobby, timer.game_id)
            return
        if timer.kind == RECORD:
            await self.services.results.finish(timer.game_id, timer.order_id, result_text)
            return
        if (await self.services.store.game(timer.game_id)).status != "running":
            return
        async with self.services.games.held(timer.game_id) as (table, now):
            row = now.row
            if row.status != "running" or not await self.services.store.timers.holds(timer):
                return
            if timer.kind == DEADLINE:
                await self._deadline(row, table, timer)
            elif timer.kind == OPEN:
                if _still(table.game, timer):
                    await self._open_seat(row, timer)
            else:
                await self._remind(row, table, timer)

    async def _remind(self, row: Row, table: Table, timer: Timer) -> None:
        """Remind one person, if it is still theirs to act."""
        user, game = int(timer.payload["user"]), table.game
        if timer.payload["matter"] == CALL:
            await self._wake(row, timer, user)
            return
        power = next((w.power for w in clock.matters(game) if w.power == timer.payload["power"]), "")
        if user not in called_of(await self.services.store.seats(row.id), power):
            return
        late = timer.kind == "overdue"
        due = deadline(await self.services.store.facts(row.id))
        text = f"<@{user}>: **{power}** {'is overdue' if late else 'still has to act'} ({row.name})"
        text += f", until {words.until(due)}." if due else "."
        seen = profile_of(row.settings).by_person and not late  # a club's warning is told to both
        messages = await notices(self.services.store, row, text, f"{timer.order_id}:{user}", [user], public=seen)
        await self.services.store.queue(*messages, game_id=row.id)

    async def _wake(self, row: Row, timer: Timer, user: int) -> None:
        """Call one person who was asleep, if it still is the same move and theirs."""
        now = await self.services.games.situation(row.id)
        if now.facts.own.get("called") == timer.payload["mark"] and user in await now.people():
            call = woken(now.facts, user, timer.order_id, deadline(now.facts))
            await self.services.store.queue(call, game_id=row.id)

    async def _deadline(self, row: Row, table: Table, timer: Timer) -> None:
        if _open(table.game, timer) is None or await self._while_away(row, timer):
            return
        if timer.payload["matter"] == clock.DECISION:
            await self._decide(row, table, timer)
        else:
            await self._turn_over(row, table, timer)

    async def _while_away(self, row: Row, timer: Timer) -> bool:
        """Whether leave was taken since that this clock has not been told of, as on a server of another process: then what
        was left as it began is left still."""
        store = self.services.store
        facts = await store.facts(row.id)
        people = {user: clock.quiet_of(facts, user) for user in called_of(facts.seats, timer.payload["power"])}
        steps = vacations.overlooked(row, timer, people, await vacations.away(store, row, people))
        if steps:
            await store.apply(*steps, Enqueue(panel(row, timer.order_id), row.id))
        return bool(steps)

    async def _decide(self, row: Row, table: Table, timer: Timer) -> None:
        """The question's default answer is given for the power that did not answer."""
        what = _open(table.game, timer)
        text = await ponder(table.game, lambda copy: standing.default_answer(copy, what.decision)) if what else None
        if what is None or text is None:
            return

        def tell(lines: tuple[Line, ...]) -> list[Message]:
            told = "\n".join(map(words.told, lines))
            return [say(row, f"**{what.power}** did not answer in time: `{text}` by default.\n{told}", timer.order_id)]

        left = [text]

        async def choose(game: Game) -> tuple[str, str] | None:
            return (what.power, left.pop()) if left else None

        await self.services.games.by_itself(table, timer.order_id, text, choose, tell)

    async def _turn_over(self, row: Row, table: Table, timer: Timer) -> None:
        """An excuse is spent, or `done` is given where the game wants that, or it is called overdue."""
        store, power = self.services.store, timer.payload["power"]
        profile = profile_of(row.settings)
        facts = await store.facts(row.id)
        people = {u: clock.quiet_of(facts, u) for u in called_of(facts.seats, power)}
        away = await vacations.away(store, row, people)
        matter = PendingAction(clock.TURN, timer.key, row.id, power, people, away=away)
        if await ponder(table.game, idle) and await self._done_for(row, table, timer):
            return
        who = excuses.holder(profile, power, people)
        used = await excuses.spent(store, row.id, who)
        if (steps := excuse(matter, profile, used, self.services.games.now())) is not None:
            spent = excuses.spend(row.id, who, used)
            left = profile.excuses - used - 1
            text = f"**{power}** overran its time: an excuse is used, {left} left. {words.mentions(people)}"
            if new := next((s.due for s in steps if isinstance(s, SetTimer) and s.kind == DEADLINE), None):
                text += f" Until {words.until(new)}."
            await self._do(row, [*steps, *spent], text, timer, list(people))
        elif await self._ends_it(row, table, timer, list(people)):
            return
        elif until := STAND_IN.get(row.settings.get("on_expiry", "")):
            await self._do(row, *stand_in(row, power, until, people), timer, list(people))
            self.services.games.wakes.touch(row.id)
        else:
            steps = overdue(matter, profile, self.services.games.now())
            others = [u for u in players_of(await store.seats(row.id), power) if u not in people]
            text = (
                f"**{power}** is overdue. {words.mentions(people)}; <@{row.master}> may give the seat to somebody else."
            )
            if row.settings.get("on_expiry") == ARBITER:
                text += " An arbiter decides: `/arbiter forfeit`, or `/arbiter time` for more of it."
            if others:
                text += f" {words.mentions(others)}: you are its substitutes, play it if you can."
            await self._do(row, steps, text, timer, [*people, *others, row.master])

    async def _ends_it(self, row: Row, table: Table, timer: Timer, people: Sequence[int]) -> bool:
        """Lost, or ended by defaults, where the game wants that when a turn's time is up."""
        how = row.settings.get("on_expiry")
        return (how == LOSES and await self._lost(row, table, timer, people)) or (
            how == "done" and await self._done_for(row, table, timer)
        )

    async def _lost(self, row: Row, table: Table, timer: Timer, people: Sequence[int]) -> bool:
        """Whose time is over for good has lost, as the game's format has it; False where nobody can."""
        why = f"The time of {timer.payload['power']} was up."
        return bool(people) and await self.services.results.timed_out(row, table, timer.order_id, people[0], why)

    async def _open_seat(self, row: Row, timer: Timer) -> None:
        """Nobody came in all the time: whoever likes may take the seat, until its player is back."""
        power, seats = timer.payload["power"], await self.services.store.seats(row.id)
        people = called_of(seats, power)
        open_to_all = SetPreference(excuses.SCOPE, excuses.seat_of(row.id, power), "open", True)
        text = f"**{power}** has been overdue for long: its seat is open. `/game join power:{power}` takes it; "
        text += f"{words.mentions(people)} can have it back with `/game reclaim`. "
        text += f"<@{row.master}> may also give it to a computer."
        await self._do(row, [open_to_all], text, timer, [*people, row.master])

    async def _resume(self, timer: Timer) -> None:
        """A pause that was agreed on is over."""
        async with self.services.games.locked(str(timer.game_id)) as row:
            if row.status != "paused" or not await self.services.store.timers.holds(timer):
                return
            people = [s.user_id for s in await self.services.store.seats(row.id) if s.role == "player"]
            text = f"**{row.name}** goes on: the pause is over."
            messages = await notices(self.services.store, row, text, timer.order_id, people, public=True)
            await self.services.store.apply(
                SetGame(row.id, {"status": "running"}),
                *await clock.resumed(self.services.store, row, self.services.games.now()),
                Record("bot", "game running", {}, row.id),
                *(Enqueue(message, row.id) for message in (*messages, panel(row, timer.order_id))),
            )

    async def _do(self, row: Row, steps: Sequence[Step], text: str, timer: Timer, users: Sequence[int]) -> None:
        """Take steps, and with them tell the whole table, and call people in the way they chose."""
        messages = await notices(self.services.store, row, text, timer.order_id, users, public=True)
        await self.services.store.apply(*steps, *(Enqueue(message, row.id) for message in messages))

    async def _done_for(self, row: Row, table: Table, timer: Timer) -> bool:
        """Answer with defaults and end phases until the turn is over or another power has to decide something."""
        power = timer.payload["power"]

        async def choose(game: Game) -> tuple[str, str] | None:
            if _open(game, timer) is None:
                return None
            return game.to_act, await ponder(game, lambda copy: standing.default_answer(copy) or _default_order(copy))

        def tell(lines: tuple[Line, ...]) -> list[Message]:
            head = f"The time of **{power}** was up: I went on for it."
            return [say(row, "\n".join([head, *map(words.told, lines)]), f"{timer.order_id}:done")]

        await self.services.games.by_itself(table, timer.order_id, "done", choose, tell)
        return _open(table.game, timer) is None


def stand_in(row: Row, power: str, until: str, people: Collection[int]) -> tuple[list[Step], str]:
    """Steps with which a computer takes over a seat whose player does not come, and what is said."""
    taken = seat(row, "timer", {power: Computer(USUAL, until)}, "the time was up")
    how = {PHASE: "plays this phase", TURN: "plays this turn"}.get(until, "plays")
    text = f"The time of **{power}** was up: a computer {how}. {words.mentions(people)}: any order takes the seat back."
    return [DropTimers(row.id), *taken], text


def _open(game: Game, timer: Timer) -> clock.What | None:
    """What a deadline is about, if it still has to be done by the same power."""
    found = () if game.state.winner else clock.matters(game)
    return next((what for what in found if (what.key, what.power) == (timer.key, timer.payload["power"])), None)


def _still(game: Game, timer: Timer) -> bool:
    """Whether it still is the turn that a timer behind a deadline is about."""
    found = () if game.state.winner else clock.matters(game)
    return any((what.key, what.power) == (timer.payload["key"], timer.payload["power"]) for what in found)


def _default_order(game: Game) -> str:
    """The next battle, the next placement, else the end of the phase."""
    found = legal(game, game.to_act)
    for entry in found.place:
        for site, count in entry.sites.items():
            return f"place {count} {entry.unit}: {site}"
    return found.battles[0].order if found.battles else "done"
