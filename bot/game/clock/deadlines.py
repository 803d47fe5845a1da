"""Deadlines, reminders and quiet hours, reckoned: plain functions from times to timers.

Times are Unix seconds, lengths seconds. bot/workers/scheduler.py lets the timers fire; what a deadline then does
(an excuse is spent, a policy decides, the game master is told) is the moderator's.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from bot.game.clock.free_time import between, later
from bot.store import DropTimers, ResumeTimers, SetTimer, Step, Timer
from league.clocks.calendar import Span

SETTING = "deadline"
"""Where a game's settings hold its clock."""

MINUTE, HOUR, DAY = 60.0, 3600.0, 86400.0
DEADLINE, REMIND, OVERDUE = "deadline", "remind", "overdue"
# The seat of somebody who does not come is open to others; a pause that was agreed on ends.
OPEN, RESUME = "open", "resume"
# A game is over: its record is made (bot/game/league/results.py).
RECORD = "record"
# What people have agreed on begins (bot/game/league/agreed_game.py).
BEGIN = "begin"


@dataclass(frozen=True, slots=True)
class Profile:
    """How much time a game gives.

    turn, decision: for a whole turn, and for the answer to a question; None: no limit. remind: how long before
    the end a reminder goes out. nag: how long after it (a turn's end only), and no more after the last.
    excuses: how often a seat may overrun its turn, each time by `excuse`; three turns in time bring one back. grace:
    what is left after the sleep of a seat's holders, where the end fell into it. weekends: the time zone in which
    Saturdays and Sundays do not count ("": they do). As clubs have it: by_person: excuses are overruns of a person, and
    nothing brings them back. live: what is left of a turn is kept for the next ones, with an increment. vacation: time off
    a person may take in a game, and in a season.
    """

    name: str
    turn: float | None = None
    decision: float | None = None
    remind: tuple[float, ...] = ()
    nag: tuple[float, ...] = ()
    excuses: int = 0
    excuse: float = 0.0
    grace: float = HOUR
    weekends: str = ""
    by_person: bool = False
    live: bool = False
    increment: float = 0.0
    vacation: float = 0.0
    season_vacation: float = 0.0


PROFILES = {
    profile.name: profile
    for profile in (
        Profile("none"),
        Profile("relaxed", 7 * DAY, 3 * DAY, (2 * DAY, 12 * HOUR), (DAY, 3 * DAY), 2, 3 * DAY),
        Profile("three days", 3 * DAY, DAY, (DAY, 6 * HOUR), (DAY, 2 * DAY), 2, 2 * DAY),
        Profile("daily", DAY, 12 * HOUR, (6 * HOUR, HOUR), (12 * HOUR, DAY), 3, DAY),
        Profile("live", HOUR, 10 * MINUTE, (15 * MINUTE, 3 * MINUTE), (15 * MINUTE,), 1, 30 * MINUTE, 0.0),
    )
}


def profile_of(settings: Mapping[str, Any]) -> Profile:
    """The profile in a game's settings: {"deadline": {"profile": NAME, "turn": SECONDS, ...}}; none if unset.

    Single figures may be given in place of the profile's own. Raises ValueError for an unknown name.
    """
    chosen = dict(settings.get(SETTING) or {})
    name = chosen.pop("profile", "none")
    if name not in PROFILES:
        raise ValueError(f"there is no deadline profile {name}: {', '.join(PROFILES)}")
    try:
        own: dict[str, Any] = {key: tuple(value) if isinstance(value, list) else value for key, value in chosen.items()}
        return replace(PROFILES[name], **own)
    except TypeError:
        raise ValueError(f"a deadline profile has no figure like that: {', '.join(chosen)}") from None


