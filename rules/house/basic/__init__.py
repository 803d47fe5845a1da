"""Basic Expansion: twelve rule modules for Global 1940, each usable alone."""

from rules.core.documents import Document
from rules.house.basic.document import COMMON

DOCUMENT = Document(
    id="bx",
    title="Basic Expansion",
    summary=(
        "Twelve sections add historical units and rules to Global 1940: Guards, Waffen-SS, escorts with convoys, "
        "conscripts, Banzai attacks, paratroopers, carrier fighters, factories, Heavy Industry, air battles over bombed "
        "targets, Elite infantry and wartime income. New players do well to take the sections one by one, in any order, "
        "and to add more from game to game. With any section on, units cost the expansion's prices, and a side wins by "
        "holding an enemy Major Capital for a round or when the other gives up; victory cities no longer count."
    ),
    boards=("global1940", "global1942", "oztea1941"),
    calendar="Early 1940",
    common=COMMON,
)
