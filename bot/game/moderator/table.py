"""A table: one running game in memory, with its dice ledger. Everything here can be made anew from the store."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from bot.game.moderator.situation import Situation
from bot.ops.memory import bulk
from bot.store import DiceLines, NewEntry, NewSnapshot, PutChain, SetGame
from bot.store import records as r
from bot.store.changes import Step
from bot.store.reader import Reader
from bot.store.records import Chain, Policy
from rules.dice import LENGTH, ChainDice, Ledger, Occasion, SeedChain, ToldDice
from rules.dice.verify import Broken
from rules.model import codec, formats
from rules.model.orders import Order
from rules.model.refusals import Refusal
from rules.model.written import state_hash
from rules.play.game import TAKEN_OVER, Entry, Game, dump_entry, load_entry, standing
from rules.play.numbered import Numbered

# Turns of its log that a table keeps; entries that are read at once to find where they begin.
TURNS_KEPT, BLOCK = 2, 60
# About so many entries are applied again when a game is loaded.
SNAPSHOT_EVERY = 40


@dataclass
class Table:
    """A game on the table. Another one takes its place only while its game's lock is held (tables.py); the game itself is
    frozen, so that any thread may read it: orders are tried on drafts and copies.

    kept: rolls that were taken back, by the order and the position they were made for: there they come again. seen: the
    last situation that was made of it.
    """

    id: str
    game: Game
    ledger: Ledger
    chains: list[SeedChain]
    revision: int
    kept: dict[tuple[str, str], list[dict[str, Any]]] = field(default_factory=dict)
    seen: Situation | None = None

    def __setattr__(self, name: str, value: Any) -> None:
        object.__setattr__(self, name, value.frozen() if name == "game" else value)

    def now(self) -> Table:
        """The table as it is at this moment, for a thread."""
        return replace(self, chains=list(self.chains))

    def draft(self, interaction: str, orders: Sequence[Order | str]) -> Draft:
        """A copy to try orders on; take it over with `adopt` once it is stored.

        The dice of all of them hang on the same occasion: the interaction, the orders' text, the position.
        """
        occasion = Occasion(interaction, "\n".join(map(str, orders)), self.game.hash)
        return Draft(self.now(), self.game.copy(), self.ledger, occasion)

    def adopt(self, draft: Draft, revision: int) -> None:
        """The draft has been stored: it is the game now."""
        kept = Game(draft.game.table, draft.game.state, recent(draft.game.log), written=draft.game.written)
        self.game, self.ledger, self.revision = kept, draft.ledger, revision


def turn_of(entry: Entry) -> tuple[int, str]:
    """Round and power of an entry."""
    return entry.turn.round, entry.turn.power


def turn_start(log: Numbered[Entry], number: int) -> int:
    """The number of the first entry of the turn to which an entry belongs, as far back as the log is here."""
    first = number
    while first > max(1, log.start) and turn_of(log[first - 1]) == turn_of(log[number]):
        first -= 1
    return first


def recent(log: Numbered[Entry]) -> Numbered[Entry]:
    """What a table keeps of its log: from the turn before the last on, which is all that undo, panel and maps look
    back on. The rest is read from the store when somebody wants it (history.py)."""
    seen: list[tuple[int, str]] = []
    for entry in reversed(standing(log.here)):
        if turn_of(entry) not in seen[-1:]:
            seen.append(turn_of(entry))
        if len(seen) > TURNS_KEPT:
            return log.since(entry.number + 1)
    return log


@dataclass
class Draft:
    """Orders tried on a copy of a table, with the dice they rolled and who gave each (`givers`).

    remarks: lines to be told behind what happened. rolls: entry -> numbers of its rolls, where something is taken back.
    used: the standing orders that have answered.
    """

    table: Table
    game: Game
    ledger: Ledger
    occasion: Occasion
    entries: list[Entry] = field(default_factory=list)
    givers: list[str] = field(default_factory=list)
    dice: list[list[dict[str, Any]]] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)
    rolls: dict[int, list[int]] = field(default_factory=dict)
    used: list[Policy] = field(default_factory=list)
    for_good: bool = True

    @property
    def answers_of_computers(self) -> bool:
        """Whether computers that are asked answer in it: where its dice hang on what somebody gave or was posted."""
        return self.occasion.interaction.isdecimal()

    def submit(self, order: Order, by: str, giver: str, why: str = "") -> Refusal | None:
        """Carry out one order of a power on the copy, with verifiable dice. why: a word about it for the log."""
        where = (str(order), self.game.hash) if self.table.kept else ("", "")
        dice = ChainDice(self.ledger, self.table.chains, self.occasion, self.table.kept.get(where, ()))
        outcome = self.game.submit(order, dice, by, why)
        if isinstance(outcome, Refusal):
            return outcome
        self.ledger, lines = dice.ledger, dice.lines
        if dice.again:
            rolls = [line["roll"] for line in dice.again]
            lines = [*lines, self.ledger.stand(rolls, self.occasion.interaction, *where)]
        self.add(outcome.entry, giver, lines)
        return None

    def take_over(self, order: Order, by: str, giver: str, throws: Sequence[Sequence[int]]) -> Refusal | None:
        """Carry out an order that was played elsewhere, with the dice that are told. Raises DiceShort."""
        dice = ToldDice(self.ledger, self.occasion, throws)
        outcome = self.game.submit(order, dice, by, TAKEN_OVER)
        if isinstance(outcome, Refusal):
            return outcome
        self.ledger = dice.ledger
        self.add(outcome.entry, f"told:{giver}", dice.lines)
        return None

    def take_back(self, number: int, text: str, giver: str, by: str, why: str) -> Refusal | None:
        """Take back an entry and all behind it; their dice are marked in the log as taken back, and for what they were."""
        gone = [entry for entry in standing(self.game.log.here) if entry.number >= number]
        was = _made_for(self.game, gone, self.rolls)
        outcome = self.game.back(number, text)
        if isinstance(outcome, Refusal):
            return outcome
        self.ledger = self.ledger.copy()
        rolls = [roll for one in was for roll in one["rolls"]]
        self.add(outcome.entry, giver, [self.ledger.void(rolls, by, why, was)] if rolls else [])
        return None

    def add(self, entry: Entry, giver: str, lines: list[dict[str, Any]] | None = None) -> None:
        """Take up an entry that is in the copy's log."""
        self.entries.append(entry)
        self.givers.append(giver)
        self.dice.append(lines or [])

    @property
    def lines(self) -> list[dict[str, Any]]:
        """All dice lines made."""
        return [line for lines in self.dice for line in lines]


