"""Luck in money, in words."""

from __future__ import annotations

from collections.abc import Sequence

from bot.discord.text.words import plural
from rules.core.view import View
from rules.play.luck import COMMON, BattleLuck, chance_of, in_words, ipc_luck

LAST = 12


def luck_text(view: View, battles: Sequence[BattleLuck]) -> str:
    """By game, by power, by battle; a plain sentence first."""
    if not battles:
        return "No battle has been fought yet whose odds are known."
    lines = [_sentence(view, battles), "", "**By power** (IPC more or less than the odds promised)"]
    for power, luck in sorted(ipc_luck(battles, 1).items(), key=lambda one: -one[1]):
        lines.append(f"- {power}: {luck:+z.1f}{_commonly(power, luck, battles)}")
    lines += ["", "**By battle**" + (f" (the last {LAST} of {len(battles)})" if len(battles) > LAST else "")]
    for one in battles[-LAST:]:
        told = f"{one.attacker} against {one.defender}: {one.actual_swing:+z.0f} IPC for the attacker"
        rest = f", {one.rest:+z.1f} to be expected when it was broken off" if one.rest else ""
        lines.append(
            f"- {one.place}: {told}{rest}, {one.expected_swing:+z.1f} promised, luck {one.luck_of(one.attacker):+z.1f}"
        )
    return "\n".join(lines)


def _sentence(view: View, battles: Sequence[BattleLuck]) -> str:
    """`The Axis have won 23 IPC more by dice than the odds promised: 1 fair game in 7 is as uneven.`"""
    total = sum(one.luck_of(one.attacker) * (1 if view.side(one.attacker) == "Axis" else -1) for one in battles)
    chance = chance_of(total, sum(one.deviation**2 for one in battles))
    side = "Axis" if total >= 0 else "Allies"
    won = f"the {side} have won {abs(total):.0f} IPC more than the odds promised"
    return f"**In {plural(len(battles), 'battle')} {won}: {in_words(chance)}.**"


def _commonly(power: str, luck: float, battles: Sequence[BattleLuck]) -> str:
    own = [one for one in battles if power in (one.attacker, one.defender)]
    chance = chance_of(luck, sum(one.deviation**2 for one in own))
    most = max(own, key=lambda one: abs(one.luck_of(power)))
    common = "" if chance > COMMON else f"{in_words(chance)}; "
    return f" ({common}most in {most.place}: {most.luck_of(power):+z.0f})"
