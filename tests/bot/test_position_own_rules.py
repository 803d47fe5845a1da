"""A position that is handed in keeps the own rules of the lobby, and its units are known in it."""

from __future__ import annotations

import pytest

from bot.game import PlayError
from bot.game.lobby.positions import understood

FRONT = (
    b'id = "a"\ntitle = "x"\ngame = "classic"\nround = 3\npower = "Germany"\nsetup = "empty"\n'
    b'units."Germany".Germany = "2 guard"\nunits."Russia".USSR = "4 infantry"\n'
)
OWN = {"own_rules": "[[unit]]\nname = 'guard'\nlike = 'infantry'\n"}


def test_a_position_has_the_units_of_the_lobbys_own_rules() -> None:
    found = understood(FRONT, OWN)
    assert found.options == OWN and "2 guard" in found.text
    with pytest.raises(PlayError, match="no unit called “guard”"):
        understood(FRONT)
