"""How the bot begins: it waits for Discord, and says what it was begun without."""

from __future__ import annotations

import asyncio
import signal
import socket
from pathlib import Path
from typing import Any

import discord
import pytest
from asked import refusal
from desk import Desk

from bot import __main__ as program
from bot.app import warn_of_open_roots
from bot.discord import client as client_module
from bot.discord.client import Adjutant
from bot.settings import Settings
from local_discord.seed import Seed


async def test_discord_that_does_not_answer_is_waited_for(desk: Desk, monkeypatch: Any) -> None:
    """At the start too; a wrong token ends it."""
    client = Adjutant(desk.services)
    answers, pauses = [refusal(0, 503), OSError(), None], list[float]()

    async def login(token: str) -> None:
        if answer_ := answers.pop(0):
            raise answer_

    async def done(*values: Any, **more: Any) -> None:
        pauses.extend(values)

    monkeypatch.setattr(client, "login", login)
    monkeypatch.setattr(client, "connect", done)
    monkeypatch.setattr(client_module.asyncio, "sleep", done)
    await client.stay("token")
    assert pauses == [2.0, 4.0]
    answers.append(refusal(0, 401))
    with pytest.raises(discord.HTTPException):
        await client.stay("token")


def test_plain_roots_are_warned_of_at_each_start_on_discord(tmp_path: Path, capsys: Any) -> None:
    for token, key, told in (("t" * 60, None, True), ("t" * 60, "ab" * 32, False), (None, None, False)):
        warn_of_open_roots(Settings(data_dir=tmp_path, discord_token=token, dice_key=key, _env_file=None))
        assert ("foretell dice" in capsys.readouterr().out) is told


def test_a_taken_port_is_replaced_by_a_free_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """No bare error of the system; a port that is free is taken as it is, and 0 stays 0."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert program.free_port("127.0.0.1", port) not in (0, port)
        settings = Settings(data_dir=tmp_path, channel_port=port, _env_file=None)
        program._channel(settings, Seed(), tmp_path / "channel.json")
    assert f"Port {port} is taken" in capsys.readouterr().out
    assert program.free_port("127.0.0.1", port) == port and program.free_port("127.0.0.1", 0) == 0


def test_a_ctrl_c_in_the_first_seconds_ends_it_without_a_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    """The page is there seconds before the bot, and says that Ctrl+C ends it."""

    async def interrupted(settings: Settings) -> None:
        signal.raise_signal(signal.SIGINT)
        await asyncio.sleep(60)

    monkeypatch.setattr(program, "load_settings", lambda: Settings(_env_file=None))
    monkeypatch.setattr(program, "_local", interrupted)
    assert program.main([]) == 0


@pytest.mark.parametrize(("asked", "code", "told"), [("--help", 0, "DISCORD_TOKEN"), ("--port", 2, "unrecognized")])
def test_arguments_start_no_bot(asked: str, code: int, told: str, capsys: pytest.CaptureFixture[str]) -> None:
    """It has none: one that was typed by mistake is named, and `--help` says where settings are."""
    with pytest.raises(SystemExit) as ended:
        program.main([asked])
    assert ended.value.code == code
    assert told in "".join(capsys.readouterr())
