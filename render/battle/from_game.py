"""A battle card from the engine: the position, the events of the log, and odds where they are known.

The card shows one stretch of a battle: before it begins, or its latest round (the first with the special
fire before it). The stretch is found in the events; the position at its start is reached by taking them back.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from render.battle.closing import accounts
from render.battle.model import Account, BattleCard, Die, Kind, Odds, Side, UnitRow
from render.battle.volleys import ORDINARY, Volley, special_rows, volleys
from render.map.pieces import listed
from rules import odds as engine_odds
from rules.battle import fire, raid
from rules.battle.sides import ATTACKER, DEFENDER
from rules.core.dice_modes import DECK, whole_deck
from rules.core.position import shown
from rules.core.view import View
from rules.model.events import BattleChanged, Event, Noted, OwnerChanged
from rules.model.state import Battle, Decision, State, Unit
from rules.odds import prepared
from rules.play import asking, lines

OVER, ON = "over", "on"
_KINDS: dict[str, Kind] = {"land": "land", "sea": "sea", "raid": "raid", "fire": "fire"}


def battle_card(
    view: View, battle: str, events: Sequence[Event] = (), odds: engine_odds.Odds | None = None
) -> BattleCard:
    """The card of a battle by its id (the place, or "raid PLACE").

    view: the position now. events: those of the log up to now, oldest first, reaching back at least to the
    beginning of the battle; not needed before it. odds: to be shown as a bar. Raises KeyError if neither
    the position nor the events know the battle.
    """
    stretch = _stretch(view, battle, events)
    found = stretch.volleys
    return BattleCard(
        place=stretch.before.place,
        kind=_KINDS.get(stretch.before.kind, "land"),
        attacker=_side(view, stretch, ATTACKER, found),
        defender=_side(view, stretch, DEFENDER, found),
        round=stretch.after.round,
        terrain=_terrain(view, stretch.before),
        conditions=tuple(_conditions(stretch.before)),
        special=special_rows(view, stretch.before, found, stretch.events, _named(stretch)),
        odds=card_odds(odds) if odds else None,
        result=_result(view, battle, stretch),
        accounts=stretch.accounts,
        decks=_decks(view, stretch),
        name=stretch.before.called if stretch.before.kind != "fire" else "",
    )


def card_odds(odds: engine_odds.Odds) -> Odds:
    """The engine's odds as three chances and a note."""
    swing = f"expected swing {odds.swing:+z.0f} IPC".replace("-", "−")
    return Odds(odds.win, odds.draw + odds.retreat, odds.loss, swing)


@dataclass
class _Stretch:
    """A part of a battle: positions and battle at its two ends, the events between, the volleys in them.

    accounts: what all of it came to, once it is over.
    """

    start: State
    end: State
    before: Battle
    after: Battle
    events: Sequence[Event] = ()
    volleys: list[Volley] = field(default_factory=list)
    accounts: tuple[Account, ...] = ()


def _stretch(view: View, id_: str, events: Sequence[Event]) -> _Stretch:
    changes = [(i, e) for i, e in enumerate(events) if isinstance(e, BattleChanged) and e.id == id_]
    begun = [i for i, e in changes if e.after and e.after.status == ON and (not e.before or e.before.status != ON)]
    if not begun:
        return _still_due(view, id_)
    opened = [i for i, e in changes if i > begun[-1] and e.before and e.after and e.after.round > e.before.round]
    first = opened[-1] if len(opened) > 1 else begun[-1]
    last = next((i for i, e in changes if i > first and (e.after is None or e.after.status == OVER)), len(events) - 1)
    state = view.state.copy()
    _take_back(state, events[last + 1 :])
    end = state.copy()
    _take_back(state, events[first + 1 : last + 1])
    inside = events[first + 1 : last + 1]
    before = state.battles[id_]
    after = end.battles.get(id_, before)
    aftermath = list(_aftermath(events[last + 1 :], id_))
    closing = (view, before, [*events[begun[-1] + 1 : last + 1], *aftermath], _applied(end, aftermath))
    came_to = accounts(*closing) if after.status == OVER else ()
    return _Stretch(state, end, before, after, [*inside, *aftermath], volleys(inside, before), came_to)


