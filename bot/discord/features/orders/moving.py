"""Moving in one form: from where is chosen in a menu, then which units and where to, of two groups at once."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

import discord

from bot.discord.components.build import Choice
from bot.discord.components.custom_id import Press, make
from bot.discord.components.forms import Field, Part, Pick, form
from bot.discord.components.router import route
from bot.discord.features.odds.text import share
from bot.discord.features.orders.autocomplete import sea_ways, worth
from bot.discord.features.orders.buttons import give_form
from bot.discord.features.orders.controls import mover_words
from bot.discord.response import open_form
from bot.discord.text.limits import OPTIONS
from bot.game import PlayError
from bot.game.moderator.threads import ponder
from bot.processes.odds_jobs import Told
from bot.services import Services
from bot.store import Game
from rules.dice import PracticeDice
from rules.legal import Mover, ahead, groups, legal
from rules.model.names import listing, several
from rules.model.parse import split_top
from rules.model.profiles import LAND
from rules.model.refusals import Refusal
from rules.play import narrate
from rules.play.game import Game as EngineGame

ALL = "all"
BY_SHIP = " > "
"""What a way by ship has in it, and a goal has not."""
# Goals whose odds are told, and seconds that the form waits for them; ways by ship that are offered beside goals.
FORETOLD, FORESIGHT, WAYS = 3, 1.0, 8
UNITS, GOAL, MORE_UNITS, MORE_GOAL, TYPED = "units", "goal", "units2", "goal2", "more"
# How many numbers of each kind are offered: every one; all, half and one; all and one; all.
PARTS = (OPTIONS, 3, 2, 1)


async def mine(services: Services, interaction: discord.Interaction, press: Press) -> tuple[Game, EngineGame]:
    """The game of a button, if it is the person's move. Raises PlayError."""
    row = await services.store.game(press.game_id)
    game = (await services.games.table(row.id)).game
    may = await services.games.permission(row.id, interaction.user.id)
    if game.to_act not in may.powers:
        raise PlayError(f"It is the move of {game.to_act}.")
    return row, game


@route("from", form=True)
async def move_from(services: Services, interaction: discord.Interaction, press: Press) -> None:
    """A place was chosen: which units, and where to?"""
    row, game = await mine(services, interaction, press)
    place = press.values[0] if press.values else press.rest
    movers, units = await ponder(game, lambda copy: _units(copy, place))
    goals = await ponder(game, lambda copy: goals_from(copy, place, movers))
    goals = await with_odds(services, game, place, goals, movers)
    await open_form(interaction, form(f"Move from {place}", make("moved", row.id, rest=place), *_parts(units, goals)))


def _parts(units: Sequence[Choice], goals: Sequence[Choice]) -> list[Part]:
    """The fields: a group of units and its goal; where there is more than one line of units, a second group; and lines to
    be typed."""
    most = min(len(units), OPTIONS)
    parts: list[Part] = [Pick(UNITS, "Which units", units, most=most), Pick(GOAL, "Where to", goals[:OPTIONS])]
    if len(units) > 1:
        about = "A second group from the same place, if you like"
        parts += [
            Pick(MORE_UNITS, "And which others", units, about, most=most, required=False, folded=True),
            Pick(MORE_GOAL, "Where these go", goals[:OPTIONS], required=False, folded=True),
        ]
    hint = "move 1 infantry: A > B > C"
    left = f" ({OPTIONS} of {len(goals)} goals stand above)" if len(goals) > OPTIONS else ""
    return [*parts, Field(TYPED, f"More orders, one a line{left}"[:45], hint=hint, long=True, required=False)]


def _units(game: EngineGame, place: str) -> tuple[list[Mover], list[Choice]]:
    """What can move from a place, and the lines of it: everything first, formations, then so many of each kind. Raises
    PlayError."""
    movers = [m for m in legal(game, game.to_act).movers if m.place == place]
    if not movers:
        known = place in game.table.board.places
        raise PlayError(f"Nothing can move any more in {place}." if known else "Say from where.")
    formed = groups(game.view, place, game.to_act)
    every = [Choice("Everything", ALL, ", ".join(mover_words(game.table, m, m.count) for m in movers))]
    whole = [Choice(narrate.order_text(game.table, text), text, "a formation, whole") for text in formed]
    first = [*(every if len(movers) > 1 else []), *whole]
    return movers, [*first, *_counted(game, movers, len(first))][:OPTIONS]


def _counted(game: EngineGame, movers: Sequence[Mover], before: int) -> list[Choice]:
    """Every number of each kind; where that is too much, all, half and one, then all and one, then all."""
    for parts in PARTS:
        counts = [(m, n) for m in movers for n in _numbers(m, parts)]
        if before + len(counts) <= OPTIONS:
            break
    return [Choice(mover_words(game.table, m, n), f"{n} {m.name}") for m, n in counts]


