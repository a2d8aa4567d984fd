"""One apostrophe, one minus sign and one dash on all screens."""

import pytest

from ui.presenters.text_fit import as_printed


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


@pytest.mark.parametrize(
    ("typed", "printed"),
    [
        ("-1", "\u22121"),
        ("attack 4, defence -1, yellow", "attack 4, defence\u00a0\u22121, yellow"),
        ("(-2)", "(\u22122)"),
        ("end of the match, 2 - 1: Lyon wins", "end of the match, 2\u00a0\u2013\u00a01: Lyon wins"),
        ("Fort – Roche, 0 – 0", "Fort – Roche, 0\u00a0\u2013\u00a00"),
        ("RO001-900", "RO001-900"),
        ("2026-11-24", "2026-11-24"),
        ("companion play --size 800x480", "companion play --size 800x480"),
    ],
)
def test_a_minus_sign_and_the_dash_of_a_score_are_those_of_print(typed: str, printed: str) -> None:
    assert as_printed(typed) == printed
