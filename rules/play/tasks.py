"""The tasks the engine can do by itself, by name: collected from the modules that define them."""

from __future__ import annotations

from collections.abc import Callable

from rules.battle import TASKS as BATTLE_TASKS
from rules.core.act import Act
from rules.model.state import Task
from rules.phases import TASKS as PHASE_TASKS

TASKS: dict[str, Callable[[Act, Task], None]] = {**BATTLE_TASKS, **PHASE_TASKS}
