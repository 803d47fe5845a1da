"""Orders in a few taps: buying (what, how many) and moving (from where, which units, where to).

All steps are in private; what has been chosen so far stands in the custom_id of the next menu.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace

import discord

from bot.discord.components.build import Choice, Field, button, form, menu, view
from bot.discord.components.custom_id import Press, fits, make
from bot.discord.components.router import route
from bot.discord.features.odds.text import share
from bot.discord.features.orders.autocomplete import ranked_goals, sea_ways
from bot.discord.features.orders.commands import by_outbox, give, note_told, outcome_reply
from bot.discord.features.orders.controls import move_menu, mover_words
from bot.discord.response import Reply, answer, open_form, patience, show
from bot.discord.text import words
from bot.discord.text.limits import OPTIONS
from bot.game import Denied, PlayError
from bot.game.moderator.threads import ponder
from bot.processes.odds_jobs import Told
from bot.services import Services
from bot.store import Game
from rules.dice import PracticeDice
from rules.legal import Mover, ahead, groups, legal
from rules.model.names import several
from rules.model.parse import MEANT
from rules.model.refusals import Refusal
from rules.play import narrate
from rules.play.game import Game as EngineGame

BAR, ALL = "|", "all"
# Goals whose odds are told, and seconds that their menu waits for them.
FORETOLD, FORESIGHT = 3, 1.0
GOES = {"move": "to", "ship": "sail"}


async def _mine(services: Services, interaction: discord.Interaction, press: Press) -> tuple[Game, EngineGame]:
    """The game, if it is the person's move. Raises PlayError."""
    row = await services.store.game(press.game_id)
    game = (await services.games.table(row.id)).game
    may = await services.games.permission(row.id, interaction.user.id)
    if game.to_act not in may.powers:
        raise PlayError(f"It is the move of {game.to_act}.")
    return row, game


# --- buying --------------------------------------------------------------------------------------------------


@route("buy")
async def buy(services: Services, interaction: discord.Interaction, press: Press) -> None:
    """A unit was chosen: how many?"""
    row, game = await _mine(services, interaction, press)
    unit = press.values[0] if press.values else ""
    sale = await ponder(game, lambda copy: legal(copy, copy.to_act).sale)
    sold = next((s for s in sale if s.unit == unit), None)
    if sold is None:
        raise PlayError("That is not for sale now.")
    most = max(sold.most.values(), default=0)
    each = f"{sold.price} IPC" + (f" for {sold.batch}" if sold.batch > 1 else " each")
    fields = [Field("count", f"How many? {each}, at most {most}", str(sold.batch), most=3)]
    if sold.sites:
        fields.append(Field("site", "Where (may be left empty)", hint=sold.sites[0], required=False, most=60))
    await open_form(interaction, form(f"Buy {unit}", make("bought", row.id, rest=unit), *fields))


@route("bought")
async def bought(services: Services, interaction: discord.Interaction, press: Press) -> None:
    """The number was typed."""
    row = await services.store.game(press.game_id)
    site = press.field("site")
    await give(services, interaction, row, [f"buy {press.field('count')} {press.rest}{f': {site}' if site else ''}"])


# --- moving --------------------------------------------------------------------------------------------------


@route("from")
async def move_from(services: Services, interaction: discord.Interaction, press: Press) -> None:
    """A place was chosen: which units?"""
    row, game = await _mine(services, interaction, press)
    place = press.values[0] if press.values else press.rest
    await show(interaction, await ponder(game, lambda copy: _units_step(row, copy, place)))


