"""Which landing places are chosen for aircraft that come home by one press."""

from __future__ import annotations

from rules.legal import hover, landings, warnings
from rules.model.board import load
from tests.positions import stand

RAID = ("bomb industrial complex: 1 bomber: United Kingdom > Germany", "done", "fight Germany", "done")
STRIKE = ("move 3 fighter: SZ 57 > SZ 53", "done", "fight SZ 53", "done")


def test_own_soil_before_an_allys_that_is_nearer() -> None:
    game = stand("United Kingdom", *RAID, game="anniversary", units={"United Kingdom": {"United Kingdom": "1 bomber"}})
    assert landings(game) == ("move 1 bomber: Germany > United Kingdom",)  # Karelia is one space nearer


def test_what_took_off_from_a_deck_goes_back_to_one_as_far_as_there_is_room() -> None:
    units = {
        "SZ 57": {"Japan": "3 fighter, 1 aircraft carrier"},
        "SZ 52": {"Japan": "1 aircraft carrier"},
        "SZ 53": {"United States": "1 transport"},
    }
    orders = landings(stand("Japan", *STRIKE, game="anniversary", units=units))
    assert orders == ("move 2 fighter: SZ 53 > SZ 57", "move 1 fighter: SZ 53 > SZ 52")


def test_without_a_deck_it_is_land() -> None:
    units = {"SZ 57": {"Japan": "3 fighter"}, "SZ 53": {"United States": "1 transport"}}
    game = stand("Japan", *STRIKE, game="anniversary", units=units)
    assert landings(game) == ("move 3 fighter: SZ 53 > Caroline Islands",)


def test_a_carrier_that_has_to_serve_sails_first() -> None:
    units = {
        "SZ 42": {"Japan": "2 fighter"},
        "SZ 33": {"Japan": "1 aircraft carrier"},
        "Yunnan": {"Japan": "1 fighter"},
        "SZ 49": {"United States": "1 transport"},
        "Kwangsi": {"China": "1 infantry"},
    }
    strikes = ("move 2 fighter: SZ 42 > SZ 49", "move 1 fighter: Yunnan > Kwangsi", "done", "fight SZ 49")
    owner = {"Yunnan": "Japan", "Kwangsi": "China"}
    game = stand("Japan", *strikes, "fight Kwangsi", "done", dice=(1, 6, 6, 6), units=units, owner=owner)
    refusal = game.trial("done")
    assert refusal and "must serve 2 fighters in SZ 49, for example" in refusal.message
    assert hover(game) and landings(game)[0] == "move 1 aircraft carrier: SZ 33 > SZ 49"
    assert "move 1 fighter: Kwangsi > Yunnan" in landings(game)


def test_aircraft_with_points_left_come_home_where_others_of_their_kind_cannot() -> None:
    """Two fighters meet over one zone; the one from the ship can still reach an island, the one from Japan nothing."""
    units = {
        "Japan": {"Japan": "1 fighter"},
        "SZ 60": {"Japan": "1 aircraft carrier, 1 fighter, 1 cruiser"},
        "SZ 57": {"United States": "1 cruiser"},
        "Iwo Jima": {"Japan": "1 infantry"},
    }
    strikes = (
        "move 1 aircraft carrier, 1 fighter, 1 cruiser: SZ 60 > SZ 57", "move 1 fighter: Japan > SZ 57", "done",
        "fight SZ 57", "casualties 1 aircraft carrier", "done",
    )  # fmt: skip
    game = stand("Japan", *strikes, dice=(1, 6, 6, 6, 1), game="edition1942", units=units, owner={"Iwo Jima": "Japan"})
    assert game.state.turn.phase == "noncombat move"
    assert landings(game) == ("move 1 fighter: SZ 57 > Iwo Jima",)


def test_a_fighter_from_a_deck_goes_back_to_it_beside_one_from_land() -> None:
    units = {
        "Egypt": {"United Kingdom": "1 fighter"},
        "SZ 35": {"United Kingdom": "1 aircraft carrier, 1 fighter"},
        "SZ 17": {"Germany": "1 transport"},
    }
    strikes = ("move 1 fighter: Egypt > SZ 17", "move 1 fighter: SZ 35 > SZ 17", "done", "fight SZ 17", "done")
    game = stand("United Kingdom", *strikes, dice=(1, 1), game="edition1942", units=units)
    assert set(landings(game)) == {"move 1 fighter: SZ 17 > Egypt", "move 1 fighter: SZ 17 > SZ 35"}


def test_a_carrier_sails_to_meet_those_who_reach_it_only_there() -> None:
    units = {
        "SZ 37": {"Japan": "2 fighter, 1 aircraft carrier"},
        "SZ 52": {"United States": "1 transport"},
    }
    owner = dict.fromkeys(("Solomon Islands", "Wake Island", "Caroline Islands", "New Guinea"), "United States")
    strikes = ("move 2 fighter: SZ 37 > SZ 47 > SZ 45 > SZ 52", "done", "fight SZ 52", "done")
    game = stand("Japan", *strikes, dice=(1, 6), game="revised", units=units, owner=owner)
    (danger,) = (one for one in warnings(game) if one.kind == "aircraft")
    assert danger.text == "2 fighters in SZ 52 are lost, if no carrier comes: move 1 aircraft carrier: SZ 37 > SZ 45"
    assert landings(game) == ("move 1 aircraft carrier: SZ 37 > SZ 45", "move 2 fighter: SZ 52 > SZ 45")


def test_home_by_a_way_without_guns_where_ways_differ() -> None:
    game = stand(
        "United Kingdom", "bomb industrial complex: 1 heavy bomber: United Kingdom > SZ 6 > SZ 5 > Germany", "done",
        "fight Germany", "done", dice=(3, 3), game="revised", rules=["x4"],
        units={
            "United Kingdom": {"United Kingdom": "1 heavy bomber"}, "Western Europe": {"Germany": "1 antiaircraft gun"}
        },
    )  # fmt: skip
    assert landings(game) == ("move 1 heavy bomber: Germany > SZ 5 > SZ 6 > United Kingdom",)


def test_home_past_guns_that_have_fired_already() -> None:
    """The way round over the Caucasus is as short, and its gun has not."""
    gun = {"Soviet Union": "1 antiaircraft gun"}
    game = stand(
        "Germany", "bomb industrial complex: 1 heavy bomber: Ukraine S.S.R. > West Russia > Russia", "done",
        "fight Russia", "done", dice=(6, 3, 3), game="revised", rules=["x4"], owner={"Belorussia": "Soviet Union"},
        units={"Ukraine S.S.R.": {"Germany": "1 heavy bomber"}, "Caucasus": gun, "West Russia": gun},
    )  # fmt: skip
    assert landings(game) == ("move 1 heavy bomber: Russia > West Russia > Ukraine S.S.R. > Balkans",)


def test_no_carrier_sails_to_meet_what_lands_on_none() -> None:
    owner = {name: "United States" for name, place in load("revised").places.items() if place.owner}
    units = {"SZ 52": {"Japan": "1 bomber"}, "SZ 37": {"Japan": "1 aircraft carrier"}}
    game = stand("Japan", phase="noncombat move", game="revised", units=units, owner=owner)
    (danger,) = (one for one in warnings(game) if one.kind == "aircraft")
    assert danger.text == "1 bomber in SZ 52 cannot land and is lost"
