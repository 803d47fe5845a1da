"""The REST API: reads a request, carries it out, answers."""

from __future__ import annotations

import json
import math
import re
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from aiohttp import BodyPartReader, hdrs, web

from local_discord.errors import ApiError, Json
from local_discord.files import Upload
from local_discord.line import Inspector, Line, Serve
from local_discord.rates import Rates, Verdict
from local_discord.world import World

API = "/api/v10"
_NO_LOGIN = ("/interactions", "/webhooks", "/gateway")


@dataclass(frozen=True, slots=True)
class Call:
    """One request: the world it is about, the parts of its path, its query, its body and its files."""

    world: World
    parts: dict[str, str]
    query: dict[str, str]
    body: Any
    uploads: tuple[Upload, ...]


@dataclass(frozen=True, slots=True)
class Answer:
    """A status and what to send with it; None sends nothing (204)."""

    status: int
    body: Any


Handler = Callable[[Call], Answer]
ROUTES: list[tuple[str, str, Handler]] = []


def route(method: str, path: str) -> Callable[[Handler], Handler]:
    """Register a handler for a method and a path of the API, written as in Discord's documentation."""

    def register(handler: Handler) -> Handler:
        ROUTES.append((method, path, handler))
        return handler

    return register


def ok(body: Any) -> Answer:
    """200 with a body."""
    return Answer(200, body)


def created(body: Any) -> Answer:
    """201 with a body."""
    return Answer(201, body)


def done() -> Answer:
    """204, nothing to say."""
    return Answer(204, None)


class Rest:
    """Serves the routes over a line, under the eyes of an inspector, within rate limits if there are any."""

    def __init__(self, world: World, line: Line, inspector: Inspector, rates: Rates | None = None) -> None:
        self.world, self.rates = world, rates
        self._line, self._inspector = line, inspector

    def add_to(self, app: web.Application) -> None:
        """Put every route into an application."""
        for method, path, handler in ROUTES:
            app.router.add_route(method, API + path, self._serve(method, path, handler))
        app.router.add_route("*", "/api/{tail:.*}", self._serve("*", "/{tail}", _no_such_route))

    def _serve(self, method: str, path: str, handler: Handler) -> Serve:
        login = not path.startswith(_NO_LOGIN)
        bucket = re.sub(r"\W+", "-", method + path).strip("-")[:40]

        async def carry_out(request: web.Request) -> web.Response:
            verdict = self.rates.take(request.method, request.path.removeprefix(API)) if self.rates else None
            if verdict is not None and verdict.after:
                await request.read()
                return _limited(verdict)
            return http_response(await self._answer(request, handler, login), bucket, verdict)

        async def serve(request: web.Request) -> web.StreamResponse:
            return await self._line.around(request, carry_out)

        return serve

    async def _answer(self, request: web.Request, handler: Handler, login: bool) -> Answer:
        try:
            if login and request.headers.get("Authorization", "") != f"Bot {self.world.token}":
                raise ApiError(401, 0, "401: Unauthorized")
            body, uploads, content_type = await read_body(request)
            path = request.path.removeprefix(API)
            self._inspector.asked(request.method, path, body, uploads, content_type)
            answer = handler(Call(self.world, dict(request.match_info), dict(request.query), body, uploads))
            self._inspector.answered(request.method, path, answer.status, answer.body)
            return answer
        except ApiError as refusal:
            return Answer(refusal.status, refusal.body)


async def read_body(request: web.Request) -> tuple[Any, tuple[Upload, ...], str | None]:
    """The JSON body (an empty dict if there is none), the uploaded files and the content type."""
    if not request.can_read_body:
        return {}, (), None
    if request.content_type == "multipart/form-data":
        return await _read_multipart(request)
    raw = await request.read()
    try:
        return (json.loads(raw) if raw else {}), (), request.content_type
    except ValueError:
        raise ApiError(400, 50109, "The request body contains invalid JSON.") from None


async def _read_multipart(request: web.Request) -> tuple[Json, tuple[Upload, ...], str]:
    body: Json = {}
    uploads = []
    reader = await request.multipart()
    while (part := await reader.next()) is not None:
        assert isinstance(part, BodyPartReader)
        if part.name == "payload_json":
            body = json.loads(await part.text())
        elif part.filename:
            uploads.append(Upload(part.name or "", part.filename, bytes(await part.read())))
    return body, tuple(uploads), "multipart/form-data"


def _limited(verdict: Verdict) -> web.Response:
    """The 429 of a bucket that is used up, or of all requests together."""
    body = {"message": "You are being rate limited.", "retry_after": verdict.after, "global": verdict.everything}
    response = http_response(Answer(429, body), verdict.bucket, verdict)
    response.headers["Retry-After"] = str(math.ceil(verdict.after))
    response.headers["X-RateLimit-Scope"] = "global" if verdict.everything else "user"
    if verdict.everything:
        response.headers["X-RateLimit-Global"] = "true"
    return response


def http_response(answer: Answer, bucket: str, verdict: Verdict | None = None) -> web.Response:
    """An HTTP response with the headers that client libraries look at."""
    seen = verdict or Verdict(bucket, 1000, 999, 1.0)
    headers = {
        "X-RateLimit-Limit": str(seen.limit),
        "X-RateLimit-Remaining": str(seen.left),
        "X-RateLimit-Reset": f"{time.time() + seen.reset:.3f}",
        "X-RateLimit-Reset-After": f"{seen.reset:.3f}",
        "X-RateLimit-Bucket": seen.bucket,
        "Via": "1.1 local-channel",
    }
    if answer.status == 204:
        return web.Response(status=204, headers=headers)
    # Without a charset: discord.py compares the whole header with "application/json".
    headers[hdrs.CONTENT_TYPE] = "application/json"
    return web.Response(body=json.dumps(answer.body).encode(), status=answer.status, headers=headers)


def _no_such_route(call: Call) -> Answer:
    raise ApiError(404, 0, "404: Not Found")
