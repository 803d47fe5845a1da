"""Saves of every format there has been are read, lead to the position they name, and can be played on."""

from __future__ import annotations

import asyncio
import gzip
import json
from collections.abc import Mapping
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from desk import ANNA, Desk

from bot.game.files import transfer
from bot.game.files.import_check import read
from bot.game.files.versions import tell_changes
from bot.store import SetGame
from rules.core import changes
from rules.core.changes import Change
from rules.core.documents import board_rules, documents, house_rules, usual
from rules.core.table import Table
from rules.dice import ScriptedDice
from rules.legal import warnings
from rules.model import formats
from rules.model.board import BOARDS
from rules.model.codec import Unreadable
from rules.model.events import DiceRolled
from rules.play.game import Game, Outcome, load_entry
from tests.saves import FOLDER

SAVES = sorted(FOLDER.glob("*.json.gz"))
LONG = 150
"""Entries of a save of which not every position is looked at."""
WHERE = {"guild_id": 9, "channel_id": 77, "thread_id": None, "master": ANNA}


@pytest.mark.parametrize("path", SAVES, ids=lambda path: path.name)
async def test_a_save_is_replayed(path: Path, desk: Desk) -> None:
    found, game, _ = read(path.read_bytes())
    if formats.current(found["start"]):
        assert game.hash == found["state_hash"]
    row = await transfer.restore(desk.lobby, asyncio.to_thread, "71", WHERE, path.read_bytes(), "Anna")
    assert (await desk.moderator.table(row.id)).game.hash == game.hash


@pytest.mark.parametrize("path", SAVES, ids=lambda path: path.name)
def test_every_position_of_a_save_can_be_looked_at(path: Path) -> None:
    """What later versions ask of a position finds what it remembers in today's form; of a long game each third is asked."""
    found = json.loads(gzip.decompress(path.read_bytes()))
    log = [load_entry(entry) for entry in found["log"]]
    game = Game.load(found["head"], found["start"], log[:1])
    for entry in log[1:]:
        game.replay(entry)
        if game.to_act == game.state.turn.power and (entry.number % 3 == 0 or len(log) < LONG):
            warnings(game)


def test_there_are_saves_of_every_format() -> None:
    assert {f"format-{n}" for n in range(1, formats.FORMAT + 1)} <= {p.name.split(".")[1] for p in SAVES}


def test_a_crossing_of_format_one_goes_on() -> None:
    """Obstacles have hit a landing and ask who stays aboard; the mines behind them are still to roll, at who comes."""
    game = read((FOLDER / "europe1943-crossing.format-1.json.gz").read_bytes()).game
    assert "turn.crossings" in {getattr(event, "flag", "") for entry in game.log for event in entry.events}
    rolled = game.submit("casualties 1 infantry", ScriptedDice([1]))
    assert isinstance(rolled, Outcome)
    assert [event.why for event in rolled.entry.events if isinstance(event, DiceRolled)] == ["landmine"]
    assert game.state.owners["Normandy"] == "Germany"


def _renamed(data: Mapping[str, Any]) -> dict[str, Any]:
    return {("money" if key == "coins" else key): value for key, value in data.items()}


