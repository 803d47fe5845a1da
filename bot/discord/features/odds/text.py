"""Odds in words."""

from __future__ import annotations

from collections.abc import Iterator

from bot.processes.odds_jobs import Told, Untold
from rules.library.words import counted
from rules.odds import AIM_WORDS, Advice, AnswerOdds, Needed, Odds, RaidOdds


def odds_text(odds: Odds, title: str, territory: bool = True, granted: bool = False) -> str:
    """The odds of a battle in a few lines. territory: whether there is one to take; granted: as in `precision`."""
    lines = [f"**{title}**"]
    lines.append(f"Attacker wins **{share(odds.win)}**, defender **{share(odds.loss)}**, neither {share(odds.draw)}")
    if odds.retreat:
        lines.append(f"Undecided when the attacker breaks off: {share(odds.retreat)}")
    if territory and abs(odds.takes - odds.win) > 0.0005:
        lines.append(f"Takes the territory: {share(odds.takes)}")
    lines.append(f"Expected losses: attacker {odds.attacker_loss:.1f} IPC, defender {odds.defender_loss:.1f} IPC")
    lines.append(f"Swing for the attacker: {odds.swing:+z.1f} IPC (give or take {odds.swing_deviation:.1f})")
    if odds.swings:
        low, middle, high = (quantile(odds, share_) for share_ in (0.1, 0.5, 0.9))
        lines.append(
            f"One battle in ten swings {low:+d} IPC or worse, half {middle:+d} or worse, one in ten {high:+d} or better"
        )
    lines.append(f"Most likely left: attacker {_likeliest(odds.attackers)}; defender {_likeliest(odds.defenders)}")
    lines.append(f"-# {precision(odds, granted)}")
    return "\n".join(lines)


def quantile(odds: Odds, part: float) -> int:
    """The swing below or at which that part of the battles ends."""
    sum_ = 0.0
    for swing, chance in odds.swings:
        sum_ += chance
        if sum_ >= part - 1e-9:
            return swing
    return odds.swings[-1][0]


def precision(odds: Odds, granted: bool = False) -> str:
    """How good the odds are. granted: whether they take anything for granted."""
    if odds.exact:
        return "Exact, if what is taken for granted holds" if granted else "Exact"
    if odds.played:
        return f"Simulated {odds.played} times, give or take {odds.error * 200:.1f} points"
    return f"Worked out, off by less than {max(odds.error, 1e-6) * 100:.4f} points"


def told_text(told: Told, title: str = "") -> str:
    """The odds of a battle that is due (or of one that has been typed: title), with what is not in them."""
    territory = told.odds.takes > 0 or (bool(told.value) and not title)
    text = odds_text(told.odds, title or f"Battle of {told.place}", territory, bool(told.assumed))
    if told.left_out:
        text += f"\n-# Not in these odds: {', '.join(told.left_out)}"
    if told.assumed:
        text += f"\n-# Taken for granted: {', '.join(told.assumed)}"
    return text + (f"\n{advice_text(told.advice)}" if told.advice else "")


def advice_text(advice: Advice) -> str:
    """The best order of loss for an aim."""
    order = advice.order
    best = f"lose {', '.join(order.names)}" if order.names else "lose as is recommended"
    best += f", but keep one {order.keep} to the last" if order.keep else ""
    lines = [f"**To {AIM_WORDS[advice.aim]}** ({advice.side}): {best}"]
    odds = advice.odds
    chance = {
        "take": f"takes it {share(odds.takes)}" if odds.takes else f"wins {share(odds.win)}",
        "save aircraft": f"no aircraft lost {share(odds.saved)}, wins {share(odds.win)}, breaks off {share(odds.retreat)}",
        "kill": f"costs the enemy {(odds.defender_loss if advice.side == 'attacker' else odds.attacker_loss):.1f} IPC",
        "hold": f"holds {share(1 - (odds.takes or odds.win))}",
    }[advice.aim]
    gain = f"{advice.gain:+z.1f} IPC" if advice.aim == "kill" else f"{advice.gain * 100:+z.1f} points"
    lines.append(f"Then: {chance} ({gain} against the losses above)")
    return "\n".join(lines)


def odds_line(told: Told | Untold) -> str:
    """`Ukraine S.S.R.: 62 % won, 30 % lost, swing +4.1 IPC`, with what keeps these from being exact; or why there are
    none."""
    return told.why if isinstance(told, Untold) else f"{told.place}: {chances(told)}"


def chances(told: Told) -> str:
    """`62 % won, 30 % lost, swing +4.1 IPC`, with what keeps these from being exact."""
    odds = told.odds
    takes = f", taken {share(odds.takes)}" if told.value and abs(odds.takes - odds.win) > 0.0005 else ""
    said = f"{share(odds.win)} won{takes}, {share(odds.loss)} lost, swing {odds.swing:+z.1f} IPC"
    return f"{said}{'; '.join(('', *_but(told)))}"


