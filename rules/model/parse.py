"""Order text to orders. Names are resolved against a board and the unit types on the table."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Mapping

from rules.model import orders as o
from rules.model.board import Board
from rules.model.examples import on_board
from rules.model.names import Names, figure, listing, one_of
from rules.model.orders import Item, Items, Order, Path
from rules.model.refusals import Refused

# No number in an order is larger: what a game holds is far less, and some work grows with it.
MOST = 9999
# So many kinds of units are told where one is named that is not there.
FEW = 12
# Ends a phase in spite of what is lost by it; for the engine the same as `done`.
MEANT = " anyway"
"""Ends an order whose giver knows what it brings and wants not to be asked."""
ANYWAY = f"done{MEANT}"
# Texts of which a lexicon knows the orders: what is offered is tried and read again and again.
REMEMBERED = 4096
# What may be ignored or attacked in a zone, beside units by name.
_SHIPS = ("", "it", "them", "submarines", "transports")
_NUMBER_WORDS = {"a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6}


class Lexicon:
    """The names an order may use: places and powers of a board, unit types of a table, verbs of its rules with
    what reads the text behind each. read: order text to an order, known for the texts that were read last."""

    def __init__(self, board: Board, units: Names, verbs: Mapping[str, Reader] | None = None):
        self.board, self.units, self.verbs = board, units, verbs or {}
        self.words = sorted(dict.fromkeys((*_VERBS, *self.verbs)), key=len, reverse=True)
        self.read = functools.lru_cache(maxsize=REMEMBERED)(functools.partial(_read, self))

    def place(self, text: str) -> str:
        """The canonical place; refuses `unknown-place`."""
        return known(self.board.place_names, text, "place", "on this board")

    def unit(self, text: str) -> str:
        """The canonical unit type; refuses `unknown-unit`."""
        return known(self.units, text, "unit", "in this game")

    def power(self, text: str) -> str:
        """The canonical power; refuses `unknown-power`."""
        return known(self.board.power_names, text, "power", "in this game")


def known(names: Names, text: str, kind: str, where: str) -> str:
    """The name that is meant; refuses with up to three suggestions, or with all meanings where there are several."""
    found = names.find(text)
    if found is not None:
        return found
    near = names.near(text)
    if len(names.meanings(text)) > 1:
        raise Refused(f"unknown-{kind}", f"“{_short(text)}” may mean {one_of(near)}. Which?", choices=near)
    hint = f" Did you mean {one_of(near)}?" if near else ""
    if kind == "unit" and len(names.all()) <= FEW:
        hint += f" There are {listing(names.all())}."
    raise Refused(f"unknown-{kind}", f"There is no {kind} called “{_short(text)}” {where}.{hint}", choices=near)


Reader = Callable[[str, Lexicon], Order]
"""Reads the text behind a verb."""


def _short(text: str) -> str:
    """What was typed, as it is said again: a refusal is no echo of pages."""
    text = text.strip()
    return text if len(text) <= 60 else f"{text[:59]}…"


def bad_form(form: str) -> Refused:
    """The refusal of a text that does not have the form of its order."""
    return Refused("syntax", f"I could not read that. The form is: {form}")


def split_top(text: str, separator: str) -> list[str]:
    """Split at a separator that is not inside parentheses."""
    if "(" not in text and ")" not in text:
        return [p.strip() for p in text.split(separator)]
    parts, depth, last = [], 0, 0
    for i, char in enumerate(text):
        depth += (char == "(") - (char == ")")
        if depth == 0 and char == separator:
            parts.append(text[last:i])
            last = i + 1
    return [p.strip() for p in [*parts, text[last:]]]


def _count(digits: str) -> int:
    number = figure(digits, len(str(MOST)))
    if number is None:
        raise Refused("syntax", f"A number in an order is at most {MOST}.")
    return number


def parse_item(text: str, lex: Lexicon) -> Item:
    """One `[count] unit [(qualifier, ...)]`."""
    found = re.fullmatch(
        r"\s*(?:([0-9]+)\s*x?\s+|(a|an|one|two|three|four|five|six)\s+)?(.+?)\s*(?:\((.*)\))?\s*", text, re.I
    )
    if not found:
        raise bad_form("3 infantry, 1 tank")
    number, word, name, tags = found.groups()
    count = _count(number) if number else _NUMBER_WORDS.get((word or "one").lower(), 1)
    words = _qualifiers(tags) if tags else []
    if count < 1:
        raise Refused("syntax", "A count must be 1 or more.")
    return Item(count, lex.unit(name), tuple(_tag(t, lex) for t in words))


def _qualifiers(text: str) -> list[str]:
    """Qualifiers of an item; the counted items behind `cargo:` are one of them."""
    words: list[str] = []
    for part in (re.sub(r"\s+", " ", t) for t in split_top(text, ",") if t):
        if words and words[-1].lower().startswith("cargo:") and re.match(r"[0-9]", part):
            words[-1] += f", {part}"
        else:
            words.append(part)
    return words


def _tag(text: str, lex: Lexicon) -> str:
    for name in (*lex.board.purse_power, *lex.board.powers):
        if name.lower() == text.lower():
            return name
    return text if text.lower().startswith("cargo") else text.lower()


def parse_items(text: str, lex: Lexicon) -> Items:
    """A comma list of items; a name that itself has a comma is not split."""
    parts = [part for part in split_top(text, ",") if part]
    if not parts:
        raise bad_form("3 infantry, 1 tank")
    return tuple(item for part in parts for item in _parse_part(part, lex))


def _parse_part(part: str, lex: Lexicon) -> Items:
    """One item; where its name is unknown and a number stands in it, items between which a comma was forgotten."""
    try:
        return (parse_item(part, lex),)
    except Refused:
        pieces = re.split(r"\s+(?=[0-9]+\s)", part.strip())
        if len(pieces) == 1:
            raise
        return tuple(parse_item(piece, lex) for piece in pieces)


def parse_path(text: str, lex: Lexicon) -> Path:
    """`A > B > C`."""
    return tuple(lex.place(part) for part in text.split(">"))


def split_colon(text: str, count: int, form: str) -> list[str]:
    """The parts between colons; refuses with the `form` where there are not so many."""
    parts = split_top(text, ":")
    if len(parts) != count:
        raise bad_form(form)
    return parts


def _number(text: str, form: str) -> int:
    if not re.fullmatch(r"\s*[0-9]+\s*", text):
        raise bad_form(form)
    return _count(text.strip())


def _declare(rest: str, lex: Lexicon) -> Order:
    return o.DeclareWar(lex.power(rest))


def _research(rest: str, lex: Lexicon) -> Order:
    found = re.fullmatch(r"([0-9]+)(?:\s+dic?e)?(?:\s+for\s+(.+))?", rest.strip(), re.I)
    if not found:
        raise bad_form("research 2")
    return o.Research(_count(found[1]), (found[2] or "").lower())


def _trade(make: Callable[[Items, str], Order], form: str) -> Reader:
    def read(rest: str, lex: Lexicon) -> Order:
        parts = split_top(rest, ":")
        if len(parts) > 2:
            raise bad_form(form)
        return make(parse_items(parts[0], lex), lex.place(parts[1]) if len(parts) == 2 else "")

    return read


def _repair(rest: str, lex: Lexicon) -> Order:
    what, place = split_colon(rest, 2, "repair 3 on industrial complex: Germany")
    if found := re.fullmatch(r"([0-9]+)\s+on\s+(.+)", what, re.I):
        item = parse_item(found[2], lex)
        return o.Repair(lex.place(place), _count(found[1]), item.unit, (), item.tags)
    return o.Repair(lex.place(place), items=parse_items(what, lex))


def _upgrade(rest: str, lex: Lexicon) -> Order:
    what, place = split_colon(rest, 2, "upgrade 2 infantry to …: Germany")
    parts = re.split(r"\s+to\s+", what, flags=re.I)
    if len(parts) != 2:
        raise bad_form("upgrade 2 infantry to …: Germany")
    item = parse_item(parts[0], lex)
    if not re.match(r"\s*([0-9]+|an?|one|two|three|four|five|six)\s", parts[0], re.I):
        item = Item(0, item.unit, item.tags)
    to = lex.units.find(parts[1]) or parts[1].lower()
    return o.Upgrade(item, to, lex.place(place))


def _travel(make: Callable[[Items, Path], Order], form: str, shortest: int = 2) -> Reader:
    def read(rest: str, lex: Lexicon) -> Order:
        items, path = split_colon(rest, 2, form)
        places = parse_path(path, lex)
        if len(places) < shortest:
            raise bad_form(form)
        return make(parse_items(items, lex), places)

    return read


def _load(rest: str, lex: Lexicon) -> Order:
    main, using, _ = rest.partition(" using ")
    if using:
        text = (
            "`load` boards any transport of the zone that has room and names none. `using` belongs to `ship`, which loads, "
            "sails and lands in one: ship 1 infantry: Germany > SZ 113 > Norway using 1 transport: SZ 112."
        )
        raise Refused("syntax", text, choices=(f"load {main}",))
    return _travel(o.Load, "load 2 infantry: Germany > SZ 113", 1)(main, lex)


def _ship(rest: str, lex: Lexicon) -> Order:
    main, _, using = (
        re.split(r"(\s+using\s+)", rest, maxsplit=1, flags=re.I)
        if re.search(r"\s+using\s+", rest, re.I)
        else (rest, "", "")
    )
    items, path = split_colon(main, 2, "ship 1 infantry: Germany > SZ 113 > Norway")
    if not using:
        return o.Ship(parse_items(items, lex), parse_path(path, lex))
    places = parse_path(path, lex)
    what, _, where = using.partition(":")
    return o.Ship(parse_items(items, lex), places, parse_items(what, lex), lex.place(where) if where else places[0])


def _bomb(rest: str, lex: Lexicon) -> Order:
    facility, items, path = split_colon(rest, 3, "bomb industrial complex: 2 bomber: United Kingdom > Germany")
    return o.Bomb(lex.unit(facility), parse_items(items, lex), parse_path(path, lex))


def _launch(word: str) -> Reader:
    def read(rest: str, lex: Lexicon) -> Order:
        items, path = split_colon(rest, 2, f"{word} 1 rocket: Germany > United Kingdom")
        where, *at = re.split(r"\s+at\s+", path, maxsplit=1, flags=re.I)
        return o.Launch(parse_items(items, lex), parse_path(where, lex), parse_items(at[0], lex) if at else (), word)

    return read


def _drop(rest: str, lex: Lexicon) -> Order:
    form = "drop 1 infantry at Karelia S.S.R.: 1 bomber: Germany > Karelia S.S.R. > Ukraine S.S.R."
    what, carriers, path = split_colon(rest, 3, form)
    parts = re.split(r"\s+at\s+", what, flags=re.I)
    if len(parts) != 2:
        raise bad_form(form)
    return o.Drop(parse_items(parts[0], lex), lex.place(parts[1]), parse_items(carriers, lex), parse_path(path, lex))


def _form(rest: str, lex: Lexicon) -> Order:
    formation, place, items = split_colon(rest, 3, "form convoy: SZ 112: 1 escort, 2 transport")
    return o.Form(formation.lower(), lex.place(place), parse_items(items, lex))


def _disband(rest: str, lex: Lexicon) -> Order:
    formation, place = split_colon(rest, 2, "disband convoy: SZ 112")
    return o.Disband(formation.lower(), lex.place(place))


def _lay(rest: str, lex: Lexicon) -> Order:
    items, where = split_colon(rest, 2, "lay 1 sea mine: SZ 5")
    place, *border = where.split("|")
    return o.Lay(parse_items(items, lex), lex.place(place), lex.place(border[0]) if border else "")


def _demolish(rest: str, lex: Lexicon) -> Order:
    facility, place = split_colon(rest, 2, "demolish industrial complex: Ukraine")
    several = len(lex.units.meanings(facility)) > 1  # a name of several sorts stays as it was given
    return o.Demolish((not several and lex.units.find(facility)) or facility.lower(), lex.place(place))


def _retreat(rest: str, lex: Lexicon) -> Order:
    rest = rest.strip()
    if rest.lower() == "air":
        return o.Retreat(air=True)
    parts = re.split(r"(?:^|\s+)to\s+", rest, maxsplit=1, flags=re.I)
    items = parse_items(parts[0], lex) if parts[0].strip() else ()
    return o.Retreat(lex.place(parts[1]) if len(parts) == 2 else "", items)


def _regard(make: Callable[[str, str], Order], word: str) -> Reader:
    def read(rest: str, lex: Lexicon) -> Order:
        what, *place = split_top(rest, ":")
        if what.lower() not in _SHIPS and not lex.units.meanings(what):
            raise bad_form(f"{word} transports: SZ 112")
        return make(what.lower(), lex.place(place[0]) if place else "")

    return read


def _choice(make: Callable[[Items], Order]) -> Reader:
    return lambda rest, lex: make(parse_items(rest, lex))


def _place(rest: str, lex: Lexicon) -> Order:
    items, place = split_colon(rest, 2, "place 3 infantry: Germany")
    return o.PlaceUnits(parse_items(items, lex), lex.place(place))


def _give(rest: str, lex: Lexicon) -> Order:
    found = re.fullmatch(r"([0-9]+)(?:\s+ipcs?)?\s+to\s+(.+?)(?:\s+rolled\s+by\s+(.+))?", rest.strip(), re.I)
    if not found:
        raise bad_form("give 5 to United Kingdom")
    return o.Give(_count(found[1]), lex.power(found[2]), lex.power(found[3]) if found[3] else "")


_VERBS: dict[str, Reader] = {
    "declare war on": _declare,
    "declare war": _declare,
    "research": _research,
    "buy": _trade(o.Buy, "buy 3 infantry, 1 tank"),
    "unbuy": _trade(o.Unbuy, "unbuy 1 tank"),
    "repair": _repair,
    "upgrade": _upgrade,
    "move": _travel(o.Move, "move 3 infantry: Germany > Poland"),
    "load": _load,
    "unload": _travel(o.Unload, "unload 2 infantry: SZ 113 > Germany"),
    "ship": _ship,
    "bomb": _bomb,
    "launch": _launch("launch"),
    "shell": _launch("shell"),
    "drop": _drop,
    "form": _form,
    "disband": _disband,
    "lay": _lay,
    "invoke": lambda rest, lex: o.Invoke(rest.strip().lower()),
    "demolish": _demolish,
    "fight": lambda rest, lex: o.Fight(lex.place(rest)),
    "casualties": _choice(o.Casualties),
    "retreat": _retreat,
    "submerge": _choice(o.Submerge),
    "scramble": _travel(o.Scramble, "scramble 2 fighter: Germany > SZ 113"),
    "land": _travel(o.Land, "land 1 fighter: SZ 113 > Germany"),
    "intercept": _choice(o.Intercept),
    "bombard": _trade(o.Bombard, "bombard 1 battleship"),
    "in": lambda rest, lex: _in_place(rest, lex),
    "ignore": _regard(o.Ignore, "ignore"),
    "attack": _regard(o.Attack, "attack"),
    "chart": lambda rest, lex: o.Chart(_number(rest, "chart 1")),
    "place": _place,
    "give": _give,
    "roll": lambda rest, lex: o.Throw.of(rest),
}


def meant(text: str) -> bool:
    """Whether an order's text says that what it brings is known."""
    return text.lower().rstrip().endswith(MEANT)


