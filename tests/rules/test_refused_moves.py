"""What refusals of moves say: the nearest truth, and what would go."""

from __future__ import annotations

from typing import Any

from rules.play.game import Game, NoDice, Outcome
from tests.positions import stand

UK = "United Kingdom"


def why(game: Game, order: str) -> str:
    """Code and text of a refusal."""
    refusal = game.trial(order)
    assert refusal is not None, order
    return f"{refusal.code}: {refusal.message}"


def first_turn(**case: Any) -> Game:
    """Germany's first combat move, the Soviet Union at peace with it."""
    return stand("Germany", setup="printed", war="printed", **case)


def test_what_is_too_far_is_not_said_to_have_no_way() -> None:
    """Neither where peace closes the way, nor where enemies stop on it."""
    game = first_turn()
    baltic = "too-far: Germany > Poland > Baltic States takes 2 points; the infantry in Germany has 1 left."
    assert why(game, "move 1 infantry: Germany > Baltic States") == baltic
    assert why(game, "move 1 infantry: Germany > Russia").startswith("too-far: ")
    assert why(game, "move 1 tank: Poland > Novgorod").startswith("at-peace: ")


def test_land_units_are_shown_the_way_over_the_sea() -> None:
    game = stand("Germany", game="classic", units={"Western Europe": {"Germany": "1 infantry"}})
    told = why(game, "move 1 infantry: Western Europe > United Kingdom")
    assert told.startswith("no-path: ") and "`ship 1 infantry: Western Europe > United Kingdom`" in told
    told = why(first_turn(), "move 1 infantry: Germany > Norway")  # six territories on, across one zone
    assert told.endswith(
        "out of reach by land from Germany; a transport carries infantry: `ship 1 infantry: Germany > Norway`."
    )
    assert "`load 1 infantry: Western Europe > North Sea Zone`" in why(game, "move 1 inf: Western Europe > North Sea")


def test_war_is_declared_first_only_while_it_can_be() -> None:
    game, east = first_turn(), "move 1 tank: Poland > Baltic States"
    assert why(game, east).endswith("Declare war first: `declare war on Soviet Union`.")
    assert isinstance(game.submit("move 1 tank: Romania > Yugoslavia", NoDice()), Outcome)
    assert why(game, east).endswith("not at war with Soviet Union. War is declared before the first unit moves.")


def test_a_neutral_says_in_which_phase_it_can_be_entered() -> None:
    assert why(first_turn(), "move 2 infantry: Norway > Finland").endswith("can be entered in noncombat move only.")
    italy = stand("Italy", phase="noncombat move", setup="printed", war="printed")
    assert why(italy, "move 1 infantry: Albania > Greece").endswith("can be entered in combat move only.")


def test_a_way_over_the_sea_with_two_ends_offers_whole_orders() -> None:
    units = {"Morocco": {"United States": "1 infantry"}, "SZ 91": {"United States": "1 transport"}}
    owner = {"Morocco": "United States", "Normandy/Bordeaux": "Germany"}
    game = stand("United States", setup="empty", units=units, owner=owner)
    for order in (
        "ship 1 infantry: Morocco > SZ 91 > Normandy/Bordeaux",
        "ship 1 infantry: Morocco > Normandy/Bordeaux",
    ):
        refusal = game.trial(order)
        assert refusal is not None and refusal.code == "ambiguous-path"
        assert refusal.choices[0] == "ship 1 infantry: Morocco > SZ 91 > SZ 105 > Normandy/Bordeaux"
        assert all(game.trial(choice) is None for choice in refusal.choices)


def test_a_zone_without_a_transport_leads_to_the_zone_where_one_waits() -> None:
    """Cargo boards there, if it can be one zone only; else each is a choice."""
    units = {"Okinawa": {"Japan": "1 infantry"}, "SZ 19": {"Japan": "1 battleship, 1 transport"}}
    game = stand(
        "Japan", setup="empty", war="all", rules=["bm.marines"], units=units, owner={"Philippines": "United States"}
    )
    assert isinstance(game.submit("ship 1 infantry: Okinawa > SZ 35 > Philippines", NoDice()), Outcome)
    (cargo,) = (u for u in game.state.units.values() if u.type == "infantry")
    assert (cargo.place, cargo.target) == ("SZ 35", "Philippines")


def test_where_several_transports_wait_the_zone_is_asked_for() -> None:
    units = {
        "Scotland": {UK: "1 infantry"}, "SZ 109": {UK: "1 transport"}, "SZ 119": {UK: "1 transport"}
    }  # fmt: skip
    game = stand(UK, units=units, owner={"Norway": "Germany"})
    refusal = game.trial("ship 1 infantry: Scotland > SZ 112 > Norway")
    assert refusal is not None and refusal.code == "no-transport"
    assert refusal.choices == tuple(f"ship 1 infantry: Scotland > SZ {zone} > SZ 112 > Norway" for zone in (109, 119))
    assert all(game.trial(choice) is None for choice in refusal.choices)


def test_a_ship_order_that_ends_at_sea_leads_to_going_aboard() -> None:
    game = stand(UK, units={UK: {UK: "1 infantry"}, "SZ 109": {UK: "1 transport"}})
    refusal = game.trial(f"ship 1 infantry: {UK} > SZ 109")
    assert refusal is not None and refusal.choices == (f"load 1 infantry: {UK} > SZ 109",)
    assert game.trial(refusal.choices[0]) is None


def test_ships_that_carry_nothing_of_the_cargo_are_not_spoken_of() -> None:
    units = {"Okinawa": {"Japan": "1 infantry"}, "SZ 19": {"Japan": "1 battleship, 1 transport"}}
    game = stand("Japan", setup="empty", war="all", rules=["bm.marines"], units=units)
    assert "the transport in SZ 19 has 2 left" in why(game, "ship 1 infantry: Okinawa > SZ 19 > SZ 22 > Guam")


def test_a_ship_order_that_begins_at_sea_leads_to_going_ashore() -> None:
    game = stand(UK, phase="noncombat move", units={"SZ 109": {UK: "1 transport (cargo: 1 infantry)"}})
    refusal = game.trial(f"ship 1 infantry: SZ 109 > {UK}")
    assert refusal is not None and refusal.choices == (f"unload 1 infantry: SZ 109 > {UK}",)
    assert game.trial(refusal.choices[0]) is None


def test_too_few_of_what_is_named_twice_are_told_where_they_stand() -> None:
    game = stand("Germany", units={"Poland": {"Germany": "1 infantry"}}, owner={"Eastern Poland": "Soviet Union"})
    refusal = game.trial("move 1 infantry, 1 infantry: Poland > Eastern Poland")
    assert refusal is not None and refusal.code == "not-enough-units" and "in Poland" in refusal.message


def test_losses_that_cannot_be_are_told_on_whom_the_hits_may_fall() -> None:
    """Antiaircraft fire falls on aircraft, though infantry is there too."""
    units = {
        "Eastern Europe": {"Germany": "3 infantry, 1 fighter, 1 bomber"},
        "Karelia S.S.R.": {"USSR": "1 antiaircraft gun, 2 infantry"},
    }
    game = stand(
        "Germany", "move 3 infantry, 1 fighter, 1 bomber: Eastern Europe > Karelia S.S.R.", "done", "fight Karelia S.S.R.",
        dice=(1, 6), game="classic", units=units,
    )  # fmt: skip
    told = "wrong-casualties: There are fewer to lose than 1 infantry; the hits may fall on 1 bomber and 1 fighter."
    assert why(game, "casualties 1 infantry") == told
