"""The forms of orders in positions of every board: Discord takes them, and what is chosen in them is legal."""

from __future__ import annotations

import pytest

from bot.discord.components.build import Choice
from bot.discord.components.forms import Field, Pick, Upload, form
from bot.discord.features.battle.losses_form import loss_parts
from bot.discord.features.orders.buying import _how_many, _where
from bot.discord.features.orders.moving import _parts, _units, goals_from, move_order
from local_discord.limits_components import check_modal
from rules.cases.file import read_case
from rules.cases.setup import build
from rules.dice import PracticeDice
from rules.legal import legal, loss_kinds
from rules.model.board import BOARDS
from rules.play.game import Game

SEA_BATTLE = {
    "game": "global1940",
    "power": "Germany",
    "phase": "combat move",
    "setup": "empty",
    "war": "all",
    "units": {
        "SZ 112": {
            "Germany": "2 battleship, 3 submarine, 2 cruiser, 2 destroyer, 1 carrier (cargo: 2 fighter), 1 transport"
        },
        "SZ 111": {"United Kingdom": "1 battleship, 3 destroyer, 2 cruiser", "France": "2 destroyer, 1 cruiser"},
    },
}


def at(power: str, phase: str, board: str) -> Game:
    """The opening of a board, in a phase of a power."""
    case = {"id": "X", "title": "x", "game": board, "power": power, "phase": phase, "step": []}
    return build(read_case(case))


@pytest.mark.parametrize("board", sorted(BOARDS))
def test_forms_of_every_opening_are_taken(board: str) -> None:
    game = Game.new(board, (), {}, dice=PracticeDice(1))
    for phase in ("purchase", "combat move", "noncombat move"):
        game = at(game.table.board.order[0], phase, board)
        found = legal(game, game.to_act)
        sold = [s for s in found.sale if max(s.most.values(), default=0)]
        for start in range(0, len(sold), 4):
            some = sold[start : start + 4]
            check_modal(form("Buy", "id", *(_how_many(game, s) for s in some), *_where(some)).to_dict())
        for place in list(dict.fromkeys(m.place for m in found.movers))[:6]:
            movers, units = _units(game, place)
            if any(m.goals for m in movers):
                check_modal(form(f"Move from {place}", "id", *_parts(units, goals_from(game, place, movers))).to_dict())


def test_ways_by_landing_craft_are_offered() -> None:
    """Their last place has the craft behind it, which is no part of its name."""
    case = {
        "id": "X",
        "title": "x",
        "game": "global1940",
        "rules": ["x4.landing-craft"],
        "power": "United Kingdom",
        "round": 6,
        "phase": "combat move",
        "setup": "empty",
        "war": "all",
        "units": {"United Kingdom": {"United Kingdom": "2 landing craft, 2 infantry"}},
        "step": [],
    }
    game = build(read_case(case))
    movers, _ = _units(game, "United Kingdom")
    craft = [goal for goal in goals_from(game, "United Kingdom", movers) if " using " in goal.value]
    assert craft and all("IPC" in goal.about for goal in craft)
    order = move_order("United Kingdom", ("1 infantry",), craft[0].value)
    assert game.trial(order, "United Kingdom") is None


def test_what_is_chosen_is_one_order() -> None:
    assert (
        move_order("Karelia", ("2 armor", "1 armor", "1 fighter"), "Russia")
        == "move 2 armor, 1 fighter: Karelia > Russia"
    )
    assert move_order("Eire", ("all", "1 armor"), "SZ 1 > Wales") == "ship all: Eire > SZ 1 > Wales"
    laden = "1 transport (cargo: 1 infantry, 1 armor)"
    assert move_order("SZ 1", (laden, "1 cruiser"), "SZ 2") == f"move {laden}, 1 cruiser: SZ 1 > SZ 2"


def question(game: Game) -> Game:
    """A game fought on to its first choice of losses in which several kinds may be hit."""
    for _ in range(30):
        if game.state.pending:
            if len(loss_kinds(game.facing(game.state.pending[0]))) > 1:
                return game
            game.submit("pass" if game.trial("pass", game.to_act) is None else "press on", PracticeDice(1))
            continue
        here = legal(game, game.to_act)
        game.submit(f"fight {here.battles[0].place}" if here.battles else "done", PracticeDice(1))
    raise AssertionError("no losses were asked for")


def test_losses_of_a_sea_battle_of_three_powers() -> None:
    game = build(read_case({"id": "X", "title": "x", "step": [], **SEA_BATTLE}))
    game.submit("move all: SZ 112 > SZ 111", PracticeDice(1))
    game = question(game)
    asked = game.state.pending[0]
    seen = game.facing(asked)
    kinds = loss_kinds(seen)
    recommended = f"casualties {', '.join(kind.usual for kind in kinds if kind.usual)}"
    assert seen.trial(recommended, asked.power) is None
    whole = {(kind.name, kind.owner): kind.items for kind in kinds}
    if ("battleship", "United Kingdom") in whole:
        assert whole["battleship", "United Kingdom"] == ("1 battleship (damaged)", "1 battleship (United Kingdom)")
        assert {owner for _, owner in whole} == {"United Kingdom", "France"}
    else:
        assert whole["battleship", ""][:2] == ("1 battleship (damaged)", "2 battleship (damaged)")
    modal = form("Losses", "id", *loss_parts(game, asked, kinds))
    check_modal(modal.to_dict())
    if len(kinds) > 5:
        assert [child.component.type.name for child in modal.children][-1] == "text_input"  # type: ignore[attr-defined]


def test_parts_of_forms() -> None:
    few = [Choice(str(n), str(n)) for n in range(3)]
    many = [Choice(str(n), str(n), "x" * 150) for n in range(30)]
    parts = [
        Pick("a", "One", few),
        Pick("b", "Some", few, most=3),
        Pick("c", "Many", many, most=30),
        Upload("d", "File"),
        Field("e", "T"),
    ]
    made = form("x" * 60, "id", *parts)
    check_modal(made.to_dict())
    kinds = [child.component.type.name for child in made.children]  # type: ignore[attr-defined]
    assert kinds == ["radio_group", "checkbox_group", "select", "file_upload", "text_input"]
    one = form("x", "id", Pick("a", "One", few[:1]), Pick("b", "Maybe", few, required=False, folded=True))
    check_modal(one.to_dict())
    assert [c.component.type.name for c in one.children] == ["checkbox_group", "select"]  # type: ignore[attr-defined]
