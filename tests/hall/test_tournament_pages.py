"""A tournament in the browser, from the first player to the files; and who may do what."""

import html
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.counting.games import COUNTS
from companion.hall.access import HallRole
from tests.hall.pages_evening import Guest, OpenPages, open_pages

NAMES = ("Zoé", "Ali", "Bea", "Dan", "<b>Eve</b>")
SPRING = "/tournament/spring"


@pytest.fixture
def pages(tmp_path: Path) -> Iterator[OpenPages]:
    with open_pages(tmp_path) as opened:
        yield opened


@pytest.fixture
def organiser(pages: OpenPages) -> Guest:
    """Somebody who has begun a tournament of five players, who are all there."""
    guest = pages.guest(HallRole.ORGANISER)
    fields = {"title": "Spring", "game": "lignes", "format": "swiss", "number-swiss": "3"}
    assert guest.send("/tournament/new", fields).to == SPRING
    for name in NAMES:
        assert guest.post(f"{SPRING}/act", do="enter", player=name).status == 303
    assert guest.post(f"{SPRING}/act", do="all-here").status == 303
    return guest


def paired(organiser: Guest, number: int = 1, to: str = SPRING) -> None:
    assert organiser.post(f"{to}/act", do="pair", round=number).status == 303


def scored(
    guest: Guest, table: int, one: int, other: int, number: int = 1, to: str = SPRING, **more: object
) -> int:
    key = COUNTS["lignes"].score.key
    fields = {
        "round": str(number),
        "table": str(table),
        f"{key}-0": str(one),
        f"{key}-1": str(other),
        **{name: str(value) for name, value in more.items()},
    }
    return guest.send(f"{to}/result", fields).status


def test_a_round_is_paired_with_its_arithmetic_and_names_are_text(organiser: Guest) -> None:
    paired(organiser)
    body = organiser.get(SPRING).body
    assert "&lt;b&gt;Eve&lt;/b&gt;" in body
    assert "<b>Eve" not in body
    assert "Bye:" in body
    why = organiser.get(f"{SPRING}/why/1/1").body
    assert "they have not met before" in why
    assert "they have the same points" in why
    assert "squared" not in why
    assert organiser.get(f"{SPRING}/why/1/0").status == 200
    assert organiser.get(f"{SPRING}/why/1/9").status == 404


def test_a_round_is_not_paired_twice_by_a_second_touch(organiser: Guest) -> None:
    paired(organiser)
    assert organiser.post(f"{SPRING}/act", do="pair", round=1).status == 409
    assert organiser.get(SPRING).body.count('id="round"') == 1


def test_results_go_in_and_the_next_round_and_the_standings_follow(organiser: Guest) -> None:
    paired(organiser)
    assert organiser.post(f"{SPRING}/act", do="pair", round=2).status == 409
    assert scored(organiser, 1, 2, 1) == 303
    assert scored(organiser, 2, 0, 3) == 303
    paired(organiser, 2)
    body = organiser.get(SPRING).body
    assert "Round 2" in body
    standings = organiser.get(f"{SPRING}/files/standings.csv").body
    assert standings.count("\n") == len(NAMES) + 1


def test_a_player_says_the_result_of_the_own_table_and_somebody_else_confirms_it(
    pages: OpenPages, organiser: Guest
) -> None:
    paired(organiser)
    seat = pages.guest(HallRole.SEAT, "Table 1", table=1)
    assert seat.get("/").to == "/seat"
    assert scored(seat, 2, 2, 1) == 403
    assert scored(seat, 1, 2, 1) == 303
    assert "waits until somebody confirms" in seat.get("/seat").body
    counter = pages.guest(HallRole.SCOREKEEPER, "Claire")
    assert counter.get("/").to == "/tournament"
    counter.post(f"{SPRING}/result", do="confirm", round=1, table=1)
    assert "confirmed" in seat.get("/seat").body
    assert scored(seat, 1, 0, 1) == 409


def test_a_correction_has_a_name_and_a_reason(organiser: Guest) -> None:
    paired(organiser)
    scored(organiser, 1, 2, 1)
    assert scored(organiser, 1, 1, 2) == 409
    assert scored(organiser, 1, 1, 2, why="the slip was read wrong") == 303
    whole = json.loads(organiser.get(f"{SPRING}/files/tournament.json").body)
    (table,) = [one for one in whole["rounds"][0]["tables"] if one["table"] == 1]
    assert [1, 2] in table["result"]["numbers"].values()


