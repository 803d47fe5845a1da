"""Dice in words: one roll laid open, and how the dice of a game have fallen."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from bot.discord.text import words
from rules.dice import Proof
from rules.model.events import DiceRolled
from rules.play.game import Entry, standing
from rules.play.luck import Tally, Throw, tally, tally_by

FACES = "⚀⚁⚂⚃⚄⚅"


def proof_text(proof: Proof) -> str:
    """A roll with all it takes to check it."""
    lines = [
        f"**Roll {proof.roll}** (`{proof.id}`): {' '.join(map(str, proof.dice))}",
        f"For: {proof.line['why']}, order `{_short(proof.line['order'])}`",
    ]
    if proof.voided:
        lines.append("It was taken back: it stays in the log, but does not count.")
    lines += [
        "Its seed hashes to the one before, and the dice follow from seed and context: it holds.",
        f"Seed `{proof.seed}`",
        "Context:",
        f"```json\n{proof.context}\n```",
    ]
    return "\n".join(lines)


def _short(text: str) -> str:
    return text if len(text) <= 100 else text[:99] + "…"


def line_text(line: Mapping[str, Any]) -> str:
    """One line of the log in short: `17-b6b156  2 5 5  attack in Ukraine`."""
    return f"`{line['id']}` {' '.join(map(str, line['dice']))} · {line['why']}"


def explanation(commitment: str, rolls: Sequence[Mapping[str, Any]]) -> str:
    """How to check, with the game's commitment and its last rolls."""
    lines = [
        "**Every roll can be checked.** Before anybody sat down I posted the commitment to all seeds; "
        "each seat added to it; each roll shows its seed, and no number is left out or used twice.",
        f"Commitment: `{commitment}`",
        "`/dice verify` lays a roll open, `/dice log` is the whole log with a program to check it, "
        "`/dice stats` says how the dice have fallen.",
    ]
    if rolls:
        lines.append("Last rolls:")
        lines += [line_text(line) for line in rolls]
    else:
        lines.append("No dice have been rolled yet.")
    return "\n".join(lines)


def throws_of(entries: Iterable[Entry]) -> list[Throw]:
    """All throws of a log that count, one for each group of dice that needed the same; what fell elsewhere and was told here
    is left out."""
    return [t for entry in standing(entries) if not entry.told for event in entry.rolls for t in _throws(event)]


def _throws(event: DiceRolled) -> list[Throw]:
    groups: dict[int, list[int]] = {}
    for n, die in enumerate(event.dice):
        groups.setdefault(event.needs[n] if n < len(event.needs) else 0, []).append(die)
    return [Throw(event.who, need, tuple(dice)) for need, dice in groups.items()]


def stats_text(throws: Sequence[Throw]) -> str:
    """How the dice have fallen: faces, hits against expectation, luck of each power."""
    total = tally(throws)
    if not total.dice:
        return "No dice have been rolled yet."
    lines = [f"**{words.plural(total.dice, 'die', 'dice')}** in all"]
    lines.append("Faces: " + " · ".join(f"{n + 1}: {count}" for n, count in enumerate(total.faces)))
    lines.append(_evenness(total))
    by_power = tally_by([t for t in throws if t.needed])
    if by_power:
        lines.append("Hits against what was to be expected:")
    lines += [_luck(who, found) for who, found in sorted(by_power.items())]
    return "\n".join(lines)


def _evenness(total: Tally) -> str:
    p = total.p_value
    if total.dice < 60:
        return f"χ² {total.chi_square:.1f} (too few dice yet to tell anything)"
    return f"χ² {total.chi_square:.1f}: about 1 fair game in {max(1, round(1 / p))} is at least as uneven"


def _luck(who: str, found: Tally) -> str:
    return f"- {who}: {found.hits} of {found.dice}, expected {found.expected:.1f} ({found.luck:+z.1f} σ)"
