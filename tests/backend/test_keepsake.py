"""A match to keep: its page, picture and PDF in both languages, in a folder and on the network."""

import re
from functools import partial
from pathlib import Path
from random import Random

import pytest

from calibration.printing.keepsake import draw_keepsake
from calibration.printing.typesetting import PrintLanguage
from companion.backend import keepsake, sticks
from companion.backend.keepsake import EndedPages, MatchShare, files_of, keep
from companion.backend.local import LocalBackend
from companion.errors import CompanionError, StorageError
from companion.ids import ObservationId
from companion.match import Match
from companion.observation import Roll
from companion.play import Concede
from companion.rules.games import GAMES
from companion.session.match_report import MatchReport, date_says
from companion.storage.log import MatchStore
from companion.storage.places import Places
from companion.storage.shipped_data import demonstrations
from companion.virtual.chance import random_plays
from companion.words import LANGUAGES
from tests.backend.test_kept_matches import recorded
from tests.quick import first_quick
from tests.web.served import Visitor

PNG, PDF = b"\x89PNG", b"%PDF"


@pytest.fixture(scope="module", params=list(GAMES))
def report(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> MatchReport:
    where = Places(tmp_path_factory.mktemp("house"))
    name, _ = recorded(where, request.param, is_over=True, plays=60)
    return LocalBackend(where).report(name, is_reviewed=True)


@first_quick("language", LANGUAGES)
def test_the_print_is_one_page_on_which_nothing_is_cut(report: MatchReport, language: str) -> None:
    drawn = draw_keepsake(report, date_says(report.began_at_ms), PrintLanguage(language))
    assert (drawn.pages, drawn.shortened, drawn.missing) == (1, (), "")


def test_the_page_is_whole_by_itself_and_leads_to_picture_and_print(report: MatchReport) -> None:
    files = files_of(report, "fr")
    page, png, pdf = files.values()
    assert png.content.startswith(PNG)
    assert pdf.content.startswith(PDF)
    html = page.content.decode()
    links = re.findall(r'(?:href|src)="([^"]*)"', html)
    assert [link for link in links if not link.startswith("data:")] == list(files)[1:]
    assert 'lang="fr"' in html
    assert "Chances de gagner, coup après coup" in html


def test_a_folder_that_is_missing_is_made_and_a_file_in_its_place_is_told(tmp_path: Path) -> None:
    where = Places(tmp_path / "house")
    name, _ = recorded(where, "ouaf", is_over=True)
    report = LocalBackend(where).report(name, is_reviewed=False)
    written = keep(report, tmp_path / "new" / "folder", "en")
    assert sorted(path.suffix for path in written) == [".html", ".pdf", ".png"]
    in_the_way = tmp_path / "file"
    in_the_way.touch()
    with pytest.raises(StorageError, match=r"the folder .*file cannot be used"):
        keep(report, in_the_way, "en")


def test_phones_fetch_the_match_by_its_token_alone_until_it_is_shared_no_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keepsake, "own_addresses", lambda: ("127.0.0.1",))
    where = Places(tmp_path)
    name, _ = recorded(where, "lignes", is_over=True, plays=4)
    share, report = MatchShare(), LocalBackend(where).report(name, is_reviewed=False)
    shared = share.start(report, "en")
    _, _, port, path = re.split(r"[:/]+", shared.url, maxsplit=3)
    token, visitor = path.strip("/"), Visitor(int(port))
    try:
        status, html = visitor.get(f"/{token}/")
        assert status == 200
        assert "wins" in html
        assert visitor.headers is not None
        assert "'sha256-" in visitor.headers["Content-Security-Policy"]
        assert visitor.get("/")[0] == 404
        assert visitor.get("/guessed/")[0] == 404
        assert visitor.get(f"/{token}/", "POST")[0] == 405
    finally:
        share.stop()
    with pytest.raises(OSError, match="refused"):
        visitor.get(f"/{token}/")


@pytest.mark.slow
def test_what_plays_were_read_from_is_told_after_the_end_alone(tmp_path: Path) -> None:
    where = Places(tmp_path)
    for is_over in (False, True):
        match = Match(GAMES["lignes"], *demonstrations("lignes")["demo-match"])
        with MatchStore(where.matches) as store:
            log = store.begin(match.rules, match.setup, match.cards)
            match.log_to(log)
            for n, (play, _) in enumerate(zip(random_plays(match, Random(2)), range(12), strict=False)):
                match.submit(play, [Roll(ObservationId(f"roll-{n}"), 0, ("5",), dice=("d6",))])
            if is_over:
                match.submit(Concede(match.rules.seats(match.state)[0]))  # type: ignore[arg-type]
        report = LocalBackend(where).report(log.id, is_reviewed=True)
        told = [one.source is not None for one in (*report.turning_plays, *report.turning_rolls)]
        assert told
        assert any(told) is is_over


def test_without_a_network_it_says_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keepsake, "own_addresses", tuple)
    name, _ = recorded(Places(tmp_path), "ouaf", is_over=True)
    with pytest.raises(CompanionError, match="connect it to the one of the phones"):
        LocalBackend(Places(tmp_path)).share(name, "en")


def test_sticks_are_what_is_mounted_where_desktops_mount_them_and_may_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stick, folder = tmp_path / "anna" / "STICK", tmp_path / "anna" / "folder"
    for path in (stick, folder):
        path.mkdir(parents=True)
    monkeypatch.setattr(sticks, "FOLDERS_OF_STICKS", (tmp_path, tmp_path / "missing"))
    monkeypatch.setattr(Path, "is_mount", lambda path: path == stick)
    assert sticks.sticks() == [stick]


def test_spectators_read_an_ended_match_in_their_language_without_pictures_of_the_table(
    tmp_path: Path,
) -> None:
    where = Places(tmp_path)
    name, _ = recorded(where, "ouaf", is_over=True, plays=20)
    pages = EndedPages(partial(LocalBackend(where).report, is_reviewed=True))
    told = {language: pages(name, 1, language) for language in LANGUAGES}
    assert "Chances de gagner, coup après coup" in (told["fr"] or "")
    for language, page in told.items():
        assert page is not None
        assert f'lang="{language}"' in page
        assert "<img" not in page
        links = re.findall(r'href="([^"]*)"', page)
        assert links == [f"./?lang={language}"], "no files to fetch, and the way back to the table"
        assert pages(name, 1, language) is page, "it is made once"
    assert pages("nobody", 1, "en") is None
    going_on, _ = recorded(where, "ouaf", plays=4)
    assert pages(going_on, 1, "en") is None, "hands are hidden until the end"
