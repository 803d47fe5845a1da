"""Seats that a computer plays: which, how strong, until when, and how fast it goes on. All of it stands in the game's
settings, so that it is kept, exported and put on the record like other settings."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from bot.game.people.problems import PlayError
from bot.store import Record, SetGame, SetPreference, Step
from bot.store.records import Game as Row
from rules.model.board import load
from rules.model.names import listing
from rules.model.state import Decision, Turn
from rules.play import lines
from rules.play.game import Game
from seats import LEVELS

SETTING, PACE, RECAPS = "computers", "pace", "computer_recaps"
USUAL = "officer"
FOR_GOOD, PHASE, TURN, BACK = "", "phase", "turn", "back"
"""Until when: taken away by somebody; the phase is over; the turn is; the owner gives an order."""

PACES: Mapping[str, float | None] = {"at once": 0.0, "10 seconds": 10.0, "60 seconds": 60.0, "button": None}
"""Pauses between what a computer does; None: until somebody presses Next."""
USUAL_PACE = "10 seconds"


@dataclass(frozen=True, slots=True)
class Computer:
    """How a power is played by a computer. until: see FOR_GOOD. times: how often it was told to think again."""

    level: str = USUAL
    until: str = FOR_GOOD
    times: int = 0

    @property
    def title(self) -> str:
        """`computer, officer`, as it is shown in lists."""
        standing_in = {PHASE: ", for this phase", TURN: ", for this turn", BACK: ", until the player is back"}.get(
            self.until, ""
        )
        return f"computer, {self.level}{standing_in}"

    def to_json(self) -> dict[str, Any]:
        """As it stands in the settings."""
        return {"level": self.level, "until": self.until, "times": self.times}


def computers(row: Row) -> dict[str, Computer]:
    """Power -> how a computer plays it, for those that one plays."""
    kept = row.settings.get(SETTING) or {}
    return {
        power: Computer(
            str(one.get("level", USUAL)) if one.get("level") in LEVELS else USUAL,
            str(one.get("until", "")),
            int(one.get("times", 0)),
        )
        for power, one in kept.items()
        if isinstance(one, Mapping)
    }


def computer_of(row: Row, typed: str) -> tuple[str, Computer]:
    """The power that is meant and the computer that plays it. Raises PlayError, which says where there is one."""
    power, every = load(row.board).power_names.find(typed), computers(row)
    if power in every:
        return power, every[power]
    rest = f"One plays {listing(list(every))}." if every else "No seat of this game has one."
    raise PlayError(f"No computer plays {power or 'that'}. {rest}")


def due(game: Game, played: Mapping[str, Computer]) -> tuple[str, Decision | None] | None:
    """The computer's power that has to act now, and the question it has to answer (None: it is its turn); None where
    only persons have something to do."""
    asked = lines.open_questions(game.state)
    for decision in asked:
        for power in lines.askers(decision):
            if power in played:
                return power, decision
    turn = game.state.turn.power
    return (turn, None) if turn in played and not asked and not game.state.winner else None


def recap_of_computers(row: Row) -> bool:
    """Whether turns of computers are told in a recap too, with a film, beside the message they grow in."""
    return bool(row.settings.get(RECAPS, False))


def pace(row: Row) -> float | None:
    """Seconds between what a computer does; None: until somebody presses Next."""
    return PACES.get(str(row.settings.get(PACE, USUAL_PACE)), 10.0)


def seated(row: Row, changed: Mapping[str, Computer | None]) -> dict[str, Any]:
    """The settings after some powers were given to a computer (None: taken from it)."""
    kept = {**computers(row), **changed}
    return {**row.settings, SETTING: {p: one.to_json() for p, one in kept.items() if one is not None}}


def seat(row: Row, actor: str, changed: Mapping[str, Computer | None], why: str = "") -> list[Step]:
    """Steps that give powers to a computer or take them from it, on the record; its memory begins anew."""
    detail = {"powers": sorted(changed), "computer": [one.title if one else "" for _, one in sorted(changed.items())]}
    return [
        SetGame(row.id, {"settings": seated(row, changed)}),
        *(SetPreference("seat", f"{row.id}/{power}", "mind", None) for power in changed),
        Record(actor, "computer", {**detail, "why": why}, row.id),
    ]


def over(until: str, power: str, old: Turn, new: Turn) -> bool:
    """Whether a power for which a computer stood in is its player's again."""
    if old.power != power or until not in (PHASE, TURN):
        return False
    return old != new if until == PHASE else (old.round, old.power) != (new.round, new.power)


def back(row: Row, powers: tuple[str, ...], actor: str) -> list[Step]:
    """Steps that give seats back to an owner who has ordered something; none where no computer stands in."""
    mine = {p: None for p, one in computers(row).items() if p in powers and one.until != FOR_GOOD}
    return seat(row, actor, mine, "the player is back") if mine else []


class Wakes:
    """Games in which something has changed, so that a computer may have something to do: a queue without repetition. It is
    lost with the process, as at the start every game is looked at. pressed: somebody wants the computer to go on now.
    played_on: game -> the person up to whose next decision computers go on without pauses."""

    def __init__(self) -> None:
        self._games: dict[str, bool] = {}
        self._some = asyncio.Event()
        self.played_on: dict[str, int] = {}

    def play_on(self, game_id: str, user: int) -> None:
        """Computers go on without a pause until somebody has to decide something himself."""
        self.played_on[game_id] = user
        self.touch(game_id, pressed=True)

    def touch(self, game_id: str, pressed: bool = False) -> None:
        """Something has changed in a game."""
        self._games[game_id] = self._games.get(game_id, False) or pressed
        self._some.set()

    async def next(self) -> tuple[str, bool]:
        """The game that has waited longest, and whether Next was pressed in it."""
        while not self._games:
            self._some.clear()
            await self._some.wait()
        game_id = next(iter(self._games))
        return game_id, self._games.pop(game_id)
