"""Adjudications in words."""

from __future__ import annotations

from analysis.adjudication import Played, told
from bot.discord.text.words import per_cent, plural
from bot.game.analysis.verdicts import Verdict

NOT_BINDING = (
    "It binds nobody: the game ends only if all who play agree to it, or by the word of the game master or an arbiter."
)


def progress_text(played: Played) -> str:
    """How far it has come."""
    done = len(played.games)
    lines = [f"**Playing this position out: {done} of {plural(played.asked, 'game')}**"]
    lines.append(f"-# {_how(played.level, played.rounds)}, seed `{played.seed}`. The game goes on meanwhile.")
    if done:
        lines.append("So far: " + ", ".join(f"{side} {told(played, side)}" for side in played.sides))
    return "\n".join(lines)


def verdict_text(played: Played, verdict: Verdict, why_ended: str = "") -> str:
    """What came of it, and how anybody can play the same games. why_ended: why there are fewer than asked for."""
    lines = [f"**The {verdict.winner} win {_range(verdict)} of the games played out from here.**", _counted(verdict)]
    if why_ended:
        lines.append(why_ended)
    if verdict.low <= 0.5 <= verdict.high:
        lines.append("That is too close to tell from an even position.")
    lines.append(
        f"-# {_how(verdict.level, verdict.rounds)}, from after order {verdict.revision}, seed `{verdict.seed}`."
    )
    again = f"python -m analysis adjudicate FILE --order {verdict.revision} --games {verdict.games}"
    lines.append(f"-# The same games for anybody: `/export what:game file`, then `{again}`")
    return "\n".join([*lines, f"-# {NOT_BINDING}"])


def _range(verdict: Verdict) -> str:
    return f"{per_cent(verdict.share)} ({100 * verdict.low:.0f} to {100 * verdict.high:.0f})"


def _counted(verdict: Verdict) -> str:
    lost = verdict.games - verdict.won - verdict.ahead - verdict.even
    ahead = f", {verdict.ahead} clearly ahead when they were ended" if verdict.ahead else ""
    even = f", {verdict.even} open to the end (half a game each)" if verdict.even else ""
    return f"Of {plural(verdict.games, 'game')} {verdict.won} won{ahead}{even}, {lost} for the other side."


def _how(level: str, rounds: int) -> str:
    return f"Computer players on both sides ({level}s), to victory or round {rounds}"
