"""What a game master has done, in words."""

from __future__ import annotations

from typing import Any

from bot.discord.text.words import plural, span, until
from bot.game.league.courses import TOLD
from bot.game.standing.seals import LEFT, USED
from bot.store.records import AuditLine

_SETTINGS: dict[str, dict[Any, str]] = {
    "on_expiry": {
        "done": "a turn whose time is up is ended",
        "tell": "the game master is told when time is up",
        "computer phase": "a computer plays a phase whose time is up",
        "computer": "a computer plays a turn whose time is up",
        "computer back": "a computer plays when time is up, until the player is back",
    },
    "detail": {
        "full": "the bot tells dice, odds and cards with every step",
        "short": "the bot tells only what came of it",
    },
    "join": {"all": "anybody may sit down in the game", "players": "only who plays in it may sit down in the game"},
    "auto_done": {True: "empty phases end by themselves", False: "empty phases wait for Done"},
}
_STATUS = {"paused": "paused the game", "running": "let the game go on", "over": "ended the game"}


def act_line(line: AuditLine) -> str:
    """`<@5> took the seats of Germany and Japan from <@7>`."""
    actor = f"<@{line.actor}>" if line.actor.isdecimal() else "The bot"
    return f"{actor} {_act(line.action, line.detail)}"


def _act(action: str, detail: dict[str, Any]) -> str:
    if action == "kick":
        powers = ", ".join(detail.get("powers") or ()) or "no power"
        return f"took <@{detail.get('user')}> off {powers}"
    if action == "seat":
        instead = f" in place of <@{detail['instead of']}>" if detail.get("instead of") else ""
        instead = instead or (", beside who plays it" if detail.get("beside") else "")
        return f"gave {detail.get('power')} to <@{detail.get('user')}>{instead}"
    if action == "computer":
        return _computer(detail)
    if action == "master":
        return f"made <@{detail.get('user')}> game master in place of <@{detail.get('instead of')}>"
    if action == "moved":
        return f"took the game to <#{detail.get('to')}>"
    if action == "rules":
        return f"went on with version {detail.get('to')} of the rules"
    if action == "settings":
        return f"set: {'; '.join(_setting(name, value) for name, value in detail.items())}"
    if action == "edit":
        return f"changed the position: {detail.get('what')}{_why(detail)}"
    if action == "reclaim":
        return f"came back and plays {', '.join(detail.get('powers') or ())} again"
    if action == "edit undone":
        return f"took an edit back: {detail.get('what')}{_why(detail)}"
    if action == "back":
        return f"went back to before order {detail.get('number')}, {detail.get('consent')}{_why(detail)}"
    if action == TOLD:
        told = (
            f"{plural(int(detail.get('orders', 0)), 'order')}, {plural(int(detail.get('dice', 0)), 'die', 'dice')} told"
        )
        return f"took over turns from a text ({told}), {detail.get('consent')}{_why(detail)}"
    if action == LEFT:
        return f"left a standing order for {detail.get('power')}, sealed `{detail.get('seal')}`"
    if action == USED:
        return f"had left `{detail.get('words')}`, seal `{detail.get('seal')}`, key `{detail.get('key')}`"
    if action.startswith("game "):
        when = f" until {until(detail['until'])}" if detail.get("until") else ""
        return f"{_STATUS.get(action.removeprefix('game '), action)}{when}{_why(detail)}"
    return ": ".join([action, ", ".join(str(value) for value in detail.values() if value)]).removesuffix(": ")


def _computer(detail: dict[str, Any]) -> str:
    """Who plays which powers from then on: each computer with its strength, or people again."""
    titles = dict(zip(detail.get("powers") or (), detail.get("computer") or (), strict=False))
    given = {
        title: [power for power, one in titles.items() if one == title] for title in dict.fromkeys(titles.values())
    }
    told = [f"{title or 'people again'}: {', '.join(powers)}" for title, powers in given.items()]
    return f"set who plays: {'; '.join(told)}{_why(detail)}"


def _why(detail: dict[str, Any]) -> str:
    return f" ({detail['why']})" if detail.get("why") else ""


def _setting(name: str, value: Any) -> str:
    if name == "deadline" and isinstance(value, dict):
        return ", ".join([f"deadlines {value.get('profile', 'none')}", *_figures(value)])
    return str(_SETTINGS.get(name, {}).get(value, f"{name.replace('_', ' ')} {value}"))


def _figures(own: dict[str, Any]) -> list[str]:
    """A game's own figures of its deadlines."""
    told = {"turn": "a turn", "decision": "an answer"}
    found = [f"{span(own[n]) if own[n] else 'no limit for'} {told[n]}" for n in told if n in own]
    found += [plural(own["excuses"], "excuse")] if "excuses" in own else []
    return [*found, f"weekends off ({own['weekends']})"] if own.get("weekends") else found
