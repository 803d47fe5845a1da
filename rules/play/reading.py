"""Text from people to orders: as it stands, else put into the words of the language (model/phrases.py), else with what only
the position tells: who `all` are, with what a place can be attacked.

A sentence is read where it can mean one thing. Where it may mean several it is refused, and they are the choices.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from rules.core.stages import due
from rules.core.view import View
from rules.model.examples import on_board
from rules.model.names import key
from rules.model.orders import DONE, Bomb, Buy, Fight, Item, Items, Move, Order, PlaceUnits, Repair, listed, way
from rules.model.parse import MEANT, Lexicon, meant, parse, parse_items, parse_path, split_top
from rules.model.phrases import LONGEST, reword, verbless
from rules.model.phrases import listed as with_commas
from rules.model.refusals import Refusal, Refused
from rules.model.state import COMBAT_MOVE, NONCOMBAT, Unit
from rules.phases.repairs import means
from rules.play import everything, flow

Tried = Callable[[Order], Refusal | None]
"""What an order would be refused for."""
# A form of each order that a phase asks for, for who asks what can be ordered.
FORMS = {
    "research": "research 2",
    "buy": "buy 3 infantry, 1 tank",
    "unbuy": "unbuy 1 infantry",
    "move": "move 3 infantry: Germany > Poland",
    "load": "load 1 infantry: Germany > SZ 113",
    "unload": "unload 1 infantry: SZ 113 > Norway",
    "ship": "ship 1 infantry: Germany > SZ 113 > Norway",
    "fight": "fight Poland",
    "place": "place 3 infantry: Germany",
}
# What is ordered in a phase by units alone, without a verb.
UNSAID = {"purchase": Buy.verb, COMBAT_MOVE: Move.verb, NONCOMBAT: Move.verb, "mobilize": PlaceUnits.verb}
_HELP = ("help", "orders", "what can i do")
_ENDS = ("end turn", "end the turn", "end my turn")
_ATTACK = re.compile(r"(?:attack|assault|invade)\s+(.+)", re.I)
_DAMAGE = re.compile(
    r"(?:([0-9]+|all|everything)\b)?((?:\s*\b(?:the|all|points?|damage|hits?|of|on|at)\b)*)\s*(.*)", re.I
)
_CLAUSE = re.compile(r"\s+(with|using|from)\s+", re.I)


def read(view: View, text: str, tried: Tried) -> Order:
    """The one order that a text can mean in a position. Raises Refused: of the text as it is understood best."""
    lex = view.table.lexicon
    try:
        return plain(text, lex)
    except Refused as refused:
        if len(text) > LONGEST:
            raise
        if (order := _unsaid(view, lex, text, tried)) is not None:
            return order
        said = reword(text, lex)
        found = _sentence(view, lex, said.removesuffix(MEANT) if meant(said) else said, tried)
        if found is None:
            raise refused from None
        return found


def plain(text: str, lex: Lexicon) -> Order:
    """The order that a text means in any position: as it stands, else put into the words of the language. Raises Refused."""
    try:
        return parse(text, lex)
    except Refused:
        said = reword(text, lex)
        if said == text:
            raise
        return parse(said, lex)


def unreadable(text: str, lex: Lexicon) -> Refusal | None:
    """What is wrong in a text in any position: names that nothing has, no order nor the beginning of a sentence."""
    try:
        plain(text, lex)
    except Refused as refused:
        if verbless(text, lex) and any(unreadable(f"{verb} {text}", lex) is None for verb in {*UNSAID.values()}):
            return None
        units = split_top(reword(text, lex).partition(" ")[2], ":")[0]
        of_position = everything.spoken(units, lex) or _ATTACK.fullmatch(text) or key(text) in (*_HELP, *_ENDS)
        return None if of_position else refused.refusal
    return None


def _unsaid(view: View, lex: Lexicon, text: str, tried: Tried) -> Order | None:
    """`2 tanks germany > poland`: the order of the phase that a text is without its verb, None for other texts.
    Raises Refused: of a move, where a way is told."""
    verb = "" if view.state.pending or not verbless(text, lex) else UNSAID.get(view.phase, "")
    if not verb or key(text) in (*_HELP, *_ENDS) or _ATTACK.fullmatch(text):
        return None
    try:
        return read(view, f"{verb} {text}", tried)
    except Refused as refused:
        units_known = text[:1].isdigit() or refused.refusal.code not in ("syntax", "unknown-unit")
        if verb == Move.verb and ">" in text and units_known:
            raise
        return None


def _sentence(view: View, lex: Lexicon, text: str, tried: Tried) -> Order | None:
    """What a text means that only the position tells; None for none of these sentences."""
    verb, _, rest = text.partition(" ")
    if key(text) in _HELP:
        raise Refused("syntax", _asked_for(view, lex))
    if key(text) in _ENDS:
        return _end_turn(view)
    if (attack := _ATTACK.fullmatch(text)) and not view.state.pending:
        return _attack(view, lex, attack[1], tried)
    parts = split_top(rest, ":")
    if verb == Repair.verb and len(parts) == 2:
        return _repair(view, lex, parts[0], parts[1])
    if verb == Bomb.verb and len(parts) == 3 and not parts[0].strip():
        return _bomb(view, lex, parts[1], parts[2])
    if len(parts) != 2 or not everything.spoken(parts[0], lex):
        return None
    if verb == "move":
        return _move(view, lex, parts[0], parts[1])
    if verb in ("load", "unload", "ship"):
        who = everything.cargo(view, parse_path(parts[1], lex)[0], verb)
        return parse(f"{verb} {listed(_these(view, lex, parts[0], who))}: {parts[1]}", lex)
    return _place(view, lex, parts[0], parts[1], tried) if verb == "place" else None


def _asked_for(view: View, lex: Lexicon) -> str:
    """What can be ordered in this phase, by examples."""
    module = flow.MODULES.get(view.phase)
    verbs = [kind.verb for kind in module.HANDLERS] if module else []
    forms = [f"`{on_board(FORMS[verb], lex.board)}`" for verb in verbs if verb in FORMS]
    return f"Orders of {view.phase}, for example: {', '.join((*forms, '`done`'))}."


def _end_turn(view: View) -> Order:
    phases = view.table.phases
    ahead = [p for p in phases[phases.index(view.phase) + 1 :] if p != "collect income"]
    if ahead and view.phase in phases:
        text = f"`done` ends {view.phase}; before the turn ends there {'are' if len(ahead) > 1 else 'is'} {', '.join(ahead)}."
        raise Refused("wrong-phase", text, choices=("done",))
    return DONE


def _repair(view: View, lex: Lexicon, text: str, where: str) -> Order | None:
    """`repair 3 damage: A`, `repair the complex: A`, `repair all: A`: points of what is damaged there; None where that is
    nothing. Raises Refused: several are, and each is a choice."""
    found, place = _DAMAGE.fullmatch(text.strip()), lex.place(where)
    if not found:
        return None
    count, named = found[1] or "", [Repair(place, 0, name) for name in lex.units.meanings(found[3])]
    here = [f for f in view.state.facilities.get(place, ()) if f.damage]
    here = [f for f in here if not found[3] or any(means(view, f, order) for order in named)]
    orders = [Repair(place, int(count) if count.isdigit() else f.damage, f.type) for f in here]
    if len(orders) > 1:
        text = f"Several are damaged in {place}: {', '.join(f.type for f in here)}."
        raise Refused("syntax", text, choices=tuple(str(order) for order in orders))
    return orders[0] if orders else None


def _bomb(view: View, lex: Lexicon, items: str, path: str) -> Order:
    """`bomb London with 2 bombers from Germany`: what stands there. Raises Refused: several do, and each is a choice."""
    where = parse_path(path, lex)
    here = [f.type for f in view.facilities(where[-1])]
    orders = [Bomb(what, parse_items(items, lex), where) for what in here]
    if len(orders) == 1:
        return orders[0]
    text = f"Say what is bombed in {where[-1]}: {', '.join(here) or 'nothing that can be stands there'}."
    raise Refused("syntax", text, choices=tuple(str(order) for order in orders))


# --- all of them -------------------------------------------------------------------------------------------------


def _these(view: View, lex: Lexicon, text: str, who: Sequence[Unit]) -> Items:
    if not (found := everything.chosen(view, text, who, lex)):
        raise Refused("not-enough-units", f"None of them is there to be ordered: `{text[:60]}`.")
    return found


def _move(view: View, lex: Lexicon, text: str, places: str) -> Order:
    """`move all: A > B`: who is ready to move, if all of them can; else those that can are a choice."""
    path = parse_path(places, lex)
    ready = everything.of_all(view, text, everything.movable(view, path[0]), lex)
    if not ready:
        raise Refused("not-enough-units", f"None of them in {path[0]} can still move: {view.active}, {view.phase}.")
    found = everything.journey(view, ready, path)
    if found.unable:
        unit, first = found.unable[0]
        if not found.able:
            raise Refused(first.code, first.message, first.rule, first.choices)
        could = Move(_these(view, lex, text, found.able), path)
        others = everything.named(view, [u for u, _ in found.unable])
        text = f"{others} cannot ({unit.type}: {first.message.rstrip('.')}). Those that can: `{could}`."
        raise Refused(first.code, text, first.rule, (str(could),))
    return Move(_these(view, lex, text, found.able), path)


def _place(view: View, lex: Lexicon, text: str, where: str, tried: Tried) -> Order:
    """`place all: A`: what was bought and has no place yet; `place rest: A`: of that as much as there is room for."""
    meant_ = everything.wanted(text, lex)
    pool = [b for b in view.state.pool.get(view.active, ()) if not b.site]
    bought = [b for b in pool if meant_ and meant_(view.table.units[b.type])]
    if not bought:
        raise Refused("not-enough-units", f"{view.active} has none of them to place.")
    whole = PlaceUnits(parse_items(", ".join(f"{b.count} {b.type}" for b in bought), lex), lex.place(where))
    return _as_far_as_room_goes(whole, tried) if everything.left_over(text) else whole


def _as_far_as_room_goes(order: PlaceUnits, tried: Tried) -> Order:
    """Of the units of an order, in their order, as many as can be placed there; the order as it is where none can."""
    fits: Items = ()
    kinds: dict[str, int] = {}
    for item in order.items:
        kinds[item.unit] = kinds.get(item.unit, 0) + item.count
    for unit, most in kinds.items():
        smaller = (PlaceUnits((*fits, Item(n, unit)), order.place) for n in range(most, 0, -1))
        fits = next((some.items for some in smaller if tried(some) is None), fits)
    return PlaceUnits(fits, order.place) if fits else order


# --- attacks -----------------------------------------------------------------------------------------------------


def _attack(view: View, lex: Lexicon, text: str, tried: Tried) -> Order:
    """`attack A with everything`, `attack A from B with 3 inf`: a move where it can mean one only, a fight where the battle
    is due."""
    place, *clauses = _CLAUSE.split(text)
    goal = lex.place(place)
    said = {word.lower().replace("using", "with"): rest for word, rest in zip(clauses[::2], clauses[1::2], strict=True)}
    if any(battle.place == goal for battle in due(view)) and not said:
        return Fight(goal)
    if view.phase != COMBAT_MOVE:
        text = f"Attacks are ordered in combat move, by moving in: `{_example(view, goal)}`; this is {view.phase}."
        raise Refused("wrong-phase", text)
    if view.place(goal).is_land and view.friendly_land(goal, view.active):
        raise Refused("no-target", f"{goal} is not in enemy hands.")
    start = lex.place(said["from"]) if "from" in said else ""
    units = with_commas(said["with"], lex) if "with" in said else "all"
    if start and not everything.spoken(units, lex):
        return Move(parse_items(units, lex), (start, goal))
    legal = [order for order in _attacks(view, lex, goal, units, start) if tried(order) is None]
    if len(legal) == 1 and "with" in said:
        return legal[0]
    raise _which(goal, legal) if legal else _cannot(view, lex, goal, tried)


def _which(goal: str, orders: Sequence[Order]) -> Refused:
    text = f"Attacks are moves, one from each place: say with what {goal} is attacked, and from where."
    return Refused("syntax", text, choices=tuple(map(str, orders)))


def _example(view: View, goal: str) -> str:
    near = [p for p in view.board.near(goal) if view.place(p).is_land == view.place(goal).is_land]
    own = [p for p in near if view.commanded(p, view.active)] or near
    types = [u.type for u in view.commanded(own[0], view.active)] if own else []
    return f"move 1 {types[0] if types else 'infantry'}: {way((own[0], goal)) if own else goal}"


def _attacks(view: View, lex: Lexicon, goal: str, units: str, start: str) -> list[Order]:
    """A move into a place from each place from where the units can come, nearest first."""
    starts = [start] if start else sorted({u.place for u in view.forces(view.active)} - {goal})
    found: list[tuple[bool, Order]] = []
    for place in starts:
        who = everything.movable(view, place)
        able = everything.journey(view, who, (place, goal)).able
        try:
            order = Move(everything.chosen(view, units, able, lex), (place, goal))
        except Refused as refused:
            if refused.refusal.code.startswith("unknown"):
                raise
            continue
        if order.items and everything.there(view, order.items, able):
            found.append((goal not in view.board.near(place), order))
    return [order for _, order in sorted(found, key=lambda one: one[0])]


def _cannot(view: View, lex: Lexicon, goal: str, tried: Tried) -> Refused:
    """Why a place is not attacked so: others could, else what the likeliest attack is refused for."""
    everybody = _attacks(view, lex, goal, "all", "")
    refused = [(order, tried(order)) for order in everybody]
    if legal := [order for order, refusal in refused if refusal is None]:
        return _which(goal, legal)
    told = [refusal for _, refusal in refused if refusal]
    for place in sorted({u.place for u in view.forces(view.active)}, key=lambda p: goal not in view.board.near(p)):
        told += [why for _, why in everything.journey(view, everything.movable(view, place), (place, goal)).unable]
    best = next((r for r in told if r.code not in ("too-far", "no-path", "no-landing")), None)
    if best:
        return Refused(best.code, best.message, best.rule, best.choices)
    return Refused("too-far", f"Nothing of {view.active} that could attack {goal} by itself reaches it now.")
