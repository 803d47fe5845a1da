"""Rules of Warfare: four new units and seven new rules for the Classic board, each usable alone."""

from rules.core.table import Document

DOCUMENT = Document(
    id="rw",
    title="Rules of Warfare",
    summary=(
        "Eleven small additions to Classic: artillery batteries, destroyers, resistance cells and sea mines, and rules "
        "for damaged battleships, elite units, kamikaze pilots, lost transports, monetary aid, paratroopers and "
        "warehouses. Each stands alone: take all of them or any mixture. Nothing starts later than the first round."
    ),
    boards=("classic",),
)