def _units_step(row: Game, game: EngineGame, place: str) -> Reply:
    movers = [m for m in legal(game, game.to_act).movers if m.place == place]
    if not movers:
        known = place in game.table.board.places
        raise PlayError(f"Nothing can move any more in {place}." if known else "Say from where.")
    formed = groups(game.view, place, game.to_act)
    every = [Choice("Everything", ALL, ", ".join(mover_words(game.table, m, m.count) for m in movers))]
    whole = [Choice(narrate.order_text(game.table, text), text, "a formation, whole") for text in formed]
    lines = [*(every if len(movers) > 1 else []), *whole, *_unit_lines(game, movers)][:OPTIONS]
    chosen = menu("Which units", make("units", row.id, rest=place), lines, most=min(len(lines), 10))
    return Reply(f"From **{place}**: which units?", private=True, view=view(chosen, _other_place(row, game, place)))


def _unit_lines(game: EngineGame, movers: Sequence[Mover]) -> list[Choice]:
    """All, half and one of each; where that is too much for a menu all and one, or only all of each."""
    for parts in (3, 2, 1):
        counts = [(m, n) for m in movers for n in _counts(m, parts)]
        if len(counts) <= OPTIONS:
            break
    return [Choice(mover_words(game.table, m, n), f"{n} {m.name}") for m, n in counts]


