"""Formats as games have them: those that come with the bot and those that a league has saved; what a game is played by.

A game by a format says so in its settings: {"format": {"id": NAME, "version": NUMBER}}, version 0 for one that comes with the
bot. What it was by then stays, whatever the league saves later.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from bot.game.clock.deadlines import DAY, Profile, profile_of
from bot.game.league.homes import SCOPE as SCOPE
from bot.game.league.homes import home as home
from bot.store import Store
from bot.store.records import Game
from league.clocks import Terms
from league.formats import Format, FormatError, built_in, differences, read
from league.formats.format import DICE

CLOSED = "closed"
SETTING = "format"
EXPIRY = "on_expiry"
# What a lobby holds before the first turn in place of the board's set-up (bot/game/lobby).
POSITION = "position"


async def closed(store: Store, league: int) -> bool:
    """Whether a league rates games by its own formats alone."""
    return bool((await store.preferences(SCOPE, league)).get(CLOSED))


async def every(store: Store, league: int) -> dict[str, tuple[int, Format]]:
    """The formats a league offers: name -> version, format. Its own take the place of those of the same name."""
    own = await store.league.formats(league)
    shipped = {} if await closed(store, league) else await _built_in()
    known = {name: (0, one) for name, one in shipped.items()}
    for name, (version, text, retired) in own.items():
        known.pop(name, None)
        if not retired and (found := _read(name, text)):
            known[name] = (version, found)
    return dict(sorted(known.items()))


async def _built_in() -> Mapping[str, Format]:
    """Those that come with the bot. To check them the first time loads every board: a second of work, in a thread."""
    return await asyncio.to_thread(built_in)


async def of_game(store: Store, row: Game) -> Format | None:
    """The format a game is played by; None for one by no format."""
    chosen = row.settings.get(SETTING)
    if not isinstance(chosen, Mapping):
        return None
    league = await home(store, row.guild_id)
    return await in_version(store, league, str(chosen["id"]), int(chosen["version"]))


async def in_version(store: Store, league: int, name: str, version: int) -> Format | None:
    """A format as it was in one version, 0 for one that comes with the bot; None for one that is not known."""
    if not version:
        return (await _built_in()).get(name)
    text = await store.league.format(league, name, version)
    return _read(name, text) if text else None


def _read(name: str, text: str) -> Format | None:
    """A saved format; None for one that today's rules know no more."""
    try:
        return read(name, text)
    except FormatError:
        return None


def settings_of(made: Format, version: int) -> dict[str, Any]:
    """What a format sets in a game: which it is, and the clock."""
    return {SETTING: {"id": made.id, "version": version}, "deadline": deadline_of(made.clock), EXPIRY: made.clock.then}


def deadline_of(terms: Terms) -> dict[str, Any]:
    """A format's clock as a game's deadlines: what an overrun gives is an excuse, which nothing brings back."""
    return {
        "profile": "none",
        "turn": terms.turn,
        "decision": terms.answer,
        "remind": list(terms.warnings),
        "nag": [] if terms.live else [DAY],
        "excuses": terms.overruns,
        "excuse": terms.extra or terms.turn,
        "by_person": True,
        "live": terms.live,
        "increment": terms.increment,
        "vacation": terms.vacation,
        "season_vacation": terms.season_vacation,
        "grace": 0.0,
    }


async def differs(store: Store, row: Game, league: int) -> tuple[Format | None, tuple[str, ...]]:
    """The format of a game that starts, and in what it is not played as that says, or as its league wants it."""
    made = await of_game(store, row)
    found = ["it starts from a position of its own"] if row.settings.get(POSITION) else []
    if made is None:
        if await closed(store, league):
            found.append("it is played by no format of this league, and no other counts here")
        return None, tuple(found)
    found += differences(made, row.board, row.rules, row.options)
    if profile_of(row.settings) != profile_of({"deadline": deadline_of(made.clock)}):
        found.append("its clock is another")
    elif row.settings.get(EXPIRY) != made.clock.then:
        found.append("what happens when time is up is another")
    return made, tuple(found)


def format_of(id: str, title: str, summary: str, source: str, row: Game, base: Format | None) -> Format:
    """A lobby as a format of a league: its board, rules, options, dice and clock; the rest as in its own format."""
    dice = next((word for word, option in DICE.items() if option and row.options.get(option)), "dice")
    options = {name: value for name, value in row.options.items() if name != "bid" and name not in DICE.values()}
    clock = terms_of(profile_of(row.settings), str(row.settings.get(EXPIRY, "")))
    made = Format(id, title, summary, source, row.board, clock, tuple(row.rules), options, dice)
    if base is None or base.board != row.board:
        return made
    return replace(made, bid=base.bid, rating=base.rating, shares=base.shares)


def terms_of(profile: Profile, then: str) -> Terms:
    """A game's deadlines as a format's clock; a game without any has a month a turn."""
    return Terms(
        turn=profile.turn or 30 * DAY,
        answer=profile.decision,
        live=profile.live,
        increment=profile.increment,
        overruns=profile.excuses,
        extra=profile.excuse or None,
        then="loses" if then == "loses" else "arbiter",
        vacation=profile.vacation,
        season_vacation=profile.season_vacation,
        warnings=tuple(profile.remind),
    )
