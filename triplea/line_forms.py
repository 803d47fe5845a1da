"""The forms of a summary's lines: what TripleA writes (facts of its history log), and what people write by hand."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence

from rules.core.table import Table
from rules.model.profiles import LAND
from rules.model.refusals import Refused
from rules.play import reading
from triplea import told as t
from triplea.naming import Naming, listed
from triplea.spelling import ours

# How a summary calls the parts of a turn, without what is no letter -> the phase here.
STEPS = {
    "researchtechnology": "research",
    "activatetechnology": "purchase",
    "research": "research",
    "tech": "research",
    "purchaseunits": "purchase",
    "purchase": "purchase",
    "purchases": "purchase",
    "politics": "combat move",
    "combatmove": "combat move",
    "combatmoves": "combat move",
    "cm": "combat move",
    "combat": "conduct combat",
    "conductcombat": "conduct combat",
    "battles": "conduct combat",
    "noncombatmove": "noncombat move",
    "noncombatmoves": "noncombat move",
    "noncombat": "noncombat move",
    "ncm": "noncombat move",
    "placeunits": "mobilize",
    "place": "mobilize",
    "placement": "mobilize",
    "mobilize": "mobilize",
    "collectincome": "collect income",
    "turncomplete": t.OVER,
    "endturn": t.OVER,
}
_DICE = r"[1-6](?:[, ]+[1-6])*"

Reader = Callable[["Lines", "re.Match[str]", int, str], Iterable[t.Told]]


class Lines:
    """Reads line by line; remembers in which part of a turn and in which battle it is."""

    def __init__(self, table: Table) -> None:
        self.names, self.table = Naming(table), table
        self.phase = self.battle = ""

    def read(self, number: int, said: str) -> list[t.Told]:
        """What one line tells."""
        for pattern, reader in _FORMS:
            if found := pattern.fullmatch(said):
                try:
                    return list(reader(self, found, number, said))
                except Refused as refused:
                    return [t.Unread(number, said, refused.refusal.message)]
        return self.free(number, said)

    def free(self, number: int, said: str) -> list[t.Told]:
        """A line in nobody's form: an order in our language or a sentence, else unread."""
        starts = {"mobilize": ("place ", ""), "purchase": ("buy ", "")}.get(self.phase, ("", "move "))
        why = ""
        for start in starts:
            try:
                order = reading.plain(start + _spelt(said, self.table), self.table.lexicon)
                return [t.Ordered(number, said, str(order), literal=True)]
            except Refused as refused:
                if refused.refusal.code != "syntax" or not why:
                    why = refused.refusal.message
        return [t.Unread(number, said, why)]


def _spelt(said: str, table: Table) -> str:
    """With our names for units and sea zones."""
    said = re.sub(r"\b(\d+) Sea ?Zone\b", r"SZ \1", said, flags=re.I)
    return re.sub(r"\b\w+_\w+\b", lambda word: ours("units", word[0].removesuffix("s")), said)


# --- the forms --------------------------------------------------------------------------------------------------------


def _remark(lines: Lines, found: re.Match[str], number: int, said: str) -> Iterator[t.Told]:
    yield t.Remark(number, said)


def _round(lines: Lines, found: re.Match[str], number: int, said: str) -> Iterator[t.Told]:
    yield t.Round(number, said, int(found[1]))


def _step(lines: Lines, found: re.Match[str], number: int, said: str) -> Iterator[t.Told]:
    """`Combat Move - Germans`, `Germany NCM:`, `Purchase: 3 inf`."""
    phase, rest = STEPS[re.sub(r"[^a-z]", "", found["step"].lower())], (found["rest"] or "").strip()
    power = lines.names.power(found["lead"]) if found["lead"] else ""
    if rest and (found["mark"] != ":" or lines.names.is_power(rest)):
        power, rest = lines.names.power(rest), ""
    lines.phase, lines.battle = phase, ""
    yield t.Step(number, said, power, phase if phase in (*lines.table.phases, t.OVER) else "")
    if rest:
        yield from lines.read(number, rest)


def _own_step(lines: Lines, found: re.Match[str], number: int, said: str) -> Iterator[t.Told]:
    """`Setup - Russians`: a phase that a rule adds."""
    phase = found["step"].lower()
    if phase not in lines.table.phases:
        yield from lines.free(number, said)
        return
    lines.phase, lines.battle = phase, ""
    yield t.Step(number, said, lines.names.power(found["rest"]), phase)


