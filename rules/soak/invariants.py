"""What must hold after every order, whatever was played."""

from __future__ import annotations

import json
from collections.abc import Iterator

from rules.core.act import Dice
from rules.core.hooks import Rule
from rules.core.view import View
from rules.legal import consistency, decision_choices
from rules.model import codec, formats
from rules.model.events import MoneyChanged, UnitChanged, UnitMoved, UnitPlaced, UnitRemoved
from rules.model.refusals import Refusal
from rules.model.state import COMBAT_MOVE, NONCOMBAT, State, Unit, indexes
from rules.movement.ground import Ground
from rules.movement.paths import path_search, search
from rules.movement.step_graph import StepGraph, alike
from rules.play import lines
from rules.play.game import Entry, Game, dump_entry, load_entry
from rules.play.narrate import narrate

Problems = Iterator[str]
ATTACK = "attack"
_TOUCH = (UnitPlaced, UnitMoved, UnitChanged)
_TABLES = ("units", "owners", "money", "battles")
_SPARSE = ("facilities", "borders", "relations", "flags", "pool")  # an empty value is the same as none

PATIENCE = 400  # orders in which a phase can be ended
RECORDS = 3  # of so many entries one is written and read back
ASKED = 2  # pairs of units that are alike, of which it is asked once a turn


def differs(a: State, b: State) -> list[str]:
    """The tables in which two states differ."""
    found = [n for n in _TABLES if getattr(a, n) != getattr(b, n)]
    found += [n for n in _SPARSE if (x := getattr(a, n)) != (y := getattr(b, n)) and _full(x) != _full(y)]
    found += [n for n in ("turn", "pending", "agenda", "stalled", "winner", "rolls") if getattr(a, n) != getattr(b, n)]
    return found


def _full(table: dict[str, object]) -> dict[str, object]:
    return {k: v for k, v in table.items() if v not in ((), {}, "", None)}


def no_dead_end(game: Game) -> Problems:
    """Whoever has to act can: a question has an answer; `done` goes, or its refusal names orders that go."""
    if game.state.winner:
        return
    for decision in lines.shown(game.state):
        if not decision_choices(game.facing(decision)):
            yield f"nothing answers the question {decision.kind} of {decision.power} in {decision.place or 'no place'}"
    refusal = None if game.state.pending else game.trial("done", by=game.to_act)
    if refusal is not None and not _cures(game, refusal):
        yield f"done is refused ({refusal.code}: {refusal.message}), and nothing that it names goes: {refusal.choices}"


def _cures(game: Game, refusal: Refusal) -> list[str]:
    """What a refusal of `done` names and may be ordered."""
    return [text for text in refusal.choices if game.trial(text, by=game.to_act) is None]


def leads_on(game: Game, dice: Dice) -> Problems:
    """Whoever does nothing but what refusals of `done` name, and answers as is recommended, comes to the end of the
    phase. Tried on a copy, and only where `done` is refused."""
    if game.state.pending or game.state.winner or game.trial("done", by=game.to_act) is None:
        return
    twin, phase = Game(game.table, game.state.copy(), game.log.copy()), game.state.turn
    for _ in range(PATIENCE):
        if twin.state.winner or twin.state.turn != phase:
            return
        refusal = None if twin.state.pending else twin.trial("done", by=twin.to_act)
        cures = decision_choices(twin) if twin.state.pending else _cures(twin, refusal) if refusal else ["done"]
        if not cures or isinstance(twin.submit(cures[0], dice), Refusal):
            break
    yield f"what refusals of done name does not lead on: {[entry.text for entry in twin.log.since(len(game.log)).here][-9:]}"


def after_refusal(game: Game, before: State) -> Problems:
    """A refused order has left nothing behind."""
    if changed := differs(game.state, before):
        yield f"the refused order changed {', '.join(changed)}"
    if game.state.next_id != before.next_id:
        yield "the refused order used up unit ids"


def after_order(game: Game, before: State, entry: Entry) -> Problems:
    """An accepted order is its events, both ways; its text and its record come back; the position is legal."""
    yield from _events(game, before, entry)
    yield from _texts(game, entry)
    yield from _money(game, before, entry)
    yield from _moved(game.view, entry)


def _events(game: Game, before: State, entry: Entry) -> Problems:
    twin = before.copy()
    for event in entry.events:
        event.apply(twin)
    if changed := differs(twin, game.state):
        yield f"the events do not lead to the position: {', '.join(changed)}"
    for event in reversed(entry.events):
        event.inverse().apply(twin)
    if changed := differs(twin, before):
        yield f"the inverses do not lead back: {', '.join(changed)}"


