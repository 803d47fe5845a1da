"""Walking through the component trees of messages and forms."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from local_discord.errors import Json

ROW, BUTTON, STRING_SELECT, TEXT_INPUT, USER_SELECT, ROLE_SELECT, MENTION_SELECT, CHANNEL_SELECT = range(1, 9)
TEXT, LABEL = 10, 18
UPLOAD, RADIO, TICKS, TICK = 19, 21, 22, 23
SELECTS = (STRING_SELECT, USER_SELECT, ROLE_SELECT, MENTION_SELECT, CHANNEL_SELECT)
LINK_STYLE = 5


def walk(tree: Any) -> Iterator[Json]:
    """Every component of a tree, in the order in which Discord numbers them."""
    if isinstance(tree, list):
        for item in tree:
            yield from walk(item)
    elif isinstance(tree, dict) and "type" in tree:
        yield tree
        for key in ("components", "component"):
            yield from walk(tree.get(key))


def number(tree: list[Json]) -> None:
    """Give every component that has none its `id`, as Discord does on arrival."""
    taken = {c["id"] for c in walk(tree) if c.get("id")}
    following = 0
    for component in walk(tree):
        if not component.get("id"):
            following += 1
            while following in taken:
                following += 1
            component["id"] = following


def find(tree: list[Json], wanted: str) -> Json | None:
    """The component with this custom_id or, failing that, with this label."""
    parts = list(walk(tree))
    for key in ("custom_id", "label", "placeholder"):
        for component in parts:
            if component.get(key) == wanted:
                return component
    return None


def fields(form: Json) -> list[tuple[str, Json]]:
    """The inputs of a modal with the text that labels each."""
    found: list[tuple[str, Json]] = []
    for outer in form["components"]:
        if outer["type"] == LABEL:
            found.append((outer["label"], outer["component"]))
        elif outer["type"] == ROW:
            found += [(c.get("label") or "", c) for c in outer["components"]]
    return found


def complete(component: Json) -> None:
    """Fill in what Discord adds to a component that was sent without it."""
    kind = component["type"]
    if kind == BUTTON:
        component.setdefault("style", 2)
    elif kind in SELECTS:
        component.setdefault("min_values", 1)
        component.setdefault("max_values", 1)
        component.setdefault("disabled", False)
    elif kind in (UPLOAD, TICKS):
        usual = {"min_values": 1, "max_values": len(component["options"]) if kind == TICKS else 1}
        component.update({name: value for name, value in usual.items() if component.get(name) is None})
