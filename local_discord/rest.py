"""The REST API: reads a request, meets it with a fault if one waits, checks it, carries it out, answers."""

from __future__ import annotations

import asyncio
import json
import math
import re
import time
from collections import deque
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from aiohttp import BodyPartReader, hdrs, web

from local_discord.errors import ApiError, Json
from local_discord.files import Upload
from local_discord.rates import Rates, Verdict
from local_discord.testing.faults import Fault, Faults, Kind
from local_discord.testing.validate import Validator, Violation
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


@dataclass(frozen=True, slots=True)
class Record:
    """One request that was answered, for tests and measurements."""

    method: str
    path: str
    status: int
    seconds: float


class Rest:
    """Serves the routes; keeps the last requests and every breach of Discord's description."""

    def __init__(self, world: World, faults: Faults, validator: Validator | None, rates: Rates | None = None) -> None:
        self.world, self.rates = world, rates
        self.faults = faults
        self.validator = validator
        self.violations: list[Violation] = []
        self.records: deque[Record] = deque(maxlen=10_000)

    def add_to(self, app: web.Application) -> None:
        """Put every route into an application."""
        for method, path, handler in ROUTES:
            app.router.add_route(method, API + path, self._serve(method, path, handler))
        app.router.add_route("*", "/api/{tail:.*}", self._serve("*", "/{tail}", _no_such_route))

    def _serve(self, method: str, path: str, handler: Handler) -> Callable[[web.Request], Awaitable[web.Response]]:
        login = not path.startswith(_NO_LOGIN)
        bucket = re.sub(r"\W+", "-", method + path).strip("-")[:40]

        async def serve(request: web.Request) -> web.Response:
            began = time.perf_counter()
            fault = self.faults.for_request(request.method, request.path)
            early = await self._meet(request, fault)
            if early is not None:
                return early
            verdict = self.rates.take(request.method, request.path.removeprefix(API)) if self.rates else None
            if verdict is not None and verdict.after:
                await request.read()
                return _limited(verdict)
            answer = await self._answer(request, handler, login)
            self._record(request, answer, time.perf_counter() - began)
            if fault and fault.kind is Kind.DROP_AFTER:
                return _cut(request)
            if fault and fault.kind is Kind.LATE_ANSWER:
                await asyncio.sleep(fault.seconds)
            return _response(answer, bucket, verdict)

        return serve

    async def _meet(self, request: web.Request, fault: Fault | None) -> web.Response | None:
        """Let a fault act before the request is carried out; None means go on."""
        if fault is None:
            return None
        if fault.kind is Kind.ANSWER:
            await request.read()
            response = _response(Answer(fault.status, fault.body), "fault")
            response.headers.update(fault.headers)
            return response
        if fault.kind is Kind.DROP:
            return _cut(request)
        if fault.kind is Kind.LATE:
            await asyncio.sleep(fault.seconds)
        return None

    async def _answer(self, request: web.Request, handler: Handler, login: bool) -> Answer:
        try:
            if login and request.headers.get("Authorization", "") != f"Bot {self.world.token}":
                raise ApiError(401, 0, "401: Unauthorized")
            body, uploads, content_type = await read_body(request)
            path = request.path.removeprefix(API)
            self._check_request(request.method, path, body, uploads, content_type)
            call = Call(self.world, dict(request.match_info), dict(request.query), body, uploads)
            answer = handler(call)
            self._check_response(request.method, path, answer)
            return answer
        except ApiError as refusal:
            return Answer(refusal.status, refusal.body)

    def _check_request(
        self, method: str, path: str, body: Any, uploads: tuple[Upload, ...], content_type: str | None
    ) -> None:
        """Refuse a body that breaks Discord's description, as Discord would, and remember it."""
        if self.validator is None:
            return
        found = self.validator.check_request(method, path, body, [u.field for u in uploads], content_type)
        self.violations += found
        if found:
            tree = {"_errors": [{"code": "DESCRIPTION", "message": str(v)} for v in found]}
            raise ApiError(400, 50035, "Invalid Form Body", tree)

    def _check_response(self, method: str, path: str, answer: Answer) -> None:
        if self.validator is not None:
            self.violations += self.validator.check_response(method, path, answer.status, answer.body)

    def _record(self, request: web.Request, answer: Answer, seconds: float) -> None:
        self.records.append(Record(request.method, request.path, answer.status, seconds))


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
    response = _response(Answer(429, body), verdict.bucket, verdict)
    response.headers["Retry-After"] = str(math.ceil(verdict.after))
    response.headers["X-RateLimit-Scope"] = "global" if verdict.everything else "user"
    if verdict.everything:
        response.headers["X-RateLimit-Global"] = "true"
    return response


def _response(answer: Answer, bucket: str, verdict: Verdict | None = None) -> web.Response:
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


def _cut(request: web.Request) -> web.Response:
    """Break the connection under a request."""
    if request.transport:
        request.transport.abort()
    return web.Response(status=500)


def _no_such_route(call: Call) -> Answer:
    raise ApiError(404, 0, "404: Not Found")
