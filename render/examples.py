"""Example cards, for the docs, the tests and the benchmark; with the charts (render/charts/examples.py) all of them:
`python -m render.examples FOLDER`."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

from render.battle.model import BattleCard, Die, Odds, Side, SpecialFire, UnitRow
from render.battle.paint import battle_picture
from render.charts.examples import CHARTS
from render.input.scene import Picture
from render.story.examples import STORIES


def rolled(faces: str, need: int) -> tuple[Die, ...]:
    """Dice from their faces: "261" thrown for a number needed."""
    return tuple(Die(int(face), int(face) <= need) for face in faces)


def row(owner: str, count: int, type_: str, need: int, faces: str = "", lost: int = 0, damaged: int = 0) -> UnitRow:
    """A row of equal units with the faces they rolled."""
    return UnitRow(type_, owner, count, need, rolled(faces, need), lost, damaged)


def land() -> BattleCard:
    """A land battle after the dice of its second round, two powers defending."""
    attack = (
        row("Germany", 4, "infantry", 1, "3526", lost=3),
        UnitRow("infantry", "Germany", 2, 2, rolled("26", 2), note="+1"),
        row("Germany", 2, "artillery", 2, "15"),
        row("Germany", 3, "tank", 3, "361"),
        row("Germany", 1, "tactical bomber", 4, "5"),
        row("Germany", 1, "strategic bomber", 4, "4", lost=1),
        row("Germany", 2, "fighter", 3, "24"),
    )
    defend = (
        row("Soviet Union", 12, "infantry", 2, "261533546354", lost=5),
        row("Soviet Union", 1, "artillery", 2, "3"),
        row("Soviet Union", 2, "tank", 3, "62", lost=1),
        row("United Kingdom", 1, "fighter", 4, "4"),
        row("Soviet Union", 1, "antiaircraft artillery", 0),
    )
    return BattleCard(
        place="Ukraine",
        kind="land",
        attacker=Side(("Germany",), attack),
        defender=Side(("Soviet Union", "United Kingdom"), defend),
        round=2,
        terrain="Worth 2 IPC, minor industrial complex",
        odds=Odds(0.806, 0.02, 0.173, "expected swing +3 IPC"),
        result="Germany presses on or retreats.",
    )


def sea() -> BattleCard:
    """A sea battle with a surprise strike and damaged capital ships."""
    attack = (
        row("Japan", 2, "submarine", 2),
        row("Japan", 1, "destroyer", 2, "3", lost=1),
        row("Japan", 1, "cruiser", 3, "2"),
        row("Japan", 3, "fighter", 3, "146"),
        row("Japan", 2, "tactical bomber", 4, "35"),
        row("Japan", 1, "battleship", 4, "6", damaged=1),
        row("Japan", 2, "aircraft carrier", 0, damaged=2),
    )
    defend = (
        row("ANZAC", 1, "submarine", 1, "5"),
        row("United States", 2, "cruiser", 3, "5", lost=2),
        row("United States", 1, "aircraft carrier", 2, "2", damaged=1),
        row("ANZAC", 1, "cruiser", 3, "1", lost=1),
        row("United States", 2, "fighter", 4, "42"),
        row("United States", 2, "transport", 0),
    )
    return BattleCard(
        place="SZ 54",
        kind="sea",
        attacker=Side(("Japan",), attack),
        defender=Side(("United States", "ANZAC"), defend),
        round=1,
        terrain="Sea zone",
        special=(SpecialFire("Surprise strike", "Japan", "submarine", 2, 2, rolled("26", 2), "1 hit"),),
        odds=Odds(0.88, 0.004, 0.116),
    )


def raid() -> BattleCard:
    """A bombing raid with escorts and interceptors."""
    special = (
        SpecialFire(
            "Antiaircraft fire", "Germany", "major industrial complex", 1, 1, rolled("316", 1), "1 bomber shot down"
        ),
        SpecialFire(
            "Raid damage", "United Kingdom", "strategic bomber", 2, 0, rolled("46", 0), "+14 damage, now 18 of 20"
        ),
    )
    attack = (
        row("United Kingdom", 4, "strategic bomber", 1, "3615", lost=2),
        row("United Kingdom", 2, "fighter", 1, "56"),
    )
    return BattleCard(
        place="Western Germany",
        kind="raid",
        attacker=Side(("United Kingdom",), attack),
        defender=Side(("Germany",), (row("Germany", 2, "fighter", 2, "25", lost=1),)),
        terrain="Worth 5 IPC, major industrial complex (4 damage)",
        special=special,
        result="Germany repairs or makes nothing there.",
    )


def horde() -> BattleCard:
    """A very big battle of Classic: dice of many units are counted by face."""
    many = "".join(str(i * 7 % 6 + 1) for i in range(37))
    attack = (
        row("USSR", 37, "infantry", 1, many, lost=11),
        row("USSR", 9, "armor", 3, "351264152"),
        row("USSR", 2, "fighter", 3, "26"),
        row("USSR", 1, "bomber", 4, "2"),
    )
    defend = (
        row("Germany", 14, "infantry", 2, "35126415266134", lost=14),
        row("Germany", 8, "armor", 2, "35126415"),
        row("Germany", 5, "fighter", 4, "35126"),
        row("Germany", 1, "bomber", 1, "2"),
        row("Germany", 1, "antiaircraft gun", 0),
    )
    gun = SpecialFire("Antiaircraft fire", "Germany", "antiaircraft gun", 1, 1, rolled("256", 1), "no hit")
    return BattleCard(
        place="Ukraine S.S.R.",
        kind="land",
        attacker=Side(("USSR",), attack),
        defender=Side(("Germany",), defend),
        round=1,
        terrain="Worth 3 IPC",
        special=(gun,),
        odds=Odds(0.31, 0.02, 0.67),
    )


def house_rules() -> BattleCard:
    """Units of the house rules: all seven columns, several dice a unit, an overruled die."""
    attack = (
        row("Germany", 2, "elite infantry", 1, "35", lost=2),
        row("Germany", 4, "waffen-ss infantry", 2, "3512", lost=4),
        row("Germany", 3, "panzer grenadier", 3, "152"),
        UnitRow("heavy bomber (germany)", "Germany", 1, 4, (Die(2, True), Die(5, False, counted=False))),
        row("Germany", 1, "e-100", 4, "24", damaged=1),
        row("Germany", 2, "king tiger", 5, "26"),
        row("Germany", 1, "rocket", 6, "6", lost=1),
    )
    defend = (
        row("USSR", 12, "infantry", 2, "246135246135", lost=9),
        row("USSR", 3, "soviet guard", 3, "246"),
        row("USSR", 2, "kv-2", 4, "14"),
        row("USSR", 1, "soviet commissar", 0),
    )
    return BattleCard(
        place="Leningrad",
        kind="land",
        attacker=Side(("Germany",), attack),
        defender=Side(("USSR",), defend),
        round=1,
        terrain="Worth 5 IPC, victory city",
        conditions=("Army attack",),
    )


def before() -> BattleCard:
    """A small battle that has not begun."""
    attack = (row("Germany", 3, "infantry", 1), row("Germany", 2, "tank", 3))
    return BattleCard(
        place="Poland",
        kind="land",
        attacker=Side(("Germany",), attack),
        defender=Side(("Soviet Union",), (row("Soviet Union", 2, "infantry", 2),)),
        terrain="Worth 2 IPC",
        odds=Odds(0.97, 0.01, 0.02, "expected swing +3 IPC"),
    )


CARDS: dict[str, Callable[[], BattleCard]] = {
    "battle-land": land,
    "battle-sea": sea,
    "battle-raid": raid,
    "battle-horde": horde,
    "battle-house-rules": house_rules,
    "battle-before": before,
}


def pictures() -> dict[str, Picture]:
    """All examples by name."""
    drawn = {**CHARTS, **STORIES}
    return {name: battle_picture(card()) for name, card in CARDS.items()} | {n: draw() for n, draw in drawn.items()}


def main(arguments: list[str]) -> int:
    """Write all examples into a folder."""
    if len(arguments) != 1:
        print("usage: python -m render.examples FOLDER", file=sys.stderr)
        return 2
    folder = Path(arguments[0])
    folder.mkdir(parents=True, exist_ok=True)
    for name, picture in pictures().items():
        (folder / f"{name}.{picture.format}").write_bytes(picture.data)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
