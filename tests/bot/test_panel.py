"""The panel: never refused by Discord, never stale."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import discord
import pytest
from desk import ANNA, Desk
from fake_transport import FakeTransport

from bot.discord.components.build import view
from bot.discord.delivery import NotDelivered
from bot.discord.features.orders.controls import likely, rows
from bot.discord.features.orders.stale import stale_reply
from bot.discord.features.panel.panel import compose
from bot.discord.features.panel.status import done_waits
from bot.game.moderator.outbox_messages import panel as refresh
from bot.store import Game as Row
from bot.store import SetGame
from bot.workers.panels import Panels
from local_discord.errors import FormErrors
from local_discord.limits_components import check_components
from rules.cases.file import read_case
from rules.cases.setup import build
from tests.positions import stand

ROW = Row("abcd1234", 1, 2, "Test", "global1940", 3, status="running")


def checked(view: discord.ui.View | None) -> list[Any]:
    """Components as Discord gets them; raises if it would refuse them."""
    tree = view.to_components() if view else []
    errors = FormErrors()
    check_components(errors, tree)
    errors.check()
    return tree


@pytest.mark.parametrize(
    "case",
    [
        {
            "phase": "purchase",
            "power": "Italy",
            "facilities": {"Northern Italy": "major industrial complex (damaged 6)"},
        },
        {
            "phase": "purchase",
            "power": "United Kingdom",
            "rules": ["bx"],
            "facilities": {"United Kingdom": "major industrial complex (damaged 3)"},
        },
    ],
)
async def test_a_phase_with_two_menus(case: dict[str, Any]) -> None:
    game = build(read_case({"id": "X", "game": "global1940", "money": {"Italy": 26}, **case}))
    menus = [row for row in checked(view(*rows(ROW, game))) if row["components"][0]["type"] == 3]
    assert len(menus) >= 2


def menus_of(**case: Any) -> dict[str, list[dict[str, Any]]]:
    """The menus of a position of Axis and Allies 1943: placeholder -> options."""
    game = build(read_case({"id": "X", "game": "europe1943", "rules": ["y43"], **case}))
    found = [row["components"][0] for row in checked(view(*rows(ROW, game))) if row["components"][0]["type"] == 3]
    return {menu["placeholder"]: menu["options"] for menu in found}


async def test_a_menu_that_is_too_long_shows_some_of_every_kind() -> None:
    menus = menus_of(power="Germany", phase="purchase", units={"Tunis": {"Germany": "1 tiger i (damaged)"}})
    about = {
        o["label"]: o.get("description", "")
        for name, options in menus.items()
        if name.startswith("Also possible... (25 of")
        for o in options
    }
    assert len(about) == 25 and next(iter(about)) == "Repair 1 Tiger I: Tunis"
    assert about["Upgrade minor industrial complex to underground: Paris"] == "7 IPC"
    assert not any(label.startswith("Demolish") for label in about)  # there is enough else


async def test_what_destroys_is_offered_where_there_is_room() -> None:
    options = menus_of(power="Finland", phase="purchase")["Also possible..."]
    assert options[-1]["label"].startswith("Demolish") and options[0]["label"].startswith("Upgrade")


async def test_guns_that_fire_before_the_battles_are_offered_there() -> None:
    units = {"Moscow": {"Soviet Union": "1 katyusha"}, "Smolensk": {"Germany": "1 infantry"}}
    menus = menus_of(power="Soviet Union", phase="conduct combat", setup="empty", units=units)
    assert [option["value"] for option in menus["Before any battle: fire from afar..."]] == [
        "shell 1 katyusha: Moscow > Smolensk"
    ]


async def test_the_shop_says_what_special_units_are_for() -> None:
    army = menus_of(power="United States", phase="purchase")["Buy special units of the army..."]
    about = {option["value"]: option["description"] for option in army}
    assert "clears mines" in about["crab tank"] and "before any battle" in about["t92 howitzer"]


def client_of(desk: Desk) -> Any:
    """What a panel needs of the client."""
    return SimpleNamespace(store=desk.store, games=desk.moderator)


class Stubborn(Panels):
    """Panels whose channel refuses some of the first."""

    def __init__(self, services: Any, refusals: int) -> None:
        super().__init__(services, FakeTransport(), lambda: 0.0, lambda server: None)
        self.left, self.shown = refusals, list[Any]()

    async def _show(self, message: Any, row: Any, panel: Any) -> int:
        if self.left:
            self.left -= 1
            raise NotDelivered("Component custom_id cannot be duplicated", 50035, 400)
        self.shown.append(panel)
        return 1


@pytest.mark.parametrize("refusals", [0, 1, 2])
async def test_a_refused_panel_comes_without_menus(
    desk: Desk, refusals: int, capsys: pytest.CaptureFixture[str]
) -> None:
    await (await desk.begin()).stand("purchase")
    sender = Stubborn(client_of(desk), refusals)
    asked = refresh(await desk.row(), "x")
    message: Any = SimpleNamespace(payload=asked.payload, channel_id=asked.channel_id)
    assert await sender.refresh(message) == 1
    tree = checked(sender.shown[0].reply.view)
    kinds = [c["type"] for row in tree for c in row["components"]]
    assert (3 in kinds) == (refusals == 0) and bool(kinds) == (refusals < 2)
    assert len(capsys.readouterr().out.split("error_id=")) == refusals + 1


async def test_a_stale_button_gets_the_present_ones(desk: Desk) -> None:
    await desk.begin()
    await desk.ok("done")
    await desk.ok("buy 1 infantry")
    reply = await stale_reply(client_of(desk), desk.game_id, ANNA)
    assert reply.private and "buys 1 infantry" in reply.text and checked(reply.view)
    assert (await stale_reply(client_of(desk), desk.game_id, 99)).view is None


async def test_the_panel_says_until_when(desk: Desk) -> None:
    await desk.begin(settings={"deadline": {"profile": "daily"}})
    panel = await compose(client_of(desk), await desk.situation())
    due = int(desk.now + 86400)
    assert panel.due == due and f"<t:{due}:R>" in panel.reply.text
    assert panel.reply.embed is not None and f"<t:{due}:f>" in (panel.reply.embed.description or "")


def test_every_way_to_act_is_offered_before_any_comes_again() -> None:
    """However many lines one of them has; what destroys what is one's own comes last."""
    craft = [f"ship {n} infantry: A > SZ 1 > B using 1 landing craft: A" for n in range(1, 31)]
    offers = [
        "invoke d-day",
        *(f"upgrade factory to {n}: A" for n in range(30)),
        *craft,
        "move 1 tank (by rail): A > B",
    ]
    shown = likely([*offers, "demolish factory: A"])
    assert shown[:4] == ["invoke d-day", "upgrade factory to 0: A", craft[0], "move 1 tank (by rail): A > B"]
    assert len(shown) == 25 and "demolish factory: A" not in shown
    assert likely(["demolish factory: A", "disband 1 tank: A"]) == ["demolish factory: A", "disband 1 tank: A"]


