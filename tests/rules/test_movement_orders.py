"""Movement: what orders do to the ledger, whole or not at all, undone, and what menus are offered."""

from __future__ import annotations

import pytest

from rules.core import position
from rules.core.act import Act
from rules.model.events import OwnerChanged, PhaseBegan
from rules.model.refusals import Refusal
from rules.model.state import Turn, Unit
from rules.movement import serving, travel
from rules.movement.decks import Deck
from rules.movement.landing import most_saved
from rules.movement.paths import Route
from rules.movement.reach import Reach, destinations
from rules.play import flow
from rules.play.game import Game, NoDice
from tests.positions import Faces, stand

COMBAT, NONCOMBAT = "combat move", "noncombat move"
Units = dict[str, dict[str, str]]


def game(
    board: str, power: str, phase: str, units: Units, owners: dict[str, str] | None = None, war: bool = True
) -> Game:
    made = Game.new(board, setup=False, begin=False)
    act = Act(made.table, made.state, NoDice())
    act.emit(PhaseBegan(act.state.turn, Turn(1, power, phase)))
    powers = list(act.board.powers.values())
    for a in powers if war else ():
        for b in powers:
            if a.side != b.side:
                act.set_relation(a.name, b.name, "war", "setup")
    for place, owner in (owners or {}).items():
        act.emit(OwnerChanged(place, act.owner(place), owner, "setup"))
    for place, here in units.items():
        for owner, text in here.items():
            position.put(act, place, owner, text)
    act.set_flag("hostile zones", flow.hostile_zones(act) or None)
    flow.MODULES[phase].begin(act)
    return made


def order(made: Game, text: str) -> None:
    answer = made.submit(text, NoDice())
    assert not isinstance(answer, Refusal), answer


def refused(made: Game, text: str) -> str:
    answer = made.trial(text)
    return answer.code if answer else ""


def at(made: Game, place: str, type_: str = "") -> list[Unit]:
    return [u for u in made.view.units(place) if not type_ or u.type == type_]


def test_ledger_of_an_attack() -> None:
    made = game(
        "classic", "Germany", COMBAT, {"Germany": {"Germany": "1 armor"}, "Karelia S.S.R.": {"USSR": "1 infantry"}}
    )
    order(made, "move 1 armor: Germany > Karelia S.S.R.")
    (tank,) = at(made, "Karelia S.S.R.", "armor")
    assert tank.route == ("Germany", "Eastern Europe", "Karelia S.S.R.")
    assert (tank.spent, tank.moved, tank.role) == (2, COMBAT, "attack")


def test_most_movement_left_first() -> None:
    made = game(
        "classic", "Germany", NONCOMBAT, {"Germany": {"Germany": "1 armor"}, "Eastern Europe": {"Germany": "1 armor"}}
    )
    order(made, "move 1 armor: Germany > Eastern Europe")
    order(made, "move 1 armor: Eastern Europe > Germany > Western Europe")
    assert [u.spent for u in at(made, "Western Europe")] == [2]
    assert [u.spent for u in at(made, "Eastern Europe")] == [1]


def test_qualifiers_choose_the_ship() -> None:
    made = game(
        "classic",
        "United Kingdom",
        NONCOMBAT,
        {"North Sea Zone": {"United Kingdom": "1 transport (cargo: 2 infantry), 1 transport"}},
    )
    order(made, "move 1 transport (empty): North Sea Zone > West Spain Sea Zone")
    assert not made.state.aboard(at(made, "West Spain Sea Zone", "transport")[0].id)
    order(made, "move 1 transport (cargo: 2 infantry): North Sea Zone > West Spain Sea Zone")
    assert len(at(made, "West Spain Sea Zone", "infantry")) == 2


def test_an_order_is_carried_out_whole_or_not_at_all() -> None:
    made = game("classic", "Germany", COMBAT, {"Eastern Europe": {"Germany": "2 infantry, 1 armor"}})
    before = made.hash
    assert isinstance(made.submit("move 2 infantry, 2 armor: Eastern Europe > Karelia S.S.R.", NoDice()), Refusal)
    assert made.hash == before


@pytest.mark.parametrize(
    "text",
    ["move 1 armor: Eastern Europe > Karelia S.S.R. > Caucasus", "move 2 infantry: Eastern Europe > Ukraine S.S.R."],
)
def test_undo_brings_back_everything(text: str) -> None:
    units = {"Eastern Europe": {"Germany": "2 infantry, 1 armor"}, "Karelia S.S.R.": {"USSR": "1 antiaircraft gun"}}
    made = game("classic", "Germany", COMBAT, units, {"Ukraine S.S.R.": "USSR"})
    before = made.hash
    order(made, text)
    assert made.hash != before
    order(made, "undo")
    assert made.hash == before


