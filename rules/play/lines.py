"""Several questions open at once.

The position has one line of play at its front (`State.pending`, `State.agenda`): what is asked there, and what the
engine does once that is answered. Everything asked in it may be answered in any order. While it waits for other
powers, the active power may go on with a battle that does not depend on their answers: the line is then stalled
(`State.stalled`) and comes back to the front when it is answered, or when the other has come to its end.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rules.core import border_crossings, stages
from rules.core.act import Act, task
from rules.core.hooks import Places, Question, Rule
from rules.core.view import View
from rules.model.events import AgendaChanged, DecisionsChanged, StalledChanged
from rules.model.state import COMBAT, Battle, Decision, Line, State, Task
from rules.play import asking

NEXT_PHASE = "next phase"


def open_questions(state: State) -> tuple[Decision, ...]:
    """All questions that can be answered now, the one that is asked first at the front."""
    return (*state.pending, *(d for line in state.stalled for d in line.pending))


def put_to(state: State, power: str, place: str = "") -> tuple[Decision, ...]:
    """The questions that an answer of a power may be meant for: the first in each line of play (of those about a
    place, where the answer names one). No power: whoever is asked."""
    every = (state.pending, *(line.pending for line in state.stalled))
    fits = ([d for d in one if place in ("", d.place) and power in ("", *askers(d))] for one in every)
    return tuple(some[0] for some in fits if some)


def shown(state: State) -> tuple[Decision, ...]:
    """The open questions that are put to people side by side: in each line of play the first of each power."""
    found: list[Decision] = []
    for power in asked(state):
        found += [d for d in put_to(state, power) if not any(d is other for other in found)]
    return tuple(sorted(found, key=lambda d: next(i for i, o in enumerate(open_questions(state)) if o is d)))


def addressed(state: State, decision: Decision, text: str) -> str:
    """An answer as it has to be written so that it is this question's: with its place where several are open."""
    first = put_to(state, decision.power)
    if not decision.place or (first and first[0] is decision):
        return text
    return f"in {decision.place}: {text}"


def askers(decision: Decision) -> tuple[str, ...]:
    """The powers that may answer a question: its own, or all owners that have still to say theirs."""
    return tuple(decision.data.get("owners", ())) or (decision.power,)


def asked(state: State) -> tuple[str, ...]:
    """The powers with an open question, each once, first asked first."""
    return tuple(dict.fromkeys(p for d in open_questions(state) for p in askers(d)))


def facing(state: State, decision: Decision) -> State:
    """A copy of the position in which a question is the first."""
    twin = state.copy()
    for event in _to_front(state, decision):
        event.apply(twin)
    return twin


def to_front(act: Act, decision: Decision) -> None:
    """Make a question the first; its line of play comes to the front."""
    for event in _to_front(act.state, decision):
        act.emit(event)


def _to_front(state: State, decision: Decision) -> Iterator[AgendaChanged | DecisionsChanged | StalledChanged]:
    front = Line(state.pending, state.agenda)
    if any(d is decision for d in front.pending):
        line = front
    else:
        line = next(one for one in state.stalled if any(d is decision for d in one.pending))
        rest = tuple(one for one in state.stalled if one is not line)
        yield StalledChanged(state.stalled, (front, *rest))
        yield AgendaChanged(state.agenda, line.agenda)
    first = (decision, *(d for d in line.pending if d is not decision))
    if first != state.pending:
        yield DecisionsChanged(state.pending, first)


def resume(act: Act) -> None:
    """The line at the front has come to its end: the next one that waits."""
    line, *rest = act.state.stalled
    act.emit(StalledChanged(act.state.stalled, tuple(rest)))
    _set_front(act, line)


