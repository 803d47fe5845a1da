"""Balance Mod 4: nine rule modules for Global 1940, each usable alone."""

from rules.core.documents import Document
from rules.house.balance.document import BOARDS, COMMON

DOCUMENT = Document(
    id="bm",
    title="Balance Mod 4",
    summary=(
        "A community rework of Global 1940 for even games: marines, dearer bombers, harder air raids, many smaller "
        "objectives, guerrillas in China, an armistice with Vichy France. Map, set-up, turn order and all that is not "
        "named stay as printed. Each of its nine parts can be played alone; an option puts the combat move before "
        "purchase."
    ),
    boards=BOARDS,
    common=COMMON,
)
