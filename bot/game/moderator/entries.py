"""What is stored of a draft: its entries, its dice, and now and then a snapshot."""

from __future__ import annotations

import secrets

from bot.game.moderator.table import Draft, Table, entry_extra
from bot.store import DiceLines, NewEntry, NewSnapshot, PutChain, SetGame
from bot.store.changes import Step
from bot.store.records import Chain
from rules.dice import LENGTH, SeedChain
from rules.model import codec

# About so many entries are applied again when a game is loaded.
SNAPSHOT_EVERY = 40


def new_entry(draft: Draft, number: int) -> NewEntry:
    """An entry of a draft, by its place there, as it is stored."""
    entry, giver = draft.entries[number], draft.givers[number]
    kind = "undo" if entry.undoes else "edit" if giver.startswith("edit:") else "order"
    return NewEntry(
        order=entry.text,
        events=[codec.dump_event(e) for e in entry.events],
        power=entry.by,
        player=giver.removeprefix("edit:"),
        kind=kind,
        dice=draft.dice[number],
        extra=entry_extra(entry),
        voids=entry.undoes,
    )


def new_snapshot(table: Table, draft: Draft) -> NewSnapshot | None:
    """The position, where it is worth keeping: as a round or turn begins, and every so many entries."""
    before, after = table.game.state.turn, draft.game.state.turn
    if before.round != after.round:
        return NewSnapshot(draft.game.snapshot(), keep=True, label=f"Round {after.round}")
    counts = (table.game.log[-1].number // SNAPSHOT_EVERY, draft.game.log[-1].number // SNAPSHOT_EVERY)
    if before.power != after.power or counts[0] != counts[1]:
        return NewSnapshot(draft.game.snapshot())
    return None


def dice_steps(game_id: str, draft: Draft) -> tuple[list[SeedChain], list[Step]]:
    """A further dice chain where it is time for one, the dice, the end of the game."""
    steps: list[Step] = []
    lines, further = draft.lines, list[SeedChain]()
    if draft.ledger.low:
        root = secrets.token_bytes(32)
        chain = SeedChain(root, LENGTH, draft.ledger.further_first)
        draft.ledger = draft.ledger.copy()
        lines = [*lines, draft.ledger.extend(chain)]
        steps.append(PutChain(Chain(game_id, chain.first, LENGTH, chain.commitment.hex(), root)))
        further.append(chain)
    if lines:
        steps.append(DiceLines(game_id, lines))
    if draft.game.state.winner:
        steps.append(SetGame(game_id, {"status": "over"}))
    return further, steps
