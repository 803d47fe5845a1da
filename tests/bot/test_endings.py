"""Ending a phase: what is lost by it is said once, whichever way it ends; forms keep what was written."""

from __future__ import annotations

import pytest
from desk import ANNA, BORIS, Desk
from german_turn import SEATS, begun

from bot.discord.components.custom_id import read
from bot.discord.features.orders.buttons import lines_in
from bot.discord.features.orders.commands import cures, mending, outcome_reply
from bot.discord.features.panel.status import ask_lines
from bot.discord.response import Reply
from bot.discord.text import words
from bot.discord.text.limits import beginning, short_list
from bot.discord.text.words import accepted
from bot.game.moderator.confirmations import CONFIRM, left_over
from bot.game.people import plans
from rules.cases.file import read_case
from rules.cases.setup import build
from rules.legal import ahead, decision_choices, fire_at_once, warnings
from rules.model.orders import DONE
from rules.play import lines
from rules.play.game import Game, NoDice, Outcome
from tests.positions import stand

FIGHTER = {"setup": "empty", "units": {"Finland-Norway": {"USSR": "1 fighter"}, "Russia": {"USSR": "1 infantry"}}}


def stands(phase: str, **more: object) -> Game:
    """A game of Classic in a phase of the USSR."""
    return build(read_case({"id": "X", "game": "classic", "phase": phase, "power": "USSR", **more}))


def kinds(game: Game) -> list[tuple[str, bool]]:
    """The warnings, in short."""
    return [(danger.kind, danger.grave) for danger in warnings(game)]


def test_an_aircraft_without_a_landing_place_is_a_warning() -> None:
    game = stands("noncombat move", **FIGHTER)
    assert kinds(game) == [("aircraft", True)]
    told = "1 fighter in Finland-Norway has not landed yet: move it, or it is lost"
    assert warnings(game)[0].text == told
    assert warnings(game)[0].ways == ("move 1 fighter: Finland-Norway > Karelia S.S.R.",)
    far = {"West Indies": {"Germany": "1 fighter"}}
    gone = warnings(stand("Germany", game="global1940", phase="noncombat move", units=far))
    assert gone[0].text == "1 fighter in West Indies cannot land and is lost" and not gone[0].ways


def test_cargo_that_could_go_ashore_is_a_warning() -> None:
    ship = {"setup": "empty", "units": {"North Sea Zone": {"United Kingdom": "1 transport (cargo: 1 infantry)"}}}
    game = build(
        read_case({"id": "X", "game": "classic", "phase": "noncombat move", "power": "United Kingdom", **ship})
    )
    assert kinds(game) == [("cargo", True)]


def test_cargo_on_its_way_over_the_sea_is_none() -> None:
    crossing = stand(
        "United States", "load 1 infantry: New York > SZ 19", "move 1 transport: SZ 19 > SZ 18", game="europe1943",
        phase="noncombat move",
        units={"New York": {"United States": "1 infantry"}, "SZ 19": {"United States": "1 transport"}},
    )  # fmt: skip
    assert not warnings(crossing)
    waiting = {"SZ 18": {"United States": "1 transport (cargo: 1 infantry)"}}
    assert kinds(stand("United States", game="europe1943", phase="noncombat move", units=waiting)) == [("cargo", True)]


def test_a_marine_aboard_a_warship_is_none() -> None:
    units = {"Japan": {"Japan": "1 marine"}, "SZ 6": {"Japan": "1 battleship, 1 transport"}}
    table = {"game": "global1940", "rules": ["bm.marines"], "phase": "noncombat move", "setup": "empty", "units": units}
    riding = stand("Japan", "load 1 marine: Japan > SZ 6", **table)
    assert kinds(riding) == [("cargo", True)]  # a transport with room is taken first, and it may be a slip
    units["SZ 6"] = {"Japan": "1 battleship"}
    assert not warnings(stand("Japan", "load 1 marine: Japan > SZ 6", **table))
    units["SZ 6"] = {"Japan": "1 battleship (cargo: 1 marine)"}
    assert not warnings(stand("Japan", **table))


