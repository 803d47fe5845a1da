"""Expansion II: the war in the Pacific and the Battle of the Atlantic, thirteen rules, each usable alone."""

from rules.core.documents import Document
from rules.house.expansion2.document import COMMON

DOCUMENT = Document(
    id="x2",
    title="Expansion II",
    summary=(
        "Expansion II enlarges the war at sea: islands worth fighting for, free ships for Japan and the United States, "
        "carriers and battleships that stay damaged until they are paid for, carrier fighters, super heavy battleships, "
        "escorts with convoys, fortified islands, King Tigers and wartime income. It is meant to be played as a whole, "
        "but every section is a rule of its own: take them one by one, alone or beside sections of the Basic Expansion. "
        "Carrier fighters, escorts and advanced production exist in both documents with other figures, so a game takes "
        "each of them from one document only."
    ),
    boards=COMMON.boards,
    calendar="Early 1940",
    common=COMMON,
)
