"""What a player can do, checked as Discord's client checks it: say, command, press, select, submit.

The page and the test driver both act through these; `raw` is the way around the checks.
"""

from __future__ import annotations

import copy
from typing import Any

from local_discord import commands, components, interactions, messages
from local_discord.commands import BadInput
from local_discord.errors import Json
from local_discord.files import Upload
from local_discord.interactions import AUTOCOMPLETE, COMMAND, COMPONENT, MODAL, MODAL_SUBMIT, Interaction
from local_discord.messages import Draft
from local_discord.world import World

__all__ = ["MODAL", "Interaction", "command", "complete", "on_message", "press", "raw", "say", "select", "submit"]

_AUTO_SELECTS = {
    components.USER_SELECT: "user",
    components.ROLE_SELECT: "role",
    components.MENTION_SELECT: "mentionable",
    components.CHANNEL_SELECT: "channel",
}


def say(world: World, user_id: str, channel: Json, content: str, uploads: tuple[Upload, ...] = ()) -> Json:
    """Post a message as a player."""
    draft = Draft(channel["id"], world.user(user_id), {"content": content}, uploads)
    return messages.post(world, draft)


def command(world: World, user_id: str, channel: Json, name: str, values: dict[str, Any]) -> Interaction:
    """Use a slash command. BadInput for what Discord's client wouldn't send."""
    found = commands.find(commands.offered(world, user_id, channel), name)
    read = commands.read_values(world, found, values)
    data = commands.data_for(world, channel, found, read)
    return interactions.begin(world, COMMAND, user_id, channel["id"], data)


def on_message(world: World, user_id: str, message: Json, name: str) -> Interaction:
    """Use a command on a message. BadInput for one that Discord does not offer there: none on what one sees alone."""
    channel = world.channel(message["channel_id"])
    found = [c for c in commands.offered(world, user_id, channel, commands.MESSAGE) if c["name"] == name]
    if not found or message["flags"] & messages.EPHEMERAL:
        raise BadInput(f"there is no command {name} on this message")
    data = commands.data_on(found[0], copy.deepcopy(message))
    return interactions.begin(world, COMMAND, user_id, channel["id"], data)


def complete(world: World, user_id: str, channel: Json, name: str, values: dict[str, Any], focused: str) -> Interaction:
    """Ask for the choices of the option that is being typed."""
    found = commands.find(commands.offered(world, user_id, channel), name)
    read = commands.read_values(world, found, values, partial=True)
    option = next((o for o in found.options if o["name"] in (focused, focused.replace("_", "-"))), None)
    if option is None or not option.get("autocomplete"):
        raise BadInput(f"/{name} doesn't complete {focused}")
    data = commands.data_for(world, channel, found, read, option["name"])
    return interactions.begin(world, AUTOCOMPLETE, user_id, channel["id"], data)


def press(world: World, user_id: str, message: Json, wanted: str) -> Interaction:
    """Press the button with this custom_id or label."""
    button = _usable(world, user_id, message, wanted)
    if button["type"] != components.BUTTON or "custom_id" not in button:
        raise BadInput(f"{wanted} is no button that can be pressed")
    data = {"custom_id": button["custom_id"], "component_type": button["type"], "id": button["id"]}
    return interactions.begin(world, COMPONENT, user_id, message["channel_id"], data, message)


def select(world: World, user_id: str, message: Json, wanted: str, values: list[str]) -> Interaction:
    """Choose in the menu with this custom_id or placeholder; string options by value or label."""
    menu = _usable(world, user_id, message, wanted)
    chosen = _chosen(menu, values)
    channel = world.channel(message["channel_id"])
    data = {
        "custom_id": menu["custom_id"],
        "component_type": menu["type"],
        "id": menu["id"],
        "values": chosen,
        **_resolved(world, channel, menu, chosen),
    }
    return interactions.begin(world, COMPONENT, user_id, message["channel_id"], data, message)


def submit(world: World, opened: Interaction, values: dict[str, Any]) -> Interaction:
    """Send in the form that an interaction opened; fields by custom_id or label, the others as they stand."""
    form = (opened.answer or {}).get("data") or {}
    if (opened.answer or {}).get("type") != MODAL:
        raise BadInput("that opened no form")
    left = dict(values)
    channel = world.channel(opened.channel_id)
    filled = [_filled(world, channel, outer, left) for outer in form["components"]]
    if left:
        raise BadInput(f"the form has no field {', '.join(left)}; it has: {_labels(form)}")
    data: Json = {"custom_id": form["custom_id"], "components": [f for f in filled if f]}
    if files := _files(world, filled):
        data["resolved"] = {"attachments": files}
    message = world.messages.get(opened.message_id or "")
    return interactions.begin(world, MODAL_SUBMIT, opened.user_id, opened.channel_id, data, message, opened)


