"""A turn in figures: purchases, battles with losses and luck, places, money."""

from __future__ import annotations

from bot.game.record.narration import tell
from rules.cases.file import read_case
from rules.cases.run import Scripted
from rules.cases.setup import build
from rules.odds import raid_odds
from rules.play.game import Game, Outcome
from rules.play.recap import recaps
from tests.positions import stand


def played(*steps: tuple[str, tuple[int, ...]]) -> Game:
    """USSR's turn against one infantry in Ukraine."""
    game = build(
        read_case(
            {
                "id": "X",
                "game": "classic",
                "power": "USSR",
                "phase": "purchase",
                "setup": "empty",
                "units": {
                    "Caucasus": {"USSR": "2 infantry, 1 armor"},
                    "Ukraine S.S.R.": {"Germany": "2 infantry"},
                },
            }
        )
    )
    for text, dice in steps:
        assert isinstance(game.submit(text, Scripted(dice)), Outcome), text
    return game


FOUGHT = (
    ("buy 2 infantry, 1 armor", ()),
    ("unbuy 1 infantry", ()),
    ("done", ()),
    ("move 2 infantry, 1 armor: Caucasus > Ukraine S.S.R.", ()),
    ("done", ()),
    ("fight Ukraine S.S.R.", (1, 6, 3, 2, 6)),
)


def test_a_battle_and_what_came_of_it() -> None:
    game = played(*FOUGHT)
    while game.state.turn.power == "USSR":
        text = "casualties 1 infantry" if game.state.pending else "done"
        if game.state.turn.phase == "mobilize":
            game.submit("place 1 infantry, 1 armor: Russia", Scripted(()))
        assert isinstance(game.submit(text, Scripted(())), Outcome)
    (turn,) = recaps(game.table, game.log[1:])
    assert (turn.power, turn.first, turn.last) == ("USSR", 1, game.log[-1].number)
    assert dict(turn.bought) == {"infantry": 1, "armor": 1} and turn.spent == 8
    (fight,) = turn.fights
    assert fight.outcome == "attacker" and turn.taken == {"Ukraine S.S.R.": ("Germany", "USSR")}
    assert dict(fight.attacking.lost) == {("USSR", "infantry"): 1} and fight.attacking.cost == 3
    assert fight.defending.cost == 6 and not turn.losses.lost
    assert (fight.attacking.dice.hits, round(fight.attacking.dice.expected, 2)) == (2, 0.83)
    assert turn.income["USSR"] == 27 and turn.holds["USSR"] == game.state.money["USSR"]


def test_what_was_taken_back_is_not_told() -> None:
    game = played(FOUGHT[0], ("undo", ()))
    assert recaps(game.table, game.log[1:]) == []


def test_an_atomic_attack_by_its_name() -> None:
    """Its odds count the troops it hits; it is told once, and what it kills is its own."""
    units = {
        "Low-Countries": {"United States": "1 heavy bomber, 1 atomic bomb"},
        "Lorraine": {"Germany": "12 infantry"},
    }
    game = stand(
        "United States", "drop 1 atomic bomb at Lorraine: 1 heavy bomber: Low-Countries > Lorraine", "done",
        game="europe1943", rules=["y43"], owner={"Low-Countries": "United States"}, units=units,
    )  # fmt: skip
    assert tell(game.table, game.log.here)[0].text == (
        "United States sends 1 atomic bomb against the troops in Lorraine: 1 heavy bomber from Low-Countries."
    )
    odds = raid_odds(game.view, "atomic attack Lorraine", games=50)
    assert odds.name == "atomic attack" and odds.damage > 15 and not odds.attacker_loss
    assert isinstance(game.submit("fight Lorraine", Scripted((3, 4, 1, 2))), Outcome)
    told = [line.text for line in tell(game.table, game.log.here)]
    assert told.count("Atomic attack in Lorraine") == 1 and "Raid in Lorraine" not in told
    assert "Atomic bomb on Lorraine: 3 (direct hit), then 4 1 2: 7 hits on the troops." in told
    (turn,) = recaps(game.table, game.log.here)
    assert [(f.called, f.defending.cost) for f in turn.fights] == [("atomic attack", 21)] and not turn.losses.lost


def test_what_was_not_done_is_told_as_it_was_asked() -> None:
    units = {
        "Low-Countries": {"United States": "1 heavy bomber, 1 atomic bomb"},
        "Rhineland": {"Germany": "2 infantry, 1 fighter"},
    }
    game = stand(
        "United States", "drop 1 atomic bomb at Rhineland: 1 heavy bomber: Low-Countries > Rhineland", "done", "pass",
        game="europe1943", rules=["y43"], owner={"Low-Countries": "United States"}, units=units,
    )  # fmt: skip
    asked = "Germany in Rhineland: intercept the atomic attack on the troops? No"
    assert asked in [line.text for line in tell(game.table, game.log.here)]
