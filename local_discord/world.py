"""The pretended Discord: guild, people, channels, messages and commands, in memory.

Everything here is synchronous, so that each change is whole before anybody hears of it. Whoever wants to
hear (gateway sessions, browser pages, tests) subscribes and gets every `Event`.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, count
from typing import TYPE_CHECKING

from local_discord import permissions, shapes
from local_discord.errors import Json, missing_access, missing_permissions, unknown
from local_discord.files import FileStore, Upload
from local_discord.ids import Snowflakes, seeded
from local_discord.seed import APP_ID, GUILD_ID, Seed, local_token

if TYPE_CHECKING:
    from local_discord.interactions import Interaction

BOT_PERMISSIONS = permissions.bits(
    "VIEW_CHANNEL",
    "SEND_MESSAGES",
    "MANAGE_MESSAGES",
    "EMBED_LINKS",
    "ATTACH_FILES",
    "READ_MESSAGE_HISTORY",
    "MANAGE_THREADS",
    "CREATE_PUBLIC_THREADS",
    "SEND_MESSAGES_IN_THREADS",
)


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened. `readers` None means everybody who sees the channel or guild."""

    name: str
    data: Json
    guild_id: str | None = None
    channel_id: str | None = None
    readers: frozenset[str] | None = None
    bot_hears: bool = True


Listener = Callable[[Event], None]


