"""House-rule files that are not as they have to be are told, with the fix."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import re
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import rules.boards
import rules.house
import rules.mechanics
from rules.core import documents
from rules.core.documents import house_rules
from rules.core.hooks import Rule
from rules.core.houses import HouseError, rules_in, unit_faults, unread_figures, unread_numbers
from rules.core.offered import missing, text_on
from rules.core.table import Table
from rules.mechanics.economy.free_units import FreeUnits
from rules.model.board import BOARDS, load
from rules.model.profiles import LAND, UnitType
from tests import rule as texts

# Both documents offer it; of two, the later one's offer holds, and it sets no maximum.
LATER = ("bx.conscription and x4.conscription both bring",)
GUN = UnitType("siege gun", LAND, attack=2, move=1, cost=6)


def rule(id_: str, made: bool = True, name: str = "guns", **more: Any) -> ModuleType:
    """A file with one rule."""
    module = ModuleType(f"rules.house.test.{name}")
    kind = type(
        "Guns", (Rule,), {"id": id_, "title": "Guns", "text": "They fire.", "__module__": module.__name__, **more}
    )
    vars(module).update({"Guns": kind, **({"RULE": kind()} if made else {})})
    return module


def what_is_no_rule() -> ModuleType:
    """A file whose RULE is only the name of one."""
    module = ModuleType("rules.house.test.name")
    vars(module)["RULE"] = "test.guns"
    return module


def price(self: Any, view: Any, power: str, unit: Any, count: int, total: int) -> int:
    """A hook as it should be."""
    return total


def kinds_of_rules() -> list[type[Rule]]:
    """Every class of rules in boards, mechanics and documents."""
    rooms = (rules.boards, rules.mechanics, rules.house)
    names = [m.name for room in rooms for m in pkgutil.walk_packages(room.__path__, f"{room.__name__}.")]
    found = [(name, kind) for name in names for kind in vars(importlib.import_module(name)).values()]
    return [k for name, k in found if isinstance(k, type) and issubclass(k, Rule) and k.__module__ == name]


def test_each_public_method_of_a_rule_is_a_hook_or_called() -> None:
    """Else it has the name of a hook that is no more, and is never asked."""
    every = "".join(file.read_text("utf-8") for file in Path(rules.__file__).parent.rglob("*.py"))
    own = [
        f"{kind.__module__}: {kind.__name__}.{name}"
        for kind in kinds_of_rules()
        for name, method in vars(kind).items()
        if inspect.isfunction(method) and not name.startswith("_")
        and not any(name in vars(base) for base in kind.__mro__[1:]) and f".{name}(" not in every
    ]  # fmt: skip
    assert own == []


def test_a_sound_file_is_taken() -> None:
    assert [r.id for r in rules_in("test", [rule("test.guns", price=price)])] == ["test.guns"]


@pytest.mark.parametrize(
    "files, told",
    [
        ([rule("test.guns", prise=price)], "Guns.prise is no hook and no field of a rule: did you mean “price”?"),
        ([rule("test.guns", made=False)], "Guns is never played: the file has to end with `RULE = Guns()`"),
        ([rule("other.guns")], "the id “other.guns” has to begin with that of its document: “test.”"),
        (
            [rule("test.guns"), rule("test.guns", name="more")],
            "the id “test.guns” is that of rules.house.test.guns too",
        ),
        ([rule("test.guns", text="")], "test.guns has no text"),
        ([what_is_no_rule()], "RULE has to be an instance of the rule, such as `RULE = LostTransports()`"),
    ],
)
def test_what_is_wrong_with_a_file_is_said_when_it_is_loaded(files: list[ModuleType], told: str) -> None:
    with pytest.raises(HouseError, match=re.escape(told)):
        rules_in("test", files)


def test_a_unit_is_brought_once() -> None:
    """By rules that can be on together, and not over a board's own."""
    own = {"classic": load("classic").units}
    one, two = (
        rule("test.guns", units=(GUN,), boards=("classic",)),
        rule("test.more", units=(GUN,), boards=("classic",)),
    )
    assert unit_faults([one.RULE, two.RULE], own) == []  # the same
    other = rule("test.more", units=(replace(GUN, cost=7),), boards=("classic",))
    assert "both bring “siege gun”" in unit_faults([one.RULE, other.RULE], own)[0]
    apart = rule("test.more", units=(replace(GUN, cost=7),), boards=("classic",), excludes=("test.guns",))
    assert unit_faults([one.RULE, apart.RULE], own) == []
    tank = rule("test.tanks", units=(replace(GUN, name="armor"),), boards=("classic",))
    assert "which classic has itself" in unit_faults([tank.RULE], own)[0]


