"""Routes about messages in channels."""

from __future__ import annotations

from local_discord import messages, shapes
from local_discord.errors import ApiError, Json
from local_discord.ids import now
from local_discord.messages import EPHEMERAL, Draft
from local_discord.rest import Answer, Call, done, ok, route
from local_discord.routes.channels import place
from local_discord.seed import APP_ID


def _message(call: Call, *needed: str) -> Json:
    """The message of the request's path; ephemeral ones can't be reached this way."""
    channel = place(call, "READ_MESSAGE_HISTORY", *needed)
    found = call.world.message(channel["id"], call.parts["message_id"])
    if found["flags"] & EPHEMERAL:
        return call.world.message(channel["id"], "0")
    return found


def _open_message(call: Call, *needed: str) -> Json:
    """Likewise, in a place where things may be changed: not in an archived thread."""
    found = _message(call, *needed)
    about = call.world.channel(found["channel_id"]).get("thread_metadata")
    if about and about["archived"]:
        raise ApiError(400, 50083, "Thread is archived")
    return found


def _may_send(call: Call) -> Json:
    """The channel of the request's path, if the bot may post this message there."""
    channel = place(call)
    if channel["type"] == shapes.DM:
        if channel["recipients"][0]["id"] in call.world.closed_dms:
            raise ApiError(403, 50007, "Cannot send messages to this user")
        return channel
    in_thread = channel["type"] in shapes.THREADS
    call.world.demand(channel, "SEND_MESSAGES_IN_THREADS" if in_thread else "SEND_MESSAGES")
    _demand_what_it_holds(call, channel)
    return channel


def _demand_what_it_holds(call: Call, channel: Json) -> None:
    """Files and embeds take permissions of their own."""
    if call.uploads:
        call.world.demand(channel, "ATTACH_FILES")
    if call.body.get("embeds"):
        call.world.demand(channel, "EMBED_LINKS")


@route("POST", "/channels/{channel_id}/messages")
def post_message(call: Call) -> Answer:
    channel = _may_send(call)
    return ok(messages.post(call.world, Draft(channel["id"], call.world.bot, call.body, call.uploads)))


@route("GET", "/channels/{channel_id}/messages")
def get_messages(call: Call) -> Answer:
    channel = place(call, "READ_MESSAGE_HISTORY")
    found = [m for m in call.world.messages_in(channel["id"]) if not m["flags"] & EPHEMERAL]
    limit = call.number("limit", 50, 100)
    if "after" in call.query:
        found = [m for m in found if int(m["id"]) > int(call.query["after"])][:limit]
    if "before" in call.query:
        found = [m for m in found if int(m["id"]) < int(call.query["before"])]
    if "around" in call.query:
        here = sum(int(m["id"]) < int(call.query["around"]) for m in found)
        found = found[max(0, here - limit // 2) :][:limit]
    return ok(found[-limit:][::-1])


@route("GET", "/channels/{channel_id}/messages/pins")
def get_pins(call: Call) -> Answer:
    channel = place(call, "READ_MESSAGE_HISTORY")
    pinned = [m for m in call.world.messages_in(channel["id"]) if m["pinned"]]
    items = [{"pinned_at": m["edited_timestamp"] or now(), "message": m} for m in reversed(pinned)]
    limit = call.number("limit", 50, 50)
    return ok({"items": items[:limit], "has_more": len(items) > limit})


@route("GET", "/channels/{channel_id}/pins")
def get_pins_old(call: Call) -> Answer:
    channel = place(call, "READ_MESSAGE_HISTORY")
    return ok([m for m in reversed(call.world.messages_in(channel["id"])) if m["pinned"]])


@route("PUT", "/channels/{channel_id}/messages/pins/{message_id}")
@route("PUT", "/channels/{channel_id}/pins/{message_id}")
def pin_message(call: Call) -> Answer:
    messages.set_pinned(call.world, _open_message(call, "PIN_MESSAGES"), True)
    return done()


@route("DELETE", "/channels/{channel_id}/messages/pins/{message_id}")
@route("DELETE", "/channels/{channel_id}/pins/{message_id}")
def unpin_message(call: Call) -> Answer:
    messages.set_pinned(call.world, _open_message(call, "PIN_MESSAGES"), False)
    return done()


@route("GET", "/channels/{channel_id}/messages/{message_id}")
def get_message(call: Call) -> Answer:
    return ok(_message(call))


@route("PATCH", "/channels/{channel_id}/messages/{message_id}")
def patch_message(call: Call) -> Answer:
    message = _open_message(call)
    if message["author"]["id"] != APP_ID:
        raise ApiError(403, 50005, "Cannot edit a message authored by another user")
    channel = call.world.channel(message["channel_id"])
    if channel["type"] != shapes.DM:
        _demand_what_it_holds(call, channel)
    return ok(messages.edit(call.world, message, call.body, call.uploads))


@route("DELETE", "/channels/{channel_id}/messages/{message_id}")
def delete_message(call: Call) -> Answer:
    message = _message(call)
    if message["author"]["id"] != APP_ID:
        call.world.demand(call.world.channel(message["channel_id"]), "MANAGE_MESSAGES")
    messages.delete(call.world, message)
    return done()


@route("POST", "/channels/{channel_id}/messages/bulk-delete")
def delete_messages(call: Call) -> Answer:
    channel = place(call, "MANAGE_MESSAGES")
    for message_id in call.body["messages"]:
        messages.delete(call.world, call.world.message(channel["id"], str(message_id)))
    return done()


@route("PUT", "/channels/{channel_id}/messages/{message_id}/reactions/{emoji}/@me")
def add_reaction(call: Call) -> Answer:
    messages.react(call.world, _open_message(call, "ADD_REACTIONS"), APP_ID, call.parts["emoji"])
    return done()


@route("GET", "/channels/{channel_id}/messages/{message_id}/reactions/{emoji}")
def get_reactions(call: Call) -> Answer:
    wanted = [r for r in _message(call)["reactions"] if r["emoji"]["name"] == call.parts["emoji"]]
    return ok([call.world.users[u] for r in wanted for u in r["users"]])


@route("DELETE", "/channels/{channel_id}/messages/{message_id}/reactions/{emoji}/{user_id}")
def remove_reaction(call: Call) -> Answer:
    who = call.parts["user_id"]
    needed = () if who == "@me" else ("MANAGE_MESSAGES",)
    user_id = APP_ID if who == "@me" else who
    messages.unreact(call.world, _message(call, *needed), user_id, call.parts["emoji"])
    return done()


@route("DELETE", "/channels/{channel_id}/messages/{message_id}/reactions")
def remove_all_reactions(call: Call) -> Answer:
    messages.clear_reactions(call.world, _message(call, "MANAGE_MESSAGES"))
    return done()