def _applied(state: State, events: Sequence[Event]) -> State:
    """The position after some events."""
    after = state.copy()
    for event in events:
        event.apply(after)
    return after


def _take_back(state: State, events: Sequence[Event]) -> None:
    for event in reversed(events):
        event.revert(state)


def _aftermath(events: Sequence[Event], id_: str) -> Iterable[Event]:
    """What the end of a battle brings with it: events up to the note that tells it."""
    for event in events:
        if isinstance(event, BattleChanged) and event.id != id_:
            return
        yield event
        if isinstance(event, Noted) and event.data.get("battle") == id_:
            return


def _still_due(view: View, id_: str) -> _Stretch:
    battle = view.state.battles[id_]
    if battle.kind in ("raid", "fire"):
        return _Stretch(view.state, view.state, battle, battle)
    act = prepared(view, id_)
    return _Stretch(act.state, act.state, act.battle(id_), act.battle(id_))


# the sides


def _side(view: View, stretch: _Stretch, side: str, found: Sequence[Volley]) -> Side:
    units = _present(stretch, side)
    start = View(view.table, stretch.start)
    needs = _needs(start, stretch.before, side)
    fallen = {shot.unit: shot for volley in found if volley.why in ORDINARY for shot in volley.shots}
    dice, mine = _dice(found), [s for v in found if v.why in ORDINARY and v.side == side for s in v.shots]
    groups: dict[tuple[str, str, int, str], list[Unit]] = {}
    for unit in units:
        need = fallen[unit.id].need if unit.id in fallen else needs.get(unit.id, 0)
        note = _note(start, stretch.before, unit, need, side)
        groups.setdefault((unit.type, unit.owner, need, note), []).append(unit)
    rows = tuple(_row(key, group, dice, view, stretch) for key, group in groups.items())
    pool = tuple((shot.need, shot.die) for shot in mine if shot.pooled and not shot.sure)
    return Side(_powers(stretch.before, side, units), rows, sum(shot.sure for shot in mine), pool)


def _decks(view: View, stretch: _Stretch) -> tuple[tuple[str, tuple[int, ...]], ...]:
    """What everybody may know of the decks of those who have fired: all that was drawn lay open."""
    if not view.option(DECK):
        return ()
    end, fired = View(view.table, stretch.end), dict.fromkeys(v.who for v in stretch.volleys if v.who)
    return tuple((power, tuple(end.flag(f"deck.{power}", whole_deck()))) for power in fired)


def _present(stretch: _Stretch, side: str) -> list[Unit]:
    """Units of a side at the start, and those that joined later."""
    lists = [b.attackers if side == ATTACKER else b.defenders for b in (stretch.before, stretch.after)]
    numbers = sorted({*lists[0], *lists[1]})
    units = ((stretch.start.units.get(i) or stretch.end.units.get(i)) for i in numbers)
    return [unit for unit in units if unit]


def _powers(battle: Battle, side: str, units: Sequence[Unit]) -> tuple[str, ...]:
    if side == ATTACKER:
        return (battle.attacker,)
    return tuple(owner for owner, _ in Counter(u.owner for u in units).most_common())


def _needs(view: View, battle: Battle, side: str) -> Mapping[int, int]:
    """Unit id -> number needed; in a raid the numbers of the air battle, if there is one."""
    if battle.kind == "fire":
        return {}
    if battle.kind != "raid":
        return fire.numbers(view, battle, side)
    salvo = raid.air_battle(view, battle, ATTACKER if side == ATTACKER else DEFENDER)
    return {shot.unit: shot.need for shot in salvo.shots} if salvo else {}


def _note(view: View, battle: Battle, unit: Unit, need: int, side: str) -> str:
    words = [*shown(unit.marks)]
    printed = fire.base_number(view, battle, unit, side == ATTACKER)
    if need > printed and battle.kind != "raid":
        words.append(f"+{need - printed}")
    return ", ".join(words)


