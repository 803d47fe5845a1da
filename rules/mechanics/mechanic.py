"""What every mechanic is: a part of a rule, with the rule's id and the entries it cites."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from rules.core.hooks import Rule
from rules.core.view import View


def always(view: View) -> bool:
    """The condition that is met everywhere."""
    return True


def never(view: View) -> bool:
    """The condition that is met nowhere."""
    return False


@dataclass(frozen=True, eq=False, kw_only=True)
class Mechanic(Rule):
    """A part of a document's rule (`Rule.parts`): hooks with that document's figures.

    id: the rule that plays it, as prices and look-ups name it. cites: topic -> catalogue id, for refusals; each
    mechanic lists its topics.
    """

    id: str
    cites: Mapping[str, str] = field(default_factory=dict)

    def cite(self, topic: str) -> str:
        """The entry on a topic, else the one for everything (topic ""), else none."""
        return self.cites.get(topic) or self.cites.get("", "")
