"""Dice as a summary tells them. A summary seldom tells faces: mostly how many of so many dice hit. Faces are then chosen that
hit so often and no oftener; which of the dice hit is of no matter, save where classes of hits differ."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rules.model.events import DiceRolled
from triplea.told import Throw

LOWEST, HIGHEST = 1, 6


class Contradiction(ValueError):
    """What is told cannot be. line: the number of the line that tells it, 0 for none."""

    def __init__(self, line: int, why: str) -> None:
        super().__init__(why)
        self.line = line


class Faces:
    """Dice that fall as they are told; behind them sixes, while it is found out what is rolled."""

    def __init__(self, told: Sequence[Sequence[int]]) -> None:
        self._told = list(told)
        self.rolls = 0

    def roll(self, count: int, why: str, deck: str = "") -> list[int]:
        """The next throw. Raises Contradiction where another number of dice is told."""
        at, self.rolls = self.rolls, self.rolls + 1
        if at >= len(self._told):
            return [HIGHEST] * count
        if len(self._told[at]) != count:
            raise Contradiction(0, f"{len(self._told[at])} dice are told for {why}, {count} are rolled")
        return list(self._told[at])


def matching(rolled: DiceRolled, throws: Sequence[Throw]) -> list[Throw]:
    """The next throws that make up a roll of the engine's: one, or several of one side that fire one after another.
    Raises Contradiction."""
    found: list[Throw] = []
    for throw in throws:
        if found and throw.who != found[0].who:
            break
        found.append(throw)
        if throw.count < 0 or sum(one.count for one in found) >= len(rolled.dice):
            break
    if not found:
        raise Contradiction(0, f"no dice are told for {_named(rolled)} ({len(rolled.dice)} dice)")
    first, told = found[0], sum(max(one.count, 0) for one in found)
    if first.who and first.who != rolled.who:
        text = f"{first.who}'s dice are told, but {rolled.who} rolls for {_named(rolled)}"
        raise Contradiction(first.number, text)
    if first.count >= 0 and told != len(rolled.dice):
        raise Contradiction(first.number, f"{told} dice are told; {len(rolled.dice)} are rolled for {_named(rolled)}")
    return found


def _named(rolled: DiceRolled) -> str:
    units = ", ".join(f"{rolled.labels.count(one)} {one}" for one in dict.fromkeys(rolled.labels))
    return f"{rolled.why}{f' in {rolled.place}' if rolled.place else ''}{f' by {units}' if units else ''}"


def faces_of(rolled: DiceRolled, throws: Sequence[Throw]) -> list[int]:
    """Faces for a roll, as its throws tell them. Raises Contradiction."""
    if all(throw.faces for throw in throws):
        faces = [face for throw in throws for face in throw.faces]
        _check_hits(rolled, faces, throws)
        return faces
    faces = [HIGHEST] * len(rolled.dice)
    for throw, groups in _shares(rolled, throws):
        if throw.faces or throw.hits < 0:
            raise Contradiction(throw.number, "say the faces or the hits of each of these throws")
        hit(rolled, throw.hits, groups, faces, throw.number)
    return faces


def hit(rolled: DiceRolled, hits: int, groups: Sequence[tuple[int, int]], faces: list[int], line: int) -> None:
    """Let so many of some dice hit; those that need most do first. Raises Contradiction where that cannot be."""
    if not rolled.needs or not any(rolled.needs):
        raise Contradiction(line, f"the pips count for {_named(rolled)}: say the faces, such as `dice 1 4 6`")
    need = {at: max(rolled.needs[at : at + size]) for at, size in groups}
    sure = [at for at in need if need[at] >= HIGHEST]
    may = sorted((at for at in need if 0 < need[at] < HIGHEST), key=lambda at: -need[at])
    if not len(sure) <= hits <= len(sure) + len(may):
        text = f"{hits} hits are told; {len(sure)} to {len(sure) + len(may)} are possible for {_named(rolled)}"
        raise Contradiction(line, text)
    for at in may[: hits - len(sure)]:
        faces[at] = LOWEST


def _shares(rolled: DiceRolled, throws: Sequence[Throw]) -> Iterator[tuple[Throw, list[tuple[int, int]]]]:
    """The dice of each throw, by whom it was told for; those of nobody in particular take what is left."""
    left = list(rolled.groups())
    for throw in throws[:-1]:
        units = dict(throw.units)
        own = [group for group in left if rolled.labels and rolled.labels[group[0]] in units] or left
        own = own[: throw.count]
        yield throw, own
        left = [group for group in left if group not in own]
    yield throws[-1], left


def _check_hits(rolled: DiceRolled, faces: Sequence[int], throws: Sequence[Throw]) -> None:
    """Faces told together with hits have to agree."""
    told = sum(throw.hits for throw in throws if throw.hits >= 0)
    if rolled.needs and any(rolled.needs) and all(throw.hits >= 0 for throw in throws):
        hits = DiceRolled(rolled.who, rolled.why, rolled.place, tuple(faces), rolled.needs, (), rolled.together).hits
        if hits != told:
            text = f"{told} hits are told, but these faces hit {hits} times for {_named(rolled)}"
            raise Contradiction(throws[0].number, text)
