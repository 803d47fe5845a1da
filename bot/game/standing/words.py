"""The language of standing orders: a word, an order of losses, an answer, or a sentence with conditions.

never | always | default | ask                             every question; default is what is recommended
press on | take at all costs | kill at all costs | save air | hold | walk in      battles (casualties, retreat)
first hits | default | infantry, artillery, fighter        casualties
2 fighter from United Kingdom only to SZ 110 if odds of at least 60 %
at most 1 at aircraft carrier, battleship if there is a transport
always if it pays                                          more IPC are expected than without
retreat to Poland after 2 rounds if odds below 40 %
place 1 fighter: France                                    an answer as it would be typed
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from bot.game.people.problems import PlayError
from rules.model.names import listing
from rules.model.parse import Lexicon, known, parse
from rules.model.refusals import Refused

ASK, NEVER, ALWAYS, DEFAULT, FIRST_HITS, PRESS_ON = "ask", "never", "always", "default", "first hits", "press on"
SAVE_AIR, HOLD, WALK_IN = "save air", "hold", "walk in"
TAKE, KILL = "take at all costs", "kill at all costs"
# The vocabulary of clubs, for whole battles; and what each word says to a question.
CLUB = {
    SAVE_AIR: "aircraft are lost last; an attack is broken off rather than that aircraft bear the next hits",
    TAKE: "no retreat; a land unit is left to take the place, aircraft go before it",
    KILL: "no retreat; the weakest fall first, so that most is hit",
    HOLD: "a land unit is left to hold the place, aircraft go before it",
    WALK_IN: "an attack is broken off as soon as it is resisted after a round",
}
BATTLE = "battle"
IN_BATTLE = ("casualties", "retreat")
"""The questions of a battle itself, to which the words for whole battles answer."""
_LOSSES = (ASK, DEFAULT, FIRST_HITS, SAVE_AIR, HOLD, TAKE, KILL)
_RETREAT = (ASK, PRESS_ON, SAVE_AIR, TAKE, KILL, WALK_IN)
_OTHERS = (ASK, NEVER, ALWAYS, DEFAULT)
_COUNT = r"(?:(?:at most\s+)?(?P<count>[0-9]+|all|one|two|three)\b\s*)?"
_SENTENCE = re.compile(
    rf"{_COUNT}(?P<what>.*?)(?:\s*\bfrom (?P<origin>.+?))?(?:\s*\b(?:only )?to (?P<to>.+?))?(?:\s*\bat (?P<at>.+?))?$",
    re.I,
)
_AFTER = re.compile(r"\s*\bafter (\d+) rounds?\b", re.I)
_IF = re.compile(r"(?:^|\s+)if\s+(?P<condition>.+)$", re.I)
_ODDS = re.compile(r"(?:the )?odds(?: are)?\s*(?P<sign>[a-z<>=≥ ]*?)\s*(?P<number>[0-9]{1,3})\s*(?:%|percent)?", re.I)
_PAYS = re.compile(r"it pays(?: off)?", re.I)
_THERE = re.compile(r"(?:there (?:is|are) )?(?:an? |any )?(?P<unit>.+?)(?: (?:is|are) there)?", re.I)
_SMALL = {"one": 1, "two": 2, "three": 3}


@dataclass(frozen=True, slots=True)
class Condition:
    """When a standing order holds: odds of the battle in per cent (below: less than that), a unit of the active power
    that is there (none: that none is), or that the answer pays (more IPC are expected with it than without)."""

    odds: int = 0
    below: bool = False
    unit: str = ""
    none: bool = False
    pays: bool = False


@dataclass(frozen=True, slots=True)
class Wish:
    """A standing order as it is meant. word: one of the vocabulary ("" a sentence). text: an answer as typed. losses:
    units, first lost first. count: at most so many (None: all). units, origin, to, at: only these. after: rounds."""

    word: str = ""
    text: str = ""
    losses: tuple[str, ...] = ()
    count: int | None = None
    units: tuple[str, ...] = ()
    origin: str = ""
    to: str = ""
    at: tuple[str, ...] = ()
    after: int = 0
    retreats: bool = False
    condition: Condition | None = None


def vocabulary(kind: str) -> tuple[str, ...]:
    """The words that a kind of question understands."""
    return {"casualties": _LOSSES, "retreat": _RETREAT, BATTLE: (ASK, *CLUB)}.get(kind, _OTHERS)


def read(kind: str, text: str, lex: Lexicon) -> Wish:
    """A standing order from its text. Raises PlayError with what would be understood."""
    plain = " ".join(text.split())
    head, condition = plain, None
    if found := _IF.search(plain):
        head, condition = plain[: found.start()].strip(), _condition(found["condition"], lex)
        if condition.pays and kind in (*IN_BATTLE, BATTLE):
            raise PlayError("About battles I understand “if odds of at least 60 %”, not “if it pays”.")
    if head.lower() in vocabulary(kind) or (not head and condition):
        return Wish(head.lower() or ALWAYS, condition=condition)
    understood = f"For {kind} I understand {listing([f'“{w}”' for w in vocabulary(kind)])}, or a sentence."
    if not head:
        raise PlayError(f"What is to be answered? {understood}")
    try:
        return _sentence(kind, head, condition, lex)
    except Refused as refused:
        raise PlayError(f"{refused.refusal.message} {understood}") from None


def _sentence(kind: str, head: str, condition: Condition | None, lex: Lexicon) -> Wish:
    if kind == "casualties":
        return Wish(losses=_units(head, lex, marks=True), condition=condition)
    if kind == "retreat" and head.lower().startswith("retreat"):
        return _retreat(head, condition, lex)
    if answer := _as_order(head, lex) or (_as_order(f"invoke {head}", lex) if kind == "formation" else ""):
        return Wish(text=answer, condition=condition)
    if kind == BATTLE:
        raise Refused("syntax", f"“{head[:60]}” is no word for a whole battle.")
    found = _SENTENCE.match(head)
    assert found is not None
    number = (found["count"] or "all").lower()
    return Wish(
        count=None if number == "all" else _SMALL.get(number) or int(number),
        units=_units(found["what"], lex),
        origin=lex.place(found["origin"]) if found["origin"] else "",
        to=lex.place(found["to"]) if found["to"] else "",
        at=_units(found["at"] or "", lex),
        condition=condition,
    )


def _as_order(text: str, lex: Lexicon) -> str:
    """A text that is an answer as it would be typed, canonical; "" if it is none."""
    try:
        return str(parse(text, lex))
    except Refused:
        return ""


def _retreat(head: str, condition: Condition | None, lex: Lexicon) -> Wish:
    """`retreat [to PLACE] [after N rounds]`."""
    after = _AFTER.search(head)
    head = _AFTER.sub("", head).strip()
    place = re.fullmatch(r"retreat(?:\s+to\s+(.+))?", head, re.I)
    if place is None and (answer := _as_order(head, lex)):
        return Wish(text=answer, condition=condition)
    if place is None:
        raise Refused("syntax", f"I could not read “{head[:60]}”: retreat to PLACE after 2 rounds if odds below 40 %.")
    to = lex.place(place[1]) if place[1] else ""
    return Wish(retreats=True, to=to, after=int(after[1]) if after else 0, condition=condition)


def _units(text: str, lex: Lexicon, marks: bool = False) -> tuple[str, ...]:
    """Names of units with commas; with their marks in parentheses where these matter."""
    found = []
    for part in filter(str.strip, re.split(r",|\band\b", text)):
        name, bracket, _ = part.partition("(")
        found.append(known(lex.units, name, "unit", "in this game") + (" (damaged)" if bracket and marks else ""))
    return tuple(found)


def _condition(text: str, lex: Lexicon) -> Condition:
    if odds := _ODDS.fullmatch(text.strip()):
        sign = odds["sign"].strip().lower()
        return Condition(odds=int(odds["number"]), below=sign.startswith(("below", "under", "less", "<")))
    if _PAYS.fullmatch(text.strip()):
        return Condition(pays=True)
    none = bool(re.match(r"(?:there (?:is|are) )?no\b", text.strip(), re.I))
    plain = re.sub(r"^(there (?:is|are) )?no\s+", "", text.strip(), flags=re.I) if none else text.strip()
    there = _THERE.fullmatch(plain)
    assert there is not None
    try:
        return Condition(unit=lex.unit(there["unit"]), none=none)
    except Refused:
        raise PlayError(
            "I understand “if odds of at least 60 %”, “if odds below 40 %”, “if there is a transport”, “if it pays”; "
            f"not “{text[:60]}”."
        ) from None
