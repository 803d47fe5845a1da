"""Interactions: what a player does to the bot, and the bot's one answer to it.

A player's act becomes an `Interaction`, sent as INTERACTION_CREATE. The bot calls back within three seconds,
once; for fifteen minutes its token then serves follow-up messages and edits.
"""

from __future__ import annotations

import asyncio
import copy
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from local_discord import components, messages, permissions, shapes
from local_discord.errors import ApiError, Json, bad_form, unknown
from local_discord.files import Upload
from local_discord.limits_components import check_choices, check_modal
from local_discord.messages import EPHEMERAL, LOADING, Draft
from local_discord.seed import APP_ID
from local_discord.world import Event, World

COMMAND, COMPONENT, AUTOCOMPLETE, MODAL_SUBMIT = 2, 3, 4, 5
MESSAGE, DEFER, DEFER_UPDATE, UPDATE, CHOICES, MODAL = 4, 5, 6, 7, 8, 9
_ALLOWED = {
    COMMAND: (MESSAGE, DEFER, MODAL),
    COMPONENT: (MESSAGE, DEFER, DEFER_UPDATE, UPDATE, MODAL),
    AUTOCOMPLETE: (CHOICES,),
    MODAL_SUBMIT: (MESSAGE, DEFER, DEFER_UPDATE, UPDATE),
}
_KEEP = 2000
_COMMAND_REPLY = 20


@dataclass
class Interaction:
    """One act of a player; `answer` is the body of the bot's callback once it has come."""

    id: str
    token: str
    kind: int
    user_id: str
    channel_id: str
    payload: Json
    clock: Callable[[], float]
    born: float
    message_id: str | None = None
    opener: Interaction | None = None
    answer: Json | None = None
    original_id: str | None = None
    message_ids: list[str] = field(default_factory=list)
    answered: asyncio.Event = field(default_factory=asyncio.Event)
    settled: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def age(self) -> float:
        """Seconds since the player acted."""
        return self.clock() - self.born

    def sign(self, world: World, message: Json) -> None:
        """Mark a message as an answer to this interaction."""
        message["application_id"] = message["webhook_id"] = APP_ID
        message["interaction_metadata"] = self.metadata(world)
        data = self.payload["data"]
        if self.kind == COMMAND and message["type"] == _COMMAND_REPLY:
            short = {"id": self.id, "type": COMMAND, "name": full_name(data), "user": world.users[self.user_id]}
            message["interaction"] = short
        self.message_ids.append(message["id"])

    def metadata(self, world: World) -> Json:
        """What a message says about the interaction behind it."""
        data = self.payload["data"]
        about: Json = {
            "id": self.id,
            "type": self.kind,
            "user": world.users[self.user_id],
            "authorizing_integration_owners": self.payload["authorizing_integration_owners"],
        }
        if self.kind == COMMAND:
            about |= {"name": full_name(data), "command_type": data["type"]}
        elif self.kind == COMPONENT:
            about["interacted_message_id"] = self.message_id
        elif self.kind == MODAL_SUBMIT and self.opener:
            about["triggering_interaction_metadata"] = self.opener.metadata(world)
        return about


def full_name(data: Json) -> str:
    """A command's name with its group and subcommand: "game new"."""
    names, options = [data["name"]], data.get("options") or []
    while options and options[0]["type"] in (1, 2):
        names.append(options[0]["name"])
        options = options[0].get("options") or []
    return " ".join(names)


def begin(
    world: World,
    kind: int,
    user_id: str,
    channel_id: str,
    data: Json,
    message: Json | None = None,
    opener: Interaction | None = None,
) -> Interaction:
    """A player acts: make the interaction and send it to the bot."""
    interaction = Interaction(
        id=world.ids.new(),
        token=secrets.token_urlsafe(48),
        kind=kind,
        user_id=user_id,
        channel_id=channel_id,
        payload={},
        clock=world.now,
        born=world.now(),
        message_id=message["id"] if message else None,
        opener=opener,
    )
    interaction.payload = _payload(world, interaction, data, message)
    _remember(world, interaction)
    world.emit(Event("INTERACTION_CREATE", interaction.payload, readers=frozenset()))
    return interaction


def _remember(world: World, interaction: Interaction) -> None:
    """Keep the interaction, and forget the oldest ones when there are very many."""
    world.interactions[interaction.token] = interaction
    while len(world.interactions) > _KEEP:
        world.interactions.pop(next(iter(world.interactions)))


