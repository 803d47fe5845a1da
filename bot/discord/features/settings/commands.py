"""/settings: what a person wants, and the clocks of a game."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.discord.components.tell import tell_all
from bot.discord.context import game_here, must_master
from bot.discord.response import Reply, answer
from bot.discord.text.words import plural, span
from bot.game import PlayError
from bot.game.clock.deadlines import PROFILES, Profile, Quiet, length, profile_of
from bot.game.moderator.situation import DETAIL, DETAILS, FULL, NEWS, WAYS
from bot.services import Services
from bot.store import SetPreference
from league.clocks import ARBITER, LOSES

_SAID = ("dice, odds and battle cards with every step", "what came of it; the rest is one button away")
_NOTIFY = [app_commands.Choice(name=w, value=w) for w in WAYS]
_NEWS = [app_commands.Choice(name=w, value=w) for w in NEWS]
_AS_GAME = "as the game"
_DETAIL = [app_commands.Choice(name=f"{w}: {about}", value=w) for w, about in zip(DETAILS, _SAID, strict=True)]
_OWN_DETAIL = [*_DETAIL, app_commands.Choice(name=f"{_AS_GAME} is set", value=_AS_GAME)]
_ARCHIVE = [app_commands.Choice(name=w, value=w) for w in ("yes", "no")]
_REPLIES = [app_commands.Choice(name=w, value=w) for w in ("public", "private")]


def _hours(profile: Profile) -> str:
    """`daily: 1 day a turn, 12 hours an answer`."""
    if profile.turn is None or profile.decision is None:
        return f"{profile.name}: no deadlines"
    return f"{profile.name}: {span(profile.turn)} a turn, {span(profile.decision)} an answer"


_PROFILES = [app_commands.Choice(name=_hours(p), value=p.name) for p in PROFILES.values()]
_EXPIRY = [
    app_commands.Choice(name="tell the game master", value="tell"),
    app_commands.Choice(name="end the turn by default answers", value="done"),
    app_commands.Choice(name="a computer plays the phase, then there is time again", value="computer phase"),
    app_commands.Choice(name="a computer plays the turn", value="computer"),
    app_commands.Choice(name="a computer plays until the player is back", value="computer back"),
    app_commands.Choice(name="its player has lost", value=LOSES),
    app_commands.Choice(name="an arbiter decides", value=ARBITER),
]

_JOIN = [
    app_commands.Choice(name="anybody: open seats, computers' seats, as a substitute", value="all"),
    app_commands.Choice(name="only who plays in it already; others by the game master", value="players"),
]

_ENDS = {
    LOSES: "its player has lost",
    ARBITER: "an arbiter decides",
    "tell": "the game master is told",
    "done": "the turn is ended",
    "computer phase": "a computer plays its phase",
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
        news="How much of what happened a direct message tells",
        detail="How much is said to your orders",
        zone="Your time zone, such as Europe/Berlin; off ends quiet hours",
        quiet_from="Quiet hours begin, such as 22:00",
        quiet_until="Quiet hours end, such as 07:00",
        archive="Whether games you have played can be found by others",
    )
    @app_commands.choices(archive=_ARCHIVE, notify=_NOTIFY, replies=_REPLIES, news=_NEWS, detail=_OWN_DETAIL)
    async def me(
        self,
        interaction: discord.Interaction,
        notify: str = "",
        replies: str = "",
        news: str = "",
        detail: str = "",
        zone: str = "",
        quiet_from: str = "22:00",
        quiet_until: str = "07:00",
        archive: str = "",
    ) -> None:
        user = str(interaction.user.id)
        given = {"notify": notify, "replies": replies, "news": news, DETAIL: detail, "archive": archive}
        steps = [
            SetPreference("user", user, name, None if value == _AS_GAME else value)
            for name, value in given.items()
            if value
        ]
        if zone.lower() == "off":
            steps.append(SetPreference("user", user, "quiet", None))
        elif zone:
            steps.append(SetPreference("user", user, "quiet", _quiet(zone, quiet_from, quiet_until).to_json()))
        if steps:
            await self.services.store.apply(*steps)
        await answer(interaction, Reply(_mine(await self.services.store.preferences("user", user)), private=True))

    @settings.command(name="game", description="Clocks, leave, seats and detail of this game (game master)")
    @app_commands.describe(
        deadlines="How much time there is",
        on_expiry="What happens when a turn's time is up and no excuse is left",
        detail="How much I say in this game; each person may wish otherwise for their own orders",
        auto_done="Whether phases that hold nothing end by themselves",
        turn="Time for a turn, in place of the profile's: 36h, 2 days, none",
        answer_time="Time for an answer, in place of the profile's",
        excuses="How many excuses each power has",
        excuse="Time that an excuse gives: 24h; as much as a turn where nothing says otherwise",
        weekends="Time zone in which Saturdays and Sundays do not count, such as Europe/Berlin; off: they do",
        join="Who may sit down while the game is played",
        vacation="Leave a player may take in this game: 21 days, none",
        season_vacation="Leave a player may take in a year, in all games like this: 30 days, none",
    )
    @app_commands.choices(deadlines=_PROFILES, on_expiry=_EXPIRY, detail=_DETAIL, join=_JOIN)
    async def game(
        self,
        interaction: discord.Interaction,
        deadlines: str = "",
        on_expiry: str = "",
        detail: str = "",
        auto_done: bool | None = None,
        turn: str = "",
        answer_time: str = "",
        excuses: app_commands.Range[int, 0, 20] | None = None,
        weekends: str = "",
        join: str = "",
        vacation: str = "",
        season_vacation: str = "",
        excuse: str = "",
    ) -> None:
        row = await game_here(self.services, interaction)
        changed: dict[str, Any] = {}
        own = {**_own(turn, answer_time, excuses, excuse, weekends), **_leave(vacation, season_vacation)}
        if deadlines and deadlines not in PROFILES:
            raise PlayError(f"There is no such profile: {', '.join(PROFILES)}.")
        if deadlines or own:
            before = {"profile": deadlines} if deadlines else dict(row.settings.get("deadline") or {})
            changed["deadline"] = _with_excuse({**before, **own})
        given = {"on_expiry": on_expiry, DETAIL: detail, "join": join}
        changed |= {name: value for name, value in given.items() if value}
        if auto_done is not None:
            changed["auto_done"] = auto_done
        if changed:
            must_master(row, interaction)
            await self.services.master.set_settings(interaction.user.id, row.id, changed)
            row = await self.services.store.game(row.id)
            await tell_all(self.services, interaction, row.id, _clocks(row.settings))
            return
        await answer(interaction, Reply(_clocks(row.settings), private=True))


def _own(turn: str, answer_time: str, excuses: int | None, excuse: str, weekends: str) -> dict[str, Any]:
    """A game's own figures, in place of its profile's. Raises PlayError."""
    found: dict[str, Any] = {} if excuses is None else {"excuses": excuses}
    try:
        for name, text in (("turn", turn), ("decision", answer_time), ("excuse", excuse)):
            if text:
                found[name] = length(text)
    except ValueError as error:
        raise PlayError(str(error)) from None
    if weekends:
        off = weekends.strip().lower() == "off"
        found["weekends"] = "" if off else _quiet(weekends.strip(), "22:00", "07:00").zone
    return found


def _with_excuse(given: dict[str, Any]) -> dict[str, Any]:
    """A game's figures, in which an excuse gives as much as a turn where neither they nor the profile say otherwise."""
    profile = profile_of({"deadline": given})
    return {**given, "excuse": profile.excuse or profile.turn or 0.0}


