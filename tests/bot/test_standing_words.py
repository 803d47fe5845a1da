"""Standing orders position by position: what each word, number, place, target and condition has answered."""

from __future__ import annotations

import pytest
from positions import UK, left, told

from bot.game import PlayError
from bot.game.record.answers import label
from bot.game.record.narration import tell
from rules.legal import decision_choices
from rules.play.game import Game, Outcome
from tests.positions import Faces, stand

BASES = {"has": "major industrial complex, air base, naval base"}


def strikes() -> Game:
    """An American fleet in a kamikaze zone."""
    fleet = "1 aircraft carrier, 1 battleship, 1 destroyer"
    return stand(
        "United States", f"move {fleet}: SZ 25 > SZ 16 > SZ 6", "done",
        units={"SZ 25": {"United States": fleet}, "SZ 6": {"Japan": "1 destroyer"}}, owner={"Japan": "Japan"},
    )  # fmt: skip


@pytest.mark.parametrize(
    ("how", "answer"),
    [
        ("never", "pass"),
        ("always", "launch 2 kamikaze: SZ 6 at 1 aircraft carrier"),
        ("1 at battleship", "launch 1 kamikaze: SZ 6 at 1 battleship"),
        ("at most 2 at destroyer, battleship", "launch 2 kamikaze: SZ 6 at 1 destroyer"),
        ("at cruiser", "pass"),
        ("always if there is a transport", "pass"),
        ("at battleship if odds of at least 1 %", "launch 2 kamikaze: SZ 6 at 1 battleship"),
        ("at destroyer if odds of at least 1 %", "pass"),
        ("at destroyer if it pays", "launch 2 kamikaze: SZ 6 at 1 destroyer"),
        ("at battleship if there is an aircraft carrier", "launch 2 kamikaze: SZ 6 at 1 battleship"),
        ("launch 1 kamikaze: SZ 6 at 1 destroyer", "launch 1 kamikaze: SZ 6 at 1 destroyer"),
    ],
)
def test_kamikaze(how: str, answer: str) -> None:
    assert told(strikes(), left("Japan", "kamikaze", how)) == answer


def test_what_is_announced_is_told_and_no_more_is_no_refusal() -> None:
    game = strikes()
    asked = game.state.pending[0]
    assert label(game, "pass", asked) == "No"
    outcome = game.submit("launch 2 kamikaze: SZ 6 at 1 aircraft carrier", Faces(), "Japan")
    assert isinstance(outcome, Outcome)
    assert tell(game.table, [outcome.entry])[0].text == "Japan: launch 2 kamikazes: SZ 6 at 1 aircraft carrier"
    assert label(game, "pass", game.state.pending[0]) == "No more"
    risen = raid().submit("intercept 2 fighter", Faces(), UK)
    assert isinstance(risen, Outcome)
    assert [*map(str, tell(game.table, [risen.entry]))] == [f"{UK}: intercept 2 fighters", "Germany: conduct combat"]
    dived = hunted().submit("submerge 1 submarine", Faces(), UK)
    assert isinstance(dived, Outcome) and tell(game.table, [dived.entry])[0].text == f"{UK}: submerge 1 submarine"


def test_kamikaze_at_most_so_many_in_all() -> None:
    game, order = strikes(), left("Japan", "kamikaze", "at most 3 at aircraft carrier, battleship")
    given = []
    while (answer := told(game, order)) and answer != "pass":
        given.append(answer)
        assert isinstance(game.submit(answer, Faces(), "Japan"), Outcome)
    assert sum(int(text.split()[1]) for text in given) == 3


def raid() -> Game:
    """Bombers and their escort over London; three fighters may rise."""
    over = "Western Germany > SZ 112 > SZ 110 > United Kingdom"
    return stand(
        "Germany", f"bomb major industrial complex: 2 strategic bomber, 1 fighter: {over}", "done",
        units={"Western Germany": {"Germany": "2 strategic bomber, 1 fighter"}, UK: {UK: "3 fighter"}},
        facilities={UK: BASES, "Western Germany": BASES},
    )  # fmt: skip


@pytest.mark.parametrize(
    ("how", "answer"),
    [
        ("never", "pass"),
        ("always", "intercept 3 fighter"),
        ("2 fighter", "intercept 2 fighter"),
        ("at most 1", "intercept 1 fighter"),
        ("always if there is a strategic bomber", "intercept 3 fighter"),
        ("2 fighter if no fighter is there", "pass"),
        ("2 fighter only to United Kingdom", "intercept 2 fighter"),
        ("2 fighter only to Scotland", "pass"),
        ("always if odds of at least 4 %", "intercept 3 fighter"),
        ("always if odds of at least 40 %", "pass"),
        ("if it pays", "intercept 3 fighter"),
        ("at most 1 if it pays", "pass"),
        ("never if odds of at least 50 %", None),
    ],
)
def test_interception(how: str, answer: str | None) -> None:
    """The odds of an interception are those that no bomb does damage; one fighter alone would only be lost."""
    assert told(raid(), left(UK, "intercept", how)) == answer


