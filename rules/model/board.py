"""Boards: places, connections, canals, powers, printed set-up, edition data, read from TOML."""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import resources
from typing import Any, get_args

from rules.model.edition import check
from rules.model.names import Names, key, variants
from rules.model.options import OptionName
from rules.model.profiles import UnitType, profile

_FOLDER = resources.files("rules") / "boards"
BOARDS = tuple(sorted(f.name for f in _FOLDER.iterdir() if (f / "board.toml").is_file()))
"""Every board that can be played: the folders with a board's data."""


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

    purse_names: names of its treasuries."""

    name: str
    side: str
    purses: tuple[Purse, ...]
    capital: str | None
    aliases: tuple[str, ...] = ()
    plays: bool = True
    purse_names: tuple[str, ...] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "purse_names", tuple(p.name for p in self.purses))


@dataclass(frozen=True)
class Option:
    """A game option: its default value (which also gives its type), its title, other names it goes by. trial: why it is
    on trial still, so that whoever chooses it knows ("": it is not). words: those it takes, where there are some. read: how
    its rule reads words; it raises what a table raises for a wrong option."""

    name: str
    default: Any
    title: str
    aliases: tuple[str, ...] = ()
    trial: str = ""
    words: tuple[str, ...] = ()
    read: Callable[[str], object] | None = None


@dataclass(frozen=True)
class Board:
    """Everything printed: see the fields. `edition` holds what differs between editions. follows: the edition (a
    folder beside the boards) whose units, rules, options and data hold here too, where the board says nothing else.
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
    follows: str
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

    def touching_seas(self, place: str) -> tuple[str, ...]:
        """Sea zones that touch a territory."""
        return tuple(n for n in self.near(place) if self.places[n].is_sea)

    def canal_between(self, a: str, b: str) -> Canal | None:
        """The canal or strait between two zones, if any."""
        return self._canals.get(frozenset((a, b)))

    @functools.cached_property
    def _canals(self) -> Mapping[frozenset[str], Canal]:
        return {canal.zones: canal for canal in reversed(self.canals)}

    def side(self, power: str) -> str:
        """The side of a power ("Axis" or "Allies"); "" for neutrals."""
        found = self.powers.get(power)
        return found.side if found else ""

    def round_name(self, number: int) -> str:
        """The half-year name of a round: "Early 1942" and so on."""
        half, year = self.first_round.split()
        steps = number - 1 + (half == "Late")
        return f"{'Late' if steps % 2 else 'Early'} {int(year) + steps // 2}"

    def round_number(self, name: str) -> int | None:
        """The round with a half-year name, or None if the text is no such name."""
        return next((r for r in range(1, 80) if key(self.round_name(r)) == key(name)), None)


def _toml(board: str, name: str) -> dict[str, Any]:
    return tomllib.loads((_FOLDER / board / f"{name}.toml").read_text("utf-8"))


def _head(board: str) -> dict[str, Any]:
    """What board.toml says, and behind it what the edition says that the board follows."""
    head = _toml(board, "board")
    if edition := head.get("follows"):
        shared = _toml(edition, "edition")
        cite = {**shared["edition"]["cite"], **head["edition"].get("cite", {})}
        head["edition"] = {**shared["edition"], **head["edition"], "cite": cite}
        head["options"] = {**head.get("options", {}), **shared["options"]}
    return head


def _options(board: str, said: Mapping[str, Any]) -> dict[str, Option]:
    """The options a board prints. Raises ValueError for a name that nothing knows."""
    if strange := said.keys() - set(get_args(OptionName)):
        raise ValueError(f"{board}: there is no option {', '.join(sorted(strange))} (rules/model/options.py)")
    return {
        n: Option(n, o["default"], o["title"], tuple(o.get("aliases", ())), o.get("trial", "")) for n, o in said.items()
    }


def _edition(board: str, data: Mapping[str, Any]) -> Mapping[str, Any]:
    check(board, data)
    return data


def _units(board: str, edition: str) -> list[dict[str, Any]]:
    """The units of the edition as the board changes them, then the board's own."""
    shared = {u["name"]: u for u in _toml(edition, "units")["unit"]} if edition else {}
    own = {u["name"]: {**shared.get(u["name"], {}), **u} for u in _toml(board, "units")["unit"]}
    return list({**shared, **own}.values())


def _places(rows: list[dict[str, Any]]) -> dict[str, Place]:
    near: dict[str, set[str]] = {row["name"]: set() for row in rows}
    for row in rows:
        for other in row.pop("touches", ()):
            near[row["name"]].add(other)
            near[other].add(row["name"])
    places = {}
    for row in rows:
        row["aliases"] = tuple(row.get("aliases", ()))
        row["garrison"] = _garrison(row.get("garrison", ""))
        row.setdefault("owner", row.get("original"))
        places[row["name"]] = Place(near=tuple(sorted(near[row["name"]])), **row)
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
    return names


def _aliases(board: str, edition: str) -> dict[str, dict[str, list[str]]]:
    """What else the names of a board and of the edition it follows are called."""
    own, shared = _toml(board, "aliases"), _toml(edition, "aliases") if edition else {}
    return {part: {**shared.get(part, {}), **own.get(part, {})} for part in ("words", "places", "units", "powers")}


def _named(rows: list[dict[str, Any]], aliases: Mapping[str, list[str]]) -> list[dict[str, Any]]:
    """Rows of a table with their other names. Raises ValueError for a name that no row has."""
    if unknown := set(aliases) - {row["name"] for row in rows}:
        raise ValueError(f"aliases for what is not there: {', '.join(sorted(unknown))}")
    return [{**row, "aliases": aliases.get(row["name"], [])} for row in rows]


def _power(row: dict[str, Any]) -> Power:
    capital = row.get("capital")
    purses = tuple(Purse(p["name"], p["money"], p.get("capital")) for p in row.get("purse", ()))
    if not purses and row.get("plays", True):
        purses = (Purse(row["name"], row["money"], capital),)
    aliases = tuple(row.get("aliases", ()))
    return Power(row["name"], row["side"], purses, capital, aliases, row.get("plays", True))


@functools.cache
def load(board: str) -> Board:
    """Read a board by its id; raises KeyError for an unknown one."""
    if board not in BOARDS:
        raise KeyError(board)
    head, setup = _head(board), _toml(board, "setup")
    called = _aliases(board, head.get("follows", ""))
    places = _places(_named(_toml(board, "places")["place"], called["places"]))
    units = [profile(u) for u in _named(_units(board, head.get("follows", "")), called["units"])]
    powers = {p.name: p for p in map(_power, _named(head["power"], called["powers"]))}
    power_names = Names()
    for power in powers.values():
        power_names.add(power.name, power.aliases)
    power_names.add(head["neutrals_name"])
    canals = tuple(
        Canal(c["name"], frozenset(c["zones"]), tuple(c["needs"]), tuple(c.get("exempt", ())))
        for c in head.get("canal", ())
    )
    return Board(
        id=board,
        name=head["name"],
        places=places,
        powers=powers,
        units={u.name: u for u in units},
        canals=canals,
        phases=tuple(head["phases"]),
        edition=_edition(board, head["edition"]),
        options=_options(board, head.get("options", {})),
        relations=head.get("relations", {}),
        documents=tuple(head.get("documents", ())),
        follows=head.get("follows", ""),
        setup_units=setup["units"],
        setup_facilities=setup["facilities"],
        setup_house=frozenset(setup.get("house", ())),
        first_round=head["first_round"],
        place_names=_place_names(places, called["words"]),
        power_names=power_names,
        purse_power={purse.name: p.name for p in powers.values() for purse in p.purses},
    )