def _texts(game: Game, entry: Entry) -> Problems:
    if str(game.parse(entry.text)) != entry.text:
        yield f"the text “{entry.text}” reads back as “{game.parse(entry.text)}”"
    if entry.number % RECORDS == 0 and load_entry(json.loads(json.dumps(dump_entry(entry)))) != entry:
        yield "the entry does not come back from JSON"
    narrate(game.table, entry)


def _money(game: Game, before: State, entry: Entry) -> Problems:
    told = dict(before.money)
    for event in entry.events:
        if isinstance(event, MoneyChanged):
            told[event.purse] += event.after - event.before
    for purse, amount in game.state.money.items():
        if told[purse] != amount:
            yield f"{purse} has {amount} IPC and its events say {told[purse]}"
        if amount < 0:
            yield f"{purse} has {amount} IPC"


# --- the position ---------------------------------------------------------------------------------------------


def position(view: View) -> Problems:
    """Nothing stands where it cannot stand, and the index of places is right."""
    state = view.state
    by_place, aboard = indexes(state.units.values())
    if {p: ids for p, ids in state.ids_by_place.items() if ids} != by_place:
        yield "the index of units by place is wrong"
    if {p: ids for p, ids in state.ids_aboard.items() if ids} != aboard:
        yield "the index of units aboard others is wrong"
    yield from consistency.standing(view, state.units.values())
    for place in state.facilities:
        if len(view.complexes(place)) > 1:
            yield f"{place} has {len(view.complexes(place))} complexes"


def _moved(view: View, entry: Entry) -> Problems:
    """The same for what an order touched; where something was lost, for all that is left (cargo, for example)."""
    if any(isinstance(e, UnitRemoved) for e in entry.events):
        yield from position(view)
        return
    changed = [e.unit if isinstance(e, UnitPlaced) else e.after for e in entry.events if isinstance(e, _TOUCH)]
    yield from consistency.standing(view, view.get({u.id for u in changed}))


def kept_profiles(view: View) -> Problems:
    """A profile that is kept is the one that would be worked out now: it depends on nothing but its key."""
    for key, kept in list(view.table.profiles.items()):
        owner, unit, damaged = key[:3]
        if view.profile_key(owner, unit, damaged) == key and view.fresh_profile(owner, unit, damaged) != kept:
            yield f"the kept profile of {owner}'s {unit} is stale"


def alike_go_alike(view: View, power: str, most: int = ASKED) -> Problems:
    """Steps are asked about one of several units that are alike: the others would have been told the same."""
    for phase in (COMBAT_MOVE, NONCOMBAT):
        ground, first, twins = Ground(view, power, phase), dict[object, Unit](), list[tuple[Unit, Unit]]()
        for unit in view.forces(power):
            other = first.setdefault(alike(ground, unit), unit)
            if other.place != unit.place and view.points(unit):
                twins.append((other, unit))
        for other, unit in twins[:: 1 + len(twins) // most]:
            path_search(ground, other, other.place).all(view.points(other))
            shared = path_search(ground, unit, unit.place).all(view.points(unit))
            if shared != search(StepGraph(ground, unit), unit.place).all(view.points(unit)):
                yield f"{unit.owner}'s {unit.type} in {unit.place} does not go as its like in {other.place} do"


def after_turn(view: View, power: str) -> Problems:
    """What must hold when a power's turn is over."""
    yield from alike_go_alike(view, view.active)
    yield from position(view)
    for unit in view.state.units.values():
        if unit.owner == view.active and unit.role == ATTACK and not unit.moved:
            continue  # a rule has raised it among enemies as the turn began
        if unit.moved or unit.role or unit.route or unit.fought or unit.spent:
            yield f"{unit.owner}'s {unit.type} in {unit.place} remembers the last turn"
    if view.state.battles:
        yield "battles are left over"
    if view.state.pool.get(power) and not view.table.answering(Rule.leftovers):
        yield "unplaced units are left over"
    for zone in sorted({u.place for u in view.state.units.values() if view.place(u.place).is_sea}):
        yield from consistency.decks(view, zone, power)
    yield from consistency.territories(view)


def after_round(game: Game) -> Problems:
    """What must hold when a round is over."""
    yield from kept_profiles(game.view)
    yield from saved(game)


def saved(game: Game) -> Problems:
    """The game comes back from its snapshot."""
    again = codec.load_state(formats.state(json.loads(json.dumps(game.snapshot()))))
    if changed := differs(again, game.state):
        yield f"the snapshot does not bring the position back: {', '.join(changed)}"


def replayed(game: Game, start: dict[str, object]) -> Problems:
    """The log alone brings the game to where it is."""
    again = Game.load(json.loads(json.dumps(game.head())), start, game.log[:1])
    for entry in game.log[1:]:
        again.replay(entry)
    if again.hash != game.hash:
        yield f"the replay differs: {', '.join(differs(again.state, game.state)) or 'next id'}"


__all__ = ["after_order", "after_refusal", "after_round", "after_turn", "position", "replayed"]
