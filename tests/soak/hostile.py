"""Hostile work in portions: dice logs tampered with, order texts that nobody means well."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any

from rules.core.table import Table
from rules.dice import Ledger, Occasion, SeedChain, text_of, verify
from rules.dice.prng import Prng
from rules.legal import complete
from rules.model.refusals import Refusal, Refused
from rules.play.game import Game, NoDice
from rules.soak import Report, play
from tests.soak import tables

Line = dict[str, Any]
LOGS, STRINGS = 50, 500
DISCORD = 1_200_000_000_000_000_000


# --- dice logs ---------------------------------------------------------------------------------------------------


def tampered(number: int) -> list[str]:
    """Fifty honest logs, each changed in one place: those in which the verifier notices nothing."""
    chance, unseen = Prng(number), list[str]()
    for n in range(LOGS):
        lines = honest(chance)
        if wrong := verify.read(map(text_of, lines))[1]:
            unseen.append(f"honest log {n} does not hold: {wrong}")
        kind, changed = chance.choice(KINDS), [dict(line) for line in lines]
        told = kind(changed, chance)
        if changed != lines and not verify.read(map(text_of, changed))[1]:
            unseen.append(f"log {n}: {kind.__name__} {told} is not noticed")
    return unseen


def honest(chance: Prng) -> list[Line]:
    """A log of a short game: seats, rolls, some taken back, a further chain now and then. It ends with a roll."""
    length = chance.choice((40, 60, 200))
    chains, ledger = [SeedChain(_secret(chance), length)], Ledger()
    lines = [ledger.commit(f"g{chance.below(99)}", chains[0])]
    for seat in range(chance.between(1, 5)):
        lines.append(ledger.seat(f"Power {seat}", str(seat), str(DISCORD + seat), chance.choice(("", "luck"))))
    again: int | None = None
    for n in range(chance.between(3, 12) if length == 200 else chance.between(3, 55)):
        if ledger.low:
            chains.append(SeedChain(_secret(chance), 60, ledger.further_first))
            lines.append(ledger.extend(chains[-1]))
        occasion = Occasion(str(DISCORD + 100 + n), "fight Kenya", f"s{n}", None, again)
        lines.append(ledger.roll(chains, occasion, chance.between(1, 9), chance.choice(("attack", "defend"))))
        again = ledger.next_roll - 1 if chance.chance(10) else None
        if again:
            lines.append(ledger.void([again], "all", "by mistake"))
    if lines[-1]["kind"] != "roll":
        lines.append(ledger.roll(chains, Occasion(str(DISCORD + 999), "fight", "s", None, again), 2, "attack"))
    return lines


def _secret(chance: Prng) -> bytes:
    return bytes(chance.below(256) for _ in range(32))


def _field(lines: list[Line], chance: Prng) -> str:
    """Another value in one field."""
    line = chance.choice(lines)
    key = chance.choice(sorted(line))
    line[key] = _other(line[key], chance)
    return f"{line['kind']}.{key}"


def _other(value: Any, chance: Prng) -> Any:
    if isinstance(value, list) and value:
        at = chance.below(len(value))
        return [*value[:at], _other(value[at], chance), *value[at + 1 :]]
    if isinstance(value, int):
        return chance.choice((value + 1, value - 1, -value - 1, str(value), None, value + 0.5))
    if isinstance(value, str) and value:
        at = chance.below(len(value))
        return value[:at] + chance.choice("0af9xZ").replace(value[at], "b") + value[at + 1 :]
    return chance.choice(("x", 1, [1], {"a": 1}))


def _dropped_field(lines: list[Line], chance: Prng) -> str:
    line = chance.choice(lines)
    key = chance.choice(sorted(line))
    del line[key]
    return key


def _added_field(lines: list[Line], chance: Prng) -> str:
    line = chance.choice(lines)
    line[chance.choice(("note", "beacon2", "rolls2"))] = None
    return str(line.get("kind"))


def _dropped_line(lines: list[Line], chance: Prng) -> str:
    return str(lines.pop(chance.below(len(lines) - 1)).get("kind"))


def _doubled_line(lines: list[Line], chance: Prng) -> str:
    at = chance.below(len(lines))
    lines.insert(at + chance.below(2), dict(lines[at]))
    return str(lines[at]["kind"])


def _swapped_lines(lines: list[Line], chance: Prng) -> str:
    at = chance.below(len(lines) - 1)
    lines[at], lines[at + 1] = lines[at + 1], lines[at]
    return f"{lines[at]['kind']} and {lines[at + 1]['kind']}"


def _added_void(lines: list[Line], chance: Prng) -> str:
    rolls = [n for n, line in enumerate(lines) if line["kind"] == "roll"]
    at = chance.choice(rolls)
    lines.insert(at, {"kind": "void", "rolls": [1], "by": "all", "why": "no"})
    return "before the last roll"


KINDS: Sequence[Callable[[list[Line], Prng], str]] = (
    *(_field,) * 6,
    _dropped_field,
    _added_field,
    _dropped_line,
    _doubled_line,
    _swapped_lines,
    _added_void,
)


# --- order texts ---------------------------------------------------------------------------------------------------


def strings(number: int) -> list[str]:
    """Five hundred order texts in one position of a random game: what raised, what is accepted but does not read back,
    what was refused and changed something."""
    chance = Prng(number)
    every = list(tables.tables())
    board, rules = every[number % len(every)]
    game = position(board, rules, number // len(every) % 20)
    pool = [text for power in game.table.board.order[:3] for text in complete(game, power)] or ["done"]
    wrong, before = list[str](), game.hash
    for _ in range(STRINGS):
        text = mutated(chance.choice(pool), game.table, chance)
        if told := _given(game, text):
            wrong.append(f"{'+'.join((board, *rules))}: {text!r}: {told}")
    return wrong if game.hash == before else [*wrong, f"{board}: the position was changed"]


@functools.cache  # twenty of each table
def position(board: str, rules: tuple[str, ...], seed: int) -> Game:
    """A random game after one round, or two."""
    report = Report()
    play(board, seed, report, rules, rounds=1 + seed % 2)
    assert report.last is not None
    return report.last


def _given(game: Game, text: str) -> str:
    """What is wrong with how a text is taken: "" if it is refused, or carried out and read back alike."""
    try:
        order = game.parse(text)
    except Refused:
        return ""
    except Exception as error:
        return f"raises {error!r}"
    try:
        if game.parse(str(order)) != order:
            return f"reads back otherwise: {order}"
        copy = Game(game.table, game.state.copy(), game.log.copy())
        outcome = copy.submit(text, NoDice(), game.to_act)
        return "refused, yet something changed" if isinstance(outcome, Refusal) and copy.hash != game.hash else ""
    except Exception as error:
        return f"raises {error!r}"


NASTY = (
    *(
        "",
        " ",
        ",",
        ":",
        ">",
        "(",
        ")",
        "()",
        ",,",
        ": >",
        "²",
        "٣",
        "-1",
        "0",
        "00",
        "1e9",
        "9" * 40,
        "\x00",
        "\n",
        "\u202e",
    ),
    *(
        "ﬁ",
        "infantry",
        "done",
        "undo",
        "all",
        "cargo:",
        "(cargo: 1 infantry)",
        "(damaged 9)",
        "(damaged x)",
        "nan",
        "None",
    ),
    *(
        "{}",
        "'",
        "; drop",
        "%s",
        "🙂",
        "ß",
        "İ",
        "a" * 3000,
        "пять",
        "(from:",
        "via",
        ">>",
        "1 infantry",
        "anyway",
        "#",
        "\t",
    ),
)


def mutated(text: str, table: Table, chance: Prng) -> str:
    """A legal text made worse in one to four ways."""
    words = text.split(" ")
    for _ in range(chance.between(1, 4)):
        at, way = chance.below(len(words) + 1), chance.below(7)
        if way == 0:
            words.insert(at, chance.choice(NASTY))
        elif way == 1 and words:
            del words[min(at, len(words) - 1)]
        elif way == 2 and words:
            words[min(at, len(words) - 1)] = chance.choice(NASTY)
        elif way == 3:
            words.insert(at, chance.choice(sorted(table.board.places)))
        elif way == 4:
            words.insert(at, chance.choice(sorted(table.units)))
        elif way == 5 and words:
            word = words[min(at, len(words) - 1)]
            cut = chance.below(len(word) + 1)
            words[min(at, len(words) - 1)] = word[:cut] + chance.choice(NASTY)[:3] + word[cut:]
        else:
            words = [*words[at:], *words[:at]]
    return " ".join(words)
