"""What the client sends to Discord apart from answers, and what of discord.py it builds on."""

from __future__ import annotations

import inspect
from pathlib import Path
from typing import Any

import discord
import pytest
from desk import Desk
from discord import app_commands

from bot.discord.client import COGS, Adjutant
from bot.discord.delivery import Delivery
from bot.discord.response import Reply
from bot.services import Services
from bot.settings import Settings


def client(desk: Desk, folder: Path, monkeypatch: pytest.MonkeyPatch, *guilds: int) -> tuple[Adjutant, list[Any]]:
    """A client with some commands that is not logged in, and what it sends of them: server, number."""
    settings = Settings(data_dir=folder, command_guilds=list(guilds), discord_token="x.y.z", _env_file=None)  # type: ignore[call-arg]
    made, sent = Adjutant(Services.over(settings, desk.store, desk.moderator)), list[Any]()

    async def sync(*, guild: discord.Object | None = None) -> None:
        sent.append((guild.id if guild else None, len(made.tree.get_commands(guild=guild))))

    monkeypatch.setattr(made.tree, "sync", sync)
    return made, sent


async def test_commands_are_in_one_scope_only(desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Commands for a server in development, then for everybody, and back: nobody sees them twice."""
    sent = list[list[Any]]()
    for guilds in ((), (7, 8), (8,), (), ()):
        made, now = client(desk, tmp_path, monkeypatch, *guilds)
        await COGS[0].setup(made, made.services)
        count = len(made.tree.get_commands())
        await made._sync()
        assert len(made.tree.get_commands()) == count > 0
        sent.append([(guild, bool(number)) for guild, number in now])
        await made.close()
    assert sent == [
        [(None, True)],
        [(7, True), (8, True), (None, False)],
        [(7, False)],
        [(None, True), (8, False)],
        [],
    ]


def test_every_command_goes_through_our_hook() -> None:
    """The hook is not public: what calls it is looked at with each version of discord.py."""
    assert inspect.iscoroutinefunction(app_commands.CommandTree._call)
    assert list(inspect.signature(app_commands.CommandTree._call).parameters) == ["self", "interaction"]
    assert "await self._call(interaction)" in inspect.getsource(app_commands.CommandTree._from_interaction)


async def test_an_edit_leaves_nothing_of_before() -> None:
    """A panel whose embed is gone (refused, or bare) shows none."""
    given = list[dict[str, Any]]()

    class Channel:
        def get_partial_message(self, number: int) -> Channel:
            return self

        async def edit(self, **values: Any) -> None:
            given.append(values)

    class Client:
        def get_channel(self, place: int) -> Channel:
            return Channel()

    sender = Delivery(Client(), None)  # type: ignore[arg-type]
    await sender.edit(1, 2, Reply("a", embed=discord.Embed(title="t")))
    await sender.edit(1, 2, Reply("b"))
    assert given[0]["embed"].title == "t"
    assert given[1]["embed"] is None and given[1]["view"] is None and "attachments" not in given[1]
