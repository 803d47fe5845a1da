"""Who would play in a play-off, and who of them does: preferences of scope "willing", one a person, until it begins."""

from __future__ import annotations

from bot.game.league.tournaments.kept import Held
from bot.game.league.tournaments.season_kept import KeptTable, held_season
from bot.game.people.problems import PlayError
from bot.store import SetPreference, Store
from league.tournaments import Event, Season, best
from rules.model.names import several

SCOPE = "willing"


async def willing(store: Store, now: Held) -> dict[str, str]:
    """Who would play, with their names."""
    kept = await store.preferences(SCOPE, now.id)
    return {person: str(name) for person, name in sorted(kept.items()) if name}


async def say_willing(store: Store, now: Held, person: int, name: str | None) -> None:
    """Somebody would play, or (None) would not. Raises PlayError where they have not played enough."""
    season, table = await _season(store, now)
    if name is not None and str(person) not in able(season, table):
        enough = several(season.games, "rated game")
        raise PlayError(f"The play-off is for those with {enough} in the season or more; you have fewer.")
    await store.apply(SetPreference(SCOPE, now.id, str(person), name))


async def chosen(store: Store, now: Held) -> list[tuple[Event, str]]:
    """The best of those who would play, as they enter, with their names."""
    season, table = await _season(store, now)
    names, played = await willing(store, now), {row.person: row.played for row in table.rows}
    entered = best(season, played, {row.person: row.points for row in table.rows}, list(names))
    return [(event, names[event.entrant]) for event in entered]


def able(season: Season, table: KeptTable) -> list[str]:
    """Who may play in the play-off, the best of the table first."""
    return [row.person for row in table.rows if row.played >= season.games or row.person in season.champions]


async def _season(store: Store, now: Held) -> tuple[Season, KeptTable]:
    found = await held_season(store, now.setup.season)
    assert found.table is not None
    return found.setup.season, found.table
