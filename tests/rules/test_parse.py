"""The order language: every form reads, prints canonically, and reads back."""

from __future__ import annotations

import copy

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.core.table import Table
from rules.house.warfare.destroyers import Swap, read_swap
from rules.house.warfare.elite_units import Elite, read_elite
from rules.model import orders as o
from rules.model.board import load
from rules.model.orders import Item, Order
from rules.model.parse import Lexicon, parse
from rules.model.refusals import Refused

HOUSE = (
    "rocket", "kamikaze", "t92 howitzer", "panzer general", "escort", "landmine", "sea mine", "railroad",
    "waffen-ss infantry", "guard infantry", "conscript", "carrier fighter", "paratrooper", "artillery battery",
    "destroyer", "resistance cell", "underground factory", "elite infantry",
)  # fmt: skip


def lexicon(board: str) -> Lexicon:
    """The names of a board's own table and those of house units that the forms mention."""
    units = copy.deepcopy(Table(board).unit_names)
    for unit in HOUSE:
        units.add(unit, (f"{unit}s",))
    return Lexicon(load(board), units, {Swap.verb: read_swap, Elite.verb: read_elite})


CLASSIC, GLOBAL = lexicon("classic"), lexicon("global1940")

GLOBAL_FORMS = """
declare war on Japan
declare war on Soviet Union
research 2
research 2 for heavy bombers
buy 3 infantry, 1 tank
buy 1 air base: Germany
buy 2 infantry (UK Pacific)
buy 12 conscript
unbuy 1 tank
repair 3 on major industrial complex: Germany
repair 2 on air base: Malta
repair 1 battleship: SZ 112
upgrade 2 infantry to waffen-ss infantry: Germany
upgrade minor industrial complex to major industrial complex: India
upgrade major industrial complex to heavy industry: Germany
upgrade major industrial complex to underground: Germany
move 3 infantry, 1 tank: Germany > Poland
move 2 fighter: United Kingdom > SZ 110
move 1 transport, 1 destroyer: SZ 112 > SZ 113
move 3 infantry (banzai): Kwangsi > Yunnan
move 2 paratrooper (by air): United Kingdom > Normandy/Bordeaux
move 1 minor industrial complex: Ukraine > Volgograd
move 1 tank: Germany > Poland > Baltic States
load 1 tank: Germany > SZ 113
load 1 infantry: SZ 113
unload 1 tank: SZ 113 > Norway
ship 1 infantry, 1 tank: Germany > SZ 113 > Norway
ship 1 infantry, 1 tank: Germany > SZ 113 > Norway using 1 transport: SZ 112
bomb major industrial complex: 2 strategic bomber, 1 fighter: United Kingdom > Germany
bomb air base: 1 strategic bomber: United Kingdom > Germany
launch 4 rocket: Germany > Norway
launch 1 kamikaze: SZ 6 at 1 battleship
shell 2 t92 howitzer: Holland/Belgium > Normandy/Bordeaux
form panzer army: Germany: 1 panzer general, 5 tank
form convoy: SZ 109: 1 escort, 2 transport
disband panzer army: Germany
lay 3 landmine: Normandy/Bordeaux | SZ 110
lay 1 sea mine: SZ 5
lay 1 railroad: Poland
invoke d-day
invoke italian takeover
demolish underground factory: Germany
demolish air base: Malta
fight Poland
fight SZ 110
casualties 2 infantry, 1 battleship (damaged)
retreat to Germany
retreat air
press on
submerge 1 submarine
scramble 2 fighter: United Kingdom > SZ 110
intercept 1 fighter
bombard 1 battleship, 1 cruiser
ignore submarines
attack submarines
ignore transports
chart 1
pass
place 3 infantry: Germany
place 1 destroyer: SZ 112
give 5 to United Kingdom
undo
done
concede
""".strip().splitlines()