def test_lent_aircraft_that_would_be_lost_are_a_warning() -> None:
    units = {"Southwest England": {"United States": "2 fighter"}, "Normandy": {"Germany": "1 infantry"}}
    game = stand(
        "United Kingdom", "invoke d-day", "done", "move 2 fighter (United States): Southwest England > Normandy", "done",
        "fight Normandy", "done", dice=(1,), game="europe1943", rules=["y43"], phase="purchase", units=units,
    )  # fmt: skip
    assert game.state.turn.phase == "noncombat move"
    assert [danger.text for danger in warnings(game)] == [
        "2 fighters in Normandy have not landed yet: move them, or they are lost"
    ]


def test_an_empty_territory_just_taken_is_nothing_left_to_fight() -> None:
    game = stand(
        "Soviet Union", "move 1 tank: Novgorod > Estonia", "done", game="europe1943",
        units={"Novgorod": {"Soviet Union": "1 tank"}},
    )  # fmt: skip
    assert game.state.turn.phase == "conduct combat" and not warnings(game)


def test_unspent_money_and_units_without_a_place_are_warnings() -> None:
    assert kinds(stands("purchase")) == [("money", False)]
    assert "IPC unspent" in warnings(stands("purchase"))[0].text


def test_a_combat_move_without_an_order_is_a_warning_where_enemies_are_in_reach() -> None:
    """An order ends it, unless it is taken back; so does it that nobody can be reached."""
    game = stands("combat move")
    assert kinds(game) == [("attacks", False)]
    for order, warned in (("move 1 infantry: Caucasus > Ukraine S.S.R.", []), ("undo", [("attacks", False)])):
        assert isinstance(game.submit(order, NoDice()), Outcome)
        assert kinds(game) == warned
    far = {"setup": "empty", "units": {"Russia": {"USSR": "1 infantry"}, "Japan": {"Japan": "1 infantry"}}}
    assert not kinds(stands("combat move", **far, owner={"Ukraine S.S.R.": "USSR"}))


async def test_a_form_stops_before_it_loses_an_aircraft(desk: Desk) -> None:
    await (await desk.begin()).stand("noncombat move", **FIGHTER)
    denied = await desk.no("move 1 infantry: Russia > Karelia S.S.R.", "done")
    assert (denied.refusal.code, denied.line) == (
        "confirm",
        2,
    ) and "1 fighter in Finland-Norway" in denied.refusal.message
    ended = await desk.no("done")
    labels = [button.label for button in mending(desk.game_id, 1, ended, form=False)]
    assert labels == ["Move 1 fighter: Finland-Norway > Karelia S.S.R.", "End the phase all the same", "Not yet"]
    result, _ = await desk.moderator.plan(desk.game_id, ANNA, ["done"])
    assert result.denied and result.denied.refusal.code == "confirm"
    await desk.ok("move 1 infantry: Russia > Karelia S.S.R.", "Done anyway")
    assert not [u for u in (await desk.state()).units.values() if u.type == "fighter"]


async def test_what_a_deadline_lost_is_told_as_lost(desk: Desk) -> None:
    await (await desk.begin()).stand("noncombat move", **FIGHTER)
    game = (await desk.moderator.table(desk.game_id)).game.copy()
    assert left_over(game, DONE, "done", grave=True) == [
        "-# USSR ended the phase with 1 fighter in Finland-Norway lost"
    ]


async def test_unspent_money_is_told_and_stops_nothing(desk: Desk) -> None:
    await (await desk.begin()).stand("purchase")
    outcome = await desk.ok("buy 1 infantry", "done")
    assert any("ended the phase with 21 IPC unspent" in line.text for line in outcome.lines)


async def test_a_form_tells_every_fault(desk: Desk) -> None:
    await (await desk.begin()).stand("combat move")
    lines = [
        "move 1 inf: Russia > Nowhere",
        "move 1 inf: Caucasus > Ukraine S.S.R.",
        "move 9 fighter: Russia > Ukraine S.S.R.",
    ]
    denied = await desk.no(*lines)
    assert denied.line == 1 and [d.line for d in denied.more] == [3]
    assert denied.more[0].refusal.code == "not-enough-units"


