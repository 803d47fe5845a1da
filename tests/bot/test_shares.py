"""Direct messages come to the first share, whatever share a game is in: what is looked up there is what stands, and only the
game's own share writes about it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from asked import Asked
from desk import ANNA, BORIS

from bot.discord.client import plain
from bot.discord.components import router
from bot.game import Accepted, Moderator
from bot.game.moderator.outbox_messages import announce
from bot.services import Services
from bot.settings import Settings
from bot.store import OtherShare, PutSeat, Seat, SetGame, Share, Store
from rules.model.board import load
from tests.ready_stores import ready_database


@pytest.fixture
async def shares(tmp_path: Path) -> AsyncIterator[list[Services]]:
    """Two processes, each with a share."""
    url, settings = ready_database(), Settings(data_dir=tmp_path, pictures=False, _env_file=None)  # type: ignore[call-arg]
    stores = [await Store.open(url, share=Share(number, 2)) for number in range(2)]
    router.register_all()
    yield [Services.over(settings, store, Moderator(store, announce)) for store in stores]
    for store in stores:
        await store.close()


async def _begun(services: Services) -> str:
    """A game on a server of the second share."""
    row = {"guild_id": 1 << 22, "channel_id": 10, "name": "Far", "board": "classic", "master": ANNA}
    game = await services.lobby.create("1", row)
    for number, power in enumerate(load("classic").order):
        await services.lobby.seating.join(
            Seat(game.id, power, ANNA if number else BORIS, "player", "", str(10 + number))
        )
    await services.lobby.start(game.id, "2")
    return game.id


async def test_a_direct_message_at_another_share_tells_what_stands(shares: list[Services]) -> None:
    first, own = shares
    game_id = await _begun(own)

    async def pressed(number: int) -> str:
        asked = Asked(number, ANNA, kind="component")
        asked.data = {"custom_id": f"a1:since:{game_id}::"}
        await router.dispatch(first, asked)  # type: ignore[arg-type]
        return asked.told[0]

    assert "Nothing has happened" in await pressed(900)
    for number, text in enumerate(["done", "buy 1 infantry"]):
        assert isinstance(await own.games.orders(game_id, str(100 + number), BORIS, [text]), Accepted)
    assert "2 orders" in await pressed(901)
    table, row = await first.games.table(game_id), await first.store.game(game_id)
    assert row.revision == table.revision == 2 and table.game.hash == (await own.games.table(game_id)).game.hash
    await own.store.apply(PutSeat(Seat(game_id, "Germany", BORIS, "substitute", "", "77")))
    assert await first.store.seats(game_id) == await own.store.seats(game_id)


async def test_only_its_own_share_writes_about_a_game(shares: list[Services]) -> None:
    first, own = shares
    game_id = await _begun(own)
    with pytest.raises(OtherShare) as found:
        await first.games.orders(game_id, "950", BORIS, ["done"])
    assert plain(found.value) == "That can only be done where **Far** is played: <#10>."
    with pytest.raises(OtherShare):
        await first.store.apply(SetGame(game_id, {"status": "over"}))
    with pytest.raises(OtherShare):
        await first.store.apply(PutSeat(Seat(game_id, "Germany", 9, "player", "", "78")))
    with pytest.raises(OtherShare):
        await first.lobby.create(
            "3", {"guild_id": 1 << 22, "channel_id": 11, "name": "B", "board": "classic", "master": 5}
        )
    assert (await own.store.game(game_id)).revision == 0
    assert isinstance(await own.games.orders(game_id, "951", BORIS, ["done"]), Accepted)
