"""The record of a game that is over: what the archive, the ratings and the tables are made of."""

from __future__ import annotations

import asyncio
import hashlib
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from statistics import median
from typing import Any

import structlog

from bot.game.clock import excuses
from bot.game.clock.deadlines import profile_of
from bot.game.computers.computers import computers
from bot.game.league.courses import COMPUTER, Kept, computer_id
from bot.game.record.history import position_after, read_log
from bot.store import Store
from bot.store.records import Entry as StoredEntry
from bot.store.records import Game, Seat
from league.finished import Bid, Finished, Opening
from league.finished import Seat as Held
from league.results import Course
from rules.core.table import OWN_RULES, Table
from rules.dice import text_of
from rules.economy.income import income_of
from rules.model.board import load
from rules.odds import battle_lucks
from rules.play.game import Entry
from rules.play.game import Game as Position
from rules.play.luck import ipc_luck
from rules.play.openings import openings

log = structlog.get_logger()
HOUR = 3600.0
BID = "bid"


async def record_of(store: Store, row: Game, kept: Kept, last: Position, public: bool) -> Finished:
    """The record of a game whose course has a result. last: its last position."""
    course = kept.course
    assert course.result is not None and course.started is not None
    start = await position_after(store, row, 0)
    stored, dice = await store.entries(row.id), await store.dice_log(row.id)
    seats = await store.seats(row.id)
    async with read_log(store, row) as whole:
        opened, luck = await asyncio.to_thread(_from_log, last, list(whole))
    verdict = course.verdict()
    return Finished(
        id=row.id,
        format=kept.format,
        board=row.board,
        seats=held(row, seats, kept, start),
        winner=course.result.winner,
        how=course.result.how,
        started=course.started,
        ended=max(course.result.at, course.started),
        rules=tuple(row.rules),
        options=changed_options(row),
        bid=bid_of(row),
        rounds=max(1, last.state.turn.round),
        luck=luck,
        pace=_pace(row, seats, stored, course.started),
        overruns=await _overruns(store, row, course),
        chance=kept.chance,
        edits=len(course.edits),
        unrated="" if verdict.counts else verdict.why,
        log=hashlib.sha256("".join(f"{text_of(line)}\n" for line in dice).encode()).hexdigest(),
        openings=opened,
        event=kept.event,
        public=public,
    )


async def _overruns(store: Store, row: Game, course: Course) -> dict[str, int]:
    """The turns over time of each person, where the game's clock counts them by person."""
    if not profile_of(row.settings).by_person:
        return {}
    found = {person: await excuses.spent(store, row.id, person) for person in sorted(course.people)}
    return {person: number for person, number in found.items() if number}


def bid_of(row: Game) -> Bid | None:
    """The bid with which a game is played."""
    side, _, amount = str(row.options.get(BID) or "").rpartition(" ")
    return Bid(side, int(amount)) if side and amount.isdecimal() else None


def changed_options(row: Game) -> dict[str, Any]:
    """The options that are not as printed, the bid apart; of own rules a fingerprint, as they are long."""
    table = Table(row.board, row.rules, row.options)
    found = {
        name: table.options[name] for name, known in table.known_options.items() if known.default != table.options[name]
    }
    if text := found.get(OWN_RULES.name):
        found[OWN_RULES.name] = hashlib.sha256(str(text).encode()).hexdigest()[:12]
    return {name: value for name, value in sorted(found.items()) if name != BID}


def shares_of(row: Game, start: Position, own: Mapping[str, float]) -> dict[str, float]:
    """What each power weighs within its side: as the format says, or by its income at the start."""
    view = start.view
    earned = {power: sum(income_of(view, purse) for purse in view.purses(power)) for power in load(row.board).order}
    return {power: float(own.get(power) or max(1, income)) for power, income in earned.items()}


def held(row: Game, seats: Sequence[Seat], kept: Kept, start: Position) -> tuple[Held, ...]:
    """Who held each power to the end: of several the first who came."""
    board, played = load(row.board), computers(row)
    weights = shares_of(row, start, kept.shares)
    found = []
    for power in board.order:
        holders = [seat for seat in seats if seat.power == power and seat.role == "player"]
        if power in played:
            who, name = computer_id(played[power].level), f"{COMPUTER}, {played[power].level}"
        elif holders or (holders := [seat for seat in seats if seat.power == power]):
            who, name = str(holders[0].user_id), holders[0].name
        else:
            who, name = "nobody", "nobody"
        found.append(Held(power, board.side(power), who, name, weights[power]))
    return tuple(found)


def _from_log(last: Position, whole: Sequence[Entry]) -> tuple[tuple[Opening, ...], dict[str, float]]:
    """Openings, and the luck in IPC by side; without it where odds cannot be had."""
    opened = tuple(Opening(one.power, dict(one.bought), one.attacked) for one in openings(whole))
    try:
        battles = battle_lucks(last.table, last.state, whole[1:])
    except Exception as error:  # a record is made whatever the odds know
        log.warning("no luck for a record", why=repr(error))
        return opened, {}
    luck: dict[str, float] = defaultdict(float)
    for power, amount in ipc_luck(battles).items():
        luck[last.view.side(power)] += amount
    return opened, {side: round(amount, 2) for side, amount in sorted(luck.items())}


def _pace(row: Game, seats: Sequence[Seat], entries: Iterable[StoredEntry], started: float) -> dict[str, float]:
    """The hours that a turn of each person took in the middle."""
    ended: dict[tuple[int, str], float] = {}
    for entry in entries:
        turn = entry.extra.get("turn", {})
        ended[turn.get("round", 0), turn.get("power", "")] = entry.at
    took, before = defaultdict[str, list[float]](list), started
    played = computers(row)
    for (_, power), at in ended.items():
        for seat in seats:
            if seat.power == power and seat.role == "player" and power not in played:
                took[str(seat.user_id)].append((at - before) / HOUR)
        before = at
    return {person: round(median(hours), 3) for person, hours in sorted(took.items())}
