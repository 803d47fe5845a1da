"""A table: one running game in memory, with its dice ledger. Everything here can be made anew from the store."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from bot.ops.memory import settle
from bot.store import Store
from bot.store import records as r
from rules.dice import ChainDice, Ledger, Occasion, SeedChain
from rules.dice.verify import Broken
from rules.model import codec
from rules.model.formats import FORMAT
from rules.model.orders import Order
from rules.model.refusals import Refusal
from rules.play.game import Entry, Game, dump_entry, load_entry


@dataclass
class Table:
    """A game on the table. It changes only while its game's lock is held (locks.py)."""

    id: str
    game: Game
    ledger: Ledger
    chains: list[SeedChain]
    revision: int

    def draft(self, interaction: str, orders: Sequence[Order | str]) -> Draft:
        """A copy to try orders on; take it over with `adopt` once it is stored.

        The dice of all of them hang on the same occasion: the interaction, the orders' text, the position.
        """
        occasion = Occasion(interaction, "\n".join(map(str, orders)), self.game.hash)
        return Draft(self, copy_of(self.game), self.ledger, occasion)

    def adopt(self, draft: Draft, revision: int) -> None:
        """The draft has been stored: it is the game now."""
        self.game, self.ledger, self.revision = draft.game, draft.ledger, revision


def copy_of(game: Game) -> Game:
    """An independent copy of a game."""
    return Game(game.table, game.state.copy(), list(game.log))


@dataclass
class Draft:
    """Orders tried on a copy of a table, with the dice they rolled and who gave each (`givers`).

    remarks: lines to be told behind what happened.
    """

    table: Table
    game: Game
    ledger: Ledger
    occasion: Occasion
    entries: list[Entry] = field(default_factory=list)
    givers: list[str] = field(default_factory=list)
    dice: list[list[dict[str, Any]]] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)

    def submit(self, order: Order, by: str, giver: str) -> Refusal | None:
        """Carry out one order of a power on the copy, with verifiable dice."""
        dice = ChainDice(self.ledger, self.table.chains, self.occasion)
        outcome = self.game.submit(order, dice, by)
        if isinstance(outcome, Refusal):
            return outcome
        self.ledger = dice.ledger
        self.add(outcome.entry, giver, dice.lines)
        return None

    def add(self, entry: Entry, giver: str, lines: list[dict[str, Any]] | None = None) -> None:
        """Take up an entry that is in the copy's log."""
        self.entries.append(entry)
        self.givers.append(giver)
        self.dice.append(lines or [])

    @property
    def lines(self) -> list[dict[str, Any]]:
        """All dice lines made."""
        return [line for lines in self.dice for line in lines]


def engine_head(game: Game) -> dict[str, Any]:
    """What the store keeps of a game once, beside its snapshots and entries."""
    return {"head": game.head(), "first": dump_entry(game.log[0])}


class DamagedGame(LookupError):
    """What is stored of a game does not fit together; the text says what."""


async def load_table(store: Store, game_id: str) -> Table:
    """A table from the store: latest snapshot, later entries applied, dice ledger and chains; checked.

    Read in threads, as a long game takes a second. Raises UnknownGame; LookupError for a game that has not
    started; DamagedGame.
    """
    loaded = await store.load(game_id)
    row, snapshot = loaded.game, loaded.snapshot
    if row.engine is None or snapshot is None:
        raise LookupError(f"game {game_id} has not started")
    earlier = await store.entries(game_id, limit=snapshot.seq)
    game = await asyncio.to_thread(_rebuilt, row, snapshot, [*earlier, *loaded.entries])
    lines = await store.dice_log(game_id)
    ledger = await asyncio.to_thread(_ledger, lines)
    settle()
    chains = [SeedChain(c.root, c.length, c.first) for c in await store.chains(game_id)]
    return Table(game_id, game, ledger, chains, row.revision)


def _rebuilt(row: r.Game, snapshot: r.Snapshot, entries: Sequence[r.Entry]) -> Game:
    """The game from its stored pieces. Raises DamagedGame unless they lead to the position they say."""
    if [entry.seq for entry in entries] != list(range(1, row.revision + 1)):
        raise DamagedGame(f"of {row.revision} log entries {len(entries)} are there, or their numbers have a gap")
    try:
        game = position_at(row, snapshot, entries)
    except (ValueError, KeyError, TypeError, AttributeError, LookupError) as error:
        raise DamagedGame(f"its record can't be read: {error!r}") from error
    if row.state_hash is not None and game.hash != row.state_hash:
        raise DamagedGame("its log leads to another position than the one it was left in")
    return game


def _ledger(lines: list[dict[str, Any]]) -> Ledger:
    try:
        return Ledger(lines)
    except (Broken, KeyError, TypeError, ValueError) as error:
        raise DamagedGame(f"its dice log does not hold: {error}") from error


def position_at(row: r.Game, snapshot: r.Snapshot, entries: Sequence[r.Entry]) -> Game:
    """The game after the last of some entries, which begin with the first of the log."""
    engine, seq = row.engine or {}, snapshot.seq
    log = [load_entry(engine["first"]), *map(read_entry, entries)]
    game = Game.load(engine["head"], snapshot.data, log[: seq + 1])
    for entry in log[seq + 1 :]:
        game.replay(entry)
    return game


async def read_log(store: Store, row: r.Game, limit: int | None = None) -> list[Entry]:
    """The engine's log of a stored game, its opening first; `limit`: so many orders at most."""
    engine, stored = row.engine or {}, await store.entries(row.id, limit=limit)
    return await asyncio.to_thread(lambda: [load_entry(engine["first"]), *map(read_entry, stored)])


def read_entry(entry: r.Entry) -> Entry:
    """A stored entry as the engine's."""
    return load_entry(
        {**entry.extra, "number": entry.seq, "text": entry.order, "events": entry.events, "by": entry.power}
    )


def entry_extra(entry: Entry) -> dict[str, Any]:
    """What of an entry is stored beside its columns."""
    return {"turn": codec.dump(entry.turn), "undoes": entry.undoes, "format": FORMAT}
