"""Names as players write them: printed ones, aliases, abbreviations; nothing is guessed."""

from __future__ import annotations

import pytest

from render.map.atlas import atlas
from render.map.names import short_name, zone_name
from rules.boards.lint import problems
from rules.core.position import lexicon
from rules.core.table import Table
from rules.legal.match import canonical, items, match, mixed
from rules.model.board import BOARDS, load
from rules.model.board_files import homes
from rules.model.names import Names, one_meant, plural, several, titled
from rules.model.parse import parse
from rules.model.refusals import Refused


@pytest.mark.parametrize("board", BOARDS)
def test_every_name_on_the_map_is_understood(board: str) -> None:
    """What a picture prints can be ordered: territories, zones, and their names where room is short."""
    plan, names = atlas(board), load(board).place_names
    for region in (*plan.land, *plan.sea):
        for text in (region, short_name(plan, region)):
            assert names.find(text) == region, f"{text} of {region} means {names.meanings(text)}"
    for zone in plan.sea:  # where a zone is printed without "Sea Zone", a territory may be called the same
        meant = names.meanings(zone_name(plan, zone))
        assert zone in meant or (meant and meant[0] in plan.land), zone
    assert not problems(load(board))


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("mechanized inf", "mechanized infantry"), ("tact bombers", "tactical bomber"),
        ("str bomber", "strategic bomber"), ("AA arty", "antiaircraft artillery"),
    ],
)  # fmt: skip
def test_each_word_of_a_units_name_may_be_shortened(written: str, meant: str) -> None:
    assert Table("global1940").unit_names.find(written) == meant


COMMON = {
    "classic": "EUS=Eastern United States; WUS=Western United States; UK=United Kingdom; W Europe=Western Europe; "
    "WE=Western Europe; E Canada=Eastern Canada; Leningrad=Karelia S.S.R.; FIC=French Indo-China Burma; "
    "AES=Anglo-Egypt Sudan; "
    "Egy=Anglo-Egypt Sudan; Mex=Mexico; Haw=Hawaiian Islands; Jap=Japan; Ind=India; FEQ=French Equatorial Africa; "
    "SFE=Soviet Far East; IEA=Italian East Africa; Yakut=Yakut S.S.R.; Fin-Nor=Finland-Norway; "
    "Baltic=Baltic Sea Zone; E Med=East Mediterranean Sea Zone; West Africa SZ=West Africa Sea Zone; Moscow=Russia",
    "global1940": "EUS=Eastern United States; CUS=Central United States; WUS=Western United States; UK=United Kingdom; "
    "W Germany=Western Germany; South Germany=Greater Southern Germany; Holland=Holland/Belgium; "
    "Slovakia=Slovakia/Hungary; Leningrad=Novgorod; Stalingrad=Volgograd; N Italy=Northern Italy; S. Italy=Southern Italy; "
    "Northern Italy=Northern Italy; Palau=Palau Island; Newfoundland=Newfoundland/Labrador; NSW=New South Wales; "
    "French Equat. Africa=French Equatorial Africa; E Poland=Eastern Poland; sz112=SZ 112; 112=SZ 112; Sea Zone 5=SZ 5; "
    "Central U.S.=Central United States; Alberta/Manitoba=Alberta/Saskatchewan/Manitoba; HK=Kwangtung; "
    "GSG=Greater Southern Germany; Rus=Russia; Len=Novgorod; Stal=Volgograd; Egy=Egypt; Yun=Yunnan; Haw=Hawaiian Islands; "
    "Honolulu=Hawaiian Islands; Gib=Gibraltar; Phi=Philippines; Hol=Holland/Belgium; WI=West Indies; "
    "SAfr=Union of South Africa; Panama=Central America; BC=Western Canada; Shan=Shan State; 110 sz=SZ 110; Den=Denmark",
    "path_to_victory": "EUS=Eastern United States; Leningrad=Leningrad; Stalingrad=Stalingrad; Volgograd=Stalingrad; "
    "Calcutta=Eastern India; Manilla=Manila; Paulau=Palau Island; BC=British Columbia; S Caucasus=Southern Caucasus; "
    "W Turkey=Western Turkey; N Manchuria=Northern Manchuria; 131=SZ 131; Caspian Sea=SZ 131; Stal=Stalingrad; "
    "Portuguese=Portuguese Guinea; Panama=Central America; Singapore=Malaya; Holland Belgium=Holland/Belgium",
    "anniversary": "EUS=Eastern United States; Moscow=Russia; Hong Kong=Kwangtung; Morocco=Morocco/Algeria; Ukr=Ukraine; "
    "FIC=French Indo-China/Thailand; Bulgaria Romania=Bulgaria/Romania; Egy=Egypt; Pearl Harbor=Hawaiian Islands; 13=SZ 13",
    "edition1942": "EUS=Eastern United States; Leningrad=Karelia S.S.R.; Anhwei=Anhwe; Singapore=Malaya; "
    "Ukraine=Ukraine S.S.R.; "
    "FIC=French Indo-China/Thailand; W Russia=West Russia; E Australia=Eastern Australia; Panama=Central America; sz16=SZ 16",
    "revised": "EUS=Eastern United States; Kwantung=Kwangtung; Anglo Egypt=Anglo-Egypt; "
    "W Europe=Western Europe; FIC=French Indo-China; Philipine Islands=Philippine Islands; Los Angeles=Western United States",
    "europe1943": "SE England=Southeast England; London=Southeast England; Leningrad=Novgorod; Low Countries=Low-Countries; "
    "Benelux=Low-Countries; Berlin=Brandenburg; Rome=Lazio; Ruhr=Nordrhein Westfalen; White Sea=SZ 1; Odessa=Transnistria; "
    "Vienna=Austria; Prague=Bohemia-Moravia; Budapest=Hungary; Belgrade=Serbia; Riga=Baltic States; "
    "Wash=Washington D.C.; English Channel=SZ 7; Stal=Stalingrad; WUkr=Western Ukraine",
}


