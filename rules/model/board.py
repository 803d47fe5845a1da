"""Boards: places, connections, canals, powers, printed set-up, edition data, read from TOML."""

from __future__ import annotations

import functools
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, get_args

from rules.model.board_files import HEADS, WHOLE, drawn, head_of, homes, read, rows_of, said_in
from rules.model.edition import check
from rules.model.languages import foreign, foreign_zone
from rules.model.names import FOREIGN, Names, key, variants
from rules.model.options import OptionName
from rules.model.parts import kept, pruned
from rules.model.profiles import UnitType, profile

DRAFTS = tuple(name for name in WHOLE if HEADS[name].get("draft"))
"""Boards that say `draft`: cases play them, nobody is offered them (they have no map yet)."""
BOARDS = tuple(name for name in WHOLE if name not in DRAFTS)
"""Every board that is offered: the folders with a board's data, without other set-ups of one of them."""
EVERY_BOARD = (*BOARDS, *DRAFTS)


@dataclass(frozen=True, slots=True)
class Place:
    """A territory or sea zone as printed.

    value: IPC. original: power whose emblem is printed. owner: first controller where it differs.
    purse: economy of its power. capital: power whose capital it is. neutral: class of a neutral.
    army: infantry of a neutral; garrison: its army where that is more than infantry, type and count.
    half: half of the board.
    """

    name: str
    kind: str
    aliases: tuple[str, ...] = ()
    value: int = 0
    original: str | None = None
    owner: str | None = None
    purse: str | None = None
    capital: str | None = None
    victory_city: str | None = None
    impassable: bool = False
    neutral: str | None = None
    army: int = 0
    garrison: tuple[tuple[str, int], ...] = ()
    half: str = ""
    no_complex: bool = False
    convoy: bool = False
    near: tuple[str, ...] = ()
    is_sea: bool = field(init=False, repr=False)
    is_land: bool = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "is_sea", self.kind == "sea")
        object.__setattr__(self, "is_land", self.kind == "land")


@dataclass(frozen=True, slots=True)
class Canal:
    """A narrow water between two zones that needs control of territories since the turn began."""

    name: str
    zones: frozenset[str]
    needs: tuple[str, ...]
    exempt: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Purse:
    """A treasury: its name, its first money, the capital whose fall loots it (None: cannot fall)."""

    name: str
    money: int
    capital: str | None


@dataclass(frozen=True, slots=True)
class Power:
    """A power: name, side, treasuries (usually one of its own name) and whether it takes turns.

    income: whether its territories bring it money. purse_names: names of its treasuries."""

    name: str
    side: str
    purses: tuple[Purse, ...]
    capital: str | None
    aliases: tuple[str, ...] = ()
    plays: bool = True
    income: bool = True
    purse_names: tuple[str, ...] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "purse_names", tuple(p.name for p in self.purses))


@dataclass(frozen=True)
class Option:
    """A game option: its default value (which also gives its type), its title, other names it goes by. trial: why it is
    on trial still, so that whoever chooses it knows ("": it is not). words: those it takes, where there are some; numbers:
    those it takes, each with the word that it goes by too (""). read: how its rule reads words; it raises what a table
    raises for a wrong option."""

    name: str
    default: Any
    title: str
    aliases: tuple[str, ...] = ()
    trial: str = ""
    words: tuple[str, ...] = ()
    numbers: Mapping[int, str] = field(default_factory=dict)
    read: Callable[[str], object] | None = None

    @property
    def called(self) -> str:
        """Its title before a colon."""
        return self.title.rstrip(".")


def steps(round_name: str) -> int:
    """Half-years up to a round by its name: "Early 1942"."""
    half, year = round_name.split()
    return 2 * int(year) + (half == "Late")


