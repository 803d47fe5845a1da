"""Names in a summary as our boards have them: powers, places, units with their counts. What is unknown is refused with what
looks like it."""

from __future__ import annotations

import re
from collections import Counter

from rules.core.table import Table
from rules.model.board import Board
from rules.model.names import key
from rules.model.refusals import Refused
from triplea import spelling

_OWNED = re.compile(r"(\d+ .+?) owned by the (.+?)(?=(?:,| and) \d+ |\s*$)")
_ONE = re.compile(r"(?:(\d+)\s*x?\s+|(an?|one)\s+)?(.+)", re.I)


class Naming:
    """How a summary names what a table has."""

    def __init__(self, table: Table) -> None:
        self.table, self.lex = table, table.lexicon

    @property
    def board(self) -> Board:
        """The table's board."""
        return self.table.board

    def power(self, player: str) -> str:
        """A power by its player's name in TripleA or ours; one of several treasuries means its power. Raises Refused."""
        said = player.strip().removeprefix("the ")
        for name in (spelling.ours("players", said), said, said.removesuffix("s")):
            if purse := self.purse(name):
                return self.board.purse_power[purse]
            if self.lex.board.power_names.find(name):
                return self.lex.power(name)
        return self.lex.power(spelling.ours("players", said))

    def purse(self, player: str) -> str:
        """The treasury that is called so; "" for none."""
        wanted = key(spelling.ours("players", player.strip()))
        return next((purse for purse in self.board.purse_power if key(purse) == wanted), "")

    def is_power(self, player: str) -> bool:
        """Whether that is a player."""
        try:
            return bool(self.power(player))
        except Refused:
            return False

    def place(self, name: str) -> str:
        """A place: `112 Sea Zone` is `SZ 112`. Raises Refused."""
        said = name.strip().rstrip(".:")
        found = re.fullmatch(r"(\d+) (?:sea ?zone|sz)", said, re.I)
        return self.lex.place(f"SZ {found[1]}" if found else said)

    def unit(self, name: str) -> str:
        """A type of unit, in the singular or plural. Raises Refused."""
        said = name.strip()
        tries = [said, re.sub(r"ies$", "y", said), re.sub(r"s$", "", said), re.sub(r"men$", "man", said)]
        for one in dict.fromkeys(tries):
            if found := self.lex.units.find(spelling.ours("units", one)) or self._other(one):
                return found
        return self.lex.unit(spelling.ours("units", said))

    def _other(self, name: str) -> str:
        """A type by a word that means one of several, of which this table has one."""
        known = spelling.words()["units"].get(name)
        return next(
            (
                unit
                for word in ([known] if isinstance(known, str) else known or ())
                if (unit := self.lex.units.find(word))
            ),
            "",
        )

    def units(self, text: str) -> tuple[tuple[str, int], ...]:
        """`2 infantry, 1 artillery and 3 armour`, in the order told. Raises Refused."""
        found: list[tuple[str, int]] = []
        for part in re.split(r"\s*(?:,|;|\+|&|\band\b)\s*", text.strip().rstrip(".")):
            if part and (one := _ONE.fullmatch(part)):
                found.append((self.unit(one[3]), int(one[1] or 1)))
        return tuple(found)

    def owned(self, text: str) -> dict[str, Counter[str]]:
        """`1 artillery owned by the Japanese and 1 infantry owned by the Chinese`. Raises Refused."""
        found: dict[str, Counter[str]] = {}
        for units, player in _OWNED.findall(text):
            lost = found.setdefault(self.power(player), Counter())
            for unit, count in self.units(units):
                lost[unit] += count
        return found


def listed(units: tuple[tuple[str, int], ...]) -> str:
    """Units as items of an order."""
    return ", ".join(f"{count} {unit}" for unit, count in units)
