"""One league for two servers, as the people who manage them see it: asked for, agreed to, played in, left."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from local_discord.rates import Rates
from local_discord.seed import GUILD_ID, Seed
from local_discord.testing.channel import TestChannel
from local_discord.testing.driver import Driver, Player, words_of
from tests.e2e.conftest import SPEC
from tests.e2e.play import labels

HOME, GUEST = "general", "guests"
CLUBS = Seed(players=("Anna", "Boris", "Chen"), others=(("Second club", (GUEST,)),))


@pytest.fixture
async def channel() -> AsyncIterator[TestChannel]:
    """Two servers: Anna owns the first, Boris the second."""
    async with TestChannel(seed=CLUBS, spec=SPEC, rates=Rates(pace=20)) as running:
        yield running
        assert [str(v) for v in running.violations if v.side == "request"] == []


async def people(driver: Driver) -> tuple[Player, Player, Player]:
    """Anna at home, Boris on the guest's server, Chen there too."""
    anna, boris, chen = [await driver.player(name) for name in ("Anna", "Boris", "Chen")]
    return anna.at(HOME), boris.at(GUEST), chen.at(GUEST)


async def together(anna: Player, boris: Player) -> None:
    """The second club has joined the league of the first."""
    assert "asks to join" in (await boris.slash("servers join", number=GUILD_ID)).text
    shown = await anna.slash("servers show")
    assert "**Second club** would join" in shown.text
    assert "belongs to this league" in (await anna.press(shown, "Agree to Second club")).text


async def test_one_asks_and_the_home_agrees(driver: Driver) -> None:
    anna, boris, chen = await people(driver)
    assert f"number is `{GUILD_ID}`" in (await anna.slash("servers show")).text
    assert "Only who manages" in (await chen.slash("servers join", number=GUILD_ID)).text
    assert "digits only" in (await boris.slash("servers join", number="the first")).text
    await boris.slash("servers join", number=GUILD_ID)
    for_chen = await chen.at(HOME).slash("servers show")
    assert "would join" in for_chen.text and labels(for_chen.message) == []
    shown = await anna.slash("servers show")
    assert "Only who manages" in (await chen.at(HOME).raw_component(shown.message, _id(shown.message))).text
    await anna.press(shown, "Agree to Second club")
    assert "belong to the league of another" in (await boris.slash("servers show")).text
    assert "who manages" in (await chen.slash("servers leave")).text
    assert "own league" in (await boris.slash("servers leave")).text
    assert "Second club" not in (await anna.slash("servers show")).text


async def test_formats_games_and_tables_are_the_leagues(driver: Driver) -> None:
    anna, boris, chen = await people(driver)
    await together(anna, boris)
    await anna.slash("league board")
    await boris.slash("league board")
    refused = await boris.slash("league close", on=True)
    assert "is a guest in its league" in refused.text
    await boris.slash("challenge", player=chen.id, format="classic-league", side="Allies")
    posted = await driver.wait_message(GUEST, lambda m: "challenges" in m["content"])
    await chen.press(posted, "Accept")
    (thread,) = driver.threads(GUEST)
    refused = await chen.at(thread).slash("arbiter adjudicate", winner="Axis", why="I say so.")
    assert "who manages this server" in refused.text
    asked = await chen.at(thread).slash("concede")
    await chen.at(thread).press(asked, labels(asked.message)[0])
    await driver.wait_message(thread, lambda m: "This game is rated." in m["content"])
    for player in (anna, boris):
        table = await player.slash("ratings table", format="classic-league")
        assert "Boris" in table.text and "Chen" in table.text
        assert "gave up" in (await player.slash("archive find", player=boris.id)).text
    for place in (HOME, GUEST):
        await driver.wait_message(place, lambda m: "The Allies have won" in words_of(m) and bool(m["embeds"]))
    await boris.slash("servers leave")
    assert "Boris" in (await anna.slash("ratings table", format="classic-league")).text, "what was played stays"
    assert "Boris" not in (await boris.slash("ratings table", format="classic-league")).text


def _id(message: object) -> str:
    return str(message["components"][0]["components"][0]["custom_id"])  # type: ignore[index]
