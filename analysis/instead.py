"""What a computer player would have done in a turn: the turn played again by computers, some times with other dice."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from analysis.chance import Chance, Model, summed
from analysis.course import TurnCourse
from analysis.playout import play_out
from rules.library.words import counted
from rules.model.events import BattleChanged, PoolChanged
from rules.play.game import Entry, Game
from rules.play.numbered import Numbered

TIMES = 6
TRIFLE = 0.015  # of chance: less is not told
OFTEN = 0.5  # of the times that a computer did something: then it is named


@dataclass(frozen=True)
class Instead:
    """A turn set against the computer's. difference: by how much the decisions of the turn were better for the side that
    took it than the computer's, in chance, with the interval of the committee and of the dice. attacks: places that the
    computer attacked in most of its turns and the player did not, with the units it sent. left: places that the player
    attacked and the computer hardly ever. bought: what it bought most often. why: its reasons for attacks, by place.
    first: whether the first side took the turn."""

    difference: Chance
    attacks: Mapping[str, str]
    left: tuple[str, ...]
    bought: str = ""
    why: Mapping[str, str] = field(default_factory=dict)
    first: bool = True

    @property
    def clear(self) -> bool:
        """Whether anything can be said: the interval leaves zero out, and it is no trifle."""
        return (self.difference.low > 0 or self.difference.high < 0) and abs(self.difference.value) >= TRIFLE


def compare(model: Model, turn: TurnCourse, before: Game, entries: list[Entry], first: bool, level: str) -> Instead:
    """A turn with its luck (`course.with_dice`) against the same turn played by computers. before: the position it began
    in. first: whether it is a turn of the first side."""
    ends, attacked, bought = [], Counter[str](), Counter[str]()
    sent, why = dict[str, str](), dict[str, str]()
    for number in range(TIMES):
        played = _turn(before, f"instead {turn.first} {number}", level, why)
        ends.append(model.opinions(played.view))
        log = played.log[1:]
        attacked.update(_battles(log))
        bought.update(_bought(log, turn.power)[:1])
        sent.update(_sent(log))
    mine = set(_battles(entries))
    sign = 1.0 if first else -1.0
    each = np.asarray(ends)
    found = sign * (turn.end - turn.luck - each.mean(axis=0))
    error = float(each.mean(axis=1).std(ddof=1) / np.sqrt(TIMES))
    told = summed(found)
    interval = Chance(told.value, told.low - 1.645 * error, told.high + 1.645 * error)
    often = {place for place, times in attacked.items() if times >= OFTEN * TIMES}
    attacks = {place: sent.get(place, "") for place in sorted(often - mine)}
    left = tuple(sorted(place for place in mine if attacked[place] < (1 - OFTEN) * TIMES))
    reasons = {place: why[place] for place in attacks if place in why}
    return Instead(interval, attacks, left, next((text for text, _ in bought.most_common(1)), ""), reasons, first)


def _turn(before: Game, seed: str, level: str, why: dict[str, str]) -> Game:
    """The turn, played by computers. why: takes their reasons for attacks (`Norway: 83% to take, ...`), by place."""
    turn = before.state.turn
    log = Numbered([Entry(0, "", "played again from here", (), turn)])
    game = Game(before.table, before.state.copy(), log)

    def same(now: Game) -> bool:
        return (now.state.turn.round, now.state.turn.power) == (turn.round, turn.power)

    def hear(text: str, reason: str) -> None:
        place, _, rest = reason.partition(": ")
        if rest and text.startswith("move "):
            why.setdefault(place, rest.rstrip("."))

    return play_out(game, seed, level, turn.round, same, hear)[0]


def _battles(log: list[Entry]) -> list[str]:
    """Places that were attacked."""
    events = (event for entry in log for event in entry.events if isinstance(event, BattleChanged))
    return list(dict.fromkeys(e.after.place for e in events if e.before is None and e.after and e.after.kind != "fire"))


def _bought(log: list[Entry], power: str) -> list[str]:
    """What was bought, as the orders said it."""
    bought = (e for e in log if any(isinstance(x, PoolChanged) and x.power == power for x in e.events))
    return [_told(_listed(entry.text.removeprefix("buy "))) for entry in bought if entry.text.startswith("buy ")]


def _sent(log: list[Entry]) -> dict[str, str]:
    """Place -> the units that were sent there to attack."""
    found: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for entry in log:
        if entry.text.startswith("move ") and " > " in entry.text and entry.turn.phase == "combat move":
            units, goal = entry.text.removeprefix("move ").partition(":")[0], entry.text.rpartition(" > ")[2]
            found[goal].update(_listed(units))
    return {goal: _told(units) for goal, units in found.items()}


def _listed(text: str) -> Counter[str]:
    """Units as orders list them: `6 tank, infantry`."""
    parts = [part.partition(" ") for part in text.split(", ")]
    return Counter(
        {
            unit if count.isdecimal() else f"{count}{space}{unit}": int(count) if count.isdecimal() else 1
            for count, space, unit in parts
        }
    )


def _told(units: Counter[str]) -> str:
    return ", ".join(counted(number, unit) for unit, number in units.items())
