"""A bracket as it is shown: panels of rounds, with names, without the places of those who had a bye."""

from __future__ import annotations

from dataclasses import dataclass

from league.tournaments.elimination import AGAIN, FINAL, THIRD, Spot, bracket, round_of
from league.tournaments.record import NOBODY
from league.tournaments.state import State
from league.tournaments.terms import DOUBLE

_LAST = {1: "Final", 2: "Semi-finals", 4: "Quarter-finals"}


@dataclass(frozen=True, slots=True)
class Cell:
    """A match in a panel. one, other: entrants, "" while open. winner: 0 or 1, None while it is. won: games each has won.
    sources: matches of the same panel from which they come."""

    id: str
    one: str
    other: str
    winner: int | None
    won: tuple[int, int]
    sources: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PanelOf:
    """A tree of a bracket: its title, and its rounds with their names."""

    title: str
    rounds: tuple[tuple[str, tuple[Cell, ...]], ...]


def panels(state: State) -> list[PanelOf]:
    """The bracket of a state that has begun: one panel, or with double elimination three."""
    spots = bracket(state)
    shown = {id: spot for id, spot in spots.items() if NOBODY not in (spot.one, spot.other)}
    double = state.terms.kind == DOUBLE
    found = [_panel(state, shown, "W", "Nobody has lost" if double else "")]
    if double:
        found += [_panel(state, shown, "L", "Lost once"), _panel(state, shown, "F", "Finals")]
    if THIRD in shown:
        found.append(PanelOf("Third place", (("", (_cell(state, shown, shown[THIRD]),)),)))
    return [panel for panel in found if panel.rounds]


def _panel(state: State, shown: dict[str, Spot], kind: str, title: str) -> PanelOf:
    numbers = sorted({round_of(id) for id in shown if id[0] == kind})
    rounds = []
    for number in numbers:
        spots = [spot for id, spot in shown.items() if id[0] == kind and round_of(id) == number]
        name = {FINAL: "Final", AGAIN: "Second final"}.get(spots[0].node.id, f"Round {number}")
        if kind == "W" and not title and number > numbers[-1] - 3:
            name = _LAST[1 << (numbers[-1] - number)]
        rounds.append((name, tuple(_cell(state, shown, spot) for spot in spots)))
    return PanelOf(title, tuple(rounds))


def _cell(state: State, shown: dict[str, Spot], spot: Spot) -> Cell:
    one, other, games = spot.one or "", spot.other or "", state.games.get(spot.node.id, {}).values()
    won = tuple(sum(game.winner == entrant for game in games if entrant) for entrant in (one, other))
    winner = None if spot.winner is None else int(spot.winner == other)
    sources = [source.match for source in (spot.node.one, spot.node.other) if source.match[:1] == spot.node.id[0]]
    return Cell(
        spot.node.id, one, other, winner, (won[0], won[1]), tuple(dict.fromkeys(s for s in sources if s in shown))
    )