async def test_a_fault_before_what_cannot_be_read_is_told_first(desk: Desk) -> None:
    await (await desk.begin()).stand("combat move")
    denied = await desk.no("move 9 fighter: Russia > Ukraine S.S.R.", "dance")
    assert (denied.line, [d.line for d in denied.more]) == (1, [2])


async def test_a_long_form_says_how_far_it_was_tried(desk: Desk) -> None:
    await (await desk.begin()).stand("combat move")
    lines = ["move 9 fighter: Russia > Ukraine S.S.R.", "move 3 inf: Karelia > Ukraine", "done", "fight Ukraine"]
    lines += ["move 1 inf: Russia > Nowhere", "move all: russia > karelia", "dance"]
    denied = await desk.no(*lines)
    assert (denied.line, [d.line for d in denied.more], denied.last) == (1, [5, 7], 4)
    assert "Lines 5 to 7 have been read only, not tried" in words.denied(denied)


async def test_a_plan_tells_every_fault(desk: Desk) -> None:
    await (await desk.begin()).stand("combat move")
    lines = ["move 9 fighter: Russia > Ukraine S.S.R.", "move 1 inf: Russia > Caucasus", "move 1 inf: Russia > Nowhere"]
    result, game = await desk.moderator.plan(desk.game_id, ANNA, lines)
    assert result.accepted == () and game.state == await desk.state()
    assert result.denied and [d.line for d in result.denied.more] == [2, 3]
    told = words.plan(result, len(lines))
    assert "Line 2: `move 1 inf: Russia > Caucasus`" in told and "“Nowhere”" in told


async def test_all_in_a_form_are_those_that_are_there_then(desk: Desk) -> None:
    await (await desk.begin()).stand("noncombat move")
    before = {u.type for u in (await desk.state()).units.values() if (u.owner, u.place) == ("USSR", "Russia")}
    await desk.ok("move 1 inf from russia to karelia", "move all infantry: russia > caucasus")
    state = await desk.state()
    left = {u.type for u in state.units.values() if (u.owner, u.place) == ("USSR", "Russia")}
    assert "infantry" in before and left == before - {"infantry"}
    table = await desk.moderator.table(desk.game_id)
    texts = [entry.text for entry in table.game.log[-2:]]
    assert texts[0] == "move 1 infantry: Russia > Karelia S.S.R."
    assert texts[1].startswith("move ") and texts[1].endswith(" infantry: Russia > Caucasus")


async def test_a_refused_form_is_kept(desk: Desk) -> None:
    await desk.begin()
    await plans.keep_form(desk.store, desk.game_id, ANNA, "buy 1\n# note")
    assert await plans.kept_form(desk.store, desk.game_id, ANNA) == "buy 1\n# note"
    assert lines_in("buy 1 # x\n\n# y") == ["buy 1"]
    assert lines_in("buy 1; buy 2 ;\n;buy 3 # x; y") == ["buy 1", "buy 2", "buy 3"]


async def test_a_refused_end_offers_what_cures_it(desk: Desk) -> None:
    await (await desk.begin()).stand("conduct combat")
    table = await desk.moderator.table(desk.game_id)
    table.game = stands("combat move")
    await desk.ok("move 3 inf, 1 tank, 1 ftr: Karelia > Ukraine", "done")
    denied = await desk.no("done")
    labels = [button.label for button in mending(desk.game_id, table.game.log[-1].number, denied, form=False)]
    assert labels[0] == "Fight Ukraine S.S.R."


async def test_a_form_skips_what_buttons_skip(desk: Desk) -> None:
    """Combat moves without a battle: Done leads to noncombat moves, and so does the same line of a form."""
    await (await desk.begin()).stand("combat move")
    moved = "move 1 inf: Russia > Caucasus"
    await desk.ok("done", moved)
    assert (await desk.state()).turn.phase == "noncombat move"


async def test_a_done_for_a_phase_that_ended_by_itself_ends_no_other(desk: Desk) -> None:
    await (await desk.begin()).stand("combat move")
    await desk.ok("done", "done", "move 1 inf: Russia > Caucasus")
    assert (await desk.state()).turn.phase == "noncombat move"


