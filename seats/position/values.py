"""What ground is worth to a side, in IPC, found by giving it away on a copy and asking the engine what everybody would
collect then. National objectives, convoys, capitals and house incomes are in it without being known."""

from __future__ import annotations

from rules.core.hooks import Rule
from rules.core.view import View
from rules.economy.income import income_of
from seats.position.world import rivals

HELD, TRADED = 1.5, 0.6  # turns of income that count where ground is kept, and where it is only taken for a turn
SEAT = 2.0  # where it is a capital: whoever has lost it buys nothing
COMPLEX, CITY, ANY = 4.0, 2.0, 0.3
RICH = 25.0  # from here on losing a place is a catastrophe, as losing a capital is


class Values:
    """The worth of territories to a power's side. turns: of income that count where ground is kept. factory: IPC that a
    complex adds."""

    def __init__(self, view: View, me: str, turns: float = HELD, factory: float = COMPLEX) -> None:
        self.view, self.me, self.turns, self.factory = view, me, turns, factory
        self._worth: dict[tuple[str, bool], float] = {}
        self.bonus: dict[str, float] = {}  # what places are worth more, as they decide the game
        powers = view.board.powers
        self.seats = frozenset(p.capital for power in powers.values() for p in power.purses if p.capital)
        self.purses = {p: w for p, w in view.board.purse_power.items() if powers[w].plays}
        self.base = {p: income_of(view, p) for p in self.purses}
        # Whether a place may change what others collect than who loses it and who gains it.
        self.for_others = bool(view.table.answering(Rule.income) or view.table.answering(Rule.place_value))
        foes = [p for p in rivals(view, me) if view.at_war(p, me)] or rivals(view, me)
        able = [p for p in foes if not all(map(view.capital_lost, view.purses(p)))]
        self.foe = next(iter(able or foes), "")  # who is thought to take what we lose

    def vital(self, place: str) -> bool:
        """Whether losing a place would be a catastrophe by itself, whatever the aims of the game make of it."""
        return place in self.seats or self.of(place) - self.bonus.get(place, 0.0) > RICH

    def of(self, place: str, held: bool = True) -> float:
        """What taking a territory gains, or losing it costs."""
        if (place, held) not in self._worth:
            self._worth[place, held] = self._reckon(place, held)
        return self._worth[place, held] + self.bonus.get(place, 0.0)

    def _reckon(self, place: str, held: bool) -> float:
        view, printed = self.view, self.view.place(place)
        if not printed.is_land:
            return 0.0
        owner = view.owner(place)
        ours = bool(owner) and view.side(owner) == view.side(self.me)
        change = abs(self.swing(place, self.foe if ours and self.foe else self.me))
        turns = SEAT if place in self.seats else self.turns
        worth = change * (turns if held else TRADED) + self.factory * len(view.complexes(place)) + ANY
        worth += CITY if printed.victory_city else 0.0
        return worth + (view.money(owner) if owner and place in self.seats else 0.0)

    def swing(self, place: str, to: str) -> float:
        """IPC a turn that our side gains on the other if a place belongs to a power."""
        view, gain, loser = self.flipped({place: to}), 0.0, self.view.owner(place)
        for purse, power in self.purses.items():
            if self.for_others or power in (to, loser):
                change = income_of(view, purse) - self.base[purse]
                gain += change if view.side(power) == view.side(self.me) else -change
        return gain

    def flipped(self, changes: dict[str, str]) -> View:
        """The position with some territories in other hands."""
        return View(self.view.table, self.view.state.in_other_hands(changes))

    def wins(self, changes: dict[str, str], side: str) -> bool:
        """Whether a side would have won with some territories in other hands."""
        view = self.flipped(changes)
        moments = ("turn end", "round end")
        return any(view.table.fold(Rule.victory, "", view, moment) == side for moment in moments)
