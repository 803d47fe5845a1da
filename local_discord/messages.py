"""Messages: posting, editing, deleting."""

from __future__ import annotations

import copy
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from local_discord import components, limits, shapes
from local_discord.errors import ApiError, Json, bad_form
from local_discord.files import Upload
from local_discord.ids import now
from local_discord.world import Event, World

if TYPE_CHECKING:
    from local_discord.interactions import Interaction

EPHEMERAL, LOADING = 1 << 6, 1 << 7
# How long a nonce is remembered, and how often a message may be edited once it is so old. Discord names neither figure.
NONCE_SECONDS, OLD_SECONDS, OLD_EDITS = 300.0, 3600.0, 3
_SENDABLE_FLAGS = 1 << 2 | 1 << 12
_THREAD_NOTICE, _REPLY = 18, 19
_MENTION = re.compile(r"<@!?(\d+)>")
_UPLOAD_INDEX = re.compile(r"\[(\d+)\]")
_ATTACHED = "attachment://"


@dataclass(frozen=True)
class Draft:
    """A message about to be posted; `body` is what the client sent."""

    channel_id: str
    author: Json
    body: Json
    uploads: tuple[Upload, ...] = ()
    kind: int = 0
    interaction: Interaction | None = None
    extra: Json = field(default_factory=dict)


def post(world: World, draft: Draft) -> Json:
    """Put a message into a channel and tell everybody who may read it.

    Raises `ApiError` for whatever Discord refuses: limits, empty messages, a reply to nothing.
    """
    body, channel = draft.body, world.channel(draft.channel_id)
    twin = _already_posted(world, draft)
    if twin:
        return twin
    loading = bool((body.get("flags") or 0) & LOADING)
    limits.check_message(body, draft.uploads, may_be_empty=loading or draft.kind == _THREAD_NOTICE)
    if not (draft.interaction and (body.get("flags") or 0) & EPHEMERAL):
        _reopen(world, channel)
    message = shapes.message(world.ids.new(), draft.channel_id, draft.author, draft.kind)
    allowed = _SENDABLE_FLAGS | (EPHEMERAL | LOADING if draft.interaction else 0)
    message["flags"] = (body.get("flags") or 0) & allowed
    message["content"] = (body.get("content") or "").strip()
    message["tts"] = bool(body.get("tts"))
    message["attachments"] = _take_uploads(world, draft.channel_id, body, draft.uploads)
    _refer(world, message, body)
    if body.get("nonce") is not None:
        message["nonce"] = body["nonce"]
    _dress(world, message, body, is_new=True)
    message.update(draft.extra)
    if draft.interaction:
        draft.interaction.sign(world, message)
    _store(world, channel, message, draft.interaction)
    announce(world, "MESSAGE_CREATE", message)
    return message


def edit(world: World, message: Json, body: Json, uploads: tuple[Upload, ...] = ()) -> Json:
    """Change a message in place; what `body` doesn't name stays as it is."""
    limits.check_edit(message, body, uploads)
    if not message["flags"] & EPHEMERAL:
        _count_old_edit(world, message)
    before = _shown(message)
    kept = [a for a in message["attachments"] if _keeps(body, a["id"])]
    message["attachments"] = kept + _take_uploads(world, message["channel_id"], body, uploads)
    if "content" in body:
        message["content"] = (body["content"] or "").strip()
    if body.get("flags") is not None:
        message["flags"] = message["flags"] & EPHEMERAL | body["flags"] & _SENDABLE_FLAGS
    message["flags"] &= ~LOADING
    _dress(world, message, body, is_new=False)
    message["edited_timestamp"] = now()
    world.files.retire(before, _shown(message))
    announce(world, "MESSAGE_UPDATE", message)
    return message


