"""Expansion IV: rule modules, each usable alone."""

from rules.core.documents import Document
from rules.house.expansion4.document import COMMON

DOCUMENT = Document(
    id="x4",
    title="Expansion IV",
    summary=(
        "Land mines on borders, rockets, landing craft and heavy bombers, T-34s in threes, conscripts, Waffen-SS grenadiers "
        "and the E-100, army formations under generals and commissars that roll twice, a German takeover of Italy, Total "
        "War production and Kamikaze by aircraft. Take the sections one by one or together, beside the Basic Expansion and "
        "Expansion II; two of them build on units of these documents and stay out without them. With any of them on, units "
        "cost the expansions' prices, and how a side wins stays the board's matter."
    ),
    boards=COMMON.boards,
    calendar="Early 1940",
    common=COMMON,
)
