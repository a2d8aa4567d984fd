"""A set-up that only names a coach's deck gets its cards from the owner's file."""

from pathlib import Path
from typing import Any

import pytest

from companion.match import SetupRefused
from companion.storage.places import Places
from companion.storage.shipped_data import demonstrations
from companion.table.recorded_match import match_of


def deck(tmp_path: Path, name: str, written: str) -> Places:
    places = Places(tmp_path)
    folder = places.catalogues[1] / "boufbowl" / "decks"
    folder.mkdir(parents=True)
    folder.joinpath(name).write_text(written)
    return places


def setup_with(named: object) -> dict[str, Any]:
    setup, _ = demonstrations("boufbowl")["demo-match"]
    teams = setup["teams"]
    return {**setup, "board": "stadium", "teams": {**teams, "red": {**teams["red"], "deck": named}}}


def test_a_deck_is_called_by_its_files_name(tmp_path: Path) -> None:
    places = deck(
        tmp_path,
        "mine.yaml",
        "title: {en: Mine, fr: Le mien}\ncards: [AR001-900, AR001-900, AR001-900, AR001-900, AR001-900]\n",
    )
    assert match_of(setup_with("mine"), places).setup["teams"]["red"]["deck"] == ["AR001-900"] * 5


def test_an_unknown_deck_is_refused_with_those_there_are(tmp_path: Path) -> None:
    places = deck(tmp_path, "mine.yaml", "[AR001-900]")
    with pytest.raises(SetupRefused) as refused:
        match_of(setup_with("yours"), places)
    assert str(refused.value.problem.args["name"]) == "yours"
    assert str(refused.value.problem.args["known"]) == "mine"


def test_lists_and_numbers_stay_as_they_are(tmp_path: Path) -> None:
    places = deck(tmp_path, "mine.yaml", "[AR001-900]")
    assert match_of(setup_with(40), places).setup["teams"]["red"]["deck"] == 40
    assert match_of(setup_with(["AR002-900"] * 5), places).setup["teams"]["red"]["deck"] == ["AR002-900"] * 5


@pytest.mark.parametrize("name", ["Al\u202efa", "Al\u200bfa\0", " Alfa\ud800 "])
def test_a_team_is_called_without_the_signs_that_nobody_sees(tmp_path: Path, name: str) -> None:
    setup = setup_with(40)
    setup["teams"] = {**setup["teams"], "red": {**setup["teams"]["red"], "name": name}}
    teams = match_of(setup, Places(tmp_path)).setup["teams"]
    assert (teams["red"]["name"], teams["blue"]["name"]) == ("Alfa", "Roche-Sombre")
