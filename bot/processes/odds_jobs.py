"""What the odds process works out, as module-level functions of plain values.

Refusals become TypedErrors with their text: they cannot be sent from one process to another.
"""

from __future__ import annotations

import dataclasses
import functools
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from rules.core.documents import TableError
from rules.core.table import Table
from rules.core.view import View
from rules.model import codec, formats
from rules.model.refusals import Refused
from rules.odds import (
    Advice,
    Aim,
    AnswerOdds,
    BreakOff,
    Needed,
    NoOdds,
    Odds,
    RaidOdds,
    TypedError,
    Wishes,
    all_may_leave,
    answer_odds,
    assumed,
    battle_lucks,
    battles_due,
    best_order,
    break_off,
    left_out,
    needed,
    raid_odds,
    ready,
    typed_battle,
    typed_odds,
    with_losses,
)  # fmt: skip
from rules.play.game import Entry, Game
from rules.play.luck import BattleLuck

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Told:
    """The odds of a battle: its place, whom it is between, steps that are not in the odds. once: the odds of one more
    round, where all may leave after it. value: what the territory is worth. assumed: what is taken for granted, in
    words. leave: what it is to break off now, where that is asked. optional: whether it need not be fought."""

    place: str
    attacker: str
    defenders: str
    odds: Odds
    once: Odds | None = None
    value: int = 0
    left_out: tuple[str, ...] = ()
    assumed: tuple[str, ...] = ()
    advice: Advice | None = None
    leave: BreakOff | None = None
    optional: bool = False


@dataclass(frozen=True, slots=True)
class Untold:
    """A battle without odds: its place, and why there are none."""

    place: str
    why: str


@functools.lru_cache(maxsize=16)
def _kept_table(board: str, rules: tuple[str, ...], options: str) -> Table:
    return Table(board, rules, json.loads(options))


def table_of(head: dict[str, Any]) -> Table:
    """The table of a game's head, kept."""
    return _kept_table(head["board"], tuple(head["rules"]), json.dumps(head["options"], sort_keys=True))


def _view(head: dict[str, Any], position: dict[str, Any]) -> View:
    return View(table_of(head), codec.load_state(formats.state(position)))


def ready_to_work() -> None:
    """Read what every question needs, so that the first one need not wait for it."""
    typed_odds("1 infantry", "1 infantry")


def battle(
    head: dict[str, Any],
    position: dict[str, Any],
    wanted: str,
    wishes: Wishes,
    aim: Aim | None,
    side: str,
    losses: tuple[str, str],
) -> Told | None:
    """The odds of a battle of a position (a game's head and snapshot), by place or id; of the first if none is named.
    losses: orders of loss of attacker and defender as they were typed. None if there is no such battle. Raises
    TypedError."""
    view, found = battles_due(_view(head, position))
    wishes = with_losses(view.table, wishes, *losses)
    fits = [i for i in found if wanted in ("", i, view.state.battles[i].place)]
    return _told(view, fits[0], wishes, aim, side) if fits else None


def due(head: dict[str, Any], position: dict[str, Any], most: int, places: tuple[str, ...] = ()) -> list[Told | Untold]:
    """The odds of the battles of a position, or of those there would be if combat movement ended now. places: only there."""
    view, found = battles_due(_view(head, position))
    found = tuple(i for i in found if not places or view.state.battles[i].place in places)
    return [_or_why(view, i, functools.partial(_told, view, i)) for i in found[:most]]


def going_on(head: dict[str, Any], position: dict[str, Any], id_: str) -> Told | Untold:
    """The odds of a battle to the end, of one more round, and of breaking off."""
    view = _view(head, position)

    def work() -> Told:
        leave = break_off(view, id_)
        once = ready(view, id_).odds(Wishes(rounds=1)) if leave.possible and leave.stay is None else None
        return dataclasses.replace(_told(view, id_, once=once), leave=leave)

    return _or_why(view, id_, work)


def raids(head: dict[str, Any], position: dict[str, Any], most: int) -> list[RaidOdds]:
    """What the raids of a position will do that are due, or would be if combat movement ended now."""
    view, found = battles_due(_view(head, position), ("raid",))
    return [raid_odds(view, id_) for id_ in found[:most] if view.state.battles[id_].status == "due"]


def answers(head: dict[str, Any], position: dict[str, Any], texts: Sequence[str]) -> tuple[AnswerOdds, ...]:
    """The odds behind answers to the first question of a position."""
    view = _view(head, position)
    return answer_odds(Game(view.table, view.state), texts)


def lucks(head: dict[str, Any], position: dict[str, Any], log: Sequence[Entry]) -> list[BattleLuck]:
    """The luck of the battles in some entries, which lead to a position."""
    view = _view(head, position)
    return battle_lucks(view.table, view.state, log)


def _told(
    view: View,
    id_: str,
    wishes: Wishes | None = None,
    aim: Aim | None = None,
    side: str = "attacker",
    once: Odds | None = None,
) -> Told:
    fight, wishes = view.state.battles[id_], wishes or Wishes()
    defenders = ", ".join(sorted({u.owner for u in view.get(fight.defenders)}))
    advice = best_order(view, id_, aim, side, wishes) if aim else None
    odds = advice.usual if advice else ready(view, id_).odds(wishes)
    value = view.value(fight.place) if fight.kind == "land" else 0
    taken = assumed(view, id_, wishes.leaving)
    if (wishes.rounds or wishes.leave) and not all_may_leave(view, id_):
        taken = (*taken, "all break off together, those too who may not leave")
    return Told(
        fight.place,
        fight.attacker,
        defenders,
        odds,
        once,
        value,
        left_out(view, id_),
        taken,
        advice,
        optional=fight.optional,
    )


def _or_why(view: View, id_: str, work: Callable[[], Told]) -> Told | Untold:
    try:
        return work()
    except NoOdds as error:
        return Untold(error.place, str(error))


def _said(work: Callable[[], T]) -> T:
    try:
        return work()
    except Refused as refused:
        raise TypedError(refused.refusal.message) from None
    except NoOdds as error:  # the place is none of the players'
        raise TypedError(f"No odds: {error.why}") from None
    except TableError as error:
        raise TypedError(str(error)) from None


def forces(
    attacker: str,
    defender: str,
    head: dict[str, Any],
    wishes: Wishes,
    aim: Aim | None,
    side: str,
    losses: tuple[str, str],
) -> Told:
    """The odds of any two forces. Raises TypedError."""

    def work() -> Told:
        view, id_ = typed_battle(attacker, defender, head["board"], head["rules"], head["options"])
        return _told(view, id_, with_losses(view.table, wishes, *losses), aim, side)

    return _said(work)


def least(have: str, defender: str, head: dict[str, Any], chance: float) -> Needed:
    """The least force out of what one has that takes what the defenders hold. Raises TypedError."""
    return _said(lambda: needed(have, defender, head["board"], head["rules"], head["options"], chance=chance))
