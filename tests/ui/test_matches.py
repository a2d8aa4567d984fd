"""All matches on the screens: from home in one touch, searched, stepped through, put away and taken out again."""

from dataclasses import replace
from pathlib import Path

import pytest

from companion.backend.listed_match import MatchList
from companion.session.history_rows import Badge, badges_for
from companion.storage.places import Places
from tests.backend.test_kept_matches import recorded
from tests.quick import first_quick
from tests.ui.looking import faults
from tests.ui.table import Tablet
from ui.matches.page import MatchesPage
from ui.replay.page import ReplayPage

SIZES = [(800, 480), (1280, 800), (1920, 1080), (800, 1280)]


@pytest.fixture(scope="module")
def folder(running: Tablet) -> Path:
    """The folder of the app, with a match of three games that is over and one that goes on."""
    where: Places = running.app.backend._where  # type: ignore[attr-defined]
    for game in ("lignes", "ouaf", "boufbowl"):
        recorded(where, game, is_over=True)
    recorded(where, "ofusaido")
    return where.data


@pytest.fixture
def listing(one: Tablet, folder: Path) -> Tablet:
    one.app.go("home")
    one.settle()
    one.touch("All matches")
    one.settle()
    assert isinstance(one.app.page, MatchesPage)
    return one


@pytest.mark.slow
def test_matches_that_are_over_are_listed_and_looked_back_at(listing: Tablet) -> None:
    listing.touch("Boufbowl")
    listing.settle()
    assert listing.shows("Fort-Clairval – Roche-Sombre")
    assert not listing.shows("Bellecombre")
    listing.touch("Replay")
    listing.settle()
    page = listing.app.page
    assert isinstance(page, ReplayPage)
    assert page.is_last
    listing.touch("To the beginning")
    listing.settle()
    assert listing.shows("before the first play")
    listing.touch("Next play")
    listing.settle()
    assert listing.shows("Fort-Clairval places")
    assert not listing.shows("Asked"), "only marks that are there are explained"
    asked = replace(page._rows[0], badges=frozenset({Badge.ASKED}))
    page.ids.bar.show([asked, *page._rows[1:]], None)
    page.ids.legend.show([asked], badges_for("boufbowl"))
    listing.settle()
    assert listing.shows("Asked")
    assert not faults(listing)
    listing.touch("Play")
    listing.until(lambda: page._at > 1)
    listing.touch("Pause")
    at = page._at
    listing.frames(2)
    assert not page.is_playing and page._at == at
    assert page.key("end", ())
    assert page.is_last
    listing.touch("Back")
    listing.settle()
    assert listing.shows("Fort-Clairval – Roche-Sombre"), "the list is as it was left"


def test_what_is_typed_narrows_the_list(listing: Tablet) -> None:
    page = listing.app.page
    assert isinstance(page, MatchesPage)
    page._search("ouaf")
    listing.settle()
    assert listing.shows("Red – Yellow – Green – Blue")
    assert not listing.shows("Fort-Clairval")
    page._search("nobody")
    listing.settle()
    assert listing.shows("no match has “nobody”")
    listing.touch("Show all again")
    listing.settle()
    assert listing.shows("Fort-Clairval")


def test_a_match_is_removed_after_a_question_and_comes_back_with_undo(listing: Tablet) -> None:
    listing.touch("Boufbowl")
    listing.touch("Hide")
    listing.settle()
    assert listing.shows("nothing in it is ever erased")
    listing.touch("Hide it")
    listing.settle()
    assert listing.shows("is no longer listed")
    listing.touch("Undo")
    listing.settle()
    assert not listing.shows("is no longer listed")
    assert listing.shows("Fort-Clairval – Roche-Sombre")


@pytest.mark.slow
@first_quick("language", ["fr", "en"])
def test_an_empty_list_leads_to_a_match(
    listing: Tablet, monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    monkeypatch.setattr(listing.app.backend, "matches", lambda _: MatchList((), 0))
    listing.app.page.enter()
    listing.app.look.language = language
    listing.settle()
    assert listing.shows(
        "no match is recorded yet" if language == "en" else "aucun match n’est encore enregistré"
    )
    assert not faults(listing)
    listing.touch("Begin a match" if language == "en" else "Commencer un match")
    assert listing.app.page.called == "home"


@pytest.mark.slow
def test_a_match_that_is_not_over_goes_on(listing: Tablet) -> None:
    listing.touch("OFUSAIDO")
    listing.touch("Continue")
    listing.until(lambda: listing.app.page.called == "players")


@pytest.mark.slow
@first_quick("size", SIZES)
@first_quick("language", ["fr", "en"])
def test_the_list_and_a_match_can_be_read_and_touched_on_every_screen(
    listing: Tablet, size: tuple[int, int], language: str
) -> None:
    listing.app.look.language = language
    listing.resize(size)
    listing.settle()
    assert not faults(listing)
    listing.touch("OFUSAIDO")
    listing.touch("Replay" if language == "en" else "Revoir")
    listing.settle()
    assert not faults(listing)
    listing.resize((1280, 800))