@dataclass(frozen=True)
class Board:
    """Everything printed: see the fields. `edition` holds what differs between editions. homes: the folders
    whose data and rules hold here, what it follows first; what a later one says comes on top of an earlier one.
    setup_house: units of the set-up that house rules bring; without their rule they are left out.
    documents: house-rule documents that a new table begins with."""

    id: str
    name: str
    places: Mapping[str, Place]
    powers: Mapping[str, Power]
    units: Mapping[str, UnitType]
    canals: tuple[Canal, ...]
    phases: tuple[str, ...]
    edition: Mapping[str, Any]
    options: Mapping[str, Option]
    relations: Mapping[str, Any]
    homes: tuple[str, ...]
    documents: tuple[str, ...]
    setup_units: Mapping[str, Mapping[str, str]]
    setup_facilities: Mapping[str, str]
    setup_house: frozenset[str]
    first_round: str
    place_names: Names = field(repr=False)
    power_names: Names = field(repr=False)
    purse_power: Mapping[str, str] = field(repr=False)

    @functools.cached_property
    def order(self) -> tuple[str, ...]:
        """Powers that take turns, in order of play."""
        return tuple(p.name for p in self.powers.values() if p.plays)

    def near(self, place: str) -> tuple[str, ...]:
        """Neighbours of a place."""
        return self.places[place].near

    def neighbours(self, element: str) -> Mapping[str, tuple[str, ...]]:
        """The neighbours of each place that are land ("land"), sea ("sea"), or either ("air")."""
        return self._neighbours[element]

    @functools.cached_property
    def _neighbours(self) -> Mapping[str, Mapping[str, tuple[str, ...]]]:
        near = {p.name: tuple(self.places[n] for n in p.near) for p in self.places.values()}
        return {
            "land": {place: tuple(n.name for n in beside if n.is_land) for place, beside in near.items()},
            "sea": {place: tuple(n.name for n in beside if n.is_sea) for place, beside in near.items()},
            "air": {place: self.near(place) for place in near},
        }

    @functools.cached_property
    def open_near(self) -> Mapping[str, tuple[str, ...]]:
        """The neighbours of each place that are not impassable."""
        return {
            place: tuple(n for n in printed.near if not self.places[n].impassable)
            for place, printed in self.places.items()
        }

    def touching_seas(self, place: str) -> tuple[str, ...]:
        """Sea zones that touch a territory."""
        return tuple(n for n in self.near(place) if self.places[n].is_sea)

    def canal_between(self, a: str, b: str) -> Canal | None:
        """The canal or strait between two zones, if any."""
        return self._canals.get(frozenset((a, b)))

    @functools.cached_property
    def narrows(self) -> frozenset[str]:
        """Zones beside a canal or strait."""
        return frozenset().union(*self._canals)

    @functools.cached_property
    def _canals(self) -> Mapping[frozenset[str], Canal]:
        return {canal.zones: canal for canal in reversed(self.canals)}

    @property
    def map(self) -> str:
        """The board whose map it is played on: its own, or the one that it is another beginning of."""
        return map_of(self.homes[-1])

    def side(self, power: str) -> str:
        """The side of a power ("Axis" or "Allies"); "" for neutrals."""
        return self._sides.get(power, "")

    @functools.cached_property
    def _sides(self) -> Mapping[str, str]:
        return {power.name: power.side for power in self.powers.values()}

    def round_name(self, number: int) -> str:
        """The half-year name of a round: "Early 1942" and so on."""
        year, late = divmod(steps(self.first_round) + number - 1, 2)
        return f"{'Late' if late else 'Early'} {year}"

    def round_number(self, name: str) -> int | None:
        """The round with a half-year name, or None if the text is no such name."""
        return next((r for r in range(1, 80) if key(self.round_name(r)) == key(name)), None)


def _options(board: str, said: Mapping[str, Any]) -> dict[str, Option]:
    """The options a board prints. Raises ValueError for a name that nothing knows."""
    if strange := said.keys() - set(get_args(OptionName)):
        raise ValueError(f"{board}: there is no option {', '.join(sorted(strange))} (rules/model/options.py)")
    return {name: _option(name, o) for name, o in said.items() if not o.get("absent")}


def _option(name: str, said: Mapping[str, Any]) -> Option:
    numbers = {int(number): word for number, word in said.get("numbers", {}).items()}
    aliases = tuple(said.get("aliases", ()))
    return Option(name, said["default"], said["title"], aliases, said.get("trial", ""), numbers=numbers)


def _powers_of(board: str) -> set[str]:
    """The powers of a board and of what it follows."""
    return {power["name"] for home in homes(board) for power in said_in(home).get("power", ())}


