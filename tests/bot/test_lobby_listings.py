"""Games of a server to choose from: told apart, and found by a part of their name."""

from __future__ import annotations

from desk import ANNA, Desk

from bot.discord.features.lobby.listings import game_choices, meant
from bot.store import Game


async def _games(desk: Desk, *names: str) -> list[Game]:
    common = {"guild_id": 9, "board": "classic", "master": ANNA, "rules": []}
    made = [{**common, "channel_id": 10 + n, "name": name} for n, name in enumerate(names)]
    return [await desk.lobby.create(desk.fresh(), one) for one in made]


async def test_a_game_and_its_copy_are_told_by_where_they_are(desk: Desk) -> None:
    games = await _games(desk, "Winter", "Winter", "Summer")
    found = game_choices(games, "w", lambda place: f"table-{place}")
    assert [(one.name, one.value) for one in found] == [
        ("Winter, in table-10", games[0].id),
        ("Winter, in table-11", games[1].id),
    ]
    assert [one.name for one in game_choices(games, "", str)][-1] == "Summer"


async def test_a_game_is_meant_by_its_id_its_name_or_a_part_of_it(desk: Desk) -> None:
    first, second, summer = games = await _games(desk, "Winter", "Winter", "Summer")
    assert meant(games, second.id) == second and meant(games, "Summer") == summer and meant(games, "summ") == summer
    assert meant(games, "Winter") is None and meant(games, "er") is None and meant(games, "Spring") is None
    assert meant([first, summer], "winter") == first
