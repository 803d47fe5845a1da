"""Axis and Allies 1943: golden pictures with every unit of its document, its signs on lines and coasts, and damage."""

from __future__ import annotations

import re
from typing import Any

import pytest

from render.input import position
from render.input.scene import Theatre
from render.map import draw as board_map
from rules.cases.file import read_case
from rules.cases.setup import build
from rules.core.table import Table
from tests.render.golden import assert_golden

GERMANS: dict[str, Any] = {
    "units": {
        "Brandenburg": {
            "Germany": (
                "2 fallschirmjaeger, 1 oberst gruppenfuehrer, 3 rocket, 1 afrika panzer general, 2 landing craft, 1 "
                "messerschmitt 262, 1 landkreuzer p. 1500 (damaged 2)"
            ),
        },
        "Bavaria": {
            "Germany": (
                "1 silbervogel, 1 horten h.xviii, 2 sturmtiger, 1 s.s. maeuschen (damaged 4), 1 maeuschen, 2 elefant, "
                "1 e-100 v1 raketenwerfer"
            ),
        },
        "Rhineland": {
            "Germany": "2 tiger i (damaged), 3 king tiger, 1 e-100, 2 messerschmitt 262, 4 landmine",
        },
        "Saxony": {
            "Germany": "3 stug iii, 2 sd.kfz. 251, 2 stummel, 4 panzer grenadier, 1 nashorn, 1 karl siege mortar",
        },
        "Nordrhein Westfalen": {
            "Germany": "5 rocket, 2 paratrooper, 1 air transport, 1 e-100 flakpanzer, 2 infantry",
        },
        "Silesia": {
            "Germany": "1 panzer general (panzer army), 5 tank (panzer army)",
        },
        "Warsaw": {
            "Germany": (
                "1 oberst gruppenfuehrer (waffen-ss army), 3 infantry (waffen-ss army), 3 tank (waffen-ss army), 1 "
                "artillery (waffen-ss army)"
            ),
        },
        "Low-Countries": {
            "Germany": "1 heavy bunker (damaged 2), 4 light bunker, 3 fortification",
        },
        "Denmark": {
            "Germany": "1 heavy bunker, 2 light bunker",
        },
        "SZ 48": {
            "Germany": (
                "3 u-boat, 2 type xxi u-boat, 1 aircraft carrier, 2 carrier fighter, 1 super heavy battleship "
                "(damaged 3)"
            ),
        },
    },
    "borders": {
        "Warsaw | Belorussia": {
            "Germany": "4 landmine",
        },
        "Low-Countries | SZ 6": {
            "Germany": "5 hedgehog, 2 landmine",
        },
        "Warsaw": {
            "Italy": "1 railroad",
        },
        "Bavaria | Austria": {
            "Germany": "10 landmine",
        },
    },
    "facilities": {
        "Brandenburg": "super industrial complex (underground, +2 industry), air base, naval base",
        "Saxony": "major industrial complex (damaged 7, +1 industry)",
        "Bavaria": "major industrial complex (underground), air base (damaged 3)",
    },
}
ALLIES: dict[str, Any] = {
    "units": {
        "Southwest England": {
            "United States": (
                "2 atomic bomb, 3 heavy bomber, 1 panzer general (tank army), 5 tank (tank army), 2 bazooka infantry, "
                "1 calliope"
            ),
        },
        "Southeast England": {
            "United States": (
                "2 crab tank, 3 duplex-drive sherman, 2 marine, 2 m3 halftrack, 1 t30 tank (damaged), 1 t92 howitzer, "
                "2 landing craft, 3 paratrooper"
            ),
            "United Kingdom": "1 panzer general, 2 churchill (damaged)",
        },
        "Wales": {
            "United Kingdom": (
                "2 tortoise (damaged), 3 churchill, 4 commando, 2 heavy bomber, 2 landing craft, 1 air transport, 2 "
                "fortification"
            ),
        },
        "Midlands": {
            "United Kingdom": "3 paratrooper, 1 landmine",
        },
        "SZ 7": {
            "United States": (
                "1 heavy transport, 1 super heavy battleship (damaged 2), 1 aircraft carrier, 2 carrier fighter, 2 "
                "transport"
            ),
        },
        "Normandy": {
            "Germany": "1 heavy bunker (damaged 3), 6 light bunker, 4 fortification, 3 infantry",
        },
    },
    "borders": {
        "Normandy | SZ 7": {
            "Germany": "6 hedgehog, 4 landmine",
        },
        "Brittany | SZ 25": {
            "Germany": "3 hedgehog",
        },
    },
}
SOVIETS: dict[str, Any] = {
    "units": {
        "Moscow": {
            "Soviet Union": (
                "1 commissar (army corps), 2 infantry (army corps), 2 guard infantry (army corps), 2 tank (army "
                "corps), 1 artillery (army corps), 3 katyusha, 2 su-152, 2 is-2 (damaged)"
            ),
        },
        "Stalingrad": {
            "Soviet Union": (
                "3 kv-2 (damaged), 2 is-2, 6 guard infantry, 1 panzer general, 1 commissar, 2 paratrooper, 1 air "
                "transport"
            ),
        },
        "Helsinki": {
            "Finland": "4 ski-infantry, 2 landmine",
        },
        "Smolensk": {
            "Germany": "2 karl siege mortar, 3 tiger i, 1 panzer grenadier",
        },
        "Tula": {
            "Soviet Union": "4 landmine, 2 fortification",
        },
    },
    "borders": {
        "Smolensk | Moscow": {
            "Germany": "5 landmine",
        },
        "Tula | Orel": {
            "Soviet Union": "3 landmine",
        },
        "Kharkov": {
            "Germany": "1 railroad",
        },
        "Smolensk": {
            "Germany": "1 railroad",
        },
    },
    "facilities": {
        "Moscow": "super industrial complex (damaged 12), air base",
    },
}
SCENES: dict[str, tuple[str, dict[str, Any]]] = {
    "germany": ("Germany and Poland", GERMANS),
    "channel": ("Britain and the Channel", ALLIES),
    "moscow": ("Moscow", SOVIETS),
}
START = {"id": "X", "game": "europe1943", "rules": ["y43"], "setup": "empty", "round": 3, "power": "Germany"}


@pytest.mark.parametrize("name", SCENES)
def test_golden_units(name: str) -> None:
    theatre, case = SCENES[name]
    scene = position.scene(build(read_case({**START, "phase": "combat move", **case})).view)
    assert_golden(board_map.draw(scene, Theatre(theatre), width=600), f"map-1943-units-{name}")


def test_every_unit_of_the_document_is_in_them() -> None:
    shown = str(SCENES)
    units = Table("europe1943", ["y43"]).units
    special = [name for name, unit in units.items() if unit.rule.startswith("y43.")]
    assert [name for name in special if not re.search(rf"\b{re.escape(name)}\b", shown)] == []