def _places_of(board: str) -> set[str]:
    """The places of a board and of what it follows."""
    return {row["name"] for home in homes(board) for row in read(home, "places").get("place", ())}


def _edition(board: str, data: Mapping[str, Any]) -> Mapping[str, Any]:
    check(board, data)
    return data


def _places(rows: list[dict[str, Any]], owners: Mapping[str, str], powers: Mapping[str, Power]) -> dict[str, Place]:
    """Places as a board begins with them: owners where the set-up has others than are printed; an economy only where
    its power has several."""
    near: dict[str, set[str]] = {row["name"]: set() for row in rows}
    seats = {purse.capital: purse.name for power in powers.values() for purse in power.purses if purse.capital}
    known = {purse.name for power in powers.values() for purse in power.purses if len(power.purses) > 1}
    for row in rows:
        for other in (*row.pop("touches", ()), *row.pop("also_touches", ())):
            near[row["name"]].add(other)
            near[other].add(row["name"])
    if unknown := owners.keys() - near.keys():
        raise ValueError(f"owners of what is not there: {', '.join(sorted(unknown))}")
    places = {}
    for row in rows:
        name = row["name"]
        row["original"], row["neutral"] = row.get("original") or None, row.get("neutral") or None
        row["owner"] = owners.get(name, row.get("owner")) or row["original"]
        row["purse"] = row["purse"] if row.get("purse") in known else None
        row["garrison"] = _garrison(row.get("garrison", ""))
        row["aliases"] = tuple(row.get("aliases", ()))
        places[name] = Place(near=tuple(sorted(near[name])), capital=seats.get(name), **row)
    return places


def _garrison(text: str) -> tuple[tuple[str, int], ...]:
    parts = (part.strip().partition(" ") for part in text.split(",") if part.strip())
    return tuple((name, int(count)) for count, _, name in parts)


_SHORTENED = (("United States", "U.S."), (" Territory", ""), (" Islands", " Is."), (" Island", " I."))


def shortened(name: str) -> str:
    """A place's name with the long words shortened, as maps print it."""
    for long, short in _SHORTENED:
        name = name.replace(long, short)
    return name


def _place_names(places: Mapping[str, Place], words: Mapping[str, Sequence[str]]) -> Names:
    """What places are called: as printed, as the board's table of aliases says, and with the words of a name
    written short; a zone also by its number or without "Sea Zone"."""
    names = Names()
    for place in places.values():
        names.add(place.name, place.aliases)
        names.add(place.name, (shortened(place.name),))
        written = [place.name, *place.aliases]
        names.add(place.name, [v for name in written for v in variants(name, words)], rank=2)
        if place.name.startswith("SZ "):
            n = place.name[3:]
            names.add(place.name, (f"sz{n}", n, f"zone {n}", f"sea zone {n}", f"{n} sea zone", f"z{n}", f"{n} sz"))
        elif place.name.endswith(" Sea Zone"):
            short = place.name.removesuffix(" Sea Zone")
            for text in (short, *variants(short, words)):
                names.add(place.name, (f"{text} SZ", f"{text} zone", f"{text} Sea", f"{text} Sea Zone"), rank=2)
                names.add(place.name, (text,), rank=3)
    for place in places.values():
        zone = foreign_zone(place.name[3:]) if place.name.startswith("SZ ") else ()
        names.add(place.name, (*foreign("places").get(place.name, ()), *zone), rank=FOREIGN)
    return names


def _aliases(board: str, names: Mapping[str, Collection[str]]) -> dict[str, dict[str, list[str]]]:
    """What else the names of a board are called; of what it follows, those that it has. names: of places, units, powers.
    Raises ValueError for a name of the board's own table that nothing has."""
    called: dict[str, dict[str, list[str]]] = {part: {} for part in ("words", *names)}
    for home in homes(board):
        said = read(home, "aliases")
        for part in called:
            here = {n: a for n, a in said.get(part, {}).items() if part == "words" or n in names[part]}
            called[part].update(here)
            if home == board and (unknown := said.get(part, {}).keys() - here.keys()):
                raise ValueError(f"aliases for what is not there: {', '.join(sorted(unknown))}")
    return called


