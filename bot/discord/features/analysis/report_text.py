"""Analyses in words: what decided a game. Nothing is called a mistake: what a computer would have done is set beside it, with
the interval, and only where that leaves zero out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from analysis.chance import Chance, Model, summed
from analysis.course import Course, Swing, TurnCourse
from analysis.instead import Instead
from bot.discord.features.analysis.findings import Findings, Point
from bot.discord.text.words import per_cent, plural
from render.charts import CourseChart, CourseTurn
from render.story import Fight
from rules.core.table import Table

BATTLES, ATTACKS = 5, 3
TRIFLE = 0.01  # of chance: less is not told of an attack
PART = 0.2  # of what a turn changed: a battle that changed less is not what it was about
FEW = 12  # games of a board with fewer of which its model is a rough guide


def chart_of(name: str, course: Course, told: bool) -> CourseChart:
    """The course as a picture's values. told: with luck and decisions."""
    marks = {one.first: n for n, one in enumerate(course.turning_points(), 1)}
    rows = [_row(one, marks.get(one.first, 0)) for one in course.turns]
    end = course.curve[-1] if course.turns else Chance(0.5, 0.0, 1.0)
    return CourseChart(name, course.sides, tuple(rows), (end.value, end.low, end.high), course.winner, told)


def _row(one: TurnCourse, mark: int) -> CourseTurn:
    chance, luck, decisions = summed(one.start), float(one.luck.mean()), float(one.decisions.mean())
    return CourseTurn(one.round, one.power, chance.value, chance.low, chance.high, luck, decisions, mark)


def findings_of(
    chart: CourseChart, course: Course, instead: Mapping[int, Instead | None], revision: int, text: str
) -> Findings:
    """An analysis as it is kept. revision: the last order that it knows."""
    points = []
    for one in course.turning_points():
        fight = _fight(main) if (main := _main(one)) else None
        said = " ".join(line.removeprefix("- ") for line in _instead(one, instead.get(one.first)))
        near = one.fallen[0][0] if one.fallen else fight.place if fight else ""
        points.append(Point(one.first, one.last, near, fight, said))
    spans = tuple((one.first, one.last) for one in course.turns)
    return Findings(revision, chart, spans, tuple(points), text)


def _main(one: TurnCourse) -> Swing | None:
    """The battle of a turn that changed most, its promise and its luck together; none where it is but a small part of it."""
    fought = [swing for swing in one.swings if swing.place]
    most = max(fought, key=lambda swing: abs(swing.moved), default=None)
    return most if most and abs(most.moved) >= PART * abs(float((one.end - one.start).mean())) else None


def _fight(one: Swing) -> Fight:
    loss, luck = max(0.0, 1 - one.promised - one.idle), float(one.luck.mean())
    return Fight(
        one.place, one.attacker, one.defender, one.promised, one.idle, loss, one.attackers, one.defenders, one.left,
        one.won, luck,
    )  # fmt: skip


def grounds_text(model: Model, table: Table) -> str:
    """How many games are behind the figures of a table's model, and where they are too few to trust it."""
    board, games = table.board.name, plural(model.games, "game")
    if not model.family:
        return (
            f"No game of {board} has gone into these chances: they are those of all boards ({games}). Too little to say who "
            "would have won; take their changes as a rough guide."
        )
    if model.games < FEW:
        return f"Only {games} of {board} have gone into these chances: take them as a rough guide."
    return f"{games.capitalize()} of {board} have gone into these chances."


def report_text(
    name: str, course: Course, instead: Mapping[int, Instead | None], why_ended: str = "", grounds: str = ""
) -> str:
    """The whole analysis. instead: by the number of a turning point's first order. grounds: what its chances rest on."""
    lines = [f"**What decided {name}**", *_sums(course), ""]
    points = course.turning_points()
    if not points:
        lines.append("No turn changed the chances so much that the interval leaves zero out.")
    for number, one in enumerate(points, 1):
        lines += [*_point(course, number, one), *_instead(one, instead.get(one.first))]
    lines += ["", *_battles(course)]
    if why_ended:
        lines += ["", why_ended]
    lines.append(
        "-# Chance of winning as computer players of equal strength would fare; intervals are its model's. Decisions are "
        "what dice do not explain, of everybody in the turn, with what the model did not foresee."
    )
    lines += [f"-# {grounds}"] if grounds else []
    return "\n".join(lines)


