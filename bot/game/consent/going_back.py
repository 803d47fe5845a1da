"""Back to an earlier moment: an order and all behind it are taken back, by consent or the game master's word, on the record.

Dice that fell are not forgotten: their rolls are marked as taken back (docs/dice.md). Who gives the same order in the same
position gets the same dice again, so that nobody can roll anew what he has seen.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.game.moderator.moderator import Moderator
from bot.game.moderator.results import Accepted
from bot.game.people.problems import PlayError
from bot.game.record.history import entries_of
from bot.store import Game as Row
from bot.store import Record, Store
from rules.model.refusals import Refusal
from rules.play import flow
from rules.play.game import Entry, Game, standing
from rules.play.numbered import Numbered


@dataclass(frozen=True, slots=True)
class Back:
    """What would be taken back: entries that stand, the first of them an order of the log. own: it is all the person's own
    and could be taken back order by order."""

    entries: tuple[Entry, ...]
    own: bool

    @property
    def first(self) -> Entry:
        """The order with which it begins."""
        return self.entries[0]

    @property
    def rolls(self) -> int:
        """How many rolls would no longer count."""
        return sum(len(entry.rolls) for entry in self.entries)

    @property
    def powers(self) -> tuple[str, ...]:
        """Whose orders they are."""
        return tuple(dict.fromkeys(entry.by for entry in self.entries if entry.by))


async def back_to(store: Store, row: Row, game: Game, number: int, powers: Sequence[str]) -> Back:
    """What it means to take back an order and all behind it, for somebody who holds some powers. Raises PlayError."""
    gone = tuple(standing(await entries_of(store, row, number, row.revision))) if number > 0 else ()
    if not gone or gone[0].number != number:
        raise PlayError(f"There is no order {number} that stands. `/log` shows their numbers.")
    return Back(gone, not game.state.pending and all(_by_oneself(game, entry, powers) for entry in gone))


def _by_oneself(game: Game, entry: Entry, powers: Sequence[str]) -> bool:
    plain = not entry.rolls and entry.turn == game.state.turn and flow.may_undo(entry.turn.phase)
    return plain and entry.by in powers


async def take_back(
    moderator: Moderator, game_id: str, interaction_id: str, actor: int, number: int, consent: str, why: str
) -> Accepted:
    """Do it, for good and on the record. consent: whose word it rests on, in words. Raises PlayError."""
    async with moderator.held(game_id) as (table, now):
        row = now.row
        if row.status not in ("running", "paused"):
            raise PlayError("Only in a game that is being played can something be taken back.")
        text = f"back to before order {number}"
        draft = table.draft(interaction_id, [text])
        draft.game.log = Numbered(await entries_of(moderator.store, row, number, row.revision), number)
        draft.rolls = await rolls_of(moderator.store, game_id, number)
        refusal = draft.take_back(number, f"{text} # {why}", f"edit:{actor}", str(actor), f"{consent}: {why}")
        if isinstance(refusal, Refusal):
            raise PlayError(refusal.message)
        record = Record(str(actor), "back", {"number": number, "consent": consent, "why": why}, game_id)
        await moderator.settle(row, draft)
        accepted = await moderator.store_draft(row, table, draft, record)
        moderator.forget(game_id)  # the table needs the turns before that moment in its log
        return accepted


async def rolls_of(store: Store, game_id: str, number: int) -> dict[int, list[int]]:
    """The numbers of the rolls that entries from one on used: made for them, or taken up again."""
    found = {}
    for entry in await store.entries(game_id, number - 1):
        used = [line for line in entry.dice if line["kind"] in ("roll", "stand")]
        if used:
            found[entry.seq] = [roll for line in used for roll in line.get("rolls") or [line["roll"]]]
    return found
