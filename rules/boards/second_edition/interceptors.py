"""The second edition plays with interceptors."""

from __future__ import annotations

from rules.boards.later.interception import Interception

RULES = (Interception(),)
