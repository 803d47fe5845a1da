"""A strong player looks over a player's shoulder: what it leaves to the enemy, and which battles it fights on, counted in
whole games. What comes of it is in docs/league.md; each game is a line of a log."""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from rules.core.view import View
from rules.legal import legal
from rules.model.orders import PRESS_ON
from rules.model.profiles import LAND
from rules.model.state import Battle, Turn
from rules.odds import NoOdds
from rules.play.game import Game
from rules.soak.player import Wanted
from seats.measure.arena import Played, play
from seats.measure.roster import version
from seats.position.estimate import cheap_odds, fighter, guess, supported
from seats.position.faults import EMPTY, PLANE, SHIP, STACK, TRANSPORT, Fault, faults, whereabouts
from seats.position.world import ThreatMap

LEFT = (STACK, EMPTY, SHIP, TRANSPORT, PLANE)
FEW, TOO_MANY, STILL = 2, 3, 0.95  # against so few; so many land units less would take the place at such a chance
POOR, BEGUN = 0.3, 0.5  # chance below which pressing on, and beginning, counts
COMPLEX = 4.0  # IPC that a complex adds to ground


class Reviewer:
    """Watches a game and counts what some sides do."""

    def __init__(self, sides: Iterable[str]) -> None:
        self.sides = frozenset(sides)
        self.counts: Counter[str] = Counter()
        self.cases: list[str] = []
        self.open: dict[str, list[Fault]] = {}
        self.cost: dict[int, float] = {}
        self.came: dict[int, str] = {}
        self.map = ThreatMap()

    def begins(self, game: Game) -> None:
        """The game begins."""
        self._turn_begins(game.view)

    def before(self, game: Game, wish: Wanted) -> None:
        """An order is about to be given."""
        if game.view.side(game.to_act) not in self.sides:
            return
        if game.state.pending:
            self._answered(game, wish.text)
        elif wish.text.startswith("fight "):
            self._fought(game, wish.text)

    def after(self, game: Game, turn: Turn) -> None:
        """An order has been given. turn: whose it was then."""
        if game.state.turn.power != turn.power:
            self._turn_ends(game.view, turn)
            self._turn_begins(game.view)

    # --- turns ------------------------------------------------------------------------------------------------

    def _turn_begins(self, view: View) -> None:
        power = view.state.turn.power
        for fault in self.open.pop(power, ()):
            if lost := fault.punished(self.cost, view):
                self.counts[f"{fault.kind}, punished"] += 1
                self.counts[f"{fault.kind}, IPC"] += round(lost)
        self.came = whereabouts(view, power)

    def _turn_ends(self, view: View, turn: Turn) -> None:
        if view.side(turn.power) not in self.sides:
            return
        self.counts["turns"] += 1
        found = list(faults(view, turn.power, self.map.threats(view, turn.power), self.came))
        self.open[turn.power] = found
        self.cost.update((i, view.of(view.state.units[i]).cost) for f in found for i in f.ids)
        for fault in found:
            self.counts[fault.kind] += 1
            self.cases.append(f"round {turn.round}, {turn.power}: {fault.kind} in {fault.place}")

    # --- battles ----------------------------------------------------------------------------------------------

    def _answered(self, game: Game, text: str) -> None:
        decision = game.state.pending[0]
        battle = game.state.battles.get(decision.data.get("battle", ""))
        if decision.kind != "retreat" or battle is None or decision.data.get("bound"):
            return  # nothing but pressing on was legal
        self.counts["rounds with a choice"] += 1
        if text != str(PRESS_ON) or (figures := _figures(game.view, battle)) is None:
            return
        win, swing = figures
        self._note(win < POOR, "pressed on below 30 %", game, battle, win)
        self._note(swing < 0, "pressed on at a loss", game, battle, win)

    def _fought(self, game: Game, text: str) -> None:
        due = next((b for b in legal(game, game.to_act).battles if b.order == text), None)
        battle = game.state.battles.get(due.place) if due else None
        if battle is None or battle.kind == "raid" or (figures := _figures(game.view, battle)) is None:
            return
        self.counts["battles"] += 1
        self._note(figures[0] < BEGUN and figures[1] < 0, "begun below 50 % at a loss", game, battle, figures[0])
        if battle.kind == "land" and 0 < len(battle.defenders) <= FEW:
            self.counts["battles against 1 or 2"] += 1
            self._note(too_many(game.view, battle), "3 too many", game, battle, figures[0])

    def _note(self, holds: bool, what: str, game: Game, battle: Battle, win: float) -> None:
        if holds:
            self.counts[what] += 1
            turn = game.state.turn
            self.cases.append(f"round {turn.round}, {turn.power}: {what} in {battle.place} ({win:.0%})")


