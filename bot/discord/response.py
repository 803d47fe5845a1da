"""A reply as a value, and the one place that sends it, whatever state the interaction is in."""

from __future__ import annotations

import asyncio
import contextlib
import io
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import aiohttp
import discord
import structlog

from bot.discord.text.limits import ALT, CONTENT, clip, pages
from bot.processes.picture import Picture

# Discord gives three seconds; a pause that long is felt, so it is told sooner that we are at work.
PATIENCE = 1.5
# Unknown interaction, message or webhook; invalid webhook token: the token is too old, or the answer is gone.
EXPIRED = {10062, 10008, 10015, 50027}
ALREADY_ANSWERED = 40060
BROKEN = (OSError, TimeoutError, aiohttp.ClientError)
# Sent again after 0.5, 1, 2 and 4 seconds.
ATTEMPTS, FIRST_PAUSE = 5, 0.25
MOST_PARTS = 4
# Where an interaction notes that it was deferred, and for whose eyes.
DEFERRED = "deferred privately"
# Where an interaction notes when it came, by the event loop's clock.
CAME = "came"
# Who waits to defer it: whether that is on its way, and the task.
WAITING = "waiting"
FOLLOWS = "What came of it is told below."
TOO_LATE = (
    "<@{user}>: what I had to say, to you alone, was ready too late for Discord. What you ordered stands in `/log` if it "
    "was carried out; anything else please ask again."
)

Way = Callable[..., Awaitable[Any]]
log = structlog.get_logger()


class Unanswered(Exception):
    """The answer could not be sent. What was asked for has been done all the same."""


Instead = Callable[["Reply"], Awaitable[None]]


def file_of(picture: Picture) -> discord.File:
    """A picture as discord.py takes it; a fresh one for each attempt."""
    return discord.File(io.BytesIO(picture.data), picture.name, description=clip(picture.alt, ALT) or None)


@dataclass(slots=True)
class Reply:
    """What is answered. A text longer than one message goes on in further ones, a very long one in a file.

    private: only the asker sees it. view: buttons and menus under the last message.
    """

    text: str = ""
    private: bool = False
    view: discord.ui.View | None = None
    pictures: list[Picture] = field(default_factory=list)
    embed: discord.Embed | None = None

    def parts(self) -> list[str]:
        """The text in pieces that Discord takes."""
        found = pages(self.text, CONTENT) or [""]
        if len(found) <= MOST_PARTS:
            return found
        self.pictures.append(Picture("all.txt", self.text.encode()))
        return [found[0]]


async def answer(interaction: discord.Interaction, reply: Reply, instead: Instead | None = None) -> int | None:
    """Answer an interaction: first response, follow-up, or (token too old) a message in its channel, which tells of a
    private answer only that there was one.

    Gives the id of the message, if the answer is a single one and its receipt came. Where the connection breaks it is
    sent again: what was done is done, only the answer is repeated. instead: what is done where it never gets through; by
    default Unanswered is raised.
    """
    await no_longer(interaction)
    parts, ids, broken = reply.parts(), list[int | None](), 0
    first = partial(interaction.response.send_message, ephemeral=reply.private)
    follow_up = partial(interaction.followup.send, ephemeral=reply.private, wait=True)
    way: Way = follow_up if interaction.response.is_done() else first
    while len(ids) < len(parts):
        values = values_of(parts[len(ids)], reply, last=len(ids) == len(parts) - 1)
        try:
            if way is follow_up and not ids:
                await _make_way(interaction, reply.private)
            ids.append(_id_of(await way(**values)))
            way = follow_up if way is first else way
        except (*BROKEN, discord.DiscordServerError) as error:
            broken += 1
            log.warning("answer not sent", why=repr(error), attempt=broken, interaction=interaction.id)
            if broken < ATTEMPTS:
                await asyncio.sleep(FIRST_PAUSE * 2**broken)
            elif instead is None:
                raise Unanswered from error
            else:
                await instead(reply)
                return None
        except discord.HTTPException as error:
            if error.code == ALREADY_ANSWERED and way is first:
                # Unless somebody else was quicker, an attempt of ours had arrived, and only its receipt was lost.
                way, ids = follow_up, [None] if broken else []
            elif error.code in EXPIRED and way in (first, follow_up):
                log.warning("answer too late", why=str(error), interaction=interaction.id, private=reply.private)
                way = _channel_of(interaction).send
                if reply.private:
                    reply = Reply(TOO_LATE.format(user=interaction.user.id))
                    parts, ids = reply.parts(), []
            else:
                raise
    return ids[0] if len(ids) == 1 else None


def _id_of(sent: Any) -> int | None:
    """The id of a message that was sent: a first response tells of its message, the others are it."""
    found = sent.message_id if isinstance(sent, discord.InteractionCallbackResponse) else sent.id
    return None if found is None else int(found)


def _channel_of(interaction: discord.Interaction) -> Any:
    if isinstance(interaction.channel, discord.abc.Messageable):
        return interaction.channel
    return interaction.client.get_partial_messageable(interaction.channel_id or 0)


async def _make_way(interaction: discord.Interaction, private: bool) -> None:
    """The first message after a deferral takes its place, and is seen by whom that was seen. Where others are meant, the
    deferral is disposed of before: nobody else reads a refusal, everybody reads an order that was deferred privately."""
    if interaction.extras.get(DEFERRED, private) != private:
        if private:
            with contextlib.suppress(discord.NotFound):
                await interaction.delete_original_response()
        else:
            await interaction.edit_original_response(content=FOLLOWS)
    interaction.extras.pop(DEFERRED, None)


