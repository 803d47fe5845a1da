"""Teams as entrants of tournaments: who is in one, and the word of everybody who would be.

An entrant is an id: a person's, or of a team those of all its people, who asks first, with WITH between. A team takes part
once each of it has said so: preferences of scope "team", one for each who has, until it leaves.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from bot.game.league.challenges import powers_of_a_side
from bot.game.people.problems import PlayError
from bot.store import SetPreference, Step, Store
from league.tournaments import State

SCOPE: Final = "team"
WITH: Final = "+"
MOST: Final = 3
"""People of a team."""


@dataclass(frozen=True, slots=True)
class Team:
    """Who would take part together, with their names, who asks first."""

    names: Mapping[str, str]

    @property
    def entrant(self) -> str:
        """Its id."""
        return WITH.join(self.names)

    @property
    def title(self) -> str:
        """What it is called: `Anna & Boris`."""
        return shown(self.note)

    @property
    def note(self) -> str:
        """Its names as they stand on the record."""
        return "\n".join(self.names.values())


def members(entrant: str) -> tuple[str, ...]:
    """Who plays for an entrant."""
    return tuple(entrant.split(WITH))


def shown(note: str) -> str:
    """An entrant's name, from the names on the record."""
    return " & ".join(note.split("\n"))


def calls(entrant: str) -> str:
    """An entrant, with everybody called: `<@1> & <@2>`."""
    return " & ".join(f"<@{person}>" for person in members(entrant))


def entrant_of(entrants: Iterable[str], person: str) -> str:
    """For which of some entrants a person plays; the person themselves where it is none."""
    return next((one for one in entrants if person in members(one)), person)


def must_be_free(state: State, people: Iterable[str], names: Mapping[str, str]) -> None:
    """Raises PlayError where somebody takes part already, with others or the same."""
    for person in people:
        if entrant_of(state.active, person) in state.active:
            raise PlayError(f"{names.get(person) or person} takes part already.")


def must_have_room(size: int, by_bid: bool, board: str) -> None:
    """Raises PlayError where teams of a size cannot play a tournament."""
    if size > 1 and by_bid:
        raise PlayError("Between teams sides are not bid for: let them have the sides in turn.")
    if size > (room := powers_of_a_side(board)):
        raise PlayError(f"A side of this board has {room} powers: no team is larger.")


def said_of_size(size: int) -> str:
    """What somebody reads who enters otherwise than a tournament is played."""
    if size == 1:
        return "Everybody plays for themselves here."
    return f"Teams of {size} play here: `/tournament enter` with `partner:` names who plays with you."


async def agree(store: Store, tournament: str, team: Team, people: Sequence[str]) -> tuple[Team, list[str]]:
    """Some of a team would take part; gives it with the names that all gave who have said so, and who has not yet."""
    kept = [SetPreference(SCOPE, tournament, f"{team.entrant} {one}", team.names[one]) for one in people]
    await store.apply(*kept)
    said = await store.preferences(SCOPE, tournament)
    names = {one: str(said.get(f"{team.entrant} {one}") or "") for one in team.names}
    return Team(names), [one for one, name in names.items() if not name]


async def asked(store: Store, tournament: str, entrant: str, person: int, name: str) -> Team:
    """The team that somebody is asked to be in, with their name. Raises PlayError where nobody asks (any more)."""
    said = await store.preferences(SCOPE, tournament)
    names = {one: str(said.get(f"{entrant} {one}") or "") for one in members(entrant)}
    if str(person) not in names or not any(names.values()):
        raise PlayError("You are not asked to be in that team, or no longer.")
    return Team({**names, str(person): name})


async def taken_back(store: Store, tournament: str, person: int) -> list[Step]:
    """The steps by which teams that somebody would be in, and that do not take part yet, ask no more."""
    teams = {name.split(" ")[0] for name in await store.preferences(SCOPE, tournament)}
    mine = [entrant for entrant in sorted(teams) if str(person) in members(entrant)]
    return [step for entrant in mine for step in forgotten(tournament, entrant)]


def forgotten(tournament: str, entrant: str) -> list[Step]:
    """The steps by which nobody has said anything."""
    return [SetPreference(SCOPE, tournament, f"{entrant} {one}", None) for one in members(entrant)]
