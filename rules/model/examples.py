"""Examples of orders, with places that a board has."""

from __future__ import annotations

from rules.model.board import Board


def on_board(example: str, board: Board) -> str:
    """An example of an order with places that the board has."""
    if "Germany" not in board.places:
        return example
    near = [board.places[n] for n in board.open_near["Germany"]]
    land, sea = next((p.name for p in near if p.is_land), ""), next((p.name for p in near if p.is_sea), "")
    coast = next((n for n in board.near(sea) if board.places[n].is_land and n != "Germany"), "") if sea else ""
    for place, here in (("Poland", land), ("SZ 113", sea), ("SZ 112", sea), ("Norway", coast)):
        if place not in board.places and here:
            example = example.replace(place, here)
    return example
