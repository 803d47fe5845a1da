"""A player's card: results by side, by opponent, by format; against what was to be expected; luck and pace."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from statistics import median

from league.finished import DRAW, Finished


@dataclass(slots=True)
class Tally:
    """Games won, drawn, lost. expected: points that the ratings gave them before, of the games of which they said something
    (`told`); made: what came of those."""

    won: int = 0
    drawn: int = 0
    lost: int = 0
    told: int = 0
    expected: float = 0.0
    made: float = 0.0

    @property
    def played(self) -> int:
        """All games."""
        return self.won + self.drawn + self.lost

    @property
    def score(self) -> float:
        """Points, a draw being half."""
        return self.won + self.drawn / 2

    def add(self, score: float, chance: float | None) -> None:
        """A game more."""
        self.won += score == 1
        self.drawn += score == 0.5
        self.lost += score == 0
        if chance is not None:
            self.told, self.expected, self.made = self.told + 1, self.expected + chance, self.made + score


@dataclass(slots=True)
class Card:
    """Of one person. sides, formats, opponents, mates: results by those. luck: IPC a game won by luck, None if never
    reckoned. pace: hours a turn in the middle. best: the win against the longest odds. run: games won (below 0: lost) in a
    row by now."""

    person: str
    name: str = ""
    all: Tally = field(default_factory=Tally)
    sides: dict[str, Tally] = field(default_factory=dict)
    formats: dict[str, Tally] = field(default_factory=dict)
    opponents: dict[str, Tally] = field(default_factory=dict)
    mates: dict[str, Tally] = field(default_factory=dict)
    hows: dict[str, int] = field(default_factory=dict)
    luck: float | None = None
    pace: float | None = None
    overruns: int = 0
    forfeits: int = 0
    best: Finished | None = None
    longest: Finished | None = None
    run: int = 0


def card(games: Iterable[Finished], person: str) -> Card:
    """A person's card from all finished games, the unrated as well."""
    found = Card(person)
    mine = [game for game in games if any(seat.person == person for seat in game.seats)]
    lucks, paces = list[float](), list[float]()
    for game in sorted(mine, key=lambda game: (game.ended, game.id)):
        found.name = next((s.name for s in game.seats if s.person == person and s.name), found.name)
        found.overruns += game.overruns.get(person, 0)
        if person in game.pace:
            paces.append(game.pace[person])
        side = game.side_of(person)
        if side is None:
            continue
        if side in game.luck:
            lucks.append(game.luck[side])
        _note(found, game, side)
    found.luck = sum(lucks) / len(lucks) if lucks else None
    found.pace = median(paces) if paces else None
    return found


def _note(found: Card, game: Finished, side: str) -> None:
    score = 0.5 if game.winner == DRAW else float(game.winner == side)
    chance = None if game.chance is None else game.chance if side == game.sides[0] else 1 - game.chance
    others = {seat.person for seat in game.seats if seat.side != side} - {found.person}
    mates = {seat.person for seat in game.seats if seat.side == side} - {found.person}
    shelves = [(found.sides, [side]), (found.formats, [game.format]), (found.opponents, others), (found.mates, mates)]
    for tally in [found.all, *(shelf.setdefault(name, Tally()) for shelf, names in shelves for name in sorted(names))]:
        tally.add(score, chance)
    found.hows[game.how] = found.hows.get(game.how, 0) + 1
    found.forfeits += game.how == "forfeit" and score == 0
    turn = 1 if score == 1 else -1
    found.run = 0 if score == 0.5 else found.run + turn if found.run * turn > 0 else turn
    if score == 1 and chance is not None and (found.best is None or chance < (found.best.winners_chance or 0)):
        found.best = game
    if found.longest is None or game.rounds > found.longest.rounds:
        found.longest = game
