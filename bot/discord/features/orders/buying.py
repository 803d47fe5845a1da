"""Buying in one form: the kinds are chosen in the shop, then how many of each and where."""

from __future__ import annotations

import discord

from bot.discord.components.build import Choice
from bot.discord.components.custom_id import Press, make
from bot.discord.components.forms import Field, Part, Pick, form
from bot.discord.components.router import route
from bot.discord.features.orders.buttons import give_form
from bot.discord.features.orders.moving import mine
from bot.discord.response import open_form
from bot.discord.text.limits import OPTIONS
from bot.game import PlayError
from bot.game.moderator.threads import ponder
from bot.services import Services
from rules.core.table import Table
from rules.economy import prices
from rules.legal import ForSale, legal
from rules.model.names import titled
from rules.play import narrate
from rules.play.game import Game as EngineGame

COUNT, SITED, SITE, AT = "count ", "sited ", "site", ": "
"""How the fields are called: numbers of what needs no place and of what does, and the place."""


@route("buy", form=True)
async def buy(services: Services, interaction: discord.Interaction, press: Press) -> None:
    """Some kinds were chosen: how many of each, and where?"""
    row, game = await mine(services, interaction, press)
    sale = await ponder(game, lambda copy: legal(copy, copy.to_act).sale)
    sold = [s for s in sale if s.unit in press.values and max(s.most.values(), default=0)]
    if not sold:
        raise PlayError("That is not for sale now.")
    purse = sum(game.state.money.get(p, 0) for p in game.view.purses(game.to_act))
    parts: list[Part] = [_how_many(game, one) for one in sold]
    await open_form(interaction, form(f"Buy: {purse} IPC", make("bought", row.id), *parts, *_where(sold)))


def _how_many(game: EngineGame, sold: ForSale) -> Pick:
    """So many of a kind, each number with what it costs."""
    most = max(sold.most.values())
    numbers = list(range(sold.batch, most + 1, sold.batch))
    numbers = numbers if len(numbers) <= OPTIONS else [*numbers[: OPTIONS - 1], numbers[-1]]
    lines = [Choice(_cost(game, sold.unit, n), str(n), chosen=n == sold.batch) for n in numbers]
    each = f"{sold.price} IPC" + (f" for {sold.batch}" if sold.batch > 1 else " each")
    return Pick(
        f"{SITED if sold.sites else COUNT}{sold.unit}",
        _called(game.table, sold.unit),
        lines,
        f"{each}, at most {most}",
        folded=True,
    )


def _called(table: Table, unit: str) -> str:
    """`Tanks`: the label of a kind."""
    return titled(narrate.count(table, 2, unit).removeprefix("2 "))


def _cost(game: EngineGame, unit: str, number: int) -> str:
    return f"{number}: {prices.price(game.view, game.to_act, unit, number)} IPC"


def _where(sold: list[ForSale]) -> list[Part]:
    """Where what needs a place may stand: a menu, or typed where there are too many."""
    lines = [f"{one.unit}{AT}{site}" for one in sold for site in one.sites]
    if not lines:
        return []
    kinds = sum(bool(one.sites) for one in sold)
    if len(lines) > OPTIONS:
        return [Field(SITE, "Where (may be left empty)", hint=lines[0].partition(AT)[2], required=False, most=60)]
    choices = [Choice(text if kinds > 1 else text.partition(AT)[2], text) for text in lines]
    return [Pick(SITE, "Where", choices, "May be left empty", most=kinds, required=False, folded=True)]


@route("bought")
async def bought(services: Services, interaction: discord.Interaction, press: Press) -> None:
    """All was chosen: what has a place is bought by itself, all else together."""
    row = await services.store.game(press.game_id)
    named = {unit: site for unit, at, site in (line.partition(AT) for line in press.chosen(SITE)) if at}
    typed, lines, rest = press.field(SITE), list[str](), list[str]()
    for id_, values in press.picks:
        kind, _, unit = id_.partition(" ")
        if not unit or not values:
            continue
        site = (typed or named.get(unit, "")) if f"{kind} " == SITED else ""
        if site:
            lines.append(f"buy {values[0]} {unit}{AT}{site}")
        else:
            rest.append(f"{values[0]} {unit}")
    lines += [f"buy {', '.join(rest)}"] if rest else []
    await give_form(services, interaction, row, "\n".join(lines))
