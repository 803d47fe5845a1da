"""Who plays what, with menus that give seats to a computer and take them back, and the table's pace."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import discord

from bot.discord.components.build import BLUE, GREY, Button, Choice, Item, button, menu, view
from bot.discord.components.custom_id import Press, make
from bot.discord.components.router import route
from bot.discord.context import must_master
from bot.discord.features.lobby import buttons as lobby
from bot.discord.features.lobby.buttons import pace_choices
from bot.discord.response import Reply, answer, strip, update
from bot.discord.text.words import plural
from bot.game import PlayError, called_of, open_powers, players_of
from bot.game.clock import excuses
from bot.game.clock.deadlines import profile_of
from bot.game.computers.computers import (
    BACK,
    FOR_GOOD,
    PACE,
    PACES,
    RECAPS,
    USUAL,
    USUAL_PACE,
    Computer,
    computer_of,
    computers,
    recap_of_computers,
)
from bot.game.moderator.outbox_messages import panel as refresh
from bot.services import Services
from bot.store import Game, Seat
from rules.model.board import load
from seats import LEVELS

WITH, WITHOUT = "A recap after each computer's turn", "No recaps of computers' turns"
EVERY, ALL = "every open seat", "every computer"


async def seats_reply(services: Services, row: Game, master: bool, news: str = "") -> Reply:
    """Who plays what; for the game master with menus. news: what has just been changed."""
    seats, played = await services.store.seats(row.id), computers(row)
    lines = [f"*{news}*"] if news else []
    lines += [
        f"**{p}**: {_held(seats, p, played.get(p))}{await _left(services, row, p)}" for p in load(row.board).order
    ]
    lines.append(f"Game master: <@{row.master}>")
    if played:
        lines.append(f"Computers go on: {_pace(row)}")
    return Reply("\n".join(lines), private=True, view=view(*_menus(row, seats)) if master else None)


async def _left(services: Services, row: Game, power: str) -> str:
    """The excuses a power has left, where the game gives any."""
    profile = profile_of(row.settings)
    most, people = profile.excuses, called_of(await services.store.seats(row.id), power)
    spent = await excuses.spent(services.store, row.id, excuses.holder(profile, power, people)) if most else 0
    return f" ({max(0, most - spent)} of {plural(most, 'excuse')} left)" if most else ""


def _held(seats: Sequence[Seat], power: str, computer: Computer | None) -> str:
    held = (s for s in seats if s.power == power)
    told = ", ".join(f"<@{s.user_id}>{' (substitute)' if s.role == 'substitute' else ''}" for s in held)
    if computer is None:
        return told or "*open*"
    if told and computer.until == BACK:
        return f"computer, {computer.level}, until {told} is back"
    return f"{computer.title}{f' for {told}' if told else ''}"


def _pace(row: Game) -> str:
    kept = str(row.settings.get(PACE, USUAL_PACE))
    return "when somebody presses Next" if kept == "button" else "at once" if kept == "at once" else f"after {kept}"


def _menus(row: Game, seats: Sequence[Seat]) -> list[Item]:
    if row.status == "over":
        return []
    played = computers(row)
    choices = [Choice(EVERY, EVERY)] if open_powers(row, list(seats)) else []
    choices += [Choice(ALL, ALL, "another strength for all of them")] if len(played) > 1 else []
    choices += [
        Choice(p, p, played[p].title if p in played else "a person" if players_of(list(seats), p) else "open")
        for p in load(row.board).order
    ]
    other = WITHOUT if recap_of_computers(row) else WITH
    paces = [*pace_choices(row), Choice(other, other, "beside the message in which each turn is told")]
    return [
        menu("A computer plays...", make("cseat", row.id), choices),
        menu("How fast computers go on...", make("cpace", row.id), paces),
    ]


@route("cseat")
async def choose(services: Services, interaction: discord.Interaction, press: Press) -> None:
    """A power was chosen: which level."""
    row = await services.store.game(press.game_id)
    must_master(row, interaction)
    power = press.values[0] if press.values else ""
    _must_be(row, [power])
    held = computers(row).get(power, Computer()).level
    levels = [
        button(
            level.title.split(":")[0], make("clevel", row.id, rest=f"{name}|{power}"), BLUE if name == held else GREY
        )
        for name, level in LEVELS.items()
    ]
    rows: list[list[Button]] = [levels]
    if players_of(await services.store.seats(row.id), power):
        stand_in = make("clevel", row.id, rest=f"{USUAL}|{power}|{BACK}")
        rows.append([button("Officer, until the player is back", stand_in)])
    if power in computers(row):
        last = [button("No computer", make("clevel", row.id, rest=f"|{power}"), GREY)]
        rows.append([*last, button("Think again", make("cagain", row.id, rest=power), GREY)])
    text = "\n".join([f"Who plays **{power}**?", *(f"-# {level.title}" for level in LEVELS.values())])
    await update(interaction, Reply(text, private=True, view=view(*rows)))


def _must_be(row: Game, powers: Sequence[str]) -> None:
    if not set(powers) <= {EVERY, ALL, *load(row.board).order}:
        raise PlayError("There is no such seat.")


@route("clevel")
async def give(services: Services, interaction: discord.Interaction, press: Press) -> None:
    """A level was chosen: the computer plays, or no longer does."""
    row = await services.store.game(press.game_id)
    must_master(row, interaction)
    level, power, until = (*press.rest.split("|"), "", "")[:3]
    _must_be(row, [power])
    powers = [power]
    if power in (EVERY, ALL):
        powers = open_powers(row, await services.store.seats(row.id)) if power == EVERY else list(computers(row))
    if level and level not in LEVELS:
        raise PlayError("There is no such strength.")
    computer = Computer(level, BACK if until == BACK else FOR_GOOD) if level else None
    await _changed(services, interaction, row, dict.fromkeys(powers, computer))


@route("cagain")
async def again(services: Services, interaction: discord.Interaction, press: Press) -> None:
    """The computer forgets its plan and makes another."""
    row = await services.store.game(press.game_id)
    must_master(row, interaction)
    power, held = computer_of(row, press.rest)
    changed = {power: Computer(held.level, held.until, held.times + 1)}
    await _changed(services, interaction, row, changed, f"{power} drops its plan and makes another, in another way.")


@route("cpace")
async def set_pace(services: Services, interaction: discord.Interaction, press: Press) -> None:
    """How long computers pause."""
    row = await services.store.game(press.game_id)
    must_master(row, interaction)
    chosen = press.values[0] if press.values else USUAL_PACE
    if chosen in (WITH, WITHOUT):
        await services.master.set_settings(interaction.user.id, row.id, {RECAPS: chosen == WITH})
        await _shown(services, interaction, row)
        return
    if chosen not in PACES:
        raise PlayError("There is no such pace.")
    await services.master.set_settings(interaction.user.id, row.id, {PACE: chosen})
    if row.status == "lobby":
        await update(interaction, await lobby.compose(services, await services.store.game(row.id)))
        return
    await _shown(services, interaction, row)
    services.games.wakes.touch(row.id)


@route("cnext")
async def go_on(services: Services, interaction: discord.Interaction, press: Press) -> None:
    """Next was pressed: the computer goes on. Anybody at the table may."""
    row = await services.store.game(press.game_id)
    if not await services.games.permission(row.id, interaction.user.id):
        raise PlayError("Whoever plays in this game can press that.")
    services.games.wakes.touch(row.id, pressed=True)
    await strip(interaction)


@route("cplay")
async def play_on(services: Services, interaction: discord.Interaction, press: Press) -> None:
    """Computers play without pauses until whoever pressed has to decide something."""
    row = await services.store.game(press.game_id)
    if not (await services.games.permission(row.id, interaction.user.id)).powers:
        raise PlayError("Whoever plays a power in this game can press that; **Next** goes on by a step.")
    services.games.wakes.play_on(row.id, interaction.user.id)
    await strip(interaction)


@route("cfill")
async def fill(services: Services, interaction: discord.Interaction, press: Press) -> None:
    """The lobby's open seats go to computers of the usual level."""
    row = await services.store.game(press.game_id)
    must_master(row, interaction)
    powers = open_powers(row, await services.store.seats(row.id))
    if not powers:
        raise PlayError("No seat is open.")
    await services.master.set_computers(interaction.user.id, row.id, dict.fromkeys(powers, Computer(USUAL)))
    await services.store.queue(refresh(row, f"computers {interaction.id}"), game_id=row.id)
    await answer(interaction, Reply(f"Computers play {', '.join(powers)}. `/game seats` changes that.", private=True))


async def _changed(
    services: Services,
    interaction: discord.Interaction,
    row: Game,
    changed: Mapping[str, Computer | None],
    news: str = "",
) -> None:
    await services.master.set_computers(interaction.user.id, row.id, changed)
    await _shown(services, interaction, row, news)


async def _shown(services: Services, interaction: discord.Interaction, row: Game, news: str = "") -> None:
    row = await services.store.game(row.id)
    await services.store.queue(refresh(row, f"computers {interaction.id}"), game_id=row.id)
    await update(interaction, await seats_reply(services, row, master=True, news=news))
