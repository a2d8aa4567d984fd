"""What is drawn of a match for spectators: as on the table's screens, with open cards alone, and told in words too."""

import html
import http.client
import re
import threading
from base64 import b64encode
from collections.abc import Iterator
from contextlib import ExitStack, closing
from dataclasses import replace
from math import hypot
from random import Random

import pytest

from companion.backend.web_faces import face_painter
from companion.bus.messages import LARGEST_STATE_BYTES, PublicView, ViewCrest, payload_of, read_message
from companion.bus.view import ViewBall
from companion.people import OwnTeam
from companion.session.inbox import PlayIntent
from companion.showing.scene import DUEL, Board, in_order
from companion.storage.people import KeptPeople
from companion.storage.places import Places
from companion.table.hall.teller import view_of
from companion.table.hall.view_drawing import board_view
from companion.virtual.chance import random_plays
from companion.web.public.drawing import (
    boxes_path,
    carried_ball,
    field_of,
    free_ball,
    odds_bar,
    places,
    shaft_of,
    turn,
)
from companion.web.public.shown import PublicPlan
from companion.web.public.site import FILES, PublicServer
from companion.words import Wording, as_sentence
from tests.ui.referee.watching import Watching
from tests.web.public.views import played_views, view
from tests.web.served import Visitor
from ui.presenters.plan import BoardPlan, Rectangle

GAMES = ("ofusaido", "lignes", "ouaf", "boufbowl")
PNG = b"\x89PNG"


@pytest.fixture(scope="module")
def drawn(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PublicServer]:
    """A server with the print shop's faces, and with a page for matches that ended."""
    plan = PublicPlan(
        0,
        host="127.0.0.1",
        faces=face_painter(Places(tmp_path_factory.mktemp("data"))),
        ended=lambda match, seq, language: f"<p>{match} {seq} {language}</p>" if match == "m" else None,
    )
    server = PublicServer(plan, print)
    server.start()
    yield server
    server.stop()


@pytest.fixture
def visitor(drawn: PublicServer) -> Visitor:
    return Visitor(drawn.port)


def board_of(game: str) -> Board:
    board = Watching(game, 12).look().scene.board
    assert board is not None
    return board


@pytest.mark.parametrize("game", ["lignes", "boufbowl"])
def test_pieces_stand_on_pages_where_they_stand_on_the_screens(game: str) -> None:
    board = board_of(game)
    seen = board_view(board)
    left, top, width, height = field_of(seen)
    plan = BoardPlan(board, Rectangle(0, 0, width, height))
    standing = [piece for piece in board.pieces if piece.name in plan.spots]
    assert len(seen.pieces) == len(standing) > 0
    for piece, drawn in zip(standing, seen.pieces, strict=True):
        spot = plan.spots[piece.name]
        assert abs(drawn.x_mm - left - spot.x) <= 2
        assert abs(drawn.y_mm - top - (height - spot.y)) <= 2
        assert abs(drawn.side_mm - spot.side) <= 2
    assert sum(len(one.edges) for one in seen.cells) == 4 * len(board.cells)


@pytest.mark.parametrize("game", ["lignes", "boufbowl"])
def test_the_letters_and_numbers_that_plays_name_stand_beside_their_rows(
    drawn: PublicServer, visitor: Visitor, game: str
) -> None:
    board = board_of(game)
    seen, cells = board_view(board), {cell.name: cell for cell in board.cells}
    _, top, _, _ = field_of(seen)
    beside = {sign.says: sign for sign in seen.signs}
    assert beside["b"].x_mm < cells["b1"].x_mm and beside["b"].x_mm - seen.sign_mm / 2 >= seen.left_mm
    assert beside["2"].y_mm < top and beside["2"].y_mm - seen.sign_mm / 2 >= seen.top_mm
    assert cells["b1"].y_mm < beside["b"].y_mm < cells["b1"].y_mm + cells["b1"].height_mm
    assert cells["a2"].x_mm < beside["2"].x_mm < cells["a2"].x_mm + cells["a2"].width_mm
    drawn.show("1", next(iter(played_views(game, 1))))
    assert visitor.get("/table/1")[1].count('<text class="sign"') == len(seen.signs)


def test_a_ball_at_the_edge_is_not_cut(drawn: PublicServer, visitor: Visitor) -> None:
    one = next(one for one in played_views("lignes", 1))
    assert one.board is not None
    edge = one.board.left_mm + one.board.width_mm
    last = replace(one.board.pieces[0], x_mm=edge - 20, has_ball=True)
    drawn.show("1", replace(one, board=replace(one.board, pieces=(last,), ball=None)))
    found = re.search(
        r'<g class="ball"><circle cx="([\d.]+)" cy="\S+" r="([\d.]+)"', visitor.get("/table/1")[1]
    )
    assert found is not None and float(found[1]) + float(found[2]) <= edge


