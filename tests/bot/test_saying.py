"""What is said, and what is understood, in the words of the table."""

from __future__ import annotations

from typing import Any

import pytest
from desk import ANNA, Desk

from bot.discord.features.battle.questions import decision_rows
from bot.discord.features.master.audit import act_line
from bot.discord.features.odds.buttons import on_the_way_back
from bot.discord.features.panel.status import ask_line, battle_line, bought_line, recent
from bot.discord.features.record.recap_text import turn_lines
from bot.game import standing
from bot.game.record.answers import label, plain
from bot.game.record.narration import tell
from bot.processes.map_requests import around
from bot.store.records import AuditLine, Policy
from render.input.scene import Theatre, Zoom
from rules.cases.file import read_case
from rules.cases.setup import build
from rules.core.table import Table
from rules.dice import ScriptedDice
from rules.dice.prng import Prng
from rules.legal import as_answer, decision_choices
from rules.model.events import OwnerChanged
from rules.play.game import Game, NoDice, Outcome
from rules.play.luck import BattleLuck, ipc_luck
from rules.play.narrate import order_text
from rules.play.narrate import told as told_lines
from rules.play.recap import recaps


def stand(phase: str, power: str, game: str = "global1940", **more: Any) -> Game:
    """A position with nothing but what is named."""
    return build(read_case({"id": "X", "game": game, "phase": phase, "power": power, "setup": "empty", **more}))


class Faces:
    """Dice that show what they are told, then ones."""

    def __init__(self, *faces: int) -> None:
        self.faces = list(faces)

    def roll(self, count: int, why: str) -> list[int]:
        return [self.faces.pop(0) if self.faces else 1 for _ in range(count)]


def fleet() -> Game:
    """A question about losses to a fleet with a whole battleship and a fighter aboard a carrier."""
    units = {
        "SZ 112": {"Germany": "1 battleship, 1 aircraft carrier, 1 fighter"},
        "SZ 111": {"United Kingdom": "2 cruiser"},
    }
    game = stand("combat move", "United Kingdom", units=units, war="all")
    for order in ("move 2 cruiser: SZ 111 > SZ 112", "done", "fight SZ 112"):
        assert isinstance(game.submit(order, Faces(1, 6)), Outcome), order
    assert game.state.pending[0].kind == "casualties" and game.state.pending[0].power == "Germany"
    return game


def policy(*order: str) -> list[Policy]:
    """A standing order for Germany's losses."""
    return [Policy("g", "Germany", "casualties", 1, {"question": "casualties", "do": ", ".join(order)})]


def standing_answer(game: Game, policies: list[Policy]) -> str | None:
    """The answer by standing order, as an order."""
    found = standing.standing_answer(game, policies)
    return found.text if found else None


def test_standing_losses_take_the_free_hit_first() -> None:
    game = fleet()
    assert standing_answer(game, policy("fighter", "battleship")) in (
        "casualties 1 battleship (damaged)",
        "casualties 1 aircraft carrier (damaged)",
    )
    damage = standing_answer(game, policy("battleship (damaged)", "fighter", "aircraft carrier (damaged)"))
    assert damage == "casualties 1 battleship (damaged)" or "aircraft carrier" not in str(damage)
    last = standing_answer(game, policy("fighter", "battleship (damaged)", "aircraft carrier (damaged)"))
    assert last == "casualties 1 fighter"


@pytest.mark.parametrize(
    ("board", "attack", "place", "tank"),
    [
        ("classic", "move 3 infantry, 1 armor: Karelia S.S.R. > Ukraine S.S.R.", "Ukraine S.S.R.", "armor"),
        ("global1940", "move 3 infantry, 1 tank: Bryansk > Belarus", "Belarus", "tank"),
    ],
)
def test_the_defender_chooses_before_his_own_dice_exist(board: str, attack: str, place: str, tank: str) -> None:
    start = attack.partition(": ")[2].partition(" > ")[0]
    power = "USSR" if board == "classic" else "Soviet Union"
    units = {start: {power: f"3 infantry, 1 {tank}"}, place: {"Germany": f"2 infantry, 1 {tank}"}}
    game = stand("combat move", power, board, units=units, owner={place: "Germany", start: power}, war="all")
    for order in (attack, "done"):
        assert isinstance(game.submit(order, NoDice()), Outcome), order
    fought = game.submit(f"fight {place}", Faces(1, 6, 6, 6))
    assert isinstance(fought, Outcome) and [roll.who for roll in fought.entry.rolls] == [power]
    assert (game.state.pending[0].kind, game.state.pending[0].power) == ("casualties", "Germany")
    chosen = game.submit("casualties 1 infantry", Faces(1, 6, 6))
    assert isinstance(chosen, Outcome) and [(r.who, len(r.dice)) for r in chosen.entry.rolls] == [("Germany", 3)]
    assert (game.state.pending[0].kind, game.state.pending[0].power) == ("casualties", power)


