"""What is offered while an option is typed: only what is legal now (rules/legal), best first."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from rapidfuzz import fuzz, process

from bot.interface.order_specs import Slot, Verb
from bot.interface.text.limits import CHOICE, OPTIONS
from rules.legal import Legal, complete, legal
from rules.model.names import key
from rules.model.parse import split_top
from rules.play.game import Game

Values = Mapping[str, str]
Offer = Callable[[Game, str, Verb, Values, str], Iterable[str]]


def offered(game: Game, power: str, verb: Verb, slot: Slot, values: Values, typed: str) -> list[str]:
    """Values for one option of an order, given those of the others."""
    offer = OFFERS.get(slot.kind)
    texts = offer(game, power, verb, values, typed) if offer else ()
    return [t for t in dict.fromkeys(texts) if t and len(t) <= CHOICE][:OPTIONS]


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


def _found(game: Game, power: str) -> Legal:
    return legal(game, power)


def _whole(game: Game, power: str, verb: Verb, values: Values, typed: str) -> Iterable[str]:
    return complete(game, power, verb.word, typed)


def _dice(game: Game, power: str, verb: Verb, values: Values, typed: str) -> Iterable[str]:
    texts = [t.split(" for ")[0] for t in complete(game, power, "research", "")]
    return [t for t in dict.fromkeys(texts) if t.startswith(typed.strip())]


def _tech(game: Game, power: str, verb: Verb, values: Values, typed: str) -> Iterable[str]:
    texts = [t.split(" for ", 1)[1] for t in complete(game, power, "research", "") if " for " in t]
    return alike(typed, list(dict.fromkeys(texts)))


# --- units ---------------------------------------------------------------------------------------------------


def mixed(typed: str, most: Mapping[str, int]) -> list[str]:
    """Lists of units continued: `3 infantry, 1 ar` is completed to `3 infantry, 1 armor`.

    most: unit -> how many there are. Each unit is offered with all of them, the half, and one.
    """
    *said, last = split_top(typed, ",") if typed.strip() else [""]
    head = "".join(f"{part}, " for part in said)
    rest = {u: n for u, n in most.items() if not any(key(part).endswith(key(u)) for part in said)}
    number = "".join(c for c in last.split(" ")[0] if c.isdecimal())
    name = last.strip().removeprefix(number).strip()
    lines = [f"{head}{n} {unit}" for unit in alike(name, list(rest)) for n in _counts(rest[unit], number)]
    everything = ", ".join(f"{n} {u}" for u, n in most.items())
    return [everything, *lines] if not typed.strip() and len(most) > 1 else lines


def _counts(most: int, number: str) -> list[int]:
    if number:
        return [int(number)] if 0 < int(number) <= most else [most]
    return sorted({most, (most + 1) // 2, 1}, reverse=True)


def _sale(game: Game, power: str, verb: Verb, values: Values, typed: str) -> Iterable[str]:
    found = {s.unit: max(s.most.values(), default=0) for s in _found(game, power).sale}
    most = {unit: n for unit, n in found.items() if n}
    lines = mixed(typed, most)[1:] if not typed.strip() and len(most) > 1 else mixed(typed, most)
    return [t for t in lines if game.trial(f"buy {t}", by=power) is None or "," not in t]


def _bought(game: Game, power: str, verb: Verb, values: Values, typed: str) -> Iterable[str]:
    pool = game.state.pool.get(power, ())
    return mixed(typed, {b.type: sum(x.count for x in pool if x.type == b.type) for b in pool})


def _units(game: Game, power: str, verb: Verb, values: Values, typed: str) -> Iterable[str]:
    board = game.table.board
    origin = board.place_names.find(values.get("from", "")) or ""
    if verb.command == "unload":
        aboard = [u.type for u in game.view.units(origin, power) if u.carrier is not None] if origin else []
        return mixed(typed, {t: aboard.count(t) for t in sorted(set(aboard))})
    movers = [m for m in _found(game, power).movers if m.place == origin]
    if verb.command in ("ship", "load"):
        movers = [m for m in movers if game.table.units[m.unit].cargo] or movers
    return mixed(typed, {m.unit: m.count for m in movers})


# --- places --------------------------------------------------------------------------------------------------


def _origins(game: Game, power: str, verb: Verb, values: Values, typed: str) -> Iterable[str]:
    if verb.command == "unload":
        places = sorted({u.place for u in game.state.units.values() if u.owner == power and u.carrier is not None})
        return alike(typed, places)
    return alike(typed, _busiest(_found(game, power)))


def _busiest(found: Legal) -> list[str]:
    """Places with movable units, most units first."""
    counts: dict[str, int] = {}
    for mover in found.movers:
        counts[mover.place] = counts.get(mover.place, 0) + mover.count
    return sorted(counts, key=lambda place: (-counts[place], place))


def _coasts(game: Game, power: str, verb: Verb, values: Values, typed: str) -> Iterable[str]:
    board = game.table.board
    return alike(typed, [p for p in _busiest(_found(game, power)) if not board.places[p].is_sea])


def _goals(game: Game, power: str, verb: Verb, values: Values, typed: str) -> Iterable[str]:
    """Where the units can go, attacks first; a way being typed is continued leg by leg."""
    if verb.command != "move":
        prefix = f"{values.get('units', '')}: {values.get('from', '')} > "
        return [t.rsplit(" > ", 1)[-1] for t in complete(game, power, verb.word, prefix + typed)]
    if ">" in typed:
        prefix = f"{values.get('units', '')}: {values.get('from', '')} > "
        texts = complete(game, power, "move", prefix + typed)
        return [t.split(" > ", 1)[1] for t in texts if " > " in t]
    return alike(typed, ranked_goals(game, power, values.get("from", ""), values.get("units", "")))


def ranked_goals(game: Game, power: str, origin: str, units: str) -> list[str]:
    """Where some units of a place can all go, those worth most first."""
    view, board = game.view, game.table.board
    place = board.place_names.find(origin) or ""
    wanted = [game.table.unit_names.find(_name(part)) for part in split_top(units, ",") if part]
    movers = [m for m in _found(game, power).movers if m.place == place and (not wanted or m.unit in wanted)]
    if not movers:
        return []
    common = set(movers[0].goals).intersection(*(m.goals for m in movers[1:]))
    near = [goal for goal in movers[0].goals if goal in common]

    def worth(goal: str) -> tuple[int, int]:
        enemy = view.hostile_land(goal, power) or view.occupied(goal, power)
        return (-int(enemy), -board.places[goal].value if enemy else near.index(goal))

    return sorted(near, key=worth)


def _name(part: str) -> str:
    words = part.split("(")[0].strip().split(" ")
    return " ".join(words[1:] if words[0].isdecimal() else words)


def _sail(game: Game, power: str, verb: Verb, values: Values, typed: str) -> Iterable[str]:
    prefix = f"{values.get('units', '')}: {values.get('from', '')} > "
    texts = complete(game, power, "ship", prefix + typed)
    start = f"{values.get('from', '')} > "
    return [t.split(start, 1)[1] for t in texts if start in t]


def _battles(game: Game, power: str, verb: Verb, values: Values, typed: str) -> Iterable[str]:
    return alike(typed, [b.place for b in _found(game, power).battles])


def _sites(game: Game, power: str, verb: Verb, values: Values, typed: str) -> Iterable[str]:
    wanted = key(_name(values.get("units", "")))
    sites = [site for s in _found(game, power).sale if not wanted or key(s.unit) == wanted for site in s.sites]
    return alike(typed, list(dict.fromkeys(sites)))


def _pool(game: Game, power: str, verb: Verb, values: Values, typed: str) -> Iterable[str]:
    return mixed(typed, {p.unit: p.count for p in _found(game, power).place})


def _place_sites(game: Game, power: str, verb: Verb, values: Values, typed: str) -> Iterable[str]:
    wanted = {game.table.unit_names.find(_name(part)) for part in split_top(values.get("units", ""), ",") if part}
    entries = [p for p in _found(game, power).place if not wanted or p.unit in wanted]
    return alike(typed, list(dict.fromkeys(site for p in entries for site in p.sites)))


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
