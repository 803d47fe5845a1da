"""The course of a game as far as its result goes: who wished it rated, who concedes or offers a draw, what the arbiter said.

A course is a value; each method gives the next one, or raises Refused and nothing has changed. That somebody is an arbiter is
the caller's to know; that they are none of the players is seen here.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace

from league.finished import DRAW


class Refused(ValueError):
    """What somebody wants is not possible; the text says what is."""


@dataclass(frozen=True, slots=True)
class Result:
    """How it ended. winner: a side, or DRAW. how: as in a finished game. by, why: the arbiter and the reason."""

    winner: str
    how: str
    at: float
    by: str = ""
    why: str = ""


@dataclass(frozen=True, slots=True)
class Edit:
    """A change by the game's master."""

    at: float
    by: str
    text: str


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a game counts; None: the arbiter has to say. why: in a sentence, "" for an ordinary rated game."""

    counts: bool | None
    why: str = ""


@dataclass(frozen=True, slots=True)
class Course:
    """teams: side -> everybody who plays it. edits_make: what a master's edit makes of the game (as in formats). wishes: who
    wants it rated, or not. differs: in what the table is not its format. before: results that an arbiter has replaced.
    told: turns of it were played elsewhere and told here, with their dice."""

    teams: Mapping[str, frozenset[str]]
    edits_make: str = "arbiter"
    shortest: int = 0
    computers: frozenset[str] = frozenset()
    differs: tuple[str, ...] = ()
    wishes: Mapping[str, bool] = field(default_factory=dict)
    started: float | None = None
    edits: tuple[Edit, ...] = ()
    conceding: frozenset[str] = frozenset()
    drawing: frozenset[str] = frozenset()
    ruled: Verdict | None = None
    result: Result | None = None
    before: tuple[Result, ...] = ()
    rounds: int = 0
    told: bool = False

    @property
    def people(self) -> frozenset[str]:
        """Everybody who plays, computers apart."""
        return frozenset().union(*self.teams.values()) - self.computers

    def side_of(self, person: str) -> str:
        """The side of a person who plays one. Raises Refused."""
        sides = [side for side, team in self.teams.items() if person in team]
        if len(sides) != 1:
            raise Refused("You do not play in this game." if not sides else "You play both sides of this game.")
        return sides[0]

    # --- rated or not -------------------------------------------------------------------------------------------------

    def wish(self, person: str, rated: bool, new: bool = False) -> Course:
        """Somebody says whether they want it rated. new: they came after the start, and have ordered nothing yet. Raises
        Refused once it has begun for them: by then dice may have fallen."""
        self.side_of(person)
        if self.started is not None and not new:
            raise Refused("Whether a game is rated is said before it starts; this one has started.")
        return replace(self, wishes={**self.wishes, person: rated})

    def start(self, at: float) -> Course:
        """It begins, as it is agreed by now."""
        return self if self.started is not None else replace(self, started=at)

    def seated(self, teams: Mapping[str, frozenset[str]], computers: frozenset[str] = frozenset()) -> Course:
        """Who plays by now. Whoever plays on for another has the result, and says for themselves whether it is rated; what
        those said who have left is void."""
        left = frozenset().union(*teams.values())
        conceding, drawing = self.conceding & left, self.drawing & left
        return replace(self, teams=teams, computers=computers, conceding=conceding, drawing=drawing)

    def edit(self, at: float, by: str, text: str) -> Course:
        """The master changes something; it stands beside the result for good."""
        return replace(self, edits=(*self.edits, Edit(at, by, text)))

    def rule(self, by: str, counts: bool, why: str) -> Course:
        """An arbiter says whether the game counts, whatever was edited. A game that was not agreed to be rated never
        does. Raises Refused."""
        self._must_judge(by, why)
        if counts and (fault := self._never()):
            raise Refused(f"This game cannot count: {fault}")
        return replace(self, ruled=Verdict(counts, why))

    def verdict(self) -> Verdict:
        """Whether it counts, as things stand."""
        if fault := self._never():
            return Verdict(False, fault)
        if self.ruled:
            return self.ruled
        if not self.edits or self.edits_make == "rated":
            return Verdict(True)
        number = f"The master changed something {_times(len(self.edits))}."
        return Verdict(False if self.edits_make == "unrated" else None, number)

    @property
    def unwilling(self) -> tuple[str, ...]:
        """Who has not agreed that it is rated."""
        return tuple(sorted(person for person in self.people if not self.wishes.get(person)))

    def _never(self) -> str:
        """Why it cannot count, whoever wants it; "" if it can."""
        if self.computers:
            return "A computer plays."
        if len(self.people) < sum(map(len, self.teams.values())) or len(self.teams) != 2:
            return "Somebody plays both sides."
        if self.unwilling:
            return "Not everybody agreed before the start that it is rated."
        if self.told:
            return "Turns of it were taken over from a text, with the dice told there."
        if self.differs:
            return f"It is not played as its format says: {'; '.join(self.differs)}."
        if self.result and self.result.how != "victory" and self.rounds < self.shortest:
            return f"It ended in round {self.rounds}, and games count from round {self.shortest} on."
        return ""

    # --- the end ------------------------------------------------------------------------------------------------------

    def win(self, at: float, side: str, rounds: int, how: str = "victory") -> Course:
        """The rules say who has won. how: "concession" where that is because the other side has given up."""
        return self.in_round(rounds)._ended(Result(side, how, at))

    def in_round(self, number: int) -> Course:
        """How far the game has come."""
        return replace(self, rounds=number)

    def concede(self, at: float, person: str) -> Course:
        """Somebody gives up; when all of a side do, the other has won."""
        side = self._must_run(person)
        given = self.conceding | {person}
        if self.teams[side] - given - self.computers:
            return replace(self, conceding=given)
        winner = next(other for other in self.teams if other != side)
        return replace(self, conceding=given)._ended(Result(winner, "concession", at))

    def offer_draw(self, at: float, person: str) -> Course:
        """Somebody would call it a draw; when everybody does, it is one."""
        self._must_run(person)
        agreed = replace(self, drawing=self.drawing | {person})
        return agreed if self.people - agreed.drawing else agreed._ended(Result(DRAW, "draw", at))

    def take_back(self, person: str) -> Course:
        """Somebody no longer gives up, nor offers a draw."""
        self._must_run(person)
        return replace(self, conceding=self.conceding - {person}, drawing=self.drawing - {person})

    def waits_for(self, side: str) -> tuple[str, ...]:
        """Who of a side has still to give up, if somebody did; () otherwise."""
        team = self.teams[side] - self.computers
        return tuple(sorted(team - self.conceding)) if team & self.conceding else ()

    def forfeit(self, at: float, person: str, why: str, by: str = "") -> Course:
        """Somebody's time is over for good: their side has lost. by: the arbiter who says so, if it is no clock."""
        side = self._must_run(person)
        if by:
            self._must_judge(by, why)
        winner = next(other for other in self.teams if other != side)
        return self._ended(Result(winner, "forfeit", at, by, why))

    def adjudicate(self, at: float, by: str, winner: str, why: str) -> Course:
        """An arbiter decides: a game that nobody ends, or anew one that ended otherwise than by the rules. What was the
        result before stays on the record. Raises Refused."""
        self._must_judge(by, why)
        if winner != DRAW and winner not in self.teams:
            raise Refused(f"The winner is {' or '.join(self.teams)}, or nobody.")
        if self.started is None:
            raise Refused("The game has not started.")
        if self.result and self.result.how == "victory":
            raise Refused("It was won by the rules: that stands.")
        before = (*self.before, self.result) if self.result else self.before
        # A draw that an arbiter gives is a draw: what has no winner is never anything else.
        how = "draw" if winner == DRAW else "adjudication"
        return replace(self, before=before, result=Result(winner, how, at, by, why))

    def accept(self, at: float, agreed: Collection[str], winner: str, why: str) -> Course:
        """All who play take what came of a position that was played out as the result. Raises Refused."""
        if self.started is None:
            raise Refused("The game has not started.")
        if winner not in self.teams:
            raise Refused(f"The winner is {' or '.join(self.teams)}.")
        if not self.people <= set(agreed):
            raise Refused("Somebody who plays by now was not asked. Ask again.")
        return self._ended(Result(winner, "adjudication", at, why=why))

    def _ended(self, result: Result) -> Course:
        if self.result:
            raise Refused("This game is over.")
        return replace(self, result=result)

    def _must_run(self, person: str) -> str:
        side = self.side_of(person)
        if self.started is None:
            raise Refused("The game has not started.")
        if self.result:
            raise Refused("This game is over.")
        return side

    def _must_judge(self, by: str, why: str) -> None:
        if any(by in team for team in self.teams.values()):
            raise Refused("Nobody judges a game of their own: another arbiter has to.")
        if not why.strip():
            raise Refused("A decision is given with its reason, which everybody reads.")


def _times(number: int) -> str:
    return {1: "once", 2: "twice"}.get(number, f"{number} times")
