"""What is stored of a draft: its entries, and now and then a snapshot."""

from __future__ import annotations

from bot.game.session import Draft, Table, entry_extra
from bot.store import NewEntry, NewSnapshot
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
        voids=(entry.undoes,) if entry.undoes else (),
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
