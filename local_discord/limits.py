"""Limits of messages that Discord enforces and its published description doesn't state.

Sources: Discord's developer documentation, "Create Message", "Embed Limits" and "Components Reference".
Each check raises `ApiError` with the code that Discord gives (50035 for forms, 50006 for nothing at all).
"""

from __future__ import annotations

from local_discord.errors import ApiError, FormErrors, Json
from local_discord.files import Upload
from local_discord.limits_components import check_components

CONTENT = 2000
EMBEDS, EMBED_TOTAL = 10, 6000
EMBED_TEXTS = {"title": 256, "description": 4096}
EMBED_FIELDS, FIELD_NAME, FIELD_VALUE, FOOTER, AUTHOR = 25, 256, 1024, 2048, 256
ATTACHMENTS, UPLOAD_BYTES, ALT_TEXT = 10, 10 * 1024 * 1024, 1024
NONCE = 25


def check_message(body: Json, uploads: tuple[Upload, ...], may_be_empty: bool = False) -> None:
    """Check a message that is to be posted."""
    if not may_be_empty and not _says_something(body, uploads):
        raise ApiError(400, 50006, "Cannot send an empty message")
    names = {u.safe_name for u in uploads} | _wished_names(body)
    _check(body, uploads, names, len(uploads))


def check_edit(message: Json, body: Json, uploads: tuple[Upload, ...]) -> None:
    """Check a message as it would be after an edit."""
    listed = body.get("attachments")
    wanted = None if listed is None else {str(a.get("id")) for a in listed}
    kept = [a for a in message["attachments"] if wanted is None or a["id"] in wanted]
    names = {a["filename"] for a in kept} | {u.safe_name for u in uploads} | _wished_names(body)
    after = {**{k: message[k] for k in ("content", "embeds", "components")}, **body}
    if not _says_something(after, uploads) and not kept:
        raise ApiError(400, 50006, "Cannot send an empty message")
    _check(after, uploads, names, len(kept) + len(uploads))


def _says_something(body: Json, uploads: tuple[Upload, ...]) -> bool:
    text = (body.get("content") or "").strip()
    return bool(text or uploads or any(body.get(k) for k in ("embeds", "components")))


def _wished_names(body: Json) -> set[str]:
    return {a["filename"] for a in body.get("attachments") or [] if a.get("filename")}


def _check(body: Json, uploads: tuple[Upload, ...], names: set[str], file_count: int) -> None:
    """All checks of a whole message; `names` are the files that attachment:// may name."""
    if any(len(u.data) > UPLOAD_BYTES for u in uploads):
        raise ApiError(413, 40005, "Request entity too large")
    errors = FormErrors()
    errors.too_long(("content",), body.get("content"), CONTENT)
    errors.too_long(("nonce",), str(body.get("nonce") or ""), NONCE)
    if file_count > ATTACHMENTS:
        errors.count(("attachments",), [None] * file_count, 0, ATTACHMENTS)
    for index, attachment in enumerate(body.get("attachments") or []):
        errors.too_long(("attachments", index, "description"), attachment.get("description"), ALT_TEXT)
    _check_embeds(errors, body.get("embeds") or [], names)
    check_components(errors, body.get("components") or [])
    _check_mentions(errors, body.get("allowed_mentions") or {})
    errors.check()


def _check_mentions(errors: FormErrors, allowed: Json) -> None:
    """Naming users and allowing all of them at once contradict each other."""
    for kind in ("users", "roles"):
        if kind in (allowed.get("parse") or []) and allowed.get(kind):
            said = f"parse:['{kind}'] and {kind}: [ids...] are mutually exclusive."
            errors.add(("allowed_mentions",), "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", said)
        if len(allowed.get(kind) or []) > 100:
            errors.count(("allowed_mentions", kind), allowed[kind], 0, 100)


def _check_embeds(errors: FormErrors, embeds: list[Json], names: set[str]) -> None:
    if len(embeds) > EMBEDS:
        errors.count(("embeds",), embeds, 0, EMBEDS)
    total = 0
    for index, embed in enumerate(embeds):
        _check_embed(errors, ("embeds", index), embed, names)
        total += embed_length(embed)
    if total > EMBED_TOTAL:
        said = f"Embed size exceeds maximum size of {EMBED_TOTAL}"
        errors.add(("embeds",), "MAX_EMBED_SIZE_EXCEEDED", said)


def embed_length(embed: Json) -> int:
    """The characters of an embed that count towards the 6,000 of a message."""
    texts = [embed.get("title"), embed.get("description")]
    texts += [(embed.get("footer") or {}).get("text"), (embed.get("author") or {}).get("name")]
    for field in embed.get("fields") or []:
        texts += [field.get("name"), field.get("value")]
    return sum(len(text) for text in texts if text)


def _check_embed(errors: FormErrors, at: tuple[str | int, ...], embed: Json, names: set[str]) -> None:
    for key, limit in EMBED_TEXTS.items():
        errors.too_long((*at, key), embed.get(key), limit)
    errors.too_long((*at, "footer", "text"), (embed.get("footer") or {}).get("text"), FOOTER)
    errors.too_long((*at, "author", "name"), (embed.get("author") or {}).get("name"), AUTHOR)
    fields = embed.get("fields") or []
    if len(fields) > EMBED_FIELDS:
        errors.count((*at, "fields"), fields, 0, EMBED_FIELDS)
    for n, field in enumerate(fields):
        errors.length((*at, "fields", n, "name"), (field.get("name") or "").strip(), 1, FIELD_NAME)
        errors.length((*at, "fields", n, "value"), (field.get("value") or "").strip(), 1, FIELD_VALUE)
    for part, key in (("image", "url"), ("thumbnail", "url"), ("author", "icon_url"), ("footer", "icon_url")):
        _check_file_name(errors, (*at, part, key), (embed.get(part) or {}).get(key), names)


def _check_file_name(errors: FormErrors, at: tuple[str | int, ...], url: object, names: set[str]) -> None:
    """An attachment:// address has to name a file of the same message; others have to be web addresses."""
    if not isinstance(url, str) or not url:
        return
    if url.startswith("attachment://"):
        if url.removeprefix("attachment://") not in names:
            errors.add(at, "ATTACHMENT_NOT_FOUND", f"The referenced attachment was not found: {url}")
    elif not url.startswith(("http://", "https://")):
        errors.add(at, "URL_TYPE_INVALID_SCHEME", "Scheme must be one of ('http', 'https').")
