"""Declarations of war, and which battle is fought next."""

from __future__ import annotations

from rules.legal import legal
from seats.situation import Situation
from seats.wish import Wish
from seats.world import rivals

WAR_ROUND = 3
FAVOURABLE = 0.5


def declarations(s: Situation) -> list[Wish]:
    """War on whoever may be declared war on, from a round on."""
    if s.game.state.turn.round < WAR_ROUND:
        return []
    texts = [f"declare war on {p}" for p in rivals(s.view, s.me) if not s.view.at_war(p, s.me)]
    return [Wish(t, "The time has come.") for t in texts if s.game.trial(t) is None][:1]


def next_fight(s: Situation) -> str:
    """The battle that has to be fought next."""
    due = [b for b in legal(s.game, s.me).battles if b.now]
    return next((b.order for b in due if not b.optional), due[0].order if due else "")


def worth_fighting(s: Situation) -> str:
    """A battle that need not be fought, and should."""
    if not s.view.state.battles:
        return ""
    for battle in legal(s.game, s.me).battles:
        found = s.view.state.battles.get(battle.place)
        if battle.now and battle.optional and found and found.status == "due":
            mine, theirs = s.view.get(found.attackers), s.view.get(found.defenders)
            if s.guess(s.fighters(mine, True), s.fighters(theirs, False)).win > FAVOURABLE:
                return battle.order
    return ""
