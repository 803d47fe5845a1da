"""A reply as a value, and the one place that sends it, whatever state the interaction is in."""

from __future__ import annotations

import io
from dataclasses import dataclass, field

import discord

from bot.present.limits import CONTENT, clip, pages

EXPIRED = {10062, 10008, 10015, 50027}


@dataclass(frozen=True, slots=True)
class Picture:
    """A file of a reply: its name, bytes and alt text."""

    name: str
    data: bytes
    alt: str = ""

    def file(self) -> discord.File:
        """As discord.py takes it; a fresh one for each attempt."""
        return discord.File(io.BytesIO(self.data), self.name, description=clip(self.alt, 1024) or None)


@dataclass(slots=True)
class Reply:
    """What is answered. lines longer than one message go on in further ones.

    private: only the asker sees it. view: buttons and menus under the last message.
    """

    text: str = ""
    private: bool = False
    view: discord.ui.View | None = None
    pictures: list[Picture] = field(default_factory=list)
    embed: discord.Embed | None = None

    def parts(self) -> list[str]:
        """The text in pieces that Discord takes."""
        return pages(self.text, CONTENT) or [""]


async def answer(interaction: discord.Interaction, reply: Reply) -> None:
    """Answer an interaction: first response, follow-up, or (token too old) a message in its channel."""
    parts = reply.parts()
    for number, part in enumerate(parts):
        last = number == len(parts) - 1
        try:
            await _send(interaction, part, reply, last)
        except discord.NotFound as error:
            if error.code not in EXPIRED or reply.private:
                raise
            await _in_channel(interaction, part, reply, last)


async def _send(interaction: discord.Interaction, part: str, reply: Reply, last: bool) -> None:
    values = _values(part, reply, last)
    if interaction.response.is_done():
        await interaction.followup.send(ephemeral=reply.private, **values)
    else:
        await interaction.response.send_message(ephemeral=reply.private, **values)


async def _in_channel(interaction: discord.Interaction, part: str, reply: Reply, last: bool) -> None:
    channel = interaction.channel
    if isinstance(channel, discord.abc.Messageable):
        await channel.send(**_values(part, reply, last))


def _values(part: str, reply: Reply, last: bool) -> dict[str, object]:
    values: dict[str, object] = {"content": part or None, "allowed_mentions": discord.AllowedMentions.none()}
    if last:
        if reply.view is not None:
            values["view"] = reply.view
        if reply.pictures:
            values["files"] = [p.file() for p in reply.pictures]
        if reply.embed is not None:
            values["embed"] = reply.embed
    return {k: v for k, v in values.items() if v is not None}