def test_damage_and_sinking_are_told_apart() -> None:
    game = fleet()
    assert label(game, "casualties 1 battleship (damaged)") == "Damage 1 battleship"
    assert label(game, "casualties 1 battleship") == "Sink 1 battleship"
    assert (
        label(game, "casualties 1 fighter, 1 aircraft carrier (damaged)") == "Damage 1 aircraft carrier, lose 1 fighter"
    )
    assert plain(game.table, "in SZ 112: casualties 1 battleship") == "Sink 1 battleship"
    assert "(1 hit)" in ask_line(game.view, game.state.pending[0])


def test_orders_in_menus_are_counted_in_words() -> None:
    table = Table("global1940", ("bx.waffen-ss",))
    for order, shown in (
        ("place 2 tank: Germany", "Place 2 tanks: Germany"),
        ("place 1 tank: Germany", "Place 1 tank: Germany"),
        ("upgrade 2 infantry to waffen-ss infantry: Germany", "Upgrade 2 infantry to waffen-ss infantry: Germany"),
        (
            "move 2 waffen-ss panzer, 3 fighter: Germany > Poland",
            "Move 2 Waffen-SS panzers, 3 fighters: Germany → Poland",
        ),
        ("launch 1 kamikaze: SZ 6 at 2 cruiser", "Launch 1 kamikaze: SZ 6 at 2 cruisers"),
    ):
        assert order_text(table, order) == shown


def test_a_bare_answer_is_read_in_the_form_of_the_question() -> None:
    game = fleet()
    assert as_answer(game, "1 ftr") == "casualties 1 ftr"
    assert as_answer(game, "casualties 1 ftr") == "casualties 1 ftr" and as_answer(game, "nonsense") == "nonsense"
    assert as_answer(game, "9 ftr") == "casualties 9 ftr"  # so that it is refused for what it says


def test_the_free_units_of_france_are_offered() -> None:
    units = {"France": {"Germany": "1 infantry"}, "Southern France": {"United Kingdom": "3 infantry, 2 tank"}}
    owner = {"France": "Germany", "Southern France": "United Kingdom"}
    game = stand("combat move", "United Kingdom", units=units, owner=owner, war="all")
    for order in ("move 3 infantry, 2 tank: Southern France > France", "done", "fight France"):
        assert isinstance(game.submit(order, Faces(*[1] * 20)), Outcome), order
    while game.state.pending and game.state.pending[0].kind != "free units":
        assert isinstance(game.submit(decision_choices(game)[0], NoDice()), Outcome)
    assert game.state.pending[0].kind == "free units"
    assert decision_choices(game)[0] == "place 4 infantry: France" and "pass" in decision_choices(game)
    assert "worth 12 IPC" in ask_line(game.view, game.state.pending[0])
    assert decision_rows("abcd1234", game)


def test_landing_troops_stand_in_the_list_of_battles() -> None:
    units = {
        "SZ 112": {"Germany": "1 transport (cargo: 2 infantry)"},
        "Scotland": {"United Kingdom": "1 infantry"},
    }
    game = stand("combat move", "Germany", units=units, war="all")
    prng = Prng(1)
    for order in ("move 1 transport: SZ 112 > SZ 111", "unload 2 infantry: SZ 111 > Scotland", "done"):
        assert isinstance(game.submit(order, prng), Outcome), order
    battle = game.state.battles["Scotland"]
    assert battle_line(game.view, battle) == "Scotland: 2 infantry against 1 infantry"


