"""The losses of a large battle in one form: a menu for each kind of unit, the recommended answer chosen already."""

from __future__ import annotations

from collections.abc import Sequence

from bot.discord.components.build import Choice
from bot.discord.components.custom_id import Press
from bot.discord.components.forms import FIELDS, Field, Part, Pick
from bot.discord.features.panel.status import at_stake
from bot.discord.text.limits import OPTIONS
from bot.game import PlayError
from bot.game.record.answers import losses
from rules.legal import LossKind
from rules.model.state import Decision
from rules.play import narrate
from rules.play.game import Game

KIND, REST, NONE = "kind", "rest", "none"


def loss_parts(game: Game, asked: Decision, kinds: Sequence[LossKind]) -> list[Part]:
    """The fields: those kinds first of which the recommended answer loses some; what has no menu any more is typed."""
    ranked = sorted(kinds, key=lambda kind: not kind.usual)
    menus = ranked if len(ranked) <= FIELDS else ranked[: FIELDS - 1]
    about = f"Choose for all kinds together{at_stake(game.view, asked)}; chosen is what is recommended"
    parts: list[Part] = [_part(game, n, kind, "" if n else about) for n, kind in enumerate(menus)]
    rest = ranked[len(menus) :]
    if rest:
        usual = ", ".join(kind.usual for kind in rest if kind.usual)
        hint = f"for example: {', '.join(kind.items[0] for kind in rest)}"
        parts.append(Field(REST, "Of all other kinds", usual, hint, required=False))
    return parts


def _part(game: Game, number: int, kind: LossKind, about: str) -> Pick:
    name = narrate.count(game.table, kind.count, kind.name) + (f" of {kind.owner}" if kind.owner else "")
    items = kind.items if len(kind.items) < OPTIONS else _spread(kind)
    lines = [Choice("None", NONE, chosen=not kind.usual)]
    lines += [Choice(losses(game.table, item), item, chosen=item == kind.usual) for item in items]
    return Pick(f"{KIND}{number}", name, lines, about, folded=True)


def _spread(kind: LossKind) -> list[str]:
    """As many items as fit into a menu: the first ones, what is recommended and all."""
    kept = list(dict.fromkeys((*kind.items[: OPTIONS - 3], kind.usual or kind.items[0], kind.items[-1])))
    return sorted(kept, key=kind.items.index)


def losses_in(press: Press) -> str:
    """The answer that a form of losses makes; "" for any other form. Raises PlayError where nothing was chosen."""
    chosen = [value for id_, values in press.picks if id_.startswith(KIND) for value in values]
    if not chosen:
        return ""
    said = [text for text in (*chosen, press.field(REST)) if text and text != NONE]
    if not said:
        raise PlayError("No losses were chosen. The form says above its first line how many hits there are.")
    return f"casualties {', '.join(said)}"
