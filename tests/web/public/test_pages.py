"""The public pages over HTTP: what a match's public view says, in both languages, and nothing that can be sent."""

import html
import json
import re
import socket
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from typing import Any

import pytest

from companion.bus.messages import (
    ViewContest,
    ViewCrest,
    ViewDuty,
    ViewLine,
    ViewPerson,
    ViewPlay,
    ViewScale,
    ViewSide,
)
from companion.bus.view import ViewMoment
from companion.play import Correct, Note, Override, Seq
from companion.rules.games import GAMES
from companion.rules.lignes.plays import StrategyRoll
from companion.session.inbox import PlayIntent
from companion.session.remarks import ReviewBegins, ReviewEnds, note_of
from companion.table.hall.teller import view_of
from companion.web.live import LiveState
from companion.web.public.overlay_file import overlay_file
from companion.web.public.shown import PublicPlan, ShownTable
from companion.web.public.site import MOST_CALLERS_EACH, PublicServer, public_site
from companion.web.public.tables import PublicTables, WallList, WallSlide
from companion.words import Text, Wording, as_sentence, translate
from tests.ui.referee.watching import Watching
from tests.web.public.views import played_views, view
from tests.web.served import Visitor, served


@pytest.fixture
def server() -> Iterator[PublicServer]:
    standings = WallList(
        Text("standings"),
        {"en": ("rank", "name"), "fr": ("rang", "nom")},
        {"en": [("1", "<b>Zoé</b>")], "fr": [("1", "<b>Zoé</b>")]},
    )
    server = PublicServer(PublicPlan(0, host="127.0.0.1"), print, lambda: (standings,))
    server.start()
    yield server
    server.stop()


@pytest.fixture
def visitor(server: PublicServer) -> Visitor:
    return Visitor(server.port)


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_its_pages(server: PublicServer, visitor: Visitor, game: str) -> None:
    views = list(played_views(game, 20))
    for one in views:
        server.show("1", one)
    last = views[-1]
    for path in ("/table/1", "/table/1/steps", "/table/1/overlay", "/table/1/steps?at=5"):
        for language in ("en", "fr"):
            status, page = visitor.get(path, Accept_Language=language)
            assert status == 200
            for side in last.sides:
                assert getattr(side.name, language) in page.replace("&#39;", "'")
    assert f"game-{game}" in visitor.get("/table/1")[1]


def test_a_contest_is_told_as_it_stands_with_sums_odds_and_what_lies_face_down_as_such(
    server: PublicServer, visitor: Visitor
) -> None:
    contests = [one for one in played_views("ofusaido", 60) if one.contest is not None]
    going_on = next(one for one in contests if one.contest and one.contest.outcome is None)
    over = next(one for one in contests if one.contest and any(scale.has_won for scale in one.contest.scales))
    server.show("1", going_on)
    assert going_on.contest is not None
    attack, defence = going_on.contest.scales
    page = html.unescape(visitor.get("/table/1")[1])
    for scale in (attack, defence):
        assert f"Chance of success: {scale.chance_percent}%" in page
        for line in scale.lines:
            assert as_sentence(line.says.en) in page
    assert '<span class="number">?</span>' in page, "an energy lies face down"
    assert "Won" not in page
    server.show("1", over)
    assert over.contest is not None
    for path in ("/table/1", "/table/1/steps", f"/table/1/steps?at={over.seq}"):
        page = html.unescape(visitor.get(path)[1])
        assert page.count(">Won<") == 1
        assert all(f">{scale.total}<" in page for scale in over.contest.scales)


def test_one_machine_does_not_take_the_places_of_all_other_spectators(
    server: PublicServer, visitor: Visitor
) -> None:
    server.show("1", view(3, 2))
    stranger = ("127.0.0.2", 0)
    with ExitStack() as held:
        for _ in range(2 * MOST_CALLERS_EACH):
            held.enter_context(socket.create_connection(("127.0.0.1", server.port), 20, stranger))
        assert visitor.get("/table/1")[0] == 200


def test_the_spectators_page_is_text_that_a_screen_reader_follows(
    server: PublicServer, visitor: Visitor
) -> None:
    server.show("1", view(3, 2))
    _, page = visitor.get("/table/1", Accept_Language="fr")
    assert '<div id="scores" aria-live="polite" aria-atomic="true">' in page
    assert re.search(r"1:05.*Tour", page)
    assert "Le match" in page or "Après le coup 3" in page


def test_names_with_markup_are_text_on_every_page(server: PublicServer, visitor: Visitor) -> None:
    name = "<img src=x onerror=alert(1)>"
    server.show("1", view(1, name=name, result=Wording.plain(name)))
    server.tables.tick()
    for path in ("/", "/table/1", "/table/1/steps", "/table/1/overlay"):
        assert "<img" not in visitor.get(path)[1]
    with visitor.listen("/live/table/1/spectator") as stream:
        assert "<img" not in "".join(json.loads(stream.next()[1]).values())
    with visitor.listen("/live/wall") as stream:
        assert "<b>Zo" not in "".join(json.loads(stream.next()[1]).values())


