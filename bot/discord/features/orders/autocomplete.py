"""What is offered while an option is typed: only what is legal now (rules/legal), best first."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import islice

from rapidfuzz import fuzz, process

from bot.discord.features.orders.specs import Slot, Verb
from bot.discord.text.limits import CHOICE, OPTIONS, clip
from rules.economy import prices
from rules.legal import Legal, Mover, ahead, charge, complete, groups, legal
from rules.legal.match import items, match, mixed
from rules.model.names import key
from rules.model.state import COMBAT_MOVE
from rules.play.everything import spoken
from rules.play.game import Game

Values = Mapping[str, str]
Offer = Callable[[Game, str, Verb, Values, str], Iterable[str]]


def offered(game: Game, power: str, verb: Verb, slot: Slot, values: Values, typed: str) -> list[tuple[str, str]]:
    """Lines for one option of an order, given the values of the others: (what is shown, what it stands for)."""
    offer = OFFERS.get(slot.kind)
    texts = offer(game, power, verb, values, typed) if offer else ()
    fitting = (t for t in dict.fromkeys(texts) if t and len(t) <= CHOICE)
    label = LABELS.get(slot.kind)
    if label is None:
        return [(clip(t, CHOICE), t) for t in islice(fitting, OPTIONS)]
    given = {s.name: values.get(s.name, "") for s in verb.slots}
    return [
        (clip(label(game, power, verb.order({**given, slot.name: t}), t), CHOICE), t) for t in islice(fitting, OPTIONS)
    ]


def _warned(game: Game, power: str, order: str, text: str) -> str:
    """`Poland (on the way: 4 landmines of ...)`: what fires at the units of an order is said before it is given."""
    told = ahead(game, order, power)
    return f"{text} ({told[0][:1].lower()}{told[0][1:].rstrip('.')})" if told else text


def _foretold(game: Game, power: str, order: str, text: str) -> str:
    """`minor industrial complex to underground: Paris: 7 IPC`; else what fires on the way."""
    paid = charge(game, order, power)
    return f"{text}: {paid} IPC" if paid else _warned(game, power, order, text)


def _priced(game: Game, power: str, order: str, text: str) -> str:
    """`3 infantry, 9 IPC`."""
    view, names = game.view, game.table.unit_names
    bought = [(int(n or 1), names.find(unit)) for n, unit in items(text, names)]
    total = sum(prices.price(view, power, unit, n) for n, unit in bought if unit)
    return f"{text}: {total} IPC"


def _dice_priced(game: Game, power: str, order: str, text: str) -> str:
    """`2 dice, 10 IPC`."""
    number, cost = int(text), int(game.view.edition("research_cost", 5))
    return f"{number} {'die' if number == 1 else 'dice'}: {number * cost} IPC"


def alike(typed: str, texts: Sequence[str]) -> list[str]:
    """The texts that fit what was typed, best first; all as they stand when nothing was."""
    wanted = key(typed)
    if not wanted:
        return list(texts)
    keys = [key(t) for t in texts]
    starts = [i for i, k in enumerate(keys) if k.startswith(wanted)]
    inside = [i for i, k in enumerate(keys) if f" {wanted}" in f" {k}"]
    near = process.extract(wanted, keys, scorer=fuzz.WRatio, score_cutoff=70, limit=OPTIONS)
    return [texts[i] for i in dict.fromkeys((*starts, *inside, *(i for _, _, i in near)))]


def _whole(game: Game, power: str, verb: Verb, values: Values, typed: str) -> Iterable[str]:
    return complete(game, power, verb.word, typed)


def _dice(game: Game, power: str, verb: Verb, values: Values, typed: str) -> Iterable[str]:
    texts = [t.split(" for ")[0] for t in complete(game, power, "research", "")]
    return [t for t in dict.fromkeys(texts) if t.startswith(typed.strip())]


def _tech(game: Game, power: str, verb: Verb, values: Values, typed: str) -> Iterable[str]:
    texts = [t.split(" for ", 1)[1] for t in complete(game, power, "research", "") if " for " in t]
    return alike(typed, list(dict.fromkeys(texts)))


# --- units ---------------------------------------------------------------------------------------------------


def _listed(game: Game, typed: str, most: Mapping[str, int], apart: Collection[str] = ()) -> list[str]:
    """Lists of units continued: `3 inf, 1 ar` is completed to `3 infantry, 1 armor`. most: unit -> how many; apart: what
    does not go with the others."""
    lines = [f"{head}{n} {unit}" for head, n, unit in mixed(typed, most, game.table.unit_names)]
    whole = [f"{n} {u}" for u, n in most.items() if u not in apart]
    return [", ".join(whole), *lines] if not typed.strip() and len(whole) > 1 else lines


def _sale(game: Game, power: str, verb: Verb, values: Values, typed: str) -> Iterable[str]:
    sale = {s.unit: s for s in legal(game, power).sale if max(s.most.values(), default=0)}
    most = {unit: max(s.most.values()) for unit, s in sale.items()}
    for head, n, unit in mixed(typed, most, game.table.unit_names):
        count = _affordable(game, power, head, n, unit, sale[unit].batch)
        if count:
            yield f"{head}{count} {unit}"


def _affordable(game: Game, power: str, head: str, count: int, unit: str, batch: int) -> int:
    """The most units up to a number that can be bought beside those before them."""
    if not head:
        return count - count % batch
    for n in range(count - count % batch, 0, -batch):
        if game.trial(f"buy {head}{n} {unit}", by=power) is None:
            return n
    return 0


def _bought(game: Game, power: str, verb: Verb, values: Values, typed: str) -> Iterable[str]:
    pool = game.state.pool.get(power, ())
    return _listed(game, typed, {b.type: sum(x.count for x in pool if x.type == b.type) for b in pool})


def _units(game: Game, power: str, verb: Verb, values: Values, typed: str) -> Iterable[str]:
    board = game.table.board
    origin = board.place_names.find(values.get("from", "")) or ""
    if verb.command == "unload":
        aboard = [u.type for u in game.view.units(origin, power) if u.carrier is not None] if origin else []
        return _listed(game, typed, {t: aboard.count(t) for t in sorted(set(aboard))})
    movers = [m for m in legal(game, power).movers if m.place == origin and _can_go(game, m)]
    if verb.command in ("ship", "load"):
        movers = [m for m in movers if game.table.units[m.unit].cargo] or movers
    whole = groups(game.view, origin, power) if verb.command == "move" and origin else []
    fitting = [text for text in whole if key(typed) in key(text)]
    apart = [m.name for m in movers if _keeps_off(game, m)]
    listed = _listed(game, typed, {m.name: m.count for m in movers}, apart)
    return [*fitting, *listed, *_ways_of_their_own(game, power, verb, origin, typed)]


def _ways_of_their_own(game: Game, power: str, verb: Verb, origin: str, typed: str) -> list[str]:
    """Units of a place that a rule moves in a way of its own: `2 infantry (by rail)`."""
    start = f"{verb.word} "
    parts = (t.removeprefix(start).split(f": {origin} > ") for t in legal(game, power).offers if t.startswith(start))
    return alike(typed, list(dict.fromkeys(part[0] for part in parts if len(part) == 2 and "(" in part[0])))


def _keeps_off(game: Game, mover: Mover) -> bool:
    """Whether some units stay behind when those beside them attack."""
    return game.view.phase == COMBAT_MOVE and game.view.profile(game.view.active, mover.unit).has("cannot attack")


def _can_go(game: Game, mover: Mover) -> bool:
    """Whether some units have anywhere to go in this phase."""
    view = game.view
    if view.phase == COMBAT_MOVE and view.profile(view.active, mover.unit).has("not in combat move"):
        return False
    return bool(mover.goals) or view.table.units[mover.unit].cargo > 0


# --- places --------------------------------------------------------------------------------------------------


def _origins(game: Game, power: str, verb: Verb, values: Values, typed: str) -> Iterable[str]:
    if verb.command == "unload":
        places = sorted({u.place for u in game.view.forces(power) if u.carrier is not None})
        return match(typed, game.table.board.place_names, places)
    return match(typed, game.table.board.place_names, _busiest(game, legal(game, power)))


def _busiest(game: Game, found: Legal) -> list[str]:
    """Places with units that have somewhere to go, most units first."""
    counts: dict[str, int] = {}
    for mover in found.movers:
        if _can_go(game, mover):
            counts[mover.place] = counts.get(mover.place, 0) + mover.count
    return sorted(counts, key=lambda place: (-counts[place], place))


def _coasts(game: Game, power: str, verb: Verb, values: Values, typed: str) -> Iterable[str]:
    board = game.table.board
    coasts = [p for p in _busiest(game, legal(game, power)) if board.touching_seas(p) and not board.places[p].is_sea]
    return match(typed, board.place_names, coasts)


def _goals(game: Game, power: str, verb: Verb, values: Values, typed: str) -> Iterable[str]:
    """Where the units can go, attacks first; a way being typed is continued leg by leg."""
    if verb.command != "move":
        prefix = f"{values.get('units', '')}: {values.get('from', '')} > "
        return [t.rsplit(" > ", 1)[-1] for t in complete(game, power, verb.word, prefix + typed)]
    if ">" in typed or "(by " in values.get("units", ""):
        prefix = f"{values.get('units', '')}: {values.get('from', '')} > "
        texts = complete(game, power, "move", prefix + typed)
        return [t.split(" > ", 1)[1] for t in texts if " > " in t]
    goals = ranked_goals(game, power, values.get("from", ""), values.get("units", ""))
    fits = match(typed, game.table.board.place_names, goals)
    return _that_go(game, power, f"{verb.word} {values.get('units', '')}: {values.get('from', '')} > ", fits)


def _that_go(game: Game, power: str, start: str, goals: Iterable[str]) -> Iterator[str]:
    """The goals to which an order goes through, or would once its way is named."""
    for goal in goals:
        refusal = game.trial(f"{start}{goal}", by=power)
        if refusal is None or refusal.code == "ambiguous-path":
            yield goal


def ranked_goals(game: Game, power: str, origin: str, units: str) -> list[str]:
    """Where some units of a place can all go, those worth most first."""
    place = game.table.board.place_names.find(origin) or ""
    every = spoken(units, game.table.lexicon)
    wanted = [] if every else _named(game, units)
    movers = [m for m in legal(game, power).movers if m.place == place and (not wanted or m.unit in wanted)]
    if not movers:
        return []
    common = set(movers[0].goals).intersection(*(m.goals for m in movers[1:]))
    if every and not common:  # who of them can is told where one is chosen
        common = {goal for m in movers for goal in m.goals}
    near = [goal for goal in dict.fromkeys(goal for m in movers for goal in m.goals) if goal in common]
    return sorted(near, key=worth(game, power, near))


def worth(game: Game, power: str, near: Sequence[str]) -> Callable[[str], tuple[int, int]]:
    """The order of goals: what can be attacked first, by its value, then all else, nearest first."""
    view = game.view

    def key_of(goal: str) -> tuple[int, int]:
        enemy = view.hostile_land(goal, power) or view.occupied(goal, power)
        return (-int(enemy), -view.value(goal) if enemy else near.index(goal))

    return key_of


def _named(game: Game, units: str) -> list[str | None]:
    """The units that a list names; None for what nothing is called."""
    names = game.table.unit_names
    return [names.find(name.partition("(")[0]) for _, name in items(units, names) if name]


def _sail(game: Game, power: str, verb: Verb, values: Values, typed: str) -> Iterable[str]:
    return sea_ways(game, power, values.get("from", ""), values.get("units", ""), typed)


def sea_ways(game: Game, power: str, place: str, units: str, typed: str = "") -> list[str]:
    """Ways by ship that some units of a place can all go: `SZ 7 > Normandy`."""
    start = f"{place} > "
    texts = complete(game, power, "ship", f"{units}: {start}{typed}")
    ways = [t.split(start, 1)[1] for t in texts if start in t]
    if ways or "," not in units:
        return ways
    # Of several kinds of units: where one of the first can go, as far as all of them can.
    first = complete(game, power, "ship", f"1 {(_named(game, units) or [''])[0]}: {start}{typed}")
    return list(_that_go(game, power, f"ship {units}: {start}", [t.split(start, 1)[1] for t in first if start in t]))


def _battles(game: Game, power: str, verb: Verb, values: Values, typed: str) -> Iterable[str]:
    return match(typed, game.table.board.place_names, [b.place for b in legal(game, power).battles])


def _sites(game: Game, power: str, verb: Verb, values: Values, typed: str) -> Iterable[str]:
    wanted = _named(game, values.get("units", ""))
    sites = [site for s in legal(game, power).sale if not wanted or s.unit in wanted for site in s.sites]
    return match(typed, game.table.board.place_names, list(dict.fromkeys(sites)))


def _pool(game: Game, power: str, verb: Verb, values: Values, typed: str) -> Iterable[str]:
    return _listed(game, typed, {p.unit: p.count for p in legal(game, power).place})


def _place_sites(game: Game, power: str, verb: Verb, values: Values, typed: str) -> Iterable[str]:
    wanted = _named(game, values.get("units", ""))
    entries = [p for p in legal(game, power).place if not wanted or p.unit in wanted]
    sites = list(dict.fromkeys(site for p in entries for site in p.sites))
    return match(typed, game.table.board.place_names, sites)


# How a choice is shown: the game, the power, the order that it would make, the choice.
LABELS: dict[str, Callable[[Game, str, str, str], str]] = {
    "sale": _priced,
    "dice": _dice_priced,
    "goal": _warned,
    "sail": _warned,
    "whole": _foretold,
}
OFFERS: dict[str, Offer] = {
    "whole": _whole,
    "dice": _dice,
    "tech": _tech,
    "sale": _sale,
    "bought": _bought,
    "units": _units,
    "origin": _origins,
    "coast": _coasts,
    "goal": _goals,
    "sail": _sail,
    "battle": _battles,
    "site": _sites,
    "pool": _pool,
    "placesite": _place_sites,
}
