"""What has to be true of a season that was played: all of it once, every table as the exported games make it."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from bot.game.league.tournaments import kept
from bot.game.league.tournaments.kept import Held
from bot.store import Game
from league.tournaments import Played, champion, standings
from local_discord.testing.driver import Driver, words_of
from tests.e2e.season import SWISS, YEAR, SeasonPlay

CHECK = Path(__file__).parents[2] / "tools" / "check_league.py"


async def check(play: SeasonPlay, folder: Path) -> dict[str, int]:
    """AssertionError unless everything has happened once and every table is what the exported games make of it. Gives
    figures."""
    records, games = await play.books.records(), [row for row in await play.books.games() if row.engine is not None]
    assert sorted(one["id"] for one in records) == sorted(row.id for row in games)
    swiss, final = await play.books.tournament(SWISS), await play.books.tournament(f"{YEAR} play-off")
    season = await play.books.season()
    assert swiss and final and season and season.table
    for now in (swiss, final):
        _played_once(now, games, records)
    assert len(final.state.order) == play.size.places and champion(final.state)
    assert len(swiss.state.rounds) == play.size.rounds
    assert {line.entrant: line.points for line in standings(swiss.state)} == points(swiss, records)
    _said_once(play.driver)
    end = season.setup.season.end
    wanted = {one["id"] for one in records if one["ended"] < end and not one["unrated"]}
    assert set(season.table.games) == wanted and any(one["ended"] >= end for one in records)
    anna = await play.anna()
    for command, name in (("season export", "season"), ("ratings export", "ratings")):
        answer = await anna.slash(command)
        (file,) = answer.message["attachments"]
        path = folder / f"{name}.jsonl"
        path.write_bytes(_bytes(play.driver, file["url"]))
        done = subprocess.run(
            [sys.executable, "-I", str(CHECK), str(path)], capture_output=True, text=True, check=False
        )
        assert done.returncode == 0 and "holds" in done.stdout, done.stdout
    hows = Counter(one["how"] for one in records)
    return {"games": len(records), "kills": play.kills, **hows}


def _bytes(driver: Driver, url: str) -> bytes:
    """A file that was posted."""
    world = driver.world
    return world.files.by_path[url.removeprefix(world.base_url).split("?")[0]].data


def points(now: Held, records: Iterable[dict[str, Any]]) -> dict[str, float]:
    """The points of a Swiss anew: a game won as the archive has it, what was decided without a game, byes."""
    found = dict.fromkeys(now.state.seeds, 0.0)
    games = {one["id"]: one for one in records if (one["event"] or [""])[0] == now.setup.name}
    for matches in now.state.rounds:
        for match in matches:
            if match.is_bye:
                found[match.first] += 1
                continue
            told = list(now.state.games.get(match.id, {}).values())
            game = games.get(told[-1].game)
            winner = told[-1].winner
            if game is not None:
                winner = next(seat["person"] for seat in game["seats"] if seat["side"] == game["winner"])
            found[winner] += 1
    return found


def _played_once(now: Held, games: Sequence[Game], records: Sequence[dict[str, Any]]) -> None:
    """Each match has had one game at most, and each game that counted for one stands on the record once."""
    refs = [ref for row in games if (ref := kept.ref_of(row.settings)) and ref.tournament == now.id]
    assert max(Counter((ref.match, ref.game) for ref in refs).values()) == 1
    told = Counter(one.event.game for one in now.record if isinstance(one.event, Played))
    of_games = {row.id for row in games if (ref := kept.ref_of(row.settings)) and ref.tournament == now.id}
    assert max(told[game] for game in of_games) == 1
    assert all(told[game] == 1 or now.state.gone for game in of_games)
    event = [one for one in records if (one["event"] or [""])[0] == now.setup.name]
    assert {one["id"] for one in event} == of_games


def _said_once(driver: Driver) -> None:
    """No message came twice; each call has its thread, and each thread its call or its challenge."""
    said = [m for m in driver.world.messages.values() if m["author"]["bot"] and m.get("nonce")]
    assert max(Counter((m["channel_id"], m["nonce"]) for m in said).values()) == 1
    calls = [m for m in driver.messages("general") if ", match " in m["content"] and m.get("thread")]
    assert max(Counter(m["content"] for m in calls).values()) == 1
    posts = [m for m in driver.messages("general") if m["embeds"] and m["embeds"][0]["title"] == SWISS]
    assert len(posts) == 1 and "Table" in words_of(posts[0])
