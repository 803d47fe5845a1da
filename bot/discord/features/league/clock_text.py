"""The clocks of a game in words, as everybody sees them: who is away, overruns, leave that is left."""

from __future__ import annotations

from collections.abc import Sequence

from bot.discord.text.words import plural
from bot.game import Situation
from bot.game.clock import excuses, vacations
from bot.game.clock.deadlines import DAY, Profile, profile_of
from bot.game.league.homes import home
from bot.services import Services
from league.clocks.calendar import Span

# Leave that begins within so much time is told.
SOON = 14 * DAY


async def clock_lines(services: Services, now: Situation) -> list[str]:
    """Who of a game's players is away now or soon; and of those who have to act, what overruns and leave they have."""
    row, profile = now.row, profile_of(now.row.settings)
    if not profile.by_person and not profile.vacation:
        return []
    players = dict.fromkeys(seat.user_id for seat in now.facts.seats if seat.role == "player")
    lines = [line for user in players if (line := await away_line(services, now, user))]
    names = {seat.user_id: seat.name for seat in now.facts.seats}
    for user in await now.people():
        found = await _has(services, now, user, profile)
        lines += [f"-# {names.get(user) or f'<@{user}>'}: {', '.join(found)}"] if found and row.status != "over" else []
    return lines


async def away_line(services: Services, now: Situation, user: int) -> str:
    """`<@1> is away until ...`, or from when; "" for somebody who is there."""
    at = services.games.now()
    found = next((span for span in await _away(services, now, user) if at < span[1] and span[0] < at + SOON), None)
    if found is None:
        return ""
    start, end = map(int, found)
    return (
        f"<@{user}> is away until <t:{end}:f>"
        if start <= at
        else f"<@{user}> is away from <t:{start}:f> to <t:{end}:f>"
    )


async def _away(services: Services, now: Situation, user: int) -> Sequence[Span]:
    return await vacations.away(services.store, now.row, [user])


async def _has(services: Services, now: Situation, user: int, profile: Profile) -> list[str]:
    store, row, found = services.store, now.row, list[str]()
    if profile.by_person and profile.excuses:
        used = await excuses.spent(store, row.id, str(user))
        found.append(f"{used} of {plural(profile.excuses, 'overrun')}")
    if profile.vacation:
        leaves = await vacations.taken(store, await home(store, row.guild_id), user)
        bank = vacations.bank(leaves, profile, row.created, services.games.now())
        found.append(f"{bank.left / DAY:.3g} of {bank.game / DAY:.3g} days of leave left")
    return found
