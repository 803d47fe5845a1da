"""Odds for people: the replies, the lines under orders and on the panel, and their buttons."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import Any

import discord

from bot.discord.components.build import button, view
from bot.discord.components.custom_id import Press, make
from bot.discord.components.router import route
from bot.discord.components.share import share
from bot.discord.features.odds.text import (
    answer_text,
    chances,
    going_on_text,
    needed_text,
    odds_line,
    raid_chances,
    raid_line,
    told_text,
)
from bot.discord.response import Reply, answer, patience
from bot.discord.text.limits import CONTENT, LABEL, clip
from bot.game import PlayError
from bot.game.computers.computers import computers
from bot.game.moderator.situation import undecided
from bot.game.moderator.threads import ponder
from bot.game.record.answers import label
from bot.processes.odds_jobs import Untold
from bot.processes.odds_service import LIMIT, OddsError, best_first
from bot.services import Services
from bot.store import Game
from rules.legal import ahead, decision_choices
from rules.model.orders import Retreat
from rules.model.state import Decision
from rules.odds import Aim, TypedError, Wishes
from rules.play import narrate
from rules.play.game import Game as EngineGame
from rules.play.lines import concerns, shown

CHANCE = 0.8
# How what fires at units as they go is told (rules/legal/warnings.py).
MET = "On the way: "
# Seconds that the answer to a move waits for the odds of what it attacks.
SOON = 0.8


async def battle_reply(
    services: Services, row: Game, game: EngineGame, place: str = "", wishes: Wishes | None = None,
    aim: Aim | None = None, side: str = "attacker", losses: tuple[str, str] = ("", ""),
) -> Reply:  # fmt: skip
    """The odds of a battle that is due, or would be if combat movement ended now; of the first if none is named."""
    wanted = (game.table.board.place_names.find(place) or place) if place else ""
    try:
        told = await services.odds.battle(game, wanted, wishes, aim, side, losses)
    except (TypedError, OddsError, ValueError) as error:
        raise PlayError(str(error)) from None
    if told is None:
        raise PlayError("No such battle is due. `/odds forces` gives the odds of any two forces.")
    picture = await services.media.of_odds(told.odds, told.attacker, told.defenders, told.place)
    others = [t.place for t in await services.odds.due(game) if t.place != told.place]
    more = view([button(f"Odds: {p}", make("odds", row.id, rest=p)) for p in others[:5]], share())
    return Reply(clip(told_text(told), CONTENT), True, more, [picture] if picture else [])


async def forces_reply(
    services: Services, head: dict[str, Any], attacker: str, defender: str, wishes: Wishes, aim: Aim | None, side: str,
    losses: tuple[str, str] = ("", ""),
) -> Reply:  # fmt: skip
    """The odds of any two forces."""
    try:
        told = await services.odds.forces(attacker, defender, head, wishes, aim, side, losses)
    except (TypedError, OddsError, ValueError) as error:
        raise PlayError(str(error)) from None
    picture = await services.media.of_odds(told.odds, "Attacker", "Defender")
    text = told_text(told, f"{attacker} against {defender}")
    return Reply(clip(text, CONTENT), True, view(share()), [picture] if picture else [])


async def needed_reply(
    services: Services, head: dict[str, Any], have: str, defender: str, chance: float = CHANCE
) -> Reply:
    """The least force that does it."""
    try:
        found = await services.odds.least(have, defender, head, chance)
    except (TypedError, OddsError) as error:
        raise PlayError(str(error)) from None
    return Reply(clip(needed_text(found, defender, chance), CONTENT), True, view(share()))


async def odds_lines(services: Services, row: Game, game: EngineGame) -> list[str]:
    """What stands under orders and on the panel: the odds of battles that are due, or of going on with one."""
    if not undecided(game):
        return []
    if game.state.pending:
        found = await asyncio.gather(*(_asked_lines(services, row, game, decision) for decision in shown(game.state)))
        return list(dict.fromkeys(line for lines in found for line in lines))
    raids = [raid_line(raid) for raid in await services.odds.raids(game)]
    return [*raids, *(odds_line(told) for told in await services.odds.due(game))]


async def battle_odds(services: Services, game: EngineGame) -> dict[tuple[str, bool], str]:
    """The odds of the battles that are due while battles are fought: place and whether it is a raid -> what stands behind
    the battle."""
    found = {(raid.place, True): raid_chances(raid) for raid in await services.odds.raids(game)}
    due = await services.odds.due(game)
    return found | {(told.place, False): told.why if isinstance(told, Untold) else chances(told) for told in due}


async def attack_lines(services: Services, game: EngineGame, places: Iterable[str]) -> list[str]:
    """While attacks wait: the odds of the battles in some places that there would be if combat movement ended now; none
    where they are not known in good time."""
    wanted = set(places)
    raids = [raid_line(raid) for raid in await services.odds.raids(game, SOON) if raid.place in wanted]
    return [*raids, *(odds_line(told) for told in await services.odds.in_places(game, sorted(wanted), SOON))]


async def _asked_lines(services: Services, row: Game, game: EngineGame, asked: Decision) -> list[str]:
    """The odds that concern a question: of going on, of the battles that wait for the answer, behind each answer."""
    battle = str(asked.data.get("battle", ""))
    if asked.kind == "retreat":
        if "over" in asked.data or battle not in game.state.battles:
            return []
        told = await services.odds.going_on(game.facing(asked), battle)
        fire = await ponder(game, lambda copy: on_the_way_back(copy.facing(asked)))
        return [*(going_on_text(told, bool(fire)).split("\n") if told else []), *fire]
    places = (concerns(game.view, asked) or ()) if not battle else ()
    lines = [odds_line(told) for told in (await services.odds.due(game) if places else []) if told.place in places]
    if asked.power in computers(row) or not (battle or places):
        return lines
    choices = await ponder(game, lambda copy: decision_choices(copy.facing(asked)))
    answers = await services.odds.answers(game, asked, choices)
    if not answers and choices:
        named = label(game, choices[0], asked)
        lines += [f"Recommended: {named[:1].lower()}{named[1:]}"] if len(named) > LABEL else []
    if len(shown(game.state)) > 1:
        return lines  # each question has a menu of its own, whose lines tell them
    if any(one.text == "pass" for one in answers):
        lines = []  # how it stands without an answer is among them
    found = {one.text: one for one in answers}
    ranked = best_first(game, asked, list(found)) if found else []
    return [*lines, *(f"- {label(game, text, asked)}: {answer_text(found[text])}" for text in ranked)]


def on_the_way_back(game: EngineGame) -> list[str]:
    """`Retreat to Belarus, past 4 landmines of ...`: what fires at those who retreat is said before they do."""
    ways = ((text, ahead(game, text, game.to_act)) for text in decision_choices(game) if text.startswith(Retreat.verb))
    return [f"{narrate.order_text(game.table, text)}{''.join(map(_met, told))}" for text, told in ways if told]


def _met(told: str) -> str:
    """What is met on a way, behind the order: `, past 4 landmines of ...`; else a sentence of its own."""
    met = told.removeprefix(MET)
    return f". {told}" if met == told else f", past {met}"


async def plan_lines(services: Services, game: EngineGame) -> list[str]:
    """The odds of the battles that a plan leads to, whether or not it ends combat movement."""
    raids = [raid_line(raid) for raid in await services.odds.raids(game, LIMIT)]
    return [*raids, *(odds_line(told) for told in await services.odds.due(game, LIMIT))]


@route("odds")
async def show_odds(services: Services, interaction: discord.Interaction, press: Press) -> None:
    """The odds of a battle, privately."""
    row = await services.store.game(press.game_id)
    game = (await services.games.table(row.id)).game
    async with patience(interaction, private=True):
        reply = await battle_reply(services, row, game, press.rest)
    await answer(interaction, reply)
