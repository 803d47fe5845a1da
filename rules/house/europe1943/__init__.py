"""Axis and Allies 1943: the house rules of the board europe1943, each usable alone."""

from rules.core.documents import Document
from rules.house.europe1943.document import COMMON

DOCUMENT = Document(
    id="y43",
    title="Axis and Allies 1943",
    summary=(
        "What this board is played with: special units of every power with their limits and yards, armies of generals, "
        "works on coasts, mines on borders, rockets and long-range guns, landing craft, railways, air transports, "
        "better industry, Lend-Lease, D-Day. Atomic bombs need heavy bombers. Take the rules one by one or together."
    ),
    boards=("europe1943",),
    common=COMMON,
)
