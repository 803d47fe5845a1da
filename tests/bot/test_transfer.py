"""Games as files: what comes in is a game, or nothing is stored; what goes out comes back the same."""

from __future__ import annotations

import asyncio
import gzip
import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from desk import ANNA, Desk

from bot.game import PlayError
from bot.game.files import import_check, transfer
from bot.game.files.import_check import read
from rules.cases import edits
from rules.core.documents import documents
from rules.model.board import BOARDS
from rules.play.game import Game

WHERE = {"guild_id": 9, "channel_id": 77, "thread_id": None, "master": ANNA}
Json = dict[str, Any]


async def _play(desk: Desk) -> bytes:
    """A game with dice, an undo and an edit, as its file."""
    await desk.begin()
    await desk.ok("research 1")
    await desk.ok("done", "buy 2 infantry", "buy 1 infantry")
    await desk.ok("undo")
    await desk.master.edit(ANNA, desk.game_id, "40", edits.add_units("USSR", "2 armor", "Russia"), "forgot")
    return await transfer.dump(desk.store, await desk.row())


async def _exported(folder: Path) -> bytes:
    desk = await Desk(folder).open()
    try:
        return await _play(desk)
    finally:
        await desk.store.close()


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The file of such a game."""
    return asyncio.run(_exported(tmp_path_factory.mktemp("exported")))


@pytest.fixture
def data(file: bytes) -> Json:
    """What is in it, for one test to change."""
    return dict(json.loads(gzip.decompress(file)))


def packed(data: Json) -> bytes:
    """JSON as it is handed in."""
    return json.dumps(data).encode()


async def test_there_and_back(desk: Desk) -> None:
    row = await transfer.restore(desk.lobby, asyncio.to_thread, "71", WHERE, await _play(desk), "Anna")
    table, first = await desk.moderator.table(row.id), await desk.moderator.table(desk.game_id)
    assert table.game.hash == first.game.hash and table.game.log == first.game.log
    outcome = await desk.moderator.orders(row.id, "72", ANNA, ["buy 1 armor"])
    assert not isinstance(outcome, PlayError)
    await desk.open()
    assert (await desk.moderator.table(row.id)).game.log[-1].text == "buy 1 armor"


def _unit(data: Json) -> Json:
    return next(iter(data["start"]["units"].values()))


MUTATIONS: dict[str, Callable[[Json], object]] = {
    "another format": lambda d: d.update(format="adjutant game 2"),
    "another version": lambda d: d["head"].update(version="999"),
    "no version": lambda d: d["head"].pop("version"),
    "no hash": lambda d: d.update(state_hash=None),
    "hash left out": lambda d: d.pop("state_hash"),
    "money and no hash": lambda d: (d["start"]["money"].update(USSR=9999), d.update(state_hash=None)),
    "undoes of the future": lambda d: d["log"][3].update(undoes=[1000000]),
    "undoes below": lambda d: d["log"][3].update(undoes=[-1]),
    "taken back twice": lambda d: d["log"][6].update(undoes=[4]),
    "an unknown board": lambda d: d["head"].update(board="chess"),
    "an unknown rule": lambda d: d["head"].update(rules=["rw.nothing"]),
    "an unknown unit": lambda d: _unit(d).update(type="dragon"),
    "a unit nowhere": lambda d: _unit(d).update(place="Atlantis"),
    "a unit of nobody": lambda d: _unit(d).update(owner="Mars"),
    "a key too many": lambda d: _unit(d).update(colour="red"),
    "a key in the position": lambda d: d["start"].update(coins={}),
    "a word for a number": lambda d: _unit(d).update(damage="much"),
    "a newer position": lambda d: d["start"].update(format=999),
    "an unknown event": lambda d: d["log"][1]["events"].append({"event": "Earthquake"}),
    "an entry left out": lambda d: d["log"].pop(2),
    "a forged die": lambda d: d["dice"][-1].update(dice=[7]),
    "dice of nobody": lambda d: d.update(dice=[{"kind": "roll"}]),
    "no log": lambda d: d.update(log=[]),
    "a name that is none": lambda d: d.update(name=[1]),
    "a number of many digits": lambda d: d["start"]["money"].update(USSR=10**15),
    "money that nobody has": lambda d: d["start"]["money"].update(Germany=10**9),
    "a fraction": lambda d: d["start"].update(next_id=1.5),
    "very deep": lambda d: d["start"].setdefault("flags", {}).update(x=_deep(30)),
    "a link": lambda d: _note(d).update(text="Free money: https://example.org"),
    "an invitation": lambda d: _note(d).update(text="Come to discord.gg/abc"),
    "a person's name": lambda d: _note(d).update(text="<@1> is a cheat"),
    "signs that nobody sees": lambda d: _note(d).update(text="order \u202eexe.oof"),
    "a heading": lambda d: _note(d).update(text="# Hello"),
    "two lines": lambda d: _note(d).update(text="Germany buys.\nUSSR surrenders."),
    "a text in a flag": lambda d: d["start"].setdefault("flags", {}).update({"x": ["@everyone"]}),
}


def _note(data: Json) -> Json:
    """What some order told, as the file has it."""
    return next(e for entry in data["log"][1:] for e in entry["events"] if e["event"] == "Noted")


def _deep(levels: int) -> Any:
    return [_deep(levels - 1)] if levels else 1


@pytest.mark.parametrize("name", MUTATIONS)
async def test_a_file_that_was_changed_is_refused_whole(desk: Desk, data: Json, name: str) -> None:
    MUTATIONS[name](data)
    with pytest.raises(PlayError):
        await transfer.restore(desk.lobby, asyncio.to_thread, "71", WHERE, packed(data), "Anna")
    assert await desk.store.games(9) == []


@pytest.mark.parametrize("data", [b"", b"{}", b"[1]", b"null", b"\x1f\x8b", b"\x1f\x8bxx", b"[" * 100_000, b"\xff\xfe"])
def test_what_is_no_file_of_ours(data: bytes) -> None:
    with pytest.raises(PlayError):
        read(data)


def test_a_small_file_that_inflates_to_a_huge_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(import_check, "MOST_BYTES", 10_000)
    with pytest.raises(PlayError, match="too large"):
        read(gzip.compress(b" " * 10_001))


@pytest.mark.parametrize("filler", ["[" + "[]," * 1_100_000 + "1]", "[" + "1," * 3_100_000 + "1]"])
def test_a_small_file_of_very_many_values(filler: str) -> None:
    with pytest.raises(PlayError, match="too large"):
        read(gzip.compress(filler.encode(), 1))


def test_a_log_of_one_order_that_fills_the_board(data: Json, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(import_check, "MOST_UNITS", most := 300)
    unit = {**_unit(data), "carrier": None}
    placed = [{"event": "UnitPlaced", "unit": {**unit, "id": 10_000 + n}} for n in range(most)]
    del data["log"][2:]
    data["log"][1]["events"] = placed
    with pytest.raises(PlayError, match="too many units"):
        read(packed(data))
    data["log"][1]["events"] += [{**event, "event": "UnitRemoved"} for event in placed]
    with pytest.raises(PlayError, match="too many units"):
        read(packed(data))
    data["start"]["units"] |= {str(10_000 + n): {**unit, "id": 10_000 + n} for n in range(most)}
    with pytest.raises(PlayError, match="too many units"):
        read(packed(data))


async def test_a_file_is_read_in_a_process_of_its_own(desk: Desk, file: bytes) -> None:
    files = desk.services.files
    where = [{**WHERE, "channel_id": 1000 + n} for n in range(2)]
    one, two = [await transfer.restore(desk.lobby, files.run, str(n), where[n], file, "Anna") for n in range(2)]
    assert one.id != two.id and one.state_hash == two.state_hash
    assert files._pool is None, "a process that has read a file is gone, with what it took"


async def test_who_gave_an_order_is_not_believed(desk: Desk, data: Json) -> None:
    data["players"] = {"1": "4711", "2": str(ANNA)}
    row = await transfer.restore(desk.lobby, asyncio.to_thread, "71", WHERE, packed(data), "Anna")
    assert {entry.player for entry in await desk.store.entries(row.id)} == {""}


def test_too_many_entries(data: Json, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(import_check, "MOST_ENTRIES", len(data["log"]))
    read(packed(data))
    data["log"].append(data["log"][1])
    with pytest.raises(PlayError, match="too long"):
        read(packed(data))


async def test_any_small_change_is_refused_or_loads(desk: Desk, file: bytes) -> None:
    """After a refusal there is no game; after acceptance it loads and can be played."""
    good, chance = gzip.decompress(file), random.Random(7)
    for number in range(60):
        data = json.loads(good)
        _mutate(data, chance)
        before = len(await desk.store.games(9))
        where = {**WHERE, "channel_id": 1000 + number}
        try:
            row = await transfer.restore(desk.lobby, asyncio.to_thread, f"f{number}", where, packed(data), "Anna")
        except PlayError:
            assert len(await desk.store.games(9)) == before
            continue
        desk.moderator.forget(row.id)
        table = await desk.moderator.table(row.id)
        assert table.revision == row.revision == table.game.log[-1].number
        await desk.moderator.orders(row.id, f"o{number}", ANNA, ["done anyway"])


def _mutate(data: Any, chance: random.Random) -> None:
    """Change one thing somewhere."""
    while isinstance(data, dict | list) and data:
        keys = list(data) if isinstance(data, dict) else range(len(data))
        key = chance.choice(list(keys))
        if isinstance(data[key], dict | list) and data[key] and chance.random() < 0.85:
            data = data[key]
            continue
        data[key] = chance.choice([None, -1, 10**9, "x", [], {}, True, [1], {"event": "x"}])
        return


@pytest.mark.parametrize("board", BOARDS)
def test_every_board_with_all_its_documents_is_sound(board: str) -> None:
    rules = [d.id for d in documents().values() if not d.boards or board in d.boards]
    for chosen in [[], *([rule] for rule in rules)]:
        game = Game.new(board, chosen)
        import_check.check_sound(game.table, game.state)
