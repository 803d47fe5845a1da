"""Own rules of a group: sheets that are read, refused with what would do, and played."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from rules.core.documents import TableError
from rules.core.hooks import Rule
from rules.core.table import Table
from rules.dice.prng import Prng
from rules.library.library import for_table, show
from rules.model.refusals import Refusal
from rules.odds.ask.typed import typed_odds
from rules.own import examples
from rules.own.rule import OwnClauses, OwnFigures
from rules.own.words import Rounds, rounds
from rules.play.game import Game, NoDice
from rules.soak import Report, play
from tests.soak import sheets


def table(text: str, board: str = "global1940", *rules: str) -> Table:
    return Table(board, rules, {"own_rules": text})


def game(text: str, board: str = "classic") -> Game:
    return Game.new(board, (), {"own_rules": text})


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("infantri cost 2", "line 1: there is no unit “infantri”: did you mean “infantry” or “mechanized infantry”?"),
        ("infantry cost 2\nfighter cots 9", "line 2: there is no figure of a unit “cots”: did you mean “cost”?"),
        (
            "infantri cost 2\nfighter cots 9\ntank attack 9",
            "“cots”: did you mean “cost”?\nline 3: attack goes from 0 to 6",
        ),
        ("infantry cost 0\n" * 7, "line 5: cost goes from 1 to 99, not 0.\nAnd 2 more like that."),
        ("x cost 2\n" * 7, "\nAnd 5 more like that."),
        ("marines cost 4", "A new unit is made below [[unit]]."),
        ("tank  attack 2,  from round 3", "rounds stand first, before a colon: “from round 3: tank attack 2,”"),
        ("tank attack 2 in round 3", "rounds stand first, before a colon: “in round 3: tank attack 2”"),
        (
            "transport room 3",
            "transport is a ship and takes no room aboard; what it has room for is “transport carries 3”",
        ),
        ("infantry cost 2; tank attack 9", "line 1, `tank attack 9`: attack goes from 0 to 6, not 9"),
        ("infantry cost 0", "cost goes from 1 to 99, not 0"),
        ("fighter", "what shall be different about fighter?"),
        ("Germny worth 3", "there is no place “Germny”: did you mean “Germany”, "),
        ("Japn: fighter cost 3", "there is no power “Japn”: did you mean “Japan”?"),
        ("SZ 6 worth 3", "is a sea zone"),
        ("infantry gains wings", "there is no ability “wings”"),
        ("rounds 2-3: battleship hits 3", "hits cannot differ from round to round"),
        ("x = 1", "A sheet has no “x”"),
        ("[[unit]]\nname = 'infantry'\nlike = 'infantry'", "infantry is there already"),
        ("[[unit]]\nname = 'walker'", "needs “like”"),
        ("[[unit]]\nname = 'walker'\nlike = 'infantry'\nspeed = 3", "walker says “speed”"),
        ("[[unit]]\nname = 'walker'\nlike = 'infantry'\nbadge = true", "walker: badge is a text in quotes"),
        ("[[unit]]\nname = 'walker'\nlike = 'infantry'\npowers = 'Japan'", "powers is a list of texts in brackets"),
        ("[[unit]]\nname = 'walker'\nlike = 'infantry'\nzzzzzz = 1", "and others (docs/own-rules.md)"),
        ("[[bonus]]\ntitle = 'a'", "bonus 1: amount is missing: a number from -5 to 5"),
        ("[[bonus]]\ntitle = 'a'\namount = '-1'", "amount is a number from -5 to 5, without quotes"),
        ("[[bonus]]\ntitle = 'a'\nammount = -1", "“ammount” says nothing here; did you mean “amount”?"),
        (
            "[[unit]]\nname = 'walker'\nlike = 'infantry'\nmax_trun = 3",
            "walker says “max_trun”; did you mean “max_turn”",
        ),
        ("[[unit]]\nname = 'walker'\nlike = 'infantry'\nnumbers = { max_trun = 3 }", "did you mean “max_turn”"),
        ("[[bonus]]\ntitle = 'a'\npowers = [Axis]", "line 3, `powers = [Axis]`: Invalid value. Each `key = value` has"),
        ('title = "a" # the first [[bonus]] title = "b" amount = 1', "In one line a remark (#) hides all"),
        ("[[income]]\ntitle = 'a'\nipc = 3\nrounds = 'soon'", "income 1: rounds are a number"),
        ("[[income]]\ntitle = 'a'", "neither how many IPC"),
        ("[[victory]]\ntitle = 'a'\nside = 'Us'", "“side” is Axis or Allies"),
        ("a" * 20_001, "at most 20,000 letters"),
        ("[[bonus]\n", "cannot be read"),
    ],
)
def test_what_cannot_be_understood_is_refused_with_what_would_do(text: str, told: str) -> None:
    with pytest.raises(TableError) as refused:
        table(text)
    assert told in str(refused.value)


BONDS = '[[income]]\ntitle = "Bonds [1]"\ndice = 1\npowers = ["Japan", "United States"]\nfor_each = { of = "own" }\n'


@pytest.mark.parametrize(
    "text",
    [
        f'title = "Ours"\n{BONDS}',
        f'title = "Ours"\n{BONDS}'.replace("\n", " "),
        f'```toml\ntitle = "Ours"\n{BONDS}```',
        f"title = “Ours”\n{BONDS}",
        f'title = "Ours" {BONDS}'.replace("\n", " ") + "# ours",
    ],
    ids=["file", "one line", "code block", "curly quotes", "one line and a remark"],
)
def test_a_sheet_is_read_as_it_comes_from_files_and_fields(text: str) -> None:
    (rule,) = table(text).own
    assert (rule.title, rule.text) == (
        "Ours",
        "Bonds [1]: Japan and United States 1 die of IPC for each unit of its own.",
    )


@pytest.mark.parametrize("said", ["even", "even rounds", "in every even round", "Rounds even"])
def test_rounds_are_said_as_people_say_them(said: str) -> None:
    assert rounds(said) == Rounds(parity=0)
    assert rounds("from round 3") == rounds("3-") == rounds("round 3 on") == Rounds(first=3)
    assert rounds("rounds 3 to 5") == Rounds(3, 5) and rounds("round 3") == Rounds(3, 3)


def test_numbers_of_a_unit_stand_beside_its_other_keys_and_plurals_are_english() -> None:
    units = "[[unit]]\nname = 'superfortress'\nlike = 'strategic bomber'\nmax_turn = 1\n'raid dice' = 2\n"
    units += "[[unit]]\nname = 'ski infantry'\nlike = 'infantry'\n[[unit]]\nname = 'marine'\nlike = 'infantry'\n"
    made = table(units).units
    assert (made["superfortress"].numbers["max_turn"], made["superfortress"].numbers["raid_dice"]) == (1, 2)
    assert [made[n].many for n in ("superfortress", "ski infantry", "marine")] == [
        "superfortresses",
        "ski infantry",
        "marines",
    ]


def test_figures_hold_for_everybody_or_for_some_powers_and_rounds() -> None:
    started = game("infantry costs 2; fighter attack 4, cost 11\nJapan, from round 2: fighter cost 9")
    view = started.view
    assert (view.profile("USSR", "infantry").cost, view.profile("Japan", "fighter").cost) == (2, 11)
    assert view.profile("Germany", "fighter").attack == 4
    started.state.turn = replace(started.state.turn, round=2)
    assert started.view.profile("Japan", "fighter").cost == 9
    assert started.view.profile("Germany", "fighter").cost == 11


def test_territories_and_money() -> None:
    started = game("Germany worth 12\nUSSR starts with 5")
    assert started.view.value("Germany") == 12
    assert started.state.money["USSR"] == 5
    started.submit("done", NoDice())
    refused = started.submit("buy 2 infantry", NoDice())
    assert isinstance(refused, Refusal) and "5" in refused.message


def test_a_new_unit_is_bought_and_looked_up() -> None:
    marines = examples.every()["marines"]
    started = Game.new("global1940", (), {"own_rules": marines})
    assert not isinstance(started.submit("done", NoDice()), Refusal)
    library = for_table(started.table)
    card = library.unit("marine")
    assert card is not None and "4" in card.text
    assert any(entry.title == "Marines" for entry in library.entries)
    option = next(e for e in library.entries if "own_rules" in e.options)
    assert "letters" in show(option, started.table)


def test_odds_know_a_bonus() -> None:
    sheet = "[[bonus]]\ntitle = 'Fury'\namount = 1\nwhen = 'attack'\nunits = ['infantry']"
    plain, better = (typed_odds("2 infantry", "1 infantry", "classic", (), o) for o in ({}, {"own_rules": sheet}))
    assert better.win > plain.win


def test_income_by_dice_by_conditions_and_once() -> None:
    sheet = """