def test_nothing_is_repaired_by_nothing() -> None:
    game = stand("purchase", "France", facilities={"France": "air base"})
    refusal = game.trial("repair 0 on air base: France")
    assert refusal is not None and refusal.code == "syntax"


def test_a_battle_won_from_the_air_takes_no_ground() -> None:
    """Nobody reads that Japan has won Yunnan when it stayed Chinese."""
    units = {"Yunnan": {"China": "1 infantry"}, "Kwangsi": {"Japan": "1 fighter"}}
    game = stand("combat move", "Japan", units=units, owner={"Yunnan": "China", "Kwangsi": "Japan"}, war="all")
    for order in ("move 1 fighter: Kwangsi > Yunnan", "done"):
        assert isinstance(game.submit(order, NoDice()), Outcome), order
    fought = game.submit("fight Yunnan", Faces(1, 6))
    assert isinstance(fought, Outcome) and game.state.owners["Yunnan"] == "China"
    told = [line.text for line in tell(game.table, [fought.entry])]
    assert "Yunnan: Japan has won, but takes no ground: Yunnan stays with China." in told
    assert not any("takes Yunnan" in line or "captured" in line for line in told)


def test_a_game_masters_acts_in_words() -> None:
    def told(action: str, detail: dict[str, Any]) -> str:
        return act_line(AuditLine(1, "g", "5", action, detail, 0.0))

    assert told("kick", {"user": "661", "powers": ["Germany", "Japan"]}) == "<@5> took <@661> off Germany, Japan"
    assert told("settings", {"deadline": {"profile": "live"}}) == "<@5> set: deadlines live"
    assert told("game paused", {"why": "holidays"}) == "<@5> paused the game (holidays)"
    away = {"why": "", "until": 7200.0}
    assert told("game paused", away) == "<@5> paused the game until <t:7200:f> (<t:7200:R>)"
    seats = {
        "powers": ["Italy", "Japan", "USSR"],
        "computer": ["computer, officer", "computer, officer", ""],
        "why": "",
    }
    assert told("computer", seats) == "<@5> set who plays: computer, officer: Italy, Japan; people again: USSR"
    seated = {"power": "Japan", "user": "7", "instead of": ""}
    assert told("seat", {**seated, "beside": True}) == "<@5> gave Japan to <@7>, beside who plays it"
    assert told("seat", {**seated, "instead of": "6"}) == "<@5> gave Japan to <@7> in place of <@6>"
    assert told("master", {"user": "7", "instead of": "5"}) == "<@5> made <@7> game master in place of <@5>"
    assert act_line(AuditLine(1, "g", "bot", "game running", {}, 0.0)) == "The bot let the game go on"


async def test_undo_says_what_it_took_back(desk: Desk) -> None:
    await (await desk.begin()).stand("purchase")
    await desk.ok("buy 3 infantry")
    assert [*map(str, (await desk.ok("undo")).lines)] == ["Taken back: “buy 3 infantry”. USSR has 24 IPC again."]
    assert "Nothing has been ordered" in (await desk.no("undo")).refusal.message
    await desk.stand("research")
    await desk.ok("research 1")
    assert "dice" in (await desk.no("undo")).refusal.message.lower()


BOUGHT = ("buy 2 infantry", "done", "done", "done", "done")


@pytest.mark.parametrize(
    ("phase", "first", "order", "again"),
    [
        ("noncombat move", (), "move 2 infantry: Russia > Caucasus", "Back in Russia: 2 infantry."),
        ("purchase", BOUGHT, "place 2 infantry: Russia", "To be placed again: 2 infantry."),
    ],
)
def test_undo_says_what_is_had_again(phase: str, first: tuple[str, ...], order: str, again: str) -> None:
    game = build(read_case({"id": "X", "game": "classic", "phase": phase, "power": "USSR"}))
    for text in (*first, order, "undo"):
        outcome = game.submit(text, NoDice())
        assert isinstance(outcome, Outcome)
    assert [*map(str, tell(game.table, [outcome.entry], game.log))] == [f"Taken back: “{order}”. {again}"]


async def test_too_many_dones_do_not_walk_past_the_next_power(desk: Desk) -> None:
    await (await desk.begin()).stand("mobilize")
    denied = await desk.no("done", "done", "done")
    assert denied.line == 2 and "turn of USSR is over" in denied.refusal.message
    await desk.ok("done", "done anyway", "buy 1 inf", "done")
    assert (await desk.state()).turn.power == "Germany"


