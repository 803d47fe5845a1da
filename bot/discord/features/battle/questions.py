"""Questions to powers as buttons and menus, the recommended answer first."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence

from bot.discord.components.build import BLUE, GREY, ROW, Button, Choice, Item, Select, button, menu
from bot.discord.components.custom_id import make
from bot.discord.features.odds.text import answer_text
from bot.discord.features.panel.status import ask_lines
from bot.discord.text.limits import LABEL, OPTIONS
from bot.game.moderator.situation import Hands, together
from bot.game.record.answers import LOSSES, label
from bot.processes.odds_service import best_first, known_answers
from rules.economy.prices import price
from rules.legal import STEP, decision_choices, in_steps
from rules.model import codec
from rules.model.names import listing, several
from rules.model.state import Decision
from rules.play import lines, narrate
from rules.play.game import Game

Row = Iterable[Item] | Item
Asked = tuple[Decision, ...]
_NUMBER = re.compile(r"(?<!\S)[0-9]+(?= )")
# So many answers are buttons; more go into a menu.
BUTTONS = 4
# So many questions have a menu of their own; where there are more, the last menu leads to the others.
QUESTIONS = 3
EACH = "Choose each..."
"""Opens the form of losses."""


def decision_rows(game_id: str, game: Game, hands: Hands | None = None, meanwhile: Sequence[str] = ()) -> list[Row]:
    """Rows of components for the open questions, and for the battles that can be fought meanwhile. A single question
    has buttons, several have a menu each. hands: who may answer for whom (None: that is not known)."""
    whole = _put(game, hands)
    asked = _asked(game, whole)
    if len(asked) == 1:
        rows = single_rows(game_id, game, asked[0])
    else:
        shown = asked if len(asked) <= QUESTIONS else asked[: QUESTIONS - 1]
        rows = [_menu(game_id, game, some) for some in shown]
        rows += [_others(game_id, game, asked[len(shown) :])] if len(shown) < len(asked) else []
    number = game.log[-1].number
    fights = [button(order[:1].upper() + order[1:], make("do", game_id, number, order)) for order in meanwhile]
    last = fights or [_for_all(game_id, game, some) for some in whole if len(some) > 1 and some not in asked]
    return [*rows, last[:ROW]] if last else rows


def _put(game: Game, hands: Hands | None) -> list[Asked]:
    """The questions to people, not those to computers, as they are put together."""
    every = together(game, hands or {})
    return [some for some in every if hands is None or any(p in hands for d in some for p in lines.askers(d))]


def _asked(game: Game, whole: Sequence[Asked]) -> list[Asked]:
    """The same; what is one, but has more answers than a menu, one by one."""
    found = list[Asked]()
    for some in whole:
        fits = sum(len(decision_choices(game.facing(d))) for d in some) < OPTIONS
        found += [some] if fits else [(decision,) for decision in some]
    return found


def _others(game_id: str, game: Game, asked: Sequence[Asked]) -> Select:
    """The questions that have no menu of their own: each leads to its answers."""
    found = [Choice(_asks(game, some), _marks(some)) for some in asked]
    return menu("Another question", make("question", game_id, game.log[-1].number), found)


def _for_all(game_id: str, game: Game, asked: Asked) -> Button:
    """Passes a question for all powers it is put to."""
    told = f"{label(game, 'pass', asked[0])} (all {len(asked)} powers)"
    return button(told, make("pick", game_id, game.log[-1].number, f"{_marks(asked)}.{mark_of('pass')}"))


def single_rows(game_id: str, game: Game, asked: Asked) -> list[Row]:
    """Rows for one question: buttons, a menu where there are more answers."""
    choices, number = _choices(game, asked), game.log[-1].number
    name = EACH if asked[0].kind == LOSSES else "Other..."
    other = [button(name, make("other", game_id, number, _marks(asked)))] if asked[0].kind != "chart" else []
    if steps := in_steps(game.facing(asked[0])):
        does_without = _declined(game, asked)
        declined = [c for c in choices if does_without(c.value)]
        last = [button(one.label, make("pick", game_id, number, one.value)) for one in declined]
        more = f" ({OPTIONS} of {len(steps)}; Other... takes all)" if len(steps) > OPTIONS else ""
        lines_ = [one for one in choices if one not in declined]
        return [menu(f"What? {_asks(game, asked)}{more}", _chooses(game_id, game, asked), lines_), [*last, *other]]
    shown = _on_buttons(asked, choices)
    buttons = [
        button(_uncut(one.label), make("pick", game_id, number, one.value), BLUE if one is choices[0] else GREY)
        for one in shown
    ]
    rows: list[Row] = [[*buttons, *other]] if buttons or other else []
    another = (
        [_menu(game_id, game, asked, f"Another answer: {_asks(game, asked)}")] if len(choices) > len(shown) else []
    )
    return [*another, *rows]


def _on_buttons(asked: Asked, choices: Sequence[Choice]) -> Sequence[Choice]:
    """The answers with a button each: all where they are few and short; else the first, and of a question to several
    powers those before the one that is given for all of them, and that one."""
    if len(choices) <= BUTTONS and all(len(one.label) <= LABEL for one in choices):
        return choices
    for_all = f"{_marks(asked)}." if len(asked) > 1 else ""
    last = next(n for n, one in enumerate(choices, 1) if one.value.startswith(for_all))
    lead = choices[:last]
    if last <= BUTTONS and all(len(one.label) <= LABEL for one in lead):
        return lead
    return choices[:1] if len(asked) == 1 or len(choices[0].label) <= LABEL else lead[-1:]


def _uncut(label_: str) -> str:
    """What stands on the button of a recommended answer: one that is too long for it stands above in full."""
    if len(label_) <= LABEL:
        return label_
    return f"As recommended: {label_.partition(' ')[0].lower()} {sum(map(int, _NUMBER.findall(label_)))} units"


def _menu(game_id: str, game: Game, asked: Asked, placeholder: str = "") -> Select:
    """The answers to a question as a menu."""
    return menu(placeholder or _asks(game, asked), _chooses(game_id, game, asked), _choices(game, asked))


def _chooses(game_id: str, game: Game, asked: Asked) -> str:
    """The id of a menu of answers."""
    return make("choose", game_id, game.log[-1].number, _marks(asked))


def _asks(game: Game, asked: Asked) -> str:
    return ask_lines(game.view, asked)[0].replace("*", "")


def _choices(game: Game, asked: Asked) -> list[Choice]:
    """The answers to a question; where it is put for several powers, first what the odds recommend to each, then what is
    answered for all of them; where they are too many, what to place before where."""
    first, for_all, found = list[Choice](), list[Choice](), list[Choice]()
    if len(asked) > 1:
        told = next((label(game, "pass", d) for d in asked if not d.data.get("open")), label(game, "pass", asked[0]))
        about = f"for {listing([d.power for d in asked])}"
        for_all = [Choice(told, f"{_marks(asked)}.{mark_of('pass')}", about)]
    declined = _declined(game, asked)
    for decision in asked:
        if steps := in_steps(game.facing(decision)):
            found += _first_steps(game, decision, steps)
            continue
        head = f"{decision.power}: " if len(asked) > 1 else ""
        odds, mark = known_answers(game, decision), mark_of(decision)
        texts = best_first(game, decision, decision_choices(game.facing(decision)))
        for text in texts:
            about = answer_text(odds[text]) if text in odds else ""
            best = text == texts[0] and text in odds and text != "pass"
            (first if best else found).append(
                Choice(head + label(game, text, decision), f"{mark}.{mark_of(text)}", about)
            )
    found = [*first, *for_all, *found]
    return sorted(found, key=lambda one: declined(one.value))


def _declined(game: Game, asked: Asked) -> Callable[[str], bool]:
    """Whether an answer, by its value, is to do without what one may have: that stands last."""
    kinds = {kind for rule in game.table.rules for kind in rule.declines}
    last = f".{mark_of('pass')}"
    return lambda value: asked[0].kind in kinds and value.endswith(last)


def _first_steps(game: Game, decision: Decision, steps: Mapping[str, Sequence[str]]) -> list[Choice]:
    """What can be placed, with what it costs and in how many places; and doing without, as far as that is an answer."""
    mark = mark_of(decision)
    found = [
        Choice(label(game, what, decision), f"{mark}.{mark_of(what)}", _worth(game, decision.power, what, places))
        for what, places in steps.items()
    ][: OPTIONS - 1]
    may_pass = game.facing(decision).trial("pass", by=decision.power) is None
    return [*found, Choice(label(game, "pass", decision), f"{mark}.{mark_of('pass')}")] if may_pass else found


def _worth(game: Game, power: str, what: str, places: Sequence[str]) -> str:
    number, _, unit = what.partition(" ")[2].partition(" ")
    where = several(len(places), "place")
    if unit not in game.table.units or not number.isdecimal():
        return where
    return f"{price(game.view, power, unit, int(number))} IPC · {where}"


def second_step(game: Game, decision: Decision, mark: str) -> tuple[str, list[Choice]] | None:
    """What was chosen in the first step, and its places as lines of a menu; None if the mark is none of that."""
    steps = in_steps(game.facing(decision))
    what = next((what for what in steps if mark_of(what) == mark), None)
    if what is None:
        return None
    own = mark_of(decision)
    places = [(place, f"{what}{STEP}{place}") for place in steps[what]]
    return label(game, what, decision), [
        Choice(place, f"{own}.{mark_of(text)}", _held(game, place)) for place, text in places
    ]


def _held(game: Game, place: str) -> str:
    """Who stands in a place."""
    return narrate.units_text(game.table, [u for u in game.state.at(place) if u.carrier is None])


def answers_of(game: Game, decision: Decision) -> Iterable[str]:
    """Every answer that a button or a line of a menu may stand for."""
    seen = game.facing(decision)
    yield from decision_choices(seen)
    for what, places in in_steps(seen).items():
        yield from (f"{what}{STEP}{place}" for place in places)


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
