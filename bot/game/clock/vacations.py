"""Leave: from a day to a day somebody is away, and the clocks of their games stand while it is theirs to act.

Kept as preferences of scope "vacation": league/person -> leave's id -> its start and end, one row for each leave. A game's
clock knows how much leave there is in it and in a season, the year by UTC; what goes beyond does not count there.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from bot.game.clock.deadlines import PendingAction, Profile, Quiet, begin, profile_of
from bot.game.clock.free_time import between
from bot.game.league.homes import home
from bot.store import SetPreference, Store
from bot.store.changes import Step
from bot.store.records import Game as GameRow
from bot.store.records import Timer
from league.clocks.calendar import Span, merged, time_off

SCOPE = "vacation"


@dataclass(frozen=True, slots=True)
class Leave:
    """From when until when (Unix seconds) somebody is away."""

    id: str
    start: float
    end: float

    @property
    def span(self) -> Span:
        """From when until when."""
        return self.start, self.end

    def step(self, league: int, person: int | str) -> SetPreference:
        """The step that keeps it."""
        value = {"from": self.start, "to": self.end} if self.end > self.start else None
        return SetPreference(SCOPE, f"{league}/{person}", self.id, value)


@dataclass(frozen=True, slots=True)
class Bank:
    """What leave there is. game, season: all of it, in seconds (0: no limit by season); left: what nobody has planned yet."""

    game: float
    season: float
    left: float


async def taken(store: Store, league: int, person: int | str) -> list[Leave]:
    """All leave of a person in a league, the earliest first."""
    kept = await store.preferences(SCOPE, f"{league}/{person}")
    found = [Leave(id, float(one["from"]), float(one["to"])) for id, one in kept.items()]
    return sorted(found, key=lambda leave: (leave.start, leave.id))


def season_of(at: float) -> Span:
    """The season in which leave is counted: the year by UTC."""
    year = datetime.fromtimestamp(at, UTC).year
    first, last = (datetime(n, 1, 1, tzinfo=UTC).timestamp() for n in (year, year + 1))
    return first, last


def counted(leaves: Iterable[Leave], profile: Profile, since: float) -> list[Span]:
    """When a person's clock stands in a game that was opened at a time: all their leave since, as far as it goes."""
    spans = merged((leave.span for leave in leaves), 0, float("inf"))
    if profile.season_vacation:
        spans = [span for season in _seasons(spans) for span in _most(merged(spans, *season), profile.season_vacation)]
    return _most(merged(spans, since, float("inf")), profile.vacation)


def bank(leaves: Sequence[Leave], profile: Profile, since: float, now: float) -> Bank:
    """What leave a person has in a game, and has left of it."""
    used = sum(end - start for start, end in counted(leaves, profile, since))
    left, season = max(0.0, profile.vacation - used), profile.season_vacation
    if season:
        left = min(left, max(0.0, season - time_off([leave.span for leave in leaves], *season_of(now))))
    return Bank(profile.vacation, season, left)


def _seasons(spans: Sequence[Span]) -> list[Span]:
    found: list[Span] = []
    at = spans[0][0] if spans else float("inf")
    while spans and at < spans[-1][1]:
        found.append(season_of(at))
        at = found[-1][1]
    return found


def _most(spans: Iterable[Span], seconds: float) -> list[Span]:
    """The first so many seconds of them."""
    found: list[Span] = []
    for start, end in spans:
        if seconds <= 0:
            break
        found.append((start, min(end, start + seconds)))
        seconds -= end - start
    return found


# --- clocks ------------------------------------------------------------------------------------------------------------


async def away(
    store: Store, row: GameRow, people: Iterable[int], instead: Mapping[int, Sequence[Leave]] | None = None
) -> list[Span]:
    """When none of some people is there, as a game's clock has it. instead: leave to be taken in place of what is stored."""
    profile = profile_of(row.settings)
    if not profile.vacation:
        return []
    league, found = await home(store, row.guild_id), list[list[Span]]()
    for person in people:
        leaves = (instead or {}).get(person)
        leaves = await taken(store, league, person) if leaves is None else leaves
        found.append(counted(leaves, profile, row.created))
    return _all(found)


def _all(each: Sequence[Sequence[Span]]) -> list[Span]:
    """When everybody is away."""
    found = list(each[0]) if each else []
    for other in each[1:]:
        found = [span for start, end in found for span in merged(other, start, end)]
    return found


def moved(
    row: GameRow,
    timer: Timer,
    people: Mapping[int, Quiet | None],
    before: Sequence[Span],
    after: Sequence[Span],
    now: float,
) -> list[Step]:
    """Steps that move a deadline as its people are away otherwise than before; none for one that has passed."""
    start = now if timer.left is None else timer.due - timer.left
    if timer.due <= start or list(before) == list(after):
        return []
    return _with_left(
        row, timer, people, between(start, timer.due, profile_of(row.settings).weekends, before), after, now
    )


def overlooked(row: GameRow, timer: Timer, people: Mapping[int, Quiet | None], away: Sequence[Span]) -> list[Step]:
    """Steps that move a deadline that fell into leave of which its clock was not told; none where there is no
    such leave. What was left as the leave began is left still."""
    began = next((start for start, end in away if start < timer.due <= end), None)
    if began is None:
        return []
    left = between(began, timer.due, profile_of(row.settings).weekends)
    return _with_left(row, timer, people, left, away, began)


def _with_left(
    row: GameRow, timer: Timer, people: Mapping[int, Quiet | None], left: float, away: Sequence[Span], at: float
) -> list[Step]:
    """Steps that have a deadline's clock go on at a time with what is left."""
    payload = timer.payload
    kept = {"left": payload["left"]} if "left" in payload else {}
    matter = PendingAction(payload["matter"], timer.key, row.id, payload["power"], people, kept, away)
    return begin(matter, replace(profile_of(row.settings), turn=left, decision=left), at)