@pytest.mark.parametrize("board", BOARDS)
def test_the_usual_abbreviations(board: str) -> None:
    names, places = load(board).place_names, load(board).places
    said = next(COMMON[home] for home in reversed(homes(board)) if home in COMMON)
    for short, meant in (pair.split("=") for pair in said.split("; ")):
        assert meant not in places or names.find(short) == meant, f"{short}: {names.meanings(short)}"


UNITS = (
    "inf arm tk panzer tanks infantrys factorys "
    "ftr ftrs bmr bombers sub subs ss tt trn transports cv ac carriers bb battleships aa ic factory"
)


def test_what_several_places_are_called_is_asked_about() -> None:
    names = load("europe1943").place_names
    lands = ("Norway", "Finland", "Spain", "England", "Ukraine", "Romania")
    assert {len(names.meanings(land)) for land in lands} == {2, 3, 4}


@pytest.mark.parametrize("board", BOARDS)
def test_units_by_their_usual_letters(board: str) -> None:
    table = Table(board)
    more = {"destroyer": "dd des art", "cruiser": "ca", "tactical bomber": "mech mi tac tb ab nb mic"}
    short = [*UNITS.split(), *(word for unit, words in more.items() if unit in table.units for word in words.split())]
    assert not [word for word in short if table.unit_names.find(word) is None]
    assert {table.unit_names.find(w) for w in ("ss", "tt", "bb")} == {"submarine", "transport", "battleship"}


HOUSE = {
    "global1940+bx": "ei=elite infantry; guards=guard infantry; paras=paratrooper; cbf=carrier fighter; de=escort",
    "global1940+x2": "kt=king tiger; kingtiger=king tiger; shb=super heavy battleship; fort=fortification",
    "global1940+x4": "t34=t-34; t 34=t-34; lc=landing craft; pg=panzer general; hb=heavy bomber; "
    "ssg=waffen-ss panzer grenadier; "
    "mines=landmine; uboatpen=u-boat pen; grenadiers=panzer grenadier",
    "europe1943+y43": "kt=king tiger; e100=e-100; E 100=e-100; kv2=kv-2; is2=is-2; su152=su-152; me262=messerschmitt 262; "
    "uboat=u-boat; stug=stug iii; sic=super industrial complex; fj=fallschirmjaeger; mäuschen=maeuschen; tiger=tiger i; "
    "airtransport=air transport; lc=landing craft; para=paratrooper",
    "classic+rw": "dd=destroyer; battery=artillery battery; mines=sea mine; cell=resistance cell",
}


@pytest.mark.parametrize("rules", HOUSE)
def test_units_of_house_rules_by_their_usual_letters(rules: str) -> None:
    board, document = rules.split("+")
    names = Table(board, (document,)).unit_names
    for pair in HOUSE[rules].split("; "):
        short, meant = pair.split("=")
        assert names.find(short) == meant, f"{short}: {names.meanings(short)}"


def test_letters_that_two_units_have_are_asked_about() -> None:
    names = Table("europe1943", ("y43",)).unit_names
    assert names.find("pg") is None and set(names.meanings("pg")) == {"panzer general", "panzer grenadier"}


def refused(text: str, board: str = "global1940") -> Refused:
    """Why a text is not understood."""
    with pytest.raises(Refused) as caught:
        parse(text, lexicon(Table(board)))
    return caught.value


def test_two_meanings_are_asked_about() -> None:
    refusal = refused("move 1 inf: US > Mexico").refusal
    assert refusal.code == "unknown-place" and "may mean Central United States, Eastern" in refusal.message
    assert set(refusal.choices) == {f"{part} United States" for part in ("Central", "Eastern", "Western")}


def test_what_is_unknown_gets_suggestions() -> None:
    assert refused("move 1 inf: Polnd > Germany").refusal.choices[0] == "Poland"
    assert "Did you mean tank" in refused("buy 1 tankk").refusal.message
    assert "Did you mean Japan?" in refused("declare war on Japann").refusal.message
    silent = refused("move 1 inf: Xyzzy > Germany").refusal
    assert not silent.choices and "Did you mean" not in silent.message
    assert len(refused(f"move 1 inf: {'x' * 3000} > Germany").refusal.message) < 300


