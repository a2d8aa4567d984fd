"""Prints of a tournament: every name and number stands on them, and the code of each slip is read."""

import pytest

from calibration.printing.paper import A4
from calibration.printing.tournament import draw_list, draw_slips
from calibration.printing.typesetting import PrintLanguage
from companion.hall.tournament.export import ListSheet, ResultSlip, SheetColumn
from companion.words import Text, Wording
from tests.calibration.printing.rasters import rasters, words


def both(en: str, fr: str) -> Text:
    return Text("{words}", words=Wording(en, fr))


def slips(tables: int, players: int) -> list[ResultSlip]:
    return [
        ResultSlip(
            "Coupe d’été", 3, table, tuple(both(f"seat{n}", f"siège{n}") for n in range(players)),
            tuple(f"Joueur-{table}-{n}" for n in range(players)), (both("goals", "buts"), both("duels", "duels")),
            f"R3 T{table} 0123456789ABCDEF",
        )
        for table in range(1, tables + 1)
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("tables", "players", "pages"), [(1, 2, 1), (4, 2, 1), (5, 2, 2), (2, 6, 1), (3, 6, 2)]
)
def test_each_slip_has_its_players_and_a_code_that_is_read(tables: int, players: int, pages: int) -> None:
    made = slips(tables, players)
    document = draw_slips(made, A4, PrintLanguage.FR)
    assert document.pages == pages
    read = [text for raster in rasters(document, 200) for text in raster.texts_by_zxing()]
    assert sorted(read) == sorted(slip.code for slip in made)
    told = {word for page in range(pages) for word in words(document, page).split()}
    assert {name for slip in made for name in slip.players} <= told
    assert not document.shortened and not document.missing


def a_list(columns: int, rows: int) -> ListSheet:
    return ListSheet(
        "Cup",
        both("standings", "classement"),
        tuple(SheetColumn(both(f"h{n}", f"t{n}"), 1.0, is_number=n > 0) for n in range(columns)),
        tuple(tuple(f"r{row}c{n}" for n in range(columns)) for row in range(rows)),
    )


@pytest.mark.parametrize(("columns", "rows", "pages"), [(3, 0, 1), (3, 20, 1), (3, 70, 3), (9, 40, 3)])
def test_a_list_has_all_its_cells_and_its_headings_on_each_page(columns: int, rows: int, pages: int) -> None:
    document = draw_list(a_list(columns, rows), A4, PrintLanguage.FR)
    assert document.pages == pages
    cells: set[str] = set()
    for page in range(pages):
        told = set(words(document, page).split())
        assert {f"t{n}" for n in range(columns)} <= told
        cells |= told
    assert {f"r{row}c{n}" for row in range(rows) for n in range(columns)} <= cells
    assert not document.shortened


def test_both_languages_stand_beside_each_other() -> None:
    document = draw_list(a_list(2, 1), A4, PrintLanguage.BOTH)
    told = words(document, 0).split()
    assert {"classement", "standings", "t0", "h0"} <= set(told)