def _figures(view: View, battle: Battle) -> tuple[float, float] | None:
    """The attacker's chance, and the IPC he may expect, ground by its value and a complex by 4."""
    try:
        odds = cheap_odds(view, battle.id)
    except NoOdds:
        return None
    if view.place(battle.place).is_sea:
        return odds.win, odds.swing
    ground = view.value(battle.place) + COMPLEX * len(view.complexes(battle.place))
    return odds.takes, odds.swing + odds.takes * ground


def too_many(view: View, battle: Battle) -> bool:
    """Whether three land units less would almost surely take the place as well."""
    units = view.get(battle.attackers)
    land = sorted((u for u in units if view.domain(u) == LAND), key=lambda u: (view.of(u).cost, u.id))
    spare = {u.id for u in land[:TOO_MANY]}
    rest = [u for u in units if u.id not in spare]
    if len(land) <= TOO_MANY:
        return False
    attackers = supported([fighter(view, u, True) for u in rest])
    return guess(attackers, [fighter(view, u, False) for u in view.get(battle.defenders)]).win >= STILL


# --- games ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Course:
    """Games that are looked at: a board, so many rounds and games; who plays, and against whom ("" himself)."""

    board: str
    rounds: int
    games: int
    player: str = "officer"
    other: str = ""

    def __str__(self) -> str:
        return f"{self.player}{f' against {self.other}' if self.other else ''}, {self.board}, {self.rounds} rounds"


COURSES = tuple(
    Course(board, rounds, games, player)
    for player in ("officer", "general")
    for board, rounds, games in (("classic", 10, 4), ("global1940", 6, 2), ("europe1943", 4, 2))
)


@dataclass(frozen=True, slots=True)
class Line:
    """What is kept of a game."""

    course: str
    version: str
    seed: int
    counts: dict[str, int] = field(default_factory=dict)
    seconds: float = 0.0


def watched(course: Course, seed: int) -> tuple[Reviewer, Played]:
    """Play one game and count; where there are two players, the first has the Axis in games of odd seeds."""
    first, second = ("Axis", "Allies") if seed % 2 else ("Allies", "Axis")
    reviewer = Reviewer([first] if course.other else [first, second])
    sides = {first: course.player, second: course.other or course.player}
    return reviewer, play(course.board, seed, sides, course.rounds, watchers=[reviewer])


def review(courses: Sequence[Course], seed: int, log: Path | None, minutes: float = 0) -> Iterator[tuple[Course, Line]]:
    """Every game of some courses, from the log where it has it. minutes: no game is begun after so many (0: no limit)."""
    kept = [Line(**json.loads(text)) for text in log.read_text().splitlines()] if log and log.exists() else []
    known = {(one.course, one.version, one.seed): one for one in kept}
    end = time.monotonic() + minutes * 60
    for course in courses:
        for n in range(seed, seed + course.games):
            line = known.get((str(course), version(course.board), n))
            if line is None and minutes and time.monotonic() > end:
                continue
            yield course, line or _played(course, n, log)


def _played(course: Course, seed: int, log: Path | None) -> Line:
    began = time.process_time()
    reviewer, _ = watched(course, seed)
    line = Line(str(course), version(course.board), seed, dict(reviewer.counts), time.process_time() - began)
    if log:
        log.parent.mkdir(parents=True, exist_ok=True)
        with log.open("a") as file:
            file.write(json.dumps(asdict(line)) + "\n")
    return line


ROWS = (
    *((kind, "turns") for kind in LEFT),
    ("3 too many", "battles against 1 or 2"),
    ("pressed on below 30 %", "rounds with a choice"),
    ("pressed on at a loss", "rounds with a choice"),
    ("begun below 50 % at a loss", "battles"),
)


def table(lines: Sequence[tuple[Course, Line]]) -> str:
    """A column for each course, a row for each count: "37 (26, 310 IPC)" of which 26 were punished, at 310 IPC."""
    totals: dict[str, Counter[str]] = {}
    for course, line in lines:
        totals.setdefault(str(course), Counter()).update(line.counts)
    rows: list[list[Any]] = [["", *totals], ["---"] * (1 + len(totals))]
    rows += [["turns", *(counts["turns"] for counts in totals.values())]]
    rows += [[what, *(_cell(counts, what, of) for counts in totals.values())] for what, of in ROWS]
    return "\n".join(f"| {' | '.join(map(str, row))} |" for row in rows)


def _cell(counts: Counter[str], what: str, of: str) -> str:
    if of == "turns":
        return f"{counts[what]} ({counts[f'{what}, punished']}, {counts[f'{what}, IPC']} IPC)"
    return f"{counts[what]} of {counts[of]}"
