"""Computer players at the table: whenever one has to act it thinks, in a process of its own, and its orders go to the
moderator like anybody's.

What it does is posted first and carried out then: the id of the posted message is what its dice are bound to, so that
nobody can try several. A question of somebody else's turn is answered at once; between what it does in its own turn it
pauses, as the table wants.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import structlog

from bot.discord import delivery as d
from bot.discord.delivery import NotDelivered
from bot.discord.features.computers.text import acting, brought, closing, given_up, told_orders, words_of
from bot.discord.features.computers.turn_message import TurnMessage
from bot.discord.features.odds.buttons import odds_lines
from bot.discord.features.orders.controls import buttons
from bot.discord.features.orders.strikethrough import strike
from bot.discord.response import Reply
from bot.discord.text import words
from bot.discord.text.limits import CONTENT, clip
from bot.game import Accepted, Denied, Outcome, standing
from bot.game.computers.computers import computers, due, pace, seat
from bot.game.moderator.outbox_messages import REPLY, panel, say
from bot.game.moderator.situation import short
from bot.game.moderator.table import Draft, Table
from bot.game.moderator.threads import ponder
from bot.game.record.narration import as_one, told_of, told_steps
from bot.ops.logging_setup import report
from bot.processes import map_requests as scenes
from bot.processes.picture import Picture
from bot.services import Services
from bot.store import Enqueue, Post, SetPreference, Step, Told
from bot.store.records import Game as Row
from bot.workers.computer_steps import afterwards, phase_of, turn_of
from bot.workers.transport import Transport
from rules.model.orders import DONE
from rules.model.state import COMBAT, Decision
from rules.play import lines
from rules.play.game import Entry, Game
from seats import Thought, simplest

log = structlog.get_logger()
REST = 5.0  # seconds after a failure
LONGEST_POST = 10.0  # seconds of one message: nobody else can order in its game meanwhile
MOST_FAILURES = 3  # of a seat in one position, before it is given to the game master


@dataclass
class _Work:
    """One game: its task, whether something has changed since it looked, when its computer may go on, its failures
    in a row."""

    task: asyncio.Task[None] | None = None
    woken: asyncio.Event = field(default_factory=asyncio.Event)
    ready_at: float = 0.0
    failures: int = 0
    pressed: bool = False
    message: TurnMessage | None = None


@dataclass(frozen=True, slots=True)
class _Said:
    """What was posted before it was carried out. message: as it is then; told: the entries that its orders tell. mark: what
    the controls were for. own: whether it is the computer's turn."""

    message: TurnMessage
    told: tuple[Entry, ...]
    before: Game
    after: Game
    mark: str
    own: bool