def _counts(mover: Mover, parts: int) -> list[int]:
    return sorted(dict.fromkeys((mover.count, 1, (mover.count + 1) // 2)[:parts]), reverse=True)


def _other_place(row: Game, game: EngineGame, but: str = "") -> discord.ui.Select[discord.ui.View] | None:
    found = legal(game, game.to_act)
    return move_menu(row, game.table, found) if any(m.place != but for m in found.movers) else None


@route("units")
async def move_units(services: Services, interaction: discord.Interaction, press: Press) -> None:
    """Units were chosen: where to?"""
    row, game = await _mine(services, interaction, press)
    most: dict[str, int] = {}
    if ALL in press.values:
        await show(interaction, await _goal_step(services, row, game, press.rest, ALL))
        return
    for value in press.values:
        number, _, unit = value.partition(" ")
        if number.isdecimal():
            most[unit] = max(int(number), most.get(unit, 0))
    units = ", ".join(f"{n} {unit}" for unit, n in most.items())
    await show(interaction, await _goal_step(services, row, game, press.rest, units))


async def _goal_step(services: Services, row: Game, game: EngineGame, place: str, units: str) -> Reply:
    """The menu of goals; of what can go nowhere by itself, the ways by ship."""
    verb, (goals, lines) = "move", await ponder(game, lambda copy: _goals(copy, place, units))
    if not goals:
        verb, (goals, lines) = "ship", await ponder(game, lambda copy: _ways(copy, place, units))
    named = "Everything" if units == ALL else narrate.order_text(game.table, units)
    back = button("Other units", make("from", row.id, rest=place))
    if not goals:
        return Reply(f"{named} from {place}: there is no place all of them can reach.", private=True, view=view(back))
    act = GOES[verb]
    if not fits(act, row.id, None, f"{place}{BAR}{units}"):
        text = f"That is too much for a menu. By command: `/{verb} from:{place} units:{units}`"
        return Reply(text, private=True, view=view(back))
    if verb == "move":
        lines = await _with_odds(services, game, f"{verb} {units}: {place} > ", lines)
    chosen = menu("Where to", make(act, row.id, rest=f"{place}{BAR}{units}"), lines)
    told = f"**{named}** from **{place}**: where to{' by ship' if verb == 'ship' else ''}?"
    if len(goals) > OPTIONS:
        told += f" (the {OPTIONS} likeliest of {len(goals)}; `/{verb}` has all)"
    return Reply(told, private=True, view=view(chosen, back))


async def _with_odds(services: Services, game: EngineGame, order: str, lines: list[Choice]) -> list[Choice]:
    """Lines of goals, the first that would be attacked with the odds of that battle as it would be then. order: up to the
    goal."""
    if not game.view.attacks_wait:
        return lines
    tried = [line for line in lines if any(game.view.enemy_units(line.value, game.to_act))][:FORETOLD]
    found = await asyncio.gather(*(_chance(services, game, order, line.value) for line in tried))
    odds = {line.value: told for line, told in zip(tried, found, strict=True) if told}
    return [replace(line, about=f"{line.about} · {odds[line.value]}") if line.value in odds else line for line in lines]


async def _chance(services: Services, game: EngineGame, order: str, goal: str) -> str:
    """`62 % won`: the battle in a place after an order that goes there; "" where that is not known soon."""
    then = await ponder(game, lambda copy: _after(copy, f"{order}{goal}"))
    told = await services.odds.in_places(then, [goal], FORESIGHT) if then else []
    return f"{share(told[0].odds.win)} won" if told and isinstance(told[0], Told) else ""


def _after(game: EngineGame, order: str) -> EngineGame | None:
    """The game after an order; None where it is refused."""
    then = game.copy()
    return None if isinstance(then.submit(order, PracticeDice(0)), Refusal) else then.frozen()


def _goals(game: EngineGame, place: str, units: str) -> tuple[list[str], list[Choice]]:
    """Where units can go, likeliest first, and the first of these as lines of a menu."""
    goals = ranked_goals(game, game.to_act, place, units)
    return goals, [Choice(g, g, _about(game, g, f"move {units}: {place} > {g}")) for g in goals[:OPTIONS]]


def _ways(game: EngineGame, place: str, units: str) -> tuple[list[str], list[Choice]]:
    """Where ships can take units that go nowhere by themselves, and the first of these as lines of a menu."""
    ways = sea_ways(game, game.to_act, place, units)
    return ways, [Choice(w, w, _there(game, w.split(" > ")[-1])) for w in ways[:OPTIONS]]


def _about(game: EngineGame, goal: str, order: str) -> str:
    """What a mover wants to know of a goal: whose it is, and what waits there and on the way."""
    return ". ".join(part for part in (_there(game, goal), *ahead(game, order, game.to_act)) if part)


def _there(game: EngineGame, goal: str) -> str:
    view_ = game.view
    enemy = list(view_.enemy_units(goal, game.to_act))
    if enemy:
        return f"enemy: {several(len(enemy), 'unit')}"
    if view_.place(goal).is_sea:
        return ""
    return f"{view_.owner(goal) or 'neutral'}, {view_.value(goal)} IPC"


@route("to")
async def move_to(services: Services, interaction: discord.Interaction, press: Press) -> None:
    """The goal was chosen: move, and offer the next move in the same place."""
    await _go(services, interaction, press, "move")


@route("sail")
async def ship_to(services: Services, interaction: discord.Interaction, press: Press) -> None:
    """The way by ship was chosen: the same."""
    await _go(services, interaction, press, "ship")


async def _go(services: Services, interaction: discord.Interaction, press: Press, verb: str) -> None:
    row, _ = await _mine(services, interaction, press)
    place, _, units = press.rest.partition(BAR)
    order = f"{verb} {units}: {place} > {press.values[0] if press.values else ''}{MEANT}"  # its menu told what fires
    async with patience(interaction, in_place=True):
        outcome = await services.games.orders(row.id, str(interaction.id), interaction.user.id, [order])
        now = await services.games.situation(row.id)
        wishes, game = now.wishes(interaction.user.id), now.game
        reply = await outcome_reply(services, now, outcome, wishes.private, short=wishes.short)
        further = await ponder(game, lambda copy: _other_place(row, copy))
    if isinstance(outcome, Denied):
        services.refusals.remember(interaction.user.id, row.id, outcome)
        step = await _goal_step(services, row, game, place, units)
        step.text = f"{words.denied(outcome)}\n{step.text}"
        await show(interaction, step)
        return
    try:
        await show(interaction, Reply("Next move?", private=True, view=view(further)))
    finally:
        sent = await answer(interaction, reply, by_outbox(services, interaction, row))
        await note_told(services, now, outcome, reply, interaction.channel_id, sent)