def _sums(course: Course) -> list[str]:
    """Start, luck, decisions, end: they add up."""
    if not course.turns:
        return ["No turn has been played."]
    first, curve = course.sides[0], course.curve
    told = [f"{percent(curve[0])} at the start", f"luck {points(course.luck)}", f"decisions {points(course.decisions)}"]
    end = f"{percent(curve[-1])} at the end"
    if course.winner:
        end += f"; the {course.winner} have won: {points(course.rest)}"
    return [f"Chance of the {first}: {', '.join(told)}: {end}."]


def percent(chance: Chance) -> str:
    """`43 % (31 to 55)`."""
    return f"{per_cent(chance.value)} ({100 * chance.low:.0f} to {100 * chance.high:.0f})"


def points(chance: Chance) -> str:
    """Points of a hundred: `+12 (+4 to +20)`."""
    return f"{100 * chance.value:+z.0f} ({100 * chance.low:+z.0f} to {100 * chance.high:+z.0f})"


def _point(course: Course, number: int, one: TurnCourse) -> list[str]:
    start, end = (100 * float(each.mean()) for each in (one.start, one.end))
    head = f"**{number}. Round {one.round}, {one.power}:** the {course.sides[0]} go from {start:.0f} to {end:.0f} %"
    head += f": luck {100 * float(one.luck.mean()):+z.0f}, decisions {100 * float(one.decisions.mean()):+z.0f}."
    fell = [f"- {place} fell to {power or 'nobody'}." for place, power in one.fallen]
    main = _main(one)
    return [head, *fell, *([f"- {_swing(course, main)}"] if main else [])]


def _swing(course: Course, one: Swing) -> str:
    """`Karelia: Germany had 80 % and won: luck of the Axis, 6 points`."""
    how = {True: "won", False: "lost", None: "did not fight it to the end"}[one.won]
    gain = 100 * float(one.luck.mean())
    side = course.sides[0] if gain > 0 else course.sides[1]
    luck = f"luck of the {side}, {plural(round(abs(gain)), 'point')}" if abs(gain) >= 0.5 else "no luck either way"
    return f"{one.place}: {one.attacker} had {per_cent(one.promised)} and {how}; {luck}"


def _instead(one: TurnCourse, found: Instead | None) -> list[str]:
    """What a computer would have done, where that is clear."""
    if found is None or not found.clear:
        return []
    better = found.difference.value < 0
    gain = (
        Chance(-found.difference.value, -found.difference.high, -found.difference.low) if better else found.difference
    )
    size = f"{plural(round(100 * gain.value), 'point')} ({100 * gain.low:.0f} to {100 * gain.high:.0f})"
    if not better:
        return [f"- A computer in the same place comes out {size} worse for {one.power}'s side."]
    return [f"- A computer in the same place comes out {size} better for {one.power}'s side.{_differs(one, found)}"]


def _differs(one: TurnCourse, found: Instead) -> str:
    """What the computer does otherwise and why, the dearest of what it leaves alone first."""
    parts = []
    if found.attacks:
        named = [
            _attack(place, sent, found.why.get(place, "")) for place, sent in list(found.attacks.items())[:ATTACKS]
        ]
        parts.append(f"attacks {'; '.join(named)}")
    if found.left:
        worth = _worth(found.first, one)
        dearest = sorted(found.left, key=lambda place: worth.get(place, 0.0))
        parts.append(f"leaves {', '.join(_left(place, worth.get(place)) for place in dearest[:ATTACKS])} alone")
    if found.bought:
        parts.append(f"buys {found.bought}")
    return f" It {'; it '.join(parts)}." if parts else ""


def _attack(place: str, sent: str, why: str) -> str:
    """`Norway (1 tank: 83% to take, +4.2 IPC, can be held)`."""
    inside = ": ".join(part for part in (sent, why) if part)
    return f"{place} ({inside})" if inside else place


def _left(place: str, worth: float | None) -> str:
    """`Egypt (-3 points on the average)`, where that attack cost something."""
    return f"{place} ({100 * worth:+.0f} points on the average)" if worth and worth <= -TRIFLE else place


def _worth(first: bool, one: TurnCourse) -> dict[str, float]:
    """What attacks of a turn were worth by their odds to the side that made it, in chance, by place. first: whether that is
    the side whose chance is told."""
    sign, found = 1.0 if first else -1.0, dict[str, float]()
    for swing in one.swings:
        if swing.place and swing.attacker == one.power:
            found[swing.place] = sign * (swing.moved - float(swing.luck.mean()))
    return found


def _battles(course: Course) -> Sequence[str]:
    found = course.battles()[:BATTLES]
    return ["**Battles with the most luck**", *(f"- {_swing(course, one)}" for one in found)] if found else []
