"""What is offered is legal, complete enough, and found in spite of typing errors."""

from __future__ import annotations

import pytest

from rules.cases.file import read_case
from rules.cases.setup import build
from rules.dice.prng import Prng
from rules.legal import complete, decision_choices, legal
from rules.legal.texts import texts
from rules.play.game import Game, Outcome


class Dice:
    """Dice that show what they are told, then sixes."""

    def __init__(self, *faces: int) -> None:
        self.faces = list(faces)

    def roll(self, count: int, why: str) -> list[int]:
        return [self.faces.pop(0) if self.faces else 6 for _ in range(count)]


def at(phase: str, **more: object) -> Game:
    """A Classic game of the USSR in a phase."""
    return build(read_case({"id": "X", "game": "classic", "phase": phase, "power": "USSR", **more}))


def give(game: Game, *orders: str, dice: Dice | None = None) -> None:
    """Orders that must be accepted."""
    for order in orders:
        answer = game.submit(order, dice or Dice())
        assert isinstance(answer, Outcome), answer


def test_what_is_for_sale() -> None:
    """Prices and the most that the treasury pays for."""
    sale = {s.unit: s for s in legal(at("purchase"), "USSR").sale}
    assert (sale["infantry"].price, sale["infantry"].most) == (3, {"USSR": 8})
    assert (sale["battleship"].price, sale["battleship"].most) == (24, {"USSR": 1})
    assert sale["industrial complex"].most == {"USSR": 1}


def test_two_purses_are_told_apart() -> None:
    """The United Kingdom of Global 1940 buys from two treasuries."""
    game = build(read_case({"id": "X", "game": "global1940", "phase": "purchase", "power": "United Kingdom"}))
    infantry = next(s for s in legal(game, "United Kingdom").sale if s.unit == "infantry")
    assert infantry.most == {"UK Europe": 9, "UK Pacific": 5}
    assert "2 infantry (UK Pacific)" in complete(game, "United Kingdom", "buy", "2 infantry pacific")


def test_movers_and_their_goals() -> None:
    """Units by place and type, and where they may go."""
    movers = {(m.place, m.unit): m for m in legal(at("combat move"), "USSR").movers}
    assert movers["Caucasus", "infantry"].count == 5
    assert movers["Caucasus", "infantry"].goals == {"Turkey": 5, "Ukraine S.S.R.": 5}
    assert "Manchuria" not in movers["Karelia S.S.R.", "infantry"].goals


def test_units_that_are_lent_are_offered_with_their_owner() -> None:
    """Who commands units sees them in his menus, by the name that orders give them."""
    troops = {
        "Southwest England": {"United States": "2 infantry, 1 paratrooper"},
        "SZ 7": {"United States": "1 transport"},
    }
    start = {"id": "X", "game": "europe1943", "rules": ["y43"], "power": "United Kingdom", "phase": "purchase"}
    game = build(read_case({**start, "setup": "empty", "units": troops}))
    give(game, "invoke d-day", "done")
    found = legal(game, "United Kingdom")
    movers = {(m.place, m.unit): m for m in found.movers}
    assert movers["Southwest England", "infantry"].name == "infantry (United States)"
    offered = list(texts(game, "United Kingdom", found))
    for order in (
        "move 1 transport (United States): SZ 7 > SZ 6",
        "ship 2 infantry (United States): Southwest England > SZ 7 > Normandy",
        "move 1 paratrooper (United States, by air): Southwest England > Normandy",
    ):
        assert order in offered
        assert game.trial(order, "United Kingdom") is None, order


def test_loads_by_air_are_offered() -> None:
    """An air transport takes what stands beside it to the front."""
    start = {"id": "X", "game": "europe1943", "rules": ["y43"], "power": "Germany", "phase": "noncombat move"}
    troops = {"Brandenburg": {"Germany": "1 air transport, 1 infantry, 1 tank"}}
    game = build(read_case({**start, "setup": "empty", "units": troops}))
    offered = [
        t for t in legal(game, "Germany").offers if t.startswith("move 1 air transport, 1 infantry: Brandenburg > ")
    ]
    assert offered
    assert all(game.trial(t, "Germany") is None for t in offered)


