"""The test driver: players who act as people do in Discord's client, and see what people see.

driver = Driver(channel)
anna = await driver.player("Anna")
answer = await anna.slash("game new", board="classic")
await anna.press(answer.message, "Join Germany")
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from local_discord import channels as channel_acts
from local_discord import commands, interactions, messages, permissions, player_actions, shapes
from local_discord.commands import BadInput
from local_discord.errors import Json
from local_discord.interactions import AUTOCOMPLETE, COMMAND, COMPONENT, DEFER, DEFER_UPDATE, Interaction
from local_discord.messages import EPHEMERAL
from local_discord.seed import APP_ID
from local_discord.testing import moderators
from local_discord.testing.channel import TestChannel
from local_discord.world import Event, World

PATIENCE = 100.0
"""Seconds that a player waits before giving up; no measure of speed, only an end to hopeless waiting."""


class NoAnswer(Exception):
    """The bot gave no answer: Discord would say "The application did not respond"."""


class Answer:
    """What the bot answered to one act. Messages are live: they show later edits."""

    def __init__(self, world: World, interaction: Interaction) -> None:
        self.world = world
        self.interaction = interaction

    @property
    def kind(self) -> str:
        """message, deferred, update, choices, form: what the first answer was."""
        names = {4: "message", 5: "deferred", 6: "update", 7: "update", 8: "choices", 9: "form"}
        return names[(self.interaction.answer or {})["type"]]

    @property
    def message(self) -> Json:
        """The message of the answer (for a component: the one that bears it, if that was updated)."""
        found = self.world.messages.get(self.interaction.original_id or "")
        if found is None and self.messages:
            found = self.messages[0]  # "is thinking" was taken away, and the answer posted in its place
        if found is None:
            raise AssertionError(f"the answer ({self.kind}) is no message")
        return found

    @property
    def messages(self) -> list[Json]:
        """Every message that came of this act and still stands: the answer and its follow-ups."""
        known = self.world.messages
        return [known[m] for m in self.interaction.message_ids if m in known]

    @property
    def content(self) -> str:
        """The text of the answer."""
        return str(self.message["content"])

    @property
    def embeds(self) -> list[Json]:
        """The embeds of the answer."""
        return list(self.message["embeds"])

    @property
    def text(self) -> str:
        """Everything readable in all messages of the answer, for loose comparisons."""
        return "\n".join(words_of(m) for m in self.messages or [self.message])

    @property
    def ephemeral(self) -> bool:
        """Whether only the player sees it."""
        return bool(self.message["flags"] & EPHEMERAL)

    @property
    def form(self) -> Json:
        """The form that the bot opened."""
        if self.kind != "form":
            raise AssertionError(f"the answer is {self.kind}, no form")
        return dict((self.interaction.answer or {})["data"])

    def age(self, seconds: float) -> None:
        """Make the interaction older, so that its token expires (after 900 s)."""
        self.interaction.born -= seconds


def words_of(message: Json) -> str:
    """A message's readable text: content and embeds."""
    parts = [message["content"]]
    for embed in message["embeds"]:
        parts += [(embed.get("author") or {}).get("name"), embed.get("title"), embed.get("description")]
        for field in embed.get("fields") or []:
            parts += [field["name"], field["value"]]
        parts.append((embed.get("footer") or {}).get("text"))
    return "\n".join(p for p in parts if p)


