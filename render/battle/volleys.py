"""The dice of a battle, unit by unit, read from its events; and the rows of its special fire."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from render.battle.model import Die, SpecialFire
from rules.battle.sides import ATTACKER, DEFENDER
from rules.core.dice_modes import POOLED
from rules.core.view import View
from rules.model import state
from rules.model.events import BattleChanged, DiceRolled, Event, FacilitiesChanged, MoneyChanged, UnitRemoved
from rules.model.state import Battle, Unit

ORDINARY = ("attack", "defense", "air battle")
"""What rolls of the ordinary exchange are for; all others are special fire."""

_TITLES = {
    "first strike (attacker)": "Surprise strike",
    "first strike (defender)": "Surprise strike",
    "antiaircraft fire": "Antiaircraft fire",
    "bombardment": "Bombardment",
    "raid damage": "Raid damage",
}
# Dice that only say how: for those at or under their number, for the others.
_VERDICTS = {"atomic bomb": ("direct", "indirect")}
# What fire is for, by how its losses go, where that is not the name of its step.
_SURE = {"antiaircraft": "antiaircraft fire"}


@dataclass(frozen=True, slots=True)
class Shot:
    """One die: the unit that rolled it (0: a facility or a rule), what it needed, how it fell."""

    unit: int
    need: int
    die: Die
    label: str = ""

    @property
    def sure(self) -> bool:
        """Whether it is a hit for which no die fell."""
        return self.die.face == 0

    @property
    def pooled(self) -> bool:
        """Whether it is no single unit's, but of all numbers added up."""
        return self.sure or self.label == POOLED


@dataclass(frozen=True, slots=True)
class Volley:
    """Dice that were rolled together. side: "attacker", "defender", or "" where no side booked hits. loss: why what
    they hit leaves the board at once ("": it fires back). fired: the units that fired."""

    why: str
    who: str
    side: str
    shots: tuple[Shot, ...]
    loss: str = ""
    fired: tuple[int, ...] = ()


def volleys(events: Iterable[Event], battle: Battle) -> list[Volley]:
    """The volleys of a battle in some events, in order.

    The engine books a volley's hits in the battle just after its dice; that tells which unit rolled what.
    Dice in the place that nobody books (a rule's own, raid damage) become volleys without units.
    """
    found: list[Volley] = []
    waiting: list[DiceRolled] = []
    for event in events:
        if isinstance(event, DiceRolled) and event.place == battle.place:
            waiting.append(event)
        elif isinstance(event, BattleChanged) and event.id == battle.id and (booked := _booked(event)):
            *loose, roll = waiting or [DiceRolled("", _why(booked), battle.place, ())]
            found += [_loose(r) for r in loose]
            found.append(Volley(roll.why, roll.who, booked.side, _assign(roll, booked.rolled), booked.loss))
            waiting = []
        elif isinstance(event, BattleChanged) and event.id == battle.id and found and (fired := _fired(event)):
            found[-1] = replace(found[-1], fired=fired)
    return [*found, *(_loose(roll) for roll in waiting)]


def _why(booked: state.Volley) -> str:
    """What a volley was for of which no die fell: all its hits were sure."""
    why = {"strike": f"first strike ({booked.side})", "fire": "attack" if booked.side == ATTACKER else "defense"}
    return why.get(booked.step) or _SURE.get(booked.loss, booked.step)


def _fired(event: BattleChanged) -> tuple[int, ...]:
    """The units that a change of the battle books as having fired."""
    before, after = event.before.fired if event.before else (), event.after.fired if event.after else ()
    return after[len(before) :]


def _booked(event: BattleChanged) -> state.Volley | None:
    """The volley whose dice a change of the battle books."""
    before = event.before.volley if event.before else None
    after = event.after.volley if event.after else None
    return after if after and after.rolled and after != before else None


def _assign(roll: DiceRolled, booked: Sequence[state.Rolled]) -> tuple[Shot, ...]:
    """Dice with their units; those of the roll that were not booked (not the best of several) last."""
    spare = Counter(zip(roll.dice, roll.needs, roll.labels))
    shots = []
    for die in booked:
        label = next((key[2] for key in spare if key[0] == die.face and key[1] >= die.need and spare[key]), "")
        spare[die.face, die.need, label] -= 1
        shots.append(Shot(die.unit, die.need, Die(die.face, die.hit), label))
    owners = {(shot.need, shot.label): shot.unit for shot in shots}
    for (face, need, label), count in (+spare).items():
        unit = owners.get((need, label), 0)
        shots += [Shot(unit, need, Die(face, face <= need, counted=False), label)] * count
    return tuple(shots)


