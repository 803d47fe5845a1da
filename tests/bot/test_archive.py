"""The archive: what is kept of games that are over, reckoned once and told; an export that an independent script checks."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest
from desk import ANNA, BORIS, Desk

from bot.discord.features.league import tables
from bot.discord.features.league.format_commands import formats_text
from bot.discord.text.limits import CONTENT
from bot.game.league.archive import Archive
from bot.game.league.challenges import Challenges
from bot.game.league.courses import kept
from bot.store import AddFinished, AddRuling, CreateGame, Game, Step, Store
from league import codec
from league.archive import card
from league.challenges import Offer
from league.finished import Finished
from league.formats import built_in
from league.ratings import FairBid
from league.results import Ruling
from tests.league.games import season

CHECK = Path(__file__).parents[2] / "tools" / "check_league.py"
LEAGUE, FORMAT = 9, "classic-league"


async def fill(store: Store, games: list[Finished]) -> None:
    """Records of games that are over."""
    steps: list[Step] = []
    for game in games:
        steps.append(CreateGame(Game(game.id, LEAGUE, 10, game.id, "classic", ANNA, status="over")))
        steps.append(AddFinished(game.id, LEAGUE, game.ended, codec.dumped(game)))
    await store.apply(*steps)


def of_people(game: Finished, names: dict[str, str]) -> Finished:
    """A game with some people in place of made-up ones."""
    seats = tuple(replace(seat, person=names.get(seat.person, seat.person)) for seat in game.seats)
    return replace(game, seats=seats, format=FORMAT)


@pytest.fixture
async def archive(desk: Desk) -> AsyncIterator[Archive]:
    """The archive of a league of twelve, with Anna and Boris among them."""
    games = [of_people(game, {"p00": str(ANNA), "p11": str(BORIS)}) for game in season(400)]
    await fill(desk.store, games)
    yield Archive(desk.store)


async def test_the_export_is_what_an_independent_script_reckons(archive: Archive, tmp_path: Path) -> None:
    file = tmp_path / "league.jsonl"
    file.write_bytes(await archive.export(LEAGUE, FORMAT))
    done = subprocess.run([sys.executable, "-I", str(CHECK), str(file)], capture_output=True, text=True, check=False)
    assert done.returncode == 0 and "holds: 400 games" in done.stdout, done.stdout + done.stderr


async def test_what_is_reckoned_is_kept_until_something_is_added(desk: Desk, archive: Archive) -> None:
    first = await archive.ratings(LEAGUE, FORMAT)
    assert await archive.ratings(LEAGUE, FORMAT) is first
    (last,) = (await archive.games(LEAGUE))[-1:]
    ruling = Ruling("77", "It was a trial.", last.ended + 1, last.winner, last.how, "It was a trial.")
    await desk.store.apply(AddRuling(last.id, LEAGUE, codec.dumped(ruling)))
    assert await archive.ratings(LEAGUE, FORMAT) is not first
    assert (await archive.games(LEAGUE))[-1].unrated == "It was a trial."
    late = of_people(replace(season(401)[-1], id="late"), {})
    await fill(desk.store, [late])
    assert (await archive.games(LEAGUE))[-1].id == "late"
    assert await archive.games(LEAGUE + 1) == ()


async def test_what_was_asked_before_changes_no_digit(desk: Desk) -> None:
    """One archive is asked behind every few games, of which some ended long ago; another is asked once, at the end."""
    games = [of_people(game, {}) for game in season(60)]
    random.Random(7).shuffle(games)
    asked, done = Archive(desk.store), 0
    for more in (10, 1, 1, 3, 1, 20, 1, 1, 22):
        await fill(desk.store, games[done : done + more])
        done += more
        first = games[done - 1]
        if more == 3:
            ruling = Ruling("77", "It was a trial.", first.ended + 1, first.winner, first.how, "It was a trial.")
            await desk.store.apply(AddRuling(first.id, LEAGUE, codec.dumped(ruling)))
        anew = Archive(desk.store)
        assert await asked.export(LEAGUE, FORMAT) == await anew.export(LEAGUE, FORMAT)
        assert await asked.table(LEAGUE, FORMAT) == await anew.table(LEAGUE, FORMAT)
        assert await asked.games(LEAGUE) == await anew.games(LEAGUE)
        one, other = await asked.history(LEAGUE, FORMAT), await anew.history(LEAGUE, FORMAT)
        assert [then.people for then in one] == [then.people for then in other]
    assert len(await asked.games(LEAGUE)) == 60


async def test_large_leagues_are_read_ahead(desk: Desk, archive: Archive, monkeypatch: pytest.MonkeyPatch) -> None:
    await archive.read_ahead()
    assert not archive._leagues, "400 games are read in no time"
    monkeypatch.setattr("bot.game.league.archive.MANY", 400)
    await archive.read_ahead()
    assert ("table", FORMAT) in {key[:2] for key in archive._leagues[LEAGUE].told}


async def test_table_card_bid_and_games_in_words(desk: Desk, archive: Archive) -> None:
    rows = await archive.table(LEAGUE, FORMAT)
    told = await tables.table_reply(desk.services, "Classic", rows, str(ANNA))
    assert told.text.splitlines()[1].startswith("1. P0") or "1. P00" in told.text
    assert rows[0].change is not None and len(told.text) < 2000
    mine = card(await archive.games(LEAGUE), str(ANNA))
    text = (await tables.card_reply(desk.services, mine, [("Classic", rows[0])])).text
    assert f"{mine.all.won} won" in text and "By side: " in text
    bid = await archive.fair_bid(LEAGUE, FORMAT)
    assert isinstance(bid, FairBid) and 14 < bid.amount < 26
    assert "IPC for the Allies make a game between equals even" in tables.bid_text("Classic", "Allies", "Axis", bid)
    assert len(tables.games_text(await archive.games(LEAGUE))) < 2000
    likely = replace(season(1)[0], chance=0.25, winner="Allies")
    assert tables.game_line(likely).endswith("(the ratings gave that 25 %).")
    assert "ratings" not in tables.game_line(replace(likely, chance=None))
    long = [replace(likely, event=("The cup of " + "x" * 60, 3))] * 20
    assert tables.games_text(long).endswith("asks for less.") and len(tables.games_text(long)) <= CONTENT
    steps = await archive.history(LEAGUE, FORMAT)
    names = {seat.person: seat.name for game in await archive.games(LEAGUE) for seat in game.seats}
    history = await tables.history_reply(desk.services, "Classic", steps, names, str(ANNA))
    assert " to " in history.text
    none = "**Classic**: no rated game is over yet."
    assert (await tables.table_reply(desk.services, "Classic", [], "")).text == none
    assert (await tables.history_reply(desk.services, "Classic", [], {}, "")).text == none


async def test_the_chance_before_a_game_stands_in_its_record(desk: Desk, archive: Archive) -> None:
    board = Challenges(desk.lobby)

    names = {str(ANNA): "Anna", str(BORIS): "Boris"}
    one = await board.challenge(desk.fresh(), 9, 10, ANNA, BORIS, names, Offer(FORMAT, "Axis", 20, "Allies"))
    place = {"guild_id": 9, "channel_id": 10, "thread_id": 77, "name": "Anna – Boris"}
    row = await board.accept(one.id, BORIS, place)
    chance = (await kept(desk.store, row)).chance
    assert chance is not None and chance < 0.2, "Boris, the worst, has the Allies"


def test_formats_are_told_whole_until_they_are_too_many() -> None:
    every = list(built_in().values())
    text = formats_text(every, closed=False)
    assert all(f"`{made.id}` **{made.title}**: {made.summary}" in text for made in every) and len(text) <= CONTENT
    many = [replace(made, id=f"{made.id}-{number}") for number in range(3) for made in every]
    text = formats_text(many, closed=True)
    assert all(f"`{made.id}` **{made.title}**" in text for made in many) and len(text) <= CONTENT
    assert text.endswith("-# `/league formats name:` shows one in full.\n-# Games by other formats do not count here.")