def _leave(game: str, season: str) -> dict[str, Any]:
    """The leave of a game. Raises PlayError."""
    try:
        given = (("vacation", game), ("season_vacation", season))
        return {name: length(text) or 0.0 for name, text in given if text}
    except ValueError as error:
        raise PlayError(str(error)) from None


def _quiet(zone: str, start: str, end: str) -> Quiet:
    try:
        return Quiet.parse(zone, start, end)
    except ValueError as error:
        raise PlayError(str(error)) from None


def _mine(wishes: dict[str, Any]) -> str:
    quiet = Quiet.from_json(wishes.get("quiet"))
    hours = f"{_clock(quiet.start)} to {_clock(quiet.end)}, {quiet.zone}" if quiet else "none"
    return (
        f"You are told by: **{wishes.get('notify', 'mention')}**\n"
        f"Answers to your orders: **{wishes.get('replies', 'public')}**\n"
        f"Said to your orders: **{wishes.get(DETAIL, _AS_GAME)}**\n"
        f"News in direct messages: **{wishes.get('news', 'full')}**\n"
        f"Quiet hours: **{hours}**\n"
        f"Your games can be found in the archive: **{wishes.get('archive', 'yes')}**"
    )


def _clock(minutes: int) -> str:
    return f"{minutes // 60:02}:{minutes % 60:02}"


def _clocks(settings: dict[str, Any]) -> str:
    profile = profile_of(settings)
    own = profile.name == "none" and profile.turn is not None
    lines = [f"Deadlines: **{'its own' if own else profile.name}**"]
    if profile.turn is not None and profile.by_person:
        lines.append(f"A turn: {span(profile.turn)}; {plural(profile.excuses, 'overrun')} of {span(profile.excuse)}")
        lines.append(f"Overruns are a person's, and do not come back. Reminders: {_ahead(profile)} before the end")
    elif profile.turn is not None:
        excuses = f"{plural(profile.excuses, 'excuse')} of {span(profile.excuse)} for each power"
        lines.append(f"A turn: {span(profile.turn)}; {excuses}")
        lines.append(f"Three turns in time bring one back. Reminders: {_ahead(profile)} before the end")
    if profile.vacation:
        season = f", {span(profile.season_vacation)} in a year" if profile.season_vacation else ""
        lines.append(f"Leave (`/vacation`): {span(profile.vacation)} of a player in this game{season}")
    if profile.live:
        lines.append(f"Live: what is left of a turn is kept, with {span(profile.increment)} more after each")
    if profile.weekends:
        lines.append(f"Saturdays and Sundays do not count ({profile.weekends})")
    if profile.decision is not None:
        lines.append(f"An answer to a question: {span(profile.decision)}; then the default decides")
    elif profile.turn is not None:
        lines.append("An answer to a question: as long as it takes (`answer_time:` gives it a limit)")
    word = "overrun" if profile.by_person else "excuse"
    left = f", with no {word} left" if profile.turn is not None and profile.excuses else ""
    lines.append(f"When a turn's time is up{left}: {_ENDS.get(settings.get('on_expiry', ''), _ENDS['tell'])}")
    lines.append(f"Said in the game: {settings.get(DETAIL, FULL)}")
    if settings.get("join") == "players":
        lines.append("Only who plays in it already may sit down while it is played")
    lines.append(f"Empty phases end by themselves: {'yes' if settings.get('auto_done', True) else 'no'}")
    return "\n".join(lines)


def _ahead(profile: Profile) -> str:
    return " and ".join(span(ahead) for ahead in profile.remind) or "none"


async def setup(bot: commands.Bot, services: Services) -> None:
    """Add the commands."""
    await bot.add_cog(Wishes(services))
