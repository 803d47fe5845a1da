"""Seasons: a table over dates that is kept at the end, games that end before and after it, the play-off of the willing."""

from __future__ import annotations

import hashlib
import subprocess
import sys
from pathlib import Path

import pytest
from desk import Desk

from bot.discord.features.league.tournament_buttons import begin_reply
from bot.discord.features.league.tournament_post import compose
from bot.game import PlayError
from bot.game.league import homes
from bot.game.league.challenges import Challenges
from bot.game.league.tournaments import kept
from bot.game.league.tournaments.season_kept import SETTLES, WAITS, HeldSeason, SeasonSetup
from bot.store import Game, SetGame
from league.challenges import Offer
from league.tournaments import Season, champion
from tests.bot.test_tournaments import JUDGE, Hall, pair_of

DAY = 86400.0
FORMAT = "classic-league"
CHECK = Path(__file__).parents[2] / "tools" / "check_league.py"


class Year(Hall):
    """A season at a desk."""

    season = ""

    async def year(self, **more: int) -> HeldSeason:
        """A season of 30 days."""
        dates = Season(self.desk.now, self.desk.now + 30 * DAY, **{"places": 2, "games": 1, **more})
        setup = SeasonSetup("2026", FORMAT, dates, 9, 10, JUDGE)
        made = await self.services.seasons.create(self.desk.fresh(), JUDGE, setup)
        self.season = made.id
        return made

    async def game(self, one: int, other: int) -> Game:
        """A challenge that is accepted."""
        board, number = Challenges(self.desk.lobby), int(hashlib.sha256(self.desk.fresh().encode()).hexdigest()[:6], 16)
        names = {str(who): f"P{who}" for who in (one, other)}
        made = await board.challenge(self.desk.fresh(), 9, 10, one, other, names, Offer(FORMAT, "Allies"))
        place = {"guild_id": 9, "channel_id": 10, "thread_id": 10_000_000 + number, "name": "A challenge"}
        return await board.accept(made.id, other, place)

    async def played(self, winner: int, loser: int) -> Game:
        """A game that is over."""
        row = await self.game(winner, loser)
        await self.concede(row, loser)
        await self.work()
        return row

    async def held(self) -> HeldSeason:
        """As it stands."""
        return await self.services.seasons.find(9, self.season)


@pytest.fixture
async def year(desk: Desk) -> Year:
    """A season's hall."""
    return Year(desk)


async def test_a_season_ends_by_itself_and_its_table_stays(year: Year, desk: Desk, tmp_path: Path) -> None:
    made = await year.year()
    early = await year.played(1, 2)
    await year.played(1, 3)
    late = await year.game(3, 2)
    desk.now = made.setup.season.end + SETTLES
    await year.work()
    now = await year.held()
    assert not now.open and now.table is not None and len(now.table.games) == 2 and early.id in now.table.games
    first = now.table.rows[0]
    assert (first.person, first.won, first.lost) == ("1", 2, 0)
    await year.concede(late, 2)
    await year.services.results.rule(early.id, desk.fresh(), JUDGE, False, "A slip.")
    await year.work()
    after = await year.held()
    assert after.table == now.table, "what was kept stays"
    (told,) = [text for text in await year.said() if "is over after 2 rated games" in text]
    (final,) = await year.services.tournaments.open(9)
    year.id = final.id
    for person in (3, 1):
        await year.enter(person)
    final = await year.now()
    shown = (await compose(year.services, final)).embed
    assert (
        shown is not None
        and "**People can enter**" in str(shown.description)
        and "(2 so far)" in str(shown.description)
    )
    seeded = str((await begin_reply(year.services, final)).text)
    assert seeded.splitlines() == [
        "**2026 play-off** would begin with 2, seeded by the season's table:",
        "1. P1",
        "2. P3",
    ]
    assert "1. P1" in told and "<@3>" in told and told.endswith("Press **Enter** under **2026 play-off**.")
    file = tmp_path / "season.jsonl"
    file.write_bytes(await year.services.seasons.export(after))
    done = subprocess.run([sys.executable, "-I", str(CHECK), str(file)], capture_output=True, text=True, check=False)
    assert done.returncode == 0 and "holds" in done.stdout, done.stdout