def test_the_units_of_the_houses_overwrite_nothing() -> None:
    faults = unit_faults(house_rules().values(), {board: load(board).units for board in BOARDS})
    assert [fault for fault in faults if not fault.startswith(LATER)] == []


def test_every_option_of_a_house_rule_is_read() -> None:
    """By its name, or by that of the constant it is kept in, somewhere beside where it is made."""
    source = "".join(path.read_text("utf-8") for path in sorted(Path(rules.__file__).parent.rglob("*.py")))
    words, quoted = Counter(re.findall(r"\w+", source)), Counter(re.findall(r'(?<=")[\w.]+(?=")', source))
    kept = re.findall(r'^(\w+) = (?:Option\(\s*)?"([\w.]+)"', source, re.MULTILINE)
    constants_of = {option: [name for name, value in kept if value == option] for _, option in kept}
    unread = []
    for one in house_rules().values():
        constants = vars(sys.modules[type(one).__module__])
        for option in one.options:
            names = [*constants_of.get(option.name, ()), *(n for n, value in constants.items() if value is option)]
            uses = quoted[option.name] + sum(words[name] for name in names)
            unread += [] if uses > 1 else [option.name]
    assert unread == []


def test_a_rule_is_played_where_what_it_needs_is_there() -> None:
    """Powers, places, units; and the rules that it requires."""
    assert missing("europe1940", "x2")["x2.carrier-fighters"] == ("Japan",)
    assert "x4.heavy-tank" in missing("pacific1940", "x4")
    assert missing("pacific1940", "x4")["x4.panzer-grenadiers"] == ("Germany",)
    assert missing("global1942", "x2") == {}
    own = missing("path_to_victory", "bm")
    assert own == dict.fromkeys(("bm.bomber-cost", "bm.objectives", "bm.victory"), ("the board's own",))
    with pytest.raises(documents.TableError, match="Japan"):
        Table("europe1940", ["x2.fortifications"])
    with pytest.raises(documents.TableError, match=r"is for Axis and Allies 1943; this game is on .*Classic"):
        Table("classic", ["y43.u-boats"])


def test_a_rule_takes_the_place_of_an_option_of_the_board() -> None:
    """Paratroopers of Rules of Warfare, where the board's own are switched on too."""
    own, both = (Table("classic", rules, {"bomber_paratroopers": True}) for rules in ([], ["rw.paratroopers"]))
    assert [rule.id for rule in own.rules if "paratroopers" in rule.id] == ["classic.bomber-paratroopers"]
    assert [rule.id for rule in both.rules if "paratroopers" in rule.id] == ["rw.paratroopers"]


def test_a_rule_counts_rounds_as_its_document_does() -> None:
    """Early 1942 is round 5 where a game begins in Early 1940, round 1 where it begins then."""
    found = {b: Table(b, ["x2"]) for b in ("global1940", "oztea1941", "global1942")}
    assert {b: t.round_of("x2.king-tiger", 8) for b, t in found.items()} == {
        "global1940": 8, "oztea1941": 6, "global1942": 4,
    }  # fmt: skip
    assert found["global1942"].units["king tiger"].number("from_round") == 4
    assert "(round 4)" in text_on("global1942", documents.house_rules()["x2.king-tiger"])
    assert "(round 8)" in text_on("global1940", documents.house_rules()["x2.king-tiger"])


def test_a_rule_takes_the_names_of_its_board() -> None:
    """In its units, its parts, its own fields and its text; the rule of other boards stays as it is."""
    found = Table("classic", ["x2", "x4"])
    assert found.units["t-34"].powers == ("USSR",)
    assert {"USSR", "Japan"} <= {part.power for part in found.parts(FreeUnits)}
    assert "Midway Island 2" in text_on("classic", documents.house_rules()["x2.pacific"])
    assert Table("global1940", ["x4"]).units["t-34"].powers == ("Soviet Union",)
    assert found.units["fighter"].cost == 12  # the list of prices is not for this board


@pytest.fixture(scope="module")
def sources() -> dict[str, str]:
    return texts.sources()


def test_every_figure_of_the_houses_is_read(sources: dict[str, str]) -> None:
    assert unread_figures(sources) == []
    more = {**sources, "rules.house.test.guns": "MOST_GUNS, FEWEST_GUNS = 4, 2\nif MOST_GUNS: ..."}
    assert unread_figures(more) == ["rules.house.test.guns: FEWEST_GUNS is made and never read"]


def test_every_number_of_a_unit_is_read_by_its_rules(sources: dict[str, str]) -> None:
    assert unread_numbers(house_rules().values(), sources) == []
    gun = replace(GUN, numbers={"max_board": 3, "clears_mines": 2})
    guns = rule("test.guns", units=(gun,)).RULE
    assert unread_numbers([guns], sources) == [
        "test.guns: “clears_mines” of siege gun is a number that none of its rules reads"
    ]