def forms_of_results(body: str) -> set[tuple[int, int]]:
    """The round and table of each form that enters or corrects a result."""
    form = r'name="do" value="result"><input type="hidden" name="round" value="(\d+)"><input type="hidden" name="table" value="(\d+)">'
    return {(int(number), int(table)) for number, table in re.findall(form, body)}


def test_a_result_of_an_earlier_round_is_corrected_on_the_page(organiser: Guest) -> None:
    paired(organiser)
    for table in (1, 2):
        assert scored(organiser, table, 2, 1) == 303
    paired(organiser, 2)
    body = organiser.get(SPRING).body
    assert forms_of_results(body) == {(1, 1), (1, 2), (2, 1), (2, 2)}
    assert len(set(re.findall(r' id="([^"]+)"', body))) == len(re.findall(r' id="([^"]+)"', body))
    assert scored(organiser, 1, 1, 2, why="the slip was read wrong") == 303
    assert "the slip was read wrong" in organiser.get(SPRING).body


def test_in_free_play_every_table_that_plays_has_its_form_for_all_who_count(
    pages: OpenPages, organiser: Guest
) -> None:
    organiser.send(f"{SPRING}/act", {"do": "format", "format": "free", "number-free": "2"})
    paired(organiser)
    assert scored(organiser, 1, 2, 1) == 303
    paired(organiser, 2)
    assert forms_of_results(organiser.get(SPRING).body) == {(1, 1), (1, 2), (2, 1)}
    seat = pages.guest(HallRole.SEAT, "Table 2", table=2)
    assert forms_of_results(seat.get("/seat").body) == {(1, 2)}
    assert scored(seat, 2, 0, 1) == 303


def test_a_corrected_knockout_asks_on_the_page_who_goes_on(organiser: Guest) -> None:
    organiser.send(f"{SPRING}/act", {"do": "format", "format": "knockout", "number-knockout": "4"})
    paired(organiser)
    for table in (1, 2):
        assert scored(organiser, table, 2, 1) == 303
    paired(organiser, 2)
    body = organiser.get(SPRING).body
    first, second = re.findall(r'<option value="(\d+)">', body.split('id="goes-on-1-1"')[1])[:2]
    assert scored(organiser, 1, 1, 2, why="the other way round") == 409
    assert scored(organiser, 1, 1, 2, why="the other way round", **{"goes-on": second}) == 303
    whole = json.loads(organiser.get(f"{SPRING}/files/tournament.json").body)
    (final,) = whole["rounds"][1]["tables"]
    assert int(second) in final["players"] and int(first) not in final["players"]


def test_who_has_gone_may_come_back(organiser: Guest) -> None:
    assert organiser.post(f"{SPRING}/act", do="drop", player=2).status == 303
    assert "Ali is here" in organiser.get(SPRING).body
    assert organiser.post(f"{SPRING}/act", do="here", player=2).status == 303
    assert "Ali is here" not in organiser.get(SPRING).body


def test_two_players_are_exchanged_by_hand_with_a_name_and_a_reason(organiser: Guest) -> None:
    paired(organiser)
    options = re.findall(r'<option value="(\d+)">', organiser.get(SPRING).body.split('id="one"')[1])
    fields = {"do": "swap", "one": options[0], "other": options[2]}
    assert organiser.send(f"{SPRING}/act", {**fields, "why": ""}).status == 409
    assert organiser.send(f"{SPRING}/act", {**fields, "why": "brothers"}).status == 303
    assert "exchanged their places: brothers (Anna)" in organiser.get(SPRING).body


def test_a_list_with_a_fault_enters_nobody(organiser: Guest) -> None:
    before = organiser.get(f"{SPRING}/files/players.csv").body
    told = organiser.send(f"{SPRING}/act", {"do": "import", "list": "name;skill\nFay;x\nGus;25\n"})
    assert "Nobody was entered" in told.body
    assert organiser.get(f"{SPRING}/files/players.csv").body == before
    right = {"do": "import", "list": "name;skill;doubt\nFay;25;8\nGus;25;8\n"}
    assert organiser.send(f"{SPRING}/act", right).to == SPRING
    assert "2 players were entered" in organiser.get(SPRING).body


