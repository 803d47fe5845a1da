"""What a case expects, compared with the game: each difference is one sentence."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from rules.cases import names, stock
from rules.cases.file import CaseError
from rules.cases.setup import facility_text
from rules.economy.income import income_of
from rules.legal import survey
from rules.legal.choices import decision_choices
from rules.model.names import key
from rules.model.refusals import Refusal
from rules.play.game import Game

Differences = Iterator[str]

# What a question may be called beside its kind: the verb that answers it, or another word for the same. One way only: the
# kind of another question is no name of it, unless that is how it is answered.
_ALSO: Mapping[str, tuple[str, ...]] = {
    "": ("none",),
    "retreat": ("press on",),
    "withdraw": ("withdrawal", "retreat", "press on", "submerge"),
    "no landing": ("casualties",),
    "casualties": ("casualty", "losses"),
    "ignore": ("attack", "ignore submarines", "attack submarines", "submarines", "ignore transports", "transports"),
}


def differences(game: Game, expect: Mapping[str, Any], log: Sequence[str] = ()) -> list[str]:
    """Everything in which a game differs from what is expected; `log` is the log since the first step."""
    found: list[str] = []
    for name, wanted in expect.items():
        found += _OF_LOG[name](wanted, log) if name in _OF_LOG else _CHECKS[name](game, wanted)
    return found


def _same(what: str, wanted: Any, got: Any) -> Differences:
    if wanted != got:
        yield f"{what}: expected {_word(wanted)}, got {_word(got)}"


def _word(value: Any) -> str:
    return "none" if value in ("", None) else str(value)


def _power(game: Game, wanted: str) -> Differences:
    return _same("power", names.power(game.table.board, wanted), game.state.turn.power)


def _phase(game: Game, wanted: str) -> Differences:
    return _same("phase", names.phase(game.table, wanted), game.state.turn.phase)


def _round(game: Game, wanted: int | str) -> Differences:
    return _same("round", names.round_number(game.table.board, wanted), game.state.turn.round)


def _pending(game: Game, wanted: str) -> Differences:
    got = game.state.pending[0].kind if game.state.pending else ""
    if key(wanted) not in (key(got), *_ALSO.get(got, ())):
        yield from _same("pending", wanted, got)


def _pending_by(game: Game, wanted: str) -> Differences:
    got = game.state.pending[0].power if game.state.pending else ""
    return _same("pending by", names.power(game.table.board, wanted) if wanted else "", got)


def _money(game: Game, wanted: Mapping[str, int]) -> Differences:
    for text, amount in wanted.items():
        purses = names.purses(game.table.board, text)
        got = [game.state.money.get(p, 0) for p in purses]
        yield from _amount(f"money of {text}", amount, got)


def _income(game: Game, wanted: Mapping[str, int]) -> Differences:
    for text, amount in wanted.items():
        purses = names.purses(game.table.board, text)
        yield from _amount(f"income of {text}", amount, [income_of(game.view, p, in_transit=False) for p in purses])


def _amount(what: str, wanted: int, got: Sequence[int]) -> Differences:
    """A power with several purses may be meant as a whole or by its home purse."""
    if wanted not in (sum(got), got[0]):
        yield f"{what}: expected {wanted}, got {' + '.join(map(str, got))}"


def _owner(game: Game, wanted: Mapping[str, str]) -> Differences:
    for text, owner in wanted.items():
        place = names.place(game.table.board, text)
        yield from _same(f"owner of {place}", names.owner(game.table.board, owner), game.state.owners.get(place))


def _units(game: Game, wanted: Mapping[str, Mapping[str, str]]) -> Differences:
    for text, powers in wanted.items():
        place = names.place(game.table.board, text)
        for name, units in _table(powers, f"units of {text}").items():
            owner = names.power(game.table.board, name)
            expected = stock.read(game.table, units)
            got = stock.standing(game.view, place, owner)
            others = (stock.standing(game.view, place, owner, passengers=True), stock.army(game.view, place, owner))
            if expected != got and expected not in others:
                yield f"{owner} in {place}: expected {stock.show(expected)}, got {stock.show(got)}"


def _borders(game: Game, wanted: Mapping[str, Mapping[str, str]]) -> Differences:
    for text, powers in wanted.items():
        border = names.border(game.table.board, text)
        for name, units in _table(powers, f"borders of {text}").items():
            owner = names.power(game.table.board, name)
            expected, got = stock.read(game.table, units), stock.markers(game.view, border, owner)
            if expected != got:
                yield f"{owner} on {border}: expected {stock.show(expected)}, got {stock.show(got)}"


def _facilities(game: Game, wanted: Mapping[str, Any]) -> Differences:
    for text, value in wanted.items():
        place = names.place(game.table.board, text)
        expected = stock.read(game.table, facility_text(value))
        got = stock.facilities(game.view, place)
        if expected != got:
            yield f"facilities of {place}: expected {stock.show(expected)}, got {stock.show(got)}"


def _table(value: Any, what: str) -> Mapping[str, str]:
    if not isinstance(value, dict):
        raise CaseError(f"{what} must name powers: {{ Germany = … }}, not {value!r}")
    return value


def _can(game: Game, wanted: Sequence[str]) -> Differences:
    for order in wanted:
        refusal = game.trial(order, by=game.to_act)
        if refusal is not None:
            yield f"“{order}” should be legal, but: {refusal.code}: {refusal.message}"


def _cannot(game: Game, wanted: Mapping[str, str]) -> Differences:
    for order, code in wanted.items():
        yield from refused(order, code, game.trial(order, by=game.to_act))


def _offered(game: Game, wanted: Sequence[str] | Mapping[str, Sequence[str]]) -> Differences:
    """What menus show to whoever is to act, or to powers by name: what rules offer, or answers to the open question."""
    for name, orders in wanted.items() if isinstance(wanted, Mapping) else ((game.to_act, wanted),):
        power = names.power(game.table.board, name)
        asked = game.state.pending and power == game.to_act
        shown = {str(game.parse(text)) for text in (decision_choices(game) if asked else survey.offers(game, power))}
        for order in orders:
            if str(game.parse(order)) not in shown:
                yield f"“{order}” should be offered to {power}, but only these are: {'; '.join(sorted(shown)) or 'none'}"


def refused(order: str, code: str, refusal: Refusal | None, cites: str = "") -> Differences:
    """How a refusal differs from the expected code ("*" = any), and from the entry that it names ("" = any)."""
    if refusal is None:
        yield f"“{order}” should be refused ({code}), but is legal"
    elif code not in ("*", refusal.code):
        yield f"“{order}”: expected refusal {code}, got {refusal.code}: {refusal.message}"
    elif cites not in ("", refusal.rule):
        yield f"“{order}”: expected the refusal to cite {cites}, not {refusal.rule or 'nothing'}"


def _winner(game: Game, wanted: str) -> Differences:
    return _same("winner", wanted, game.state.winner)


def _log(wanted: Sequence[str], log: Sequence[str]) -> Differences:
    yield from (f"log: nothing says “{part}”" for part in wanted if not _said(part, log))


def _unsaid(unwanted: Sequence[str], log: Sequence[str]) -> Differences:
    yield from (f"log: it says “{part}”" for part in unwanted if _said(part, log))


def _said(part: object, log: Sequence[str]) -> bool:
    return str(part).lower() in "\n".join(log).lower()


_OF_LOG: dict[str, Callable[[Any, Sequence[str]], Differences]] = {"log": _log, "unsaid": _unsaid}


_CHECKS: dict[str, Callable[[Game, Any], Differences]] = {
    "power": _power,
    "phase": _phase,
    "round": _round,
    "pending": _pending,
    "pending_by": _pending_by,
    "money": _money,
    "income": _income,
    "owner": _owner,
    "units": _units,
    "borders": _borders,
    "facilities": _facilities,
    "can": _can,
    "cannot": _cannot,
    "offered": _offered,
    "winner": _winner,
}