def _buy(lines: Lines, found: re.Match[str], number: int, said: str) -> Iterator[t.Told]:
    purse, units = lines.names.purse(found["who"]), found["units"].strip()
    power = lines.names.power(found["who"])
    if units.lower() == "nothing":
        yield t.Remark(number, said)
        return
    named = lines.names.units(units)
    own = (
        [purse]
        if purse and purse != next(p for p, own in lines.names.board.purse_power.items() if own == power)
        else []
    )
    items = ", ".join(f"{count} {unit}{f' ({own[0]})' if own else ''}" for unit, count in named)
    yield t.Ordered(number, said, f"buy {items}")


def _repair(lines: Lines, found: re.Match[str], number: int, said: str) -> Iterator[t.Told]:
    """`Germans repair damage of 6x factory_minor`: where is not told."""
    for count, facility in re.findall(r"(\d+)x (\w+)", found["what"]):
        yield t.Repaired(number, said, int(count), lines.names.unit(facility))


def _move(lines: Lines, found: re.Match[str], number: int, said: str) -> Iterator[t.Told]:
    names = lines.names
    start, goal = _two_places(names, found["places"])
    units = names.units(found["units"])
    for verb, some in _verbs(lines.table, units, start, goal):
        yield t.Ordered(number, said, f"{verb} {listed(tuple(some))}: {start} > {goal}")


def _two_places(names: Naming, text: str) -> tuple[str, str]:
    """`Germany to Poland`; a name may hold a `to` itself. Raises Refused."""
    parts = re.split(r"\s+(?:to|->|>)\s+", text)
    for cut in range(1, len(parts)):
        try:
            return names.place(" to ".join(parts[:cut])), names.place(" to ".join(parts[cut:]))
        except Refused:
            if cut == len(parts) - 1:
                raise
    raise Refused("syntax", "I could not read that. The form is: 2 infantry moved from Germany to Poland")


def _verbs(
    table: Table, units: Sequence[tuple[str, int]], start: str, goal: str
) -> Iterator[tuple[str, list[tuple[str, int]]]]:
    """Units that go from place to place, with the verb for each domain: troops board, sail along or land."""
    land = [one for one in units if table.units[one[0]].domain == LAND]
    rest = [one for one in units if one not in land]
    here, there = (table.board.places[name].is_land for name in (start, goal))
    if here and there:
        yield "move", list(units)
        return
    if land and not (not here and not there and rest):
        yield ("load" if here else "unload"), land
    if rest:
        yield "move", rest


def _placed(lines: Lines, found: re.Match[str], number: int, said: str) -> Iterator[t.Told]:
    units = lines.names.units(found["units"])
    yield t.Ordered(number, said, f"place {listed(units)}: {lines.names.place(found['place'])}")


def _battle(lines: Lines, found: re.Match[str], number: int, said: str) -> Iterator[t.Told]:
    lines.battle = lines.names.place(found["place"])
    yield t.Ordered(number, said, f"fight {lines.battle}")


def _bombs(lines: Lines, found: re.Match[str], number: int, said: str) -> Iterator[t.Told]:
    """`Bombing raid in Germany rolls: 3,4 and causes: 7 damage to unit: factory_major`."""
    place = lines.names.place(found["place"])
    faces = tuple(map(int, re.findall(r"[1-6]", found["dice"])))
    yield t.Throw(number, said, "", place, -1, len(faces), faces)
    if found["facility"]:
        yield t.Raided(number, said, place, lines.names.unit(found["facility"]))


def _throw(lines: Lines, found: re.Match[str], number: int, said: str) -> Iterator[t.Told]:
    """`Germans roll dice for 3 infantry in Poland, round 2 : 1/3 hits, 0.50 expected hits`, or less than that."""
    groups = found.groupdict()
    if not lines.names.is_power(groups["who"]):
        yield from lines.free(number, said)
        return
    place = lines.names.place(groups["place"]) if groups.get("place") else lines.battle
    faces = tuple(map(int, re.findall(r"[1-6]", groups.get("dice") or "")))
    hits = int(groups["hits"]) if groups.get("hits") else -1
    count = int(groups["count"]) if groups.get("count") else len(faces) or -1
    who = lines.names.power(groups["who"])
    yield t.Throw(number, said, who, place, hits, count, faces, _of(lines.names, groups.get("units")))


