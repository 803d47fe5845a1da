"""Engine values in players' words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bot.discord.text.limits import clip
from bot.game.consent.going_back import Back
from bot.game.moderator.confirmations import CONFIRM
from bot.game.moderator.results import Accepted, Denied, Plan
from bot.game.record.narration import without_questions
from bot.game.record.rounds import without_dice
from bot.store.records import Game as Row
from rules.core import stages
from rules.core.view import View
from rules.model.names import listing
from rules.model.refusals import Refusal
from rules.play.narrate import Heading, Line, Question

# Further faults of a form that are told in full; characters of a line that are quoted.
MORE, QUOTED = 8, 120
# Phases are called as in orders, refusals and the rulebook; only this one has another spelling.
SETUP = "setup"
NEXT = {
    "research": "Roll for a technology, or go on with Done.",
    "purchase": "Buy units. Done when you have all you want.",
    "combat move": "Move into what you want to attack. Done closes the attacks.",
    "conduct combat": "Fight your battles, in any order you like.",
    "noncombat move": "Move what has not fought, and land your aircraft.",
    "mobilize": "Place what you have bought. Done collects your income and ends the turn.",
    "collect income": "Done ends the turn.",
}


def next_step(view: View) -> str:
    """What there is to do in a phase."""
    if view.phase == "conduct combat" and stages.apart(view):
        first = stages.order(view)
        return f"Fight your battles: {first[:1].lower()}{first[1:]}."
    return NEXT.get(view.phase, "")


def phase(name: str) -> str:
    """A phase as it is shown."""
    return "Set-up" if name == SETUP else name.capitalize()


def accepted(outcome: Accepted, short: bool = False) -> str:
    """What an accepted order did, in short lines. short: without the dice."""
    lines = [told(line) for line in (without_dice(outcome.lines) if short else outcome.lines)]
    if outcome.rolls and not short:
        lines.append(f"-# Rolled {dice_numbers(outcome.rolls)} · /dice verify checks it")
    return "\n".join(lines) or "Done."


def told(line: Line) -> str:
    """A line of the log, with rounds, turns, phases and whoever is asked standing out."""
    match line:
        case Question():
            return f"**{line.power}**{line.where_and_what}"
        case Heading():
            return f"**{line.power}: {phase(line.phase)}**" if line.phase else f"**{line.text}**"
    return line.text


def dice_numbers(rolls: Sequence[int]) -> str:
    """The numbers of some rolls, as a range where they follow one another."""
    first, last = rolls[0], rolls[-1]
    return f"#{first}" if first == last else f"#{first} to #{last}"


def denied(outcome: Denied) -> str:
    """A refusal: what is wrong, what would be legal, the rule behind it."""
    refusal = outcome.refusal
    parts = [f"**{'Is that meant?' if refusal.code == CONFIRM else 'Not possible.'}** {refusal.message}"]
    if outcome.lines > 1:
        parts.insert(0, f"Line {outcome.line} of {outcome.lines}: `{quoted(outcome.text)}`")
    parts += _possible(refusal)
    parts += _others(outcome)
    if outcome.lines > 1:
        parts.append("None of the lines has been carried out.")
    if refusal.rule:
        parts.append(f"-# {refusal.code} · rule {refusal.rule}")
    return "\n".join(parts)


def _others(outcome: Denied) -> list[str]:
    """What is wrong in further lines, and how far they were looked at."""
    parts = [f"Line {other.line}: `{quoted(other.text)}`\n{other.refusal.message}" for other in outcome.more[:MORE]]
    if more := len(outcome.more) - MORE:
        parts += [f"{plural(more, 'more line')} could not be carried out either."] if more > 0 else []
    if 0 < outcome.last < outcome.lines:
        first = outcome.last + 1
        left = f"Line {first} has" if first == outcome.lines else f"Lines {first} to {outcome.lines} have"
        parts.append(f"-# {left} been read only, not tried: what comes of line {outcome.last} is not known yet.")
    return parts


def _possible(refusal: Refusal) -> list[str]:
    """What would be accepted instead; names that were meant stand in the message."""
    told = refusal.choices and refusal.code != CONFIRM and not refusal.code.startswith("unknown-")
    return ["Possible: " + listed(refusal.choices)] if told else []


def quoted(text: str) -> str:
    """What somebody typed, as it is quoted back: not endless, and without what would end the quotation."""
    return clip(text.replace("`", "'"), QUOTED)


def back_told(back: Back) -> str:
    """What going back takes away: `5 orders of USSR and Germany, from order 12 on; 2 rolls of dice no longer count.`"""
    whose = f" of {listing(back.powers)}" if back.powers else ""
    told = f"**{plural(len(back.entries), 'order')}{whose}, from order {back.first.number} on,** would be taken back"
    return f"{told}; {plural(back.rolls, 'roll')} of dice would no longer count." if back.rolls else f"{told}."


def span(seconds: float) -> str:
    """`36 hours`, `2 days`."""
    for unit, name in ((86400.0, "day"), (3600.0, "hour"), (60.0, "minute")):
        if seconds >= unit and (name != "day" or seconds >= 2 * unit or seconds == unit):
            return plural_number(round(seconds / unit, 1), name)
    return f"{seconds:g} seconds"


def plural_number(number: float, one: str) -> str:
    """`1 day`, `1.5 days`."""
    return f"{number:g} {one}{'' if number == 1 else 's'}"


def until(due: float) -> str:
    """A time as each reader's Discord shows it, and how far it is."""
    return f"<t:{int(due)}:f> (<t:{int(due)}:R>)"


def plan(outcome: Plan, lines: int) -> str:
    """A plan tried in private; what it would ask is told apart."""
    parts = [line.text for line in without_questions(outcome.told)] or (
        [] if outcome.denied else ["Nothing would happen."]
    )
    if outcome.denied:
        refusal = outcome.denied.refusal
        parts.append(
            f"**Line {outcome.denied.line} stops the plan:** `{quoted(outcome.denied.text)}`\n{refusal.message}"
        )
        parts += [*_possible(refusal), *_others(outcome.denied)]
    else:
        fits = "The order is legal." if lines == 1 else f"All {lines} lines are legal."
        parts.append(f"{fits} Nothing has been done yet.")
    return "\n".join(parts)


def listed(texts: Sequence[str], most: int = 8) -> str:
    """Some texts as code, and how many more there are."""
    shown = ", ".join(f"`{t}`" for t in texts[:most])
    return shown + (f" and {len(texts) - most} more" if len(texts) > most else "")


def mentions(users: Iterable[int]) -> str:
    """People by mention."""
    return ", ".join(f"<@{user}>" for user in users) or "nobody"


def where(row: Row) -> str:
    """A game with the place where it is played: a thread is called as its game is."""
    return f"<#{row.place}>" if row.thread_id else f"**{row.name}** in <#{row.place}>"


def per_cent(share: float) -> str:
    """`43 %`."""
    return f"{100 * share:.0f} %"


def plural(number: int, one: str, many: str = "") -> str:
    """`1 die`, `2 dice`."""
    return f"{number} {one if number == 1 else many or one + 's'}"


def short_id(number: int) -> str:
    """A few letters and digits that tell things made at different moments apart."""
    letters = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
    number >>= 12
    return "".join(letters[(number >> shift) % 32] for shift in (15, 10, 5, 0))