def values_of(part: str, reply: Reply, last: bool = True) -> dict[str, Any]:
    """One message of a reply as discord.py's sending methods take it."""
    values: dict[str, Any] = {"content": part or None, "allowed_mentions": discord.AllowedMentions.none()}
    if last:
        if reply.view is not None:
            values["view"] = reply.view
        if reply.pictures:
            values["files"] = [file_of(p) for p in reply.pictures]
        if reply.embed is not None:
            values["embed"] = reply.embed
    return {k: v for k, v in values.items() if v is not None}


def edited(reply: Reply) -> dict[str, Any]:
    """A reply as discord.py takes it for a message that is there: what it lacks goes, but pictures stay unless there are
    new ones."""
    values = values_of(reply.text, reply)
    if values.pop("files", None):
        values["attachments"] = [file_of(picture) for picture in reply.pictures]
    return {"content": None, "view": None, "embed": None, **values}


@contextlib.asynccontextmanager
async def patience(
    interaction: discord.Interaction, private: bool = False, in_place: bool = False
) -> AsyncIterator[None]:
    """If the work takes long, from when the interaction came, Discord is told that we are at it (privately or not; `answer`
    may be otherwise).

    in_place: the answer will replace the message whose button was pressed (`update`).
    """
    begun = asyncio.Event()
    waiting = asyncio.create_task(_defer_later(interaction, begun, private, in_place))
    _instead_of(interaction, begun, waiting)
    try:
        yield
    finally:
        await _no_longer(begun, waiting)


async def no_longer(interaction: discord.Interaction) -> None:
    """The answer comes, so nobody defers it any more; a deferral that is on its way arrives first."""
    if WAITING in interaction.extras:
        await _no_longer(*interaction.extras[WAITING])


async def _no_longer(begun: asyncio.Event, waiting: asyncio.Task[None]) -> None:
    if not begun.is_set():
        waiting.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await waiting


def _instead_of(interaction: discord.Interaction, begun: asyncio.Event, waiting: asyncio.Task[None]) -> None:
    """Who waits inside knows better how it will be answered: the one around it no longer does."""
    before = interaction.extras.get(WAITING)
    if before is not None and not before[0].is_set():
        before[1].cancel()
    interaction.extras[WAITING] = begun, waiting


async def _defer_later(interaction: discord.Interaction, begun: asyncio.Event, private: bool, in_place: bool) -> None:
    now = asyncio.get_running_loop().time()
    await asyncio.sleep(PATIENCE - (now - interaction.extras.get(CAME, now)))
    begun.set()
    if not interaction.response.is_done():
        if not in_place:
            interaction.extras[DEFERRED] = private
        with contextlib.suppress(discord.HTTPException, discord.InteractionResponded, *BROKEN):
            await interaction.response.defer(ephemeral=private, thinking=not in_place)


async def strip(interaction: discord.Interaction) -> None:
    """Take the buttons off the message of which one was pressed; what is said comes after it, whether or not they went."""
    await no_longer(interaction)
    try:
        if interaction.response.is_done():
            await interaction.edit_original_response(view=None)
        else:
            await interaction.response.edit_message(view=None)
    except (discord.HTTPException, *BROKEN) as error:
        log.info("buttons not taken off", why=repr(error), interaction=interaction.id)


async def show(interaction: discord.Interaction, reply: Reply) -> None:
    """In the place of a private message whose button was pressed; else as a new one."""
    if interaction.message is not None and interaction.message.flags.ephemeral:
        await update(interaction, reply)
    else:
        await answer(interaction, reply)


async def update(interaction: discord.Interaction, reply: Reply) -> None:
    """Put a reply in the place of the message whose button was pressed (or after it, if we answered already). Raises
    Unanswered."""

    await no_longer(interaction)

    async def put() -> None:
        values = values_of(clip(reply.text, CONTENT), reply)
        files = values.pop("files", [])
        values = {"content": None, "embed": None, "view": None, **values}
        answered = interaction.response.is_done()
        way: Way = interaction.edit_original_response if answered else interaction.response.edit_message
        await way(attachments=files, **values)

    await _over_a_bad_line(put)


async def open_form(interaction: discord.Interaction, form: discord.ui.Modal) -> None:
    """Open a form for whoever acted. Raises Unanswered; RuntimeError where the answer may have been deferred meanwhile, and
    Discord takes no form then."""
    if WAITING in interaction.extras:
        raise RuntimeError("a form is the first answer, or none: its route says so (`route(..., form=True)`)")
    await _over_a_bad_line(lambda: interaction.response.send_modal(form))


async def _over_a_bad_line(send: Callable[[], Awaitable[object]]) -> None:
    """Send, and again where the connection breaks; what has arrived already is well."""
    for attempt in range(1, ATTEMPTS + 1):
        try:
            await send()
            return
        except (*BROKEN, discord.DiscordServerError) as error:
            log.warning("answer not sent", why=repr(error), attempt=attempt)
            if attempt == ATTEMPTS:
                raise Unanswered from error
            await asyncio.sleep(FIRST_PAUSE * 2**attempt)
        except discord.HTTPException as error:
            if error.code != ALREADY_ANSWERED:
                raise
            return
