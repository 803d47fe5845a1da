"""What the recorded figures mean for somebody who hosts the bot: worked out from the table, in a few sentences."""

from __future__ import annotations

import re
from collections.abc import Mapping

TITLE = "For somebody who hosts the bot"
ORDERS, PICTURES, ODDS = 100, 40, 20
"""What a lively game asks for in a day: all powers together, hand-overs and look-ups included."""
DAY_MS = 24 * 3600 * 1000


def note(parts: Mapping[str, str]) -> str:
    """The note. parts: the recorded tables by title; empty while one that is needed has not been measured."""
    if not {"Store", "Pictures", "Odds", "Bot through the local channel"} <= parts.keys():
        return ""
    order = _median(parts["Store"], "an order judged and durable")
    drawn = _median(parts["Pictures"], "global1940: theatre Western Europe")
    first = _median(parts["Pictures"], "global1940: layers of the whole board")
    odds = _median(parts["Odds"], "odds, large with 3 guns")
    looked = _median(parts["Bot through the local channel"], "/game seats, 1 at once")
    acted = _median(parts["Bot through the local channel"], "/move and /undo, durable")
    day = ORDERS * acted + PICTURES * drawn + ODDS * odds
    lines = (
        f"A lively game asks for about {ORDERS} orders, {PICTURES} pictures and {ODDS} odds a day. With the figures above "
        f"that is {day / 1000:.0f} seconds of one processor a day, so a thousand such games keep it busy for "
        f"{1000 * day / DAY_MS:.0%} of the time.",
        f"What is felt are the moments when many act at once. The moderator alone takes about {1000 / order:.0f} orders a "
        f"second with the write to disk; through the bot, answered, with panels kept up to date, it is about "
        f"{1000 / acted:.0f} a second, one after the other, and somewhat fewer when many act at once. It answers about "
        f"{1000 / looked:.0f} look-ups a second, and a drawing process draws about "
        f"{1000 / drawn:.0f} pictures a second (the first of a view takes up to {first / 1000:.1f} s more; no text waits).",
        f"Memory: {_memory(parts['Store'])}. Games that nobody plays are only on disk. The drawing process keeps layers of "
        f"the boards it has drawn: {_drawing(parts['Pictures'])}; the processes for odds and for computer players take "
        "about 100 MB each once they are asked.",
        "So one processor and 1 GB (2 GB with every board in play) carry some hundred games of one community; two "
        "processors and 4 GB some thousand. Beyond that: PostgreSQL and several processes (docs/operations.md).",
    )
    return "\n".join([f"## {TITLE}", "", *(f"- {line}" for line in lines), ""])


def _median(part: str, row: str) -> float:
    line = next(line for line in part.splitlines() if line.startswith(f"| {row}"))
    return float(line.split(" | ")[1])


def _memory(part: str) -> str:
    found = re.search(r"memory: (.*?)\)", part)
    return found.group(1) if found else "not measured"


def _drawing(part: str) -> str:
    found = re.search(r"memory of a process that has drawn them: (.*?)\)", part)
    return found.group(1) if found else "not measured"
