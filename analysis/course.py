"""The course of a game: the chance of winning turn by turn, and each turn's change as luck and decisions.

Luck is what dice brought against their exact expectation, in chance of winning. For a battle: the position with what came of
it, less the mean over all that could have come of it by its odds; one that was broken off is reckoned on from there, as to
leave is no luck. For other dice (raids, research): the position after the order, less the mean over the same order with other
dice. What is left of a turn's change is decisions: those of everybody in that turn, and what the model did not see coming. So
for every member of the committee start + luck + decisions = end, in each turn; and in a game that somebody has won, what was
still missing from certainty when the rules ended it stands by itself.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from analysis import outcomes
from analysis.chance import Chance, Model, summed
from analysis.outcomes import Ahead, Left, Result
from rules.battle import sides
from rules.battle.sides import ATTACKER, DEFENDER
from rules.core.view import View
from rules.dice.practice import PracticeDice
from rules.model.events import BattleChanged, DiceRolled, UnitRemoved
from rules.model.state import Battle, State, Turn, Unit
from rules.play.game import Entry, Game, Outcome
from rules.play.numbered import Numbered

OTHER = 8  # times that an order with other dice is given again
FOUGHT = ("land", "sea")


@dataclass(frozen=True)
class Swing:
    """The luck of one battle, or of other dice (place ""), in chance for the first side, by member. promised, idle: the
    attacker's chance to win it, and that nobody does; won: whether he did (None: it was broken off). entry: the order that
    began it. attackers, defenders: who went in, by type; left: who was left of either; defender: whose most of them were.
    moved: what it changed in chance, its promise and its luck together."""

    entry: int
    place: str
    attacker: str
    luck: np.ndarray
    promised: float = 0.0
    won: bool | None = None
    idle: float = 0.0
    attackers: Left = ()
    defenders: Left = ()
    left: tuple[Left, Left] = ((), ())
    defender: str = ""
    moved: float = 0.0


@dataclass(frozen=True)
class TurnCourse:
    """One turn. first, last: its orders' numbers. start, end: each member's chance that the first side wins. swings: its
    dice. fallen: capitals that changed hands, with who holds them now."""

    round: int
    power: str
    first: int
    last: int
    start: np.ndarray
    end: np.ndarray
    swings: tuple[Swing, ...] = ()
    fallen: tuple[tuple[str, str], ...] = ()

    @property
    def luck(self) -> np.ndarray:
        """What dice brought."""
        return np.asarray(sum((one.luck for one in self.swings), np.zeros(len(self.start))))

    @property
    def decisions(self) -> np.ndarray:
        """What is left of the change."""
        return np.asarray(self.end - self.start - self.luck)


@dataclass(frozen=True)
class Course:
    """A whole game, or as far as it has been looked at. sides: the first is the one whose chance is told. winner: the side
    that has won by the rules ("" nobody)."""

    sides: tuple[str, str]
    turns: tuple[TurnCourse, ...]
    winner: str = ""

    @property
    def curve(self) -> tuple[Chance, ...]:
        """The chance at the beginning of each turn, and at the end."""
        return tuple(summed(one.start) for one in self.turns) + tuple(summed(one.end) for one in self.turns[-1:])

    @property
    def luck(self) -> Chance:
        """Of the whole game, for the first side."""
        return summed(np.asarray(sum(one.luck for one in self.turns)))

    @property
    def decisions(self) -> Chance:
        """Of the whole game, for the first side."""
        return summed(np.asarray(sum(one.decisions for one in self.turns)))

    @property
    def rest(self) -> Chance:
        """What was still missing from certainty when the rules ended the game; nothing where nobody has won."""
        if not self.winner or not self.turns:
            return Chance(0.0, 0.0, 0.0)
        return summed(float(self.winner == self.sides[0]) - self.turns[-1].end)

    def turning_points(self, most: int = 3) -> list[TurnCourse]:
        """The turns that changed most, in order of play; only where the interval of the change does not cover zero."""
        clear = [(abs(c.value), one) for one in self.turns if covers_not(c := summed(one.end - one.start))]
        best = sorted(clear, key=lambda pair: -pair[0])[:most]
        return sorted((one for _, one in best), key=lambda one: one.first)

    def battles(self) -> list[Swing]:
        """All battles, those with the most luck first."""
        found = [swing for turn in self.turns for swing in turn.swings if swing.place]
        return sorted(found, key=lambda one: -abs(float(one.luck.mean())))


def covers_not(chance: Chance) -> bool:
    """Whether the interval of a difference leaves zero out."""
    return chance.low > 0 or chance.high < 0


def quick(model: Model, game: Game) -> list[TurnCourse]:
    """The curve alone: each turn with its chances, without its dice. game: with all of its log."""
    found: list[TurnCourse] = []
    for turn, entries, before, after in turns_of(game):
        start = found[-1].end if found else model.opinions(before)
        first, last, end = entries[0].number, entries[-1].number, model.opinions(after)
        found.append(TurnCourse(turn.round, turn.power, first, last, start, end, fallen=_fallen(before, after)))
    return found


def _fallen(before: View, after: View) -> tuple[tuple[str, str], ...]:
    """The capitals whose owner is another now, and who."""
    capitals = [place.name for place in before.table.board.places.values() if place.capital]
    return tuple((c, now) for c in capitals if (now := after.owner(c) or "") != (before.owner(c) or ""))


def turns_of(game: Game) -> Iterator[tuple[Turn, list[Entry], View, View]]:
    """Each turn with its entries, the position it began in and the one it ended in."""
    then, log = _start(game)
    while log:
        turn, entries, before = log[0].turn, list[Entry](), View(game.table, then.state.copy())
        while log and (log[0].turn.round, log[0].turn.power) == (turn.round, turn.power):
            entries.append(log.pop(0))
            then.replay(entries[-1])
        yield turn, entries, before, View(game.table, then.state.copy())


def _start(game: Game) -> tuple[Game, list[Entry]]:
    """The position before the first order, and the entries from there on; changes of the set-up are part of it."""
    state, log = game.state.copy(), list(game.log[1:])
    for entry in reversed(log):
        for event in reversed(entry.events):
            event.revert(state)
    then = Game(game.table, state, Numbered(game.log[:1]))
    while log and log[0].text.startswith("edit"):
        then.replay(log.pop(0))
    return then, log


# the dice of a turn


@dataclass
class _On:
    """A battle that goes on: as it was before, what has left the board since."""

    ahead: Ahead
    entry: int
    gone: set[int] = field(default_factory=set)


def with_dice(model: Model, turn: TurnCourse, before: Game, entries: Sequence[Entry]) -> TurnCourse:
    """A turn with its luck. before: the position it began in, with its log up to there; it is played on."""
    swings, on = list[Swing](), dict[str, _On]()
    undone = {number for entry in entries for number in entry.undoes}
    for entry in entries:
        counts, fought = entry.number not in undone and not entry.undoes, bool(on)
        then = before.state.copy()
        for event in entry.events:
            if isinstance(event, UnitRemoved):
                for one in on.values():
                    one.gone.add(event.unit.id)
            if isinstance(event, BattleChanged) and counts:
                fought |= _begins(before, event, on, entry)
                if event.after and event.after.status == "over" and event.id in on:
                    swings.append(_swing(model, before, then, entry, on.pop(event.id)))
            event.apply(before.state)
        if entry.rolls and counts and not fought:
            swings.append(_other_dice(model, before, then, entry))
        before.record(entry)
    return replace(turn, swings=tuple(swings))


def _begins(before: Game, event: BattleChanged, on: dict[str, _On], entry: Entry) -> bool:
    """Note a battle that begins."""
    old, new = event.before, event.after
    if not (new and new.kind in FOUGHT and new.status == "on" and old and old.status == "due"):
        return False
    view = View(before.table, before.state.copy())
    units = _fighting(view, view.state.battles[event.id])
    found = outcomes.ahead(view, view.state.battles[event.id], *units) if all(units) else None
    if found is not None:
        on[event.id] = _On(found, entry.number)
    return True


def _swing(model: Model, before: Game, then: State, entry: Entry, over: _On) -> Swing:
    """The luck of a battle that is over. then: the position before the order that ended it."""
    here = over.ahead
    mine, theirs = (
        outcomes.types(u for u in units if u.id not in over.gone) for units in (here.attackers, here.defenders)
    )
    won = None if mine and theirs else bool(mine)
    actual = [Result(mine, theirs, 1.0)]
    if won is None and not any(isinstance(event, DiceRolled) for event in entry.events):
        actual = _rest(View(before.table, then), here.battle.id) or actual
    ends = here.value(model, actual)
    luck, moved = ends - here.value(model, outcomes.results(here)), float((ends - here.before(model)).mean())
    met = Counter(unit.owner for unit in here.defenders).most_common(1)
    went = outcomes.types(here.attackers), outcomes.types(here.defenders)
    return Swing(
        over.entry, here.battle.place, here.battle.attacker, luck, here.odds.win, won, here.odds.draw, *went,
        (mine, theirs), met[0][0] if met else "", moved,
    )  # fmt: skip


def _rest(view: View, battle: str) -> list[Result]:
    """What was still to be expected of a battle that was broken off."""
    found = view.state.battles.get(battle)
    units = _fighting(view, found) if found else []
    ahead = outcomes.ahead(view, found, *units) if found and all(units) else None
    return outcomes.results(ahead) if ahead else []


def _fighting(view: View, battle: Battle) -> list[list[Unit]]:
    """The units of either side that a battle is fought with; those that are only taken with the ground stay as they are."""
    return [[u for u in sides.units(view, battle, s) if sides.holds_battle(view, u)] for s in (ATTACKER, DEFENDER)]


def _other_dice(model: Model, after: Game, then: State, entry: Entry) -> Swing:
    """Dice outside of battles: the order given again with other dice."""
    seen = []
    for number in range(OTHER):
        twin = Game(after.table, then.copy(), after.log.copy())
        if isinstance(twin.submit(entry.text, PracticeDice(f"{entry.number} {number}"), entry.by), Outcome):
            seen.append(model.opinions(twin.view))
    actual = model.opinions(View(after.table, after.state))
    luck = actual - np.mean(seen, axis=0) if seen else np.zeros(len(actual))
    return Swing(entry.number, "", entry.turn.power, luck)
