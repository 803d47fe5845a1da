"""Expansion IV: fourteen rule modules for Global 1940, each usable alone."""

from rules.core.table import Document
from rules.house.expansion4.document import COMMON

DOCUMENT = Document(
    id="x4",
    title="Expansion IV",
    summary=(
        "Twelve sections for Global 1940 from 1941 to the end: T-34s in threes, land mines on borders and rockets, "
        "conscripts, Waffen-SS grenadiers, army formations under generals and commissars that roll twice, heavy bombers, "
        "landing craft, the E-100, a German takeover of Italy, Total War production and Kamikaze by aircraft. "
        "Take the sections one by one or together, beside the Basic Expansion and Expansion II. With any of them on, units "
        "cost the expansions' prices; how a side wins stays the board's matter."
    ),
    boards=("global1940",),
    common=COMMON,
)
