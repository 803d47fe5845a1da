"""Reading a game file that somebody hands in: bounded, strict, and checked to be a game before anything is stored.

It is done in a process of its own, with bounds of memory and time (`Services.files`): what is checked here keeps a file from
costing much later, what the process may have keeps it from costing much now.
"""

from __future__ import annotations

import json
import re
import zlib
from collections.abc import Mapping
from itertools import chain
from typing import Any, NamedTuple

from bot.game.people.problems import PlayError
from bot.game.people.typed_text import harmless
from rules.core import changes
from rules.core.table import Table
from rules.dice import Ledger
from rules.model import formats
from rules.model.codec import Unreadable
from rules.model.state import MOST_UNITS, State
from rules.play.game import Entry, Game, load_entry

FORMAT = "adjutant game 1"
# What a file may hold. The longest games played so far have some 5,000 entries with 26,000 events, in 8 MB; 110,000 lists
# and objects, which go seven deep.
MOST_BYTES, MOST_ENTRIES, MOST_EVENTS = 32 * 2**20, 20_000, 150_000
MOST_LISTS, MOST_VALUES, DEEPEST = 1_000_000, 3_000_000, 24
LONGEST_TEXT, MOST_DIGITS, MOST_MONEY = 2_000, 15, 1_000_000
# Of each round but the first: how many entries came before it, its name, the position.
Rounds = list[tuple[int, str, dict[str, Any]]]
_HOLDS_MORE = frozenset({dict, list})
# A number with more digits than there may be, or a text that looks like one.
_LONG_NUMBER = re.compile(rb"[0-9]{%d}" % (MOST_DIGITS + 1))
NOT_OURS = "That is no game that I exported."


class GameFile(NamedTuple):
    """A file that was read: its JSON, and the game at its end."""

    found: Mapping[str, Any]
    game: Game
    rounds: Rounds


def looks_like_game(data: bytes) -> bool:
    """Whether a file is meant as a game that was exported: packed, or JSON."""
    return data[:2] == b"\x1f\x8b" or data.lstrip()[:1] == b"{"


def looks_like_save(data: bytes) -> bool:
    """Whether a file is meant as a save of TripleA: packed Java objects."""
    if data[:2] != b"\x1f\x8b":
        return False
    try:
        return zlib.decompressobj(wbits=31).decompress(data, 2) == b"\xac\xed"
    except zlib.error:
        return False


def read(data: bytes) -> GameFile:
    """A file made by `transfer.dump`.

    Raises PlayError in words for the person who gave the file; then nothing of it may be used. MemoryError.
    """
    try:
        found = _decoded(_inflated(data) if data[:2] == b"\x1f\x8b" else data)
        texts = {name: _texts(value) for name, value in found.items()} if isinstance(found, dict) else {}
    except (ValueError, RecursionError, zlib.error):
        raise PlayError(NOT_OURS) from None
    if not isinstance(found, dict) or found.get("format") != FORMAT:
        raise PlayError(NOT_OURS)
    try:
        for name in ("head", "start", "log"):
            _check_texts(texts[name])
        game, rounds = _replayed(found)
        check_sound(game.table, game.state)
        Ledger(found.get("dice") or ())
    except (PlayError, MemoryError):
        raise
    except Exception as error:
        why = str(error) if isinstance(error, Unreadable) else type(error).__name__
        raise PlayError(f"That file can't be read as a game ({why}).") from None
    newest = found["log"][-1] if found["log"][1:] else found["start"]
    if formats.current(newest) and game.hash != found.get("state_hash"):
        raise PlayError("The file's log does not lead to the position it names: it was changed, or is of other rules.")
    return GameFile(found, game, rounds)


def _inflated(data: bytes) -> bytes:
    """What was packed, up to one byte more than there may be. Raises zlib.error."""
    tool = zlib.decompressobj(wbits=31)
    return tool.decompress(data, MOST_BYTES + 1)