async def test_a_plan_submits_its_legal_lines(desk: Desk) -> None:
    await (await desk.begin()).stand("combat move")
    orders = ["move 3 inf, 1 tank: Karelia > Ukraine", "done", "fight Ukraine"]
    result, _ = await desk.moderator.plan(desk.game_id, ANNA, orders)
    assert len(result.accepted) == 2 and result.denied and result.denied.line == 3


def once(game: Game, *orders: str) -> list[str]:
    """What the last of some orders is answered with."""
    for order in orders:
        answer = game.submit(order, Faces())
        assert isinstance(answer, Outcome), (order, answer)
    return [line.text for line in tell(game.table, [game.log[-1]])]


def test_a_takeover_is_one_message_that_tells_everything() -> None:
    units = {"Northern Italy": {"Italy": "2 infantry, 1 tank"}, "SZ 97": {"Italy": "1 cruiser"}}
    money = {"Germany": 30, "Italy": 9}
    game = stand("purchase", "Germany", rules=["x4"], round=8, war="all", units=units, money=money)
    lines = once(game, "invoke italian takeover")
    assert len(lines) == 1 and "2 infantry" in lines[0] and "1 cruiser" in lines[0]
    assert "Southern Italy" in lines[0] and "9 IPC" in lines[0] and "it has 34" in lines[0]
    turn = recaps(game.table, game.log[1:])[-1]
    assert not turn.taken and turn.news == [lines[0]]


def test_what_a_rule_says_in_its_own_words_is_said_once() -> None:
    units = {
        "SZ 112": {"Germany": "2 battleship (damaged)"},
        "Germany": {"Germany": "2 panzer grenadier, 1 waffen-ss infantry"},
        "Poland": {"Germany": "1 panzer general, 5 tank"},
    }
    rules = ["x2", "bx.waffen-ss", "x4.panzer-grenadiers", "x4.panzer-general"]
    game = stand("purchase", "Germany", rules=rules, round=8, war="all", units=units, money={"Germany": 30})
    repaired = "Germany repairs 2 hits on battleships in SZ 112 (6 IPC); 24 IPC left."
    assert once(game, "repair 2 battleship: SZ 112") == [repaired]
    assert len(once(game, "upgrade 2 panzer grenadier to waffen-ss panzer grenadier: Germany")) == 1
    formed = "Germany forms panzer army in Poland: 1 panzer general and 5 tanks."
    assert once(game, "form panzer army: Poland: 1 panzer general, 5 tank") == [formed]


def test_units_damaged_together_are_counted() -> None:
    units = {"Poland": {"Germany": "3 king tiger"}, "Eastern Poland": {"Soviet Union": "3 infantry"}}
    game = stand("combat move", "Soviet Union", rules=["x2"], round=8, war="all", units=units)
    lines = once(game, "move 3 infantry: Eastern Poland > Poland", "done", "fight Poland")
    assert "Germany: 3 king tigers in Poland are damaged" in lines


def test_a_recap_tells_what_places_are_worth_in_this_game_and_what_was_paid_for() -> None:
    units = {"SZ 19": {"United States": "1 transport (cargo: 1 infantry)"}}
    game = stand(
        "combat move", "United States", rules=["x2"], round=8, war="all", units=units, money={"United States": 9}
    )
    once(game, "unload 1 infantry: SZ 19 > Okinawa")
    while game.state.turn.phase != "mobilize":
        once(game, "pass" if game.state.pending else "done")
    assert bought_line(game, "United States") == "1 destroyer (free)"
    told = "\n".join(turn_lines(game.table, recaps(game.table, game.log[1:])[-1]))
    assert "Okinawa (2 IPC, from Japan)" in told and "Bought" not in told


