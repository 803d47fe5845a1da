"""Rules of Warfare: four new units and seven new rules, written for Classic, each usable alone."""

from rules.core.documents import Document
from rules.model.board import EVERY_BOARD

DOCUMENT = Document(
    id="rw",
    title="Rules of Warfare",
    summary=(
        "Eleven small additions, made for Classic and most of them at home everywhere: artillery batteries, destroyers, "
        "resistance cells and sea mines, and rules for damaged battleships, elite units, kamikaze pilots, lost "
        "transports, monetary aid, paratroopers and warehouses. Each stands alone: take all of them or any mixture. "
        "Nothing starts later than the first round."
    ),
    boards=EVERY_BOARD,
)