def stall(act: Act) -> None:
    """Put the line at the front aside, so that its power can go on elsewhere; after combat move the battles begin."""
    state = act.state
    pending, agenda = state.pending, state.agenda
    at = next((i for i, t in enumerate(agenda) if t.name == NEXT_PHASE), len(agenda))
    act.emit(StalledChanged(state.stalled, (*state.stalled, Line(pending, agenda[:at]))))
    closing = (task("admit reinforcements"),) if act.attacks_wait else ()
    _set_front(act, Line((), (*closing, *agenda[at:])))


def _set_front(act: Act, line: Line) -> None:
    if line.pending != act.state.pending:
        act.emit(DecisionsChanged(act.state.pending, line.pending))
    if line.agenda != act.state.agenda:
        act.emit(AgendaChanged(act.state.agenda, line.agenda))


def drop_void(act: Act) -> None:
    """Forget questions that have lost their point by what was answered elsewhere."""
    if not act.state.pending:
        return
    kept = tuple(d for d in act.state.pending if not waiting(act, d).void)
    if kept != act.state.pending:
        act.emit(DecisionsChanged(act.state.pending, kept))


def at_once(todo: Task) -> bool:
    """Whether a task puts questions that do not wait for the answers to those before."""
    return bool(todo.data.get("at_once"))


# --- going on meanwhile ------------------------------------------------------------------------------------------


def why_waiting(view: View) -> str:
    """Why the active power cannot go on with anything while questions are open, or ""."""
    state, first = view.state, view.state.pending[0]
    mine = [d for d in open_questions(state) if view.active in askers(d)]
    if mine:
        return f"{view.active} has a question of its own to answer first ({asking.named(view.table, mine[0])})."
    if view.attacks_wait:
        if stages.automatic(view) != (stages.CROSSINGS,) or border_crossings.remembered(view):
            return f"What comes before the battles here waits for {first.power} ({asking.named(view.table, first)})."
    elif any(t.name == NEXT_PHASE for t in state.agenda) or state.turn.phase != COMBAT:
        return answer_first(view, first)
    return ""


def answer_first(view: View, decision: Decision) -> str:
    """That nothing goes on before a question is answered."""
    return f"{decision.power} has to answer first ({asking.named(view.table, decision)})."


def waits_for(view: View, place: str) -> Decision | None:
    """The open question on which the battles at a place depend, if any."""
    battles = view.state.battles.values()
    places = {p for b in battles if b.place == place for p in linked(view, b)} or {place}
    for decision in open_questions(view.state):
        concerned = concerns(view, decision)
        if concerned is None or concerned & places:
            return decision
    return None


def concerns(view: View, decision: Decision) -> Places:
    """The places whose battles depend on the answer to a question; None: all."""
    return waiting(view, decision).places


def waiting(view: View, decision: Decision) -> Question:
    """What has become of a question that waits for its answer."""
    battle = view.state.battles.get(decision.data.get("battle", ""))
    own = linked(view, battle) if battle else frozenset([decision.place]) if decision.place else None
    return view.table.fold(Rule.question, Question(places=own), view, decision)


def at_stake(view: View, decision: Decision) -> Battle | None:
    """The battle that a question is about: the one it names, or the only one that it concerns."""
    if named := view.state.battles.get(decision.data.get("battle", "")):
        return named
    found = battles_at(view.state, concerns(view, decision) or ())
    return found[0] if len(found) == 1 else None


def battles_at(state: State, places: Iterable[str]) -> list[Battle]:
    """The battles still to be fought at some places, else those for which troops land from there."""
    fought = [b for b in state.battles.values() if b.status != "over" and b.kind in ("land", "sea")]
    here = set(places)
    return [b for b in fought if b.place in here] or [b for b in fought if here.intersection(b.zones)]


def linked(view: View, battle: Battle) -> frozenset[str]:
    """The places of a battle and of those that hang together with it: landings and the zones they come from."""
    found, before = {battle.place, *battle.zones}, set[str]()
    while found != before:
        before = set(found)
        for other in view.state.battles.values():
            theirs = {other.place, *other.zones}
            found |= theirs if theirs & before else set()
    return frozenset(found)