async def test_a_panel_that_asks_leaves_long_dice_to_the_message_above(desk: Desk) -> None:
    """So that the question's buttons are not two screens below it on a phone."""
    await desk.begin()
    units = {"Ukraine S.S.R.": {"Germany": "15 infantry"}, "Caucasus": {"USSR": "30 armor, 20 infantry"}}
    await desk.stand("combat move", setup="empty", units=units)
    await desk.ok("move 30 armor, 20 infantry: Caucasus > Ukraine S.S.R.", "done")
    await desk.ok("fight Ukraine S.S.R.")
    panel = await compose(desk.services, await desk.situation())
    shown = str(panel.reply.embed.description if panel.reply.embed else "")
    assert "choose the losses" in shown and "armor at 3:" not in shown


async def test_the_panel_says_why_a_phase_of_moves_is_not_done_yet(desk: Desk) -> None:
    await desk.begin()
    table = await desk.moderator.table(desk.game_id)
    ships = {"Baltic Sea Zone": {"Germany": "1 submarine"}}
    idle = "move 1 submarine: Baltic Sea Zone > North Sea Zone"
    table.game = stand("Germany", idle, game="classic", phase="combat move", setup="empty", units=ships)
    panel = await compose(client_of(desk), await desk.situation())
    assert panel.reply.embed is not None
    assert "Not done yet: The submarine in North Sea Zone meets no enemy" in (panel.reply.embed.description or "")
    assert await done_waits(stand("Germany", game="classic", phase="combat move", setup="empty", units=ships)) == ""


async def test_the_panel_of_a_game_that_was_ended_asks_for_nothing(desk: Desk) -> None:
    await desk.begin()
    before = (await compose(desk.services, await desk.situation())).reply.embed
    assert before is not None and "go on with Done" in (before.description or "")
    await desk.store.apply(SetGame(desk.game_id, {"status": "over"}))
    after = (await compose(desk.services, await desk.situation())).reply.embed
    assert (
        after is not None
        and "go on with Done" not in (after.description or "")
        and "still work" in (after.description or "")
    )