async def test_a_form_leads_where_its_lines_lead_singly(desk: Desk) -> None:
    lines = ["buy 8 infantry", "done", "done", "move 1 inf: Russia > Caucasus", "done", "place 8 infantry: Russia"]
    await (await desk.begin()).stand("purchase")
    for line in lines:
        await desk.ok(line)
    singly = (await desk.moderator.table(desk.game_id)).game.hash
    await desk.stand("purchase")
    await desk.ok(*lines)
    assert (await desk.moderator.table(desk.game_id)).game.hash == singly


async def test_too_many_dones_stop_before_the_next_purchase(desk: Desk) -> None:
    await (await desk.begin()).stand("noncombat move", power="USSR")
    before = await desk.state()
    denied = await desk.no("done", "done", "done")
    assert denied.line == 3 and denied.refusal.code == CONFIRM
    assert "Germany's research" in denied.refusal.message and await desk.state() == before
    await desk.ok("done", "done")
    turn = (await desk.state()).turn
    assert (turn.power, turn.phase) == ("Germany", "research")


async def test_a_plan_skips_what_a_form_skips(desk: Desk) -> None:
    await (await desk.begin()).stand("combat move")
    result, game = await desk.moderator.plan(desk.game_id, ANNA, ["done", "done", "move 1 inf: Russia > Caucasus"])
    assert result.denied is None and game.state.turn.phase == "noncombat move"


MINED = {
    "rules": ["x4"],
    "round": 8,
    "setup": "empty",
    "war": "all",
    "owner": {"Eastern Poland": "Germany"},
    "borders": {"Eastern Poland | Poland": {"Soviet Union": "4 landmine"}},
    "units": {"Poland": {"Germany": "3 infantry"}},
}


async def test_a_move_that_is_fired_at_once_has_to_be_meant(desk: Desk) -> None:
    await desk.begin(board="global1940")
    await desk.stand("noncombat move", "Germany", **MINED)
    over = "move 3 infantry: Poland > Eastern Poland"
    denied = await desk.no(over)
    assert denied.refusal.code == CONFIRM and "4 landmines of Soviet Union" in denied.refusal.message
    assert [b.label for b in mending("g", 1, denied, form=False)] == ["Order it all the same"]
    assert denied.refusal.choices == (f"{over} anyway",)
    assert not (await desk.no("move 1 infantry: Poland > Baltic States")).refusal.choices  # elsewhere nothing fires
    lines = "\n".join(map(str, (await desk.ok(f"{over} anyway")).lines))
    assert lines.count("landmine at 2") == 1, "four dice, one line"


GUNS = {
    "setup": "empty",
    "units": {
        "Eastern Europe": {"Germany": "1 bomber, 1 infantry"},
        "Karelia S.S.R.": {"USSR": "1 antiaircraft gun, 1 infantry"},
        "Russia": {"USSR": "1 infantry"},
        "Ukraine S.S.R.": {"Germany": "1 infantry"},
    },
}


async def test_a_flight_over_a_gun_has_to_be_meant(desk: Desk) -> None:
    """Its dice fall at once, in combat move too; what ends over the gun is left to the battle."""
    await (await desk.begin()).stand("combat move", "Germany", **GUNS)
    await desk.ok("move 1 bomber: Eastern Europe > Karelia S.S.R.", "undo")
    over = "move 1 bomber: Eastern Europe > Karelia S.S.R. > Russia"
    denied = await desk.no(over)
    assert denied.refusal.code == CONFIRM and denied.refusal.choices == (f"{over} anyway",)
    assert "On the way: antiaircraft fire of USSR in Karelia S.S.R. (1 die at 1)." in denied.refusal.message
    await desk.ok(f"{over} anyway")
    assert (await desk.no("undo")).refusal.code == "too-late"


def test_whatever_fires_at_who_enters_is_told_of() -> None:
    game = stand(
        "Germany", game="classic", rules=["rw"],
        units={"Baltic Sea Zone": {"Germany": "2 transport"}, "North Sea Zone": {"United Kingdom": "1 sea mine"}},
    )  # fmt: skip
    sail = "move 2 transport: Baltic Sea Zone > North Sea Zone"
    told = ("On the way: mine of United Kingdom in North Sea Zone (2 dice at 1).",)
    assert fire_at_once(game, game.parse(sail), "Germany") == ahead(game, sail, "Germany") == told
    assert not fire_at_once(game, game.parse("done"), "Germany")


