"""Checks requests and responses against Discord's own description of its API (OpenAPI 3.1).

The description isn't part of the program: tests hand in its path. It needs the package jsonschema-rs, a
development dependency; without either the hand-written limits still hold.
"""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from local_discord.errors import Json

_LOCATION = "urn:discord"
_METHODS = ("get", "put", "post", "patch", "delete")


@dataclass(frozen=True, slots=True)
class Violation:
    """One breach: which operation, whose side (request or response), where in the body, and what."""

    method: str
    path: str
    side: str
    where: str
    message: str

    def __str__(self) -> str:
        return f"{self.method} {self.path} {self.side} at {self.where or 'the top'}: {self.message}"


def load_validator(spec: Path | None) -> Validator | None:
    """A validator for the description in a file (.json or .json.gz); None if there is no file to use.

    Raises ModuleNotFoundError if a file is given and jsonschema-rs is missing.
    """
    if spec is None:
        return None
    raw = spec.read_bytes()
    return Validator(json.loads(gzip.decompress(raw) if spec.suffix == ".gz" else raw))


class Validator:
    """Knows Discord's description; gives the violations of one body."""

    def __init__(self, description: Json) -> None:
        import jsonschema_rs

        self._engine = jsonschema_rs
        self._description = _relaxed(description)
        self._registry = jsonschema_rs.Registry([(_LOCATION, self._description)], draft=jsonschema_rs.Draft202012)
        self._compiled: dict[str, Any] = {}
        paths = sorted(description["paths"], key=lambda path: path.count("{"))
        self._paths = [(path, re.compile(re.sub(r"\{[^}]+\}", "[^/]+", path))) for path in paths]

    def operation(self, method: str, path: str) -> str | None:
        """The path as the description writes it, for a concrete one; None if it isn't described."""
        for template, pattern in self._paths:
            if pattern.fullmatch(path) and method.lower() in self._description["paths"][template]:
                return str(template)
        return None

    def check_request(
        self, method: str, path: str, body: Any, files: Iterable[str], content_type: str | None
    ) -> list[Violation]:
        """What is wrong with a request's body; `files` are the names of its upload fields."""
        template = self.operation(method, path)
        if template is None:
            return [Violation(method, path, "request", "", "no such operation is described")]
        accepted = self._operation(method, template).get("requestBody", {}).get("content", {})
        if content_type is None or not accepted:
            return []
        kind = content_type if content_type in accepted else "application/json"
        if kind not in accepted:
            return [Violation(method, path, "request", "", f"content type {content_type} isn't described")]
        pointer = _pointer("paths", template, method.lower(), "requestBody", "content", kind, "schema")
        instance = {**body, **dict.fromkeys(files, "")} if isinstance(body, dict) else body
        return self._check(pointer, instance, method, path, "request")

    def check_response(self, method: str, path: str, status: int, body: Any) -> list[Violation]:
        """What is wrong with a response's body."""
        template = self.operation(method, path)
        if template is None:
            return []
        described = self._operation(method, template)["responses"].get(str(status))
        if described is None:
            return [Violation(method, path, "response", "", f"status {status} isn't described")]
        if "application/json" not in described.get("content", {}):
            return []
        parts = ("paths", template, method.lower(), "responses", str(status), "content", "application/json")
        return self._check(_pointer(*parts, "schema"), body, method, path, "response")

    def _operation(self, method: str, template: str) -> Json:
        found: Json = self._description["paths"][template][method.lower()]
        return found

    def _check(self, pointer: str, instance: Any, method: str, path: str, side: str) -> list[Violation]:
        compiled = self._compiled.get(pointer)
        if compiled is None:
            schema = {"$ref": f"{_LOCATION}#{pointer}"}
            compiled = self._engine.Draft202012Validator(schema, registry=self._registry)
            self._compiled[pointer] = compiled
        if compiled.is_valid(instance):
            return []
        found = []
        for error in compiled.iter_errors(instance):
            where, message = _nearest(error)
            found.append(Violation(method, path, side, where, message))
        return found


def _relaxed(description: Json) -> Json:
    """The service takes whole numbers for ids (discord.py sends some so); the description doesn't say it."""
    snowflake = {"type": ["string", "integer"], "pattern": "^(0|[1-9][0-9]*)$"}
    schemas = {**description["components"]["schemas"], "SnowflakeType": snowflake}
    return {**description, "components": {**description["components"], "schemas": schemas}}


def _pointer(*parts: str) -> str:
    """A JSON pointer as the fragment of an address."""
    escaped = (p.replace("~", "~0").replace("/", "~1").replace("{", "%7B").replace("}", "%7D") for p in parts)
    return "/" + "/".join(escaped)


def _nearest(error: Any) -> tuple[str, str]:
    """Where and why, for people: of a union, the branch that the instance's `type` points to."""
    context = getattr(error.kind, "context", None)
    branches = [branch for branch in context or [] if branch]
    if not branches:
        return "/".join(str(p) for p in error.instance_path), error.message[:300]
    fitting = [b for b in branches if not any(_about_type(e) for e in b)]
    return _nearest(min(fitting or branches, key=len)[0])


def _about_type(error: Any) -> bool:
    """Whether an error says that this branch is for another `type`."""
    path = list(error.instance_path)
    return bool(path) and path[-1] == "type"
