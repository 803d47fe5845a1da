"""The moderator: judges orders on a copy, stores what was accepted in one transaction, then answers."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from typing import Any

from bot.game import auto_advance, clock
from bot.game.authorization import Permission, permission, powers_of
from bot.game.computers import back
from bot.game.entries import new_entry, new_snapshot
from bot.game.locks import Locks
from bot.game.narration import tell as told
from bot.game.problems import PlayError
from bot.game.results import Accepted, Denied, Outcome, Plan
from bot.game.session import DamagedGame, Draft, Table, copy_of, load_table
from bot.game.trying import Giver, Rehearsal, Trial, heedful, read, rehearsal
from bot.game.wakes import Wakes
from bot.ops.logging_setup import report
from bot.ops.metrics import ORDER_SECONDS, ORDERS
from bot.store import (
    Change,
    DiceLines,
    DropPolicy,
    Message,
    PutChain,
    Require,
    SetGame,
    SetPolicy,
    SetPreference,
    Store,
)
from bot.store.changes import Step
from bot.store.records import Chain, Policy
from bot.store.records import Game as GameRow
from rules.core.table import Table as RuleTable
from rules.dice import LENGTH, SeedChain
from rules.model.refusals import Refusal
from rules.play.game import Game

# What a button of an earlier position is told with.
STALE = "stale"
DAMAGED = "What I have stored of this game does not fit together, so I do not go on with it (id `{id}`). "
DAMAGED += "Whoever runs me can restore a backup; `/export` may still work."
# About 0.3 MB each; loading one anew costs an order a quarter of a second.
KEPT_TABLES = 256
# States in which a position may change: orders need the first, edits either.
PLAYED = ("running", "paused")

# The most that one deadline, or a computer, orders at once.
MOST_BY_ITSELF = 200

Announce = Callable[[GameRow, Draft], Sequence[Message]]
# What is ordered next in a position, None when it is enough; and the messages that tell of lines of the log.
Choose = Callable[[Game], Awaitable[str | None]]
Tell = Callable[[tuple[str, ...]], Sequence[Message]]
# What is stored along with a draft.
Also = Callable[[Draft], Sequence[Step]]


def _no_messages(row: GameRow, draft: Draft) -> Sequence[Message]:
    return ()


class Moderator:
    """All games of a bot. `announce` makes the messages that are stored with an order."""

    def __init__(self, store: Store, announce: Announce = _no_messages, clock: Callable[[], float] = time.time) -> None:
        self.store, self.announce, self.now = store, announce, clock
        self.locks, self.wakes = Locks(), Wakes()
        self._tables: dict[str, Table] = {}

    # --- tables -----------------------------------------------------------------------------------------

    async def table(self, game_id: str) -> Table:
        """A started game, loaded if need be. Raises UnknownGame, or PlayError while it is in its lobby."""
        table = self._tables.pop(game_id, None)
        if table is None:
            table = await self._load(game_id)
        self._tables[game_id] = table
        self._forget_idle()
        return table

    async def _load(self, game_id: str) -> Table:
        try:
            table = await load_table(self.store, game_id)
        except DamagedGame as error:
            error_id = await report(self.store, error, "loading a game", game_id=game_id)
            raise PlayError(DAMAGED.format(id=error_id)) from None
        except LookupError:
            raise PlayError("This game has not started yet.") from None
        # Somebody else may have loaded it meanwhile, and an order been carried out on that one.
        return self._tables.pop(game_id, table)

    def _forget_idle(self) -> None:
        for game_id in list(self._tables)[: max(0, len(self._tables) - KEPT_TABLES)]:
            if not self.locks.game(game_id).locked():
                del self._tables[game_id]

    def forget(self, game_id: str) -> None:
        """Have a table loaded anew when it is next asked for."""
        self._tables.pop(game_id, None)

    @contextlib.asynccontextmanager
    async def held(self, game_id: str) -> AsyncIterator[Table]:
        """A started game with its lock held; what is read and stored inside belongs together."""
        async with self.locks.game(game_id):
            row, table = await self.store.game(game_id), await self.table(game_id)
            if table.revision != row.revision:
                # A commit whose outcome we never learned: what is stored counts.
                self.forget(game_id)
                table = await self.table(game_id)
            yield table

    @contextlib.asynccontextmanager
    async def locked(self, game_id: str) -> AsyncIterator[GameRow]:
        """A game's row with its lock held, started or not. Raises UnknownGame."""
        async with self.locks.game(game_id):
            yield await self.store.game(game_id)

    async def rules_of(self, row: GameRow) -> RuleTable:
        """The rules of a game, in its lobby too."""
        if row.engine is None:
            return RuleTable(row.board, row.rules, row.options)
        return (await self.table(row.id)).game.table

    async def permission(self, game_id: str, user_id: int) -> Permission:
        """What a person may do in a game."""
        row = await self.store.game(game_id)
        return permission(row, await self.store.seats(game_id), user_id)

    # --- orders ---------------------------------------------------------------------------------------------

    async def orders(
        self,
        game_id: str,
        interaction_id: str,
        user_id: int,
        texts: Sequence[str],
        power: str | None = None,
        expected: int | None = None,
    ) -> Outcome:
        """Carry out orders of a person, all or none.

        power: for which of the person's powers; by default the one that has to act. expected: number of the
        log entry on which a button was offered; if the game went on since, the order is refused.
        """
        with ORDER_SECONDS.time():
            outcome = await self._orders(game_id, interaction_id, user_id, texts, power, expected)
        ORDERS.labels("accepted" if isinstance(outcome, Accepted) else "refused").inc()
        return outcome

    async def _orders(
        self,
        game_id: str,
        interaction_id: str,
        user_id: int,
        texts: Sequence[str],
        power: str | None,
        expected: int | None,
    ) -> Outcome:
        async with self.held(game_id) as table:
            if done := await self.store.receipt(game_id, interaction_id):
                return _again(game_id, done.answer)
            row = await self.store.game(game_id)
            if refusal := _closed(row) or _stale(table, expected):
                return Denied(refusal)
            may = permission(row, await self.store.seats(game_id), user_id)
            return await self._carry_out(row, table, interaction_id, Giver(str(user_id), may, power), texts)

    async def by_itself(
        self,
        table: Table,
        order_id: str,
        order: str,
        choose: Choose,
        tell: Tell,
        who: str = "timer",
        also: Also = lambda draft: (),
    ) -> Outcome:
        """Orders that a deadline or a computer gives for the power that has to act: all that `choose` names, in one
        change with the message that tells of them and with what `also` says. The caller holds the game's lock (`held`),
        and has looked inside it whether they are still due. order: what the dice are bound to."""
        if done := await self.store.receipt(table.id, order_id):
            return _again(table.id, done.answer)
        row = await self.store.game(table.id)
        if refusal := _closed(row):
            return Denied(refusal)
        policies, draft = await self.store.policies(row.id), table.draft(order_id, [order])
        for _ in range(MOST_BY_ITSELF):
            if (text := await choose(draft.game)) is None:
                break
            await asyncio.sleep(0)
            giver = Giver(who, Permission((draft.game.to_act,), False))
            if refusal := heedful(draft, draft.game.parse(text), text, giver):
                if draft.entries:
                    break
                return Denied(refusal, 1, text)
            auto_advance.go_on(draft, row, policies)
        if not draft.entries:
            return Denied(Refusal("too-late", "Nothing is left to be done."))
        return await self._store(row, table, draft, Require(row.id, ("running",)), *also(draft), tell=tell)

    async def would_roll(self, table: Table, texts: Sequence[str]) -> bool:
        """Whether dice would fall if the power to act gave these orders, standing orders' answers included."""
        row, giver = await self.store.game(table.id), Giver("computer", Permission((table.game.to_act,), False))
        trial = Rehearsal(copy_of(table.game))
        found = Trial(trial, giver, row, await self.store.policies(row.id))
        return any(found.text(text) is not None for text in texts) or trial.dice_due

    async def _carry_out(
        self, row: GameRow, table: Table, interaction: str, giver: Giver, texts: Sequence[str]
    ) -> Outcome:
        policies, orders = await self.store.policies(row.id), read(table.game, texts)
        draft = table.draft(interaction, [] if isinstance(orders, Denied) else orders)
        denied = orders if isinstance(orders, Denied) else Trial(draft, giver, row, policies).lines(orders, texts)
        if denied:
            return rehearsal(table.game, giver, row, policies).other_faults(texts, denied)
        more = back(row, giver.may.powers, giver.who)
        return await self._store(row, table, draft, Require(row.id, ("running",)), *more)

    async def set_policies(self, policies: Sequence[Policy]) -> None:
        """Keep standing orders of one person in one game ("ask" takes one back). Raises PlayError without the seat."""
        async with self.locked(policies[0].game_id) as row:
            held = powers_of(await self.store.seats(row.id), policies[0].user_id)
            if lost := [p.power for p in policies if p.power not in held]:
                raise PlayError(f"You do not play {', '.join(lost)}.")
            asks = [DropPolicy(row.id, p.power, p.kind) for p in policies if p.data.get("do") == "ask"]
            made = [SetPolicy(p) for p in policies if p.data.get("do") != "ask"]
            await self.store.apply(*asks, *made)

    # --- plans ----------------------------------------------------------------------------------------------

    async def plan(self, game_id: str, user_id: int, texts: Sequence[str]) -> tuple[Plan, Game]:
        """Try orders in private, on a copy, up to the first refusal or the first dice; and the copy."""
        table, row = await self.table(game_id), await self.store.game(game_id)
        giver = Giver(str(user_id), await self.permission(game_id, user_id))
        trial, before = rehearsal(table.game, giver, row, await self.store.policies(game_id)), len(table.game.log)
        denied, accepted = None, list[str]()
        for number, text in enumerate(texts, 1):
            if refusal := trial.text(text):
                denied = Denied(refusal, number, text, len(texts))
                break
            accepted.append(text)
        game = trial.copy.game
        return Plan(tuple(accepted), denied, told(game.table, game.log[before:])), game

    async def keep_plan(self, game_id: str, user_id: int, texts: Sequence[str]) -> None:
        """Remember a person's plan, in place of an older one."""
        value = list(texts) or None
        await self.store.apply(SetPreference("plan", game_id, str(user_id), value))

    async def kept_plan(self, game_id: str, user_id: int) -> list[str]:
        """The plan a person made last, not yet given."""
        return list((await self.store.preferences("plan", game_id)).get(str(user_id)) or [])

    async def keep_form(self, game_id: str, user_id: int, text: str) -> None:
        """Remember what a person wrote into a form that was refused, so that it can be mended."""
        await self.store.apply(SetPreference("form", game_id, str(user_id), text or None))

    async def kept_form(self, game_id: str, user_id: int) -> str:
        """What a person wrote into the form that was refused last."""
        return str((await self.store.preferences("form", game_id)).get(str(user_id)) or "")

    # --- storing --------------------------------------------------------------------------------------------

    async def store_draft(self, row: GameRow, table: Table, draft: Draft, *steps: Step) -> Accepted:
        """Store entries made by other means than an order (edits). The caller holds the game's lock."""
        return await self._store(row, table, draft, Require(row.id, PLAYED), *steps)

    async def _store(self, row: GameRow, table: Table, draft: Draft, *more: Step, tell: Tell | None = None) -> Accepted:
        """Standing orders answer, then everything is stored in one transaction and announced."""
        auto_advance.go_on(draft, row, await self.store.policies(row.id))
        lines = (*told(draft.game.table, draft.entries, draft.game.log), *draft.remarks)
        rolls = tuple(line["roll"] for line in draft.lines)
        further, steps = self._steps(row, draft)
        number = draft.game.log[-1].number
        change = Change(
            draft.occasion.interaction,
            row.id,
            expected_revision=table.revision,
            entries=tuple(new_entry(draft, n) for n in range(len(draft.entries))),
            snapshot=new_snapshot(table, draft),
            state_hash=draft.game.hash,
            messages=(*self.announce(row, draft), *(tell(lines) if tell else ())),
            steps=(*more, *steps, *await clock.steps(self.store, row, table.game, draft.game, self.now())),
            answer={"lines": list(lines), "number": number, "rolls": list(rolls)},
        )
        try:
            receipt = await self.store.commit(change)
        except BaseException:
            self.forget(row.id)
            raise
        if receipt.repeated:
            self.forget(row.id)
            return _again(row.id, receipt.answer)
        table.chains.extend(further)
        table.adopt(draft, receipt.last)
        self.wakes.touch(row.id)
        return Accepted(row.id, lines, number, rolls, tuple(draft.entries))

    def _steps(self, row: GameRow, draft: Draft) -> tuple[list[SeedChain], list[Step]]:
        """A further dice chain where it is time for one, the dice, the end of the game."""
        steps: list[Step] = []
        lines, further = draft.lines, list[SeedChain]()
        if draft.ledger.low:
            root = secrets.token_bytes(32)
            chain = SeedChain(root, LENGTH, draft.ledger.further_first)
            draft.ledger = draft.ledger.copy()
            lines = [*lines, draft.ledger.extend(chain)]
            steps.append(PutChain(Chain(row.id, chain.first, LENGTH, chain.commitment.hex(), root)))
            further.append(chain)
        if lines:
            steps.append(DiceLines(row.id, lines))
        if draft.game.state.winner:
            steps.append(SetGame(row.id, {"status": "over"}))
        return further, steps


def _closed(row: GameRow) -> Refusal | None:
    told = {"lobby": "has not started yet", "paused": "is paused", "over": "is over"}.get(row.status)
    return Refusal("wrong-phase", f"This game {told}.") if told else None


def _stale(table: Table, expected: int | None) -> Refusal | None:
    if expected is None or expected == table.game.log[-1].number:
        return None
    return Refusal(STALE, "The game has moved on since that button was made.")


def _again(game_id: str, answer: Any) -> Accepted:
    answer = answer or {}
    lines, rolls = tuple(answer.get("lines", ())), tuple(answer.get("rolls", ()))
    return Accepted(game_id, lines, answer.get("number", 0), rolls, repeated=True)