async def test_a_combat_move_over_mines_can_be_taken_back_and_is_not_asked_about(desk: Desk) -> None:
    await desk.begin(board="global1940")
    await desk.stand("combat move", "Germany", **{**MINED, "owner": {}})
    await desk.ok("move 3 infantry: Poland > Eastern Poland")


def labels(reply: Reply) -> list[list[str]]:
    """What stands under a reply, row by row."""
    found: dict[int, list[str]] = {}
    for item in reply.view.children if reply.view else ():
        found.setdefault(item.row or 0, []).append(getattr(item, "label", None) or item.placeholder)  # type: ignore[attr-defined]
    return [found[n] for n in sorted(found)]


async def test_under_a_refusal_stands_what_goes_on_for_whoever_may(desk: Desk) -> None:
    """Three slips in a row do not push Undo and Done off the screen."""
    await desk.begin({"Germany": BORIS})
    await desk.ok("done")
    refused = await desk.no("buy 99 infantry")
    mine = labels(await outcome_reply(desk.services, await desk.situation(), refused, user=ANNA))
    assert mine[-1][:2] == ["Undo", "Done"] and mine[0] == ["Why?"]
    theirs = labels(await outcome_reply(desk.services, await desk.situation(), refused, user=BORIS))
    assert theirs == [["Why?"]]
    units = {"Ukraine S.S.R.": {"Germany": "1 infantry"}, "Caucasus": {"USSR": "2 infantry"}}
    await desk.stand("combat move", setup="empty", units=units)
    await desk.ok("move 2 infantry: Caucasus > Ukraine S.S.R.", "done")
    refused = await desk.no("fight Germany")
    assert ["Fight Ukraine S.S.R."] in labels(
        await outcome_reply(desk.services, await desk.situation(), refused, user=ANNA)
    )


@pytest.mark.parametrize("form", [False, True], ids=["by command", "in a form"])
async def test_what_a_refused_order_may_have_meant_stands_below_it(desk: Desk, form: bool) -> None:
    """Of a form only where it was its only line: a button gives one order."""
    await desk.begin()
    await desk.stand("combat move", setup="empty", units={"Caucasus": {"USSR": "2 infantry"}})
    refused = await desk.no("mvoe 2 infantry to Ukraine")
    reply = await outcome_reply(desk.services, await desk.situation(), refused, form=form, user=ANNA)
    assert labels(reply)[0] == ["Move 2 infantry: Caucasus → Ukraine S.S.R."] and "**Did you mean:**" in reply.text
    refused = await desk.no("move 1 infantry: Caucasus > Ukraine S.S.R.", "mvoe 1 infantry to Ukraine")
    reply = await outcome_reply(desk.services, await desk.situation(), refused, form=True, user=ANNA)
    assert "Did you mean" not in reply.text and (await desk.game()).log[-1].number == 0


async def test_what_mends_a_refused_done_is_offered_once(desk: Desk) -> None:
    await desk.begin(options={"bid": "Allies 6"})
    reply = await outcome_reply(desk.services, await desk.situation(), await desk.no("done"), user=ANNA)
    offered = [label for row in labels(reply) for label in row]
    assert "Pass" in offered and "Place 1 infantry: Karelia S.S.R." in offered
    assert len(offered) == len(set(offered))


def test_what_saves_two_aircraft_takes_the_room_of_one_button() -> None:
    """A carrier on which aircraft of two zones would land."""
    saves = ["move 1 aircraft carrier: SZ 37 > SZ 34", "move 1 fighter: SZ 35 > Japan"]
    told = [button.label for button in cures("b2940bc3", 96, [saves[0]] * 9 + saves)]
    assert told == [text[0].upper() + text[1:] for text in saves]