@dataclass(frozen=True, slots=True)
class Quiet:
    """A person's quiet hours: from `start` to `end` (minutes after midnight, may pass it) in their time zone."""

    zone: str
    start: int
    end: int

    @classmethod
    def parse(cls, zone: str, start: str, end: str) -> Quiet:
        """From a zone like Europe/Berlin and times like 22:00. Raises ValueError in players' words."""
        try:
            ZoneInfo(zone)
        except (ZoneInfoNotFoundError, ValueError, OSError):
            raise ValueError(
                f"“{zone[:40]}” is no time zone known here: use a name like Europe/Berlin or UTC."
            ) from None
        quiet = cls(zone, _minutes(start), _minutes(end))
        if quiet.start == quiet.end:
            raise ValueError("Quiet hours begin and end at different times.")
        return quiet

    @classmethod
    def from_json(cls, data: Mapping[str, Any] | None) -> Quiet | None:
        """From a stored preference, None if there is none."""
        return cls(data["zone"], data["start"], data["end"]) if data else None

    def to_json(self) -> dict[str, Any]:
        """For the store."""
        return {"zone": self.zone, "start": self.start, "end": self.end}

    def covers(self, at: float) -> bool:
        """Whether it is quiet at a time."""
        local = datetime.fromtimestamp(at, ZoneInfo(self.zone))
        minute = local.hour * 60 + local.minute
        if self.start < self.end:
            return self.start <= minute < self.end
        return minute >= self.start or minute < self.end

    def awake(self, at: float) -> float:
        """The first time from `at` on that is not quiet."""
        if not self.covers(at):
            return at
        zone = ZoneInfo(self.zone)
        local = datetime.fromtimestamp(at, zone)
        end = local.replace(hour=self.end // 60, minute=self.end % 60, second=0, microsecond=0, fold=0)
        # In a night when the clocks are put back the end comes twice.
        candidates = (end, end.replace(fold=1), end + timedelta(days=1))
        moments = [candidate.astimezone(UTC).timestamp() for candidate in candidates]
        return next(moment for moment in moments if moment > at)


def _minutes(text: str) -> int:
    hours, _, minutes = text.strip().partition(":")
    if not (hours.isdecimal() and (minutes or "0").isdecimal()):
        raise ValueError(f"“{text[:40]}” is no time of day: write it like 22:00.")
    value = int(hours) * 60 + int(minutes or 0)
    if int(hours) > 23 or int(minutes or 0) > 59:
        raise ValueError(f"“{text[:40]}” is no time of day: write it like 22:00.")
    return value


@dataclass(frozen=True, slots=True)
class PendingAction:
    """What somebody has to do: `kind` "turn" or "decision", for a power.

    key: names its timers ("turn", or "decision:..." with something that tells decisions apart). people: the
    holders of the seat with their quiet hours. payload: goes into each timer, for whom it fires. away: when none of them is
    there.
    """

    kind: str
    key: str
    game_id: str
    power: str
    people: Mapping[int, Quiet | None]
    payload: dict[str, Any] = field(default_factory=dict)
    away: Sequence[Span] = ()

    def later(self, profile: Profile, now: float, seconds: float) -> float:
        """So much later, as its clock goes."""
        return later(now, seconds, profile.weekends, self.away)


def begin(matter: PendingAction, profile: Profile, now: float) -> list[Step]:
    """Steps that start a matter's clock (and drop an older one's with the same key)."""
    allowed = profile.turn if matter.kind == "turn" else profile.decision
    stop = end(matter.game_id, matter.key)
    return stop if allowed is None else [*stop, *_timers(matter, profile, now, matter.later(profile, now, allowed))]


def end(game_id: str, key: str) -> list[Step]:
    """Steps that stop a matter's clock: it is done."""
    return [DropTimers(game_id, key), DropTimers(game_id, f"{key}/*")]


def excuse(matter: PendingAction, profile: Profile, used: int, now: float) -> list[Step] | None:
    """Steps that give a turn that ran out its next excuse (count it yourself); None if all are spent."""
    if matter.kind != "turn" or used >= profile.excuses:
        return None
    return [
        *end(matter.game_id, matter.key),
        *_timers(matter, profile, now, matter.later(profile, now, profile.excuse)),
    ]


def overdue(matter: PendingAction, profile: Profile, now: float) -> list[Step]:
    """Steps for a turn that ran out for good: the reminders after it, which come to an end; then the seat is open."""
    nags = [
        _timer(matter, f"{matter.key}/nag:{number}:{person}", OVERDUE, _free(quiet, now, after, profile), person)
        for person, quiet in matter.people.items()
        for number, after in enumerate(profile.nag)
    ]
    if profile.nag:
        nags.append(_timer(matter, f"{matter.key}/open", OPEN, later(now, 2 * profile.nag[-1], profile.weekends)))
    return [*end(matter.game_id, matter.key), *nags]


def _free(quiet: Quiet | None, now: float, after: float, profile: Profile) -> float:
    """So much later, on no free day and not while somebody sleeps."""
    at = later(now, after, profile.weekends)
    while (free := later(_awake(quiet, at), 0, profile.weekends)) != at:
        at = free
    return at


_UNITS: dict[str, float] = {
    **dict.fromkeys(("m", "min", "mins", "minute", "minutes"), MINUTE),
    **dict.fromkeys(("h", "hr", "hrs", "hour", "hours"), HOUR),
    **dict.fromkeys(("d", "day", "days"), DAY),
    **dict.fromkeys(("w", "wk", "wks", "week", "weeks"), 7 * DAY),
}
_PART = re.compile(r"(\d{1,6}(?:\.\d{1,6})?)\s*([a-z]+)(?:\s*,|\s+and\b)?\s*")


def length(text: str) -> float | None:
    """A length of time as people write it: `36h`, `2 days`, `1d 12h`, `1 week`; none for no limit. Raises ValueError."""
    low = text.strip().lower()
    if low in ("none", "off", "no limit"):
        return None
    parts = [(float(number), _UNITS.get(unit)) for number, unit in _PART.findall(low)]
    seconds = sum(number * unit for number, unit in parts if unit)
    if _PART.sub("", low) or not all(unit for _, unit in parts) or not MINUTE <= seconds <= 60 * DAY:
        raise ValueError(
            f"“{text[:40]}” is no length of time from a minute to 60 days: write it in minutes, hours, days or weeks, "
            "like 90 min, 36h, 2 days, 1d 12h or 2 weeks."
        )
    return seconds


def due_time(profile: Profile, people: Mapping[int, Quiet | None], nominal: float, away: Sequence[Span] = ()) -> float:
    """When time is really up: while all holders of a seat sleep it is not, and they get some grace after; nor on a free
    day, nor while they are away."""
    if not people or any(quiet is None for quiet in people.values()):
        return nominal
    first = min(_awake(quiet, nominal) for quiet in people.values())
    due = nominal if first == nominal else first + profile.grace
    after = later(due, 0, profile.weekends, () if due == nominal else away)
    return due if after == due else due_time(profile, people, after, away)


def resumed(
    timers: Sequence[Timer], profile: Profile, game_id: str, now: float, away: Mapping[str, Sequence[Span]]
) -> list[Step]:
    """Steps that let the timers of a pause go on: as much time is left as there was, free days and time away not counted.
    away: power -> when none of its people is there."""
    zone, steps = profile.weekends, list[Step]([ResumeTimers(game_id)])
    for timer in timers:
        free = away.get(str(timer.payload.get("power")), ()) if timer.kind in (DEADLINE, REMIND) else ()
        if timer.left is not None and timer.kind in (DEADLINE, REMIND, OVERDUE, OPEN) and (zone or free):
            due = later(now, between(timer.due - timer.left, timer.due, zone, free), zone, free)
            steps.append(SetTimer(timer.key, timer.kind, due, dict(timer.payload), game_id))
    return steps


def _timers(matter: PendingAction, profile: Profile, now: float, nominal: float) -> list[SetTimer]:
    due = due_time(profile, matter.people, nominal, matter.away)
    reminders = [
        _timer(matter, f"{matter.key}/remind:{number}:{person}", REMIND, at, person)
        for person, quiet in matter.people.items()
        for number, at in enumerate(_reminder_times(profile.remind, quiet, now, due))
    ]
    return [_timer(matter, matter.key, DEADLINE, due), *reminders]


def _reminder_times(before: Sequence[float], quiet: Quiet | None, now: float, due: float) -> list[float]:
    """When to remind one person: never asleep, never twice at a time, never before now or after the end."""
    times = {_awake(quiet, due - ahead) for ahead in before if due - ahead > now}
    return sorted(at for at in times if now < at < due)


def _awake(quiet: Quiet | None, at: float) -> float:
    return at if quiet is None else quiet.awake(at)


def _timer(matter: PendingAction, key: str, kind: str, due: float, person: int | None = None) -> SetTimer:
    payload = {**matter.payload, "matter": matter.kind, "key": matter.key, "power": matter.power}
    if person is not None:
        payload["user"] = person
    return SetTimer(key, kind, due, payload, matter.game_id)