@pytest.mark.parametrize("kind", ["casualties", "intercept", "battle"])
def test_an_order_without_an_answer_is_none(kind: str) -> None:
    with pytest.raises(PlayError, match=f"What is to be answered\\? For {kind} I understand “ask”"):
        left("Germany", kind, " ")


def hunted() -> Game:
    """Two submarines may dive beside a cruiser: staying, they win three times in four."""
    return stand(
        "Germany", "move 2 cruiser: SZ 112 > SZ 110", "done", "fight SZ 110",
        units={"SZ 112": {"Germany": "2 cruiser"}, "SZ 110": {UK: "2 submarine, 1 cruiser"}},
    )  # fmt: skip


@pytest.mark.parametrize(
    ("how", "answer"),
    [
        ("never", "press on"),
        ("default", "press on"),
        ("always", "submerge 2 submarine"),
        ("at most 1", "submerge 1 submarine"),
        ("submerge 1 submarine", "submerge 1 submarine"),
        ("if odds below 80 %", "submerge 2 submarine"),
        ("if odds below 70 %", "press on"),
        ("submerge 1 submarine if odds below 70 %", "press on"),
        ("always if there is a destroyer", "press on"),
        ("always if no destroyer is there", "submerge 2 submarine"),
        ("never if odds of at least 80 %", None),
    ],
)
def test_diving_goes_by_the_odds_of_staying(how: str, answer: str | None) -> None:
    assert told(hunted(), left(UK, "submerge", how)) == answer


def liberated() -> Game:
    """Paris is free: twelve IPC of French units."""
    return stand(
        UK, "move 4 infantry, 2 tank: Normandy Bordeaux > France", "done", "fight France", dice=(1,) * 6,
        units={"Normandy Bordeaux": {UK: "4 infantry, 2 tank"}, "France": {"Germany": "1 infantry"}},
        owner={"France": "Germany", "Normandy Bordeaux": UK},
    )  # fmt: skip


@pytest.mark.parametrize(
    ("how", "answer"),
    [
        ("default", "place 4 infantry: France"),
        ("never", "pass"),
        ("2 tank", "place 2 tank: France"),
        ("place 1 tank, 2 infantry: France", "place 1 tank, 2 infantry: France"),
        ("place 2 fighter: France", None),
    ],
)
def test_free_units(how: str, answer: str | None) -> None:
    assert told(liberated(), left("France", "free units", how)) == answer


def pressed() -> Game:
    """Three attackers from two places after a round without a hit: one battle in ten is won from here."""
    return stand(
        "Germany", "move 2 infantry: Western Germany > France", "move 1 tank: Holland Belgium > France", "done",
        "fight France",
        units={
            "Western Germany": {"Germany": "2 infantry"}, "Holland Belgium": {"Germany": "1 tank"},
            "France": {"France": "3 infantry"},
        },
    )  # fmt: skip


@pytest.mark.parametrize(
    ("how", "answer"),
    [
        ("retreat", "retreat to Holland/Belgium"),
        ("retreat to Western Germany", "retreat to Western Germany"),
        ("retreat to Poland", "press on"),
        ("retreat to Western Germany if odds below 60 %", "retreat to Western Germany"),
        ("retreat if odds below 1 %", "press on"),
        ("retreat after 2 rounds if odds below 60 %", "press on"),
        ("retreat after 1 round if there is a tank", "retreat to Holland/Belgium"),
        ("press on if there is a tank", "press on"),
        ("press on if there is an artillery", "retreat to Holland/Belgium"),
        ("take at all costs if odds of at least 90 %", None),
        ("take at all costs if odds of at least 1 %", "press on"),
    ],
)
def test_retreats_with_place_round_and_condition(how: str, answer: str | None) -> None:
    assert told(pressed(), left("Germany", "retreat", how)) == answer


def test_losses_only_on_a_condition() -> None:
    game = stand(
        "Germany", "move 4 infantry: Western Germany > France", "done", "fight France", dice=(1,),
        units={"Western Germany": {"Germany": "4 infantry"}, "France": {"France": "1 infantry, 1 fighter"}},
    )  # fmt: skip
    assert told(game, left("France", "casualties", "hold if odds of at least 10 %")) == "casualties 1 fighter"
    assert told(game, left("France", "casualties", "hold if odds of at least 90 %")) is None
    assert told(game, left("France", "casualties", "fighter if there is a tank")) is None
    assert told(game, left("France", "battle", "hold if there is an infantry")) == "casualties 1 fighter"


def test_whatever_is_offered_can_be_left_as_it_is() -> None:
    """Each answer on a button, left word for word, is what is answered."""
    for game in (strikes(), raid(), hunted(), liberated(), pressed()):
        asked = game.state.pending[0]
        for text in decision_choices(game):
            assert told(game, left(asked.power, asked.kind, text)) == text