def _dice(found: Sequence[Volley]) -> dict[int, list[Die]]:
    dice: dict[int, list[Die]] = {}
    for volley in found:
        if volley.why in ORDINARY:
            for shot in volley.shots:
                dice.setdefault(shot.unit, []).append(shot.die)
    return dice


def _row(
    key: tuple[str, str, int, str],
    group: Sequence[Unit],
    dice: Mapping[int, Sequence[Die]],
    view: View,
    stretch: _Stretch,
) -> UnitRow:
    unit_type, owner, need, note = key
    left = [unit for unit in group if _survives(view, stretch, unit)]
    damaged = sum(_damage(stretch, unit) > 0 for unit in left)
    rolled = tuple(die for unit in group for die in dice.get(unit.id, ()))
    return UnitRow(unit_type, owner, len(group), need, rolled, len(group) - len(left), damaged, note)


def _survives(view: View, stretch: _Stretch, unit: Unit) -> bool:
    """Whether a unit is alive at the end, losses that are chosen and not yet removed counted as gone."""
    if unit.id not in stretch.end.units:
        return False
    return _damage(stretch, unit) < max(1, view.profile(unit.owner, unit.type).hits)


def _damage(stretch: _Stretch, unit: Unit) -> int:
    now = stretch.end.units.get(unit.id, unit)
    return now.damage + stretch.after.hit.get(unit.id, 0)


# words


def _named(stretch: _Stretch) -> dict[int, Unit]:
    return {**stretch.end.units, **stretch.start.units}


def _terrain(view: View, battle: Battle) -> str:
    place = view.place(battle.place)
    if place.is_sea:
        return "Sea zone"
    parts = [f"Worth {view.value(place.name)} IPC"]
    parts += [f"capital of {place.capital}"] * bool(place.capital) + ["victory city"] * bool(place.victory_city)
    parts += [f.type + (f" ({f.damage} damage)" if f.damage else "") for f in view.facilities(place.name)]
    return ", ".join(parts)


def _conditions(battle: Battle) -> Iterable[str]:
    zones = battle.zones
    if zones:
        yield f"Amphibious assault from {listed(sorted(zones))}"


def _result(view: View, id_: str, stretch: _Stretch) -> str:
    place = stretch.before.place
    taken = [e for e in stretch.events if isinstance(e, OwnerChanged) and e.place == place and e.after]
    told = [f"{e.place} is {e.why or 'taken'} by {e.after}." for e in taken] or [
        e.text for e in stretch.events if isinstance(e, Noted) and e.data.get("battle") == id_ and "outcome" in e.data
    ]
    if told:
        return " ".join(told) if stretch.before.kind != "raid" else ""
    asked = next((d for d in view.state.pending if (about := lines.at_stake(view, d)) and about.id == id_), None)
    return _question(view, asked) if asked else ""


def _question(view: View, decision: Decision) -> str:
    if decision.kind == "casualties":
        hits = sum(decision.data.get("hits", {}).values())
        fall = "hit falls" if hits == 1 else "hits fall"
        return f"{' or '.join(lines.askers(decision))} chooses where {hits} {fall}."
    words = {"retreat": "presses on or retreats", "submerge": "may submerge submarines"}
    if said := words.get(decision.kind):
        return f"{decision.power} {said}."
    asks = asking.question(view.table, decision.kind)
    return f"{decision.power} is asked: {asks}" + ("" if asks.endswith("?") else ".")


def battle_ids(view: View) -> tuple[str, ...]:
    """Battles of this turn, those going on first."""
    order = {ON: 0, "due": 1, OVER: 2}
    found = (b for b in view.state.battles.values() if b.kind != "fire")
    return tuple(b.id for b in sorted(found, key=lambda b: (order[b.status], b.id)))


__all__ = ["battle_card", "battle_ids", "card_odds"]
