"""The panel of research: what is bought, and what a chart holds when it is asked for."""

from __future__ import annotations

import discord
from desk import Desk

from bot.discord.features.panel.panel import compose
from bot.discord.features.panel.status import body
from tests.positions import stand

RESEARCH = {"setup": "empty", "money": {"Germany": 31}, "tech": {"Germany": ["rockets"]}}


async def shown(desk: Desk) -> list[str]:
    """Labels of the panel."""
    panel = await compose(desk.services, await desk.situation())
    return [item.label or "" for item in panel.reply.view.children if isinstance(item, discord.ui.Button)]  # type: ignore[union-attr]


async def test_where_dice_are_kept_researchers_are_bought(desk: Desk) -> None:
    await (await desk.begin(board="anniversary")).stand("research", "Germany", **RESEARCH)
    assert (await shown(desk))[:2] == ["1 researcher", "2 researchers"]


async def test_elsewhere_dice(desk: Desk) -> None:
    options = {"research_and_development": True}
    await (await desk.begin(board="global1940")).stand("research", "Germany", **RESEARCH, options=options)
    assert (await shown(desk))[:2] == ["1 die", "2 dice"]


def test_a_question_for_a_chart_says_what_is_new_on_each() -> None:
    told = "\n".join(body(stand("Germany", "research 1", dice=(6,), game="anniversary", phase="research", **RESEARCH)))
    assert "choose a chart of technologies (1: advanced artillery, paratroopers, increased factory production" in told
    assert "; 2: super submarines, jet fighters" in told and "rockets" not in told