def test_an_older_format_is_brought_up(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Game.new("classic")
    old = {("coins" if key == "money" else key): value for key, value in game.snapshot().items()}
    with pytest.raises(Unreadable):
        Game.load(game.head(), old)
    monkeypatch.setattr(formats, "FORMAT", formats.FORMAT + 1)
    monkeypatch.setattr(formats, "STEPS", (*formats.STEPS, formats.Step(state=_renamed)))
    assert Game.load(game.head(), old).hash == game.hash
    with pytest.raises(Unreadable, match="newer"):
        Game.load(game.head(), {**game.snapshot(), "format": formats.FORMAT + 1})


def test_a_rule_that_was_renamed(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Game.new("classic", ["rw.lost-transports"])
    monkeypatch.setattr(formats, "RULES", {"rw.sunk-transports": "rw.lost-transports"})
    again = Game.load({**game.head(), "rules": ["rw.sunk-transports"]}, game.snapshot())
    assert again.head()["rules"] == ["rw.lost-transports"]


def changed(monkeypatch: pytest.MonkeyPatch, *made: Change) -> None:
    """Rules with some changes more than one."""
    monkeypatch.setattr(changes, "CHANGES", (Change("2026-01-01", "Artillery is there."), *made))
    monkeypatch.setattr(changes, "VERSION", changes.version(changes.CHANGES))


async def test_a_game_is_told_what_changed(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    await desk.begin()
    before = (await desk.row()).state_hash
    assert await tell_changes(desk.store) == 0
    await desk.store.apply(SetGame(desk.game_id, {"rules_version": "2"}))
    changed(
        monkeypatch,
        Change("2026-02-01", "Tanks cost 5.", ("classic",)),
        Change("2026-03-01", "Subs dive."),
        Change("2026-03-02", "Mines float.", ("global1940", "x4")),
    )
    assert await tell_changes(desk.store) == 1 and await tell_changes(desk.store) == 0
    said = [m.payload["content"] for m in await desk.store.outbox.listed() if m.kind == "say"]
    assert "2026-02-01: Tanks cost 5.\n- 2026-03-01: Subs dive." in said[0]
    assert "Artillery" not in said[0] and "Mines" not in said[0]
    assert (await desk.row()).rules_version == "5" and (await desk.row()).state_hash == before
    await desk.store.apply(SetGame(desk.game_id, {"rules_version": "0"}))
    assert await tell_changes(desk.store) == 1


async def test_who_is_not_concerned_hears_nothing(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    await desk.begin()
    await desk.store.apply(SetGame(desk.game_id, {"rules_version": "2"}))
    changed(monkeypatch, Change("2026-03-02", "Mines float.", ("global1940", "x4")))
    assert await tell_changes(desk.store) == 0 and (await desk.row()).rules_version == "3"
    assert not [m for m in await desk.store.outbox.listed() if m.kind == "say"]


async def test_a_game_goes_on_with_the_reading_it_began_with(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """A ruling that is otherwise now is an option, with the old one for games under way and for files of before."""
    await desk.begin()
    name, option = next((n, o) for n, o in Table("classic").known_options.items() if o.default is False)
    await desk.store.apply(SetGame(desk.game_id, {"rules_version": "2"}))
    file = await transfer.dump(desk.store, await desk.row())
    data = json.loads(gzip.decompress(file))
    changed(monkeypatch, Change("2026-02-01", "It is read otherwise.", keeps={name: True}))
    assert await tell_changes(desk.store) == 1
    desk.moderator.forget(desk.game_id)
    assert (await desk.moderator.table(desk.game_id)).game.table.options[name] is True
    assert (await desk.row()).options[name] is True and Table("classic").options[name] is option.default
    said = [m.payload["content"] for m in await desk.store.outbox.listed() if m.kind == "say"]
    assert "This game goes on as it began." in said[0]
    data["head"]["version"] = "2"
    row = await transfer.restore(desk.lobby, asyncio.to_thread, "71", WHERE, json.dumps(data).encode(), "Anna")
    assert row.options[name] is True
    assert (await desk.moderator.table(row.id)).game.table.options[name] is True


def test_each_change_is_dated_and_names_what_there_is() -> None:
    known = {*BOARDS, *documents(), *house_rules(), *(r.id for b in BOARDS for r in board_rules(b)), "table.bid"}
    options = {name for b in BOARDS for name in Table(b, usual(b)).known_options}
    for change in changes.CHANGES:
        assert date.fromisoformat(change.date) and change.text.endswith(".")
        assert set(change.names) <= known and set(change.keeps) <= options
    assert [c.date for c in changes.CHANGES] == sorted(c.date for c in changes.CHANGES)
