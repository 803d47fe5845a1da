"""Engine values in players' words."""

from __future__ import annotations

from collections.abc import Sequence

from bot.moderator import Accepted, Denied


def accepted(outcome: Accepted) -> str:
    """What an accepted order did, in short lines."""
    return "\n".join(outcome.lines) or "Done."


def denied(outcome: Denied) -> str:
    """A refusal: what is wrong, what would be legal, the rule behind it."""
    refusal = outcome.refusal
    parts = [f"**Not possible:** {refusal.message}"]
    if outcome.line and outcome.text:
        parts.insert(0, f"Line {outcome.line}: `{outcome.text}`")
    if refusal.choices:
        parts.append("Legal: " + listed(refusal.choices))
    if refusal.rule:
        parts.append(f"-# Rule {refusal.rule} · /why explains it")
    return "\n".join(parts)


def listed(texts: Sequence[str], most: int = 8) -> str:
    """Some texts as code, and how many more there are."""
    shown = ", ".join(f"`{t}`" for t in texts[:most])
    return shown + (f" … and {len(texts) - most} more" if len(texts) > most else "")
