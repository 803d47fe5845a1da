"""Expansion IV: rule modules for Global 1940, each usable alone."""

from rules.core.table import Document
from rules.house.expansion4.document import COMMON

DOCUMENT = Document(
    id="x4",
    title="Expansion IV",
    summary=(
        "In preparation: T-34s in threes, conscription, panzer grenadiers, the formations of generals, commissars and the "
        "Waffen-SS, the German takeover of Italy and Total War can be played so far. Take the sections one by one or "
        "together, beside the Basic Expansion and Expansion II. With any of them on, units cost the expansions' prices; how "
        "a side wins stays the board's matter."
    ),
    boards=("global1940",),
    common=COMMON,
)
