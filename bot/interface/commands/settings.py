"""/settings: what a person wants, and the clocks of a game."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.game import PlayError
from bot.game.deadlines import DAY, HOUR, MINUTE, PROFILES, Quiet, profile_of
from bot.game.outbox_messages import panel as refresh
from bot.game.wishes import WAYS
from bot.interface.context import game_here, must_master
from bot.interface.response import Reply, answer
from bot.interface.text.words import plural
from bot.services import Services
from bot.store import SetPreference

_NOTIFY = [app_commands.Choice(name=w, value=w) for w in WAYS]
_REPLIES = [app_commands.Choice(name=w, value=w) for w in ("public", "private")]
_PROFILES = [app_commands.Choice(name=p, value=p) for p in PROFILES]
_EXPIRY = [
    app_commands.Choice(name="tell the game master", value="tell"),
    app_commands.Choice(name="end the turn by default answers", value="done"),
    app_commands.Choice(name="a computer plays the turn", value="computer"),
    app_commands.Choice(name="a computer plays until the player is back", value="computer back"),
]

_ENDS = {
    "tell": "the game master is told",
    "done": "the turn is ended",
    "computer": "a computer plays it",
    "computer back": "a computer plays until the player gives an order",
}


class Wishes(commands.Cog):
    """Settings."""

    settings = app_commands.Group(name="settings", description="Your wishes, and a game's clocks", guild_only=True)

    def __init__(self, services: Services) -> None:
        self.services = services

    @settings.command(name="me", description="How you are told that it is your move, and your quiet hours")
    @app_commands.describe(
        notify="How you are told: a mention, a direct message, or never",
        replies="Who sees the answers to your orders",
        zone="Your time zone, such as Europe/Berlin; off ends quiet hours",
        quiet_from="Quiet hours begin, such as 22:00",
        quiet_until="Quiet hours end, such as 07:00",
    )
    @app_commands.choices(notify=_NOTIFY, replies=_REPLIES)
    async def me(
        self,
        interaction: discord.Interaction,
        notify: str = "",
        replies: str = "",
        zone: str = "",
        quiet_from: str = "22:00",
        quiet_until: str = "07:00",
    ) -> None:
        user = str(interaction.user.id)
        steps = [SetPreference("user", user, n, v) for n, v in (("notify", notify), ("replies", replies)) if v]
        if zone.lower() == "off":
            steps.append(SetPreference("user", user, "quiet", None))
        elif zone:
            steps.append(SetPreference("user", user, "quiet", _quiet(zone, quiet_from, quiet_until).to_json()))
        if steps:
            await self.services.store.apply(*steps)
        await answer(interaction, Reply(_mine(await self.services.store.preferences("user", user)), private=True))

    @settings.command(name="game", description="The clocks of this game (game master)")
    @app_commands.describe(
        deadlines="How much time there is",
        on_expiry="What happens when a turn's time is up and no excuse is left",
        auto_done="Whether phases that hold nothing end by themselves",
    )
    @app_commands.choices(deadlines=_PROFILES, on_expiry=_EXPIRY)
    async def game(
        self, interaction: discord.Interaction, deadlines: str = "", on_expiry: str = "", auto_done: bool | None = None
    ) -> None:
        row = await game_here(self.services, interaction)
        changed: dict[str, Any] = {}
        if deadlines:
            if deadlines not in PROFILES:
                raise PlayError(f"There is no such profile: {', '.join(PROFILES)}.")
            changed["deadline"] = {"profile": deadlines}
        if on_expiry:
            changed["on_expiry"] = on_expiry
        if auto_done is not None:
            changed["auto_done"] = auto_done
        if changed:
            must_master(row, interaction)
            await self.services.master.set_settings(interaction.user.id, row.id, changed)
            row = await self.services.store.game(row.id)
            await self.services.store.outbox.put(refresh(row, f"settings {interaction.id}"), game_id=row.id)
        await answer(interaction, Reply(_clocks(row.settings), private=not changed))


def _quiet(zone: str, start: str, end: str) -> Quiet:
    try:
        return Quiet.parse(zone, start, end)
    except ValueError as error:
        raise PlayError(f"{error}.") from None


def _mine(wishes: dict[str, Any]) -> str:
    quiet = Quiet.from_json(wishes.get("quiet"))
    hours = f"{_clock(quiet.start)} to {_clock(quiet.end)}, {quiet.zone}" if quiet else "none"
    return (
        f"You are told by: **{wishes.get('notify', 'mention')}**\n"
        f"Answers to your orders: **{wishes.get('replies', 'public')}**\n"
        f"Quiet hours: **{hours}**"
    )


def _clock(minutes: int) -> str:
    return f"{minutes // 60:02}:{minutes % 60:02}"


def _clocks(settings: dict[str, Any]) -> str:
    profile = profile_of(settings)
    lines = [f"Deadlines: **{profile.name}**"]
    if profile.turn is not None:
        lines.append(
            f"A turn: {_span(profile.turn)}; {plural(profile.excuses, 'excuse')} of {_span(profile.excuse)} for each power"
        )
    if profile.decision is not None:
        lines.append(f"An answer to a question: {_span(profile.decision)}; then the default decides")
    lines.append(f"When a turn's time is up: {_ENDS.get(settings.get('on_expiry', ''), _ENDS['tell'])}")
    lines.append(f"Empty phases end by themselves: {'yes' if settings.get('auto_done', True) else 'no'}")
    return "\n".join(lines)


def _span(seconds: float) -> str:
    for unit, name in ((DAY, "day"), (HOUR, "hour"), (MINUTE, "minute")):
        if seconds >= unit:
            number = round(seconds / unit, 1)
            return f"{number:g} {name}{'' if number == 1 else 's'}"
    return f"{seconds:g} seconds"


async def setup(bot: commands.Bot, services: Services) -> None:
    """Add the commands."""
    await bot.add_cog(Wishes(services))