def test_what_a_later_table_shows_breaks_no_page_of_the_others(
    server: PublicServer, visitor: Visitor
) -> None:
    sides = (
        ViewSide("west", Wording.plain("Zoe"), "umpire", 2),
        ViewSide("east", Wording.plain("Yan"), "a b"),
    )
    scale = ViewScale("nobody", Wording.plain("x"))
    later = replace(view(2), sides=sides, contest=ViewContest(Wording.plain("x"), (scale,)))
    server.show("1", view(2))
    server.show("2", later)
    server.tables.tick()
    for path in ("/", "/wall", "/table/1", "/table/2", "/table/2/steps", "/table/2/overlay"):
        answered, said = visitor.get(path)
        assert answered == 200, path
        assert "Zoe" in said or path in ("/wall", "/table/1")


def test_a_table_that_cannot_be_drawn_is_one_tile_of_the_list(server: PublicServer, visitor: Visitor) -> None:
    odd: Any = 5
    server.show("1", view(2))
    server.show("2", replace(view(2), headline=Wording(odd, odd)))
    server.tables.tick()
    said = visitor.get("/")[1]
    assert said.count("This table sends something that is not understood here") == 1
    assert "Ann" in said
    assert "Cette table envoie quelque chose qui n’est pas compris ici" in visitor.get("/?lang=fr")[1]


@pytest.mark.parametrize("host", ["[", "[::", "a b", "\u00e9", "x" * 2_000, ":99999999", "%zz"])
def test_whatever_a_browser_calls_this_machine_it_gets_the_page(
    server: PublicServer, visitor: Visitor, host: str
) -> None:
    server.show("1", view(2))
    for path in ("/", "/table/1", "/table/1/steps?at=" + "9" * 5_000, "/table/1?lang=%ED%A0%80&theme=%00"):
        assert visitor.get(path, Host=host)[0] in (200, 404)


def test_nothing_can_be_sent(visitor: Visitor, server: PublicServer) -> None:
    server.show("1", view())
    for path in ("/", "/table/1", "/live", "/wall", "/knock/1", "/static/web.css"):
        for method in ("POST", "PUT", "DELETE"):
            assert visitor.get(path, method)[0] == 405


def test_an_earlier_state_says_that_it_is_not_the_present(server: PublicServer, visitor: Visitor) -> None:
    for one in (view(1), view(2, 1), view(3, 1)):
        server.show("1", one)
    status, page = visitor.get("/table/1/steps?at=1&lang=fr")
    assert status == 200
    assert "data-stream" not in page, "what is past is not live"
    assert "voici le match après le coup 1, et non tel qu’il est maintenant" in page.lower()
    _, live = visitor.get("/table/1/steps")
    assert "at=2" in live and "Score" in live
    for wrong in ("9", "x", "-1", "1" * 40):
        assert visitor.get(f"/table/1/steps?at={wrong}")[0] == 404


def test_a_play_under_review_is_not_shown_until_the_review_is_over() -> None:
    watching = Watching("ouaf", 6)
    before = view_of(watching.look())
    watching.say(note_of(ReviewBegins("was it in?")))
    watching.take(PlayIntent(Override({"scores.red": 31}, "a test")))
    held = view_of(watching.look())
    assert held.is_reviewed and held.sides == before.sides
    assert held.last is None or not held.last.is_ruling
    watching.say(note_of(ReviewEnds("yes")))
    assert not view_of(watching.look()).is_reviewed


def test_a_correction_says_what_the_play_became() -> None:
    watching = Watching("lignes", 6)
    corrected = next(line for line in watching.look().history if line.seq == 2)
    watching.say(Correct(Seq(2), StrategyRoll(2, 5), "misread"))
    last = view_of(watching.look()).last
    assert last is not None and last.is_ruling
    assert last.says.en == "correction, play 2: the dice show 2 + 5 = 7" != translate(corrected.says, "en")


def test_a_card_that_lies_face_down_is_in_no_view() -> None:
    """Face-down cards are named by the play alone; its words never come into the view, nor do notes of a referee."""
    watching = Watching("ouaf", 30)
    seen = watching.look()
    hidden = sum(line.is_hidden for line in seen.history)
    assert hidden, "cards were laid face down"
    watching.say(Note("the red player cheats"))
    told = repr(view_of(watching.look()))
    assert "cheats" not in told
    for line in watching.look().history:
        if line.is_hidden:
            assert repr(line.says) not in told


def test_a_table_that_is_not_there_is_told_with_the_tables_that_are(
    server: PublicServer, visitor: Visitor
) -> None:
    server.show("1", view())
    server.tables.tick()
    status, page = visitor.get("/table/99", Accept_Language="fr")
    assert status == 404 and "<h1>Pas de match à cette table</h1>" in page
    assert 'href="/table/1?lang=fr"' in page


