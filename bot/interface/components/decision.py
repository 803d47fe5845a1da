"""A question to a power as buttons and a menu, the recommended answer first."""

from __future__ import annotations

from collections.abc import Iterable

from bot.interface.components.build import BLUE, GREY, Choice, Item, button, menu
from bot.interface.components.custom_id import make
from rules.legal import decision_choices
from rules.model.parse import split_top
from rules.model.profiles import SEA
from rules.play.game import Game

Row = Iterable[Item] | Item
# So many answers are buttons; more go into a menu.
BUTTONS = 4


def decision_rows(game_id: str, game: Game) -> list[Row]:
    """Rows of components for the open question. Answers go by their place in the list, which is the same
    whenever it is made for the same log entry."""
    choices, number = decision_choices(game), game.log[-1].number
    several = game.state.pending[0].kind != "chart"
    other = [button("Other...", make("other", game_id, number))] if several else []
    shown = choices if len(choices) <= BUTTONS else choices[:1]
    buttons = [
        button(label(game, text), make("pick", game_id, number, str(n)), BLUE if n == 0 else GREY)
        for n, text in enumerate(shown)
    ]
    rows: list[Row] = [[*buttons, *other]] if buttons or other else []
    if len(choices) > BUTTONS:
        lines = [Choice(label(game, text), str(n)) for n, text in enumerate(choices)]
        rows.append(menu("Another answer", make("choose", game_id, number), lines))
    return rows


def _losses(game: Game, text: str) -> str:
    """`Damage 1 battleship, lose 2 infantry`; a ship that takes several hits is sunk."""
    ways: dict[str, list[str]] = {}
    for item in split_top(text, ","):
        number, _, unit = item.partition(" ")
        name, bracket, tags = unit.partition(" (")
        profile = game.table.units.get(name)
        hurt = bracket and tags.startswith("damaged")
        way = "damage" if hurt else "sink" if profile and profile.hits > 1 and profile.domain == SEA else "lose"
        ways.setdefault(way, []).append(f"{number} {name}" if hurt else item)
    told = ", ".join(f"{way} {', '.join(ways[way])}" for way in ("damage", "sink", "lose") if way in ways)
    return told[:1].upper() + told[1:]


def label(game: Game, text: str) -> str:
    """An answer as the label of a button: `Lose 2 infantry`."""
    kind = game.state.pending[0].kind
    word, _, rest = text.partition(" ")
    if word == "casualties":
        return _losses(game, rest)
    if text == "pass":
        return {"scramble": "No scramble", "intercept": "No interception", "withdraw": "Stay"}.get(kind, "No")
    if text == "press on" and kind == "submerge":
        return "Stay and strike"
    return text[:1].upper() + text[1:]
