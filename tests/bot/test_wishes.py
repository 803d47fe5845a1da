"""How much is said: as the game is set, and as each person wishes for their own orders; options that are on trial."""

from __future__ import annotations

import discord
import pytest
from desk import ANNA, BORIS, Desk

from bot.discord.features.lobby.buttons import text
from bot.discord.features.lobby.rules_menus import options_reply
from bot.discord.features.orders.commands import outcome_reply
from bot.discord.features.panel.panel import compose
from bot.discord.features.record.recap import turn_recap
from bot.game import Accepted
from bot.game.master import reports
from bot.game.moderator.situation import DETAIL, FULL, SHORT
from bot.store import SetPreference
from rules.core.table import Table

ATTACK = ("done", "done", "move 3 infantry, 1 armor: Karelia S.S.R. > Ukraine S.S.R.", "done")


async def fought(desk: Desk, **row: object) -> Accepted:
    """Ukraine is attacked; the first dice have fallen."""
    await desk.begin({"Germany": BORIS}, **row)
    await desk.ok(*ATTACK)
    return await desk.ok("fight Ukraine S.S.R.")


@pytest.mark.parametrize(
    ("game", "own", "short"),
    [("", "", False), (SHORT, "", True), (SHORT, FULL, False), ("", SHORT, True), (FULL, SHORT, True)],
)
async def test_the_own_wish_counts_before_the_games(desk: Desk, game: str, own: str, short: bool) -> None:
    await desk.begin(settings={DETAIL: game} if game else {})
    await desk.store.apply(SetPreference("user", str(ANNA), DETAIL, own or None))
    assert (await desk.situation()).wishes(ANNA).short is short


async def test_short_answers_tell_what_came_of_an_order(desk: Desk) -> None:
    outcome = await fought(desk)
    full = (await outcome_reply(desk.services, await desk.situation(), outcome, controls=False)).text
    short = (await outcome_reply(desk.services, await desk.situation(), outcome, controls=False, short=True)).text
    assert " at 1: " in full and "/dice verify" in full
    assert " at 1: " not in short and "/dice verify" not in short and short
    assert set(short.split("\n")) <= set(full.split("\n"))


async def test_a_short_game_has_short_panels_and_recaps(desk: Desk) -> None:
    await desk.begin(settings={DETAIL: SHORT})
    await desk.ok("done", "buy 4 infantry")
    row = await desk.row()
    panel = (await compose(desk.services, await desk.situation())).reply.embed
    assert panel is not None and "4 infantry" in str(panel.description)
    assert "buys" not in str(panel.description)
    for _ in range(3):
        await desk.ok("done anyway")
    row = await desk.row()
    assert (await turn_recap(desk.services, row, 1, row.revision)).text == "**Round 1, USSR** (<@1>)"


async def test_options_on_trial_are_marked_wherever_they_are_chosen_or_told(desk: Desk) -> None:
    row = await desk.lobby.create(
        desk.fresh(), {"guild_id": 9, "channel_id": 10, "name": "Test", "board": "classic", "master": ANNA}
    )
    desk.game_id = row.id
    assert "On trial" not in text(row, [], "")
    view = options_reply(row).view
    assert view is not None
    about = {o.value: str(o.description) for m in view.children if isinstance(m, discord.ui.Select) for o in m.options}
    assert {name for name, told in about.items() if "on trial" in told} == {"deck_of_dice"}
    row = await desk.lobby.set_option(row.id, "deck_of_dice", "on")
    assert "On trial: Deck of dice (the odds take" in text(row, [], "")
    assert [option.name for option in Table(row.board, row.rules, row.options).on_trial] == ["deck_of_dice"]
    number = await reports.report(desk.store, row, ANNA, "odd cards", 0)
    (kept,) = await desk.store.reports(row.id)
    assert kept.id == number and kept.data["on trial"] == ["deck_of_dice"]
