"""One module a phase: its orders (`HANDLERS`), what happens when it begins and ends."""

from __future__ import annotations

from collections.abc import Callable

from rules.act import Act
from rules.orders import Order
from rules.phases import noncombat, research
from rules.state import Decision, Task

TASKS: dict[str, Callable[[Act, Task], None]] = {}
ANSWERS: dict[str, Callable[[Act, Decision, Order], None]] = {**research.ANSWERS, **noncombat.ANSWERS}