[[income]]
title = "Bonds"
powers = ["USSR"]
dice = 1
[[income]]
title = "Home"
powers = ["USSR"]
ipc = 4
holds = ["Russia"]
once = true
"""
    started = game(sheet)
    dice = Prng(3)
    for _ in range(12):
        if started.state.turn.power != "USSR":
            break
        started.submit("done", dice)
    lines = [
        e.text
        for e in started.log.since(0).here
        for e in e.events
        if getattr(e, "text", "").startswith("USSR collects")
    ]
    assert "Bonds" in str(lines) and "Home" in str(lines)
    assert started.state.flags["own.paid Home USSR"]


TOLL = """
[[income]]
title = "Toll"
ipc = -1
powers = [{}]
for_each = {{ units = ["submarine"], of = "enemies", places = ["SZ 109"] }}
holds = ["London", "Scotland"]
war = ["Germany", "Italy"]
"""


def test_income_is_one_of_a_treasury_where_a_power_has_two() -> None:
    """By its own name or, the first one, by the power's."""
    for said, tolled in (
        ('"United Kingdom"', "UK Europe"),
        ('"UK Europe"', "UK Europe"),
        ('"UK Pacific"', "UK Pacific"),
    ):
        gift = f"[[income]]\ntitle = 'Gift'\nipc = 2\npowers = [{said}]\nonce = true"
        view = Game.new("global1940", (), {"own_rules": gift}).view
        given = {p for p in ("UK Europe", "UK Pacific") if "Gift" in str(view.table.fold(Rule.income, (), view, p))}
        assert given == {tolled}
    text = next(iter(table(TOLL.format('"UK Europe"')).own)).text
    assert text == (
        "Toll: UK Europe −1 IPC for each submarine of its enemies in SZ 109, "
        "if it holds Scotland and United Kingdom and it is at war with Germany or Italy."
    )


