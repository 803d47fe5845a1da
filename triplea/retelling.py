"""A summary carried out on a copy of a game: each line as the order it means, with the dice it tells.

The steps of a summary end phases; the dice and losses behind a battle answer its questions. What cannot be is a problem with
its line, and ends it: nothing is guessed past a contradiction.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from rules.model.refusals import Refusal
from rules.play.game import Game
from triplea import told as t
from triplea.answers_told import Answers
from triplea.told_dice import Contradiction, Faces, faces_of, matching

MOST_DONE = 12
"""The most phases that one header ends."""


_PHASES = {"buy": "purchase", "fight": "conduct combat", "place": "mobilize"}
"""The phase that an order belongs to, where a text has no header for it."""


@dataclass(frozen=True, slots=True)
class Given:
    """An order that a summary tells. line: where (0: it follows from a header). dice: its throws, faces in order."""

    line: int
    order: str
    by: str
    dice: tuple[tuple[int, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Problem:
    """What keeps a summary from being taken over: the line, and why."""

    line: int
    text: str
    why: str
    choices: tuple[str, ...] = ()


@dataclass
class Retold:
    """What a summary means. orders: up to the first problem. notes: what was understood in one way of several."""

    game: Game
    orders: list[Given] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


def retell(summary: t.Summary, game: Game) -> Retold:
    """Carry a summary out on a copy of a game, up to the first line that cannot be. All lines that can't be read are
    problems too."""
    run = _Run(summary, game.copy())
    if not summary.unread:
        run.all()
    run.found.problems += [Problem(one.number, one.text, one.why) for one in summary.unread]
    return run.found


class _Stop(Exception):
    """A problem: nothing behind it is tried."""


class _Run:
    """One summary being carried out."""

    def __init__(self, summary: t.Summary, game: Game) -> None:
        self.lines, self.exact = summary.lines, summary.exact
        self.game, self.found = game, Retold(game)
        self.at = 0
        self.used: set[int] = set()
        self.later: list[t.Ordered] = []
        self.began = False
        self.answers = Answers(self.lines)

    def all(self) -> None:
        """Every line in turn."""
        try:
            for at, line in enumerate(self.lines):
                self.at = at
                self._line(line)
            self.at = len(self.lines)
            self._answer_open()
            self._all_used()
        except _Stop:
            return

    def _line(self, line: t.Told) -> None:
        match line:
            case t.Round() if not self.began and line.round != self.game.state.turn.round:
                self._stop(line, f"This game is in round {self.game.state.turn.round}.")
            case t.Step():
                self._answer_open()
                if not self.game.state.pending:
                    self._go_to(line)
            case t.Ordered():
                self._answer_open(line)
                self._order(line)
            case t.War():
                self._declare(line)
            case t.Repaired():
                self._repair(line)
            case t.Taken():
                self._answer_open(self._following())
                self._check_taken(line)
            case t.Holds():
                self._note_holdings(line)

    def _stop(self, line: t.Told | None, why: str, choices: Sequence[str] = ()) -> None:
        number, text = (line.number, line.text) if line else (0, "")
        self.found.problems.append(Problem(number, text, why, tuple(choices)))
        raise _Stop

    # --- orders -------------------------------------------------------------------------------------------------------

    def _order(self, line: t.Ordered) -> None:
        self.began = True
        verb = line.order.partition(" ")[0]
        if verb in _PHASES and not self.exact and not self.game.state.pending:
            self._go_to(t.Step(line.number, line.text, "", _PHASES[verb]))
        refusal = self._give(line, line.order, line.by or self.game.state.turn.power)
        if refusal and not line.by and self.game.state.pending:  # somebody else's answer, with nobody named
            refusal = self._give(line, line.order, self.game.to_act) and self._give(line, line.order, "")
        if refusal is None:
            return
        moves = verb in ("move", "load", "unload") and not line.literal
        if refusal.code == "wrong-phase" and self.game.state.turn.phase == "combat move" and moves:
            self.later.append(line)
            self.found.notes.append(f"line {line.number}: no attack, so it is ordered in noncombat move")
        elif way := self._way(line, refusal):
            self.found.notes.append(f"line {line.number}: of several ways, `{way}`")
        else:
            self._stop(line, refusal.message, refusal.choices)

    def _way(self, line: t.Ordered, refusal: Refusal) -> str:
        """The way that is meant where several are possible: through what is told as taken, else the first that can be."""
        taken = [one.place for one in self._ahead() if isinstance(one, t.Taken)]
        ways = [way for way in refusal.choices if refusal.code == "ambiguous-path"]
        ways.sort(key=lambda way: (-sum(place in way for place in taken), way.count(">")))
        return next((way for way in ways if self._give(line, way, self.game.state.turn.power) is None), "")

    def _ahead(self) -> Iterator[t.Told]:
        """The lines behind this one up to the next that orders something."""
        for line in self.lines[self.at + 1 :]:
            if isinstance(line, t.Ordered | t.Step | t.War):
                return
            yield line

    def _give(self, line: t.Told | None, order: str, by: str) -> Refusal | None:
        """An order with the dice told behind it; its refusal, if it is refused. by: "" = whoever has to act."""
        game, throws = self.game, list(self._throws())
        dice, used = list[tuple[int, ...]](), list[t.Throw]()
        while True:
            source = Faces(dice)
            outcome = game.submit(order, source, by)
            if isinstance(outcome, Refusal):
                return outcome
            if source.rolls == len(dice):
                break
            rolled = outcome.entry.rolls[len(dice)]
            game.drop_last()
            try:
                share = matching(rolled, throws[len(used) :]) if throws[len(used) :] else []
                faces = faces_of(rolled, share) if share else self.answers.by_losses(game, rolled, self.at)
            except Contradiction as wrong:
                told = next((one for one in self.lines if one.number == wrong.line), line)
                self._stop(told, f"{str(wrong)[:1].upper()}{str(wrong)[1:]}.")
            used += share
            dice.append(tuple(faces))
        self.used.update(id(one) for one in used)
        self.found.orders.append(Given(line.number if line else 0, outcome.entry.text, by, tuple(dice)))
        self.answers.lost(outcome.entry)
        return None

    def _throws(self) -> Iterator[t.Throw]:
        """Throws that are told and not used, up to the next line that orders something; before a header, those that are left
        over from its section."""
        here = self.lines[self.at] if self.at < len(self.lines) else None
        start = self._section() if isinstance(here, t.Step) or here is None else self.at
        for line in self.lines[start : self.at] if start < self.at else ():
            if isinstance(line, t.Throw) and id(line) not in self.used:
                yield line
        for line in self._ahead() if start == self.at else ():
            if isinstance(line, t.Throw) and id(line) not in self.used:
                yield line

    def _section(self) -> int:
        """Where the section before this line begins."""
        before = range(self.at - 1, -1, -1)
        return next((at for at in before if isinstance(self.lines[at], t.Step)), 0)

    # --- questions ----------------------------------------------------------------------------------------------------

    def _answer_open(self, line: t.Ordered | None = None) -> None:
        """Answer what is asked, until a line that is an answer itself, or nothing is asked."""
        if self.exact:
            return
        here, self.at = self.at, max(0, self.at - 1)
        try:
            while self.game.state.pending:
                if (
                    line is not None
                    and line.literal
                    and self.game.trial(line.order, line.by or self.game.to_act) is None
                ):
                    return
                self._back_to_battle(here)
                self._answer_one(here)
        finally:
            self.at = here

    def _back_to_battle(self, here: int) -> None:
        """Dice of a question's answer are told behind the order that led to it."""
        orders = [
            at for at in range(min(here, len(self.lines)) - 1, -1, -1) if isinstance(self.lines[at], t.Ordered | t.Step)
        ]
        self.at = orders[0] if orders else 0

    def _answer_one(self, here: int) -> None:
        asked, throws = self.game.state.pending[0], bool(list(self._throws()))
        first: Refusal | None = None
        for text in self.answers.to(self.game, self.at, here, throws):
            refusal = self._give(self.lines[self.at] if self.lines else None, text, asked.power)
            if refusal is None:
                return
            first = first or refusal
        why = f"{asked.power} is asked: {asked.kind}{f' ({asked.place})' if asked.place else ''}. "
        why += first.message if first else "The text does not tell the answer."
        self._stop(self.lines[self.at] if self.lines else None, f"{why} Say it in a line of its own, as an order.")

    # --- turns --------------------------------------------------------------------------------------------------------

    def _go_to(self, line: t.Step) -> None:
        """End phases until the one of a header has come."""
        turn, phases = self.game.state.turn, self.game.table.phases
        power = line.power or turn.power
        if power != turn.power and not self._next(power):
            self._stop(line, f"It is {turn.power}'s turn here: {turn.phase} of round {turn.round}.")
        if line.phase == t.OVER:
            if self.began:
                now = turn.round, power
                self._done_while(line, lambda: (self.game.state.turn.round, self.game.state.turn.power) == now)
            return
        goal = phases.index(line.phase) if line.phase else 0
        if power == turn.power and phases.index(turn.phase) > goal and line.phase != "purchase":
            self._stop(line, f"{turn.power} is in {turn.phase} here already.")
        self._done_while(
            line,
            lambda: self.game.state.turn.power != power or phases.index(self.game.state.turn.phase) < goal,
        )
        self.began = True
        if line.phase == "noncombat move":
            held, self.later = self.later, []
            for one in held:
                self._order(one)

    def _next(self, power: str) -> bool:
        """Whether a power is the next whose turn comes, when the one of this text has been told."""
        order = self.game.table.board.order
        at = order.index(self.game.state.turn.power)
        return self.began and order[(at + 1) % len(order)] == power

    def _done_while(self, line: t.Step, on: object) -> None:
        """`done`, as long as something holds."""
        assert callable(on)
        for _ in range(MOST_DONE):
            while self.game.state.pending and not self.exact:
                self._answer_one(self.at)
            if self.game.state.pending or self.game.state.winner or not on():
                return
            before = self.game.state.turn
            refusal = self._give(None, "done", before.power)
            if refusal:
                self._stop(line, f"{before.power}'s {before.phase} can't be ended: {refusal.message}", refusal.choices)

    def _declare(self, line: t.War) -> None:
        self._answer_open()
        view, active = self.game.view, self.game.state.turn.power
        target = line.other if line.one == active else line.one
        if view.at_war(line.one, line.other) or active not in (line.one, line.other):
            return
        self.began = True
        refusal = self._give(line, f"declare war on {target}", active)
        if refusal and refusal.code == "wrong-phase" and "combat move" in self.game.table.phases:
            self._done_while(
                t.Step(line.number, line.text, active, ""), lambda: self.game.state.turn.phase != "combat move"
            )
            refusal = self._give(line, f"declare war on {target}", active)
        if refusal:
            self._stop(line, refusal.message, refusal.choices)

    def _repair(self, line: t.Repaired) -> None:
        """Where only one is damaged, or all that is damaged is repaired, it is clear where."""
        self.began = True
        view, active = self.game.view, self.game.state.turn.power
        damaged = {
            place: sum(one.damage for one in found if one.type == line.facility)
            for place, found in self.game.state.facilities.items()
            if view.owner(place) == active
        }
        damaged = {place: points for place, points in damaged.items() if points}
        if len(damaged) != 1 and sum(damaged.values()) != line.points:
            places = ", ".join(f"{points} in {place}" for place, points in damaged.items()) or "none"
            why = f"Where is not told. Damage of {line.facility} here: {places}. Say it as an order: "
            self._stop(line, f"{why}`repair {line.points} on {line.facility}: {next(iter(damaged), 'Germany')}`.")
        for place, points in damaged.items():
            order = f"repair {min(points, line.points)} on {line.facility}: {place}"
            if refusal := self._give(line, order, active):
                self._stop(line, refusal.message, refusal.choices)

    # --- what is told as having come of it --------------------------------------------------------------------------------

    def _following(self) -> t.Ordered | None:
        """The next line that orders something."""
        return next((line for line in self.lines[self.at + 1 :] if isinstance(line, t.Ordered)), None)

    def _check_taken(self, line: t.Taken) -> None:
        if self.exact or self.game.state.pending:
            return
        phase = self.game.state.turn.phase
        owner = self.game.state.owners.get(line.place)
        if phase == "conduct combat" and owner != line.power and self.game.view.place(line.place).is_land:
            self._stop(line, f"{line.place} is {owner or 'nobody'}'s here after that battle.")

    def _note_holdings(self, line: t.Holds) -> None:
        later = [one for one in self.lines[self.at + 1 :] if isinstance(one, t.Holds) and one.purse == line.purse]
        have = self.game.state.money.get(line.purse, 0)
        if not later and have != line.amount:
            self.found.notes.append(
                f"line {line.number}: {line.purse} is told to hold {line.amount}; here it has {have}"
            )

    def _all_used(self) -> None:
        over = [one for one in self.lines if isinstance(one, t.Throw) and id(one) not in self.used]
        if over:
            self._stop(over[0], "Nothing is rolled here for these dice.")