def test_named_transports_are_those_that_can_sail() -> None:
    ships = {"Caribbean Sea Zone": "1 transport", "Eastern United States Sea Zone": "2 transport"}
    units = {place: {"United States": kinds} for place, kinds in ships.items()}
    units["Eastern United States"] = {"United States": "2 infantry, 1 armor"}
    made = game("classic", "United States", NONCOMBAT, units)
    order(made, "move 1 transport: Caribbean Sea Zone > Eastern United States Sea Zone")
    way = "Eastern United States Sea Zone > Eastern Canada Sea Zone > North Sea Zone > United Kingdom"
    using = "using 2 transport: Eastern United States Sea Zone"
    order(made, f"ship 2 infantry, 1 armor: Eastern United States > {way} {using}")
    assert {u.type for u in made.view.units("United Kingdom")} == {"infantry", "armor"}
    assert [u.type for u in made.view.units("Eastern United States Sea Zone")] == ["transport"]


def test_assault_ledger_and_using() -> None:
    made = game(
        "global1940",
        "United Kingdom",
        COMBAT,
        {"SZ 109": {"United Kingdom": "1 transport"}, "United Kingdom": {"United Kingdom": "1 infantry, 1 tank"}},
        {"Normandy/Bordeaux": "Germany"},
    )
    order(made, "ship 1 infantry, 1 tank: United Kingdom > SZ 110 > Normandy/Bordeaux using 1 transport: SZ 109")
    (ship,) = at(made, "SZ 110", "transport")
    assert (ship.role, ship.unloaded, ship.moved) == ("support", "Normandy/Bordeaux", COMBAT)
    assert {(u.role, u.target, u.carrier) for u in made.state.aboard(ship.id)} == {
        ("assault", "Normandy/Bordeaux", ship.id)
    }


def test_raiders_and_escorts_have_their_roles() -> None:
    made = game(
        "global1940",
        "Germany",
        COMBAT,
        {"Holland/Belgium": {"Germany": "1 strategic bomber, 1 fighter"}},
        {"Holland/Belgium": "Germany"},
    )
    order(made, "bomb air base: 1 strategic bomber, 1 fighter: Holland/Belgium > SZ 110 > United Kingdom")
    assert {(u.type, u.role, u.target) for u in at(made, "United Kingdom")} == {
        ("fighter", "escort", "air base"),
        ("strategic bomber", "raid", "air base"),
    }


def test_aircraft_without_any_deck_are_lost() -> None:
    made = game("global1940", "United States", NONCOMBAT, {"SZ 8": {"United States": "1 fighter, 1 tactical bomber"}})
    order(made, "done")
    assert not at(made, "SZ 8")


def test_the_owner_chooses_who_finds_no_deck() -> None:
    units = {
        "SZ 96": {"United States": "1 fighter, 1 tactical bomber", "United Kingdom": "1 aircraft carrier, 1 fighter"}
    }
    made = game("global1940", "United States", NONCOMBAT, units)
    order(made, "done")
    assert made.state.pending[0].kind == "no landing"
    assert refused(made, "casualties 1 fighter, 1 tactical bomber") == "wrong-casualties"
    order(made, "casualties 1 tactical bomber")
    assert [u.type for u in at(made, "SZ 96") if u.owner == "United States"] == ["fighter"]
    assert made.state.turn.phase == "mobilize"


def test_one_carrier_cannot_be_in_two_zones() -> None:
    deck = Deck(frozenset({"SZ 1", "SZ 2"}), 2)
    apart = {1: frozenset({"SZ 1"}), 2: frozenset({"SZ 2"})}
    assert most_saved(apart, [deck]) == 1
    assert most_saved(apart, [deck, deck]) == 2
    assert most_saved({1: frozenset({"SZ 1"}), 2: frozenset({"SZ 1", "SZ 2"})}, [deck]) == 2


def test_mechanized_infantry_in_an_order_of_its_own_joins_its_tank() -> None:
    made = game("global1940", "Germany", COMBAT, {"Romania": {"Germany": "1 tank, 2 mechanized infantry"}})
    order(made, "move 1 tank: Romania > Bessarabia > Ukraine")
    order(made, "move 1 mechanized infantry: Romania > Bessarabia > Ukraine")
    assert refused(made, "move 1 mechanized infantry: Romania > Bessarabia > Ukraine") == "cannot-blitz"


