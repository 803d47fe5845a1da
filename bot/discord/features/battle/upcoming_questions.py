"""Questions that are to come, told ahead: what the end of the combat move asks whom, and what the battles may ask."""

from __future__ import annotations

import asyncio

from bot.discord.features.odds.text import answer_text
from bot.discord.features.panel.status import ask_line, closed
from bot.game import standing
from bot.game.moderator.threads import ponder
from bot.game.record.answers import label
from bot.processes.odds_service import LIMIT
from bot.services import Services
from rules.core.table import Table
from rules.legal import decision_choices
from rules.model.names import listing
from rules.play import asking
from rules.play.game import Game
from rules.play.lines import open_questions


async def plan_asks(services: Services, game: Game) -> list[str]:
    """What the end of the combat move that a plan leads to asks whom, with the odds behind the answers; and what the
    battles may ask."""
    then = await closed(game)
    asked = open_questions(then.state) if then.view.attacks_wait else ()
    texts = await ponder(then, lambda copy: [decision_choices(copy.facing(decision)) for decision in asked])
    known = (services.odds.answers(then, *one, LIMIT) for one in zip(asked, texts, strict=True))
    odds = await asyncio.gather(*known)
    told = ["Closing this phase asks:"] if asked else []
    for decision, answers in zip(asked, odds, strict=True):
        told.append(f"- {ask_line(then.view, decision)}")
        told += [f"  - {label(then, one.text, decision)}: {answer_text(one)}" for one in answers]
    may = _may_ask(game.table, standing.ahead(then))
    return [*told, f"The battles may ask: {'; '.join(may)}"] if may else told


def _may_ask(table: Table, ahead: tuple[standing.Ahead, ...]) -> list[str]:
    """`France to choose the losses in France and SZ 110`."""
    places: dict[tuple[str, str], list[str]] = {}
    for one in ahead:
        places.setdefault((one.power, one.kind), []).append(one.place)
    return [f"{power} ({asking.question(table, kind)}) in {listing(at)}" for (power, kind), at in places.items()]