def _decoded(data: bytes) -> Any:
    """The JSON of a text that is bounded first. Raises PlayError when it is too much; ValueError; RecursionError."""
    lists, values = data.count(b"[") + data.count(b"{"), data.count(b",") + data.count(b":")
    if len(data) > MOST_BYTES or lists > MOST_LISTS or values > MOST_VALUES:
        raise PlayError("That file is too large.")
    integer = _integer if _LONG_NUMBER.search(data) else None
    return json.loads(data.decode(), parse_int=integer, parse_float=_never, parse_constant=_never)


def _texts(value: Any) -> set[str]:
    """Every text in a value of a file, names of fields among them. Raises ValueError: it is too deep."""
    found: set[str] = set()
    level: list[Any] = [value]
    for _ in range(DEEPEST):
        found |= {v for v in level if type(v) is str}
        level = [v for v in level if type(v) in _HOLDS_MORE]
        if not level:
            return found
        found.update(*(v for v in level if type(v) is dict))
        level = [*chain.from_iterable(v.values() if type(v) is dict else v for v in level)]
    raise ValueError("too deep")


def _integer(digits: str) -> int:
    if len(digits) > MOST_DIGITS:
        raise ValueError("a number is too long")
    return int(digits)


def _never(text: str) -> Any:
    raise ValueError(f"no number of ours: {text[:40]}")


def _check_texts(texts: set[str]) -> None:
    """None of them would be somebody else's words in the bot's voice, nor is one long. Raises PlayError."""
    if any(len(text) > LONGEST_TEXT or not harmless(text) for text in texts):
        raise PlayError(
            "That file holds a text that is none of mine: a link, a name of a person, signs that nobody sees."
        )


def _replayed(found: Mapping[str, Any]) -> tuple[Game, Rounds]:
    head, log = found["head"], found["log"]
    if not changes.known(head.get("version")):
        raise PlayError("That game is of a version of the rules that I do not know. Update me, then import it.")
    if not isinstance(found.get("name"), str):
        raise Unreadable("name")
    if len(log) > MOST_ENTRIES or sum(len(entry["events"]) for entry in log) > MOST_EVENTS:
        raise PlayError(f"That game is too long: at most {MOST_ENTRIES} orders and {MOST_EVENTS} events.")
    entries = [load_entry(entry) for entry in log]
    _check_log(entries)
    _check_units(found["start"]["units"])
    head = changes.as_begun(formats.head(head), head["version"])
    game, rounds = Game.load(head, found["start"], entries[:1]), Rounds()
    for entry in entries[1:]:
        number = game.state.turn.round
        for event in entry.events:
            event.apply(game.state)
            _check_units(game.state.units)
        game.record(entry)
        if game.state.turn.round != number:
            rounds.append((entry.number, f"Round {game.state.turn.round}", game.snapshot()))
    return game, rounds


def _check_units(units: Mapping[Any, Any]) -> None:
    if len(units) > MOST_UNITS:
        raise PlayError(f"That game has too many units: at most {MOST_UNITS}.")


def _check_log(entries: list[Entry]) -> None:
    """Numbers without a gap; each entry is taken back at most once, by a later one."""
    undone: set[int] = set()
    for number, entry in enumerate(entries):
        if entry.number != number or len(entry.text) > LONGEST_TEXT or len(entry.by) > 64:
            raise Unreadable(f"entry {number}")
        if any(not 0 < taken < number or taken in undone for taken in entry.undoes):
            raise Unreadable(f"entry {number} takes back {entry.undoes}")
        undone.update(entry.undoes)


def check_sound(table: Table, state: State) -> None:
    """Every name in a position is one of its table. Raises Unreadable, PlayError."""
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
    for purse, amount in state.money.items():
        _known(purse, board.purse_power, "treasury")
        if abs(amount) > MOST_MONEY:
            raise Unreadable(f"{purse} has {amount} IPCs")
    if len(state.units) + sum(bought.count for pool in state.pool.values() for bought in pool) > MOST_UNITS:
        raise PlayError(f"That game has too many units, with those bought: at most {MOST_UNITS}.")
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
