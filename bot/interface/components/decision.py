"""Questions to powers as buttons and menus, the recommended answer first."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence

from bot.game.waiting import Hands, together
from bot.interface.components.build import BLUE, GREY, ROW, Choice, Item, Select, button, menu
from bot.interface.components.custom_id import make
from bot.interface.text.limits import OPTIONS
from bot.interface.text.odds import answer_text
from bot.interface.text.status import ask_lines
from bot.media.odds_desk import known_answers
from rules.legal import decision_choices
from rules.model import codec
from rules.model.names import listing
from rules.model.parse import split_top
from rules.model.profiles import SEA
from rules.model.state import Decision
from rules.play import asking, lines, narrate
from rules.play.game import Game

Row = Iterable[Item] | Item
Asked = tuple[Decision, ...]
# So many answers are buttons; more go into a menu.
BUTTONS = 4
# So many questions have a menu of their own; the others come up when one of these is answered.
QUESTIONS = 3


def decision_rows(game_id: str, game: Game, hands: Hands | None = None, meanwhile: Sequence[str] = ()) -> list[Row]:
    """Rows of components for the open questions, and for the battles that can be fought meanwhile. A single question
    has buttons, several have a menu each. hands: who may answer for whom (None: that is not known)."""
    asked = _asked(game, hands)
    rows = _single(game_id, game, asked[0]) if len(asked) == 1 else list[Row]()
    rows += [_menu(game_id, game, some) for some in asked[:QUESTIONS] if len(asked) > 1]
    number = game.log[-1].number
    fights = [button(order[:1].upper() + order[1:], make("do", game_id, number, order)) for order in meanwhile]
    return [*rows, fights[:ROW]] if fights else rows


def _asked(game: Game, hands: Hands | None) -> list[Asked]:
    """The questions to people, not those to computers; what is one, but has more answers than a menu, one by one."""
    found = list[Asked]()
    for some in together(game, hands or {}):
        fits = sum(len(decision_choices(game.facing(d))) for d in some) < OPTIONS
        found += [some] if fits else [(decision,) for decision in some]
    return [some for some in found if hands is None or any(p in hands for d in some for p in lines.askers(d))]


def _single(game_id: str, game: Game, asked: Asked) -> list[Row]:
    choices, number = _choices(game, asked), game.log[-1].number
    other = [button("Other...", make("other", game_id, number, _marks(asked)))] if asked[0].kind != "chart" else []
    shown = choices if len(choices) <= BUTTONS else choices[:1]
    buttons = [
        button(one.label, make("pick", game_id, number, one.value), BLUE if n == 0 else GREY)
        for n, one in enumerate(shown)
    ]
    rows: list[Row] = [[*buttons, *other]] if buttons or other else []
    return [*rows, _menu(game_id, game, asked, "Another answer")] if len(choices) > BUTTONS else rows


def _menu(game_id: str, game: Game, asked: Asked, placeholder: str = "") -> Select:
    """The answers to a question as a menu."""
    about = placeholder or ask_lines(game.table, asked)[0].replace("*", "")
    return menu(about, make("choose", game_id, game.log[-1].number, _marks(asked)), _choices(game, asked))


def _choices(game: Game, asked: Asked) -> list[Choice]:
    """The answers to a question; where it is put for several powers, first what is answered for all of them."""
    found = list[Choice]()
    if len(asked) > 1:
        told = next((label(game, "pass", d) for d in asked if not d.data.get("open")), label(game, "pass", asked[0]))
        about = f"for {listing([d.power for d in asked])}"
        found.append(Choice(told, f"{_marks(asked)}.{mark_of('pass')}", about))
    for decision in asked:
        head = f"{decision.power}: " if len(asked) > 1 else ""
        odds, mark = known_answers(game, decision), mark_of(decision)
        for text in decision_choices(game.facing(decision)):
            about = answer_text(odds[text]) if text in odds else ""
            found.append(Choice(head + label(game, text, decision), f"{mark}.{mark_of(text)}", about))
    return found


def _marks(asked: Asked) -> str:
    """The marks of what is one question."""
    return "+".join(mark_of(decision) for decision in asked)


def mark_of(what: Decision | str) -> str:
    """A short mark by which a question or an answer is known again."""
    text = what if isinstance(what, str) else json.dumps(codec.dump(what), sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:8]


def marked(game: Game, mark: str) -> Decision | None:
    """The open question of a mark."""
    return next((d for d in lines.shown(game.state) if mark_of(d) == mark), None)


def _losses(game: Game, text: str) -> str:
    """`Damage 1 battleship, lose 2 infantry`; a ship that takes several hits is sunk."""
    ways: dict[str, list[str]] = {}
    for item in split_top(text, ","):
        number, _, unit = item.partition(" ")
        name, bracket, tags = unit.partition(" (")
        profile = game.table.units.get(name)
        hurt = bracket and tags.startswith("damaged")
        way = "damage" if hurt else "sink" if profile and profile.hits > 1 and profile.domain == SEA else "lose"
        tag = f" ({tags}" if bracket and not hurt else ""
        ways.setdefault(way, []).append(narrate.count(game.table, int(number), name) + tag)
    told = ", ".join(f"{way} {', '.join(ways[way])}" for way in ("damage", "sink", "lose") if way in ways)
    return told[:1].upper() + told[1:]


def _with_load(game: Game, asked: Decision, text: str) -> str:
    """` (with 2 infantry aboard)`: what falls with a craft, where all that may be meant carry the same."""
    view, loads = game.view, set[str]()
    for item in split_top(text, ","):
        name = item.partition(" ")[2].partition(" (")[0]
        for unit in view.units(asked.place, asked.power):
            if unit.type == name and view.of(unit).capacity:
                loads.add(narrate.units_text(game.table, view.state.aboard(unit.id)))
    return f" (with {loads.pop()} aboard)" if len(loads) == 1 and all(loads) else ""


def label(game: Game, text: str, asked: Decision | None = None) -> str:
    """An answer (to a question, by default the first) as the label of a button: `Lose 2 infantry`."""
    decision = asked or game.state.pending[0]
    kind = decision.kind
    word, _, rest = text.partition(" ")
    if word == "casualties":
        return (
            rest if asking.of_its_own(game.table, decision) else _losses(game, rest) + _with_load(game, decision, rest)
        )
    if kind == "formation":
        return "None of them" if text == "pass" else text.removeprefix("invoke ").capitalize()
    if kind == "garrison":
        return text.removeprefix("invoke garrison: ") if text != "pass" else decision.power
    if text == "pass" and decision.data.get("open"):
        return "No more"
    if text == "pass":
        return {"scramble": "No scramble", "intercept": "No interception", "withdraw": "Stay"}.get(kind, "No")
    if text == "press on" and kind == "submerge":
        return "Stay and strike"
    return narrate.order_text(game.table, text)
