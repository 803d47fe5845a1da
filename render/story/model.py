"""What pictures of a whole game show, as plain values."""

from __future__ import annotations

from dataclasses import dataclass

from render.charts.curve import CourseChart, CourseTurn
from render.input.scene import Changes, Scene

Units = tuple[tuple[str, int], ...]
"""Types of units and how many."""


@dataclass(frozen=True, slots=True)
class Fight:
    """The battle of a turning point. win, draw, loss: the attacker's odds before the first die. attackers, defenders: who
    went in; left: who was left of either. won: whether the attacker won (None: it was not fought to the end). luck: what
    its dice brought the first side, in points of chance."""

    place: str
    attacker: str
    defender: str
    win: float
    draw: float
    loss: float
    attackers: Units
    defenders: Units
    left: tuple[Units, Units]
    won: bool | None
    luck: float


@dataclass(frozen=True)
class Moment:
    """A turning point. title: the game. sides: the first is the one whose chance is told. turn: the turn as the course has
    it; after: the chance when it ended. scene, changes: the board then, and what the turn changed on it. near: the place
    that it is about. instead: what a computer would have done, in sentences ("" where nothing is to be said)."""

    title: str
    sides: tuple[str, str]
    turn: CourseTurn
    after: float
    scene: Scene
    changes: Changes
    near: str
    fight: Fight | None = None
    instead: str = ""


@dataclass(frozen=True)
class Step:
    """The board after some turns of a war. turns: how many of the course are over by then."""

    scene: Scene
    turns: int


@dataclass(frozen=True)
class War:
    """A whole game. opening: the board before the first order. steps: the board as it went on, the end last."""

    chart: CourseChart
    opening: Scene
    steps: tuple[Step, ...]


@dataclass(frozen=True)
class Poster:
    """A game as one picture. end: the board at its end. fights: of the turning points, in order (None: no battle)."""

    chart: CourseChart
    end: Scene
    fights: tuple[Fight | None, ...] = ()
