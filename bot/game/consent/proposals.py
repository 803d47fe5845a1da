"""What is done by agreement: somebody proposes it, all whom it concerns say yes, one no ends it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.game.computers.computers import computers
from bot.game.people.problems import PlayError
from bot.store import DropProposal, Game, Proposal, PutProposal, Seat, Store

BACK, PAUSE, TAKE_OVER = "back", "pause", "take over"
GONE = "That proposal is no longer open."


def concerned(row: Game, seats: Sequence[Seat], but: int) -> tuple[int, ...]:
    """Everybody who plays, but for one; a computer is not asked."""
    played = [s for s in seats if s.role == "player" and s.power not in computers(row)]
    return tuple(dict.fromkeys(s.user_id for s in played if s.user_id != but))


async def keep(store: Store, game_id: str, proposal: Proposal) -> None:
    """Remember a proposal, in place of an earlier state of it, and of what the same person proposed of its kind before."""
    same = [
        one for one in (await store.proposals(game_id)).values() if (one.kind, one.by) == (proposal.kind, proposal.by)
    ]
    gone = [DropProposal(game_id, one.id) for one in same if one.id != proposal.id]
    await store.apply(*gone, PutProposal(game_id, proposal))


async def say(store: Store, row: Game, proposal_id: str, user: int, yes: bool) -> Proposal:
    """One of those asked says yes or no; gives the proposal as it stands then. What all agreed to, and what one refused, is
    no longer open. The caller holds the game's lock. Raises PlayError."""
    proposal = (await store.proposals(row.id)).get(proposal_id)
    if proposal is None:
        raise PlayError(GONE)
    gone = DropProposal(row.id, proposal_id)
    if proposal.revision and proposal.revision != row.revision:
        await store.apply(gone)
        raise PlayError(f"{GONE} The game has gone on since.")
    if user not in (*proposal.asked, proposal.by) or (yes and user == proposal.by):
        raise PlayError("Your consent is not asked for here.")
    if yes:
        proposal = replace(proposal, agreed=tuple(dict.fromkeys((*proposal.agreed, user))))
    over = not yes or not proposal.open
    await store.apply(gone if over else PutProposal(row.id, proposal))
    return proposal
