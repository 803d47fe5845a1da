"""The excuses of a seat: spent when a turn runs out, earned back by turns in time. And seats whose player does not come.

Kept as preferences of the seat: excuses (spent), streak (turns in time since), open (others may take the seat), owner
(who can have it back).
"""

from __future__ import annotations

from collections.abc import Iterable

from bot.game.clock.deadlines import Profile
from bot.store import Game, SetPreference, Store
from bot.store.changes import Step

SCOPE, BANK = "seat", "bank"
# Turns ended in time that bring a spent excuse back.
IN_TIME = 3


def seat_of(game_id: str, power: str) -> str:
    """The subject of a seat's preferences."""
    return f"{game_id}/{power}"


def holder(profile: Profile, power: str, people: Iterable[int]) -> str:
    """Under whose name a power's excuses are counted: its own, or, as clubs have it, that of whoever plays it."""
    first = next(iter(people), None)
    return str(first) if profile.by_person and first is not None else power


async def bank(store: Store, game_id: str, who: str) -> float | None:
    """What somebody has left on a live clock; None before their first turn."""
    kept = (await store.preferences(SCOPE, seat_of(game_id, who))).get(BANK)
    return None if kept is None else float(kept)


def put_by(game_id: str, who: str, left: float) -> list[Step]:
    """Steps that keep what is left on a live clock."""
    return [SetPreference(SCOPE, seat_of(game_id, who), BANK, round(left, 3))]


async def spent(store: Store, game_id: str, power: str) -> int:
    """How many excuses a seat has spent and not earned back."""
    return int((await store.preferences(SCOPE, seat_of(game_id, power))).get("excuses") or 0)


def spend(game_id: str, power: str, used: int) -> list[Step]:
    """Steps that spend one more; the turn it is for is none in time."""
    seat = seat_of(game_id, power)
    return [SetPreference(SCOPE, seat, "excuses", used + 1), SetPreference(SCOPE, seat, "streak", -1)]


async def ended(store: Store, row: Game, power: str, profile: Profile) -> list[Step]:
    """Steps for a turn that is over: every third in time brings an excuse back; nobody is gone who has played."""
    seat, kept = seat_of(row.id, power), await store.preferences(SCOPE, seat_of(row.id, power))
    steps: list[Step] = [SetPreference(SCOPE, seat, "open", None)] if kept.get("open") else []
    used, streak = int(kept.get("excuses") or 0), int(kept.get("streak") or 0) + 1
    if not profile.excuses or not used or profile.by_person:
        return steps
    if streak >= IN_TIME:
        used, streak = used - 1, 0
    return [*steps, SetPreference(SCOPE, seat, "excuses", used or None), SetPreference(SCOPE, seat, "streak", streak)]
