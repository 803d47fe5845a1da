"""Errors as Discord answers them: a status, a numbered code, a sentence and, for forms, where it is wrong."""

from __future__ import annotations

from typing import Any

Json = dict[str, Any]
Path = tuple[str | int, ...]


class ApiError(Exception):
    """A refusal of the REST API; `body` is what the client receives."""

    def __init__(
        self, status: int, code: int, message: str, errors: Json | None = None, retry_after: float | None = None
    ) -> None:
        super().__init__(f"{status} {code}: {message}")
        self.status = status
        self.code = code
        self.body: Json = {"code": code, "message": message}
        if errors:
            self.body["errors"] = errors
        if retry_after is not None:
            self.body |= {"retry_after": retry_after, "global": False}


def unknown(what: str) -> ApiError:
    """The 404 for a thing that isn't there (or isn't yet, or isn't any more)."""
    codes = {
        "Application": 10002,
        "Channel": 10003,
        "Guild": 10004,
        "Member": 10007,
        "Message": 10008,
        "User": 10013,
        "Webhook": 10015,
        "interaction": 10062,
    }
    return ApiError(404, codes[what], f"Unknown {what}")


def missing_access() -> ApiError:
    """The 403 for a channel that the bot can't see."""
    return ApiError(403, 50001, "Missing Access")


def missing_permissions() -> ApiError:
    """The 403 for something that the bot may not do in a channel it sees."""
    return ApiError(403, 50013, "Missing Permissions")


class FormErrors:
    """Collects what is wrong with a body, so that one answer names all of it."""

    def __init__(self) -> None:
        self.tree: Json = {}

    def add(self, path: Path, code: str, message: str) -> None:
        """Note one mistake at a place of the body, for instance `("embeds", 0, "title")`."""
        node = self.tree
        for key in path:
            node = node.setdefault(str(key), {})
        node.setdefault("_errors", []).append({"code": code, "message": message})

    def too_long(self, path: Path, text: object, limit: int) -> None:
        """Note a text longer than `limit` characters."""
        if isinstance(text, str) and len(text) > limit:
            self.add(path, "BASE_TYPE_MAX_LENGTH", f"Must be {limit} or fewer in length.")

    def length(self, path: Path, text: object, low: int, high: int) -> None:
        """Note a text that is missing, shorter than `low` or longer than `high` characters."""
        if not isinstance(text, str) or (low and not text):
            self.add(path, "BASE_TYPE_REQUIRED", "This field is required")
        elif not low <= len(text) <= high:
            self.add(path, "BASE_TYPE_BAD_LENGTH", f"Must be between {low} and {high} in length.")

    def count(self, path: Path, items: object, low: int, high: int) -> None:
        """Note a list of fewer than `low` or more than `high` things."""
        if not isinstance(items, list) or not low <= len(items) <= high:
            self.add(path, "BASE_TYPE_BAD_LENGTH", f"Must be between {low} and {high} in length.")

    def check(self) -> None:
        """Raise `ApiError` 50035 if anything was noted."""
        if self.tree:
            raise ApiError(400, 50035, "Invalid Form Body", self.tree)


def bad_form(path: Path, code: str, message: str) -> ApiError:
    """The 400 for one mistake at one place of a body."""
    errors = FormErrors()
    errors.add(path, code, message)
    return ApiError(400, 50035, "Invalid Form Body", errors.tree)