async def test_moves_that_an_attack_may_mean_are_buttons_and_said_once(desk: Desk) -> None:
    await desk.begin(board="global1940")
    army = {"Germany": "4 mechanized infantry, 3 tactical bomber"}
    units = {
        "Western Germany": army,
        "Holland/Belgium": {"Germany": "2 infantry"},
        "Normandy/Bordeaux": {"France": "1 infantry"},
    }
    await desk.stand("combat move", "Germany", setup="empty", units=units)
    refused = await desk.no("attack normandy with everything")
    reply = await outcome_reply(desk.services, await desk.situation(), refused, form=True, user=ANNA)
    long = next(b for b in reply.view.children if "4 mi,3 tb" in str(getattr(b, "custom_id", "")))  # type: ignore[union-attr]
    press = read(long.custom_id)  # type: ignore[attr-defined]
    assert press and reply.text.count("4 mechanized infantry, 3 tactical bomber: Western Germany") == 1
    await desk.ok(press.rest)


async def test_who_is_asked_whether_an_end_is_meant_can_say_not_yet(desk: Desk) -> None:
    await desk.begin()
    await desk.stand("noncombat move", **FIGHTER)
    refused = await desk.no("done")
    found = labels(await outcome_reply(desk.services, await desk.situation(), refused, user=ANNA))
    assert found[0][1:3] == ["End the phase all the same", "Not yet"] and "Undo" in found[-1]


async def test_whatever_is_asked_stands_in_the_text_of_the_answer(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also when several are asked at once and one of them has answered: the log told the others' questions before."""

    async def none(*values: object) -> list[str]:
        return []

    monkeypatch.setattr("bot.discord.features.orders.commands.odds_lines", none)
    german, again = await begun(desk), 0
    await german.to_battle()
    for _ in range(12):
        game = await german.game()
        decisions = lines.shown(game.state)
        due = [f"fight {b.place}" for b in game.state.battles.values() if b.status == "due"]
        text, power = due[0] if due else "done", "Germany"
        if decisions:
            text = lines.addressed(game.state, decisions[0], decision_choices(game.facing(decisions[0]))[0])
            power = decisions[0].power
        outcome = await desk.ok(text, user=SEATS.get(power, ANNA))
        reply, then = await outcome_reply(desk.services, await desk.situation(), outcome), await german.game()
        asked = ask_lines(then.view, lines.shown(then.state))
        again += any(line not in accepted(outcome) for line in asked)
        assert all(line in reply.text for line in asked), reply.text
    assert again


def test_a_list_that_is_too_long_for_a_button_ends_with_a_count() -> None:
    """Nothing is cut in the middle of a word."""
    text = "Lose 5 infantry, 3 mechanized infantry, 3 tanks, 2 artillery, 2 antiaircraft artillery, 1 fighter"
    assert short_list(text, 80) == "Lose 5 infantry, 3 mechanized infantry, 3 tanks, 2 artillery and 2 more kinds"
    assert short_list("Lose 5 infantry, 1 antiaircraft artillery", 35) == "Lose 5 infantry and 1 more kind"
    assert short_list("Lose 2 infantry", 80) == "Lose 2 infantry"


def test_a_text_that_is_too_long_for_a_line_ends_with_a_sentence() -> None:
    """Else with a word."""
    text = "A destroyer costs 15 IPC, and moves two zones as ships do. It carries a tactical bomber; no more than one."
    assert (
        beginning(text, 100)
        == "A destroyer costs 15 IPC, and moves two zones as ships do. It carries a tactical bomber."
    )
    assert beginning("one two three four", 12) == "one two…" and beginning("one", 12) == "one"


async def test_a_treasury_named_behind_the_last_of_a_list_is_asked_about(desk: Desk) -> None:
    await desk.begin(board="global1940")
    await desk.stand("purchase", "United Kingdom", money={"UK Europe": 20, "UK Pacific": 20})
    order = "buy 2 infantry, 1 tank (UK Pacific)"
    denied = await desk.no(order)
    whole = "buy 2 infantry (UK Pacific), 1 tank (UK Pacific)"
    assert denied.refusal.code == CONFIRM and denied.refusal.choices == (whole, f"{order} anyway")
    assert [b.label for b in mending("g", 1, denied, form=False)] == [f"B{whole[1:]}", "Order it all the same"]
    await desk.ok("buy 1 tank (UK Pacific), 1 infantry")  # nothing to ask
    await desk.ok(f"{order} anyway")
    assert {b.purse: b.count for b in (await desk.state()).pool["United Kingdom"] if b.type == "infantry"} == {
        "UK Europe": 3
    }