def test_a_refused_form_comes_back_to_its_page_with_what_was_typed(organiser: Guest) -> None:
    page = f"http://127.0.0.1:{organiser.port}{SPRING}?lang=en"
    headers = {"Referer": page, "Host": f"127.0.0.1:{organiser.port}"}
    fields = {"do": "import", "list": "name;skill\nFay;x\n"}
    answer = organiser.send(f"{SPRING}/act", fields, headers=headers)
    assert (answer.status, answer.to) == (303, f"{SPRING}?lang=en")
    assert "Nobody was entered" not in organiser.get("/tournament").body, "it was typed on another page"
    body = organiser.get(answer.to).body
    assert "Nobody was entered" in body and "name;skill\\nFay;x" in html.unescape(body)
    assert "Nobody was entered" not in organiser.get(SPRING).body, "it is said once"


@pytest.mark.parametrize("page", ["https://elsewhere.example/tournament", "http://{host}{at}/act", ""])
def test_a_refusal_sends_nobody_to_another_server_or_to_no_page(organiser: Guest, page: str) -> None:
    referer = page.format(host=f"127.0.0.1:{organiser.port}", at=SPRING)
    fields = {"do": "import", "list": "club\nx\n"}
    answer = organiser.send(f"{SPRING}/act", fields, headers={"Referer": referer})
    assert (answer.status, answer.to) == (409, "")


def test_a_tournament_asks_for_its_players_before_its_first_round(pages: OpenPages) -> None:
    guest = pages.guest(HallRole.ORGANISER)
    at = guest.send("/tournament/new", {"title": "Autumn", "game": "lignes", "format": "swiss"}).to
    body = guest.get(at).body
    assert body.index('id="players"') < body.index('id="next"') and 'id="standings"' not in body
    assert "Pair round 1" not in body and "now there are 0" in body
    assert guest.send(f"{at}/act", {"do": "import", "list": "Zoé\nAli\nLi Na\n"}).status == 303
    assert "3 players were entered" in guest.get(at).body
    assert guest.post(f"{at}/act", do="all-here").status == 303
    assert "Pair round 1" in guest.get(at).body
    paired(guest, to=at)
    body = guest.get(at).body
    assert body.index('id="round"') < body.index('id="standings"') < body.index('id="players"')


@pytest.mark.parametrize("file", ["pairings.pdf", "standings.pdf", "slips.pdf"])
def test_lists_and_slips_come_as_pdf(organiser: Guest, file: str) -> None:
    paired(organiser)
    answer = organiser.raw(f"{SPRING}/files/{file}")
    assert answer.startswith(b"%PDF")


def test_every_file_that_the_page_offers_is_given(organiser: Guest) -> None:
    paired(organiser)
    body = organiser.get(SPRING).body
    offered = re.findall(rf'href="({SPRING}/files/[^"]+)"', body)
    assert "Standings (CSV)" in body and "Standings (PDF)" in body and ">standings.csv<" not in body
    assert len(offered) == 9
    for address in offered:
        is_pdf = address.endswith(".pdf")
        is_given = organiser.raw(address)[:4] == b"%PDF" if is_pdf else organiser.get(address).status == 200
        assert is_given, address


@pytest.mark.parametrize("file", ["nothing.csv", "..%2Fspring.jsonl", "spring.jsonl"])
def test_no_other_file_is_given(organiser: Guest, file: str) -> None:
    assert organiser.get(f"{SPRING}/files/{file}").status == 404


@pytest.mark.parametrize("role", [HallRole.REFEREE, HallRole.SCOREKEEPER, HallRole.SEAT])
def test_only_the_organiser_pairs_and_enters_players(
    pages: OpenPages, organiser: Guest, role: HallRole
) -> None:
    guest = pages.guest(role, "Bob", table=1)
    assert guest.post(f"{SPRING}/act", do="pair", round=1).status == 403
    assert guest.post("/tournament/new", name="mine").status == 403
    assert "Round 1" not in organiser.get(SPRING).body


def test_a_stranger_sees_no_tournament(pages: OpenPages, organiser: Guest) -> None:
    del organiser
    for path in ("/tournament", SPRING, f"{SPRING}/files/players.csv", "/seat"):
        assert pages.guest().get(path).to == "/"
    assert pages.guest().post(f"{SPRING}/result", round=1, table=1).status == 403
