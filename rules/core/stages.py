"""The stages of conduct combat: board data (edition: combat_stages), to which rules add theirs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rules.core.act import Act
from rules.core.hooks import Rule
from rules.core.view import View
from rules.model.names import listing, sentence
from rules.model.state import Battle

RAIDS, ASSAULTS, BATTLES, CROSSINGS = "raids", "assaults", "battles", "crossings"


def stages(view: View) -> list[Sequence[str]]:
    """The stages of a game: groups in order, free order within one; a rule's own stage is a group by itself."""
    found: list[Sequence[str]] = list(view.edition("combat_stages"))
    own = {
        stage: where for rule in view.table.live if isinstance(rule, Rule) for stage, where in rule.own_stages.items()
    }
    for stage, (side, other) in own.items():
        at = next(i for i, group in enumerate(found) if other in group)
        found.insert(at + (side == "after"), (stage,))
    return found


def automatic(view: View) -> tuple[str, ...]:
    """The stages that come by themselves: those before the raids."""
    found: list[str] = []
    for group in stages(view):
        if RAIDS in group:
            break
        found += group
    return tuple(found)


def rank(view: View, stage: str) -> int:
    """The place of a stage in the order."""
    return next(i for i, group in enumerate(stages(view)) if stage in group)


def stage_of(view: View, battle: Battle) -> str:
    """The stage of a battle; the sea fights of an assault belong to it."""
    if battle.kind == "raid":
        stage = RAIDS
    else:
        landing = battle.zones or any(battle.place in b.zones for b in view.state.battles.values())
        stage = ASSAULTS if landing else BATTLES
    return view.table.fold(Rule.battle_stage, stage, view, battle)


def due(view: View) -> list[Battle]:
    """Battles not begun yet, in the order in which they must or may be fought (of one place its raid first)."""
    found = [b for b in view.state.battles.values() if b.status == "due"]
    return sorted(found, key=lambda b: (rank(view, stage_of(view, b)), b.kind != "raid", b.id))


def apart(view: View) -> bool:
    """Whether of the battles that must be fought some wait for others."""
    return len({rank(view, stage_of(view, b)) for b in due(view) if not b.optional}) > 1


def named(battles: Iterable[Battle]) -> str:
    """Battles by their places, raids and the like with what they are: `Norway and Paris (raid)`."""
    return listing([f"{b.place} ({b.called})" if b.called else b.place for b in battles])


def check(act: Act, stage: str, strict: bool = False) -> None:
    """Refuse an order of a stage while battles of an earlier one are left; strict: also once a battle of a later one
    has begun."""
    mine, wait = rank(act, stage), [b for b in due(act) if not b.optional]
    first = [b for b in wait if rank(act, stage_of(act, b)) < mine]
    if first:
        choices = tuple(f"fight {b.place}" for b in first)
        text = sentence(f"{order(act)}. First: {named(first)}")
        act.refuse("wrong-phase", text, act.cite("battles"), choices)
    begun = [b for b in act.state.battles.values() if b.status in ("on", "over") and b.kind != "fire"]
    if strict and any(rank(act, stage_of(act, b)) > mine for b in begun):
        act.refuse("wrong-phase", sentence(f"{order(act)}: it is too late for {stage}"), act.cite("battles"))


def order(view: View) -> str:
    """The order of the stages that are fought, in words."""
    silent = automatic(view)
    groups: Iterable[str] = (listing([s for s in group if s not in silent]) for group in stages(view))
    first, *rest = [g for g in groups if g]
    return sentence(", then ".join((f"{first} come first", *rest))).rstrip(".")
