"""The limits that Discord enforces and its description doesn't state."""

from __future__ import annotations

from typing import Any

import pytest

from local_discord import limits, limits_commands, limits_components
from local_discord.errors import ApiError
from local_discord.files import Upload

Json = dict[str, Any]


def row(*inner: Json) -> Json:
    return {"type": 1, "components": list(inner)}


def button(custom_id: str = "a", **more: Any) -> Json:
    return {"type": 2, "style": 1, "label": "x", "custom_id": custom_id, **more}


def menu(count: int = 2, **more: Any) -> Json:
    options = [{"label": str(n), "value": str(n)} for n in range(count)]
    return {"type": 3, "custom_id": "m", "options": options, **more}


def text(content: str) -> Json:
    return {"type": 10, "content": content}


def buttons(count: int) -> list[Json]:
    return [row(*(button(f"{r}.{n}") for n in range(5))) for r in range(count)]


FINE: list[Json] = [
    {"content": "x" * 2000},
    {"embeds": [{"description": "x" * 4096, "title": "y" * 256}]},
    {"embeds": [{"title": "x"}] * 10},
    {"content": "x", "components": buttons(5)},
    {"content": "x", "components": [row(menu(25, max_values=25))]},
    {"content": "x", "components": [row({"type": 2, "style": 5, "label": "x", "url": "https://x.example"})]},
    {"content": "x", "allowed_mentions": {"parse": [], "users": ["1"]}},
]
WRONG: list[tuple[Json, str]] = [
    ({"content": "x" * 2001}, "BASE_TYPE_MAX_LENGTH"),
    ({"embeds": [{"description": "x" * 4097}]}, "BASE_TYPE_MAX_LENGTH"),
    ({"embeds": [{"title": "x" * 257}]}, "BASE_TYPE_MAX_LENGTH"),
    ({"embeds": [{"footer": {"text": "x" * 2049}}]}, "BASE_TYPE_MAX_LENGTH"),
    ({"embeds": [{"title": "x"}] * 11}, "BASE_TYPE_BAD_LENGTH"),
    ({"embeds": [{"description": "x" * 3001}] * 2}, "MAX_EMBED_SIZE_EXCEEDED"),
    ({"embeds": [{"fields": [{"name": "n", "value": "v"}] * 26}]}, "BASE_TYPE_BAD_LENGTH"),
    ({"embeds": [{"fields": [{"name": "n", "value": ""}]}]}, "BASE_TYPE_REQUIRED"),
    ({"embeds": [{"fields": [{"name": "n", "value": "v" * 1025}]}]}, "BASE_TYPE_BAD_LENGTH"),
    ({"embeds": [{"image": {"url": "attachment://no.png"}}]}, "ATTACHMENT_NOT_FOUND"),
    ({"embeds": [{"image": {"url": "file:///etc"}}]}, "URL_TYPE_INVALID_SCHEME"),
    ({"content": "x", "components": buttons(6)}, "BASE_TYPE_BAD_LENGTH"),
    ({"content": "x", "components": [row(*(button(str(n)) for n in range(6)))]}, "BASE_TYPE_BAD_LENGTH"),
    ({"content": "x", "components": [row(button(), button())]}, "COMPONENT_CUSTOM_ID_DUPLICATED"),
    ({"content": "x", "components": [row(button("x" * 101))]}, "BASE_TYPE_BAD_LENGTH"),
    ({"content": "x", "components": [row(button(label="x" * 81))]}, "BASE_TYPE_MAX_LENGTH"),
    ({"content": "x", "components": [row(button(label=""))]}, "BUTTON_COMPONENT_MISSING_LABEL"),
    ({"content": "x", "components": [row(button(style=5))]}, "BASE_TYPE_REQUIRED"),
    ({"content": "x", "components": [row(menu(), button())]}, "COMPONENT_LAYOUT_WIDTH_EXCEEDED"),
    ({"content": "x", "components": [row(menu(26))]}, "BASE_TYPE_BAD_LENGTH"),
    ({"content": "x", "components": [row(menu(2, max_values=3))]}, "SELECT_COMPONENT_MAX_VALUES_TOO_LARGE"),
    ({"content": "x", "components": [row(menu(2, min_values=2))]}, "NUMBER_TYPE_RANGE"),
    ({"flags": 1 << 15, "components": [text("a layout")]}, "UNION_TYPE_CHOICES"),
    (
        {"content": "x", "allowed_mentions": {"parse": ["users"], "users": ["1"]}},
        "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
    ),
]


