"""The names of the options that boards print and shared code reads: closed, as traits are. A name that does not stand
here is an error: of the type checker where code reads it, of the board that says it. Options of a house rule are named by
the rule's own `Option`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

OptionName = Literal[
    "allied_economic_victory", "antiaircraft_always_active", "antiaircraft_fires_on_overflight_in_combat_move",
    "attacker_aircraft_may_leave_amphibious_battle", "axis_economic_victory", "battleship_hits", "blitz_neutrals",
    "bombarded_units_fire_back", "bombardment_limited_to_landed_units", "bomber_paratroopers",
    "capital_ships_need_naval_base_to_repair", "convoy_disruption_rolls_dice", "defending_submarine_may_submerge",
    "germany_jet_power_and_japan_super_submarines", "heavy_bomber_dice", "heavy_bombers_take_better_die", "kamikaze",
    "kamikaze_airplanes", "max_new_complexes", "multiple_antiaircraft_guns", "national_objectives",
    "neutral_entry_fee", "new_fighters_on_new_and_old_carriers", "no_neutrals", "no_new_industrial_complexes",
    "one_panama_zone", "overfly_peace", "partial_retreat_from_amphibious_assault", "piece_limits",
    "place_ships_in_enemy_sea_zones", "raid_damage_on_facilities_until_repaired", "research_and_development",
    "research_dice_kept", "rockets_from_air_bases", "scorched_earth", "scramble", "ships_placed_in_hostile_sea_zones",
    "territory_turn_limit", "total_victory", "transports_defenseless_and_chosen_last", "two_hit_capital_ships",
    "unplaced_units_refunded", "ussr_no_attack_first_turn", "low_luck", "medium_luck", "deck_of_dice", "price_list",
    "bid", "bid_units_a_place", "scenario", "closed_dardanelles", "interceptors", "lhtr", "victory",
    "soviet_japanese_peace", "own_rules",
]  # fmt: skip

ABSENT: Mapping[OptionName, bool] = {
    "antiaircraft_always_active": False,
    "antiaircraft_fires_on_overflight_in_combat_move": True,
    "bombarded_units_fire_back": True,
    "bombardment_limited_to_landed_units": True,
    "defending_submarine_may_submerge": False,
    "lhtr": False,
    "multiple_antiaircraft_guns": False,
    "new_fighters_on_new_and_old_carriers": False,
    "partial_retreat_from_amphibious_assault": True,
    "raid_damage_on_facilities_until_repaired": True,
    "research_dice_kept": False,
    "scramble": False,
    "territory_turn_limit": False,
    "unplaced_units_refunded": True,
}
"""What holds on boards that do not have the option."""
