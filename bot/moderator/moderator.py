"""The moderator: judges orders on a copy, stores what was accepted in one transaction, then answers."""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from bot.moderator import policy
from bot.moderator.results import Accepted, Denied, Outcome, Plan
from bot.moderator.seats import Permission, permission
from bot.moderator.table import Draft, Table, engine_head, entry_extra, load_table
from bot.store import (
    Change,
    CreateGame,
    DiceLines,
    DropSeat,
    Message,
    NewEntry,
    NewSnapshot,
    PutChain,
    PutSeat,
    Record,
    SetGame,
    Store,
)
from bot.store.changes import Step
from bot.store.records import Chain, Seat
from bot.store.records import Game as GameRow
from rules import codec, narrate
from rules.dice import LENGTH, Ledger, SeedChain
from rules.game import Game
from rules.refusals import Refusal, Refused
from rules.table import VERSION, TableError
from rules.table import Table as RuleTable

KEPT_TABLES = 64
SNAPSHOT_EVERY = 40

Announce = Callable[[GameRow, Table, Draft], Sequence[Message]]
Listener = Callable[[str, Accepted], Awaitable[None]]


def _no_messages(row: GameRow, table: Table, draft: Draft) -> Sequence[Message]:
    return ()


class Moderator:
    """All games of a bot. `announce` makes the messages stored with an order (turn changes, questions);
    `listeners` are told afterwards, when everything is durable."""

    def __init__(self, store: Store, announce: Announce = _no_messages) -> None:
        self.store, self.announce = store, announce
        self.listeners: list[Listener] = []
        self._tables: dict[str, Table] = {}

    # --- tables -----------------------------------------------------------------------------------------

    async def table(self, game_id: str) -> Table:
        """A running game, loaded if need be. Raises UnknownGame."""
        table = self._tables.pop(game_id, None) or await load_table(self.store, game_id)
        self._tables[game_id] = table
        self._forget_idle()
        return table

    def _forget_idle(self) -> None:
        for game_id in list(self._tables)[: max(0, len(self._tables) - KEPT_TABLES)]:
            if not self._tables[game_id].lock.locked():
                del self._tables[game_id]

    async def permission(self, game_id: str, user_id: int) -> Permission:
        """What a person may do in a game."""
        row = await self.store.game(game_id)
        return permission(row, await self.store.seats(game_id), user_id)

    # --- lobby --------------------------------------------------------------------------------------------

    async def create(
        self,
        interaction_id: str,
        guild_id: int,
        channel_id: int,
        master: int,
        name: str,
        board: str,
        rules: Sequence[str] = (),
        options: dict[str, Any] | None = None,
        thread_id: int | None = None,
    ) -> GameRow:
        """Open a lobby. Raises TableError when rules or options do not fit together."""
        RuleTable(board, rules, options or {})
        game_id = secrets.token_hex(4)
        row = GameRow(
            id=game_id,
            guild_id=guild_id,
            channel_id=channel_id,
            name=name,
            board=board,
            master=master,
            rules=list(rules),
            options=dict(options or {}),
            rules_version=VERSION,
            thread_id=thread_id,
        )
        await self.store.commit(Change(interaction_id, game_id, steps=(CreateGame(row),), answer=game_id))
        return await self.store.game(game_id)

    async def set_rules(self, game_id: str, rules: Sequence[str], options: dict[str, Any]) -> None:
        """Other rules or options for a game still in its lobby. Raises TableError."""
        row = await self.store.game(game_id)
        if row.status != "lobby":
            raise TableError("The game has started: its rules stay as they are.")
        RuleTable(row.board, rules, options)
        await self.store.apply(SetGame(game_id, {"rules": list(rules), "options": dict(options)}))

    async def join(self, seat: Seat) -> None:
        """Seat a person; what they add to the dice counts only before the first roll."""
        await self.store.apply(PutSeat(seat))

    async def leave(self, game_id: str, power: str, user_id: int) -> None:
        """A person leaves a power."""
        await self.store.apply(DropSeat(game_id, power, user_id))

    async def start(self, game_id: str, interaction_id: str) -> Table:
        """Set the game up, commit to the dice, begin the first turn."""
        row = await self.store.game(game_id)
        if row.status != "lobby":
            return await self.table(game_id)
        game = Game.new(row.board, row.rules, row.options)
        chain = SeedChain(root := secrets.token_bytes(32))
        ledger = Ledger()
        lines = [ledger.commit(game_id, chain)]
        for seat in await self.store.seats(game_id):
            lines.append(ledger.seat(seat.power, str(seat.user_id), seat.interaction_id or "0", seat.phrase))
        steps: tuple[Step, ...] = (
            SetGame(game_id, {"status": "running", "engine": engine_head(game), "rules_version": VERSION}),
            PutChain(Chain(game_id, 1, LENGTH, chain.commitment.hex(), root)),
            DiceLines(game_id, lines),
        )
        await self.store.commit(Change(interaction_id, game_id, state_hash=game.hash, steps=steps))
        return await self.table(game_id)

    # --- orders ---------------------------------------------------------------------------------------------

    async def order(self, game_id: str, interaction_id: str, user_id: int, text: str) -> Outcome:
        """Carry out one order of a person."""
        return await self.orders(game_id, interaction_id, user_id, [text])

    async def orders(self, game_id: str, interaction_id: str, user_id: int, texts: Sequence[str]) -> Outcome:
        """Carry out several orders, all or none."""
        table = await self.table(game_id)
        async with table.lock:
            if done := await self.store.receipt(game_id, interaction_id):
                return _again(game_id, done.answer)
            row = await self.store.game(game_id)
            if row.status != "running":
                return Denied(Refusal("wrong-phase", f"This game is {_status(row.status)}."))
            may = permission(row, await self.store.seats(game_id), user_id)
            draft = table.draft()
            for number, text in enumerate(texts, 1):
                if refusal := self._try(draft, may, interaction_id, text):
                    return Denied(refusal, number, text)
            return await self._store(row, table, draft, interaction_id, str(user_id))

    def _try(self, draft: Draft, may: Permission, interaction: str, text: str) -> Refusal | None:
        try:
            order = draft.game.parse(text)
        except Refused as refused:
            return refused.refusal
        power = self._for_whom(draft.game, may)
        if power is None:
            return Refusal("not-your-turn", "You hold no seat in this game. Its players give the orders.")
        return draft.submit(order, interaction, power)

    def _for_whom(self, game: Game, may: Permission) -> str | None:
        """The power a person orders for: the one to act if it is theirs, else one of theirs."""
        if game.to_act in may.powers:
            return game.to_act
        if game.state.turn.power in may.powers and not game.state.pending:
            return game.state.turn.power
        return may.powers[0] if may.powers else None

    async def by_timer(self, game_id: str, order_id: str, who: str, text: str) -> Outcome:
        """An order that a deadline gives for the power to act."""
        table = await self.table(game_id)
        async with table.lock:
            if done := await self.store.receipt(game_id, order_id):
                return _again(game_id, done.answer)
            row, draft = await self.store.game(game_id), table.draft()
            if refusal := self._try(draft, Permission((draft.game.to_act,), False), order_id, text):
                return Denied(refusal, 1, text)
            return await self._store(row, table, draft, order_id, who)

    async def plan(self, game_id: str, user_id: int, texts: Sequence[str]) -> Plan:
        """Try orders in private, on a copy, up to the first refusal or the first dice."""
        table = await self.table(game_id)
        row = await self.store.game(game_id)
        may = permission(row, await self.store.seats(game_id), user_id)
        draft, accepted = table.draft(), []
        for number, text in enumerate(texts, 1):
            if refusal := self._rehearse(draft, may, text):
                return Plan(tuple(accepted), Denied(refusal, number, text), _told(draft))
            accepted.append(text)
        return Plan(tuple(accepted), None, _told(draft))

    def _rehearse(self, draft: Draft, may: Permission, text: str) -> Refusal | None:
        """An order on a draft with dice that show nothing, so that nothing can be learned from them."""
        from rules.game import NoDice

        power = self._for_whom(draft.game, may)
        if power is None:
            return Refusal("not-your-turn", "You hold no seat in this game.")
        dice = NoDice()
        outcome = draft.game.submit(text, dice, power)
        if isinstance(outcome, Refusal):
            return outcome
        if dice.used:
            return Refusal("wrong-phase", "From here on dice would fall: a plan ends before them.")
        draft.entries.append(outcome.entry)
        return None

    async def _store(self, row: GameRow, table: Table, draft: Draft, interaction: str, player: str) -> Accepted:
        """Standing orders answer, then everything is stored in one transaction and announced."""
        own = len(draft.entries)
        self._standing(draft, interaction, await self.store.policies(row.id))
        lines = tuple(line for e in draft.entries for line in narrate.narrate(draft.game.table, e))
        change = Change(
            interaction,
            row.id,
            expected_revision=table.revision,
            entries=tuple(_new_entry(draft, n, player if n < own else "policy") for n in range(len(draft.entries))),
            snapshot=_snapshot(table, draft),
            state_hash=draft.game.hash,
            messages=tuple(self.announce(row, table, draft)),
            steps=self._steps(row, table, draft),
            answer={"lines": list(lines)},
        )
        try:
            receipt = await self.store.commit(change)
        except BaseException:
            self._tables.pop(row.id, None)
            raise
        table.adopt(draft, receipt.last)
        accepted = Accepted(row.id, tuple(draft.entries), tuple(draft.lines), receipt.repeated, lines)
        for listener in self.listeners:
            await listener(row.id, accepted)
        return accepted

    def _standing(self, draft: Draft, interaction: str, policies: list[Any]) -> None:
        for _ in range(200):
            text = policy.standing_answer(draft.game, policies)
            if text is None:
                return
            if draft.submit(draft.game.parse(text), interaction, draft.game.to_act):
                return

    def _steps(self, row: GameRow, table: Table, draft: Draft) -> tuple[Step, ...]:
        steps: list[Step] = []
        lines = draft.lines
        if draft.ledger.low:
            chain = SeedChain(root := secrets.token_bytes(32), LENGTH, draft.ledger.further_first)
            lines = [*lines, draft.ledger.extend(chain)]
            steps.append(PutChain(Chain(row.id, chain.first, LENGTH, chain.commitment.hex(), root)))
            table.chains.append(chain)
        if lines:
            steps.append(DiceLines(row.id, lines))
        if draft.game.state.winner:
            steps.append(SetGame(row.id, {"status": "over"}))
        return tuple(steps)

    # --- the game master -----------------------------------------------------------------------------------

    async def set_status(self, game_id: str, actor: int, status: str) -> None:
        """Pause, resume or end a game, on the record."""
        await self.store.apply(SetGame(game_id, {"status": status}), Record(str(actor), f"game {status}", {}, game_id))


