"""A table: one running game in memory, with its dice ledger. Everything here can be made anew from the store."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import Any

from bot.store import Store
from bot.store import records as r
from rules import codec
from rules.dice import ChainDice, Ledger, Occasion, SeedChain
from rules.game import Entry, Game, dump_entry, load_entry
from rules.orders import Order
from rules.refusals import Refusal


@dataclass
class Table:
    """A game on the table. `lock` is held while an order is judged and stored."""

    id: str
    game: Game
    ledger: Ledger
    chains: list[SeedChain]
    revision: int
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)

    def draft(self) -> Draft:
        """A copy to try orders on; take it over with `adopt` once it is stored."""
        game = Game(self.game.table, self.game.state.copy(), list(self.game.log))
        return Draft(self, game, self.ledger)

    def adopt(self, draft: Draft, revision: int) -> None:
        """The draft has been stored: it is the game now."""
        self.game, self.ledger, self.revision = draft.game, draft.ledger, revision


@dataclass
class Draft:
    """Orders tried on a copy of a table, with the dice they rolled."""

    table: Table
    game: Game
    ledger: Ledger
    entries: list[Entry] = field(default_factory=list)
    dice: list[list[dict[str, Any]]] = field(default_factory=list)

    def submit(self, order: Order, interaction: str, by: str) -> Refusal | None:
        """Carry out one order on the copy, with verifiable dice bound to it."""
        occasion = Occasion(interaction, str(order), self.game.hash)
        dice = ChainDice(self.ledger, self.table.chains, occasion)
        outcome = self.game.submit(order, dice, by)
        if isinstance(outcome, Refusal):
            return outcome
        self.ledger = dice.ledger
        self.entries.append(outcome.entry)
        self.dice.append(dice.lines)
        return None

    @property
    def lines(self) -> list[dict[str, Any]]:
        """All dice lines made."""
        return [line for lines in self.dice for line in lines]


def engine_head(game: Game) -> dict[str, Any]:
    """What the store keeps of a game once: its head and its first position."""
    return {"head": game.head(), "start": game.snapshot(), "first": dump_entry(game.log[0])}


async def load_table(store: Store, game_id: str) -> Table:
    """A table from the store: latest snapshot, later entries applied, dice ledger and chains."""
    loaded = await store.load(game_id)
    engine = loaded.game.engine or {}
    entries = await store.entries(game_id)
    log = [load_entry(engine["first"]), *(read_entry(e) for e in entries)]
    position = loaded.snapshot.data if loaded.snapshot else engine["start"]
    game = Game.load(engine["head"], position, log)
    for entry in loaded.entries:
        for event in read_entry(entry).events:
            event.apply(game.state)
    ledger = Ledger(await store.dice_log(game_id))
    chains = [SeedChain(c.root, c.length, c.first) for c in await store.chains(game_id)]
    return Table(game_id, game, ledger, chains, loaded.game.revision)


def read_entry(entry: r.Entry) -> Entry:
    """A stored entry as the engine's."""
    events = [dict(e) for e in entry.events]
    return load_entry({**entry.extra, "text": entry.order, "events": events, "by": entry.power})


def entry_extra(entry: Entry) -> dict[str, Any]:
    """What of an entry is stored beside its columns."""
    return {"number": entry.number, "turn": codec.dump(entry.turn), "undoes": entry.undoes}