def delete(world: World, message: Json) -> None:
    """Remove a message."""
    channel = world.channel(message["channel_id"])
    del world.messages[message["id"]]
    world.files.retire(_shown(message))
    world.history[channel["id"]].remove(message["id"])
    gone = {"id": message["id"], "channel_id": channel["id"]}
    if channel.get("guild_id"):
        gone["guild_id"] = channel["guild_id"]
    _tell(world, "MESSAGE_DELETE", gone, channel, message)
    world.readers.pop(message["id"], None)


def announce(world: World, name: str, message: Json) -> None:
    """Emit an event that carries a whole message, in the form the gateway gives it."""
    channel = world.channel(message["channel_id"])
    _tell(world, name, on_gateway(world, message), channel, message)


def on_gateway(world: World, message: Json) -> Json:
    """A message as events carry it: with the guild's id and the author's membership."""
    guild_id = world.channel(message["channel_id"]).get("guild_id")
    if not guild_id:
        return message
    found = world.members[guild_id].get(message["author"]["id"])
    member = {k: v for k, v in found.items() if k != "user"} if found else None
    return {**message, "guild_id": guild_id, **({"member": member} if member else {})}


# -- the parts of posting and editing


def age(message: Json) -> float:
    """Seconds since a message was posted."""
    return (datetime.now(UTC) - datetime.fromisoformat(message["timestamp"])).total_seconds()


def _count_old_edit(world: World, message: Json) -> None:
    """Discord takes few edits of a message that is more than an hour old, and says for how long it takes no more."""
    if age(message) <= OLD_SECONDS:
        return
    edits = world.old_edits.get(message["id"], 0)
    if edits >= OLD_EDITS:
        said = "Maximum number of edits to messages older than 1 hour reached. Try again later."
        raise ApiError(429, 30046, said, retry_after=0.2)
    world.old_edits[message["id"]] = edits + 1


def _already_posted(world: World, draft: Draft) -> Json | None:
    """The message with the same nonce, where the client asked Discord not to post it twice."""
    nonce = draft.body.get("nonce")
    if nonce is None or not draft.body.get("enforce_nonce"):
        return None
    for message in reversed(world.messages_in(draft.channel_id)[-100:]):
        if age(message) > NONCE_SECONDS:
            break
        if message.get("nonce") == nonce and message["author"]["id"] == draft.author["id"]:
            return message
    return None


def _store(world: World, channel: Json, message: Json, interaction: Interaction | None) -> None:
    world.messages[message["id"]] = message
    world.history.setdefault(channel["id"], []).append(message["id"])
    channel["last_message_id"] = message["id"]
    if channel["type"] == shapes.THREAD:
        channel["message_count"] += 1
        channel["total_message_sent"] += 1
    if interaction and message["flags"] & EPHEMERAL:
        world.readers[message["id"]] = interaction.user_id


def _reopen(world: World, channel: Json) -> None:
    """Posting into an archived thread opens it again, unless it is locked."""
    about = channel.get("thread_metadata")
    if about and about["archived"]:
        if about["locked"]:
            raise ApiError(400, 50083, "Thread is archived")
        about["archived"] = False
        world.emit(Event("THREAD_UPDATE", channel, channel["guild_id"], channel["id"]))


def _take_uploads(world: World, channel_id: str, body: Json, uploads: tuple[Upload, ...]) -> list[Json]:
    """Store uploaded files and describe each, with the alt text that the body gives it."""
    described = {str(a.get("id")): a for a in body.get("attachments") or []}
    taken = []
    for position, upload in enumerate(uploads):
        index = _UPLOAD_INDEX.search(upload.field)
        wish = described.get(index.group(1) if index else str(position), {})
        named = Upload(upload.field, wish.get("filename") or upload.filename, upload.data)
        attachment = world.files.keep(channel_id, world.ids.new(), named, world.base_url)
        if wish.get("description"):
            attachment["description"] = wish["description"]
        taken.append(attachment)
    return taken


def _keeps(body: Json, attachment_id: str) -> bool:
    """Whether an edit leaves an attachment in place: it does unless it lists others only."""
    listed = body.get("attachments")
    return listed is None or attachment_id in {str(a.get("id")) for a in listed}