CLASSIC_FORMS = """
research 2
buy 3 infantry, 1 armor
buy 1 industrial complex: India
place 1 industrial complex: India
launch 1 rocket: Germany > United Kingdom
retreat 1 submarine to Baltic Sea Zone
bomb industrial complex: 2 bomber: United Kingdom > Germany
give 5 to USSR
give 5 to USSR rolled by Germany
swap 1 battleship for 2 destroyer: North Sea Zone
elite 1 armor: Germany
reroll
launch 2 artillery battery: Germany > Eastern Europe
bomb industrial complex: 1 artillery battery: Germany > Eastern Europe
place 1 resistance cell: India
load 1 sea mine: Baltic Sea Zone
lay 1 sea mine: Baltic Sea Zone
move 2 fighter (one way): Japan > Hawaii Sea Zone
drop 1 infantry at Karelia S.S.R.: 1 bomber: Germany > Karelia S.S.R. > Ukraine S.S.R.
move 2 armor: Germany > Eastern Europe > Karelia S.S.R.
""".strip().splitlines()


@pytest.mark.parametrize("text", GLOBAL_FORMS)
def test_forms_of_global_1940(text: str) -> None:
    """Canonical texts come back unchanged."""
    assert str(parse(text, GLOBAL)) == text


@pytest.mark.parametrize("text", CLASSIC_FORMS)
def test_forms_of_classic(text: str) -> None:
    """Canonical texts come back unchanged."""
    assert str(parse(text, CLASSIC)) == text


@pytest.mark.parametrize(
    ("typed", "canonical"),
    [
        ("  MOVE  3 Inf ,1 Tanks : germany>Poland  # east", "move 3 infantry, 1 tank: Germany > Poland"),
        ("buy infantry", "buy 1 infantry"),
        ("buy two fighters", "buy 2 fighter"),
        ("buy 3x inf", "buy 3 infantry"),
        ("fight 112", "fight SZ 112"),
        ("fight sz112", "fight SZ 112"),
        ("move 1 bmb: united kingdom > WESTERN-GERMANY", "move 1 strategic bomber: United Kingdom > Western Germany"),
        ("declare war ussr", "declare war on Soviet Union"),
        ("give 5 IPC to UK", "give 5 to United Kingdom"),
        ("Done", "done"),
        ("PRESS ON", "press on"),
        ("retreat", "retreat"),
        ("move 1 cv, 2 ftr, 1 dd, 1 ca, 1 bb, 1 ss: 6 > 7",
         "move 1 aircraft carrier, 2 fighter, 1 destroyer, 1 cruiser, 1 battleship, 1 submarine: SZ 6 > SZ 7"),
        ("casualties 1 Battleship (Damaged)", "casualties 1 battleship (damaged)"),
        ("buy 2 infantry (uk pacific)", "buy 2 infantry (UK Pacific)"),
        ("casualties 1 art (united kingdom), 2 inf (france)",
         "casualties 1 artillery (United Kingdom), 2 infantry (France)"),
    ],
)  # fmt: skip
def test_what_people_type(typed: str, canonical: str) -> None:
    """Case, blanks, plurals, abbreviations and numbers in words are understood."""
    assert str(parse(typed, GLOBAL)) == canonical


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "syntax"),
        ("dance", "syntax"),
        ("move 3 infantry Germany > Poland", "syntax"),
        ("move 3 infantry: Germany", "syntax"),
        ("move : Germany > Poland", "syntax"),
        ("buy", "syntax"),
        ("buy 0 infantry", "syntax"),
        ("move 3 elephants: Germany > Poland", "unknown-unit"),
        ("move 3 infantry: Germany > Atlantis", "unknown-place"),
        ("declare war on Ruritania", "unknown-power"),
        ("give 5 to Ruritania", "unknown-power"),
        ("chart one", "syntax"),
        ("bomb air base: Germany", "syntax"),
        ("research many", "syntax"),
        ("movement 1 infantry: Germany > Poland", "syntax"),
    ],
)
def test_what_cannot_be_read(text: str, code: str) -> None:
    """Unreadable orders are refused with the right code."""
    with pytest.raises(Refused) as caught:
        parse(text, GLOBAL)
    assert caught.value.refusal.code == code


