"""Who may act now: all that are asked something, and the active power as far as it can go on meanwhile."""

from __future__ import annotations

from collections.abc import Mapping

from bot.game.computers.computers import computers
from bot.game.lobby.authorization import answerer_of, called_of
from bot.game.moderator.threads import ponder
from bot.store import Store
from bot.store.records import Game as Row
from rules.legal import decision_choices
from rules.model.state import Decision
from rules.play import lines
from rules.play.game import Game

Hands = Mapping[str, tuple[int, ...]]
"""Power -> the people who may answer for it."""


async def acting(game: Game) -> tuple[str, ...]:
    """The powers that may act, those that are asked first."""
    asked, active = lines.asked(game.state), game.state.turn.power
    if not asked:
        return (active,)
    if active in asked or not _not_waiting(game):
        return asked
    return (*asked, active) if await ponder(game, meanwhile) else asked


def meanwhile(game: Game) -> tuple[str, ...]:
    """Orders to fight that the active power may give while others are asked."""
    power, fights = game.state.turn.power, (f"fight {place}" for place in _not_waiting(game))
    return game.view.memoized("meanwhile", lambda: tuple(f for f in fights if game.trial(f, by=power) is None))


def _not_waiting(game: Game) -> list[str]:
    """Places of battles that are due and that no open question holds up."""
    if not game.state.pending or lines.why_waiting(game.view):
        return []
    due = dict.fromkeys(b.place for b in game.state.battles.values() if b.status == "due")
    return [place for place in due if lines.waits_for(game.view, place) is None]


async def people_acting(store: Store, row: Row, game: Game) -> tuple[int, ...]:
    """Everybody who may act now, each once: players, and those whom a power that is asked lets answer."""
    if row.status != "running" or game.state.winner:
        return ()
    seats, hands, found = await store.seats(row.id), await hands_of(store, row, game), list[int]()
    for power in await acting(game):
        if power not in computers(row):
            found += hands.get(power) or called_of(seats, power)
    return tuple(dict.fromkeys(found))


async def hands_of(store: Store, row: Row, game: Game) -> Hands:
    """Who may answer for each power that is asked something: its players, and who may by its leave."""
    asked = [power for power in lines.asked(game.state) if power not in computers(row)]
    seats, found = await store.seats(row.id) if asked else [], dict[str, tuple[int, ...]]()
    for power in asked:
        other = await answerer_of(store, row.id, power)
        found[power] = (*called_of(seats, power), *((other,) if other is not None else ()))
    return found


def together(game: Game, hands: Hands) -> tuple[tuple[Decision, ...], ...]:
    """The open questions as they are put to people: what asks the same people the same for several of their powers is
    one question, as far as it can be passed for all of them."""
    found: dict[object, list[Decision]] = {}
    for decision in lines.shown(game.state):
        people = frozenset(hands.get(decision.power, ()))
        passes = people and "pass" in decision_choices(game.facing(decision))
        found.setdefault((decision.kind, decision.place, people) if passes else id(decision), []).append(decision)
    return tuple(map(tuple, found.values()))


def question_of(game: Game, powers: tuple[str, ...]) -> Decision | None:
    """The first open question that one of some powers may answer."""
    return next((d for d in lines.shown(game.state) if set(lines.askers(d)) & set(powers)), None)


def answering(decision: Decision, powers: tuple[str, ...]) -> str | None:
    """For which of a person's powers an answer to a question is given; None: it is somebody else's."""
    return next((power for power in lines.askers(decision) if power in powers), None)
