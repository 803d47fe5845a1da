"""The player's side of slash commands: finding one by name and turning typed values into its options."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from local_discord import interactions
from local_discord.errors import Json
from local_discord.world import World

SUBCOMMAND, GROUP, STRING, INTEGER, BOOLEAN, USER, CHANNEL, ROLE, MENTIONABLE, NUMBER, ATTACHMENT = range(1, 12)
MESSAGE = 3
"""The type of a command on a message."""
_NAMED_THINGS = {USER: "user", CHANNEL: "channel", ROLE: "role", MENTIONABLE: "mentionable"}


class BadInput(Exception):
    """Discord's client wouldn't send this: a required option is missing, a value doesn't fit."""


@dataclass(frozen=True)
class Found:
    """A command that can be used, its way down through groups, and the options it takes."""

    command: Json
    way: tuple[Json, ...]
    options: tuple[Json, ...]

    @property
    def name(self) -> str:
        """The name as it is typed: "game new"."""
        return " ".join([self.command["name"], *(step["name"] for step in self.way)])


def offered(world: World, user_id: str, channel: Json, kind: int = 1) -> list[Json]:
    """The commands that Discord offers a user in a channel: those that are typed (1), or those on a message (3)."""
    scopes = [None, channel["guild_id"]] if channel.get("guild_id") else [None]
    registered = [c for scope in scopes for c in world.commands.get(scope, [])]
    return [c for c in registered if c["type"] == kind and interactions.may_use(world, user_id, channel, c)]


def find(commands: list[Json], name: str) -> Found:
    """The command with a full name such as "game new". BadInput if there is none, or it is only a group."""
    words = name.removeprefix("/").split()
    command = next((c for c in commands if words and c["name"] == words[0]), None)
    if command is None:
        raise BadInput(f"there is no command /{name}; there are: {', '.join(c['name'] for c in commands)}")
    way: list[Json] = []
    options = command.get("options") or []
    for word in words[1:]:
        step = next((o for o in options if o["type"] in (SUBCOMMAND, GROUP) and o["name"] == word), None)
        if step is None:
            raise BadInput(f"/{command['name']} has no subcommand {word}")
        way.append(step)
        options = step.get("options") or []
    if any(o["type"] in (SUBCOMMAND, GROUP) for o in options):
        raise BadInput(f"/{name} needs a subcommand: {', '.join(o['name'] for o in options)}")
    return Found(command, tuple(way), tuple(options))


def read_values(world: World, found: Found, values: dict[str, Any], partial: bool = False) -> dict[str, Any]:
    """Check and convert what was typed, as Discord's client does before it sends.

    With `partial` (autocompletion) options may still be missing and numbers half typed. Raises BadInput.
    """
    known = {o["name"]: o for o in found.options}
    read = {}
    for name, value in values.items():
        option = known.get(name) or known.get(name.replace("_", "-"))
        if option is None:
            raise BadInput(f"/{found.name} has no option {name}; it has: {', '.join(known) or 'none'}")
        read[option["name"]] = value if partial else _convert(world, option, value)
    missing = [o["name"] for o in found.options if o.get("required") and o["name"] not in read]
    if missing and not partial:
        raise BadInput(f"/{found.name} needs {', '.join(missing)}")
    return read


def _convert(world: World, option: Json, value: Any) -> Any:
    """One value in the type of its option."""
    kind = option["type"]
    try:
        if kind in (INTEGER, NUMBER):
            value = int(value) if kind == INTEGER else float(value)
        elif kind == BOOLEAN:
            value = value if isinstance(value, bool) else {"true": True, "false": False}[str(value).lower()]
        elif kind in _NAMED_THINGS:
            value = _id_of(world, kind, value)
        else:
            value = str(value)
    except (ValueError, KeyError):
        raise BadInput(f"{option['name']}: {value!r} doesn't fit") from None
    _check_choice(option, value)
    _check_range(option, value)
    return value


def _id_of(world: World, kind: int, value: Any) -> str:
    """The id of a user, channel or role given by object, id or name. KeyError if there is none."""
    if isinstance(value, dict):
        return str(value["id"])
    text = str(value)
    roles = {r["id"]: r["name"] for g in world.guilds.values() for r in g["roles"]}
    names: dict[str, str] = {}
    if kind in (USER, MENTIONABLE):
        names |= {u["id"]: u["global_name"] or u["username"] for u in world.users.values()}
    if kind in (ROLE, MENTIONABLE):
        names |= roles
    if kind == CHANNEL:
        names |= {c["id"]: c["name"] for c in world.channels.values() if "name" in c}
    bare = text.strip("<@!#&>")
    if bare in names:
        return bare
    return {name: key for key, name in names.items()}[text.lstrip("@#")]


def _check_choice(option: Json, value: Any) -> None:
    choices = option.get("choices") or []
    if choices and value not in [c["value"] for c in choices]:
        raise BadInput(f"{option['name']}: {value!r} is none of {[c['value'] for c in choices]}")


def _check_range(option: Json, value: Any) -> None:
    for low, high, size in (("min_value", "max_value", value), ("min_length", "max_length", str(value))):
        measure = size if low == "min_value" else len(size)
        if option.get(low) is not None and measure < option[low]:
            raise BadInput(f"{option['name']}: {value!r} is less than {option[low]}")
        if option.get(high) is not None and measure > option[high]:
            raise BadInput(f"{option['name']}: {value!r} is more than {option[high]}")


def data_for(world: World, channel: Json, found: Found, values: dict[str, Any], focused: str | None = None) -> Json:
    """The `data` of a command interaction, or of an autocompletion where one option is `focused`."""
    kinds = {o["name"]: o["type"] for o in found.options}
    options: list[Json] = []
    for name, value in values.items():
        entry = {"name": name, "type": kinds.get(name, STRING), "value": value}
        options.append({**entry, "focused": True} if name == focused else entry)
    for step in reversed(found.way):
        options = [{"name": step["name"], "type": step["type"], "options": options}]
    data: Json = {"id": found.command["id"], "name": found.command["name"], "type": found.command["type"]}
    if found.command.get("guild_id"):
        data["guild_id"] = found.command["guild_id"]
    if options:
        data["options"] = options
    resolved = _resolved(world, channel, kinds, values)
    return {**data, "resolved": resolved} if resolved else data


def data_on(command: Json, message: Json) -> Json:
    """The `data` of the interaction of a command on a message."""
    data: Json = {"id": command["id"], "name": command["name"], "type": command["type"], "target_id": message["id"]}
    return {**data, "resolved": {"messages": {message["id"]: message}}}


def _resolved(world: World, channel: Json, kinds: dict[str, int], values: dict[str, Any]) -> Json:
    named = {str(v): _NAMED_THINGS[kinds[n]] for n, v in values.items() if kinds.get(n) in _NAMED_THINGS}
    files = [str(v) for n, v in values.items() if kinds.get(n) == ATTACHMENT]
    described = {f: world.offered_files[f] for f in files if f in world.offered_files}
    return interactions.resolve(world, channel, named, described)
