"""Keeps a world in a JSON file between starts, with its uploaded files in a folder beside it."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import json
import os
from pathlib import Path

from local_discord.errors import Json
from local_discord.files import Upload
from local_discord.messages import LOADING
from local_discord.world import Event, World

FORMAT = 1
_PLACEHOLDER = "channel://here"
_TABLES = ("users", "guilds", "members", "channels", "messages", "history", "readers")


class Keeper:
    """Writes the world to a file soon after every change, and once more at the end."""

    def __init__(self, world: World, path: Path, every_seconds: float = 1.0) -> None:
        self.world = world
        self.path = path
        self.every_seconds = every_seconds
        self._dirty = False
        self._kept = ""
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Read what was saved, then watch for changes."""
        if self.path.exists():
            load(self.world, self.path)
            self._kept = written(self.world)
        self.world.subscribe(self._on_event)
        self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        """Write a last time, unless nothing has happened: then the file may be another channel's, that goes on with it."""
        self.world.unsubscribe(self._on_event)
        if self._task:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task
        if self._kept != written(self.world):
            self._save()

    def _on_event(self, event: Event) -> None:
        self._dirty = True

    async def _run(self) -> None:
        while True:
            await asyncio.sleep(self.every_seconds)
            if self._dirty:
                self._dirty = False
                self._save()

    def _save(self) -> None:
        self._kept = save(self.world, self.path)


def written(world: World) -> str:
    """A world as its file has it, with the addresses of this start."""
    state: Json = {"format": FORMAT, **{name: getattr(world, name) for name in _TABLES}}
    state["commands"] = {scope or "": commands for scope, commands in world.commands.items()}
    state["closed_dms"] = sorted(world.closed_dms)
    return json.dumps(state, ensure_ascii=False)


def save(world: World, path: Path) -> str:
    """Write the world; the file is whole at every moment, the old one or the new one. Gives what was written."""
    text = written(world)
    path.parent.mkdir(parents=True, exist_ok=True)
    _save_files(world.files.shown_in(text), _folder(path))
    fresh = path.with_name(path.name + ".new")
    fresh.touch(0o600)  # what people write to each other is nobody else's on this machine
    fresh.write_text(text.replace(world.base_url, _PLACEHOLDER), encoding="utf-8")
    os.replace(fresh, path)
    return text


def load(world: World, path: Path) -> None:
    """Replace the world's content by what was saved. ValueError if it is of another format."""
    state = json.loads(path.read_text(encoding="utf-8").replace(_PLACEHOLDER, world.base_url))
    if state.get("format") != FORMAT:
        raise ValueError(f"{path} was saved by another version; move it away to begin anew")
    for name in _TABLES:
        setattr(world, name, state[name])
    world.commands = {scope or None: commands for scope, commands in state["commands"].items()}
    world.closed_dms = set(state["closed_dms"])
    _share_objects(world)
    _load_files(world, _folder(path))
    for snowflake in (*world.users, *world.channels, *world.messages):
        world.ids.seen(snowflake)


def _share_objects(world: World) -> None:
    """Let members and messages refer to the users again; nobody is "thinking" after a new start."""
    for members in world.members.values():
        for user_id, member in members.items():
            member["user"] = world.users[user_id]
    for channel in world.channels.values():
        if "recipients" in channel:
            channel["recipients"] = [world.users[r["id"]] for r in channel["recipients"]]
    for message in world.messages.values():
        message["flags"] &= ~LOADING
        message["author"] = world.users.get(message["author"]["id"], message["author"])


def _folder(path: Path) -> Path:
    return path.with_name(path.stem + "-files")


def _save_files(files: dict[str, Upload], folder: Path) -> None:
    """Write the files that aren't there yet, delete those that nothing shows, and write the index."""
    folder.mkdir(exist_ok=True)
    index = {}
    for url_path, upload in files.items():
        name = hashlib.sha256(url_path.encode()).hexdigest()[:32]
        index[name] = {"path": url_path, "filename": upload.filename}
        if not (folder / name).exists():
            (folder / name).write_bytes(upload.data)
    (folder / "index.json").write_text(json.dumps(index), encoding="utf-8")
    for stale in folder.iterdir():
        if stale.name not in index and stale.name != "index.json":
            stale.unlink()


def _load_files(world: World, folder: Path) -> None:
    index_file = folder / "index.json"
    if not index_file.exists():
        return
    for name, entry in json.loads(index_file.read_text(encoding="utf-8")).items():
        if (folder / name).exists():
            data = (folder / name).read_bytes()
            world.files.by_path[entry["path"]] = Upload("", entry["filename"], data)
