"""What an analysis found, kept beside its game: its film, its turning points and the picture to share are made of it whenever
they are asked for, without working it out again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from bot.store import SetPreference, Store
from render.charts import CourseChart, CourseTurn
from render.story import Fight

SCOPE, LAST = "analysis", "last"


@dataclass(frozen=True, slots=True)
class Point:
    """A turning point. first, last: its orders' numbers. near: the place it is about. fight: its battle with the most luck.
    instead: what a computer would have done, in words."""

    first: int
    last: int
    near: str
    fight: Fight | None = None
    instead: str = ""


@dataclass(frozen=True)
class Findings:
    """An analysis. revision: the last order it knows. spans: first and last order of each turn of the chart. text: as it
    was told."""

    revision: int
    chart: CourseChart
    spans: tuple[tuple[int, int], ...]
    points: tuple[Point, ...]
    text: str

    def point(self, first: int) -> tuple[int, Point] | None:
        """The turning point that begins with an order, and which turn of the chart it is."""
        turns = [n for n, span in enumerate(self.spans) if span[0] == first]
        points = [one for one in self.points if one.first == first]
        return (turns[0], points[0]) if turns and points else None


async def keep(store: Store, game_id: str, found: Findings) -> None:
    """Keep it, in place of an earlier one."""
    await store.apply(SetPreference(SCOPE, game_id, LAST, as_json(found)))


async def kept(store: Store, game_id: str) -> Findings | None:
    """The last one of a game."""
    found = (await store.preferences(SCOPE, game_id)).get(LAST)
    return read(found) if found else None


def _rounded(value: Any) -> Any:
    """Figures with as many digits as anybody sees."""
    if isinstance(value, float):
        return round(value, 4)
    if isinstance(value, dict):
        return {key: _rounded(one) for key, one in value.items()}
    return [_rounded(one) for one in value] if isinstance(value, list | tuple) else value


def as_json(found: Findings) -> Any:
    """As it is kept."""
    return _rounded(asdict(found))


def read(data: Mapping[str, Any]) -> Findings:
    """What was kept."""
    chart = data["chart"]
    turns = tuple(CourseTurn(**turn) for turn in chart["turns"])
    course = CourseChart(**{**chart, "sides": tuple(chart["sides"]), "turns": turns, "end": tuple(chart["end"])})
    points = tuple(Point(**{**one, "fight": _fight(one["fight"])}) for one in data["points"])
    return Findings(data["revision"], course, tuple(map(_pair, data["spans"])), points, data["text"])


def _pair(span: Any) -> tuple[int, int]:
    return int(span[0]), int(span[1])


def _fight(data: Mapping[str, Any] | None) -> Fight | None:
    if data is None:
        return None
    attackers, defenders = _units(data["attackers"]), _units(data["defenders"])
    left = _units(data["left"][0]), _units(data["left"][1])
    return Fight(**{**data, "attackers": attackers, "defenders": defenders, "left": left})


def _units(rows: Any) -> tuple[tuple[str, int], ...]:
    return tuple((str(name), int(count)) for name, count in rows)
