"""Discord's side of the walk: interactions as Discord sends them, answers checked as Discord would check them."""

from __future__ import annotations

import itertools
import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import discord
from discord.webhook import async_

from local_discord.errors import ApiError
from local_discord.files import Upload
from local_discord.limits import check_edit, check_message
from local_discord.limits_components import check_choices, check_modal
from local_discord.testing.validate import Validator, load_validator
from tests.wording import slips

SPEC = Path(__file__).parents[1] / "e2e" / "data" / "discord-openapi.json.gz"
APP, GUILD, TEAM = 900, 901, 902
COMMAND, COMPONENT, AUTOCOMPLETE, MODAL_SUBMIT = 2, 3, 4, 5
EPHEMERAL = 64

Json = Any


@dataclass
class Book:
    """What was composed and what was wrong with it. about: what the walk is doing, for the report.

    seen: in how many positions each kind of question was open; else each phase.
    """

    validator: Validator | None
    about: str = ""
    composed: int = 0
    wrong: list[str] = field(default_factory=list)
    answers: list[Json] = field(default_factory=list)
    seen: Counter[str] = field(default_factory=Counter)

    def complain(self, what: str) -> None:
        """Book a finding."""
        self.wrong.append(f"{self.about}: {what}")

    def message(self, body: Json, uploads: tuple[Upload, ...] = (), path: str = "/channels/1/messages") -> None:
        """A message that is posted, or the data of an answer that is one."""
        self.composed += 1
        self._read(body)
        try:
            check_message(body, uploads)
        except ApiError as error:
            self.complain(f"{error} {json.dumps(error.body)[:600]}")
        self.described("POST", path, body, uploads)

    def _read(self, body: Json) -> None:
        """What an editor would strike: raw data, slips of grammar (tests/wording.py)."""
        for slip in (slip for text in _texts(body) for slip in slips(text)):
            self.complain(f"badly said: {slip}")

    def described(self, method: str, path: str, body: Json, uploads: tuple[Upload, ...] = ()) -> None:
        """Hold a body against Discord's own description."""
        if self.validator is not None:
            names = [f"files[{n}]" for n in range(len(uploads))]
            found = self.validator.check_request(method, path, body, names, "application/json")
            self.wrong += [f"{self.about}: {violation}" for violation in found]

    def callback(self, body: Json, uploads: tuple[Upload, ...], shown: Json | None) -> None:
        """The answer to an interaction. shown: the message whose component was pressed."""
        self.answers.append(body)
        kind, data = body["type"], body.get("data") or {}
        try:
            if kind == 4:
                self.message(data, uploads, "/channels/1/messages")
            elif kind == 7 and shown is not None:
                self.composed += 1
                check_edit(shown, data, uploads)
            elif kind == 8:
                self.composed += 1
                check_choices(data.get("choices"))
            elif kind == 9:
                self.composed += 1
                check_modal(data)
        except ApiError as error:
            self.complain(f"{error} {json.dumps(error.body)[:600]}")
        if kind in (8, 9):
            self.described("POST", "/interactions/1/token/callback", body)


def _texts(body: Json) -> Iterator[str]:
    """What people read of a message: its text, what stands in its frames, on its buttons and menus."""
    yield body.get("content") or ""
    for embed in body.get("embeds") or ():
        yield from (embed.get(part) or "" for part in ("title", "description"))
        yield from (field["value"] for field in embed.get("fields") or ())
    for component in (c for row in body.get("components") or () for c in row.get("components") or ()):
        yield from (component.get(part) or "" for part in ("label", "placeholder"))
        yield from (o.get(part) or "" for o in component.get("options") or () for part in ("label", "description"))


_ATTACHED = {"id": "1", "url": "https://discord.invalid/1", "proxy_url": "https://discord.invalid/1", "size": 9}