class World:
    """All there is. The other modules (messages, channels, interactions) are the verbs to this noun."""

    def __init__(self, seed: Seed | None = None, clock: Callable[[], float] = time.monotonic) -> None:
        self.ids = Snowflakes()
        self.clock = clock
        self.base_url = "http://127.0.0.1"
        self.token = local_token()
        self.answer_seconds = 3.0
        self.token_seconds = 900.0
        self.users: dict[str, Json] = {}
        self.guilds: dict[str, Json] = {}
        self.members: dict[str, dict[str, Json]] = {}
        self.channels: dict[str, Json] = {}
        self.messages: dict[str, Json] = {}
        self.history: dict[str, list[str]] = {}
        self.readers: dict[str, str] = {}
        self.commands: dict[str | None, list[Json]] = {None: []}
        self.files = FileStore()
        self.offered_files: dict[str, Json] = {}
        self.interactions: dict[str, Interaction] = {}
        self.closed_dms: set[str] = set()
        self.old_edits: dict[str, int] = {}
        self._listeners: list[Listener] = []
        self._plant(seed or Seed())

    def _plant(self, seed: Seed) -> None:
        """Bring the seed's guild, people and channels into being."""
        people = [shapes.user(seeded(100 + n), name) for n, name in enumerate(seed.players)]
        self.users[APP_ID] = shapes.user(APP_ID, seed.bot, bot=True)
        self.users.update({person["id"]: person for person in people})
        self.add_guild(GUILD_ID, seed.guild, seed.channels, map(seeded, chain((3,), count(1000))))
        for number, (name, channels) in enumerate(seed.others, 1):
            ids, owner = map(seeded, count(10_000 * number)), people[number % len(people)]["id"] if people else ""
            self.add_guild(next(ids), name, channels, ids, owner)

    def add_guild(
        self,
        guild_id: str,
        name: str,
        channels: Sequence[str] = ("table-one",),
        ids: Iterator[str] | None = None,
        owner: str = "",
    ) -> None:
        """Another server, with everybody in it and some channels; before a bot connects. ids: of its role and channels.
        owner: whose it is, the first player's if left out."""
        ids = ids or iter(self.ids.new, "")
        guild = shapes.guild(guild_id, name, owner or next(self.players(), self.bot)["id"])
        bot_role = shapes.role(next(ids), self.bot["username"], BOT_PERMISSIONS, 1)
        guild["roles"].append({**bot_role, "managed": True, "tags": {"bot_id": APP_ID}})
        self.guilds[guild_id] = guild
        self.members[guild_id] = {u["id"]: shapes.member(u) for u in self.users.values()}
        self.members[guild_id][APP_ID]["roles"].append(bot_role["id"])
        self.commands[guild_id] = []
        for n, channel_name in enumerate(channels):
            channel = shapes.text_channel(next(ids), guild_id, channel_name, position=n)
            self.channels[channel["id"]] = channel

    # -- time

    def now(self) -> float:
        """Seconds by the clock."""
        return self.clock()

    # -- hearing of changes

    def subscribe(self, listener: Listener) -> None:
        """Call `listener` with every event from now on."""
        self._listeners.append(listener)

    def unsubscribe(self, listener: Listener) -> None:
        """Stop calling `listener`; no matter if it never was called."""
        if listener in self._listeners:
            self._listeners.remove(listener)

    def emit(self, event: Event) -> None:
        """Tell everybody."""
        for listener in list(self._listeners):
            listener(event)

    # -- people

    @property
    def bot(self) -> Json:
        """The bot's user."""
        return self.users[APP_ID]

    def add_player(self, name: str, guild_id: str = GUILD_ID) -> Json:
        """A new user called `name`, who joins the guild."""
        user = shapes.user(self.ids.new(), name)
        self.users[user["id"]] = user
        self.members[guild_id][user["id"]] = shapes.member(user)
        joined = {**self.members[guild_id][user["id"]], "guild_id": guild_id}
        self.emit(Event("GUILD_MEMBER_ADD", joined, guild_id))
        return user

    def players(self) -> Iterator[Json]:
        """Every user who isn't a bot, in the order of their ids."""
        return (self.users[u] for u in sorted(self.users, key=int) if not self.users[u]["bot"])

    def user_named(self, name: str) -> Json:
        """The player shown as `name`; KeyError if there is none."""
        for user in self.players():
            if user["global_name"] == name:
                return user
        raise KeyError(name)

    def user(self, user_id: str) -> Json:
        """The user with this id, or 404."""
        if user_id not in self.users:
            raise unknown("User")
        return self.users[user_id]

    def guild(self, guild_id: str) -> Json:
        """The guild with this id, or 404."""
        if guild_id not in self.guilds:
            raise unknown("Guild")
        return self.guilds[guild_id]

    def member(self, guild_id: str, user_id: str) -> Json:
        """A user's membership of a guild, or 404."""
        found = self.members.get(guild_id, {}).get(user_id)
        if found is None:
            raise unknown("Member")
        return found

    # -- channels and what may be done there

    def channel(self, channel_id: str) -> Json:
        """The channel, thread or direct channel with this id, or 404."""
        if channel_id not in self.channels:
            raise unknown("Channel")
        return self.channels[channel_id]

    def channel_named(self, name: str) -> Json:
        """The channel or thread with this name (the newest, if there are several); KeyError if none."""
        found = [c for c in self.channels.values() if c.get("name") == name]
        if not found:
            raise KeyError(name)
        return found[-1]

    def may(self, user_id: str, channel: Json) -> int:
        """The permission bits of a user in a channel; in a thread those of its parent."""
        if channel["type"] == shapes.DM:
            own = user_id in (APP_ID, channel["recipients"][0]["id"])
            return permissions.ALL if own else 0
        guild_id = channel["guild_id"]
        member = self.members.get(guild_id, {}).get(user_id)
        if member is None:
            return 0
        place = channel
        if channel["type"] == shapes.THREAD:
            place = self.channels.get(channel["parent_id"], channel)
        return permissions.in_channel(self.guilds[guild_id], member, place)

    def sees(self, user_id: str, channel: Json) -> bool:
        """Whether a user may read a channel."""
        return bool(self.may(user_id, channel) & permissions.NAMES["VIEW_CHANNEL"])

    def demand(self, channel: Json, *names: str) -> None:
        """Raise 403 unless the bot sees the channel and holds every one of these permissions there."""
        may = self.may(APP_ID, channel)
        if not may & permissions.NAMES["VIEW_CHANNEL"]:
            raise missing_access()
        wanted = permissions.bits(*names)
        if may & wanted != wanted:
            raise missing_permissions()

    def audience(self, channel: Json) -> frozenset[str] | None:
        """Who hears of things in a channel; None where that is everybody in the guild who sees it."""
        if channel["type"] == shapes.DM:
            return frozenset(r["id"] for r in channel["recipients"])
        return None

    # -- messages

    def offer_file(self, filename: str, data: bytes) -> Json:
        """A player uploads a file for a command's option. Returns the attachment, whose id is the value."""
        attachment = self.files.keep("0", self.ids.new(), Upload("", filename, data), self.base_url)
        self.offered_files[attachment["id"]] = {**attachment, "ephemeral": True}
        self.files.retire(attachment)
        return attachment

    def message(self, channel_id: str, message_id: str) -> Json:
        """The message with this id in this channel, or 404."""
        found = self.messages.get(message_id)
        if found is None or found["channel_id"] != channel_id:
            raise unknown("Message")
        return found

    def messages_in(self, channel_id: str, user_id: str | None = None) -> list[Json]:
        """A channel's messages, oldest first: all of them, or those that a user can see."""
        found = (self.messages[m] for m in self.history.get(channel_id, []))
        return [m for m in found if user_id is None or self.readers.get(m["id"], user_id) == user_id]