def test_a_carried_ball_leaves_the_piece_that_shares_the_cell_alone() -> None:
    one = next(one for one in played_views("boufbowl", 1))
    assert one.board is not None
    carrier = replace(one.board.pieces[0], has_ball=True)
    beside = carrier.side_mm * 0.9
    other = replace(one.board.pieces[1], x_mm=round(carrier.x_mm + beside), y_mm=round(carrier.y_mm + beside))
    alone, among = replace(one.board, pieces=(carrier,)), replace(one.board, pieces=(carrier, other))
    assert carried_ball(carrier, alone)[0] > carrier.x_mm > carried_ball(carrier, among)[0]


def test_a_ball_that_nobody_carries_is_small_among_the_pieces_of_a_cell() -> None:
    one = next(one for one in played_views("boufbowl", 1))
    assert one.board is not None
    piece = one.board.pieces[0]
    ball = ViewBall(piece.x_mm + piece.side_mm // 2, piece.y_mm, piece.side_mm)
    alone, among = replace(one.board, pieces=()), replace(one.board, pieces=(piece,))
    assert free_ball(ball, alone)[2] == ball.side_mm / 2
    assert free_ball(ball, among)[2] < ball.side_mm / 3


def test_a_ball_in_the_air_over_a_piece_hides_no_number() -> None:
    one = next(one for one in played_views("boufbowl", 1))
    assert one.board is not None
    piece = one.board.pieces[0]
    board = replace(one.board, pieces=(piece,))
    for is_up in (False, True):
        x, y, radius = free_ball(ViewBall(piece.x_mm, piece.y_mm, piece.side_mm, is_up=is_up), board)
        assert hypot(x - piece.x_mm, y - piece.y_mm) - radius > piece.side_mm * 0.25, "half of a number"


@pytest.mark.parametrize("game", GAMES)
def test_every_view_travels_and_stays_small(game: str) -> None:
    for one in played_views(game, 40):
        sent = payload_of(one)
        assert read_message(PublicView, sent) == one
        assert len(sent) < 12_000 < LARGEST_STATE_BYTES


@pytest.mark.parametrize("game", ["lignes", "boufbowl"])
def test_a_page_draws_each_piece_and_says_in_words_who_has_the_ball(
    drawn: PublicServer, visitor: Visitor, game: str
) -> None:
    one = [one for one in played_views(game, 30) if one.board is not None][-1]
    drawn.show("1", one)
    page = html.unescape(visitor.get("/table/1?lang=en")[1])
    assert one.board is not None
    assert page.count('<g class="piece') == len(one.board.pieces)
    assert page.count('<path class="t-') == len(one.board.cells)
    (label,) = re.findall(r'<svg class="board[^>]*aria-label="([^"]*)"', page)
    carrier = next((piece.title.en for piece in one.board.pieces if piece.has_ball), "board")
    assert carrier in label


def test_a_pitch_shows_where_the_ball_is(drawn: PublicServer, visitor: Visitor) -> None:
    one = next(one for one in played_views("ofusaido", 60) if one.pitch is not None)
    drawn.show("1", one)
    assert one.pitch is not None
    zone = next(zone for zone in one.pitch.zones if zone.name == one.pitch.ball)
    page = html.unescape(visitor.get("/table/1?lang=fr")[1])
    assert f"le ballon est dans la zone {zone.says.fr}" in page
    assert page.count('<g class="zone') == len(one.pitch.zones)


def test_no_ball_is_cut_by_the_edge_of_its_pitch(drawn: PublicServer, visitor: Visitor) -> None:
    balls = set()
    for one in played_views("ofusaido", 60):
        if one.pitch is None:
            continue
        drawn.show("1", one)
        found = re.search(
            r'<g class="ball own"><circle cx="([\d.]+)" cy="\S+" r="([\d.]+)"', visitor.get("/table/1")[1]
        )
        assert found is not None
        balls.add(float(found[1]) + float(found[2]))
    assert len(balls) > 1 and max(balls) <= 100


def test_the_track_of_reputations_says_who_stands_where(drawn: PublicServer, visitor: Visitor) -> None:
    *_, last = played_views("ouaf", 12)
    (track,) = (track for track in last.tracks if track.standing)
    assert len(track.standing) == len(track.steps)
    assert sorted(role for roles in track.standing for role in roles) == sorted(
        side.role for side in last.sides
    )
    drawn.show("5", last)
    page = visitor.get("/table/5?lang=en")[1]
    steps = re.findall(r"<li[^>]*>.*?</li>", page[page.index("Reputation</h3>") :], re.DOTALL)
    for step, roles in zip(steps, track.standing, strict=False):
        assert [side.role for side in last.sides if f"side-{side.role}" in step] == sorted(
            roles, key=step.index
        )


def test_an_arrow_ends_where_the_piece_at_its_goal_begins() -> None:
    view = next(
        view for view in played_views("lignes", 40) if view.board and view.board.ways and view.seq > 1
    )
    board = view.board
    assert board is not None
    way = next(way for way in board.ways if len(way) > 3)
    piece = next(piece for piece in board.pieces if (piece.x_mm, piece.y_mm) == way[-2:])
    shaft = shaft_of(way, board)
    assert tuple(shaft[:-2]) == way[:-2]
    assert piece.side_mm / 2 < hypot(shaft[-2] - way[-2], shaft[-1] - way[-1]) < piece.side_mm


def test_who_watches_reads_which_side_is_asked() -> None:
    *_, last = played_views("lignes", 3)
    playing = next(side for side in last.sides if side.is_active)
    assert [one.en.partition(":")[0] for one in last.waits] == [playing.name.en]


def test_only_cards_that_lie_open_have_a_face(drawn: PublicServer) -> None:
    watching = Watching("ofusaido", 0)
    looked, chance = [watching.look()], Random(4)
    for _ in range(60):
        watching.take(PlayIntent(next(random_plays(watching.match, chance))))
        looked.append(watching.look())
    shown = [(one, view_of(one)) for one in looked]
    hiding = [(one, seen) for one, seen in shown if seen.contest and "?" in payload_of(seen.contest).decode()]
    assert hiding, "an energy lay face down"
    for one, seen in hiding:
        assert one.scene.contest is not None
        assert seen.contest is not None
        for scale, told in zip(in_order(one.scene.contest, one.scene), seen.contest.scales, strict=True):
            fronts = {card.front.ref for card in scale.laid if card.front is not None}
            assert {face.ref for face in told.faces} <= fronts | set(scale.cards)
            counting = {card: face.counts for card in scale.cards if (face := one.scene.face(DUEL, card))}
            assert all(counting.get(face.ref, face.counts) == face.counts for face in told.faces)


def test_a_face_has_the_value_lit_that_counts_and_no_made_up_one(visitor: Visitor) -> None:
    def face(counts: str) -> bytes:
        connection = http.client.HTTPConnection("127.0.0.1", visitor.port, timeout=20)
        connection.request("GET", f"/face/ofusaido/JO001-900.png?lang=fr&counts={counts}")
        content = connection.getresponse().read()
        connection.close()
        return content

    shot, tackle, none, made_up = map(face, ("TIR", "TAK", "", "XYZ"))
    assert shot != tackle
    assert made_up == none


def test_a_face_is_sent_as_a_picture_that_browsers_keep(visitor: Visitor) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", visitor.port, timeout=20)
    for ref, status in (("JO001-900", 200), ("JO999-999", 404), ("..%2f..%2fetc", 404)):
        connection.request("GET", f"/face/ofusaido/{ref}.png?lang=fr")
        answer = connection.getresponse()
        content = answer.read()
        assert answer.status == status
        if status == 200:
            assert content.startswith(PNG)
            assert answer.headers["Cache-Control"] == "max-age=3600"
            assert len(content) < 60_000
    connection.close()


def test_a_contest_has_its_sides_where_the_scoreboard_has_them_whoever_attacks(
    drawn: PublicServer, visitor: Visitor
) -> None:
    one = next(
        one
        for one in played_views("ofusaido", 60)
        if one.contest and one.contest.scales and one.sides[1].is_active
    )
    assert one.contest is not None
    assert [scale.seat for scale in one.contest.scales] == ["home", "away"]
    drawn.show("1", one)
    page = visitor.get("/table/1/steps?lang=en")[1]
    assert page.index('id="steps"') < page.index('id="headline"') < page.index('id="marks"')
    assert page.index('class="panel side-home') < page.index('class="panel side-away')
    overlay = visitor.get("/table/1/overlay?lang=en")[1]
    assert overlay.index('class="scale side-home') < overlay.index('class="scale side-away')
    assert as_sentence(one.headline.en) in html.unescape(overlay)


def test_an_ended_match_has_a_page_of_its_own_and_one_that_goes_on_has_none(
    drawn: PublicServer, visitor: Visitor
) -> None:
    drawn.show("1", view(7))
    status, unfinished = visitor.get("/table/1/match?lang=en")
    assert status == 404
    assert '<a class="button main large" href="/table/1?lang=en">' in unfinished
    assert '<span class="score">0</span>' in unfinished, "the score so far"
    assert "/table/1/match" not in visitor.get("/table/1")[1]
    drawn.show("1", view(8, is_over=True, result=Wording.plain("Ann wins")))
    assert "/table/1/match?lang=fr" in visitor.get("/table/1?lang=fr")[1]
    assert visitor.get("/table/1/match?lang=fr") == (200, "<p>m 8 fr</p>")
    drawn.show("1", view(9, match="lost", is_over=True))
    assert visitor.get("/table/1/match")[0] == 404


def test_a_hall_without_a_print_shop_shows_names_alone(visitor: Visitor) -> None:
    server = PublicServer(PublicPlan(0, host="127.0.0.1"), print)
    server.start()
    try:
        server.show("1", next(one for one in played_views("ofusaido", 60) if one.contest is not None))
        plain = Visitor(server.port)
        assert "<img" not in plain.get("/table/1")[1]
        assert plain.get("/face/ofusaido/JO001-900.png")[0] == 404
    finally:
        server.stop()


def test_paths_leave_out_what_is_no_rectangle_and_no_place() -> None:
    assert boxes_path((1, 2, 3, 4, 5)) == "M1 2h3v4h-3z"
    assert places((1, 2, 3)) == "1,2"


def test_only_a_wide_board_of_small_cells_is_turned_on_a_phone_and_the_style_sheet_knows_its_shape() -> None:
    lignes, boufbowl = board_view(board_of("lignes")), board_view(board_of("boufbowl"))
    assert turn(boufbowl) == ""
    _, shape = turn(lignes).split()
    assert f":has(.{shape})" in FILES["public.css"].read_text()
    assert turn(replace(lignes, width_mm=lignes.height_mm)) == ""


def test_an_odds_bar_is_always_a_hundred_wide() -> None:
    one = next(
        one.contest
        for one in played_views("ofusaido", 60)
        if one.contest and odds_bar(one.contest) is not None
    )
    for chances in ((64, 7), (100, 100), (-3, 250)):
        scales = tuple(
            replace(scale, chance_percent=chance) for scale, chance in zip(one.scales, chances, strict=True)
        )
        bar = odds_bar(replace(one, scales=scales))
        assert bar is not None
        assert sum(bar) == 100
        assert min(bar) >= 0
    assert odds_bar(replace(one, scales=one.scales[:1])) is None


def test_a_page_for_which_many_wait_is_made_once() -> None:
    made: list[str] = []
    may_end = threading.Event()

    def slow(match: str, _seq: int, _language: str) -> str:
        made.append(match)
        assert may_end.wait(20)
        return "the review"

    server = PublicServer(PublicPlan(0, host="127.0.0.1", ended=slow), print)
    server.start()
    try:
        server.show("1", view(8, is_over=True))
        with ExitStack() as opened:
            asking = [
                opened.enter_context(
                    closing(http.client.HTTPConnection("127.0.0.1", server.port, timeout=30))
                )
                for _ in range(12)
            ]
            for one in asking:
                one.request("GET", "/table/1/match?lang=en")
            assert Visitor(server.port).get("/table/1")[0] == 200, "all other pages go on"
            may_end.set()
            assert {one.getresponse().read() for one in asking} == {b"the review"}
        assert made == ["m"]
    finally:
        server.stop()


def status_of(visitor: Visitor, path: str) -> int:
    connection = http.client.HTTPConnection("127.0.0.1", visitor.port, timeout=20)
    connection.request("GET", path)
    status = connection.getresponse().status
    connection.close()
    return status


def test_a_team_has_its_picture_where_the_table_serves_it_and_its_shield_elsewhere() -> None:
    team = OwnTeam("t", "Ann", "coral", "sky", b64encode(PNG).decode())
    kept = KeptPeople(teams=(team,))
    shown = replace(view().sides[0], crest=ViewCrest(team.first, team.second, team.crest_name))
    for crests, status in ((kept.crest, 200), (None, 404)):
        server = PublicServer(PublicPlan(0, host="127.0.0.1", crests=crests), print)
        server.start()
        try:
            server.show("1", replace(view(), sides=(shown,)))
            visitor = Visitor(server.port)
            page = visitor.get("/table/1")[1]
            assert (f'src="/crest/{team.crest_name}.png"' in page) is (crests is not None)
            assert ('<svg class="crest"' in page) is (crests is None)
            assert status_of(visitor, f"/crest/{team.crest_name}.png") == status
            assert status_of(visitor, "/crest/..%2f.png") == 404
        finally:
            server.stop()
