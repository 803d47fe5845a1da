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
from collections.abc import Callable
from dataclasses import dataclass, field

import structlog

from bot.background.transport import Transport
from bot.game import Denied, Outcome, standing
from bot.game.computers import TURN, Computer, computers, pace, seat
from bot.game.outbox_messages import panel, say
from bot.game.session import Draft, Table
from bot.interface import delivery as d
from bot.interface.delivery import NotDelivered
from bot.interface.response import Reply
from bot.interface.text.computers import acting, given_up, results
from bot.ops.logging_setup import report
from bot.services import Services
from bot.store import Enqueue, SetPreference, Step
from bot.store.records import Game as Row
from rules.play.game import Game
from seats import Thought, simplest

log = structlog.get_logger()
REST = 5.0  # seconds after a failure
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
        held = computers(row).get(game.to_act)
        if held is None or game.state.winner:
            return None
        own, rest = not game.state.pending, pace(row)
        if own and not work.pressed:
            if rest is None:
                return None
            if (left := work.ready_at - self._clock()) > 0:
                return left
        if work.failures >= MOST_FAILURES:
            await self._leave(row, revision)
            return None
        thought = await self._thought(row, game, held)
        outcome = await self._give(row, revision, held, thought, work)
        if own and isinstance(outcome, Outcome) and not isinstance(outcome, Denied):
            work.pressed, work.ready_at = False, self._clock() + (rest or 0.0)
        return 0.0

    async def _thought(self, row: Row, game: Game, held: Computer) -> Thought:
        """What the computer does next; the simplest thing where its process gives nothing."""
        memory = (await self.services.store.preferences("seat", f"{row.id}/{game.to_act}")).get("mind") or {}
        seed = zlib.crc32(f"{row.id}|{game.to_act}|{held.times}".encode())
        found = await self.services.thinking.think(game, held.level, seed, memory)
        return found if found is not None and (found.orders or found.stuck) else simplest(game)

    async def _give(self, row: Row, revision: int, held: Computer, thought: Thought, work: _Work) -> Outcome | None:
        """Post it and carry it out, unless the game has moved on meanwhile."""
        async with self.services.games.held(row.id) as table:
            row, game = await self.services.store.game(row.id), table.game
            power = game.to_act
            if table.revision != revision or row.status != "running" or computers(row).get(power) != held:
                return None
            if thought.stuck:
                await self._hand_over(row, power, thought.stuck)
                return None
            outcome = await self._carry_out(row, table, power, held, thought)
            work.failures = work.failures + 1 if isinstance(outcome, Denied) else 0
            if isinstance(outcome, Denied):
                log.warning(
                    "a computer's order was refused", game=row.id, order=outcome.text, why=outcome.refusal.message
                )
                await self.services.store.apply(SetPreference("seat", f"{row.id}/{power}", "mind", None))
            return outcome

    async def _carry_out(self, row: Row, table: Table, power: str, held: Computer, thought: Thought) -> Outcome:
        texts = [text for text, _ in thought.orders]
        shown = not table.game.state.pending and any(text != "done" for text in texts)
        order_id, posted, head = f"computer:{row.id}:{table.revision}", 0, ""
        if shown or thought.rolls or await self.services.games.would_roll(table, texts):
            head = acting(power, held, thought)
            posted = await self._post(row, head, f"{order_id}")
        played = computers(row)

        async def choose(game: Game) -> str | None:
            """The orders; then, while dice fall, the answers of all computers, so that a battle is one message."""
            if texts:
                return texts.pop(0)
            asked = game.state.pending[:1]
            return await self._answer(game) if posted and asked and asked[0].power in played else None

        def also(draft: Draft) -> list[Step]:
            steps: list[Step] = [SetPreference("seat", f"{row.id}/{power}", "mind", thought.memory)]
            over = draft.game.state.turn.power != power or draft.game.state.turn.round != table.game.state.turn.round
            if held.until == TURN and table.game.state.turn.power == power and over:
                steps += seat(row, "computer", {power: None}, "the turn is over")
            return steps

        outcome = await self.services.games.by_itself(
            table, str(posted or order_id), "\n".join(texts), choose, lambda lines: (), "computer", also
        )
        if posted:
            await self._tell(row, posted, head, outcome, table.game)
        return outcome

    async def _answer(self, game: Game) -> str | None:
        return await self.services.thinking.reply(game) or standing.default_answer(game)

    # --- messages -----------------------------------------------------------------------------------------------------

    async def _post(self, row: Row, text: str, key: str) -> int:
        """Post before the dice fall; the same again after a crash is the same message."""
        nonce = f"c{zlib.crc32(key.encode()):x}-{key.rsplit(':', 1)[-1]}"[:24]
        try:
            return await self.transport.send(row.place, Reply(text), (), nonce)
        except NotDelivered as error:
            if error.code != d.ARCHIVED:
                raise
        await self.transport.open_thread(row.place)
        return await self.transport.send(row.place, Reply(text), (), nonce)

    async def _tell(self, row: Row, posted: int, head: str, outcome: Outcome, game: Game) -> None:
        """What came of it stands in the same message; that it does not is no reason to stop."""
        if not isinstance(outcome, Denied) and not outcome.rolls:
            return
        reply = Reply(results(head, outcome))
        if not isinstance(outcome, Denied):
            reply.pictures = await self.services.media.of_battle(game, outcome.entries)
        try:
            await self.transport.edit(row.place, posted, reply)
        except NotDelivered as error:
            log.info("a computer's message was not completed", game=row.id, why=str(error))

    async def _leave(self, row: Row, revision: int) -> None:
        """Nothing that the computer tried went: the seat needs a person."""
        async with self.services.games.held(row.id) as table:
            row = await self.services.store.game(row.id)
            if table.revision == revision and table.game.to_act in computers(row):
                await self._hand_over(row, table.game.to_act, "what it tried did not go")

    async def _hand_over(self, row: Row, power: str, why: str) -> None:
        """The seat goes to the game master rather than into a loop."""
        text = say(row, given_up(row, power, why), f"given up:{row.id}:{row.revision}", [row.master])
        steps = seat(row, "computer", {power: None}, why)
        await self.services.store.apply(
            *steps, Enqueue(text, row.id), Enqueue(panel(row, f"given up {row.revision}"), row.id)
        )