def test_the_wall_shows_game_clock_and_last_play(server: PublicServer) -> None:
    shown = view(last=ViewPlay(Wording("Ann lays a card", "Ann pose une carte")))
    slide = WallSlide(tables=(ShownTable("1", shown),))
    plan = PublicPlan(0, host="127.0.0.1")
    with served(public_site(PublicTables(plan), plan, LiveState(slide))) as port:
        _, page = Visitor(port).get("/wall?lang=fr")
    assert "Table 1 · L’Ouaf" in page and ">1:05</span>" in page and "Ann pose une carte" in page


def test_spectators_read_a_foul_once(server: PublicServer, visitor: Visitor) -> None:
    foul = ViewContest(Wording("foul", "faute"), (), outcome=Wording("a foul by Bob", "faute de Bob"))
    server.show(
        "1", view(contest=foul, moment=ViewMoment(Wording("FOUL", "FAUTE"), Wording("Bob", "Bob"), "away"))
    )
    _, page = visitor.get("/table/1?lang=fr")
    assert "FAUTE" in page and "Faute de Bob" not in page


def test_the_overlay_shows_both_sides_of_a_shot(server: PublicServer, visitor: Visitor) -> None:
    """The die of the keeper is the only total: who shoots has the faces that score."""
    score = ViewLine(Wording("goal on", "but sur"), "3 · 4 · 5 · 6")
    shooter = ViewScale("home", Wording("shooter", "tireur"), (score,), None)
    keeper = ViewScale("away", Wording("keeper", "gardien"), (), 1)
    server.show("1", view(contest=ViewContest(Wording("shot", "tir"), (shooter, keeper))))
    _, page = visitor.get("/table/1/overlay?lang=fr")
    assert [one in page for one in ("Tireur", "but sur 3 · 4 · 5 · 6", "Gardien", "<b>1</b>")] == [True] * 4


def test_the_overlays_file_knocks_until_the_table_is_there(server: PublicServer, visitor: Visitor) -> None:
    assert visitor.get("/knock/1")[0] == 404
    server.show("1", view())
    assert visitor.get("/knock/1")[0] == 204
    assert visitor.headers is not None and visitor.headers["Access-Control-Allow-Origin"] == "*"
    text = overlay_file("192.168.1.5:8080", "7", "fr", "dark")
    assert '"http://192.168.1.5:8080/knock/7"' in text
    assert "/table/7/overlay?lang=fr" in text


def test_the_wall_shows_what_the_hall_tells_it(server: PublicServer, visitor: Visitor) -> None:
    with visitor.listen("/live/wall?lang=fr") as stream:
        parts = ""
        while "Zoé" not in parts:
            kind, data = stream.next()
            parts = data if kind == "parts" else parts
    assert "Rang" in parts


def test_what_hands_have_to_do_at_the_table_is_listed_for_each_person(
    server: PublicServer, visitor: Visitor
) -> None:
    duties = (
        ViewDuty(None, Wording("shuffle the piles", "mélangez les pioches")),
        ViewDuty("away", Wording("take the 3 back", "reprenez le 3"), is_done=True),
    )
    server.show("1", view(duties=duties))
    page = re.sub(r"<[^>]+>|\s+", " ", visitor.get("/table/1?lang=fr")[1])
    assert "À faire à la table" in page
    assert re.search(r"Bob\s*:\s*reprenez le 3\s+déjà fait", page)
    assert "Mélangez les pioches" in page


def test_an_own_team_has_its_shield_in_its_two_colours(server: PublicServer, visitor: Visitor) -> None:
    shown = view()
    sides = (
        replace(shown.sides[0], crest=ViewCrest("sky", "sand")),
        replace(shown.sides[1], crest=ViewCrest("a colour of a later version", "sand")),
    )
    server.show("1", replace(shown, sides=sides))
    server.tables.tick()
    for path in ("/", "/table/1", "/table/1/overlay"):
        page = visitor.get(path)[1]
        assert page.count('class="crest"') == 1, path
        assert page.count("<polygon") == 2, path


def test_the_steps_lead_back_to_the_table(server: PublicServer, visitor: Visitor) -> None:
    server.show("1", view())
    server.tables.tick()
    page = visitor.get("/table/1/steps?lang=en")[1]
    assert re.search(r'<a href="/table/1\?lang=en">.*Back to table 1</a>', page)


def test_a_person_is_named_with_a_mark_and_nothing_that_comes_from_a_table_is_markup(
    server: PublicServer, visitor: Visitor
) -> None:
    shown = view()
    sides = (
        replace(shown.sides[0], person=ViewPerson("<b>Zoé</b>", "star", "coral")),
        replace(shown.sides[1], person=ViewPerson("Yan", "a mark of a later version", "red")),
    )
    server.show("1", replace(shown, sides=sides))
    server.tables.tick()
    for path in ("/", "/table/1", "/table/1/overlay"):
        page = visitor.get(path)[1]
        assert "&lt;b&gt;Zoé&lt;/b&gt;" in page, path
        assert "Yan" in page
        assert page.count("<polygon") == 1, path
