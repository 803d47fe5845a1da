"""Reading a game file that somebody hands in: bounded, strict, and checked to be a game before anything is stored."""

from __future__ import annotations

import codecs
import zlib
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from bot.game import json_pieces
from bot.game.problems import PlayError
from rules.core.table import KNOWN_VERSIONS, Table
from rules.dice import Ledger
from rules.model import formats
from rules.model.codec import Unreadable
from rules.model.state import State
from rules.play.game import Entry, Game, load_entry

FORMAT = "adjutant game 1"
# What a file may hold. The longest games played so far have some 5,000 entries.
MOST_BYTES, MOST_ENTRIES, MOST_EVENTS, MOST_UNITS = 64 * 2**20, 20_000, 400_000, 6_000
LONGEST_TEXT = 2_000
# Bytes that are taken at once: no other thread goes on while they are read.
PIECE = 2**18
# Of each round but the first: how many entries came before it, its name, the position.
Rounds = list[tuple[int, str, dict[str, Any]]]
NOT_OURS = "That is no game that I exported."


class GameFile(NamedTuple):
    """A file that was read: its JSON, and the game at its end."""

    found: Mapping[str, Any]
    game: Game
    rounds: Rounds


def read(data: bytes) -> GameFile:
    """A file made by `transfer.dump`.

    Raises PlayError in words for the person who gave the file; then nothing of it may be used.
    """
    try:
        found = json_pieces.read(_text(data))
    except (ValueError, RecursionError, zlib.error):
        raise PlayError(NOT_OURS) from None
    if not isinstance(found, dict) or found.get("format") != FORMAT:
        raise PlayError(NOT_OURS)
    try:
        game, rounds = _replayed(found)
        _check_sound(game.table, game.state)
        Ledger(found.get("dice") or ())
    except PlayError:
        raise
    except Exception as error:
        why = str(error) if isinstance(error, Unreadable) else type(error).__name__
        raise PlayError(f"That file can't be read as a game ({why}).") from None
    newest = found["log"][-1] if found["log"][1:] else found["start"]
    if formats.current(newest) and game.hash != found.get("state_hash"):
        raise PlayError("The file's log does not lead to the position it names: it was changed, or is of other rules.")
    return GameFile(found, game, rounds)


def _text(data: bytes) -> Iterator[str]:
    """The text of a file in pieces. Raises PlayError when it becomes too much."""
    decode, size = codecs.getincrementaldecoder("utf-8")().decode, 0
    for piece in _inflated(data) if data[:2] == b"\x1f\x8b" else _sliced(data):
        size += len(piece)
        if size > MOST_BYTES:
            raise PlayError("That file is too large.")
        yield decode(piece)
    yield decode(b"", True)


def _sliced(data: bytes) -> Iterator[bytes]:
    return (data[at : at + PIECE] for at in range(0, len(data), PIECE))


def _inflated(data: bytes) -> Iterator[bytes]:
    tool = zlib.decompressobj(wbits=31)
    while data and not tool.eof:
        yield tool.decompress(data, PIECE)
        data = tool.unconsumed_tail
    yield tool.flush()


def _replayed(found: Mapping[str, Any]) -> tuple[Game, Rounds]:
    head, log = found["head"], found["log"]
    if head.get("version") not in KNOWN_VERSIONS:
        raise PlayError("That game is of a version of the rules that I do not know. Update me, then import it.")
    if not isinstance(found.get("name"), str) or not isinstance(found.get("players", {}), dict):
        raise Unreadable("name or players")
    if len(log) > MOST_ENTRIES or sum(len(entry["events"]) for entry in log) > MOST_EVENTS:
        raise PlayError(f"That game is too long: at most {MOST_ENTRIES} orders and {MOST_EVENTS} events.")
    entries = [load_entry(entry) for entry in log]
    _check_log(entries)
    if any(not isinstance(p, str) or len(p) > 64 for p in found.get("players", {}).values()):
        raise Unreadable("players")
    game, rounds = Game.load(head, found["start"], entries[:1]), Rounds()
    for entry in entries[1:]:
        number = game.state.turn.round
        game.replay(entry)
        if game.state.turn.round != number:
            rounds.append((entry.number, f"Round {game.state.turn.round}", game.snapshot()))
        if len(game.state.units) > MOST_UNITS:
            raise PlayError(f"That game has too many units: at most {MOST_UNITS}.")
    return game, rounds


def _check_log(entries: list[Entry]) -> None:
    """Numbers without a gap; each entry is taken back at most once, by a later one."""
    undone: set[int] = set()
    for number, entry in enumerate(entries):
        if entry.number != number or len(entry.text) > LONGEST_TEXT or len(entry.by) > 64:
            raise Unreadable(f"entry {number}")
        if any(not 0 < taken < number or taken in undone for taken in entry.undoes):
            raise Unreadable(f"entry {number} takes back {entry.undoes}")
        undone.update(entry.undoes)


def _check_sound(table: Table, state: State) -> None:
    """Every name in a position is one of its table."""
    board = table.board
    owners = {*board.powers, *board.power_names.all(), *(p.owner for p in board.places.values())}
    for unit in state.units.values():
        _known(unit.type, table.units, "unit")
        _known(unit.place, board.places, "place")
        _known(unit.owner, owners, "power")
        if unit.carrier is not None and unit.carrier not in state.units:
            raise Unreadable(f"carrier {unit.carrier}")
    for place, facilities in state.facilities.items():
        _known(place, board.places, "place")
        for facility in facilities:
            _known(facility.type, table.units, "facility")
    for purse in state.money:
        _known(purse, board.purse_power, "treasury")
    for power, pool in state.pool.items():
        _known(power, board.powers, "power")
        for bought in pool:
            _known(bought.type, table.units, "unit")
    for place in state.owners:
        _known(place, board.places, "place")
    _known(state.turn.power, board.powers, "power")
    _known(state.turn.phase, table.phases, "phase")


def _known(name: str, names: Any, what: str) -> None:
    if name not in names:
        raise Unreadable(f"there is no {what} {str(name)[:40]}")