@pytest.mark.parametrize("body", FINE)
def test_within_the_limits(body: Json) -> None:
    limits.check_message(body, ())


@pytest.mark.parametrize(("body", "code"), WRONG)
def test_beyond_the_limits(body: Json, code: str) -> None:
    with pytest.raises(ApiError) as refusal:
        limits.check_message(body, ())
    assert refusal.value.code == 50035
    assert code in str(refusal.value.body["errors"])


def test_nothing_at_all() -> None:
    with pytest.raises(ApiError) as refusal:
        limits.check_message({"content": " "}, ())
    assert refusal.value.code == 50006


def test_files() -> None:
    small = Upload("files[0]", "map.png", b"x")
    limits.check_message({"embeds": [{"image": {"url": "attachment://map.png"}}]}, (small,))
    limits.check_message({}, (small,) * 10)
    with pytest.raises(ApiError):
        limits.check_message({}, (small,) * 11)
    with pytest.raises(ApiError) as refusal:
        limits.check_message({}, (Upload("files[0]", "big", b"x" * (limits.UPLOAD_BYTES + 1)),))
    assert (refusal.value.status, refusal.value.code) == (413, 40005)


def test_an_edit_is_judged_by_its_outcome() -> None:
    message = {"content": "x", "embeds": [], "components": []}
    kept = {**message, "attachments": [{"id": "1", "filename": "old.png"}]}
    shown = {"embeds": [{"image": {"url": "attachment://old.png"}}]}
    limits.check_edit(kept, shown, ())
    with pytest.raises(ApiError):
        limits.check_edit(kept, {**shown, "attachments": []}, ())
    with pytest.raises(ApiError):
        limits.check_edit({**message, "attachments": []}, {"content": ""}, ())


def field(**more: Any) -> Json:
    return {"type": 4, "custom_id": "f", "style": 1, "label": "l", **more}


def test_forms() -> None:
    label = {"type": 18, "label": "l", "component": field()}
    form = {"title": "t", "custom_id": "c", "components": [row(field()), {**label, "component": field(custom_id="g")}]}
    limits_components.check_modal(form)
    for wrong in (
        {"title": "x" * 46},
        {"custom_id": ""},
        {"components": []},
        {"components": [row(field(custom_id=str(n))) for n in range(6)]},
        {"components": [row(field(label="x" * 46))]},
        {"components": [row(field(min_length=9, max_length=8))]},
        {"components": [row(field(), field(custom_id="g"))]},
        {"components": [row(field()), row(field())]},
        {"components": [row(button())]},
        {"components": [button()]},
    ):
        with pytest.raises(ApiError):
            limits_components.check_modal({**form, **wrong})


def of_kind(kind: int, **more: Any) -> Json:
    return {"type": 18, "label": "l", "component": {"type": kind, "custom_id": "f", **more}}


def lines(count: int, **more: Any) -> list[Json]:
    return [{"label": str(n), "value": str(n), **more} for n in range(count)]


@pytest.mark.parametrize(
    "part",
    [
        of_kind(3, options=lines(25), required=False, min_values=0, max_values=25),
        of_kind(19, min_values=1, max_values=10),
        of_kind(21, options=lines(10)),
        of_kind(22, options=lines(10)),
        of_kind(22, options=lines(1), min_values=0, required=False),
        of_kind(23, default=True),
    ],
    ids=["menu", "files", "radio", "ticks", "one tick", "tick"],
)
def test_fields_of_forms(part: Json) -> None:
    limits_components.check_modal({"title": "t", "custom_id": "c", "components": [part]})


