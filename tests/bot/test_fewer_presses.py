"""Fewer presses: the panel in figures, odds where they are needed, everything at once, all aircraft home."""

from __future__ import annotations

from typing import Any

import discord
import pytest
from desk import ANNA, Desk

from bot.discord.components.build import Choice, menu, view
from bot.discord.features.battle.questions import _uncut
from bot.discord.features.odds import buttons as odds_buttons
from bot.discord.features.odds.buttons import battle_odds
from bot.discord.features.orders import moving
from bot.discord.features.orders.autocomplete import ranked_goals
from bot.discord.features.orders.commands import attacked, outcome_reply
from bot.discord.features.orders.controls import LAND_ALL, rows
from bot.discord.features.orders.moving import _units, goals_from, with_odds
from bot.discord.features.panel.panel import compose
from bot.discord.features.panel.status import body
from bot.game.computers.computers import Computer
from bot.game.computers.computers import seat as seat_computers
from rules.legal import landings, warnings
from rules.play.game import Game


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Odds are waited for, however busy the machine is."""
    monkeypatch.setattr(odds_buttons, "SOON", 60.0)
    monkeypatch.setattr(moving, "FORESIGHT", 60.0)


AT_WAR = {
    "setup": "empty",
    "units": {
        "Germany": {"Germany": "4 infantry, 2 armor, 1 fighter"},
        "Eastern Europe": {"Germany": "2 infantry"},
        "Karelia S.S.R.": {"USSR": "1 infantry"},
        "Ukraine S.S.R.": {"USSR": "2 infantry"},
        "Russia": {"USSR": "1 infantry"},
    },
    "owner": {"Ukraine S.S.R.": "USSR", "Karelia S.S.R.": "USSR"},
}


async def at_war(desk: Desk, phase: str = "combat move") -> Desk:
    """Germany before a weak Soviet Union."""
    return await (await desk.begin()).stand(phase, "Germany", **AT_WAR)


def labels(view: discord.ui.View | None) -> list[str]:
    """What the buttons say."""
    return [item.label or "" for item in view.children if isinstance(item, discord.ui.Button)] if view else []


async def test_the_panel_counts_what_was_done(desk: Desk) -> None:
    await at_war(desk)
    services = desk.services
    services.odds.start()
    try:
        panel = await compose(services, await desk.situation())
        assert "Details" not in labels(panel.reply.view)
        await desk.ok("move 2 infantry: Eastern Europe > Ukraine S.S.R.", "move 1 fighter: Germany > Ukraine S.S.R.")
        panel = await compose(services, await desk.situation())
        text = panel.reply.embed.description if panel.reply.embed else ""
        assert text and "-# So far: 2 orders in this turn, 1 battle" in text and "moves" not in text
        assert labels(panel.reply.view)[-1] == "Details"
    finally:
        services.odds.close()


async def test_a_battle_stands_with_its_odds(desk: Desk) -> None:
    await at_war(desk)
    services = desk.services
    services.odds.start()
    try:
        await desk.ok("move 2 infantry: Eastern Europe > Ukraine S.S.R.", "done")
        game = await desk.game()
        found = await battle_odds(services, game)
        for _ in range(20):
            found = found or await battle_odds(services, game)
        (told,) = [line for line in body(game, odds=found) if line.startswith("Battles:")]
        assert "2 infantry against 2 infantry\n  -# " in told and "% won" in told
    finally:
        services.odds.close()


async def test_the_answer_to_an_attack_has_its_odds(desk: Desk) -> None:
    await at_war(desk)
    services = desk.services
    services.odds.start()
    try:
        outcome = await desk.ok("move 2 infantry: Eastern Europe > Ukraine S.S.R.")
        game = await desk.game()
        assert attacked(game, outcome) == {"Ukraine S.S.R."}
        for _ in range(20):
            reply = await outcome_reply(services, await desk.situation(), outcome, user=ANNA)
            if "% won" in reply.text:
                break
        assert "Ukraine S.S.R.: " in reply.text and "% won" in reply.text
    finally:
        services.odds.close()


async def test_everything_is_the_first_line_and_goes_where_all_can(desk: Desk) -> None:
    await at_war(desk)
    game = await desk.game()
    _, (first, *_) = _units(game, "Germany")
    assert first.label == "Everything" and "4 infantry" in first.about
    goals = ranked_goals(game, "Germany", "Germany", "all")
    assert goals and all(game.trial(f"move all: Germany > {goal}", "Germany") is None for goal in goals)


async def test_all_aircraft_come_home_by_one_press(desk: Desk) -> None:
    case: dict[str, Any] = {**AT_WAR, "units": {**AT_WAR["units"], "Baltic Sea Zone": {"Germany": "1 fighter"}}}  # type: ignore[dict-item]
    await (await desk.begin()).stand("noncombat move", "Germany", **case)
    assert LAND_ALL in labels((await compose(desk.services, await desk.situation())).reply.view)
    game: Game = await desk.game()
    orders = landings(game)
    assert orders and not any(game.trial(order, "Germany") for order in orders)
    await desk.ok(*orders)
    assert not [danger for danger in warnings(await desk.game()) if danger.kind == "aircraft"]
    assert LAND_ALL not in labels((await compose(desk.services, await desk.situation())).reply.view)


def test_long_losses_are_never_cut() -> None:
    text = "Lose " + ", ".join(f"{n} of the units number {n}" for n in range(2, 7))
    assert _uncut(text) == "As recommended: lose 20 units" and _uncut("Lose 2 infantry") == "Lose 2 infantry"
    (option,) = menu("x", "id", [Choice(text, "v", "38 %")]).options
    assert option.label.endswith(",") and f"{option.label} {option.description}" == f"{text} · 38 %"


async def goal_line(desk: Desk, place: str, goal: str) -> str:
    """What the form says of a goal, once its odds are there."""
    services, told = desk.services, ""
    services.odds.start()
    try:
        for _ in range(20):
            game = await desk.game()
            movers, _ = _units(game, place)
            goals = await with_odds(services, game, place, goals_from(game, place, movers), movers)
            told = next(one.about for one in goals if one.value == goal)
            if "won" in told:
                break
    finally:
        services.odds.close()
    return told


async def test_goals_that_would_be_attacked_stand_with_their_odds(desk: Desk) -> None:
    await at_war(desk)
    told = await goal_line(desk, "Eastern Europe", "Ukraine S.S.R.")
    assert told.endswith("% won with everything · enemy: 2 units")


async def test_odds_stand_where_all_can_go_and_not_where_only_aircraft_reach(desk: Desk) -> None:
    units = {place: {"Germany": "1 infantry"} for place in ("Germany", "Southern Europe", "Western Europe")}
    units |= {"Eastern Europe": {"Germany": "2 infantry"}, "Karelia S.S.R.": {"USSR": "2 infantry, 1 fighter"}}
    await (await desk.begin()).stand("combat move", "USSR", setup="empty", units=units)
    told = await goal_line(desk, "Karelia S.S.R.", "Eastern Europe")
    assert told.endswith("% won with everything · enemy: 2 units")


async def test_ahead_is_offered_where_a_person_is_attacked(desk: Desk) -> None:
    units = {**AT_WAR["units"], "Ukraine S.S.R.": {"USSR": "2 infantry, 1 armor"}}  # type: ignore[dict-item]
    await (await desk.begin()).stand("combat move", "Germany", **{**AT_WAR, "units": units})
    await desk.ok("move 2 infantry: Eastern Europe > Ukraine S.S.R.", "done")
    row, game = await desk.row(), await desk.game()
    assert "Ahead..." in labels(view(*rows(row, game)))
    await desk.store.apply(*seat_computers(row, str(ANNA), {"USSR": Computer("normal")}))
    assert "Ahead..." not in labels(view(*rows(await desk.row(), game)))
