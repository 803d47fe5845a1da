"""One module a phase: its orders (`HANDLERS`), what happens when it begins and ends."""

from __future__ import annotations

from collections.abc import Callable

from rules.core.act import Act
from rules.model.orders import Order
from rules.model.state import Decision, Task
from rules.phases import combat, noncombat, research

TASKS: dict[str, Callable[[Act, Task], None]] = {**combat.TASKS}
ANSWERS: dict[str, Callable[[Act, Decision, Order], None]] = {**research.ANSWERS, **noncombat.ANSWERS}