def test_a_forgotten_comma() -> None:
    lex = lexicon(Table("classic"))
    assert str(parse("buy 2 inf 1 tanks", lex)) == "buy 2 infantry, 1 armor"
    assert str(parse("buy 2 infantry, 1 bmr 2 factories", lex)) == "buy 2 infantry, 1 bomber, 2 industrial complex"


def test_a_better_name_hides_a_worse_one() -> None:
    names = Names()
    names.add("North Isle", ("N",))
    names.add("North", ("N",), rank=2)
    names.add("Nowhere", ("North", "No"))
    names.add("Nothing", ("No",))
    assert names.find("north") == "North" and names.find("N") == "North Isle"
    assert names.find("no") is None and names.near("no") == ("Nowhere", "Nothing")
    assert [plural(w) for w in ("factory", "sub", "ss")] == ["factories", "subs", "sses"]


def test_what_is_typed_in_full_is_never_replaced() -> None:
    units = Table("classic").unit_names
    there = ["infantry", "transport", "aircraft carrier", "artillery battery"]
    assert match("tanks", units, there) == [] and match("tank", units, there) == []
    assert match("tr", units, there) == ["transport"] and match("carr", units, there) == ["aircraft carrier"]
    assert match("infntry", units, there) == ["infantry"] and match("", units, there) == there
    assert items("2 infantry 1 arm, 3 ft", units) == [("2", "infantry"), ("1", "arm"), ("3", "ft")]
    assert mixed("2 inf 1 ar", {"infantry": 4, "armor": 3}, units) == [("2 infantry, ", 1, "armor")]
    assert mixed("2 nonsense, 1 ar", {"infantry": 4, "armor": 3}, units) == []
    places = load("classic").place_names
    assert canonical("2 tanks: UK > W Europe", units, places) == "2 armor: United Kingdom > Western Europe"


def test_of_many_kinds_of_units_each_is_offered_before_any_comes_again() -> None:
    units = Table("europe1943", ["y43"]).unit_names
    few = mixed("", {"infantry": 6, "tank": 4}, units)
    assert [(n, unit) for _, n, unit in few[:4]] == [(6, "infantry"), (3, "infantry"), (1, "infantry"), (4, "tank")]
    many = dict.fromkeys(list(Table("europe1943", ["y43"]).units)[:20], 5)
    assert [(n, unit) for _, n, unit in mixed("", many, units)[:21]] == [*((5, u) for u in many), (3, next(iter(many)))]


def test_examples_name_places_of_the_board() -> None:
    assert "Germany > Eastern Europe" in refused("move 3 inf", "classic").refusal.message
    assert "Germany > Poland" in refused("move 3 inf").refusal.message


def test_no_doubled_full_stop() -> None:
    assert Refused("x", "It is Karelia S.S.R..").refusal.message == "It is Karelia S.S.R."
    assert Refused("x", "Wait...").refusal.message == "Wait..."


def test_refusals_are_sentences() -> None:
    assert Refused("x", "fighter in Karelia has moved.").refusal.message == "Fighter in Karelia has moved."
    assert [Table("classic").units["fighter"].counted(n) for n in (0, 1, 2)] == [
        "0 fighters",
        "1 fighter",
        "2 fighters",
    ]
    assert several(1, "battery") == "1 battery" and several(2, "battery") == "2 batteries"


def test_marks_are_shown_in_capitals_and_typed_as_one_likes() -> None:
    units = Table("europe1943", ("y43",)).units
    shown = {
        name: units[name].counted(2)
        for name in ("tiger i", "sd.kfz. 251", "is-2", "m3 halftrack", "king tiger", "tank")
    }
    assert [*shown.values()] == ["2 Tiger I", "2 Sd.Kfz. 251", "2 IS-2", "2 M3 halftracks", "2 king tigers", "2 tanks"]
    lex = lexicon(Table("europe1943", ("y43",)))
    assert all(lex.unit(text.removeprefix("2 ")) == name for name, text in shown.items())
    assert titled("stug iii") == "Stug III" and titled("heavy bomber") == "Heavy bomber"


def test_a_unit_that_a_small_game_has_not_is_answered_with_those_it_has() -> None:
    for text in ("buy 1 cruiser", "buy 1 zeppelin"):
        told = refused(text, "classic").refusal.message
        assert "There are infantry, armor," in told and told.endswith("submarine and rocket.")
    assert "There are" not in refused("buy 1 zeppelin").refusal.message


def test_short_forms_are_not_suggested_for_long_words() -> None:
    assert refused("move 1 ftr: Rusia > UK", "classic").refusal.choices[:2] == ("Russia", "Persia")


def test_a_name_may_be_shortened_or_said_at_length_as_long_as_it_means_one() -> None:
    """“long range” is long range aircraft; “power” could be two things."""
    names = ["jet power", "long range aircraft", "mechanized infantry", "firm power"]
    assert one_meant("Long-Range", names) == "long range aircraft"
    assert one_meant("improved mechanized infantry", names) == "mechanized infantry"
    assert one_meant("jets", names) == "jet power"
    assert one_meant("power", names) is None
    assert one_meant("", names) is None
