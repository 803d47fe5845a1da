"""What is done by agreement: somebody proposes it, all whom it concerns say yes, one no ends it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from bot.game.computers.computers import computers
from bot.game.people.problems import PlayError
from bot.store import Game, Seat, SetPreference, Store

SCOPE = "proposal"
BACK, PAUSE, TAKE_OVER = "back", "pause", "take over"
GONE = "That proposal is no longer open."


@dataclass(frozen=True, slots=True)
class Proposal:
    """by: who made it. asked: whose consent it needs. revision: the log's end it was made at (0: it holds at any). data: what
    its kind needs to be carried out."""

    id: str
    kind: str
    by: int
    asked: tuple[int, ...]
    agreed: tuple[int, ...] = ()
    why: str = ""
    revision: int = 0
    data: dict[str, Any] = field(default_factory=dict)

    @property
    def open(self) -> tuple[int, ...]:
        """Who has not said yes yet."""
        return tuple(user for user in self.asked if user not in self.agreed)

    def to_json(self) -> dict[str, Any]:
        """For the store."""
        values = {name: getattr(self, name) for name in self.__dataclass_fields__}
        return {**values, "asked": list(self.asked), "agreed": list(self.agreed)}

    @classmethod
    def from_json(cls, values: dict[str, Any]) -> Proposal:
        """From the store."""
        return cls(**{**values, "asked": tuple(values["asked"]), "agreed": tuple(values["agreed"])})


def concerned(row: Game, seats: Sequence[Seat], but: int) -> tuple[int, ...]:
    """Everybody who plays, but for one; a computer is not asked."""
    played = [s for s in seats if s.role == "player" and s.power not in computers(row)]
    return tuple(dict.fromkeys(s.user_id for s in played if s.user_id != but))


async def keep(store: Store, game_id: str, proposal: Proposal) -> None:
    """Remember a proposal, in place of an earlier state of it, and of what the same person proposed of its kind before."""
    kept = await store.preferences(SCOPE, game_id)
    old = [name for name, one in kept.items() if (one["kind"], one["by"]) == (proposal.kind, proposal.by)]
    gone = [SetPreference(SCOPE, game_id, name, None) for name in old if name != proposal.id]
    await store.apply(*gone, SetPreference(SCOPE, game_id, proposal.id, proposal.to_json()))


async def say(store: Store, row: Game, proposal_id: str, user: int, yes: bool) -> Proposal:
    """One of those asked says yes or no; gives the proposal as it stands then. What all agreed to, and what one refused, is
    no longer open. The caller holds the game's lock. Raises PlayError."""
    kept = (await store.preferences(SCOPE, row.id)).get(proposal_id)
    if kept is None:
        raise PlayError(GONE)
    proposal = Proposal.from_json(kept)
    if proposal.revision and proposal.revision != row.revision:
        await store.apply(SetPreference(SCOPE, row.id, proposal_id, None))
        raise PlayError(f"{GONE} The game has gone on since.")
    if user not in (*proposal.asked, proposal.by) or (yes and user == proposal.by):
        raise PlayError("Your consent is not asked for here.")
    if yes:
        proposal = replace(proposal, agreed=tuple(dict.fromkeys((*proposal.agreed, user))))
    over = not yes or not proposal.open
    await store.apply(SetPreference(SCOPE, row.id, proposal_id, None if over else proposal.to_json()))
    return proposal