def _dress(world: World, message: Json, body: Json, is_new: bool) -> None:
    """Set embeds, components and mentions, and replace attachment:// by where the file is now."""
    for key in ("embeds", "components"):
        if key in body:
            message[key] = copy.deepcopy(body[key]) or []
    for embed in message["embeds"]:
        embed.setdefault("type", "rich")
    for component in components.walk(message["components"]):
        components.complete(component)
    components.number(message["components"])
    _resolve_files(message)
    _mention(world, message, body.get("allowed_mentions"), is_new)


def _resolve_files(message: Json) -> None:
    """Point embeds at their files; a file shown there isn't listed a second time."""
    by_url = {_ATTACHED + a["filename"]: a for a in message["attachments"]}
    shown = set()
    for holder, key in _embed_media(message):
        attachment = by_url.get(holder[key])
        if attachment:
            shown.add(attachment["id"])
            holder |= {key: attachment["url"], f"proxy_{key}": attachment["url"]}
            holder |= _picture_of(attachment) if key == "url" else {}
    message["attachments"] = [a for a in message["attachments"] if a["id"] not in shown]


def _picture_of(attachment: Json) -> Json:
    return {k: attachment[k] for k in ("width", "height", "content_type", "description") if k in attachment}


def _shown(message: Json) -> list[Any]:
    """The parts of a message that may show files, as they are now."""
    return copy.deepcopy([message[key] for key in ("attachments", "embeds")])


def _embed_media(message: Json) -> Iterator[tuple[Json, str]]:
    """Every place of an embed where the address of a picture may stand."""
    places = (("image", "url"), ("thumbnail", "url"), ("author", "icon_url"), ("footer", "icon_url"))
    for embed in message["embeds"]:
        for part, key in places:
            if (embed.get(part) or {}).get(key):
                yield embed[part], key


def _refer(world: World, message: Json, body: Json) -> None:
    """Make the message a reply, if the body says so."""
    reference = body.get("message_reference")
    if not reference:
        return
    target = world.messages.get(str(reference["message_id"]))
    if target is None or target["channel_id"] != message["channel_id"] or target["flags"] & EPHEMERAL:
        if reference.get("fail_if_not_exists", True):
            raise bad_form(("message_reference",), "REPLIES_UNKNOWN_MESSAGE", "Unknown message")
        return
    message["type"] = message["type"] or _REPLY
    message["message_reference"] = {
        "type": 0,
        "message_id": target["id"],
        "channel_id": target["channel_id"],
        **_guild_of(world, target),
    }
    message["referenced_message"] = {k: v for k, v in target.items() if k != "referenced_message"}


def _guild_of(world: World, message: Json) -> Json:
    guild_id = world.channel(message["channel_id"]).get("guild_id")
    return {"guild_id": guild_id} if guild_id else {}


def _mention(world: World, message: Json, allowed: Json | None, is_new: bool) -> None:
    """List the users whom the message really calls; an edit calls nobody that it replies to anew."""
    named = [u for u in dict.fromkeys(_MENTION.findall(message["content"])) if u in world.users]
    if allowed is not None and "users" not in (allowed.get("parse") or []):
        wanted = {str(u) for u in allowed.get("users") or []}
        named = [u for u in named if u in wanted]
    replied = message.get("referenced_message") if message["type"] == _REPLY else None
    if replied:
        author = replied["author"]["id"]
        before = author in {u["id"] for u in message["mentions"]}
        called = allowed is None or bool(allowed.get("replied_user"))
        named += [author] if (called if is_new else before) else []
    message["mentions"] = [world.users[u] for u in dict.fromkeys(named)]


def _tell(world: World, name: str, data: Json, channel: Json, message: Json) -> None:
    """Emit an event about a message to those who may read it."""
    reader = world.readers.get(message["id"])
    readers = frozenset((reader,)) if reader else world.audience(channel)
    event = Event(name, data, channel.get("guild_id"), channel["id"], readers, bot_hears=not reader)
    world.emit(event)
