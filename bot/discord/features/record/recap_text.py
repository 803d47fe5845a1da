"""A turn in a few lines, for whoever comes back: bought, fought, taken and lost, money, luck."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from types import MappingProxyType

from bot.discord.text import words
from rules.core.table import Table
from rules.play.luck import BattleLuck, ipc_luck
from rules.play.narrate import count
from rules.play.recap import Fight, Side, TurnRecap

# Battles of one turn that are told; the smallest are left to the log.
FIGHTS = 6
OUTCOMES = {
    "attacker": "won",
    "defender": "beaten off",
    "retreat": "broken off",
    "draw": "nobody left",
    "stalemate": "undecided",
    "": "under way",
}
LUCK = "-# Luck: what the dice brought the attacker beyond the odds, in IPC; `/luck` has the whole game"


def turn_lines(table: Table, turn: TurnRecap, players: str = "", lucks: Sequence[BattleLuck] = ()) -> list[str]:
    """One turn: a headline, then what there is to tell. lucks: of battles, as far as they are known."""
    by, own = f" ({players})" if players else "", [one for one in lucks if turn.first <= one.entry <= turn.last]
    found = [*turn.news, *_bought(table, turn), *_fights(table, turn, own), *_places(turn), *_money(turn)]
    found += _luck(turn.power, own)
    if turn.developed:
        found.append(f"Developed: {', '.join(turn.developed)}")
    if turn.wars:
        found.append(f"At war now: {', '.join(pair.replace('|', ' and ') for pair in turn.wars)}")
    return [
        f"**Round {turn.round}, {turn.power}**{by}",
        *(found or ["Nothing was bought, moved into battle or taken."]),
    ]


def _bought(table: Table, turn: TurnRecap) -> list[str]:
    """`Bought: 3 infantry (9 IPC); 6 IPC for repairs and upgrades`."""
    units = ", ".join(count(table, n, unit) for unit, n in turn.bought.items())
    else_ = turn.spent - turn.price
    told = [f"Bought: {units}{f' ({turn.price} IPC)' if turn.price else ''}"] if units else []
    told += [f"{else_} IPC for repairs and upgrades"] if else_ > 0 else []
    return ["; ".join(told)] if told else []


def _fights(table: Table, turn: TurnRecap, lucks: Sequence[BattleLuck]) -> list[str]:
    """The battles that cost most, then how many more there were."""
    fights = sorted(turn.fights, key=lambda f: f.attacking.cost + f.defending.cost, reverse=True)
    known = {one.place: one.luck_of(one.attacker) for one in lucks}
    lines = [f"- {fight_line(table, fight, known)}" for fight in fights[:FIGHTS]]
    if more := fights[FIGHTS:]:
        lost = sum(f.attacking.cost + f.defending.cost for f in more)
        lines.append(f"- {words.plural(len(more), 'smaller battle')} ({lost} IPC lost in all)")
    if turn.losses.lost:
        lines.append(f"- Lost outside of battles: {_lost(table, turn.losses, owners=True)}")
    return lines


def fight_line(table: Table, fight: Fight, lucks: Mapping[str, float] = MappingProxyType({})) -> str:
    """`Ukraine S.S.R. won: lost 2 infantry (6 IPC), killed 3 infantry (9 IPC); luck +4`."""
    name = f"{fight.called.capitalize()} on {fight.place}" if fight.called else f"**{fight.place}**"
    result = "" if fight.kind == "raid" else f" {OUTCOMES[fight.outcome]}"
    lost = f"lost {_lost(table, fight.attacking)}"
    killed = f"killed {_lost(table, fight.defending)}"
    luck = f"; luck {lucks[fight.place]:+z.0f}" if fight.kind != "raid" and fight.place in lucks else ""
    return f"{name}{result}: {lost}, {killed}{luck}"


def _lost(table: Table, side: Side, owners: bool = False) -> str:
    if not side.lost:
        return "nothing"
    units = Counter[tuple[str, str]]()
    for (owner, unit), number in side.lost.items():
        units[owner if owners else "", unit] += number
    told = (f"{owner} {count(table, n, unit)}".strip() for (owner, unit), n in units.items())
    return f"{', '.join(told)} ({side.cost} IPC)"


def _luck(power: str, lucks: Sequence[BattleLuck]) -> list[str]:
    """`Luck of the turn: Germany +6 IPC`, of several battles."""
    return [f"Luck of the turn: {power} {ipc_luck(lucks, 0).get(power, 0):+z.0f} IPC"] if len(lucks) > 1 else []


def _places(turn: TurnRecap) -> list[str]:
    """`Taken: Ukraine S.S.R. (3 IPC, from Germany)`, whoever took it."""
    ours = [p for p, (_, now) in turn.taken.items() if now == turn.power]
    others = [p for p in turn.taken if p not in ours]
    lines = []
    if ours:
        lines.append("Taken: " + ", ".join(f"{p} ({_worth(turn, p)}from {turn.taken[p][0] or 'nobody'})" for p in ours))
    if others:
        ways = (
            f"{p} ({_worth(turn, p)}{turn.taken[p][0] or 'nobody'} → {turn.taken[p][1] or 'nobody'})" for p in others
        )
        lines.append("Changed hands: " + ", ".join(ways))
    return lines


def _worth(turn: TurnRecap, place: str) -> str:
    value = turn.worth.get(place, 0)
    return f"{value} IPC, " if value else ""


def _money(turn: TurnRecap) -> list[str]:
    if not turn.holds:
        return []
    lines = []
    for purse, held in turn.holds.items():
        parts = [f"income {turn.income[purse]}"] if turn.income[purse] else []
        parts += [f"{why} {n:+d}" for (whose, why), n in turn.other.items() if whose == purse and n]
        lines.append(f"{purse} {', '.join([*parts, f'{held} IPC now'])}")
    return ["Money: " + "; ".join(lines)]
