"""The world between starts."""

from __future__ import annotations

from pathlib import Path

import aiohttp
import pytest

from local_discord import messages, player_actions
from local_discord.files import Upload
from local_discord.save import save
from local_discord.seed import Seed
from local_discord.server import LocalChannel, channel_in_thread
from local_discord.testing.channel import TestChannel
from local_discord.testing.driver import Driver

PICTURE = Upload("files[0]", "map & key.png", b"\x89PNG\r\n\x1a\n" + b"\0" * 8 + b"\0\0\0\x02\0\0\0\x03")


async def test_everything_is_there_again(tmp_path: Path) -> None:
    file = tmp_path / "world" / "channel.json"
    async with TestChannel(save_path=file) as channel:
        driver = Driver(channel)
        anna = await driver.player("Anna")
        fay = await driver.player("Fay")
        player_actions.say(channel.world, anna.id, anna.channel, "kept", (PICTURE,))
        first_id = (await fay.say("also kept"))["id"]
        fay.refuse_dms()
    async with TestChannel(save_path=file) as channel:
        driver = Driver(channel)
        kept, also = driver.messages("general")
        assert (kept["content"], also["content"]) == ("kept", "also kept")
        assert (await driver.player("Fay")).id == fay.id and channel.world.closed_dms == {fay.id}
        async with aiohttp.ClientSession() as http, http.get(kept["attachments"][0]["url"]) as answer:
            assert await answer.read() == PICTURE.data and answer.content_type == "image/png"
        later = await (await driver.player("Fay")).say("later")
        assert int(later["id"]) > int(first_id)


async def test_a_second_channel_that_nothing_happens_in_writes_nothing(tmp_path: Path) -> None:
    """A bot that is begun twice is refused, after its page is there: what the first has kept meanwhile stays."""
    file = tmp_path / "channel.json"
    async with TestChannel(save_path=file) as first:
        anna = await Driver(first).player("Anna")
        save(first.world, file)
        async with TestChannel(save_path=file):
            player_actions.say(first.world, anna.id, anna.channel, "picture", (PICTURE,))
            save(first.world, file)
            kept = {path.name: path.read_bytes() for path in (file, *(tmp_path / "channel-files").iterdir())}
        assert {path.name: path.read_bytes() for path in (file, *(tmp_path / "channel-files").iterdir())} == kept
        assert len(kept) == 3


async def test_files_that_nothing_shows_are_dropped(tmp_path: Path) -> None:
    file = tmp_path / "channel.json"
    async with TestChannel(save_path=file) as channel:
        driver = Driver(channel)
        anna = await driver.player("Anna")
        anna.file("never-used.txt", b"x")
        said = player_actions.say(channel.world, anna.id, anna.channel, "picture", (PICTURE,))
        folder = tmp_path / "channel-files"
        save(channel.world, file)
        assert len(list(folder.iterdir())) == 2
        messages.delete(channel.world, said)
        save(channel.world, file)
        assert [f.name for f in folder.iterdir()] == ["index.json"]


async def test_replaced_pictures_go_after_a_while() -> None:
    async with TestChannel() as channel:
        anna = await Driver(channel).player("Anna")
        said = player_actions.say(channel.world, anna.id, anna.channel, "picture", (PICTURE,))
        for _ in range(300):
            messages.edit(channel.world, said, {"attachments": []}, (PICTURE,))
        assert len(channel.world.files.by_path) == 201
        assert said["attachments"][0]["url"].removeprefix(channel.url) in channel.world.files.by_path


async def test_another_format_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "channel.json"
    file.write_text('{"format": 0}')
    with pytest.raises(ValueError, match="another version"):
        await LocalChannel(save_path=file).start()


async def test_the_same_seed_gives_the_same_ids() -> None:
    seed = Seed(channels=("a", "b"), players=("Ada",))
    ids = []
    for _ in range(2):
        async with LocalChannel(seed=seed) as channel:
            ids.append((channel.token, list(channel.world.channels), list(channel.world.users)))
    assert ids[0] == ids[1]


def test_in_a_thread_of_its_own(tmp_path: Path) -> None:
    with channel_in_thread(save_path=tmp_path / "channel.json") as channel:
        url, token = channel.url, channel.token
    assert url.startswith("http://127.0.0.1:") and token.count(".") == 2
    assert (tmp_path / "channel.json").exists()