def test_battles_and_done() -> None:
    """Battles are listed; the phase cannot be closed before they are fought."""
    game = at("combat move")
    give(game, "move 5 infantry: Caucasus > Ukraine S.S.R.", "done")
    found = legal(game, "USSR")
    assert [b.order for b in found.battles] == ["fight Ukraine S.S.R."]
    assert found.done is not None
    assert "fight" in found.verbs


def test_answers_begin_with_the_recommended_one() -> None:
    """The cheapest loss first; every answer is legal."""
    game = at("combat move", setup="empty", units={
        "Caucasus": {"USSR": "1 armor"}, "Ukraine S.S.R.": {"Germany": "1 infantry, 1 armor, 1 fighter"},
    })  # fmt: skip
    give(game, "move 1 armor: Caucasus > Ukraine S.S.R.", "done", dice=Dice())
    give(game, "fight Ukraine S.S.R.", dice=Dice(1))
    found = legal(game, "Germany")
    assert found.question is not None
    assert found.question.choices[0] == "casualties 1 infantry"
    assert set(found.question.choices) == {"casualties 1 infantry", "casualties 1 armor", "casualties 1 fighter"}
    assert legal(game, "USSR").question is None


def test_placing() -> None:
    """Sites and how many each takes."""
    game = at("purchase")
    give(game, "buy 2 infantry", "done", "done", "done", "done")
    entry = legal(game, "USSR").place[0]
    assert (entry.unit, entry.count) == ("infantry", 2)
    assert set(entry.sites) == {"Russia", "Karelia S.S.R."}


def test_nothing_for_others() -> None:
    """Whose turn it is not may only give up."""
    found = legal(at("purchase"), "Germany")
    assert found.verbs == ("concede",)
    assert not found.sale


@pytest.mark.parametrize(
    ("verb", "typed", "first"),
    [
        ("move", "3 inf: cauc", "3 infantry: Caucasus > Ukraine S.S.R."),
        ("move", "infntry caucasos ukr", "5 infantry: Caucasus > Ukraine S.S.R."),
        ("", "move 5 inf", "move 5 infantry: Caucasus > Ukraine S.S.R."),
        ("move", "3 infantry, 1 arm", "3 infantry, 1 armor: Karelia S.S.R. > Eastern Europe"),
        ("move", "2 infantry: Caucasus > Ukr", "2 infantry: Caucasus > Ukraine S.S.R."),
    ],
)
def test_completion(verb: str, typed: str, first: str) -> None:
    """What was typed decides, mistyped or not."""
    offered = complete(at("combat move"), "USSR", verb, typed)
    assert (offered[0] if offered else "") == first


def test_completion_offers_at_most_25_and_only_legal_orders() -> None:
    """Everything offered can be sent as it is."""
    game = Game.new("global1940")
    give(game, "done")
    offered = complete(game, "Germany")
    assert 10 < len(offered) <= 25
    for text in offered:
        copy = Game.load(game.head(), game.snapshot(), game.log[:1])
        assert isinstance(copy.submit(text, Prng(1)), Outcome), text


def test_no_choices_without_a_question() -> None:
    """Nothing is open, nothing is answered."""
    assert decision_choices(Game.new("classic")) == ()


def test_paratroopers_that_have_flown_are_lost_like_others() -> None:
    """A mark that is not shown keeps nobody alive: the cheapest go first."""
    case = {
        "id": "X", "game": "europe1943", "rules": ["y43"], "phase": "combat move", "power": "United States", "setup": "empty",
        "units": {"Algiers": {"United States": "2 tank, 1 fighter, 2 paratrooper"}, "Tunis": {"Germany": "4 infantry"}},
    }  # fmt: skip
    game = build(read_case(case))
    give(game, "move 2 paratrooper (by air): Algiers > Tunis", "move 2 tank, 1 fighter: Algiers > Tunis", "done")
    give(game, "fight Tunis", dice=Dice(6, 6, 6, 6, 6, 2, 2, 6, 6))
    assert decision_choices(game)[0] == "casualties 2 paratrooper"