async def test_an_arbiter_ends_a_season_early(year: Year, desk: Desk) -> None:
    made = await year.year()
    await year.played(1, 2)
    late, key = await year.game(3, 2), desk.fresh()
    desk.now += DAY
    seasons = year.services.seasons
    ended = await seasons.end(made, key, JUDGE, "Too few are left.")
    assert ended.setup.season.end == desk.now < made.setup.season.end
    await seasons.end(ended, key, JUDGE, "Too few are left.")  # the same press twice
    with pytest.raises(PlayError, match="is over"):
        await seasons.end(await year.held(), desk.fresh(), JUDGE, "Again.")
    await year.concede(late, 2)
    await year.work()
    assert (await year.held()).open, "what ends in its last moment is waited for"
    desk.now += SETTLES
    await year.work()
    now = await year.held()
    assert now.table is not None and len(now.table.games) == 1 and late.id not in now.table.games
    (final,) = await year.services.tournaments.open(9)
    assert final.setup.season == made.id
    with pytest.raises(PlayError, match="is over"):
        await seasons.end(made, desk.fresh(), JUDGE, "By what was read before it closed.")


async def test_games_on_other_servers_of_the_league_are_waited_for_too(year: Year, desk: Desk) -> None:
    await homes.join(desk.store, JUDGE, 8, "Guests", 9)
    await homes.admit(desk.store, JUDGE, 9, 8, True)
    made = await year.year()
    row = await year.game(2, 3)
    await desk.store.apply(SetGame(row.id, {"guild_id": 8}))
    desk.now = made.setup.season.end - 1
    await year.concede(row, 3)
    (timer,) = [one for one in await desk.store.timers.of_game(row.id) if one.kind == "record"]
    await desk.store.timers.put_off(timer, made.setup.season.end + SETTLES + 1)
    desk.now = made.setup.season.end + SETTLES
    await year.work()
    assert (await year.held()).open


async def test_what_has_ended_but_has_no_record_is_waited_for(year: Year, desk: Desk) -> None:
    made = await year.year()
    await year.played(1, 2)
    desk.now = made.setup.season.end - 1
    row = await year.game(2, 3)
    await year.concede(row, 3)
    (timer,) = [one for one in await desk.store.timers.of_game(row.id) if one.kind == "record"]
    await desk.store.timers.put_off(timer, made.setup.season.end + SETTLES + 1)
    desk.now = made.setup.season.end + SETTLES
    await year.work()
    assert (await year.held()).open
    desk.now += WAITS
    await year.work()
    desk.now += WAITS
    await year.work()
    now = await year.held()
    assert now.table is not None and row.id in now.table.games


async def test_the_play_off_is_of_the_willing(year: Year, desk: Desk) -> None:
    made = await year.year()
    for winner, loser in ((1, 2), (1, 3), (2, 3)):
        await year.played(winner, loser)
    desk.now = made.setup.season.end + SETTLES
    await year.work()
    (final,) = await year.services.tournaments.open(9)
    year.id = final.id
    assert final.setup.name == "2026 play-off"
    with pytest.raises(PlayError, match="with 1 rated game in the season or more; you have fewer"):
        await year.enter(4)
    with pytest.raises(PlayError, match="two at least"):
        await year.services.tournaments.seeding(await year.now())
    for person in (1, 2, 3):
        await year.enter(person)
    shown = await compose(year.services, await year.now())
    assert shown.embed is not None and "P1, P2, P3" in str(shown.embed.description)
    await year.services.tournaments.leave(year.id, desk.fresh(), 1, 1)
    await year.begin()
    now = await year.pair()
    assert now.state.order == ("2", "3") and now.name("2") == "P2"
    (row,) = await year.games("running")
    assert sorted(pair_of(row)) == [2, 3]
    await year.concede(row, 2)
    await year.work()
    assert champion((await kept.held(desk.store, year.id)).state) == "3"
    with pytest.raises(PlayError, match="Which season"):
        await year.services.seasons.find(9, "2025")