def _of(names: Naming, text: str | None) -> tuple[tuple[str, int], ...]:
    """The units that fire, as far as they are units."""
    try:
        return names.units(text) if text else ()
    except Refused:
        return ()


def _lost(lines: Lines, found: re.Match[str], number: int, said: str) -> Iterator[t.Told]:
    place = lines.names.place(found["place"]) if found["place"] else lines.battle
    yield t.Lost(number, said, place, lines.names.owned(found["units"]))


def _casualties(lines: Lines, found: re.Match[str], number: int, said: str) -> Iterator[t.Told]:
    names = lines.names
    counted = Counter[str]()
    for unit, count in names.units(found["units"]):
        counted[unit] += count
    yield t.Lost(number, said, lines.battle, {names.power(found["who"]): counted}, in_all=True)


def _damaged(lines: Lines, found: re.Match[str], number: int, said: str) -> Iterator[t.Told]:
    yield t.Damaged(number, said, lines.names.owned(found["units"]))


def _left(lines: Lines, found: re.Match[str], number: int, said: str) -> Iterator[t.Told]:
    to = lines.names.place(found["place"]) if found["place"] else ("submerge" if found["how"] == "submerged" else "air")
    yield t.Left(number, said, lines.names.owned(found["units"]), to)


def _retreat(lines: Lines, found: re.Match[str], number: int, said: str) -> Iterator[t.Told]:
    """`Germans retreat to Germany`."""
    yield t.Left(number, said, {lines.names.power(found["who"]): Counter()}, lines.names.place(found["place"]))


def _won(lines: Lines, found: re.Match[str], number: int, said: str) -> Iterator[t.Told]:
    power = lines.names.power(found["who"])
    if place := found["place"] or found["taken"]:
        yield t.Taken(number, said, power, lines.names.place(place))
    else:
        yield t.Remark(number, said)


def _war(lines: Lines, found: re.Match[str], number: int, said: str) -> Iterator[t.Told]:
    one, other = found["one"], found["other"]
    if lines.names.is_power(one) and lines.names.is_power(other):
        yield t.War(number, said, lines.names.power(one), lines.names.power(other))
    else:
        yield t.Remark(number, said)


def _holds(lines: Lines, found: re.Match[str], number: int, said: str) -> Iterator[t.Told]:
    who = found["who"].rpartition(":")[2].strip()
    power = lines.names.power(who)
    first = next(purse for purse, own in lines.names.board.purse_power.items() if own == power)
    yield t.Holds(number, said, lines.names.purse(who) or first, int(found["amount"]))


def _research(lines: Lines, found: re.Match[str], number: int, said: str) -> Iterator[t.Told]:
    """`Germans spend 10 on tech rolls`."""
    cost = int(lines.names.board.edition.get("research_cost", 5))
    yield t.Ordered(number, said, f"research {max(1, int(found['amount']) // cost)}")


def _order(lines: Lines, found: re.Match[str], number: int, said: str) -> Iterator[t.Told]:
    """`[casualties 1 infantry] by Japanese`: an order as it was given."""
    order = lines.table.lexicon.read(found["order"])
    by = lines.names.power(found["who"]) if found["who"] else ""
    yield t.Ordered(number, said, str(order), by, literal=True)


def _declared(lines: Lines, found: re.Match[str], number: int, said: str) -> Iterator[t.Told]:
    yield t.War(number, said, lines.names.power(found["who"]), lines.names.power(found["other"]))


