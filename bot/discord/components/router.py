"""Every component and form of ours comes in here and is handled by what its custom_id says.

Nothing is kept in memory between sending a button and its being pressed, so restarts do no harm.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

import discord

from bot.discord import components, features
from bot.discord.components.custom_id import NotOurs, Press, read
from bot.discord.response import patience
from bot.services import Services

Handler = Callable[[Services, discord.Interaction, Press], Awaitable[None]]
ROUTES: dict[str, Handler] = {}
OPENERS = set[str]()
"""Routes that may open a form."""


def route(action: str, form: bool = False) -> Callable[[Handler], Handler]:
    """Register the handler of an action. form: it may open a form, which Discord takes as the very first answer only."""

    def register(handler: Handler) -> Handler:
        if action in ROUTES:
            raise ValueError(f"two handlers for {action}")
        ROUTES[action] = handler
        if form:
            OPENERS.add(action)
        return handler

    return register


def register_all() -> None:
    """Import every module of this folder and of the features, so that its handlers are there."""
    for package in (components, features):
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            importlib.import_module(module.name)


def action_of(interaction: discord.Interaction) -> str:
    """What a component or form of ours is for; "" for one that is not ours."""
    press = read(str(dict(interaction.data or {}).get("custom_id", "")))
    return press.action if press else ""


async def dispatch(services: Services, interaction: discord.Interaction) -> None:
    """Answer a component or form. Raises NotOurs for one that nothing handles."""
    data: Mapping[str, Any] = interaction.data or {}
    press = read(str(data.get("custom_id", "")))
    if press is None or press.action not in ROUTES:
        raise NotOurs
    values = tuple(str(v) for v in data.get("values") or ())
    filled = list(_filled(data.get("components") or ()))
    press = replace(press, values=values, fields=_typed(filled), picks=_picked(filled), files=_uploaded(interaction))
    if press.action in OPENERS or interaction.message is None:
        await ROUTES[press.action](services, interaction, press)
        return
    # Whatever it waits for, Discord is told in time; nothing is seen of it.
    async with patience(interaction, in_place=True):
        await ROUTES[press.action](services, interaction, press)


def _filled(components: Any) -> Iterator[Mapping[str, Any]]:
    """The fields of a form, in rows or labels."""
    for part in components:
        if not isinstance(part, Mapping):
            continue
        if "custom_id" in part:
            yield part
        inner = part.get("components") or ([part["component"]] if part.get("component") else [])
        yield from _filled(inner)


def _typed(fields: Iterable[Mapping[str, Any]]) -> tuple[tuple[str, str], ...]:
    """What was typed, by field."""
    return tuple((str(field["custom_id"]), str(field["value"] or "")) for field in fields if "value" in field)


def _picked(fields: Iterable[Mapping[str, Any]]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """What was chosen, by field: of several lines those that were, of one of several that one."""
    found = list[tuple[str, tuple[str, ...]]]()
    for field in fields:
        several = field["values"] if "values" in field else [field.get("value")]
        values = several if isinstance(several, list | tuple) else ()
        found.append((str(field["custom_id"]), tuple(str(v) for v in values if v)))
    return tuple(found)


def _uploaded(interaction: discord.Interaction) -> tuple[discord.Attachment, ...]:
    """The files that came with a form."""
    resolved: Any = dict(interaction.data or {}).get("resolved") or {}
    found = resolved.get("attachments") if isinstance(resolved, Mapping) else None
    # discord.py makes these by itself only where it remembers the form.
    return tuple(discord.Attachment(data=told, state=interaction._state) for told in (found or {}).values())
