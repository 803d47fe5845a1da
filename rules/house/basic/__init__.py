"""Basic Expansion: twelve rule modules for Global 1940, each usable alone."""

from rules.house.basic.document import COMMON
from rules.table import Document

DOCUMENT = Document(
    id="bx",
    title="Basic Expansion",
    summary=(
        "Twelve sections that add historical units and rules to Global 1940: Guards, Waffen-SS, escorts with convoys, "
        "conscripts, Banzai attacks, paratroopers, carrier fighters, factories, Heavy Industry, air battles over bombed "
        "targets, Elite infantry and wartime income. New players do well to take the sections one by one, in any order, "
        "and add more between games. With any section on, units cost the expansion's prices, and the game is won by "
        "holding an enemy Major Capital for a round or by surrender; victory cities no longer count."
    ),
    boards=("global1940",),
    common=COMMON,
)
