"""A game of the real engine with verifiable dice, stored, and put back on the table after a restart."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from store_helpers import create

from bot.store import (
    Chain,
    Change,
    DiceLines,
    NewEntry,
    NewSnapshot,
    PutChain,
    SetGame,
    Store,
)
from rules.dice import ChainDice, Ledger, Occasion, SeedChain
from rules.play.game import Game, Outcome, dump_entry, load_entry

ROOT = bytes(range(32))
ORDERS = ("done", "buy 2 infantry", "undo", "buy 3 infantry", "done", "done")


def as_new_entry(outcome: Outcome, lines: list[dict[str, Any]]) -> NewEntry:
    data = dump_entry(outcome.entry)
    extra = {"turn": data["turn"], "undoes": data["undoes"]}
    voids = tuple(data["undoes"])
    return NewEntry(data["text"], data["events"], power=data["by"], player="5", dice=lines, extra=extra, voids=voids)


async def begin(store: Store, game: Game) -> Ledger:
    chain, ledger = SeedChain(ROOT), Ledger()
    line = ledger.commit("g1", chain)
    steps = (
        SetGame("g1", {"status": "running", "engine": {**game.head(), "opening": dump_entry(game.log[0])}}),
        PutChain(Chain("g1", chain.first, chain.length, chain.commitment.hex(), ROOT)),
        DiceLines("g1", [line]),
    )
    start = NewSnapshot(game.snapshot(), keep=True, label="start")
    await store.commit(Change("900", "g1", 0, steps=steps, snapshot=start, state_hash=game.hash))
    return ledger


async def put_back(store: Store) -> tuple[Game, Ledger, list[SeedChain]]:
    loaded = await store.load("g1")
    assert loaded.game.engine is not None and loaded.snapshot is not None
    log = [load_entry(loaded.game.engine["opening"])]
    for entry in await store.entries("g1"):
        log.append(
            load_entry(
                {"number": entry.seq, "by": entry.power, "text": entry.order, "events": entry.events, **entry.extra}
            )
        )
    game = Game.load(loaded.game.engine, loaded.snapshot.data, log[: loaded.snapshot.seq + 1])
    for entry in log[loaded.snapshot.seq + 1 :]:
        game.replay(entry)
    chains = [SeedChain(chain.root, chain.length, chain.first) for chain in await store.chains("g1")]
    return game, Ledger(await store.dice_log("g1")), chains


async def test_a_game_is_put_back_as_it_was(open_store: Callable[..., Awaitable[Store]]) -> None:
    store = await open_store()
    await create(store)
    game = Game.new("classic")
    ledger = await begin(store, game)
    chains = [SeedChain(ROOT)]
    for number, order in enumerate(ORDERS):
        dice = ChainDice(ledger, chains, Occasion(str(1000 + number), order, game.hash))
        outcome = game.submit(order, dice)
        assert isinstance(outcome, Outcome), outcome
        assert outcome.entry.number == number + 1
        snapshot = NewSnapshot(game.snapshot()) if order == "done" else None
        change = Change(
            str(1000 + number),
            "g1",
            number,
            entries=(as_new_entry(outcome, dice.lines),),
            snapshot=snapshot,
            state_hash=game.hash,
            steps=(DiceLines("g1", dice.lines),),
        )
        await store.commit(change)
        ledger = dice.ledger
        store = await open_store()
        game, ledger, chains = await put_back(store)
        assert game.hash == (await store.game("g1")).state_hash
        assert len(game.log) == number + 2
    voided = [entry.voided_by for entry in await store.entries("g1")]
    assert voided == [None, 3, None, None, None, None]
