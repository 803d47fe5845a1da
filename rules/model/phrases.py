"""Sentences as people write them, put into the words of the order language (docs/ORDERS.md): what stands for a verb, for a
comma, for a path. What needs the position to be understood is left as it stands (play/reading.py).

Asked only about what is no order as it stands: orders mean what they meant. To teach it more words, add to the tables.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from rules.model.names import key
from rules.model.parse import MEANT, Lexicon, meant, split_top

# What is longer is no sentence.
LONGEST = 400
# Whole sentences that mean an order of bare words.
SENTENCES = {
    **dict.fromkeys(("end phase", "end the phase", "end this phase", "next phase", "finish phase", "finished"), "done"),
    **dict.fromkeys(("take back", "take it back", "undo last", "undo last order", "undo that"), "undo"),
    **dict.fromkeys(("no scramble", "no interception", "do not scramble", "do not intercept", "no kamikaze"), "pass"),
    **dict.fromkeys(("fight on", "keep fighting", "continue fighting", "continue the attack"), "press on"),
}
# Other words for a verb; more than one word before those it begins with.
VERBS = {
    "declare war against": "declare war on",
    "declare against": "declare war on",
    "declare on": "declare war on",
    "fight the battle of": "fight",
    "fight the battle in": "fight",
    "fight in": "fight",
    "fight for": "fight",
    "fight at": "fight",
    "purchase": "buy",
    "mv": "move",
    "send": "move",
    "march": "move",
    "fly": "move",
    "sail": "move",
    "mobilize": "place",
    "mobilise": "place",
    "deploy": "place",
    "lose": "casualties",
    "casualties:": "casualties",
    "blitz": "move",
    "pull back": "retreat",
    "fall back": "retreat",
    "withdraw to": "retreat to",
    "retreat all": "retreat",
    "retreat everything": "retreat",
    "bombard with": "bombard",
    "raid": "bomb",
}
# Verbs of units with a way, and of units with a place behind them.
TRAVEL = ("move", "load", "unload", "ship", "scramble", "land", "launch", "shell")
SITED = ("place", "buy", "unbuy", "lay")
# Of these, verbs of money.
PAID = ("buy", "unbuy")
# Verbs of one thing that stands in a place.
OF_ONE = ("demolish", "disband")
LISTS = (*TRAVEL, *SITED, "casualties", "submerge", "intercept", "bombard")
NUMBERS = {"seven": 7, "eight": 8, "nine": 9, "ten": 10, "eleven": 11, "twelve": 12}

_ARROW = re.compile(r"\s*(?:[-=]+>|[→⇒➔»])\s*")
_AND = re.compile(r"\s+and\s+|\s*[&+]\s*", re.I)
_INTO = re.compile(r"\s+(?:to|into|onto|at|through|via|then)\s+|\s*>\s*", re.I)
_POINTS = re.compile(r"([0-9]+)\s+(?:points?\s+)?(?:(?:on|at|of)\s+)?(?:the\s+)?(?!(?:on|in)\s)(.+)", re.I)
_PAYER = re.compile(r"(.+?)\s+(?:for|from|by|with|in)\s+(?:the\s+)?(.+?)", re.I)
_AT = re.compile(r"\s+(?:in|at|on|to|into|onto)\s+", re.I)
_POLITE = re.compile(r"^(?:please\s+|i\s+|we\s+|let\s+us\s+|let's\s+|i'll\s+|want\s+to\s+|would\s+like\s+to\s+)+", re.I)
_BOMBED = re.compile(r"(.+?)\s+(?:with|using)\s+(.+?)\s+(?:from|of)\s+(.+)", re.I)
_ARTICLE = re.compile(r"^(?:the|an?|my|our)\s+", re.I)
_BECOMES = re.compile(r"(.+)\s+(?:to|into)\s+(?:an?\s+|the\s+)?(.+)", re.I)
_LINE = (
    re.compile(r"(.+?)\s+(?:between|from)\s+(.+?)\s+(?:and|to)\s+(.+)", re.I),
    re.compile(r"(.+?)\s+in\s+(.+?)\s+(?:on\s+the\s+border\s+)?(?:to|towards?|with|against|facing)\s+(.+)", re.I),
)
_ARMY = re.compile(r"(.+?)\s+(?:in|at)\s+(.+?)\s+(?:with|of|from)\s+(.+)", re.I)


def reword(text: str, lex: Lexicon) -> str:
    """A sentence in the words of the order language, as far as they are known; the text as it stands where there is
    nothing to change. It may be no order, or name what is not there."""
    if len(text) > LONGEST:
        return text
    plain = re.sub(r"\s+", " ", text.split("#")[0]).strip()
    tail = MEANT if meant(plain) else ""
    plain = plain.removesuffix(plain[-len(MEANT) :]) if tail else plain
    place, colon, answer = plain.partition(":")
    if colon and place.lower().startswith("in "):
        return f"{place}: {reword(answer, lex)}{tail}"
    return _reworded(plain, lex) + tail


def _reworded(text: str, lex: Lexicon) -> str:
    text = _POLITE.sub("", text.rstrip("!?").strip())
    if whole := SENTENCES.get(key(text)):
        return whole
    verb, rest = _verb(_ARROW.sub(" > ", text))
    if not rest:
        return text
    if verb in TRAVEL:
        rest = _travel(rest, lex)
    elif verb == "repair":
        rest = _points(rest, lex)
    elif verb == "upgrade":
        rest = _upgraded(_ARTICLE.sub("", rest), lex)
    elif verb in OF_ONE:
        rest = _sited(_ARTICLE.sub("", rest), lex)
    elif verb == "bomb":
        rest = _bombed(rest, lex)
    elif verb == "form":
        rest = _formed(_ARTICLE.sub("", rest), lex)
    elif verb in SITED:
        rest = _lines(rest, lex) if verb == "lay" else rest
        rest = _sited(_paid(rest, lex) if verb in PAID else rest, lex)
    if verb in LISTS:
        items, *behind = split_top(rest, ":")
        rest = ": ".join((listed(items, lex), *behind))
    return f"{verb} {rest}"


def verbless(text: str, lex: Lexicon) -> bool:
    """Whether no verb begins a text, nor a word that stands for one."""
    low = f"{text.strip().lower()} "
    return not any(low.startswith(f"{verb} ") for verb in (*lex.words, *VERBS))


def _verb(text: str) -> tuple[str, str]:
    """The verb of a sentence, as the language has it, and what stands behind."""
    low = text.lower()
    for said in sorted(VERBS, key=len, reverse=True):
        if low.startswith(f"{said} "):
            return VERBS[said], text[len(said) :].strip()
    verb, _, rest = text.partition(" ")
    return verb.lower(), rest.strip()


# --- ways and places ---------------------------------------------------------------------------------------------


def _travel(text: str, lex: Lexicon) -> str:
    """`3 inf from A to C via B`, `3 inf to C from A`, `3 inf A > C` as `3 inf: A > B > C`, with `using ...` behind it."""
    before, using, ships = _parted(text, "using")
    if using:
        return f"{_travel(before, lex)} using {_sited(ships, lex)}"
    if len(split_top(text, ":")) > 1:
        return text
    before, _, over = _parted(text, "via", "through")
    text, over = (text, "") if not over or _INTO.search(f" {over} ") else (before, over)
    items, said, way = _parted(text, "from")
    if not said:
        return _unmarked(text, lex)
    items, towards = _first(items, "to", "into", "onto")
    places = [way, towards] if towards and not _INTO.search(way) else _INTO.split(way)
    places[1:1] = [over] if over else []
    return f"{items}: {' > '.join(_ARTICLE.sub('', p.strip()) for p in places)}"


def _parted(text: str, *words: str) -> tuple[str, str, str]:
    """A text before the last of some words, the word, and what stands behind it; both empty without one."""
    found = list(re.finditer(rf"\s+({'|'.join(words)})\s+", text, re.I))
    return (text[: found[-1].start()], found[-1][1], text[found[-1].end() :]) if found else (text, "", "")


def _first(text: str, *words: str) -> tuple[str, str]:
    parts = re.split(rf"\s+(?:{'|'.join(words)})\s+", text, maxsplit=1, flags=re.I)
    return parts[0], parts[1] if len(parts) > 1 else ""


def _unmarked(text: str, lex: Lexicon) -> str:
    """`3 inf germany > poland`: where the units end and the way begins is told by the names, if one place can be meant."""
    first, *others = _INTO.split(text)
    if not others:
        return text
    found = list(_halves(first, lex))
    return f"{found[0][0]}: {' > '.join((found[0][1], *others))}" if len(found) == 1 else text


def _halves(text: str, lex: Lexicon) -> Iterator[tuple[str, str]]:
    """Units and a place without a mark between them."""
    words = text.split(" ")
    for at in range(1, len(words)):
        items, place = " ".join(words[:at]), " ".join(words[at:])
        names = [_bare(part) for part in split_top(listed(items, lex), ",") if part]
        if names and lex.board.place_names.find(place) and all(_is_unit(name, lex) for name in names):
            yield items, place
            if _of_all(names[-1]):  # `all planes Western` is nobody
                return


def _bare(item: str) -> str:
    """The name of an item, without count and qualifiers."""
    return re.sub(
        r"^\s*(?:[0-9]+\s*x?|an?|one|two|three|four|five|six)\s+", "", item.partition("(")[0], flags=re.I
    ).strip()


def _is_unit(name: str, lex: Lexicon) -> bool:
    return bool(lex.units.meanings(name)) or _of_all(name)


def _of_all(name: str) -> bool:
    return name.lower().removeprefix("the ").split(" ")[0] in ("all", "everything", "rest", "remaining")


def _sited(text: str, lex: Lexicon) -> str:
    """`3 inf in germany` as `3 inf: germany`."""
    if len(split_top(text, ":")) > 1:
        return text
    parts = _AT.split(text)
    if len(parts) == 2 and lex.board.place_names.meanings(where := _ARTICLE.sub("", parts[1])):
        return f"{parts[0]}: {where}"
    found = list(_halves(text, lex))
    return f"{found[0][0]}: {found[0][1]}" if len(found) == 1 else text


def _paid(text: str, lex: Lexicon) -> str:
    """`3 inf, 1 tank for UK Pacific` as `3 inf (UK Pacific), 1 tank (UK Pacific)`: who pays for all of a list."""
    found = _PAYER.fullmatch(text)
    purse = next((p for p in lex.board.purse_power if found and key(p) == key(found[2])), "")
    if not found or not purse or purse in lex.board.powers:
        return text
    items = split_top(listed(found[1], lex), ",")
    return ", ".join(item if "(" in item else f"{item} ({purse})" for item in items if item)


def _upgraded(text: str, lex: Lexicon) -> str:
    """`2 infantry in A to X`, `2 infantry to X in A`, `2 infantry A to X` as `2 infantry to X: A`."""
    found = _BECOMES.fullmatch(text)
    if not found or ":" in text:
        return text
    for what, to in ((found[1], _sited(found[2], lex)), (_sited(found[1], lex), found[2])):
        place = "".join(part.partition(":")[2] for part in (what, to))
        if place:
            return f"{what.partition(':')[0]} to {to.partition(':')[0]}:{place}"
    return text


def _formed(text: str, lex: Lexicon) -> str:
    """`panzer army in A with 1 general and 5 tanks` as `panzer army: A: 1 general, 5 tanks`."""
    found = _ARMY.fullmatch(text)
    if not found or ":" in text or not lex.board.place_names.meanings(found[2]):
        return text
    return f"{found[1]}: {found[2]}: {listed(found[3], lex)}"


def _bombed(text: str, lex: Lexicon) -> str:
    """`the complex in B with 2 bombers from A` as `complex: 2 bombers: A > B`; `B with ...` with nothing before the colon."""
    found = _BOMBED.fullmatch(text)
    if not found or ":" in text:
        return text
    goal = _ARTICLE.sub("", found[1])
    what, _, place = (_sited(goal, lex) if not lex.board.place_names.meanings(goal) else f": {goal}").partition(":")
    return f"{what}: {listed(found[2], lex)}: {_ARTICLE.sub('', found[3])} > {place.strip()}" if place else text


def _lines(text: str, lex: Lexicon) -> str:
    """`2 mines between A and B`, `2 mines in A on the border to B` as `2 mines: A | B`."""
    for form in _LINE:
        found, names = form.fullmatch(text), lex.board.place_names
        if found and ":" not in text and names.meanings(found[2]) and names.meanings(found[3]):
            return f"{found[1]}: {found[2]} | {found[3]}"
    return text


def _points(text: str, lex: Lexicon) -> str:
    """`3 on the complex in germany`, `3 complex germany` as `3 on complex: germany`."""
    found, whole = _POINTS.fullmatch(text), _sited(text, lex)
    place = lex.board.place_names.find(whole.rpartition(":")[2])
    at_sea = place is not None and lex.board.places[place].is_sea  # ships are counted there, not points
    return f"{found[1]} on {_sited(found[2], lex)}" if found and not at_sea else whole


# --- units -------------------------------------------------------------------------------------------------------


def listed(text: str, lex: Lexicon) -> str:
    """A list of units with commas only: `2 tanks and a fighter`."""
    parts = (piece for part in split_top(text, ",") for piece in _apart(part, lex))
    return ", ".join(_counted(part) for part in parts if part)


def _apart(part: str, lex: Lexicon) -> list[str]:
    """What stands between `and`s, unless it belongs to the name."""
    return [part] if lex.units.meanings(_bare(part)) or "(" in part else _AND.split(part.removeprefix("and "))


def _counted(item: str) -> str:
    """`the 3 infantry`, `all 3 infantry`, `ten infantry` with a number first."""
    item = re.sub(r"^(?:(?:all|the|my|our|these|those)\s+)+(?=[0-9])", "", item.strip(), flags=re.I)
    word, _, rest = item.partition(" ")
    return f"{NUMBERS[word.lower()]} {rest}" if word.lower() in NUMBERS else item