def raw(world: World, kind: int, user_id: str, channel: Json, data: Json, message: Json | None = None) -> Interaction:
    """Send an interaction as it stands: forged, malformed or out of date."""
    return interactions.begin(world, kind, user_id, channel["id"], data, message)


def _usable(world: World, user_id: str, message: Json, wanted: str) -> Json:
    """A component that the player sees and can use."""
    if world.readers.get(message["id"], user_id) != user_id or message["id"] not in world.messages:
        raise BadInput("that message isn't there for you")
    component = components.find(world.messages[message["id"]]["components"], wanted)
    if component is None:
        known = [c.get("label") or c.get("custom_id") for c in components.walk(message["components"])]
        raise BadInput(f"there is no {wanted} there; there are: {[k for k in known if k]}")
    if component.get("disabled"):
        raise BadInput(f"{wanted} is disabled")
    return component


def _chosen(menu: Json, values: list[str]) -> list[str]:
    """The values of a menu's chosen options, after the checks that the client makes."""
    if menu["type"] not in (*components.SELECTS, components.RADIO, components.TICKS):
        raise BadInput("that is no menu")
    chosen = [str(v) for v in values]
    if menu["type"] in (components.STRING_SELECT, components.RADIO, components.TICKS):
        by_label = {o["label"]: o["value"] for o in menu["options"]}
        known = {o["value"] for o in menu["options"]}
        chosen = [v if v in known else by_label.get(v, "") for v in chosen]
        if not set(chosen) <= known:
            raise BadInput(f"{values} isn't among {sorted(known)}")
    low, high = menu.get("min_values", 1), menu.get("max_values", 1)
    if not low <= len(chosen) <= high:
        raise BadInput(f"choose {low} to {high}, not {len(chosen)}")
    return chosen


def _resolved(world: World, channel: Json, menu: Json, chosen: list[str]) -> Json:
    kind = _AUTO_SELECTS.get(menu["type"])
    if kind is None:
        return {}
    return {"resolved": interactions.resolve(world, channel, dict.fromkeys(chosen, kind), {})}


def _files(world: World, filled: list[Json | None]) -> dict[str, Json]:
    """What is known of the files that a form takes along, by id."""
    parts = [part["component"] for part in filled if part and part["type"] == components.LABEL]
    ids = [i for part in parts if part["type"] == components.UPLOAD for i in part["values"]]
    return {i: world.offered_files[i] for i in ids}


def _labels(form: Json) -> str:
    return ", ".join(label or field["custom_id"] for label, field in components.fields(form))


def _filled(world: World, channel: Json, outer: Json, values: dict[str, Any]) -> Json | None:
    """One part of a submitted form; takes its value out of `values`."""
    if outer["type"] == components.LABEL:
        inner = _field(world, channel, outer["component"], outer["label"], values)
        return {"type": components.LABEL, "id": outer["id"], "component": inner}
    if outer["type"] == components.ROW:
        inner = _field(world, channel, outer["components"][0], outer["components"][0]["label"], values)
        return {"type": components.ROW, "id": outer["id"], "components": [inner]}
    return None


def _field(world: World, channel: Json, field: Json, label: str, values: dict[str, Any]) -> Json:
    key = field["custom_id"] if field["custom_id"] in values else label
    given = values.pop(key, None)
    filled: Json = {"type": field["type"], "id": field["id"], "custom_id": field["custom_id"]}
    if field["type"] == components.TEXT_INPUT:
        text = str(field.get("value") or "" if given is None else given)
        _check_text(field, label, text)
        return {**filled, "value": text}
    if field["type"] == components.TICK:
        return {**filled, "value": bool(field.get("default") if given is None else given)}
    defaults = [o["value"] for o in field.get("options", []) if o.get("default")]
    wanted = defaults if given is None else [given] if isinstance(given, str) else list(given)
    if field["type"] == components.UPLOAD:
        return {**filled, "values": _uploaded(world, field, label, wanted)}
    chosen = _chosen(field, wanted) if wanted or field.get("required", True) else []
    if field["type"] == components.RADIO:
        return {**filled, "value": chosen[0] if chosen else None}
    return {**filled, "values": chosen, **_resolved(world, channel, field, chosen)}


def _uploaded(world: World, field: Json, label: str, ids: list[str]) -> list[str]:
    """The files of an upload, as far as so many may be given."""
    least = field.get("min_values", 1) if field.get("required", True) or ids else 0
    most = field.get("max_values", 1)
    if not least <= len(ids) <= most or not set(ids) <= set(world.offered_files):
        raise BadInput(f"{label} takes {least} to {most} files")
    return ids


def _check_text(field: Json, label: str, text: str) -> None:
    """A required field must be filled, and within its length."""
    if not text:
        if field.get("required", True):
            raise BadInput(f"{label} must be filled in")
        return
    low, high = field.get("min_length") or 0, field.get("max_length") or 4000
    if not low <= len(text) <= high:
        raise BadInput(f"{label} takes {low} to {high} characters, not {len(text)}")