def test_destinations_are_what_orders_accept() -> None:
    units = {
        "Poland": {"Germany": "1 tank, 1 infantry, 1 fighter, 1 antiaircraft artillery"},
        "SZ 113": {"Germany": "1 battleship"},
        "SZ 112": {"United Kingdom": "1 destroyer"},
        "Baltic States": {"Soviet Union": "1 infantry"},
    }
    made = game("global1940", "Germany", COMBAT, units)
    reach = Reach(made.view)
    for unit in [u for u in made.state.units.values() if u.owner == "Germany"]:
        offered = reach.destinations(unit)
        for place in made.table.board.places:
            if place == unit.place:
                continue
            code = refused(made, f"move 1 {unit.type}: {unit.place} > {place}")
            assert (code in ("", "ambiguous-path")) == (place in offered), (unit.type, place, code)


def test_destinations_in_noncombat() -> None:
    made = game("classic", "Germany", NONCOMBAT, {"Germany": {"Germany": "1 armor, 1 fighter"}})
    tank, fighter = at(made, "Germany")
    assert destinations(made.view, tank) == {
        "Eastern Europe": 1, "Southern Europe": 1, "Western Europe": 1, "Ukraine S.S.R.": 2,
    }  # fmt: skip
    assert destinations(made.view, fighter)["Ukraine S.S.R."] == 2
    assert not any(made.table.board.places[p].is_sea for p in destinations(made.view, fighter))


def test_aircraft_whose_only_home_is_a_deck_are_offered_what_they_reach_from_it() -> None:
    """Japan has no land near South America."""
    units = {"SZ 64": {"Japan": "1 aircraft carrier, 1 fighter"}, "SZ 65": {"United States": "1 destroyer"}}
    view = stand("Japan", units=units).view
    fighter = next(u for u in view.units("SZ 64") if u.type == "fighter")
    assert "SZ 65" in destinations(view, fighter)


def test_own_fields_are_told_for_each_power() -> None:
    """One object serves a menu that holds what is lent, too."""
    reach = Reach(stand("Soviet Union", war=[["United Kingdom", "Germany"]]).view)
    assert "Russia" in reach._own("Soviet Union") and "Scotland" not in reach._own("Soviet Union")
    assert "Scotland" in reach._own("United Kingdom") and "Russia" not in reach._own("United Kingdom")


def test_a_carrier_that_leaves_as_many_without_a_deck_saves_nobody() -> None:
    units = {
        "SZ 64": {"Japan": "2 fighter"},
        "SZ 65": {"Japan": "1 aircraft carrier, 2 fighter"},
        "SZ 66": {"Japan": "1 aircraft carrier"},
    }
    made = stand("Japan", phase="noncombat move", units=units)
    act = Act(made.table, made.state.copy(), NoDice())
    assert serving.orders(act, act.units("SZ 64")) == ("move 1 aircraft carrier: SZ 66 > SZ 64",)


def test_where_transports_wait_in_two_zones_both_ways_are_offered_whole() -> None:
    units = {
        "Denmark": {"Germany": "1 infantry"},
        "SZ 112": {"Germany": "1 transport"},
        "SZ 113": {"Germany": "1 transport"},
    }
    refusal = stand("Germany", units=units, owner={"Norway": "United Kingdom"}).trial(
        "ship 1 infantry: Denmark > Norway"
    )
    assert isinstance(refusal, Refusal)
    assert refusal.choices == (
        "ship 1 infantry: Denmark > SZ 112 > Norway",
        "ship 1 infantry: Denmark > SZ 113 > Norway",
    )


def test_a_ship_that_a_mine_has_stopped_is_among_those_that_are_left() -> None:
    units = {"Baltic Sea Zone": {"Germany": "2 battleship"}, "North Sea Zone": {"United Kingdom": "1 sea mine"}}
    made = stand("Germany", game="classic", rules=["rw"], phase="noncombat move", units=units)
    act = Act(made.table, made.state.copy(), Faces(1))
    way = Route(("Baltic Sea Zone", "North Sea Zone", "West Spain Sea Zone"), 2)
    left = travel.carry_out(act, [(ship, way) for ship in act.units("Baltic Sea Zone")])
    assert sorted((ship.place, ship.damage) for ship in left) == [("North Sea Zone", 1), ("West Spain Sea Zone", 0)]