def _but(told: Told) -> Iterator[str]:
    """What is to be known beside the figures: whether it need not be fought at all, what keeps them from being exact."""
    if told.optional:
        yield "need not be fought"
    if told.odds.played:
        yield f"simulated, give or take {told.odds.error * 200:.1f} points"
    if told.left_out:
        yield f"without {', '.join(told.left_out)}"


def raid_line(raid: RaidOdds) -> str:
    """`Raid on Germany: damage 7.1 (half the time 7 or more), none in 4 %, raiders lose 3.9 IPC`."""
    return f"{raid.name.capitalize()} on {raid.place}: {raid_chances(raid)}"


def raid_chances(raid: RaidOdds) -> str:
    """The same without what and where it is."""
    enemy = f", interceptors {raid.defender_loss:.1f} IPC" if raid.defender_loss else ""
    nothing = f", none in {share(1 - raid.bombs)}" if raid.bombs < 0.9995 else ""
    how = "" if raid.exact else f"; simulated {raid.played} times, give or take {2 * raid.damage_error:.1f}"
    damage = f"damage {raid.damage:.1f} (half the time {raid.middle} or more){nothing}"
    return f"{damage}, raiders lose {raid.attacker_loss:.1f} IPC{enemy}{how}"


def going_on_text(told: Told | Untold, fired_at: bool = False) -> str:
    """Going on, one more round, or retreating now, by expected IPC; or why there are no odds. fired_at: whether
    something waits on a way back."""
    if isinstance(told, Untold):
        return told.why
    odds = told.odds
    land = f", and {told.place} (worth {told.value}) in {share(odds.takes)}" if told.value else ""
    ends = f"**{odds.swing:+z.1f} IPC** from here, won {share(odds.win)}{land}"
    lines = [f"Press on to the end: {ends}{'; '.join(('', *_but(told)))}"]
    if told.once is not None:
        lines.append(f"One more round, then out: {told.once.swing:+z.1f} IPC, won {share(told.once.win)}")
    if told.leave is not None and not told.leave.possible:
        lines.append("Nobody may retreat")
    elif told.leave is not None and (stay := told.leave.stay) is not None:
        lines.append(
            f"Retreat now: {stay.swing:+z.1f} IPC by those who may not leave and fight on, won {share(stay.win)}"
        )
    else:
        lines.append(f"Retreat now: 0 IPC, {'but for what fires on the way' if fired_at else 'nothing more is lost'}")
    return "\n".join(lines)


def answer_text(one: AnswerOdds) -> str:
    """`SZ 110 held 27.4 %, -14.9 IPC`: the battle behind an answer, as the power that is asked sees it; of a raid
    `France: no damage 12 %, damage 5.3, -2.1 IPC`. Of a question about several battles with what passing it leaves."""
    if one.damage is not None:
        return f"{one.place}: no damage {share(one.win)}, on average {one.damage:.1f}, {one.swing:+z.1f} IPC"
    how = "" if one.exact else ", simulated"
    chance, ipc = share(one.win), f"{one.swing:+z.1f} IPC"
    if idle := one.without:
        chance, ipc = f"{chance} ({share(idle.win)} without)", f"{ipc} ({idle.swing:+z.1f})"
    return f"{one.place} {'won' if one.attacks else 'held'} {chance}, {ipc}{how}"


def needed_text(found: Needed, defender: str, wanted: float) -> str:
    """The least force."""
    units = ", ".join(counted(n, unit) for unit, n in found.force)
    what = "takes it" if found.takes else "wins"
    if not found.enough:
        return (
            f"**Against {defender}** all of that is not enough: it {what} {share(found.chance)}, not {share(wanted)}."
        )
    return (
        f"**Against {defender}**: {units} ({found.cost} IPC)\n"
        f"It {what} {share(found.chance)}; wanted were {share(wanted)}. Swing {found.odds.swing:+z.1f} IPC.\n"
        "-# The cheapest of the forces that were tried"
    )


def share(chance: float) -> str:
    """A chance in per cent; never rounded to sure or impossible."""
    percent = max(0.0, chance * 100)  # what is reckoned may be a hair below nothing
    if 0 < percent < 0.1:
        return "under 0.1 %"
    if 99.9 < percent < 100:
        return "over 99.9 %"
    return f"{percent:.1f} %".replace(".0 %", " %")


def _likeliest(spread: tuple[tuple[tuple[tuple[str, int], ...], float], ...]) -> str:
    if not spread:
        return "nothing"
    units, chance = spread[0]
    named = ", ".join(counted(n, unit) for unit, n in units if n) or "nothing"
    return f"{named} ({share(chance)})"