def test_each_clause_is_looked_up_by_its_title() -> None:
    library = for_table(table(examples.every()["russian winter"] + '\n[[income]]\ntitle = "War bonds"\ndice = 1\n'))
    found = library.search("frozen tanks")[0].entry
    assert (found.title, found.source.document) == ("Frozen tanks", "Own rules of this game")
    assert library.search("war bonds")[0].entry.source.document == "Own rules of this game"


def test_victory_by_a_clause() -> None:
    sheet = "[[victory]]\ntitle = 'Quick'\nside = 'Axis'\nplaces = ['Germany']\nleast = 1\nwhen = 'turn end'"
    started = game(sheet)
    for _ in range(12):
        if started.state.winner:
            break
        started.submit("done", Prng(1))
    assert started.state.winner == "Axis"


@pytest.mark.parametrize("name", list(examples.every()))
def test_every_example_plays_on_global(name: str) -> None:
    made = table(examples.every()[name])
    assert made.own and all(rule.text for rule in made.own)


def test_a_saved_game_keeps_its_sheet() -> None:
    started = game("infantry cost 2")
    again = Game.load(started.head(), started.snapshot())
    assert again.table.units["infantry"].cost == 2


@pytest.mark.parametrize("number", range(3))
def test_random_sheets_play(number: int) -> None:
    report = Report()
    play("classic", number, report, (), {"own_rules": sheets.sheet("classic", Prng(number))}, rounds=1)
    assert not report.violations


def test_spoilt_sheets_are_refused_in_a_sentence() -> None:
    assert sheets.hostile(7, 60) == []


def test_what_a_sheet_answers_is_there_to_be_asked() -> None:
    for kind in (OwnFigures, OwnClauses):
        own = {name for name in vars(kind) if not name.startswith("_")}
        assert all(hasattr(Rule, name) for name in own)


def test_the_page_is_so() -> None:
    page = Path("docs/own-rules.md").read_text("utf-8")
    for text in examples.every().values():
        assert text.strip() in page
    lines = page.split("```\n")[1]
    assert table(lines).own
    for part in page.split("## Examples")[0].split("```toml\n")[1:]:
        assert table(part.split("```")[0]).own


def test_money_is_for_powers_that_have_some() -> None:
    """The Dutch have none in Global; an income for all or for their side passes them by."""
    bonds = "[[income]]\ntitle = 'Bonds'\nipc = 3"
    for whom in ("", "\npowers = ['Allies']", "\npowers = ['Dutch', 'United States']"):
        assert table(bonds + whom).own
    with pytest.raises(TableError, match="Dutch has no money"):
        table(f"{bonds}\npowers = ['Dutch']")