class ComputerSeats:
    """Lets computers play. Runs until its task is cancelled."""

    def __init__(self, services: Services, transport: Transport, clock: Callable[[], float] = time.monotonic) -> None:
        self.services, self.transport, self._clock = services, transport, clock
        self._games: dict[str, _Work] = {}

    async def run(self) -> None:
        """Look at every game once, then at each in which something changes."""
        await self.transport.connected()
        store, wakes = self.services.store, self.services.games.wakes
        for row in await store.games(status=("running",)):
            if computers(row) and store.share.holds(row.guild_id):
                wakes.touch(row.id)
        try:
            while True:
                self._begin(*await wakes.next())
        finally:
            tasks = [work.task for work in self._games.values() if work.task]
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    def _begin(self, game_id: str, pressed: bool) -> None:
        work = self._games.setdefault(game_id, _Work())
        work.pressed = work.pressed or pressed
        work.woken.set()
        if work.task is None:
            work.task = asyncio.create_task(self._play(game_id, work))

    async def _play(self, game_id: str, work: _Work) -> None:
        """Act in one game until a person has to."""
        try:
            while True:
                work.woken.clear()
                wait = await self._tried(game_id, work)
                if wait is None and not work.woken.is_set():
                    return
                if wait:
                    with contextlib.suppress(TimeoutError):
                        async with asyncio.timeout(wait):
                            await work.woken.wait()
        finally:
            work.task = None
            if not work.ready_at > self._clock():
                self._games.pop(game_id, None)

    async def _tried(self, game_id: str, work: _Work) -> float | None:
        try:
            return await self._step(game_id, work)
        except NotDelivered as error:
            log.warning("a computer player could not post", game=game_id, why=str(error))
            return error.after or REST if error.passing else None
        except Exception as error:
            await report(self.services.store, error, "computer player", game_id=game_id)
            work.failures += 1
            return REST if work.failures <= MOST_FAILURES else None

    # --- one step -------------------------------------------------------------------------------------------------

    async def _step(self, game_id: str, work: _Work) -> float | None:
        """Do what is to be done now. Gives seconds to wait before the next look; None: somebody else has to act."""
        row = await self.services.store.game(game_id)
        if row.status != "running" or not computers(row):
            return None
        table = await self.services.games.table(game_id)
        game, revision = table.game, table.revision
        found = due(game, computers(row))
        if found is None:
            await self._reached(row)
            return None
        own, rest = found[1] is None, 0.0 if game_id in self.services.games.wakes.played_on else pace(row)
        if own and not work.pressed:
            if rest is None:
                return None
            if (left := work.ready_at - self._clock()) > 0:
                return left
        if work.failures >= MOST_FAILURES:
            await self._leave(row, revision, found[0])
            return None
        thought = await self._thought(row, game, *found)
        await self.services.answering.quiet(game_id)  # what it follows is told first
        outcome, said = await self._give(row, revision, found[0], thought, work)
        if said is not None and outcome is not None:
            work.message = await self._tell(row, said, outcome)
        if own and isinstance(outcome, Outcome) and not isinstance(outcome, Denied):
            work.pressed, work.ready_at = False, self._clock() + (rest or 0.0)
        return 0.0

    async def _reached(self, row: Row) -> None:
        """Up to his next decision somebody let computers play: there it is."""
        played_on = self.services.games.wakes.played_on
        if row.id in played_on and played_on[row.id] in await (await self.services.games.situation(row.id)).people():
            del played_on[row.id]

    async def _thought(
        self, row: Row, game: Game, power: str, asked: Decision | None, mind: Mapping[str, Any] | None = None
    ) -> Thought:
        """What the computer does next; the simplest thing where its process gives nothing. mind: what it remembers, if that
        is not stored yet."""
        if asked is not None:
            text = await self._answer(game, asked)
            return (
                Thought(((text, ""),), False, {}, "", game.state.turn.phase) if text else await ponder(game, simplest)
            )
        held = computers(row)[power]
        stored = await self.services.store.preferences("seat", f"{row.id}/{power}") if mind is None else {}
        memory = stored.get("mind") or {} if mind is None else mind
        seed = zlib.crc32(f"{row.id}|{power}|{held.times}".encode())
        found = await self.services.thinking.think(game, held.level, seed, memory)
        return found if found is not None and (found.orders or found.stuck) else await ponder(game, simplest)

    async def _answer(self, game: Game, asked: Decision) -> str | None:
        """A computer's answer to a question, as it has to be written."""
        facing = game.facing(asked)
        text = await self.services.thinking.reply(facing) or await ponder(facing, standing.default_answer)
        return lines.addressed(game.state, asked, text) if text else None

    async def _give(
        self, row: Row, revision: int, power: str, thought: Thought, work: _Work
    ) -> tuple[Outcome | None, _Said | None]:
        """Post it and carry it out, unless the game has moved on meanwhile. What came of it is told when others may go on:
        nobody waits for a picture."""
        async with self.services.games.held(row.id) as (table, now):
            held, row = computers(row).get(power), now.row
            if table.revision != revision or row.status != "running" or computers(row).get(power) != held:
                return None, None
            if thought.stuck:
                await self._hand_over(row, power, thought.stuck)
                return None, None
            outcome, said = await self._carry_out(row, table, power, thought, work.message)
            work.failures = work.failures + 1 if isinstance(outcome, Denied) else 0
            if isinstance(outcome, Denied):
                log.warning(
                    "a computer's order was refused", game=row.id, order=outcome.text, why=outcome.refusal.message
                )
                await self.services.store.apply(SetPreference("seat", f"{row.id}/{power}", "mind", None))
            return outcome, said

    async def _carry_out(
        self, row: Row, table: Table, power: str, thought: Thought, last: TurnMessage | None
    ) -> tuple[Outcome, _Said | None]:
        played, before, mark = computers(row), table.game, await (await self.services.games.situation(row.id)).mark()
        texts, mind = [text for text, _ in thought.orders], [thought]
        order_id, message = f"computer:{row.id}:{table.revision}", None
        foreseen, rolls = await self.services.games.foreseen(table, power, texts)
        asked = (due(before, played) or (power, None))[1]
        told = told_orders(before.table, power, thought, foreseen, words_of(before, asked))
        silent = asked is not None and not any(as_one(before.table, entries) for entries in foreseen)
        turn = turn_of(before)
        last = last if last is not None and last.key == turn and not (rolls and last.diced) else None
        grows = last is not None and not (silent and not rolls)
        if grows or rolls or (told and not silent and texts != [str(DONE)]):
            message = last or TurnMessage(turn, acting(power, played[power]))
            shown = told if texts != [str(DONE)] else []
            heading = power if last is not None and power != turn[1] else words.phase(thought.phase)
            message = await self._announced(row, message.begun(heading, shown), rolls, order_id)
        ordered = "\n".join(texts)

        async def choose(game: Game) -> tuple[str, str] | None:
            """The orders; then, while dice fall, the answers of all computers and the computer's other battles, so that the
            battles of a turn are one message."""
            if not texts and rolls and asked is None:
                texts.extend(await self._further(row, before, game, mind))
            if texts:
                return power, texts.pop(0)
            found = due(game, played) if message and rolls else None
            if found is None or found[1] is None:
                return None
            text = await self._answer(game, found[1])
            return (found[0], text) if text else None

        async def also(draft: Draft) -> list[Step]:
            return await afterwards(self.services, row, power, before, draft.game, mind[-1])

        interaction = str(message.posted) if message and rolls else order_id
        outcome = await self.services.games.by_itself(
            table, interaction, ordered, choose, lambda said: (), "computer", also
        )
        before_dice = tuple(entry for entries in foreseen for entry in entries)
        return outcome, _Said(message, before_dice, before, table.game, mark, asked is None) if message else None

    async def _further(self, row: Row, before: Game, game: Game, mind: list[Thought]) -> list[str]:
        """The next battle of a computer whose battles have begun; none where somebody is asked, or none is left."""
        turn = game.state.turn
        if turn_of(game) != turn_of(before) or game.state.pending or game.state.winner or turn.phase != COMBAT:
            return []
        thought = await self._thought(row, game, turn.power, None, mind[-1].memory)
        if not thought.rolls or thought.stuck:
            return []
        mind.append(thought)
        return [text for text, _ in thought.orders]

    # --- messages -----------------------------------------------------------------------------------------------------

    async def _announced(self, row: Row, message: TurnMessage, rolls: bool, key: str) -> TurnMessage:
        """A step's orders, told before they are carried out: where dice will hang on it in a message of their own, which
        takes the place of the turn's so far; else the message grows once they are."""
        if message.posted and not rolls:
            return message
        old, message = message.posted, replace(message, diced=message.diced or rolls)
        message = replace(message, posted=await self._post(row, message.text(), key))
        if old and old != message.posted:
            with contextlib.suppress(NotDelivered):
                await self.transport.delete(row.place, old)
        return message

    async def _post(self, row: Row, text: str, key: str) -> int:
        """Post before the dice fall; the same again after a crash, or where it took too long, is the same message."""
        nonce = f"c{zlib.crc32(key.encode()):x}-{key.rsplit(':', 1)[-1]}"[:24]
        try:
            async with asyncio.timeout(LONGEST_POST):
                return await self._posted(row.place, Reply(text), nonce)
        except TimeoutError as error:
            raise NotDelivered(f"not posted within {LONGEST_POST:g} seconds") from error

    async def _posted(self, place: int, reply: Reply, nonce: str) -> int:
        try:
            return await self.transport.send(place, reply, (), nonce)
        except NotDelivered as error:
            if error.code != d.ARCHIVED:
                raise
        await self.transport.open_thread(place)
        return await self.transport.send(place, reply, (), nonce)

    async def _tell(self, row: Row, said: _Said, outcome: Outcome) -> TurnMessage:
        """What came of it stands in the same message: in words at once, then with the cards of its battles, or the moves as
        arrows on a picture. That it does not is no reason to stop."""
        accepted = None if not isinstance(outcome, Accepted) else outcome
        came = brought(said.before.table, outcome, said.told)
        ending = closing(said.after, said.message.key) if said.own else []
        message = said.message.settled(said.told, accepted.entries if accepted else (), [*came, *ending])
        reply = Reply(message.text())
        try:
            if accepted is None:
                await self.transport.edit(row.place, message.posted, reply)
                return replace(message, sections=said.message.sections)
            told = told_of(accepted, message.lines(), reply.text, row.place, message.posted)
            told = replace(told, first=message.first) if told else None
            reply.text = strike(said.after, reply.text, told.lines) if told else reply.text
            await self._complete(row, said, message, reply, accepted)
            self.services.answering.leave(*told_steps(said.after.log, accepted, told))
            if pictures := await self._pictures(row, accepted, said.before, said.after):
                message = replace(message, pictures=message.shows(pictures))
                shown = replace(reply, pictures=list(message.pictures))
                await self._illustrate(row, message, shown, accepted, told)
        except NotDelivered as error:
            log.info("a computer's message was not completed", game=row.id, why=str(error))
        return message

    async def _complete(self, row: Row, said: _Said, message: TurnMessage, reply: Reply, outcome: Accepted) -> None:
        """With the controls, and the odds of a question, as long as nothing else has happened, where the panel does not come
        down with them."""
        now, fresh = await self.services.games.situation(row.id), await self._fresh(row, outcome)
        if fresh and await now.mark() == said.mark:
            odds = (
                await odds_lines(self.services, now.row, now.game)
                if await now.people() and now.game.state.pending
                else []
            )
            reply.text = clip("\n".join([reply.text, *odds]), CONTENT)
            reply.view = await buttons(now)
        await self.transport.edit(row.place, message.posted, reply)
        if fresh:
            lit = Post(row.id, REPLY, row.place, message.posted) if reply.view else None
            self.services.answering.light(await self.services.store.facts(row.id), lit)

    async def _illustrate(
        self, row: Row, message: TurnMessage, reply: Reply, outcome: Accepted, told: Told | None
    ) -> None:
        """The same with its picture; where something has happened meanwhile without controls, and struck where it was taken
        back."""
        if not await self._fresh(row, outcome):
            reply.view = None
            if told is not None:
                reply.text = strike((await self.services.games.table(row.id)).game, told.text, told.lines)
        await self.transport.edit(row.place, message.posted, reply)

    async def _fresh(self, row: Row, outcome: Accepted) -> bool:
        """Whether nothing has happened since."""
        now = (await self.services.games.table(row.id)).game
        return now.log[-1].number == outcome.number and not now.state.winner

    async def _pictures(self, row: Row, outcome: Accepted, before: Game, after: Game) -> list[Picture]:
        """The card of its battle, or the moves; where messages are to be short, the cards of battles that are over."""
        media = self.services.media
        if outcome.rolls or before.state.pending:
            return await media.of_battle(after, outcome.entries, ended=short(row))
        if short(row):
            return []
        return await media.boards(scenes.plan(after, before, words.phase(phase_of(outcome))), "moves")

    async def _leave(self, row: Row, revision: int, power: str) -> None:
        """Nothing that the computer tried went: the seat needs a person."""
        async with self.services.games.held(row.id) as (table, now):
            row = now.row
            if table.revision == revision and power in computers(row):
                await self._hand_over(row, power, "what it tried did not go")

    async def _hand_over(self, row: Row, power: str, why: str) -> None:
        """The seat goes to the game master rather than into a loop."""
        text = say(row, given_up(row, power, why), f"given up:{row.id}:{row.revision}", [row.master])
        steps = seat(row, "computer", {power: None}, why)
        await self.services.store.apply(
            *steps, Enqueue(text, row.id), Enqueue(panel(row, f"given up {row.revision}"), row.id)
        )
