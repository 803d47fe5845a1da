"""The clock of one game: who has how long, who ran over, who is away; and what happens when.

A clock is a value. Whoever asks says what time it is: `tick` tells all that has happened by then, in order, and the same
whether it is asked once or a hundred times on the way. Times are Unix seconds and never go back.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from league.clocks.calendar import Calendar
from league.clocks.terms import ANSWER, ARBITER, LOSES, TURN, Terms

WARNING: Final = "warning"
OVERRUN: Final = "overrun"
UNANSWERED: Final = "unanswered"
VACATION_OVER: Final = "vacation over"


@dataclass(frozen=True, slots=True)
class Run:
    """One matter that somebody has to settle. left: seconds at `since`; since: None while it stands. warned: how many of the
    warnings are out. held: it stands because others have to answer, or the game is paused."""

    kind: str
    left: float
    since: float | None
    warned: int = 0
    held: bool = False


@dataclass(frozen=True, slots=True)
class Happened:
    """What the clock has brought. what: WARNING, OVERRUN, UNANSWERED, VACATION_OVER, LOSES or ARBITER. figure: seconds
    left, number of the overrun, or seconds of vacation that were used."""

    at: float
    who: str
    what: str
    figure: float = 0.0


@dataclass(frozen=True, slots=True)
class Clock:
    """Of one game. runs: what each has to do. banks: what a live clock has left for each. away: since when somebody is on
    vacation, and until when at most. used: seconds of vacation. asked: for whom the arbiter has to say whether there is more
    time. over: whose time is out for good."""

    terms: Terms
    calendar: Calendar = field(default_factory=Calendar)
    runs: Mapping[str, Run] = field(default_factory=dict)
    banks: Mapping[str, float] = field(default_factory=dict)
    overruns: Mapping[str, int] = field(default_factory=dict)
    away: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    used: Mapping[str, float] = field(default_factory=dict)
    asked: frozenset[str] = frozenset()
    over: str | None = None

    # --- what is so ---------------------------------------------------------------------------------------------------

    def left(self, who: str, at: float) -> float | None:
        """Seconds somebody has left; None if nothing is asked of them."""
        run = self.runs.get(who)
        if run is None:
            return None
        return run.left if run.since is None else run.left - self.calendar.counted(run.since, at)

    def due(self, who: str) -> float | None:
        """When somebody's time ends; None while their clock stands."""
        run = self.runs.get(who)
        return None if run is None or run.since is None else self.calendar.later(run.since, run.left)

    def vacation_left(self, who: str, season_left: float = float("inf")) -> float:
        """Seconds of vacation that somebody who is not away may still take."""
        game = max(0.0, self.terms.vacation - self.used.get(who, 0.0))
        return min(game, season_left) if self.terms.season_vacation else game

    def next_at(self) -> float | None:
        """When the clock will bring something next; None: never."""
        return min((at for at, *_ in self._ahead()), default=None)

    # --- what people do -----------------------------------------------------------------------------------------------

    def begin(self, who: str, at: float, kind: str = TURN) -> Clock:
        """Something is asked of somebody; their turn's clock stands while they, or others, answer (`stop`, `go`)."""
        time = self.terms.answer if kind == ANSWER else self.banks.get(who, self.terms.turn)
        if time is None or self.over:
            return self
        since = None if who in self.away else at
        begun = {**self.runs, who: Run(kind, time, since, self._passed(time))}
        return replace(self, runs=begun, asked=self.asked - {who})

    def done(self, who: str, at: float) -> Clock:
        """It is settled. A live clock keeps what is left and adds the increment."""
        run, left = self.runs.get(who), self.left(who, at)
        if run is None or left is None:
            return self
        rest = {name: other for name, other in self.runs.items() if name != who}
        keeps = self.terms.live and run.kind == TURN
        banks = {**self.banks, who: max(0.0, left) + self.terms.increment} if keeps else self.banks
        return replace(self, runs=rest, banks=banks, asked=self.asked - {who})

    def stop(self, who: str, at: float) -> Clock:
        """Somebody's clock stands: others have to answer first, or the game is paused."""
        run, left = self.runs.get(who), self.left(who, at)
        if run is None or left is None:
            return self
        return replace(self, runs={**self.runs, who: replace(run, left=left, since=None, held=True)})

    def go(self, who: str, at: float) -> Clock:
        """It goes on; if they are away, when they are back. Where the arbiter is asked, it stands."""
        run = self.runs.get(who)
        if run is None or run.since is not None or who in self.asked or self.over:
            return self
        since = None if who in self.away else at
        return replace(self, runs={**self.runs, who: replace(run, since=since, held=False)})

    def leave(self, who: str, at: float, season_left: float = float("inf")) -> Clock:
        """A vacation begins: the person's clock stands until they are `back` or the bank is empty. Nothing changes if there
        is no vacation left, or they are away already."""
        room = self.vacation_left(who, season_left)
        if who in self.away or room <= 0 or self.over:
            return self
        run, left = self.runs.get(who), self.left(who, at)
        stands = {} if run is None or left is None else {who: replace(run, left=left, since=None)}
        return replace(self, runs={**self.runs, **stands}, away={**self.away, who: (at, at + room)})

    def back(self, who: str, at: float) -> Clock:
        """A vacation ends, and its days are off the bank."""
        if who not in self.away:
            return self
        since, until = self.away[who]
        used = {**self.used, who: self.used.get(who, 0.0) + min(at, until) - since}
        rest = {name: span for name, span in self.away.items() if name != who}
        here = replace(self, away=rest, used=used)
        return here if who not in self.runs or self.runs[who].held else here.go(who, at)

    def forgive(self, who: str, at: float, seconds: float) -> Clock:
        """The arbiter gives somebody more time; what others have to do goes on by `go` if the game was over."""
        run = self.runs.get(who)
        if run is None:
            return self
        since = None if who in self.away else at
        given = {**self.runs, who: Run(run.kind, seconds, since, self._passed(seconds))}
        return replace(self, over=None, asked=self.asked - {who}, runs=given)

    # --- what time brings ---------------------------------------------------------------------------------------------

    def tick(self, at: float) -> tuple[Clock, tuple[Happened, ...]]:
        """The clock at a time, and all that has happened since it was last asked, in order."""
        clock, told = self, list[Happened]()
        while ahead := [one for one in clock._ahead() if one[0] <= at]:
            when, what, who = min(ahead)
            clock, happened = clock._brought(when, what, who)
            told.append(happened)
        return clock, tuple(told)

    def _passed(self, left: float) -> int:
        """How many warnings would lie before so much time: they are not given."""
        return sum(warning >= left for warning in self.terms.warnings)

    def _ahead(self) -> list[tuple[float, str, str]]:
        """What comes next for each: when, what, to whom. Ends come before warnings of the same time."""
        if self.over:
            return []
        found = [(until, VACATION_OVER, who) for who, (_, until) in self.away.items()]
        for who, run in self.runs.items():
            if run.since is None:
                continue
            warnings = sorted(self.terms.warnings, reverse=True)[run.warned :] if run.kind == TURN else []
            if warnings:
                found.append((self.calendar.later(run.since, run.left - warnings[0]), WARNING, who))
            else:
                what = OVERRUN if run.kind == TURN else UNANSWERED
                found.append((self.calendar.later(run.since, run.left), what, who))
        return found

    def _brought(self, at: float, what: str, who: str) -> tuple[Clock, Happened]:
        if what == VACATION_OVER:
            since, until = self.away[who]
            return self.back(who, at), Happened(at, who, what, until - since)
        run = self.runs[who]
        if what == WARNING:
            left = sorted(self.terms.warnings, reverse=True)[run.warned]
            return replace(self, runs={**self.runs, who: replace(run, warned=run.warned + 1)}), Happened(
                at, who, what, left
            )
        if what == UNANSWERED:
            return self.done(who, at), Happened(at, who, what)
        return self._ran_over(at, who)

    def _ran_over(self, at: float, who: str) -> tuple[Clock, Happened]:
        number = self.overruns.get(who, 0) + 1
        counted = replace(self, overruns={**self.overruns, who: number})
        if number <= self.terms.overruns:
            extra = self.terms.extra or self.terms.turn
            again = Run(TURN, extra, at, self._passed(extra))
            return replace(counted, runs={**self.runs, who: again}), Happened(at, who, OVERRUN, number)
        over = who if self.terms.then == LOSES else None  # then all clocks stand
        stands = {name: self.stop(name, at).runs[name] for name in (self.runs if over else [who])}
        what = LOSES if over else ARBITER
        asked = self.asked if over else self.asked | {who}
        told = Happened(at, who, what, number)
        return replace(counted, runs={**self.runs, **stands}, asked=asked, over=over), told