class Driver:
    """Players and observation on a running channel, from within the same event loop."""

    def __init__(self, channel: TestChannel) -> None:
        self.channel = channel
        self.world = channel.world
        self.faults = channel.faults

    async def player(self, name: str) -> Player:
        """The player of this name, who joins if there is none yet."""
        with suppress(KeyError):
            return Player(self, self.world.user_named(name)["id"])
        return Player(self, self.world.add_player(name)["id"])

    def place(self, where: str | Json) -> Json:
        """A channel or thread by object, id or name (of several with one name the newest)."""
        if isinstance(where, dict):
            return self.world.channel(where["id"])
        found = self.world.channels.get(where)
        return found if found else self.world.channel_named(where.lstrip("#"))

    def threads(self, where: str | Json | None = None) -> list[Json]:
        """The threads, all or those below one channel, oldest first."""
        parent = self.place(where)["id"] if where is not None else None
        threads = (c for c in self.world.channels.values() if c["type"] == shapes.THREAD)
        return [t for t in threads if parent in (None, t["parent_id"])]

    def messages(self, where: str | Json) -> list[Json]:
        """Every message of a channel, oldest first, ephemeral ones included."""
        return self.world.messages_in(self.place(where)["id"])

    def deny(self, where: str | Json, *names: str) -> None:
        """Take permissions from the bot in a channel, by Discord's names: deny("general", "SEND_MESSAGES")."""
        bits = permissions.bits(*names)
        moderators.overwrite(self.world, self.place(where), APP_ID, 1, 0, bits)

    def delete_channel(self, where: str | Json) -> None:
        """A moderator deletes a channel or thread."""
        moderators.remove(self.world, self.place(where))

    def delete_message(self, message: Json) -> None:
        """A moderator deletes a message."""
        messages.delete(self.world, message)

    def age(self, message: Json, seconds: float) -> None:
        """Let a message have been posted so many seconds earlier, as Discord sees it."""
        posted = datetime.fromisoformat(message["timestamp"]) - timedelta(seconds=seconds)
        message["timestamp"] = posted.isoformat()

    def archive(self, where: str | Json) -> None:
        """A thread has been quiet for long: Discord archives it, and its messages can't be edited."""
        channel_acts.change_thread(self.world, self.place(where), {"archived": True})

    async def wait_until(self, condition: Callable[[], Any], timeout: float = PATIENCE) -> Any:
        """Wait until `condition()` is true; it is asked after everything that happens. Returns its value."""
        stirred = asyncio.Event()

        def on_event(event: Event) -> None:
            stirred.set()

        self.world.subscribe(on_event)
        try:
            async with asyncio.timeout(timeout):
                while not (value := condition()):
                    await stirred.wait()
                    stirred.clear()
                return value
        finally:
            self.world.unsubscribe(on_event)

    async def wait_message(
        self,
        where: str | Json,
        predicate: Callable[[Json], Any] = lambda message: True,
        *,
        after: str = "0",
        timeout: float = PATIENCE,
    ) -> Json:
        """The first message of a channel that fits, now or later; `after` skips those up to that id."""
        place = self.place(where)

        def look() -> Json | None:
            fresh = (m for m in self.messages(place) if int(m["id"]) > int(after))
            return next((m for m in fresh if predicate(m)), None)

        found: Json = await self.wait_until(look, timeout)
        return found


