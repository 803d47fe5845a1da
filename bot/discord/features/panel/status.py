"""The state of a game as short texts: for its panel, /game status, /help and the warning before Done."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from types import MappingProxyType

from bot.discord.text import words
from bot.discord.text.limits import fitting
from bot.game import standing as answers
from bot.game.moderator.threads import ponder
from bot.game.record.narration import tell
from rules.core.table import Table
from rules.core.view import View
from rules.economy.income import income_of
from rules.legal import legal
from rules.model.events import Noted
from rules.model.orders import DONE
from rules.model.state import COMBAT, COMBAT_MOVE, NONCOMBAT, Battle, Bought, Decision
from rules.play import asking, narrate
from rules.play.game import Entry, Game, standing
from rules.play.lines import askers, open_questions, shown

RECENT = 800
LOSSES = 5


def title(game: Game) -> str:
    """`Germany: Combat move`."""
    turn = game.state.turn
    if game.state.winner:
        return f"The {game.state.winner} have won"
    return f"{turn.power}: {words.phase(turn.phase)}"


def round_line(game: Game) -> str:
    """`Round 1, Early 1942`."""
    number = game.state.turn.round
    return f"Round {number}, {game.table.board.round_name(number)}" if number else "Set-up"


def money_line(view: View, power: str) -> str:
    """What a power has and earns: `32 IPC, income 32`."""
    held = ", ".join(_purse(view, purse) for purse in view.purses(power))
    return held or "no treasury"


def _purse(view: View, purse: str) -> str:
    several = len(view.purses(view.board.purse_power[purse])) > 1
    held, earned = view.state.money.get(purse, 0), income_of(view, purse)
    return f"{purse + ': ' if several else ''}{held} IPC, earns {earned} as things stand"


def bought_line(game: Game, power: str) -> str:
    """What a power has bought and not placed: `3 infantry, 1 tank, 1 destroyer (free)`; of several treasuries
    `UK Europe: 2 tanks; UK Pacific: 3 infantry`."""
    pool = game.state.pool.get(power, ())
    if len(game.view.purses(power)) < 2:
        return _of_one_purse(game, pool)
    purses = dict.fromkeys(item.purse for item in pool)
    return "; ".join(f"{purse}: {_of_one_purse(game, [b for b in pool if b.purse == purse])}" for purse in purses)


def _of_one_purse(game: Game, pool: Iterable[Bought]) -> str:
    total: Counter[tuple[str, bool]] = Counter()
    for item in pool:
        total[item.type, item.price == 0] += item.count
    told = {key: narrate.count(game.table, n, key[0]) for key, n in total.items()}
    return ", ".join(f"{words} (free)" if free else words for (_, free), words in told.items())


def damaged_line(view: View, power: str) -> str:
    """Damaged ships and facilities of a power."""
    hurt = Counter((u.type, u.place, u.damage) for u in view.state.units.values() if u.owner == power and u.damage)
    ships = [
        f"{narrate.count(view.table, number, name)} in {place}" + (f" ({hits} hits each)" if hits > 1 else "")
        for (name, place, hits), number in hurt.items()
    ]
    sites = [
        f"{f.type} in {place}: {f.damage}"
        for place, found in view.state.facilities.items()
        for f in found
        if f.damage and view.owner(place) == power
    ]
    return ", ".join(ships + sites)


def battle_line(view: View, battle: Battle) -> str:
    """`Ukraine S.S.R.: 3 infantry, 2 armor against 2 infantry`."""
    coming = [u for u in view.state.units.values() if u.role in ("assault", "fire afar") and u.target == battle.place]
    attackers = {u.id: u for u in (*view.get(battle.attackers), *(coming if battle.kind == "land" else ()))}
    mine, theirs = (narrate.units_text(view.table, units) for units in (attackers.values(), view.get(battle.defenders)))
    nobody = "no interceptors" if battle.kind == "raid" else "nothing"
    name = f"{battle.place} ({battle.called})" if battle.called else battle.place
    return f"{name}: {mine or 'nothing'} against {theirs or nobody}"


def ask_line(view: View, decision: Decision) -> str:
    """`Japan in Manchuria: choose the losses (2 hits)`."""
    return f"**{' / '.join(askers(decision))}**{_asks(view.table, decision)}{at_stake(view, decision)}"


def ask_lines(view: View, decisions: Iterable[Decision]) -> list[str]:
    """The lines of several questions; what several powers are asked alike, with nothing counted, is one."""
    alike: dict[tuple[str, object], list[str]] = {}
    for decision in decisions:
        stake = at_stake(view, decision)
        alike.setdefault((_asks(view.table, decision) + stake, stake and id(decision)), []).extend(askers(decision))
    return [f"**{' / '.join(powers)}**{told}" for (told, _), powers in alike.items()]


def _asks(table: Table, decision: Decision) -> str:
    where = f" in {decision.place}" if decision.place else ""
    return f"{where}: {asking.asked(table, decision)}"


def at_stake(view: View, decision: Decision) -> str:
    """` (2 hits)`: how much a question is about."""
    if figures := asking.figures(view, decision):
        return f" ({figures})"
    hits = decision.data.get("hits")
    count = sum(hits.values()) if isinstance(hits, Mapping) else int(decision.data.get("count", 0))
    if "amount" in decision.data:
        return f" (worth {decision.data['amount']} IPC)"
    return f" ({words.plural(count, 'hit')})" if decision.kind == "casualties" and count else ""


async def done_asks(game: Game) -> str:
    """`United Kingdom / France: scramble aircraft?`: what closing the last phase before combat would ask."""
    if not game.view.attacks_wait or game.state.pending or not _combat_next(game):
        return ""
    then = await closed(game)
    return " · ".join(ask_lines(then.view, open_questions(then.state)))


async def done_waits(game: Game) -> str:
    """Why a phase of moves cannot be closed as it stands; "" where it can, and in other phases, where it is seen."""
    if game.state.pending or game.state.winner or game.view.phase not in (COMBAT_MOVE, NONCOMBAT):
        return ""
    refusal = await ponder(game, lambda copy: legal(copy, copy.to_act).done)
    return refusal.message if refusal else ""


def _combat_next(game: Game) -> bool:
    """Whether combat comes behind the phase that goes on; in between may be another one (a purchase after the moves)."""
    phases = game.table.phases
    return phases[phases.index(game.view.phase) + 1] == COMBAT


LEFT = "`/log`, `/history`, `/stats` and `/export` still work."
"""What is left to do in a game that is over."""


async def closed(game: Game) -> Game:
    """The game after the combat move that goes on; worked out once a position."""
    if "closed" not in game.memo.facts:
        game.memo.facts["closed"] = (await ponder(game, answers.after_combat_move)).frozen()
    then: Game = game.memo.facts["closed"]
    return then


def deeds_line(game: Game, battles: int) -> str:
    """`14 orders in this turn, 4 battles`; "" where nothing has been ordered."""
    turn = game.state.turn
    entries = [e for e in game.log.here if (e.turn.power, e.turn.round) == (turn.power, turn.round)]
    given = sum(entry.by == turn.power and entry.text != str(DONE) for entry in standing(entries))
    told = [f"{words.plural(given, 'order')} in this turn"] if given else []
    return ", ".join([*told, words.plural(battles, "battle")] if battles else told)


def body(game: Game, told: bool = True, odds: Mapping[tuple[str, bool], str] = MappingProxyType({})) -> list[str]:
    """What the power to act wants to know, line by line. told: what it has and what it can do, too. odds: of battles, by
    place and whether it is a raid."""
    view, state = game.view, game.state
    if state.winner:
        return [f"The game is over. {LEFT}"]
    power = state.turn.power
    lines = [f"{round_line(game)} · {money_line(view, power)}" if told else round_line(game)]
    if told and (bought := bought_line(game, power)):
        lines.append(f"To be placed: {bought}")
    if state.turn.phase == "purchase" and (damaged := damaged_line(view, power)):
        lines.append(f"Damaged: {damaged}")
    battles = [b for b in state.battles.values() if b.status != "over" and b.kind != "fire"]
    if state.turn.phase == "conduct combat" and battles:
        lines.append("Battles:\n" + "\n".join(_battle(view, b, odds) for b in battles[:12]))
    if state.pending:
        lines += ask_lines(game.view, shown(state))
    elif told and state.turn.phase == "conduct combat" and not battles:
        lines.append("-# No battle is left. Done goes on.")
    elif told:
        lines.append(f"-# {words.next_step(view)}")
    return lines


def _battle(view: View, battle: Battle, odds: Mapping[tuple[str, bool], str]) -> str:
    """A battle as an item of a list, with its odds where they are known."""
    known = odds.get((battle.place, battle.kind == "raid"), "") if battle.status == "due" else ""
    return f"- {battle_line(view, battle)}" + (f"\n  -# {known}" if known else "")


def recent(game: Game, most: int = RECENT) -> list[str]:
    """The last lines of the log of this turn; what was a warning before dice fell is not told again."""
    power, number = game.state.turn.power, game.state.turn.round
    entries = [e for e in game.log.here[-40:] if (e.turn.power, e.turn.round) == (power, number)]
    lines = [line for line in tell(game.table, standing(entries)) if not _warns(line)]
    return fitting([words.told(line) for line in _with_something(lines)], most, from_end=True)


def _with_something(lines: Sequence[narrate.Line]) -> list[narrate.Line]:
    """Lines without headings under which nothing stands, nor those of round and turn: the panel says itself where it is."""
    told = [line for line in lines if not isinstance(line, narrate.Heading) or line.phase]
    bare = (isinstance(line, narrate.Heading) for line in (*told, narrate.Heading("")))
    return [line for line, (heading, over) in zip(told, pairwise(bare), strict=True) if not (heading and over)]


def _warns(line: narrate.Line) -> bool:
    return any(isinstance(event, Noted) and event.data.get("warning") for event in line.events)


def lines_of(table: Table, entries: Iterable[Entry]) -> list[str]:
    """Log entries in words; those that were taken back are left out."""
    return [words.told(line) for line in tell(table, standing(entries))]