def _loose(roll: DiceRolled) -> Volley:
    needs = roll.needs or (0,) * len(roll.dice)
    labels = roll.labels or ("",) * len(roll.dice)
    shots = tuple(Shot(0, n, Die(d, 0 < d <= n), label) for d, n, label in zip(roll.dice, needs, labels))
    return Volley(roll.why, roll.who, "", shots)


def special_rows(
    view: View, battle: Battle, found: Sequence[Volley], events: Sequence[Event], units: Mapping[int, Unit]
) -> tuple[SpecialFire, ...]:
    """Rows of everything that is not the ordinary exchange: one a kind of fire, shooter and number."""
    rows: dict[tuple[str, str, str, int], list[Shot]] = {}
    losses = {volley.why: volley.loss for volley in found if volley.loss != "battle"}
    for volley in found:
        if volley.why not in ORDINARY:
            for shot in volley.shots:
                unit = units.get(shot.unit)
                owner = unit.owner if unit else _shooter(view, battle, volley)
                kind = (
                    _commonest(view, volley, units) if shot.pooled else unit.type if unit else shot.label or "infantry"
                )
                need = max((s.need for s in volley.shots if not s.sure), default=0) if shot.sure else shot.need
                rows.setdefault((volley.why, owner, kind, need), []).append(shot)
    return tuple(
        SpecialFire(
            title=_TITLES.get(why, why[:1].upper() + why[1:]),
            owner=owner,
            type=kind,
            count=_count(shots, [volley for volley in found if volley.why == why]),
            need=need,
            dice=tuple(shot.die for shot in shots if not shot.sure),
            effect=_effect(view, battle, why, shots, events, losses.get(why, "")),
        )
        for (why, owner, kind, need), shots in rows.items()
    )


def _commonest(view: View, volley: Volley, units: Mapping[int, Unit]) -> str:
    """The type of most of the units whose numbers were added up, or of what hit by itself (a bomb)."""
    kinds = Counter(units[i].type for i in volley.fired if i in units)
    return kinds.most_common(1)[0][0] if kinds else volley.loss if volley.loss in view.table.units else "infantry"


def _count(shots: Sequence[Shot], fire: Sequence[Volley]) -> int:
    """How many units shot; of numbers that were added up all that fired."""
    if any(shot.pooled for shot in shots):
        return max(1, sum(len(volley.fired) for volley in fire))
    return max(1, len({shot.unit for shot in shots}) if shots[0].unit else 1)


def _shooter(view: View, battle: Battle, volley: Volley) -> str:
    """Whose dice they are where no unit rolled them: a facility's belong to the owner of the place."""
    owner = view.state.owners.get(battle.place) if volley.side == DEFENDER else None
    return owner or volley.who or battle.attacker


def _effect(view: View, battle: Battle, why: str, shots: Sequence[Shot], events: Sequence[Event], loss: str) -> str:
    if why == "raid damage":
        return raid_effect(view, battle, events)
    if not any(shot.need for shot in shots):
        return f"{sum(shot.die.face for shot in shots)} in all"
    hits = sum(shot.die.hit and shot.die.counted for shot in shots)
    if why in _VERDICTS:
        found = zip((hits, len(shots) - hits), _VERDICTS[why])
        return ", ".join(f"{count} {word}" if len(shots) > 1 else word for count, word in found if count)
    if not hits:
        return "no hit"
    gone = Counter(e.unit.type for e in events if isinstance(e, UnitRemoved) and e.why == loss)
    if loss and gone.total() == hits:
        names = ", ".join(f"{n} {kind if n == 1 else view.table.units[kind].many}" for kind, n in gone.items())
        return f"{names} {'shot down' if loss == 'antiaircraft' else 'lost'}"
    sure = 0 if loss in view.table.units else sum(shot.sure for shot in shots)
    told = "1 hit" if hits == 1 else f"{hits} hits"
    return f"{told}, {'all' if sure == hits else sure} sure" if sure else told


def raid_effect(view: View, battle: Battle, events: Sequence[Event]) -> str:
    """What a raid did: points of damage to facilities, or money lost."""
    parts = []
    for event in events:
        if isinstance(event, FacilitiesChanged) and event.place == battle.place and event.why == "raid":
            for old, new in zip(event.before, event.after):
                if new.damage != old.damage:
                    parts.append(f"{new.type} +{new.damage - old.damage} damage, now {new.damage}")
        elif isinstance(event, MoneyChanged) and event.why == "raid":
            parts.append(f"{event.purse} loses {event.before - event.after} IPC")
    return "; ".join(parts) or "no damage"
