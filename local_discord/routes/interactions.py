"""Routes with which the bot answers interactions. None of them needs a login: the token is the key."""

from __future__ import annotations

from local_discord import interactions
from local_discord.errors import Json
from local_discord.interactions import Interaction
from local_discord.rest import Answer, Call, done, ok, route

_HOOK = "/webhooks/{application_id}/{token}"


@route("POST", "/interactions/{interaction_id}/{token}/callback")
def callback(call: Call) -> Answer:
    parts = call.parts
    body = interactions.callback(call.world, parts["interaction_id"], parts["token"], call.body, call.uploads)
    wanted = call.query.get("with_response", "").lower() in ("1", "true")
    return ok(body) if wanted else done()


@route("POST", _HOOK)
def followup(call: Call) -> Answer:
    return ok(interactions.followup(call.world, _interaction(call), call.body, call.uploads))


@route("PATCH", _HOOK + "/messages/{message_id}")
def patch_message(call: Call) -> Answer:
    interaction, message = _both(call)
    return ok(interactions.edit(call.world, interaction, message, call.body, call.uploads))


@route("DELETE", _HOOK + "/messages/{message_id}")
def delete_message(call: Call) -> Answer:
    interactions.delete(call.world, *_both(call))
    return done()


def _interaction(call: Call) -> Interaction:
    return interactions.by_token(call.world, call.parts["application_id"], call.parts["token"])


def _both(call: Call) -> tuple[Interaction, Json]:
    found = _interaction(call)
    return found, interactions.message_of(call.world, found, call.parts["message_id"])
