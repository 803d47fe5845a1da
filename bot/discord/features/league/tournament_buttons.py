"""Buttons of tournaments: enter, leave, show; what an arbiter is shown before it goes on the record."""

from __future__ import annotations

from dataclasses import replace

import discord

from bot.discord.components.build import BLUE, GREY, Button, button, view
from bot.discord.components.custom_id import NotOurs, Press, make
from bot.discord.components.router import route
from bot.discord.context import name_of
from bot.discord.features.league.format_commands import must_judge
from bot.discord.features.league.tournament_pictures import show_reply
from bot.discord.features.league.tournament_post import places_of
from bot.discord.features.league.tournament_text import match_line, match_lines, round_lines
from bot.discord.response import Reply, answer, patience, show, update
from bot.discord.text.limits import CONTENT, clip
from bot.discord.text.words import until
from bot.game import PlayError
from bot.game.league import formats
from bot.game.league.tournaments import kept
from bot.game.league.tournaments.desk import after
from bot.game.league.tournaments.kept import Held
from bot.game.league.tournaments.teams import asked, shown
from bot.game.league.tournaments.tending import left_unopened
from bot.services import Services
from bot.store import Enqueue
from league.tournaments import ROUND_ROBIN, Begun, Entered

SHOWN = 40


async def pressed(services: Services, interaction: discord.Interaction, press: Press) -> Held:
    """The tournament of a button, which belongs to this server's league. Raises PlayError, NotOurs."""
    now = await kept.held(services.store, press.rest)
    if now.league != await formats.home(services.store, interaction.guild_id or 0):
        raise NotOurs
    return now


async def must_be_arbiters(services: Services, interaction: discord.Interaction, now: Held) -> None:
    """Raises PlayError unless the person is an arbiter where the tournament is held."""
    if interaction.guild_id != now.setup.guild:
        raise PlayError("A tournament is conducted on the server on which it is held.")
    await must_judge(services, interaction)


# --- everybody --------------------------------------------------------------------------------------------------------


@route("tenter")
async def enter(services: Services, interaction: discord.Interaction, press: Press) -> None:
    """Somebody takes part."""
    now, user = await pressed(services, interaction, press), interaction.user.id
    await services.tournaments.enter(now.id, str(interaction.id), user, user, name_of(interaction))
    await answer(interaction, Reply(f"You take part in **{now.setup.name}**.", private=True))


@route("tteam")
async def agree(services: Services, interaction: discord.Interaction, press: Press) -> None:
    """Somebody would play in the team that asks them; once all of it would, it takes part."""
    id, entrant = press.parts(2)
    now = await pressed(services, interaction, Press(press.action, rest=id))
    person, key = interaction.user.id, str(interaction.id)
    team = await asked(services.store, now.id, entrant, person, name_of(interaction))
    now, left = await services.tournaments.team(now.id, key, person, team, [str(person)])
    if left:
        await answer(
            interaction, Reply(f"You would. Still asked: {', '.join(f'<@{one}>' for one in left)}.", private=True)
        )
        return
    await update(interaction, Reply(f"**{now.name(entrant)}** take part in **{now.setup.name}**."))


@route("tleave")
async def leave(services: Services, interaction: discord.Interaction, press: Press) -> None:
    """Somebody takes part no more; while it is under way they are asked first."""
    now, user = await pressed(services, interaction, press), interaction.user.id
    if now.state.begun:
        sure = button("Withdraw", make("tsure", rest=now.id), GREY)
        text = f"You would take part in **{now.setup.name}** no more: what you have not played is lost."
        await answer(interaction, Reply(text, private=True, view=view([sure])))
        return
    await services.tournaments.leave(now.id, str(interaction.id), user, user)
    await answer(interaction, Reply(f"You take part in **{now.setup.name}** no more.", private=True))


@route("tsure")
async def withdraw(services: Services, interaction: discord.Interaction, press: Press) -> None:
    """Somebody is sure that they withdraw."""
    now, user = await pressed(services, interaction, press), interaction.user.id
    await services.tournaments.leave(now.id, str(interaction.id), user, user)
    await update(interaction, Reply(f"You take part in **{now.setup.name}** no more."))


@route("tshow")
async def look(services: Services, interaction: discord.Interaction, press: Press) -> None:
    """Bracket or table."""
    async with patience(interaction, private=True):
        reply = await show_reply(services, await pressed(services, interaction, press))
    await answer(interaction, reply)


# --- the arbiter ------------------------------------------------------------------------------------------------------