def _named(rows: list[dict[str, Any]], aliases: Mapping[str, list[str]]) -> list[dict[str, Any]]:
    """Rows of a table with their other names."""
    return [{**row, "aliases": aliases.get(row["name"], [])} for row in rows]


def _names(rows: list[dict[str, Any]]) -> set[str]:
    return {row["name"] for row in rows}


def _power(row: dict[str, Any]) -> Power:
    capital = row.get("capital")
    purses = tuple(Purse(p["name"], p["money"], p.get("capital")) for p in row.get("purse", ()))
    if not purses and row.get("plays", True):
        purses = (Purse(row["name"], row["money"], capital),)
    aliases = tuple(row.get("aliases", ()))
    return Power(row["name"], row["side"], purses, capital, aliases, row.get("plays", True), row.get("income", True))


def setups(board: str) -> tuple[str, ...]:
    """The folders with the set-ups that a board has, its own first."""
    return (board, *HEADS[board].get("scenarios", {}).values())


def chosen_setup(board: str, options: Mapping[str, Any]) -> str:
    """The folder with the set-up that the options of a game choose. Raises KeyError for an unknown board."""
    others: Mapping[str, str] = HEADS[board].get("scenarios", {})
    return others.get(str(options.get("scenario", "")), board)


def map_of(board: str) -> str:
    """The board whose map a board is played on: its own, or the one that it is another beginning of."""
    return next(home for home in drawn(board) if home in HEADS)


def by_map() -> list[str]:
    """The boards that are offered, those on one map together, the board that the map is of first."""
    return sorted(BOARDS, key=lambda board: (map_of(board), map_of(board) != board, board))


def name_of(board: str) -> str:
    """What a board is called, without reading the whole of it."""
    return str(HEADS[board]["name"])


def about(board: str) -> Mapping[str, str]:
    """What a lobby tells of a board: "what" it is, in half a sentence, for how many "players", how many "hours" it takes
    at a table; empty where the board does not say."""
    return dict(HEADS[board].get("about", {}))


@functools.cache
def load(board: str) -> Board:
    """Read a board by its id, or by the folder of another of its set-ups; raises KeyError for an unknown one."""
    if board not in HEADS:
        raise KeyError(board)
    head, setup = head_of(board), read(board, "setup")
    printed, pieces = rows_of(board, "places", "place"), rows_of(board, "units", "unit")
    land = kept(printed, head.get("part", {}))
    called = _aliases(board, {"places": _names(land), "units": _names(pieces), "powers": _names(head["power"])})
    units = [profile(u) for u in _named(pieces, called["units"])]
    powers = {p.name: p for p in map(_power, _named(head["power"], called["powers"]))}
    places = _places(_named(land, called["places"]), setup.get("owners", {}), powers)
    power_names = Names()
    for power in powers.values():
        power_names.add(power.name, power.aliases)
        power_names.add(power.name, foreign("powers").get(power.name, ()), rank=FOREIGN)
    power_names.add(head["neutrals_name"])
    canals = tuple(
        Canal(c["name"], frozenset(c["zones"]), tuple(c["needs"]), tuple(c.get("exempt", ())))
        for c in head.get("canal", ())
        if {*c["zones"], *c["needs"]} <= places.keys()
    )
    return Board(
        id=head.get("id", board),
        name=head["name"],
        places=places,
        powers=powers,
        units={u.name: u for u in units},
        canals=canals,
        phases=tuple(head["phases"]),
        edition=_edition(
            board, pruned(head["edition"], _places_of(board) - places.keys(), _powers_of(board) - powers.keys())
        ),
        options=_options(board, head.get("options", {})),
        relations=head.get("relations", {}),
        documents=tuple(head.get("documents", ())),
        homes=homes(board),
        setup_units=setup["units"],
        setup_facilities=setup["facilities"],
        setup_house=frozenset(setup.get("house", ())),
        first_round=head["first_round"],
        place_names=_place_names(places, called["words"]),
        power_names=power_names,
        purse_power={purse.name: p.name for p in powers.values() for purse in p.purses},
    )
