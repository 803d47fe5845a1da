"""The steps that battles are made of: what a board names in its lists, and what rules add to them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from rules.core.act import Act
from rules.core.view import View
from rules.model.salvo import Salvo, Side
from rules.model.state import Battle


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a battle.

    run: what it does by itself. salvo: the fire of a side in it (None: that side has no part in it); first the
    attackers fire and the defender chooses his losses, then the other way round. after: called when a salvo's
    dice have fallen. Odds, battle cards and menus read the salvos; a step needs no more to be known to them.
    asks: it is a question and nothing else; unanswered, it changes nothing.
    """

    run: Callable[[Act, str], None] | None = None
    salvo: Callable[[View, Battle, Side], Salvo | None] | None = None
    after: Callable[[Act, str, Salvo], None] | None = None
    asks: bool = False