# --- every order that can be built reads back ----------------------------------------------------------


def order_strategy(lex: Lexicon, table: Table) -> st.SearchStrategy[Order]:
    """Orders of every kind with any names of a board."""
    place = st.sampled_from(sorted(lex.board.places))
    power = st.sampled_from(sorted(lex.board.powers))
    unit = st.sampled_from(sorted([*table.units, *HOUSE]))
    tags = st.lists(st.sampled_from(["damaged", "damaged 2", "cargo", "banzai", "by air"]), max_size=2, unique=True)
    item = st.builds(Item, st.integers(1, 99), unit, tags.map(tuple))
    items = st.lists(item, min_size=1, max_size=4).map(tuple)
    path = st.lists(place, min_size=2, max_size=5).map(tuple)
    number, word = st.integers(1, 60), st.sampled_from(["heavy industry", "underground", "d-day"])
    facility = st.sampled_from(sorted(u.name for u in table.units.values() if u.domain == "facility"))
    bare = st.builds(Item, st.just(0), facility)
    builders = [
        st.sampled_from([o.Plain(w) for w in o.PLAIN]), st.builds(o.DeclareWar, power),
        st.builds(o.Research, number, st.just("") | word), st.builds(o.Buy, items, st.just("") | place),
        st.builds(o.Unbuy, items, st.just("") | place), st.builds(o.Repair, place, number, facility),
        st.builds(o.Repair, place, items=items), st.builds(o.Upgrade, item | bare, unit | word, place),
        st.builds(o.Move, items, path), st.builds(o.Load, items, path), st.builds(o.Unload, items, path),
        st.builds(o.Ship, items, path), st.builds(o.Ship, items, path, items, place),
        st.builds(o.Bomb, facility, items, path), st.builds(o.Launch, items, path, st.just(()) | items),
        st.builds(o.Drop, items, place, items, path), st.builds(o.Form, word, place, items),
        st.builds(o.Disband, word, place), st.builds(o.Lay, items, place, st.just("") | place),
        st.builds(o.Invoke, word), st.builds(o.Demolish, facility, place), st.builds(o.Fight, place),
        st.builds(o.Casualties, items), st.builds(o.Retreat, st.just("") | place, st.just(()) | items),
        st.just(o.Retreat(air=True)), st.builds(o.Submerge, items), st.builds(o.Intercept, items),
        st.builds(o.Bombard, items), st.builds(o.Scramble, items, path), st.builds(o.Chart, number),
        st.builds(o.Ignore, st.sampled_from(["submarines", "transports"]), st.just("") | place),
        st.builds(o.Attack, st.sampled_from(["submarines", "transports"]), st.just("") | place),
        st.builds(o.PlaceUnits, items, place), st.builds(o.Give, number, power, st.just("") | power),
        st.builds(Swap, items, items, place), st.builds(Elite, item, place),
    ]  # fmt: skip
    return st.one_of(builders)


@settings(max_examples=120, deadline=None, derandomize=True)
@given(order_strategy(CLASSIC, Table("classic")))
def test_round_trip_classic(order: Order) -> None:
    """parse(str(order)) is the order."""
    assert parse(str(order), CLASSIC) == order


@settings(max_examples=120, deadline=None, derandomize=True)
@given(order_strategy(GLOBAL, Table("global1940")))
def test_round_trip_global_1940(order: Order) -> None:
    """parse(str(order)) is the order."""
    assert parse(str(order), GLOBAL) == order


@settings(max_examples=100, deadline=None, derandomize=True)
@given(st.text(max_size=60))
def test_any_text_is_read_or_refused(text: str) -> None:
    """No text makes the reader fail otherwise than by a refusal."""
    for verb in ("", "move ", "buy ", "ship ", "drop ", "retreat ", "bomb "):
        try:
            order = parse(verb + text, CLASSIC)
        except Refused:
            continue
        assert parse(str(order), CLASSIC) == order
