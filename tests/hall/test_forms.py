"""Every form of the hall with every kind of nonsense in each field: the answer is a sentence, and never an accident."""

import http.client
import json
from collections.abc import Iterator
from operator import itemgetter

import pytest

from companion.bus.joining import JoinOpening, JoinRequest, JoinTicket, commitment
from companion.bus.messages import payload_of
from companion.hall.access import HallRole
from companion.hall.join_site import joining_site
from companion.storage.strict_json import written
from tests.hall.garbage import PAYLOADS, VALUES
from tests.hall.pages_evening import OpenPages, open_pages
from tests.quick import first_quick
from tests.web.served import served

NONSENSE = (
    "", "-", "--5", "+5", "0x5", "1e5", "²", "٣", "9" * 13, "9" * 5_000, "-1", "\0", "a\nb", "é" * 300, "NaN", "../../x", "<b>",
    '"\\ud800"', '{"play":"note","text":"\\ud800"}', '{"play":"override","set":{},"reason":""}', "[" * 20_000,
    '{"play":"undo","to":1' + "0" * 30 + "}", "{p0}",
)  # fmt: skip
NOTE = '{"play":"note","text":"x"}'
ORDER = {"match": "m", "why": "because", "form": "f1", "expect": "1"}
ORDERS: tuple[dict[str, str], ...] = (
    {"do": "undo", "to": "1"},
    {"do": "correct", "seq": "1", "play": NOTE},
    {"do": "correct", "seq": "1", "play": NOTE, "then": "drop"},
    {"do": "play", "play": NOTE},
    {"do": "set", "v:score.home": "3", "was:score.home": "1", "refused": "1"},
    {"do": "protest", "seq": "1"},
    {"do": "answer", "key": "q", "option": "1"},
    {"do": "coming", "call": "c"},
    {"do": "add", "clock": "turn", "seconds": "5"},
)
CUP = {"title": "Cup", "game": "ouaf", "format": "swiss", "number-swiss": "3"}
ACT = "/tournament/cup/act"
FORMS: tuple[tuple[str, dict[str, str]], ...] = (
    *(("/tables/3/order", {**ORDER, **form}) for form in ORDERS),
    ("/office/invite", {"role": "seat", "table": "3"}),
    ("/office/yes", {"who": "table", "digits": "123", "number": "5"}),
    ("/office/no", {"who": "person", "digits": "123"}),
    ("/office/revoke", {"who": "table", "number": "77"}),
    ("/office/revoke", {"who": "person", "id": "nobody"}),
    ("/office/settings/send", {"table": "77", "language": "fr", "game": "lignes", "why": "because"}),
    ("/tournament/new", CUP),
    (ACT, {"do": "enter", "player": "Ann", "club": "x"}),
    (ACT, {"do": "import", "list": "name,club\nBob,y"}),
    (ACT, {"do": "here", "player": "1"}),
    (ACT, {"do": "swap", "one": "1", "other": "2", "why": "because"}),
    (ACT, {"do": "format", "format": "groups", "number-groups": "4"}),
    (ACT, {"do": "pair", "round": "1"}),
    ("/tournament/cup/result", {"round": "1", "table": "1", "goals-0": "1", "goals-1": "2", "winner": "0"}),
)
PAGES = (
    "/tables/{}", "/tables/{}/live", "/tables/3/plays/{}", "/tables/3/plays/1/pictures/{}", "/tables/3/set?whose={}",
    "/tables/3/set?refused={}", "/office/settings?game={}", "/office/settings?table={}", "/tournament/{}",
    "/tournament/cup/why/{}/1", "/tournament/cup/files/{}", "/tables?lang={}", "/enter/{}", "/static/{}",
)  # fmt: skip


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OpenPages]:
    """The pages of one hall for all of these tests: what they send changes nothing that the next one needs."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("companion.hall.pages.visits.POSTS_PER_S", 1e6)
        patch.setattr("companion.network.caller_places.TRIES_PER_S", 1e6)
        patch.setattr("companion.hall.pages.desk.ANSWER_S", 0.0)
        with open_pages(tmp_path_factory.mktemp("forms")) as opened:
            opened.hall.seat(3, "lignes", 4)
            assert opened.guest(HallRole.ORGANISER).send("/tournament/new", CUP).status == 303
            yield opened


@first_quick(
    ("path", "form"),
    FORMS,
    of=itemgetter(0),
    ids=[f"{path} {form.get('do', '')}" for path, form in FORMS],
)
def test_nonsense_in_a_form_is_answered_with_a_sentence(
    pages: OpenPages, path: str, form: dict[str, str]
) -> None:
    anna = pages.guest(HallRole.ORGANISER)
    for name in form:
        for words in NONSENSE:
            answer = anna.send(path, {**form, name: words})
            assert answer.status < 500, (name, words[:60])
            assert answer.status in (200, 303) or "<h1>" in answer.body
            assert "Traceback" not in answer.body
    assert not pages.hall.stumbles


def test_nonsense_in_an_address_is_answered_with_a_page(pages: OpenPages) -> None:
    anna = pages.guest(HallRole.ORGANISER)
    for path in PAGES:
        for words in (
            "0",
            "-1",
            "--5",
            "9" * 12,
            "9" * 5_000,
            "%ED%A0%80",
            "%00",
            "%C2%B2",
            "a%2Fb",
            "x" * 300,
        ):
            answer = anna.get(path.format(words)) if "live" not in path or words == "-1" else None
            assert answer is None or answer.status < 500, (path, words[:20])


def test_a_strange_name_of_this_machine_is_no_accident(pages: OpenPages) -> None:
    anna = pages.guest(HallRole.ORGANISER)
    for headers in ({"Host": "["}, {"Host": "[", "Origin": "http://["}, {"Origin": "\u00e9"}):
        assert anna._ask("GET", "/tables", None, headers).status == 200
        assert anna.send("/office/no", {"digits": "1"}, headers=headers).status < 500


def test_nonsense_at_the_door_for_people_is_answered_with_the_form(pages: OpenPages) -> None:
    stranger = pages.guest()
    for words in NONSENSE:
        for form in ({"code": words, "name": "Ann"}, {"code": "abc def 234", "name": words}):
            answer = stranger.send("/enter", form)
            assert answer.status == 403 and "<form" in answer.body


def test_nonsense_of_a_table_that_wants_to_join_is_answered_with_a_sentence(
    pages: OpenPages, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.network.caller_places.TRIES_PER_S", 1e6)
    monkeypatch.setattr("companion.hall.join_site.ANSWERS_PER_S", 1e6)
    messages = {
        "/join": JoinRequest("abcdefghi", "raspberry", commitment("1")),
        "/join/number": JoinOpening("t", "1"),
        "/join/answer": JoinTicket("t"),
    }
    with served(joining_site(pages.hall.joining, b"")) as port:
        for path, message in messages.items():
            fields = json.loads(payload_of(message))
            bodies = [written({**fields, name: value}).encode() for name in fields for value in VALUES]
            for body in (*bodies, *PAYLOADS):
                connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
                connection.request("POST", path, body)
                answer = connection.getresponse()
                said = answer.read().decode()
                connection.close()
                assert answer.status in (400, 403), (path, body[:80])
                assert said and "Traceback" not in said
