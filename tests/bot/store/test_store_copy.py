"""Everything is copied from one kind of database to the other and back, to the letter; nothing is copied over anything."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from sqlalchemy import create_engine, text
from store_helpers import Clock, a_game, message, order

from bot.ops.copy_to import copy_store, main
from bot.store import (
    AddEvent,
    AddFinished,
    AddRuling,
    Chain,
    Change,
    CreateGame,
    DiceLines,
    DropTimers,
    ErrorRow,
    InUse,
    NewSnapshot,
    OpenSeason,
    OpenTournament,
    Policy,
    Post,
    Proposal,
    PutChain,
    PutCourse,
    PutOffer,
    PutProposal,
    PutSeat,
    PutTold,
    Record,
    Report,
    SaveFormat,
    Seat,
    SetGame,
    SetPolicy,
    SetPost,
    SetPreference,
    SetTimer,
    Store,
    StoreError,
    Told,
    migrate,
)
from bot.store.database import parse_url
from bot.store.tables import metadata
from tests.postgres import fresh_database

KEY = b"k" * 32
AT_ONCE, MANY = 50, 120
"""Rows that are copied at once; orders: more than that."""


async def _filled(url: str, clock: Clock, orders: int = 30) -> Store:
    """A store with something in every table, and so many orders; the last timer given is gone."""
    store = await Store.open(url, KEY, clock=clock)
    odd = {"text": 'Ü\u0000\u2028 "quoted"', "none": None, "big": 2**60, "small": 0.1}
    made = (CreateGame(a_game()), PutChain(Chain("g1", 1, 10, "c" * 64, b"r" * 32)))
    line = {"kind": "roll", "roll": 1, "id": "x", "faces": [1, 6]}
    await store.commit(Change("new", "g1", steps=(*made, DiceLines("g1", [line])), answer=odd))
    for number in range(orders):
        told = (message(f"m{number}"),) if number % 100 == 0 else ()
        snapshot = NewSnapshot({"n": number, **odd}, keep=number % 400 == 0)
        voids = (5,) if number == 9 else ()
        change = Change(f"i{number}", "g1", number, (order(extra=odd, voids=voids),), snapshot, messages=told)
        await store.commit(change)
    await store.apply(
        SetGame("g1", {"engine": odd, "options": odd, "status": "running", "settings": {"deadline": "1d"}}),
        PutSeat(Seat("g1", "Germany", 2**62, "player", "Änne", "7", "a phrase")),
        SetTimer("turn:1", "deadline", 1.5e9 + 0.125, odd, "g1"),
        SetTimer("turn:2", "deadline", 1.5e9, odd, "g1"),
        SetPolicy(Policy("g1", "Germany", "losses", 5, odd)),
        SetPost(Post("g1", "panel", 700, 2**61)),
        SetPreference("user", "5", "quiet", odd),
        PutCourse("g1", 7, odd),
        AddFinished("g1", 7, 1.5e9, odd),
        AddRuling("g1", 7, odd),
        SaveFormat(7, "ours", 1, "title", 5),
        PutOffer("o1", 7, "ticket", True, 1.5e9, 1, odd),
        OpenTournament("t1", 7, "spring", odd),
        AddEvent("t1", 1, odd, "5", "Änne"),
        OpenSeason("s1", 7, "2026", odd),
        PutTold(Told("g1", 3, 700, 2**61, "Änne: 3 tanks", [[0, [3, 4]]], "")),
        PutProposal("g1", Proposal("p1", "back", 5, (2**62, 7), (7,), "Änne", 3, odd)),
        Record("5", "edit", odd, "g1"),
        Record("5", "elsewhere"),
    )
    await store.apply(DropTimers("g1", "turn:2"))
    await store.record_error(ErrorRow("ABC234", "KeyError", "what", "where", odd))
    await store.file_report(Report("g1", 5, "that is wrong", 3, odd))
    return store


async def _seen(store: Store) -> list[object]:
    """What a bot reads of it."""
    return [
        await store.game("g1"),
        await store.seats("g1"),
        await store.load("g1"),
        await store.entries("g1"),
        await store.chains("g1"),
        await store.dice_log("g1"),
        await store.policies("g1"),
        await store.posts("g1"),
        await store.preferences("user", "5"),
        await store.audit("g1"),
        await store.audit(None),
        await store.error("ABC234"),
        await store.reports("g1"),
        await store.outbox.listed(),
        await store.timers.of_game("g1"),
        await store.receipt("g1", "i17"),
        await store.proposals("g1"),
    ]


async def _copied(source: str, target: str) -> dict[str, int]:
    return await asyncio.to_thread(copy_store, source, target)


async def test_to_a_server_and_back(tmp_path: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.store.copying.BATCH", AT_ONCE)
    first, server, last = f"{tmp_path}/first.sqlite3", fresh_database(), f"{tmp_path}/last.sqlite3"
    store = await _filled(first, clock, MANY)
    before = await _seen(store)
    await store.close()
    counts = await _copied(first, server)
    assert set(counts) == {table.name for table in metadata.sorted_tables} and all(counts.values())
    assert counts["entries"] == MANY
    store = await Store.open(server, KEY, clock=clock)
    assert await _seen(store) == before
    # Numbers go on: the timer that is gone had the last, and its orders are known by it.
    await store.apply(SetTimer("turn:3", "deadline", 1.5e9, {}, "g1"))
    assert [t.id for t in await store.timers.of_game("g1")] == [3, 1]
    await store.apply(DropTimers("g1", "turn:3"))
    assert (await store.commit(Change("i17", "g1", 17, (order(),)))).repeated
    assert await store.file_report(Report("g1", 5, "again", 3, {})) == 2
    await store.close()
    again = await _copied(server, last)
    assert again == {**counts, "reports": 2}
    store = await Store.open(last, KEY, clock=clock)
    await store.apply(SetTimer("turn:4", "deadline", 1.5e9, {}, "g1"))
    assert [t.id for t in await store.timers.of_game("g1")] == [4, 1]
    await store.apply(DropTimers("g1", "turn:4"))
    assert [*(await _seen(store))[:12], *(await _seen(store))[13:]] == [*before[:12], *before[13:]]
    assert (await store.commit(Change("more", "g1", MANY, (order(),)))).last == MANY + 1
    await store.close()
    assert Path(last).stat().st_mode & 0o777 == 0o600


async def test_nothing_is_copied_over_anything_or_under_a_bot(tmp_path: Path, clock: Clock) -> None:
    source, server = f"{tmp_path}/a.sqlite3", fresh_database()
    store = await _filled(source, clock)
    with pytest.raises(InUse):
        await _copied(source, server)
    await store.close()
    with pytest.raises(StoreError, match="same database"):
        await _copied(source, source)
    with pytest.raises(StoreError, match="no database"):
        await _copied(f"{tmp_path}/none.sqlite3", server)
    await _copied(source, server)
    with pytest.raises(StoreError, match="not empty"):
        await _copied(source, server)
    other, running = f"{tmp_path}/b.sqlite3", await Store.open(server, KEY)
    with pytest.raises(InUse, match="stop all"):
        await _copied(server, other)
    await running.close()
    await migrate.downgrade(parse_url(server), "0001")
    with pytest.raises(StoreError, match="migrate upgrade first"):
        await _copied(server, other)


async def test_a_copy_that_differs_is_not_kept(tmp_path: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    source, server = f"{tmp_path}/a.sqlite3", fresh_database()
    await (await _filled(source, clock)).close()
    numbers = iter(range(10**6))
    monkeypatch.setattr("bot.store.copying._sum", lambda rows: next(numbers))
    with pytest.raises(StoreError, match="not what was read"):
        await _copied(source, server)
    store = await Store.open(server, KEY)
    assert await store.games() == []
    await store.close()


def test_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ADJUTANT_DATABASE_URL", f"{tmp_path}/a.sqlite3")
    assert main([]) == 2 and main(["b.sqlite3"]) == 1
    assert "no database" in capsys.readouterr().err

    async def fill() -> None:
        await (await _filled(f"{tmp_path}/a.sqlite3", Clock())).close()

    asyncio.run(fill())
    assert main(["b.sqlite3"]) == 0
    assert "30 entries" in capsys.readouterr().out


async def test_a_server_s_database_is_copied_before_its_tables_change(tmp_path: Path, clock: Clock) -> None:
    """And not while a bot works on it: an older version would go on with tables that are no longer its own."""
    url = fresh_database()
    store = await _filled(url, clock)
    before = await _seen(store)
    with pytest.raises(InUse, match="stop all"):
        await migrate.downgrade(parse_url(url), "0002")
    await store.close()
    await migrate.downgrade(parse_url(url), "0002")
    before[12] = []  # there were no reports at that revision
    revision = await migrate.current(parse_url(url))
    plain = create_engine(parse_url(url))
    with plain.connect() as old_version:  # one that holds a share, as any version does
        old_version.execute(text("SELECT pg_advisory_lock_shared(:space, 1)"), {"space": 0x41646A76})
        with pytest.raises(InUse, match="stop all"):
            await Store.open(url, KEY, clock=clock, aside=tmp_path)
    plain.dispose()
    await (await Store.open(url, KEY, clock=clock, aside=tmp_path)).close()
    copy = tmp_path / f"adjutant.before-upgrade-from-{revision}.sqlite3"
    assert await migrate.current(parse_url(str(copy))) == revision
    store = await Store.open(str(copy), KEY, clock=clock)
    assert await _seen(store) == before
    await store.close()