@dataclass(frozen=True)
class Player:
    """One person at one place. `at` gives the same person elsewhere."""

    driver: Driver
    id: str
    channel_id: str = ""

    @property
    def world(self) -> World:
        """The world that the player is in."""
        return self.driver.world

    @property
    def name(self) -> str:
        """The name that is shown."""
        return str(self.world.users[self.id]["global_name"])

    @property
    def mention(self) -> str:
        """How the player is mentioned in a text."""
        return f"<@{self.id}>"

    @property
    def channel(self) -> Json:
        """Where the player is: the first channel, unless `at` said otherwise."""
        return self.world.channel(self.channel_id or next(iter(self.world.channels)))

    @property
    def direct(self) -> Json:
        """The player's direct channel with the bot."""
        return channel_acts.direct(self.world, self.id)

    def at(self, where: str | Json) -> Player:
        """The same player in another channel or thread."""
        return Player(self.driver, self.id, self.driver.place(where)["id"])

    def refuse_dms(self, refused: bool = True) -> None:
        """Let the player take no direct messages (or take them again)."""
        change = self.world.closed_dms.add if refused else self.world.closed_dms.discard
        change(self.id)

    def messages(self, where: str | Json | None = None) -> list[Json]:
        """The messages that the player sees in a channel, oldest first."""
        place = self.channel if where is None else self.driver.place(where)
        if not self.world.sees(self.id, place):
            return []
        return self.world.messages_in(place["id"], self.id)

    def commands(self) -> list[str]:
        """The names of the commands that the player is offered here."""
        return [c["name"] for c in commands.offered(self.world, self.id, self.channel)]

    # -- acting

    async def say(self, content: str) -> Json:
        """Write a message."""
        return player_actions.say(self.world, self.id, self.channel, content)

    def file(self, filename: str, data: bytes) -> str:
        """Upload a file for a command's option; the result is the option's value."""
        return str(self.world.offer_file(filename, data)["id"])

    async def slash(self, name: str, /, *, _timeout: float = PATIENCE, **values: Any) -> Answer:
        """Use a slash command and wait for the whole answer (through "is thinking").

        Options with hyphens are written with underscores. BadInput for what Discord's client wouldn't
        send (`raw_command` sends it all the same); NoAnswer if the bot is silent.
        """
        return await self._whole(player_actions.command(self.world, self.id, self.channel, name, values), _timeout)

    async def on_message(self, message: Json | Answer, name: str, *, timeout: float = PATIENCE) -> Answer:
        """Use a command on a message and wait for the whole answer."""
        return await self._whole(player_actions.on_message(self.world, self.id, _message(message), name), timeout)

    async def autocomplete(self, name: str, /, *, _timeout: float = PATIENCE, **values: Any) -> list[Json]:
        """The choices offered while the last of the given options is being typed."""
        focused = list(values)[-1]
        interaction = player_actions.complete(self.world, self.id, self.channel, name, values, focused)
        await self._first(interaction, _timeout)
        return list((interaction.answer or {})["data"]["choices"])

    async def press(self, message: Json | Answer, wanted: str, *, timeout: float = PATIENCE) -> Answer:
        """Press a button by custom_id or label."""
        return await self._whole(player_actions.press(self.world, self.id, _message(message), wanted), timeout)

    async def select(
        self, message: Json | Answer, wanted: str, values: list[str], *, timeout: float = PATIENCE
    ) -> Answer:
        """Choose in a menu by custom_id or placeholder; the options by value or label."""
        interaction = player_actions.select(self.world, self.id, _message(message), wanted, values)
        return await self._whole(interaction, timeout)

    async def submit(self, opened: Answer, values: dict[str, Any], *, timeout: float = PATIENCE) -> Answer:
        """Fill in and send the form that an answer opened; fields by custom_id or label."""
        return await self._whole(player_actions.submit(self.world, opened.interaction, values), timeout)

    # -- acting as no client would

    async def raw_command(self, data: Json, *, kind: int = COMMAND, timeout: float = PATIENCE) -> Answer:
        """Send a command (or with kind 4 an autocompletion) with any data whatever."""
        return await self._whole(player_actions.raw(self.world, kind, self.id, self.channel, data), timeout)

    def command_data(self, name: str, **values: Any) -> Json:
        """The data that `slash` would send, unchecked: a beginning for malformed ones."""
        found = commands.find(commands.offered(self.world, self.id, self.channel), name)
        return commands.data_for(self.world, self.channel, found, values)

    async def raw_component(
        self,
        message: Json | Answer,
        custom_id: str,
        *,
        component_type: int = 2,
        values: list[str] | None = None,
        timeout: float = PATIENCE,
    ) -> Answer:
        """Use a component that may not be there: forged, disabled, out of date, another reader's."""
        bearer = _message(message)
        data: Json = {"custom_id": custom_id, "component_type": component_type, "id": 1}
        if values is not None:
            data["values"] = values
        channel = self.world.channel(bearer["channel_id"])
        return await self._whole(player_actions.raw(self.world, COMPONENT, self.id, channel, data, bearer), timeout)

    async def raw_form(self, custom_id: str, values: dict[str, str], *, timeout: float = PATIENCE) -> Answer:
        """Send in a form that nobody opened."""
        fields = [{"type": 4, "id": n, "custom_id": k, "value": v} for n, (k, v) in enumerate(values.items(), 2)]
        rows = [{"type": 1, "id": 1, "components": [field]} for field in fields]
        data = {"custom_id": custom_id, "components": rows}
        interaction = player_actions.raw(self.world, interactions.MODAL_SUBMIT, self.id, self.channel, data)
        return await self._whole(interaction, timeout)

    # -- waiting

    async def _first(self, interaction: Interaction, timeout: float) -> Answer:
        try:
            await asyncio.wait_for(interaction.answered.wait(), timeout)
        except TimeoutError:
            raise NoAnswer(f"no answer to {interaction.payload['data']}") from None
        return Answer(self.world, interaction)

    async def _whole(self, interaction: Interaction, timeout: float) -> Answer:
        answer = await self._first(interaction, timeout)
        if interaction.kind != AUTOCOMPLETE and (interaction.answer or {})["type"] in (DEFER, DEFER_UPDATE):
            try:
                await asyncio.wait_for(interaction.settled.wait(), timeout)
            except TimeoutError:
                raise NoAnswer(f"never came back after deferring {interaction.payload['data']}") from None
        return answer


def _message(given: Json | Answer) -> Json:
    return given.message if isinstance(given, Answer) else given


__all__ = ["Answer", "BadInput", "Driver", "NoAnswer", "Player", "words_of"]