def _numbers(mover: Mover, parts: int) -> list[int]:
    if mover.count <= parts:
        return list(range(mover.count, 0, -1))
    return sorted(dict.fromkeys((mover.count, 1, (mover.count + 1) // 2)[:parts]), reverse=True)


# --- where to ------------------------------------------------------------------------------------------------


def goals_from(game: EngineGame, place: str, movers: Sequence[Mover]) -> list[Choice]:
    """Where some of the units of a place can go, what is worth most first, with who waits there and who can go; and ways by
    ship for those who can go nowhere by themselves. Raises PlayError where nobody can go anywhere."""
    reach: dict[str, list[str]] = {}
    for mover in movers:
        for goal in mover.goals:
            reach.setdefault(goal, []).append(mover.name)
    by_sea = _ways(game, place, movers)
    first = sorted(reach, key=worth(game, game.to_act, list(reach)))
    warned = first[: OPTIONS - len(by_sea)]
    found = [Choice(g, g, _about(game, place, g, reach[g], len(movers), g in warned)) for g in first]
    if not found and not by_sea:
        raise PlayError(f"Nothing in {place} can go anywhere now.")
    return [*found[: OPTIONS - len(by_sea)], *by_sea, *found[OPTIONS - len(by_sea) :]]


def _ways(game: EngineGame, place: str, movers: Sequence[Mover]) -> list[Choice]:
    """Ways by ship for the first troops of a coast."""
    if game.view.place(place).is_sea or not game.table.board.touching_seas(place):
        return []
    troops = next((m for m in movers if game.table.units[m.unit].domain == LAND), None)
    ways = sea_ways(game, game.to_act, place, f"1 {troops.name}") if troops else []
    return [Choice(f"By ship: {way}", way, _there(game, _ashore(way))) for way in ways[:WAYS]]


def _ashore(way: str) -> str:
    """Where a way by ship ends: `Norway` of `SZ 113 > Norway using 1 landing craft: Germany`."""
    return way.split(BY_SHIP)[-1].partition(" using ")[0]


def _about(game: EngineGame, place: str, goal: str, who: Iterable[str], kinds: int, warned: bool) -> str:
    """What a mover wants to know of a goal: whose it is, who of several kinds can go there, what fires on the way."""
    names = list(dict.fromkeys(who))
    only = f"only {listing(names)}" if len(names) < kinds else ""
    fires = ahead(game, f"move 1 {names[0]}: {place} > {goal}", game.to_act) if warned else ()
    return ". ".join(part for part in (" · ".join(filter(None, (_there(game, goal), only))), *fires) if part)


def _there(game: EngineGame, goal: str) -> str:
    view_ = game.view
    enemy = list(view_.enemy_units(goal, game.to_act))
    if enemy:
        return f"enemy: {several(len(enemy), 'unit')}"
    if view_.place(goal).is_sea:
        return ""
    return f"{view_.owner(goal) or 'neutral'}, {view_.value(goal)} IPC"


async def with_odds(
    services: Services, game: EngineGame, place: str, lines: list[Choice], movers: Sequence[Mover]
) -> list[Choice]:
    """Lines of goals, the first that all can attack with the odds of the battle if everything went there."""
    if not game.view.attacks_wait:
        return lines
    open_to_all = set.intersection(*(set(mover.goals) for mover in movers))
    tried = [line for line in lines if line.value in open_to_all and any(_enemies(game, line.value))][:FORETOLD]
    found = await asyncio.gather(*(_chance(services, game, f"move all: {place} > {one.value}", one) for one in tried))
    odds = {line.value: told for line, told in zip(tried, found, strict=True) if told}
    return [replace(line, about=f"{odds[line.value]} · {line.about}") if line.value in odds else line for line in lines]


def _enemies(game: EngineGame, goal: str) -> Iterable[object]:
    return game.view.enemy_units(goal, game.to_act)


async def _chance(services: Services, game: EngineGame, order: str, goal: Choice) -> str:
    """`62 % won with everything`: the battle in a place after an order that goes there; "" where that is not known soon."""
    then = await ponder(game, lambda copy: _after(copy, order))
    told = await services.odds.in_places(then, [goal.value], FORESIGHT) if then else []
    return f"{share(told[0].odds.win)} won with everything" if told and isinstance(told[0], Told) else ""


def _after(game: EngineGame, order: str) -> EngineGame | None:
    """The game after an order; None where it is refused."""
    then = game.copy()
    return None if isinstance(then.submit(order, PracticeDice(0)), Refusal) else then.frozen()


# --- what was chosen -----------------------------------------------------------------------------------------


@route("moved")
async def moved(services: Services, interaction: discord.Interaction, press: Press) -> None:
    """All was chosen: each group moves, and what was typed is ordered too; all of it or nothing."""
    row = await services.store.game(press.game_id)
    groups_ = ((UNITS, GOAL), (MORE_UNITS, MORE_GOAL))
    chosen = [(press.chosen(units), press.chosen(goal)) for units, goal in groups_]
    if any(bool(units) != bool(goal) for units, goal in chosen):
        raise PlayError("Choose units and where they go: one of the two is missing.")
    lines = [move_order(press.rest, units, goal[0]) for units, goal in chosen if units]
    await give_form(services, interaction, row, "\n".join([*lines, press.field(TYPED)]))


def move_order(place: str, chosen: Sequence[str], goal: str) -> str:
    """The order of what was chosen: of lines of one kind the largest number counts."""
    units = ALL if ALL in chosen else ", ".join(f"{n} {name}" for name, n in _largest(chosen).items())
    return f"{'ship' if BY_SHIP in goal else 'move'} {units}: {place} > {goal}"


def _largest(chosen: Iterable[str]) -> Mapping[str, int]:
    most: dict[str, int] = {}
    for part in (part.strip() for value in chosen for part in split_top(value, ",")):
        number, _, unit = part.partition(" ")
        if number.isdecimal():
            most[unit] = max(int(number), most.get(unit, 0))
    return most