@pytest.mark.parametrize(
    "part",
    [
        of_kind(3, options=lines(2), min_values=0),
        of_kind(3, options=lines(2), disabled=True),
        of_kind(3, options=lines(26)),
        of_kind(19, max_values=11),
        of_kind(19, min_values=0),
        of_kind(21, options=lines(1)),
        of_kind(21, options=lines(11)),
        of_kind(21, options=lines(2, default=True)),
        of_kind(22, options=lines(11)),
        of_kind(22, options=lines(2), max_values=3),
        of_kind(22, options=[*lines(2), *lines(1)]),
        of_kind(22, options=lines(2, description="x" * 101)),
        of_kind(23, custom_id=""),
        of_kind(2, label="b"),
    ],
    ids=list("abcdefghijklmn"),
)
def test_fields_that_no_form_takes(part: Json) -> None:
    with pytest.raises(ApiError):
        limits_components.check_modal({"title": "t", "custom_id": "c", "components": [part]})


def test_choices() -> None:
    fine = [{"name": "n" * 100, "value": "v" * 100}] * 25
    limits_components.check_choices(fine)
    for wrong in ([*fine, fine[0]], [{"name": "", "value": "v"}], [{"name": "n", "value": "v" * 101}]):
        with pytest.raises(ApiError):
            limits_components.check_choices(wrong)


def option(name: str = "o", kind: int = 3, **more: Any) -> Json:
    return {"name": name, "description": "d", "type": kind, **more}


def command(*options: Json, **more: Any) -> Json:
    return {"name": "c", "description": "d", "options": list(options), **more}


def subcommands(count: int) -> list[Json]:
    return [option(f"s{n}", 1) for n in range(count)]


def choices(count: int) -> list[Json]:
    return [{"name": str(n), "value": str(n)} for n in range(count)]


def long_choices() -> list[Json]:
    return [{"name": f"{n}" + "x" * 90, "value": str(n)} for n in range(25)]


GOOD_COMMANDS: list[list[Json]] = [
    [command(option(required=True), option("p"))],
    [command(*subcommands(25))],
    [command(option("g", 2, options=subcommands(25)))],
    [command(option(choices=choices(25)))],
    [command(name="größe")],
    [command(name=f"c{n}") for n in range(100)],
    [command(option(kind=4, min_value=1, max_value=2))],
    [{"name": "Quote This", "type": 3}],
]
BAD_COMMANDS: list[list[Json]] = [
    [command(name="Upper")],
    [command(name="two words")],
    [command(name="x" * 33)],
    [command(description="")],
    [command(description="x" * 101)],
    [command(option("p"), option(required=True))],
    [command(option(), option())],
    [command(option(choices=choices(26)))],
    [command(option(choices=choices(2), autocomplete=True))],
    [command(option(choices=[*choices(1), *choices(1)]))],
    [command(option(kind=6, autocomplete=True))],
    [command(*subcommands(26))],
    [command(option("s", 1), option())],
    [command(option("s", 1, options=subcommands(1)))],
    [command(option("g", 2, options=[option("h", 2, options=subcommands(1))]))],
    [command(*(option(f"o{n}") for n in range(26)))],
    [command(option(min_value=1))],
    [command(option(kind=4, min_value=3, max_value=2))],
    [command(), command()],
    [command(name=f"c{n}") for n in range(101)],
    [command(*(option(f"o{n}", choices=long_choices()) for n in range(25)))],
    [{"name": "Quote", "type": 3, "description": "none allowed"}],
]


@pytest.mark.parametrize("commands", GOOD_COMMANDS)
def test_commands_that_are_fine(commands: list[Json]) -> None:
    limits_commands.check_commands(commands)


@pytest.mark.parametrize("commands", BAD_COMMANDS)
def test_commands_that_are_not(commands: list[Json]) -> None:
    with pytest.raises(ApiError):
        limits_commands.check_commands(commands)