def parse(text: str, lex: Lexicon) -> Order:
    """Read one order; raises Refused with code `syntax`, `unknown-unit`, `unknown-place` or
    `unknown-power`."""
    return lex.read(text)


def _read(lex: Lexicon, text: str) -> Order:
    try:
        return _parse(text, lex)
    except Refused as refused:
        refusal = refused.refusal
        if refusal.code != "syntax":
            raise
        raise Refused("syntax", on_board(refusal.message, lex.board), refusal.rule, refusal.choices) from None


def _parse(text: str, lex: Lexicon) -> Order:
    text = re.sub(r"\s+", " ", text.split("#")[0]).strip()
    text = text[: -len(MEANT)] if meant(text) else text
    low = text.lower()
    if low in o.PLAIN:
        return o.Plain(low)
    for verb in lex.words:
        if low == verb or low.startswith(verb + " "):
            rest = text[len(verb) :].strip()
            return (lex.verbs.get(verb) or _VERBS[verb])(rest, lex)
    raise Refused(
        "syntax",
        f"I do not know the order “{text[:60]}”. Orders begin with a verb such as buy, move or fight.",
    )


def _in_place(text: str, lex: Lexicon) -> Order:
    """`in PLACE: ANSWER`; the answer names no place once more."""
    place, _, answer = text.partition(":")
    if not answer.strip() or answer.split()[0].lower() == o.In.verb:
        raise bad_form("in Poland: casualties 2 infantry")
    return o.In(lex.place(place), _parse(answer, lex))
