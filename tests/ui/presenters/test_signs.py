"""One apostrophe on all screens."""

import pytest

from ui.presenters.signs import as_printed


@pytest.mark.parametrize(
    ("typed", "printed"),
    [
        ("l'arbitre", "l’arbitre"),
        ("Lignes d'Attaque, Phase de tir", "Lignes d’Attaque, Phase de tir"),
        ("the players' screen", "the players’ screen"),
        ("l’arbitre", "l’arbitre"),
        ("say 'yes", "say 'yes"),
        ("2 + 5 = 7", "2 + 5 = 7"),
    ],
)
def test_an_apostrophe_is_that_of_print(typed: str, printed: str) -> None:
    assert as_printed(typed) == printed
