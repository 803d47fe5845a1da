"""Routes about the application itself: who it is, its commands, the users it knows."""

from __future__ import annotations

from local_discord import shapes
from local_discord.channels import direct
from local_discord.errors import Json, unknown
from local_discord.limits_commands import CHAT, check_commands
from local_discord.rest import Answer, Call, ok, route
from local_discord.seed import APP_ID
from local_discord.world import Event, World


@route("GET", "/gateway/bot")
def get_gateway_bot(call: Call) -> Answer:
    limit = {"total": 1000, "remaining": 1000, "reset_after": 0, "max_concurrency": 1}
    url = call.world.base_url.replace("http", "ws", 1) + "/gateway"
    return ok({"url": url, "shards": 1, "session_start_limit": limit})


@route("GET", "/users/@me")
def get_me(call: Call) -> Answer:
    return ok({**call.world.bot, "mfa_enabled": True, "locale": "en-US", "verified": True, "email": None})


@route("POST", "/users/@me/channels")
def open_direct_channel(call: Call) -> Answer:
    return ok(direct(call.world, str(call.body["recipient_id"])))


@route("GET", "/users/{user_id}")
def get_user(call: Call) -> Answer:
    return ok(call.world.user(call.parts["user_id"]))


@route("GET", "/oauth2/applications/@me")
def get_application(call: Call) -> Answer:
    world = call.world
    return ok(shapes.application(world.bot, next(world.players(), world.bot)))


@route("PUT", "/applications/{application_id}/commands")
@route("PUT", "/applications/{application_id}/guilds/{guild_id}/commands")
def put_commands(call: Call) -> Answer:
    scope = _own(call)
    check_commands(call.body)
    return ok(_replace(call.world, scope, call.body))


def _own(call: Call) -> str | None:
    """The guild that the commands are for (None: everywhere), after checking whose they are."""
    if call.parts["application_id"] != APP_ID:
        raise unknown("Application")
    guild_id = call.parts.get("guild_id")
    if guild_id:
        call.world.guild(guild_id)
    return guild_id


def _replace(world: World, scope: str | None, commands: list[Json]) -> list[Json]:
    """Register these commands and no others; a command that stays keeps its id."""
    known = {(c["name"], c["type"]): c for c in world.commands.get(scope, [])}
    world.commands[scope] = [_registered(world, scope, c, known) for c in commands]
    world.emit(Event("COMMANDS_CHANGED", {}, scope, bot_hears=False))
    return world.commands[scope]


def _registered(world: World, scope: str | None, body: Json, known: dict[tuple[str, int], Json]) -> Json:
    kind = body.get("type") or CHAT
    before = known.get((body["name"], kind))
    needed = body.get("default_member_permissions")
    contexts = body.get("contexts")
    return {
        **body,
        "id": before["id"] if before else world.ids.new(),
        "application_id": APP_ID,
        "version": world.ids.new(),
        "type": kind,
        "description": body.get("description") or "",
        "default_member_permissions": None if needed is None else str(needed),
        "dm_permission": body.get("dm_permission", True) if contexts is None else 1 in contexts,
        "contexts": contexts,
        "integration_types": body.get("integration_types") or [0],
        "nsfw": bool(body.get("nsfw")),
        **({"guild_id": scope} if scope else {}),
    }
