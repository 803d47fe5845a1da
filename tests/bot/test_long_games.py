"""A game that has gone on for long: only its last turns are in memory, and everything else is found when it is wanted."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterable, Mapping, Sequence

import pytest
from desk import Desk

from bot.discord.features.record.buttons import log_reply
from bot.game.files import json_writer, transfer
from bot.game.moderator.table import TURNS_KEPT, load_table
from bot.game.record import history
from rules.play.game import Game
from rules.play.numbered import Forgotten, Numbered


@pytest.fixture
async def played(desk: Desk) -> Desk:
    """A game of Classic in which five turns have passed."""
    await desk.begin()
    while (await desk.state()).turn.round < 2:
        await desk.ok("done anyway")
    return desk


async def game_of(desk: Desk) -> Game:
    return (await desk.moderator.table(desk.game_id)).game


async def test_a_table_keeps_the_last_turns_of_its_log(played: Desk) -> None:
    game = await game_of(played)
    kept = {(e.turn.round, e.turn.power) for e in game.log.here}
    assert game.log.start > 1 and len(kept) <= TURNS_KEPT and len(game.log) == (await played.row()).revision + 1
    with pytest.raises(Forgotten):
        game.log[1]


async def test_what_is_loaded_is_what_was_kept(played: Desk) -> None:
    await played.ok("done anyway")
    loaded = await load_table(played.store, played.game_id)
    game = await game_of(played)
    assert (loaded.game.hash, loaded.game.log) == (game.hash, game.log)


async def test_it_reads_no_more_than_it_needs(played: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.game.moderator.table.BLOCK", 3)
    read = list[int]()
    entries = played.store.entries

    async def counted(*args: object, **named: object) -> object:
        found = await entries(*args, **named)  # type: ignore[arg-type]
        read.extend(e.seq for e in found)
        return found

    monkeypatch.setattr(played.store, "entries", counted)
    table = await load_table(played.store, played.game_id)
    assert 1 not in read and len(read) < table.revision


async def test_the_whole_log_is_there_when_it_is_wanted(played: Desk) -> None:
    row = await played.row()
    async with history.whole(played.store, row, await game_of(played)) as whole:
        assert [e.number for e in whole.log] == list(range(row.revision + 1))
    turns = await history.turns(played.store, row)
    assert [t.power for t in turns[:2]] == ["USSR", "Germany"] and turns[0].first == 1
    middle = await history.entries_of(played.store, row, turns[1].first, turns[1].last)
    assert {e.turn.power for e in middle} == {"Germany"}


async def test_turns_are_found_while_the_log_is_read(played: Desk) -> None:
    """What a look at the log takes does not grow with the game: its entries are never all there."""
    row, at = await played.row(), list[int]()

    def passing(marks: Iterable[tuple[int, Mapping[str, object]]]) -> bool:
        assert not isinstance(marks, Sequence)
        at.extend(number for number, _ in marks)
        return True

    assert await played.store.marks(row.id, passing) and at == list(range(1, row.revision + 1))


async def test_a_page_of_the_log_strikes_what_was_taken_back(played: Desk) -> None:
    """Each turn's page strikes its own orders."""
    while (await played.state()).turn.phase != "purchase":
        await played.ok("done anyway")
    bought = (await played.ok("buy 1 infantry")).entries[-1].number
    undone = (await played.ok("undo")).entries[-1].number
    page = (await log_reply(played.services, await played.row(), -1)).text
    assert f"`{bought}` ~~buy 1 infantry~~" in page and f"`{undone}` Taken back: `{bought}`" in page
    assert "~~" not in (await log_reply(played.services, await played.row(), 0)).text


async def test_a_turn_of_the_past_has_its_own_log(played: Desk) -> None:
    row = await played.row()
    turn = (await history.turns(played.store, row))[2]
    game = await history.position_after(played.store, row, turn.last, since=turn.first)
    assert [e.number for e in game.log.here][-1] == turn.last and game.log.start <= turn.first


async def test_more_games_than_are_kept(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """Games taken in turn, of which one stays in memory: each is loaded anew, goes on, and can take back its orders."""
    monkeypatch.setattr("bot.game.moderator.tables.KEPT_TABLES", 1)
    games = []
    for place in (10, 11, 12):
        await desk.begin(channel_id=place)
        games.append(desk.game_id)
    for text in ("done", "buy 1 infantry", "buy 2 infantry", "undo", "done"):
        for desk.game_id in games:
            await desk.ok(text)
            assert len(desk.moderator._tables) == 1
    for desk.game_id in games:
        assert sum(b.count for b in (await desk.state()).pool["USSR"]) == 1


def test_numbers_that_are_elsewhere() -> None:
    tail = Numbered("abcdef").since(3)
    assert (len(tail), tail[3], tail[-1], tail[4:]) == (6, "d", "f", ["e", "f"])
    tail.append("g")
    assert (len(tail), tail.pop(), tail.since(5).here, tail.since(0)) == (7, "g", ["f"], tail)
    for wrong in (lambda: tail[2], lambda: tail[1:], lambda: list(tail), lambda: list(reversed(tail))):
        with pytest.raises(Forgotten):
            wrong()


def test_json_in_pieces() -> None:
    for data in ({"format": "x", "log": [{"a": [1, "ü"]}, {}], "none": None, "dice": [], "players": {"1": "[,]"}}, {}):
        assert json.loads("".join(json_writer.written(data))) == data


async def test_an_imported_game_has_its_rounds(played: Desk) -> None:
    file = await transfer.dump(played.store, await played.row())
    where = {"guild_id": 9, "channel_id": 77, "thread_id": None, "master": 1}
    row = await transfer.restore(played.lobby, asyncio.to_thread, "71", where, file, "Anna")
    assert [label for _, label in await played.store.labels(row.id)] == ["Round 1", "Round 2"]
    for (_, there), (_, here) in zip(
        await history.round_positions(played.store, await played.row()),
        await history.round_positions(played.store, row),
        strict=True,
    ):
        assert there.hash == here.hash