_WHO = r"(?P<who>[A-Z][\w .&'-]*?)"
_FORMS: tuple[tuple[re.Pattern[str], Reader], ...] = tuple(
    (re.compile(pattern, re.I), reader)
    for pattern, reader in (
        (r"\[(?P<order>.+)\](?: by (?P<who>.+))?", _order),
        (rf"\(.*\)|{re.escape(t.EXACT)}", _remark),
        (r"(?:game history|history|triplea (?:turn|move) summary.*|turn summary.*|combat hit differential.*)", _remark),
        (r"round:? (\d+)[.:]?", _round),
        (
            r"(?:(?P<lead>[A-Z]\w+(?: \w+)?) )??(?P<step>research(?: technology)?|activate technology|tech|"
            r"purchases?(?: units)?|politics|(?:conduct )?combat(?: moves?)?|battles|non[- ]?combat(?: moves?)?|cm|ncm|"
            r"place(?:ment)?(?: units)?|mobilize|collect income|turn complete|end turn)"
            r"(?: ?(?P<mark>[-–:]) ?(?P<rest>.*))?",
            _step,
        ),
        (rf"{_WHO} (?:buys?|purchases?)(?: :)? (?P<units>.+?)(?:; remaining resources.*)?;?", _buy),
        (rf"{_WHO} repairs? nothing.*", _remark),
        (rf"{_WHO} repairs? damage of (?P<what>.*?)(?:; remaining resources.*)?;?", _repair),
        (r"(?P<units>(?:\d|an? |one ).+?) (?:moved?|moves|go(?:es)?|fly|sail)? ?from (?P<places>.+)", _move),
        (r"(?P<units>\d.+?) (?:are |is )?placed (?:in|at) (?P<place>.+)", _placed),
        (
            rf"bombing raid in (?P<place>.+?) rolls: (?P<dice>{_DICE}) and (?:causes|costs): \d+ .*?"
            r"(?:to unit: (?P<facility>\w+))?",
            _bombs,
        ),
        (r"(?:strategic bombing raid|bombing raid|battle|combat) in (?P<place>[^:]+?):?", _battle),
        (r"air battle in .*", _remark),
        (
            rf"{_WHO} rolls? (?:[\w ]+? )??dice(?: for (?P<units>.+?))?(?: in (?P<place>.+?))?(?:, round \d+)?"
            rf" ?: ?(?:(?P<hits>\d+)/(?P<count>\d+) hits?)?(?:,? ?[\d.]+ expected hits)?(?:,? ?(?:dice )?(?P<dice>{_DICE}))?",
            _throw,
        ),
        (rf"{_WHO}:? (?:hits?|scores?)? ?(?P<hits>\d+) ?(?:/|of|out of) ?(?P<count>\d+)(?: hits?)?", _throw),
        (rf"{_WHO} rolls?(?: dice)? ?:? ?(?P<dice>{_DICE})(?: .*and gets \d+ hits?)?", _throw),
        (r".* takes? political action.*|.* captures? \d+ ?PUs? .*|.* takes? over .*", _remark),
        (r"(?P<units>\d.* owned by the .+?) lost(?: in (?P<place>.+))?", _lost),
        (rf"casualties for {_WHO}: (?P<units>.+)", _casualties),
        (r"units damaged: (?P<units>.+)", _damaged),
        (r"(?P<units>\d.* owned by the .+?) (?P<how>retreated|submerged)(?: to (?P<place>.+))?", _left),
        (rf"{_WHO} retreats?(?: all units)? to (?P<place>.+)", _retreat),
        (
            rf"{_WHO} (?:wins?(?:, taking (?P<place>.+?))?|(?:takes?|captures?) (?P<taken>.+?))(?: from .+?)?"
            r"(?: with .* remaining.*)?(?:\. battle score.*)?\.?",
            _won,
        ),
        (r".*chang(?:ing|ed) relationship for (?P<one>.+) and (?P<other>.+) from .+ to war", _war),
        (rf"{_WHO} (?:declares?|declared) war (?:on|against) (?:the )?(?P<other>.+)", _declared),
        (r"(?P<who>.+?) (?:collects? |met |gains? |.*; ?end).*; ?end with (?P<amount>\d+) PUs?.*", _holds),
        (rf"{_WHO} spends? (?P<amount>\d+) on tech rolls", _research),
        (
            r".+ (?:attack|defend|loiter and taunt)(?: with .*)?|.* battle score .*|.*reach a stalemate.*|"
            r".* succeeds on action.*|trigger .*|objective .*|.* (?:discover|acquire|activating) .*|"
            r"rolls to resolve tech hits.*|.*this was a kamikaze move.*|.* fights? to a draw|.* loses?|.* retreats?|"
            r".* lands units in .*|some non-combat units are destroyed.*|.* converts? .*|.* wins? .*|"
            r".* removing all technology tokens.*|.* scrambles (?:\d+ units out of .*|to create a battle .*)|"
            r"moving scrambled unit .*",
            _remark,
        ),
        (r"(?P<step>[\w -]+) - (?P<rest>[\w ]+)", _own_step),
    )
)