async def begin_reply(services: Services, now: Held) -> Reply:
    """The seeding, and the button that begins it on the record as it was looked at."""
    events = [event for event, _ in await services.tournaments.seeding(now)]
    names = now.names | {e.entrant: shown(note) for e, note in await _entering(services, now)}
    order = next(event.order for event in events if isinstance(event, Begun))
    state = after(now.state, events)
    known = {who: "" if now.setup.season else f" ({state.seeds[who]:.0f})" for who in order}
    lines = [f"{n}. {names.get(who) or who}{known[who]}" for n, who in enumerate(order, 1)]
    by = "the season's table" if now.setup.season else "rating"
    head = f"**{now.setup.name}** would begin with {len(order)}, seeded by {by}:"
    begin = button("Begin", make("tbegin", number=now.number, rest=now.id), BLUE)
    return Reply(clip("\n".join([head, *lines]), CONTENT), private=True, view=view([begin]))


async def _entering(services: Services, now: Held) -> list[tuple[Entered, str]]:
    found = await services.tournaments.seeding(now)
    return [(event, note) for event, note in found if isinstance(event, Entered)]


@route("tbegin")
async def begin(services: Services, interaction: discord.Interaction, press: Press) -> None:
    """It begins; the first round is shown at once."""
    now = await pressed(services, interaction, press)
    await must_be_arbiters(services, interaction, now)
    now = await services.tournaments.begin(now.id, str(interaction.id), interaction.user.id, press.number or 0)
    await show(interaction, await round_reply(services, now))


async def round_reply(services: Services, now: Held) -> Reply:
    """The next round as it would be, with the button that puts it on the record; where there is none, the open matches."""
    unopened = await left_unopened(services.store, now, services.games.now())
    again = [button("Open games again", make("topen", rest=now.id), GREY)] if unopened else []
    try:
        (paired,) = services.tournaments.upcoming(now)
    except PlayError as error:
        lines = [str(error), *await _open_matches(services, now)]
        return Reply(clip("\n".join(lines), CONTENT), private=True, view=view(again))
    number = paired.number
    then = replace(now, state=now.state.after(paired))
    lines = [f"**{now.setup.name}, round {number}** would be:"]
    lines += match_lines(then, number, paired.matches, {})[:SHOWN]
    if dates := now.schedule:
        opens = max(dates.opens(number), services.games.now())
        lines.append(f"Played from {until(opens)} to {until(opens + dates.lasts)}.")
    buttons: list[Button] = [
        button(f"Put round {number} on record", make("tpair", number=now.number, rest=now.id), BLUE)
    ]
    if now.setup.terms.kind == ROUND_ROBIN:
        buttons.append(button("All rounds", make("tpairall", number=now.number, rest=now.id), GREY))
    return Reply(clip("\n".join(lines), CONTENT), private=True, view=view([*buttons, *again]))


async def _open_matches(services: Services, now: Held) -> list[str]:
    places = await places_of(services, now)
    return [match_line(now, match, places) for match in now.state.open()]


@route("tpair")
async def pair(services: Services, interaction: discord.Interaction, press: Press) -> None:
    """The next round goes on the record."""
    await _pair(services, interaction, press, all=False)


@route("tpairall")
async def pair_all(services: Services, interaction: discord.Interaction, press: Press) -> None:
    """All rounds that are left of a round robin do."""
    await _pair(services, interaction, press, all=True)


async def _pair(services: Services, interaction: discord.Interaction, press: Press, all: bool) -> None:
    now = await pressed(services, interaction, press)
    await must_be_arbiters(services, interaction, now)
    before = len(now.state.rounds)
    key, by = str(interaction.id), interaction.user.id
    now = await services.tournaments.pair(now.id, key, by, press.number or 0, all)
    lines = [line for number in range(before + 1, len(now.state.rounds) + 1) for line in round_lines(now, number, {})]
    dates = now.schedule
    later = dates is not None and dates.opens(before + 1) > services.games.now()
    when = " when its date has come" if later else ""
    head = f"On the record. Games are opened in threads of this tournament's channel{when}."
    await show(interaction, Reply(clip("\n".join([head, *lines]), CONTENT), private=True))


@route("topen")
async def open_again(services: Services, interaction: discord.Interaction, press: Press) -> None:
    """Games that should be there and are not, as Discord let none be opened, are tried again."""
    now = await pressed(services, interaction, press)
    await must_be_arbiters(services, interaction, now)
    refs = await left_unopened(services.store, now, services.games.now())
    calls = [Enqueue(services.tending.rooms.call(now, ref, str(interaction.id))) for ref in refs]
    await services.store.apply(*calls)
    await show(interaction, Reply(f"{len(refs)} are opened." if refs else "All games are there.", private=True))
