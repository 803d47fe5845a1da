"""Icons: complete, alike never, and what the map may rely on."""

from __future__ import annotations

import pickle
from itertools import combinations

import pytest
from PIL import Image, ImageChops, ImageStat

from render.icons import ALIASES, DRAWINGS, icon, icon_height, known, mask, names
from rules.core.documents import house_rules
from rules.model.board import BOARDS, load
from rules.model.profiles import UnitType
from tests.rules.hooks.proof import known as hooks

CLASSIC = """infantry, armor, fighter, bomber, antiaircraft gun, battleship, aircraft carrier, transport, submarine,
    industrial complex"""
GLOBAL = """infantry, artillery, mechanized infantry, tank, antiaircraft artillery, fighter, tactical bomber,
    strategic bomber, submarine, transport, destroyer, cruiser, aircraft carrier, battleship,
    major industrial complex, minor industrial complex, air base, naval base"""
WARFARE = "artillery battery, destroyer, resistance cell, sea mine"
BASIC = """guard infantry, waffen-ss infantry, waffen-ss panzer, escort, conscript, paratrooper, carrier fighter,
    elite infantry, underground factory"""
EXPANSION_2 = "king tiger, carrier-based fighter, defensive fortification, super heavy battleship, escort"
EXPANSION_4 = """T-34/85, land mine, rocket, red army conscript, waffen-ss panzer grenadier, commissar,
    waffen-ss obersturmbannführer, panzer general, tank general, heavy bomber, landing craft,
    e-100 waffen-ss heavy tank, kamikaze, waffen-ss armee, soviet army corps, tank army, panzer armee"""
EUROPE_1943 = """infantry at conscription price, landmine, paratrooper, fortification, air transport, railroad icon,
    ski-infantry, tortoise assault tank, churchill, commando, landing craft (UK), landing craft (Italy),
    landing craft (USA), landing craft (Germany), heavy bomber (UK), heavy bomber (USA), tank general (UK),
    tank general (USA), tank general (USSR), bazooka infantry, calliope, crab tank, duplex-drive sherman, marine,
    super-battleship, m3 halftrack, heavy transport, t30 tank, t92 howitzer, atomic bomb, carrier fighter (USA),
    Sturmgeschütz III, sd.kfz. 251, stummel, panzer grenadier, nashorn, tiger i, king tiger, e-100, elefant,
    mäuschen, horten h.xviii, messerschmitt 262, karl siege mortar, landkreuzer p. 1500, rocket, heavy bunker,
    light bunker, czech hedgehog, fallschirmjäger, e-100 flakpanzer, carrier fighter (Germany), u-boat,
    type xxi u-boat, oberst gruppenführer, panzer general, afrika panzer general, silbervogel, sturmtiger,
    s.s. maeuschen, e-100 v1 raketenwerfer, kv-2, is-2, su-152, katyusha, soviet commissar, soviet guard,
    minor complex, major complex, super complex"""
ALL = ", ".join((CLASSIC, GLOBAL, WARFARE, BASIC, EXPANSION_2, EXPANSION_4, EUROPE_1943))
COUNTER = 38
LEAST_DISTANCE = 20.0
"""Pixels' worth of full ink by which two icons of counter size must differ."""


@pytest.mark.parametrize("name", sorted({" ".join(part.split()) for part in ALL.split(",")}))
def test_every_unit_of_the_boards_and_documents_has_a_picture(name: str) -> None:
    assert known(name)


def test_every_unit_that_is_played_has_a_picture() -> None:
    parts = [part for rule in house_rules().values() for part in (*rule.parts, rule)]
    units = {u.icon or u.name for part in parts for u in part.units} | {
        u for board in BOARDS for u in load(board).units
    }
    assert {name for name in units if not known(name)} == set()


STRANGERS = (
    UnitType("sea soldier", "land", icon="marine", badge="S"),
    UnitType("flying fortress", "air", icon="bomber"),
    UnitType("motor gun", "land", classes=frozenset({"vehicle"})),
    UnitType("pocket ship", "sea", attack=4, hits=2),
    UnitType("odd sign", "marker", icon="no such picture"),
)


def test_a_unit_nobody_has_drawn_looks_like_what_it_is() -> None:
    """Its profile names a picture, or it gets that of the unit it is most like; initials are for names of nobody."""
    with hooks(units=STRANGERS):
        shown = {unit.name: mask(unit.name, COUNTER).tobytes() for unit in STRANGERS}
        large = {unit.name: mask(unit.name, 100) for unit in STRANGERS}
    assert shown["flying fortress"] == mask("strategic bomber", COUNTER).tobytes()
    assert shown["odd sign"] == mask("other something", COUNTER).tobytes()  # O. S.
    plain = {mask(name, COUNTER).tobytes() for name in ("marine", "mechanized infantry", "battleship")}
    assert not plain & set(shown.values())  # a badge tells them apart

    corner = (32, 0, 100, 64)
    for name, like in (("sea soldier", "marine"), ("motor gun", "mechanized infantry"), ("pocket ship", "battleship")):
        assert large[name].crop(corner).tobytes() == mask(like, 100).crop(corner).tobytes()


def test_icons_differ_at_counter_size() -> None:
    def distance(a: str, b: str) -> float:
        return ImageStat.Stat(ImageChops.difference(mask(a, COUNTER), mask(b, COUNTER))).sum[0] / 255

    alike = {pair: round(d, 1) for pair in combinations(names(), 2) if (d := distance(*pair)) < LEAST_DISTANCE}
    assert alike == {}


def test_aliases_lead_to_pictures() -> None:
    assert {target for target in ALIASES.values() if target not in DRAWINGS} == set()
    assert not set(ALIASES) & set(DRAWINGS)


def test_icon_is_the_colour_asked_for_with_soft_edges() -> None:
    picture = icon("tank", COUNTER, (10, 20, 30))
    assert (picture.mode, picture.size) == ("RGBA", (COUNTER, icon_height(COUNTER)))
    alphas = {alpha for _, (_, _, _, alpha) in picture.getcolors(5000) or []}
    assert {0, 255} < alphas and len(alphas) > 10
    assert {pixel[:3] for _, pixel in picture.getcolors(5000) or []} == {(10, 20, 30)}


def test_icons_are_cached_and_travel_between_processes() -> None:
    first = icon("fighter", COUNTER, (0, 0, 0))
    assert icon("fighter", COUNTER, (0, 0, 0)) is first
    copy = pickle.loads(pickle.dumps(first))
    assert isinstance(copy, Image.Image) and copy.tobytes() == first.tobytes()


def test_names_in_any_spelling() -> None:
    assert mask("Type_XXI U-Boat", 50) == mask("type xxi", 50)
    assert mask("landing craft (France)", 50) == mask("landing craft", 50)


def test_unknown_units_get_their_initials() -> None:
    assert not known("flying saucer")
    assert mask("flying saucer", COUNTER).getbbox() is not None
    assert mask("flying saucer", COUNTER) != mask("great zeppelin", COUNTER)


def test_no_icon_is_faint_or_cut_off() -> None:
    for name in names():
        ink = ImageStat.Stat(mask(name, 100)).mean[0] / 255
        assert 0.08 < ink < 0.8, name