def _payload(world: World, interaction: Interaction, data: Json, message: Json | None) -> Json:
    channel = world.channel(interaction.channel_id)
    guild_id = channel.get("guild_id")
    may = str(world.may(interaction.user_id, channel))
    payload: Json = {
        "id": interaction.id,
        "application_id": APP_ID,
        "type": interaction.kind,
        "token": interaction.token,
        "version": 1,
        "data": data,
        "channel_id": channel["id"],
        "channel": {**channel, "permissions": may},
        "locale": "en-US",
        "app_permissions": str(world.may(APP_ID, channel)),
        "entitlements": [],
        "attachment_size_limit": 10 * 1024 * 1024,
        "context": 0 if guild_id else 1,
        "authorizing_integration_owners": {"0": guild_id or "0"},
    }
    if guild_id:
        guild = world.guild(guild_id)
        payload["guild_id"] = guild_id
        payload["guild"] = {"id": guild_id, "locale": "en-US", "features": guild["features"]}
        payload["guild_locale"] = "en-US"
        payload["member"] = {**world.member(guild_id, interaction.user_id), "permissions": may}
    else:
        payload["user"] = world.user(interaction.user_id)
    if message:
        payload["message"] = copy.deepcopy(message)
    return payload


# -- the bot's side


def callback(world: World, interaction_id: str, token: str, body: Json, uploads: tuple[Upload, ...]) -> Json:
    """Carry out the bot's answer. Returns the body of a callback response."""
    interaction = _to_answer(world, interaction_id, token)
    kind, data = body["type"], body.get("data") or {}
    if kind not in _ALLOWED[interaction.kind] or (kind in (DEFER_UPDATE, UPDATE) and not _source(interaction)):
        raise bad_form(("type",), "BASE_TYPE_CHOICES", f"Value must be one of {_ALLOWED[interaction.kind]}.")
    message = _carry_out(world, interaction, kind, data, uploads)
    interaction.answer = body
    interaction.original_id = message["id"] if message else None
    interaction.answered.set()
    if kind not in (DEFER, DEFER_UPDATE):
        interaction.settled.set()
    return _callback_response(interaction, kind, message)


def _to_answer(world: World, interaction_id: str, token: str) -> Interaction:
    found = world.interactions.get(token)
    if found is None or found.id != interaction_id:
        raise unknown("interaction")
    if found.answer is not None:
        raise ApiError(400, 40060, "Interaction has already been acknowledged.")
    if found.age > world.answer_seconds:
        raise unknown("interaction")
    return found


def _source(interaction: Interaction) -> str | None:
    """The message whose component was used, or from whose component a form was opened."""
    if interaction.kind == MODAL_SUBMIT and interaction.opener:
        return _source(interaction.opener)
    return interaction.message_id


def _carry_out(
    world: World, interaction: Interaction, kind: int, data: Json, uploads: tuple[Upload, ...]
) -> Json | None:
    """Do what one kind of answer does. Returns the message that it concerns."""
    if kind in (MESSAGE, DEFER):
        flags = (data.get("flags") or 0) | (LOADING if kind == DEFER else 0)
        style = _COMMAND_REPLY if interaction.kind == COMMAND else 0
        body = {**data, "flags": flags} if kind == MESSAGE else {"flags": flags}
        reply = _reply_to(world, _source(interaction)) if interaction.kind != COMMAND else {}
        draft = Draft(interaction.channel_id, world.bot, {**body, **reply}, uploads, style, interaction)
        return messages.post(world, draft)
    if kind in (DEFER_UPDATE, UPDATE):
        found = world.messages.get(_source(interaction) or "")
        if found and kind == UPDATE:
            messages.edit(world, found, data, uploads)
        return found
    if kind == CHOICES:
        check_choices(data.get("choices"))
    else:
        check_modal(data)
        for component in components.walk(data["components"]):
            components.complete(component)
        components.number(data["components"])
    return None


def _reply_to(world: World, message_id: str | None) -> Json:
    """Answers to components are shown as replies to the message that bears them."""
    found = world.messages.get(message_id or "")
    if found is None or found["flags"] & EPHEMERAL:
        return {}
    return {"message_reference": {"message_id": found["id"], "fail_if_not_exists": False}}