def _status(status: str) -> str:
    return {"lobby": "not started yet", "paused": "paused", "over": "over"}.get(status, status)


def _told(draft: Draft) -> tuple[str, ...]:
    return tuple(line for e in draft.entries for line in narrate.narrate(draft.game.table, e))


def _again(game_id: str, answer: Any) -> Accepted:
    return Accepted(game_id, (), (), True, tuple((answer or {}).get("lines", ())))


def _new_entry(draft: Draft, number: int, player: str) -> NewEntry:
    entry = draft.entries[number]
    voids = tuple(e.number for e in draft.game.log if entry.undoes and e.number == entry.undoes)
    return NewEntry(
        order=entry.text,
        events=[codec.dump_event(e) for e in entry.events],
        power=entry.by,
        player=player,
        kind="undo" if entry.undoes else "order",
        dice=draft.dice[number],
        extra=entry_extra(entry),
        voids=voids,
    )


def _snapshot(table: Table, draft: Draft) -> NewSnapshot | None:
    before, after = table.game.state.turn, draft.game.state.turn
    if (before.round, before.power) != (after.round, after.power):
        label = f"Round {after.round}" if before.round != after.round else ""
        return NewSnapshot(draft.game.snapshot(), keep=bool(label), label=label)
    if draft.game.log[-1].number // SNAPSHOT_EVERY != table.game.log[-1].number // SNAPSHOT_EVERY:
        return NewSnapshot(draft.game.snapshot())
    return None