class Adapter:
    """Takes the place of discord.py's: requests end in the book."""

    def __init__(self, book: Book) -> None:
        self.book, self.shown, self.ids = book, None, itertools.count(10_000)

    async def request(self, route: Any, session: Any = None, **values: Any) -> Json:
        """One request of an interaction: its callback, a follow-up, or an edit."""
        body, uploads = _body(values)
        if route.url.split("?")[0].endswith("/callback"):
            self.book.callback(body, uploads, self.shown)
            return {"interaction": {"id": "1", "type": 3}}
        if route.method == "POST":
            self.book.answers.append({"type": 4, "data": body})
            self.book.message(body, uploads)
        return self.stored(body)

    def stored(self, body: Json) -> Json:
        """A message as Discord gives it back."""
        user = {"id": str(APP), "username": "Adjutant", "discriminator": "0", "avatar": None, "bot": True}
        return {
            "id": str(next(self.ids)), "type": 0, "channel_id": "1", "author": user, "content": body.get("content") or "",
            "embeds": body.get("embeds") or [], "components": body.get("components") or [],
            "attachments": [{**_ATTACHED, **told} for told in body.get("attachments") or ()],
            "mentions": [], "mention_roles": [], "mention_everyone": False, "pinned": False, "tts": False,
            "timestamp": "2026-01-01T00:00:00+00:00", "edited_timestamp": None, "flags": body.get("flags") or 0,
        }  # fmt: skip

    def install(self, patch: Any) -> None:
        """Have discord.py use it. patch: pytest's monkeypatch, or anything with `setattr`."""

        async def request(_: object, route: Any, session: Any = None, **values: Any) -> Json:
            return await self.request(route, session, **values)

        patch.setattr(async_.AsyncWebhookAdapter, "request", request)


def _body(values: Json) -> tuple[Json, tuple[Upload, ...]]:
    """The JSON of a request, and its files."""
    if values.get("payload") is not None:
        return values["payload"], ()
    body, uploads = {}, list[Upload]()
    for part in values.get("multipart") or ():
        if part["name"] == "payload_json":
            body = json.loads(part["value"])
        else:
            data = part["value"].read() if hasattr(part["value"], "read") else bytes(part["value"])
            uploads.append(Upload(part["name"], part["filename"], data))
    return body, tuple(uploads)


def params_of(values: Json) -> tuple[Json, tuple[Upload, ...]]:
    """A message that the bot posts itself, as discord.py would send it."""
    with discord.http.handle_message_parameters(**values) as params:
        return _body({"payload": params.payload, "multipart": params.multipart})


class Sender:
    """Makes interactions of people. permissions: what they may do on the server, as Discord's number."""

    permissions = "8"

    def __init__(self, client: Any, book: Book, adapter: Adapter) -> None:
        self.client, self.book, self.adapter, self.ids = client, book, adapter, itertools.count(1_000_000)

    async def send(self, user: int, channel: int, kind: int, data: Json, message: Json | None = None) -> list[Json]:
        """Somebody does something; gives the bot's answers to it."""
        payload = self._payload(user, channel, kind, data, message)
        interaction = discord.Interaction(data=payload, state=self.client._connection)
        self.book.answers, self.adapter.shown = [], message
        if kind in (COMMAND, AUTOCOMPLETE):
            await self.client.tree._call(interaction)
        else:
            await self.client.on_interaction(interaction)
        if kind == COMMAND and not self.book.answers:
            self.book.complain("no answer")
        return self.book.answers

    def _payload(self, user: int, channel: int, kind: int, data: Json, message: Json | None) -> Json:
        number = str(next(self.ids))
        person = {"id": str(user), "username": f"user{user}", "discriminator": "0", "avatar": None, "global_name": None}
        member = {"user": person, "roles": [], "joined_at": "2026-01-01T00:00:00+00:00", "deaf": False, "mute": False,
                  "permissions": self.permissions, "flags": 0, "avatar": None, "nick": None}  # fmt: skip
        place = {"id": str(channel), "type": 0, "guild_id": str(GUILD), "name": "table", "position": 0,
                 "permission_overwrites": [], "nsfw": False, "parent_id": None, "permissions": self.permissions}  # fmt: skip
        payload: Json = {
            "id": number, "application_id": str(APP), "type": kind, "token": f"token{number}", "version": 1,
            "guild_id": str(GUILD), "channel_id": str(channel), "channel": place, "member": member, "data": data,
            "app_permissions": "8", "locale": "en-GB", "guild_locale": "en-GB", "entitlements": [],
            "authorizing_integration_owners": {"0": str(GUILD)}, "context": 0, "attachment_size_limit": 10485760,
        }  # fmt: skip
        if message is not None:
            payload["message"] = message
        return payload


def components_in(answers: list[Json]) -> Iterator[tuple[Json, Json]]:
    """(message, component) of everything that can be pressed in some answers."""
    for answer in answers:
        data = answer.get("data") or {}
        for row in data.get("components") or ():
            for component in row.get("components") or ():
                if not component.get("disabled") and component.get("custom_id"):
                    yield data, component


def book(validate: bool = True) -> Book:
    """A fresh book, with Discord's description where it can be had."""
    return Book(load_validator(SPEC) if validate else None)