def test_what_hedgehogs_hit_is_not_said_to_be_lost() -> None:
    units = {
        "SZ 7": {"United States": "1 transport (cargo: 1 infantry, 1 tank)"},
        "Normandy": {"Germany": "1 infantry"},
    }
    more = {"rules": ["y43"], "borders": {"Normandy | SZ 7": {"Germany": "1 hedgehog"}}}
    game = stand("combat move", "United States", "europe1943", units=units, **more)
    for order in ("unload 1 infantry, 1 tank: SZ 7 > Normandy", "done", "fight Normandy"):
        assert isinstance(game.submit(order, Faces(1), game.to_act), Outcome)
    asked = game.state.pending[0]
    assert "who stays aboard?" in ask_line(game.view, asked)
    assert label(game, decision_choices(game)[0], asked) == "1 infantry"


def test_formations_are_offered_as_answers_the_strongest_first() -> None:
    army, corps = (
        "1 panzer general ({0}), 5 tank ({0})",
        "1 waffen-ss obersturmbannfuehrer ({0}), 3 waffen-ss infantry ({0})",
    )
    units = {
        "Poland": {"Germany": f"{army.format('panzer army')}, {corps.format('waffen-ss army')}"},
        "Eastern Poland": {"Soviet Union": "1 infantry"},
    }
    game = stand("combat move", "Soviet Union", rules=["x4", "bx.waffen-ss"], round=8, war="all", units=units)
    once(game, "move 1 infantry: Eastern Poland > Poland", "done", "fight Poland")
    asked = game.state.pending[0]
    offered = decision_choices(game.facing(asked))
    assert offered == ("invoke panzer army", "invoke waffen-ss army", "pass")
    assert [label(game, text, asked) for text in offered] == ["Panzer army", "Waffen-SS army", "None of them"]


def test_troops_ordered_ashore_are_told() -> None:
    units = {"SZ 19": {"United States": "1 transport (cargo: 2 infantry)"}, "Okinawa": {"Japan": "1 infantry"}}
    game = stand("combat move", "United States", war="all", units=units)
    assert once(game, "unload 2 infantry: SZ 19 > Okinawa") == ["United States: 2 infantry to land in Okinawa: SZ 19"]


def test_a_craft_that_would_fall_names_its_load() -> None:
    units = {
        "United Kingdom": {"United Kingdom": "1 landing craft, 2 infantry"},
        "SZ 110": {"United Kingdom": "1 transport (cargo: 1 infantry)"},
        "Normandy/Bordeaux": {"Germany": "1 infantry"},
    }
    more = {
        "owner": {"Normandy/Bordeaux": "Germany"},
        "borders": {"Normandy/Bordeaux | SZ 110": {"Germany": "1 landmine"}},
    }
    game = stand("combat move", "United Kingdom", rules=["x4"], war="all", units=units, **more)
    ship = "ship 2 infantry: United Kingdom > SZ 110 > Normandy/Bordeaux using 1 landing craft: United Kingdom"
    once(game, ship, "unload 1 infantry: SZ 110 > Normandy/Bordeaux", "done")
    while game.state.pending[0].kind != "casualties":
        once(game, "pass")
    labels = [label(game, text) for text in decision_choices(game)]
    assert sorted(labels) == ["Lose 1 infantry", "Lose 1 landing craft (with 2 infantry aboard)"]


def test_mines_on_the_way_back_are_announced_with_the_question() -> None:
    units = {"Belarus": {"Soviet Union": "2 infantry"}, "Eastern Poland": {"Germany": "2 infantry"}}
    laid = {"borders": {"Belarus | Eastern Poland": {"Germany": "1 landmine"}}, "owner": {"Eastern Poland": "Germany"}}
    game = stand("combat move", "Soviet Union", rules=["x4"], war="all", units=units, **laid)
    for order in ("move 2 infantry: Belarus > Eastern Poland", "done", "fight Eastern Poland"):
        assert isinstance(game.submit(order, ScriptedDice([6] * 9)), Outcome)
    assert game.state.pending[0].kind == "retreat"
    assert on_the_way_back(game) == [
        "Retreat to Belarus, past 1 landmine of Germany, hitting on 1 or 2 (Belarus | Eastern Poland)."
    ]


def test_rockets_that_are_aimed_stand_in_the_line_of_their_battle() -> None:
    units = {"Nordrhein Westfalen": {"Germany": "4 rocket"}, "Wales": {"United Kingdom": "2 infantry"}}
    game = stand("combat move", "Germany", game="europe1943", rules=["y43"], round=4, war="all", units=units)
    once(game, "launch 4 rocket: Nordrhein Westfalen > Wales", "done")
    assert battle_line(game.view, game.state.battles["Wales"]) == "Wales: 4 rockets against 2 infantry"


