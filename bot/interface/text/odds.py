"""Odds in words."""

from __future__ import annotations

from rules.odds import Odds


def odds_text(odds: Odds, title: str) -> str:
    """The odds of a battle in a few lines."""
    lines = [f"**{title}**"]
    lines.append(f"Attacker wins **{share(odds.win)}**, defender **{share(odds.loss)}**, neither {share(odds.draw)}")
    if odds.retreat:
        lines.append(f"Undecided when the attacker breaks off: {share(odds.retreat)}")
    if odds.takes and abs(odds.takes - odds.win) > 0.0005:
        lines.append(f"Takes the territory: {share(odds.takes)}")
    lines.append(f"Expected losses: attacker {odds.attacker_loss:.1f} IPC, defender {odds.defender_loss:.1f} IPC")
    lines.append(f"Swing for the attacker: {odds.swing:+.1f} IPC (give or take {odds.swing_deviation:.1f})")
    lines.append(f"Most likely left: attacker {_likeliest(odds.attackers)}; defender {_likeliest(odds.defenders)}")
    if not odds.exact:
        lines.append(f"-# Sampled: give or take {odds.error * 100:.1f} points")
    return "\n".join(lines)


def odds_line(odds: Odds, place: str) -> str:
    """`Ukraine S.S.R.: 62 % won, 30 % lost`."""
    return f"{place}: {share(odds.win)} won, {share(odds.loss)} lost, swing {odds.swing:+.1f} IPC"


def share(chance: float) -> str:
    """A chance in per cent; never rounded to sure or impossible."""
    percent = chance * 100
    if 0 < percent < 0.1:
        return "under 0.1 %"
    if 99.9 < percent < 100:
        return "over 99.9 %"
    return f"{percent:.1f} %".replace(".0 %", " %")


def _likeliest(spread: tuple[tuple[tuple[tuple[str, int], ...], float], ...]) -> str:
    if not spread:
        return "nothing"
    units, chance = spread[0]
    named = ", ".join(f"{n} {unit}" for unit, n in units if n) or "nothing"
    return f"{named} ({share(chance)})"