def _callback_response(interaction: Interaction, kind: int, message: Json | None) -> Json:
    about: Json = {"id": interaction.id, "type": interaction.kind}
    if message is None:
        return {"interaction": about}
    about["response_message_id"] = message["id"]
    about["response_message_loading"] = bool(message["flags"] & LOADING)
    about["response_message_ephemeral"] = bool(message["flags"] & EPHEMERAL)
    if kind in (MESSAGE, UPDATE):
        return {"interaction": about, "resource": {"type": kind, "message": message}}
    return {"interaction": about}


def by_token(world: World, application_id: str, token: str) -> Interaction:
    """The interaction whose token a webhook request uses, if it is still good."""
    found = world.interactions.get(token)
    if found is None or application_id != APP_ID:
        raise unknown("Webhook")
    if found.age > world.token_seconds:
        raise ApiError(401, 50027, "Invalid Webhook Token")
    if found.answer is None:
        raise unknown("Webhook")
    return found


def message_of(world: World, interaction: Interaction, message_id: str) -> Json:
    """A message that an interaction's token may touch: @original or a follow-up."""
    wanted = interaction.original_id if message_id == "@original" else message_id
    found = world.messages.get(wanted or "")
    if found is None or found["id"] not in (interaction.original_id, *interaction.message_ids):
        raise unknown("Message")
    return found


def followup(world: World, interaction: Interaction, body: Json, uploads: tuple[Upload, ...]) -> Json:
    """A further message by the token; the first one after a deferral takes the place of "is thinking"."""
    original = world.messages.get(interaction.original_id or "")
    if original and original["flags"] & LOADING and original["id"] in interaction.message_ids:
        return edit(world, interaction, original, body, uploads)
    reply = _reply_to(world, interaction.original_id)
    draft = Draft(interaction.channel_id, world.bot, {**body, **reply}, uploads, 0, interaction)
    message = messages.post(world, draft)
    interaction.settled.set()
    return message


def edit(world: World, interaction: Interaction, message: Json, body: Json, uploads: tuple[Upload, ...]) -> Json:
    """Change a message by the token of its interaction."""
    changed = messages.edit(world, message, body, uploads)
    interaction.settled.set()
    return changed


def delete(world: World, interaction: Interaction, message: Json) -> None:
    """Delete a message by the token of its interaction."""
    thinking = message["flags"] & LOADING
    messages.delete(world, message)
    if not thinking:  # else the answer is yet to come
        interaction.settled.set()


# -- what a player's act consists of


def resolve(world: World, channel: Json, kind_of_id: dict[str, str], uploads: dict[str, Json]) -> Json:
    """The `resolved` part of an interaction: the users, channels, roles and files that its values name.

    `kind_of_id` maps an id to "user", "channel", "role" or "mentionable"; unknown ids are left out.
    """
    guild_id = channel.get("guild_id")
    roles = {r["id"]: r for r in world.guild(guild_id)["roles"]} if guild_id else {}
    out: dict[str, dict[str, Any]] = {"users": {}, "members": {}, "roles": {}, "channels": {}}
    for key, kind in kind_of_id.items():
        if kind in ("user", "mentionable") and key in world.users:
            out["users"][key] = world.users[key]
            member = world.members.get(guild_id or "", {}).get(key)
            if member:
                rest = {k: v for k, v in member.items() if k != "user"}
                out["members"][key] = {**rest, "permissions": str(world.may(key, channel))}
        elif kind in ("role", "mentionable") and key in roles:
            out["roles"][key] = roles[key]
        elif kind == "channel" and key in world.channels:
            place = world.channels[key]
            out["channels"][key] = {**place, "permissions": str(world.may(APP_ID, place))}
    if uploads:
        out["attachments"] = uploads
    return {name: found for name, found in out.items() if found}


def may_use(world: World, user_id: str, channel: Json, command: Json) -> bool:
    """Whether Discord offers a command to a user here."""
    if channel["type"] == shapes.DM:
        contexts = command.get("contexts")
        return 1 in contexts if contexts else command.get("dm_permission", True)
    needed = command.get("default_member_permissions")
    may = world.may(user_id, channel)
    if not may & permissions.NAMES["USE_APPLICATION_COMMANDS"]:
        return False
    return needed is None or may & int(needed) == int(needed)