def test_who_may_command_a_neutral_army_is_named() -> None:
    units = {"Lapland": {"Finland": "1 infantry"}}
    game = stand("combat move", "Finland", game="europe1943", rules=["y43"], round=2, war="all", units=units)
    once(game, "move 1 infantry: Lapland > Sweden", "done")
    labels = [label(game, text) for text in decision_choices(game)]
    assert sorted(labels) == ["Soviet Union", "United Kingdom", "United States"] and labels[0] == game.to_act
    assert "The army of Sweden fights for United States: 6 infantry" in once(game, "pass")[0]


def test_a_theatre_that_is_called_like_a_place_can_be_looked_at() -> None:
    game = stand("combat move", "Soviet Union", game="europe1943")
    assert around(game, "Moscow").view == Theatre("Moscow") and around(game, "Moscow", True).view == Zoom("Moscow")


def test_a_panel_says_once_where_it_is() -> None:
    """No heading of the round, of the turn or of the phase that goes on, as the panel's own lines tell them."""
    game = Game.new("classic")
    assert recent(game) == []
    for order in ("done", "buy 3 infantry", "done", "done"):
        assert isinstance(game.submit(order, NoDice()), Outcome)
    assert recent(game) == ["**USSR: Purchase**", "USSR buys 3 infantry (9 IPC); 15 IPC left"]


def test_luck_that_is_shown_adds_up() -> None:
    battles = [BattleLuck("A", "Germany", "USSR", 0, swing) for swing in (-2.4, -12.4)]
    assert ipc_luck(battles)["Germany"] == pytest.approx(-14.8)
    assert ipc_luck(battles, 0) == {"Germany": -14, "USSR": 14}


def test_what_was_nobodys_is_not_told_as_held_by_nobody() -> None:
    event = OwnerChanged("Greece", "", "Italy", "joined")
    assert [line.text for line in told_lines(Table("global1940"), [event])] == ["Greece joined: now Italy"]


def test_each_treasury_is_told_by_itself() -> None:
    game = stand("purchase", "United Kingdom", money={"UK Europe": 20, "UK Pacific": 10})
    told = once(game, "buy 2 tank, 1 infantry (UK Pacific)")
    assert told == [
        "United Kingdom buys 2 tanks (12 IPC); UK Europe has 8 IPC left"
        " · United Kingdom buys 1 infantry (3 IPC); UK Pacific has 7 IPC left"
    ]
    assert bought_line(game, "United Kingdom") == "UK Europe: 2 tanks; UK Pacific: 1 infantry"


def test_what_is_given_is_not_told_as_bought() -> None:
    game = Game.new("anniversary")
    told = []
    while game.state.turn.power != "China":
        told = once(game, "pass" if game.state.pending else "done")
    gets = [line for line in told if line.startswith("China ") and "infantry" in line]
    assert gets == ["China gets 3 infantry to place: it holds 7 territories."]


def test_a_recap_tells_repairs_and_upgrades_beside_what_was_bought() -> None:
    units = {"Germany": {"Germany": "2 panzer grenadier"}, "SZ 113": {"Germany": "1 battleship (damaged)"}}
    rules = ["x2", "x4.panzer-grenadiers"]
    game = stand("purchase", "Germany", rules=rules, round=8, war="all", units=units, money={"Germany": 20})
    once(
        game,
        "upgrade 2 panzer grenadier to waffen-ss panzer grenadier: Germany",
        "repair 1 battleship: SZ 113",
        "buy 3 infantry",
    )
    told = turn_lines(game.table, recaps(game.table, game.log[1:])[-1])
    assert "Bought: 3 infantry (9 IPC); 7 IPC for repairs and upgrades" in told


def test_marks_of_many_and_news_for_single_powers() -> None:
    assert "New from Early 1943: rockets (Germany), Total War." in news_of("edition1942", 3)
    assert "New from Late 1942: T-34s." in news_of("edition1942", 2)


def news_of(board: str, number: int) -> list[str]:
    """What is told as a round begins."""
    game = stand("collect income", "United States", game=board, rules=["x2", "x4"], round=number - 1)
    return once(game, "done")