def _made_for(game: Game, gone: Sequence[Entry], rolls: dict[int, list[int]]) -> list[dict[str, Any]]:
    """For which order, in which position, rolls were made: entries that stand, the last of the game, in order."""
    state, found = game.state.copy(), list[dict[str, Any]]()
    for entry in reversed(gone):
        for event in reversed(entry.events):
            event.revert(state)
        if rolls.get(entry.number):
            found.append({"order": entry.text, "state": state_hash(state), "rolls": rolls[entry.number]})
    return found[::-1]


def kept_rolls(lines: Sequence[dict[str, Any]]) -> dict[tuple[str, str], list[dict[str, Any]]]:
    """Rolls of a dice log that were taken back and would come again, by order and position."""
    rolls, found = {line["roll"]: line for line in lines if line["kind"] == "roll"}, dict[tuple[str, str], list[Any]]()
    for line in lines:
        for one in line.get("was", ()) if line["kind"] == "void" else ():
            found[one["order"], one["state"]] = [rolls[number] for number in one["rolls"]]
        if line["kind"] == "stand":
            found.pop((line["order"], line["state"]), None)
    return found


# --- what is stored ------------------------------------------------------------------------------------------------


def new_entry(draft: Draft, number: int) -> NewEntry:
    """An entry of a draft, by its place there, as it is stored."""
    entry, giver = draft.entries[number], draft.givers[number]
    special = next((kind for kind in ("edit", "told") if giver.startswith(f"{kind}:")), "order")
    return NewEntry(
        order=entry.text,
        events=[codec.dump_event(e) for e in entry.events],
        power=entry.by,
        player=giver.removeprefix(f"{special}:"),
        kind="undo" if entry.undoes else special,
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


def engine_head(game: Game) -> dict[str, Any]:
    """What the store keeps of a game once, beside its snapshots and entries."""
    return {"head": game.head(), "first": dump_entry(game.log[0])}


class DamagedGame(LookupError):
    """What is stored of a game does not fit together; the text says what."""


async def load_table(store: Reader, game_id: str) -> Table:
    """A table from the store: latest snapshot, later entries applied, those of the last turns before it, dice ledger
    and chains; checked. Decoded in threads.

    Raises UnknownGame; LookupError for a game that has not started; DamagedGame.
    """
    with bulk():
        loaded = await store.load(game_id)
        if loaded.game.engine is None or loaded.snapshot is None:
            raise LookupError(f"game {game_id} has not started")
        earlier = await _last_turns(store, game_id, loaded.snapshot.seq)
        game = await asyncio.to_thread(_rebuilt, loaded, earlier)
        lines = await store.dice_log(game_id)
        ledger = await asyncio.to_thread(_ledger, lines)
    chains = [SeedChain(c.root, c.length, c.first) for c in await store.chains(game_id)]
    return Table(game_id, game, ledger, chains, loaded.game.revision, kept_rolls(lines))


async def _last_turns(store: Reader, game_id: str, seq: int) -> list[r.Entry]:
    """The entries up to one, from the turn before its own on (or some more)."""
    found: list[r.Entry] = []
    while (
        seq > len(found) and len({_turn_of(e) for e in found if e.voided_by is None and e.kind != "undo"}) <= TURNS_KEPT
    ):
        until = seq - len(found)
        block = await store.entries(game_id, after=max(0, until - BLOCK), limit=min(until, BLOCK))
        if not block:
            break
        found = [*block, *found]
    return found


def _turn_of(entry: r.Entry) -> tuple[Any, Any]:
    turn = entry.extra.get("turn", {})
    return turn.get("round"), turn.get("power")


def _rebuilt(loaded: r.Loaded, earlier: Sequence[r.Entry]) -> Game:
    """The game from its stored pieces. Raises DamagedGame unless they lead to the position they say."""
    row, snapshot, entries = loaded.game, loaded.snapshot, [*earlier, *loaded.entries]
    assert snapshot is not None
    numbers = range(row.revision + 1 - len(entries), row.revision + 1)
    if loaded.written != row.revision or [entry.seq for entry in entries] != list(numbers):
        raise DamagedGame(f"of {row.revision} log entries {loaded.written} are there, or their numbers have a gap")
    try:
        game = position_at(row, snapshot, entries)
        game.log = recent(game.log)
    except (ValueError, KeyError, TypeError, AttributeError, LookupError) as error:
        raise DamagedGame(f"its record can't be read: {error!r}") from error
    newest = entries[-1].extra if entries else snapshot.data
    if formats.current(newest) and row.state_hash is not None and game.hash != row.state_hash:
        raise DamagedGame("its log leads to another position than the one it was left in")
    return game


def _ledger(lines: list[dict[str, Any]]) -> Ledger:
    try:
        return Ledger(lines)
    except (Broken, KeyError, TypeError, ValueError) as error:
        raise DamagedGame(f"its dice log does not hold: {error}") from error


def position_at(row: r.Game, snapshot: r.Snapshot, entries: Sequence[r.Entry]) -> Game:
    """The game after the last of some entries, which reach back to the snapshot or beyond; its log are these."""
    engine, log = row.engine or {}, [read_entry(entry) for entry in entries]
    start = log[0].number if log else snapshot.seq + 1
    if start == 1:
        start, log = 0, [load_entry(engine["first"]), *log]
    known = Numbered(log[: snapshot.seq + 1 - start], start)
    game = Game.load(engine["head"], snapshot.data, known)
    for entry in log[len(known.here) :]:
        game.replay(entry)
    return game


def read_entry(entry: r.Entry) -> Entry:
    """A stored entry as the engine's."""
    return load_entry(raw_entry(entry))


def raw_entry(entry: r.Entry) -> dict[str, Any]:
    """A stored entry as the engine writes it."""
    return {**entry.extra, "number": entry.seq, "text": entry.order, "events": entry.events, "by": entry.power}


def entry_extra(entry: Entry) -> dict[str, Any]:
    """What of an entry is stored beside its columns."""
    return {"turn": codec.dump(entry.turn), "undoes": list(entry.undoes), "format": formats.FORMAT}
