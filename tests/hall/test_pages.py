"""The hall's pages: who may see them, what referees do on them, and what strangers cannot."""

import html
import json
import re
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from companion.bus.messages import OrderVerb
from companion.clock import wall_ms
from companion.hall.access import HallRole, form_word
from companion.hall.requests import Asker, OrderWish, new_order
from companion.hall.store.changes import FORK_CALL, PLAYERS_CALL, KeptCall, KeptOrder, OrderFate, StoreChanges
from companion.network.caller_places import TRIES_PER_S
from companion.play import Correct, write_play
from companion.rules.games import GAMES
from companion.session.inbox import RefereeCall
from companion.session.snapshot_builder import look_back
from companion.showing.games import SCENE_BUILDERS
from companion.storage.shipped_data import mat_of
from tests.hall.pages_evening import Guest, OpenPages, open_pages


@pytest.fixture
def pages(tmp_path: Path) -> Iterator[OpenPages]:
    with open_pages(tmp_path) as opened:
        opened.hall.seat(3, "lignes", 14)
        yield opened


def fates(pages: OpenPages, number: int = 3) -> list[OrderFate | None]:
    account = pages.hall.played[number].table.account
    return [one.fate for one in pages.hall.evening.store.orders_of(account, 10)]


def sent(pages: OpenPages) -> list[KeptOrder]:
    return pages.hall.evening.store.orders_with(OrderVerb.SETTINGS, 50)


def settings_form(game: str, /, **changes: str) -> dict[str, str]:
    """The form of a game's settings as the page has it at first, with some fields filled in."""
    rules = {f"rule:{rule.name}": "0" for rule in GAMES[game].house_rules}
    return {"table": "all", "language": "", "game": game, "why": "alike for all", **rules, **changes}


def seq_of(pages: OpenPages, number: int = 3) -> int:
    return pages.hall.played[number].controller.match.seq


def match_of(pages: OpenPages, number: int = 3) -> str:
    return str(pages.hall.played[number].controller.name)


GETS = (
    "/tables",
    "/tables/live",
    "/tables/3",
    "/tables/3/live",
    "/tables/3/plays/1",
    "/tables/3/enter",
    "/tables/3/set",
    "/office",
    "/office/live",
    "/office/settings",
    "/office/settings/live",
)
POSTS = (
    "/tables/3/order",
    "/office/invite",
    "/office/yes",
    "/office/no",
    "/office/revoke",
    "/office/settings/send",
    "/leave",
    "/tables/3/settled",
)


# --- strangers


@pytest.mark.parametrize("path", GETS)
def test_a_stranger_sees_no_page_but_the_sign_in(pages: OpenPages, path: str) -> None:
    answer = pages.guest().get(path)
    assert (answer.status, answer.to, answer.body) == (303, "/", "")


@pytest.mark.parametrize("path", POSTS)
def test_a_stranger_orders_nothing(pages: OpenPages, path: str) -> None:
    assert pages.guest().post(path, do="pause").status == 403
    assert fates(pages) == []


@pytest.mark.parametrize("role", [HallRole.SCOREKEEPER, HallRole.SEAT])
def test_who_only_counts_or_sits_orders_nothing(pages: OpenPages, role: HallRole) -> None:
    guest = pages.guest(role, table=3)
    assert guest.get("/tables/3").status == 403
    assert guest.post("/tables/3/order", do="pause").status == 403
    assert guest.post("/office/invite", role="organiser").status == 403
    assert fates(pages) == []


def test_a_referee_has_no_office(pages: OpenPages) -> None:
    guest = pages.guest(HallRole.REFEREE)
    assert guest.get("/office").status == 403
    assert guest.get("/office/settings").status == 403
    assert guest.post("/office/settings/send", table="all", language="fr", why="w").status == 403
    assert sent(pages) == []
    assert guest.post("/office/revoke", who="table", number=3).status == 403
    assert "machine 3" in guest.get("/tables").body


def test_a_referee_cannot_send_settings_as_an_order_to_a_match(pages: OpenPages) -> None:
    guest = pages.guest(HallRole.REFEREE)
    assert guest.post("/tables/3/order", do="settings", language="fr", why="w").status == 400
    assert (fates(pages), sent(pages)) == ([], [])


def test_a_form_without_the_word_of_the_page_counts_for_nothing(pages: OpenPages) -> None:
    guest = pages.guest(HallRole.REFEREE)
    assert guest.post("/tables/3/order", own=False, do="pause").status == 403
    assert guest.send("/tables/3/order", {"word": form_word("another"), "do": "pause"}).status == 403
    assert fates(pages) == []


def test_a_page_of_another_server_cannot_send_a_form(pages: OpenPages) -> None:
    guest = pages.guest(HallRole.REFEREE)
    answer = guest.post("/tables/3/order", do="pause", headers={"Origin": "https://elsewhere.example"})
    assert answer.status == 403
    assert fates(pages) == []


def test_a_cookie_that_was_revoked_opens_nothing(pages: OpenPages) -> None:
    guest = pages.guest(HallRole.REFEREE)
    assert guest.get("/tables").status == 200
    (person,) = pages.hall.people.people()
    pages.hall.people.revoke(person.id)
    assert guest.get("/tables").to == "/"


def test_a_live_page_ends_for_who_is_signed_out(pages: OpenPages) -> None:
    guest = pages.guest(HallRole.REFEREE)

    def sign_out() -> None:
        (person,) = pages.hall.people.people()
        pages.hall.people.revoke(person.id)
        pages.desk.ring()

    assert guest.ends_after("/tables/live", sign_out)


def test_no_page_lets_a_browser_run_anything_but_our_own_files(pages: OpenPages) -> None:
    guest = pages.guest(HallRole.ORGANISER)
    for path in (
        "/",
        "/tables",
        "/tables/3",
        "/tables/3/plays/1",
        "/tables/3/set",
        "/office",
        "/office/settings",
    ):
        answer = guest.get(path) if path != "/" else pages.guest().get(path)
        assert answer.status == 200
        policy = answer.headers["content-security-policy"]
        assert "script-src 'self'" in policy
        assert "unsafe" not in policy
        assert "<script>" not in answer.body
        assert "style=" not in answer.body
        assert re.search(r"\son[a-z]+=", answer.body) is None


def test_markup_in_names_is_text(pages: OpenPages) -> None:
    name = "<img src=x onerror=alert(1)>"
    guest = pages.guest(HallRole.REFEREE, name)
    guest.post("/tables/3/order", do="pause", why="<script>alert(1)</script>")
    body = guest.get("/tables/3").body
    assert "&lt;img src=x" in body
    assert "<img" not in body
    assert "&lt;script&gt;alert(1)" in body
    assert "<script>alert" not in body


@pytest.mark.parametrize("path", ["/tables/live", "/tables/3/live", "/office/live", "/office/settings/live"])
def test_each_live_page_draws_all_its_parts(pages: OpenPages, path: str) -> None:
    guest = pages.guest(HallRole.ORGANISER)
    drawn = guest.first_event(path)
    whole = guest.get(path.removesuffix("/live")).body
    assert drawn
    for part, drawn_now in drawn.items():
        assert f'id="{part}"' in whole
        assert "None" not in drawn_now


# --- signing in


def signed_in(pages: OpenPages, role: HallRole, name: str = "Zoé") -> Guest:
    guest = Guest(pages.port)
    invitation = pages.hall.entry.invite(role)
    assert guest.post("/enter", code=invitation.token, name=name).to == "/waiting"
    (asking,) = pages.hall.entry.asking()
    assert asking.digits in guest.get("/waiting").body
    pages.hall.entry.admit(asking.digits)
    answer = guest.get("/waiting")
    assert answer.to == "/"
    (cookie,) = [one for one in answer.headers.get_all("set-cookie") or () if "__Host-hall" in one]
    for word in ("HttpOnly", "Secure", "SameSite=strict", "Path=/"):
        assert word in cookie
    token = guest.cookies["__Host-hall"]
    guest.token = token
    return guest


def test_a_referee_signs_in_with_nine_characters_and_a_yes(pages: OpenPages) -> None:
    guest = signed_in(pages, HallRole.REFEREE)
    assert guest.get("/").to == "/tables"
    assert "Zoé" in guest.get("/tables").body
    (kept,) = pages.hall.people.people()
    assert kept.role is HallRole.REFEREE
    assert str(guest.token) not in (pages.hall.evening.folder / "people.json").read_text()


def test_nobody_comes_in_without_a_yes(pages: OpenPages) -> None:
    guest = Guest(pages.port)
    guest.post("/enter", code=pages.hall.entry.invite(HallRole.REFEREE).token, name="Zoé")
    assert guest.get("/waiting").status == 200
    (asking,) = pages.hall.entry.asking()
    pages.hall.entry.refuse(asking.digits)
    assert "did not let you in" in guest.get("/waiting").body
    assert pages.hall.people.people() == ()


def test_a_second_tab_that_waits_is_let_in_with_the_first(pages: OpenPages) -> None:
    token = pages.hall.entry.invite(HallRole.REFEREE).token
    guest = Guest(pages.port)
    guest.post("/enter", code=token, name="Bob")
    (asking,) = pages.hall.entry.asking()
    pages.hall.entry.admit(asking.digits)
    assert guest.get("/waiting").to == "/"
    assert guest.get("/waiting").to == "/tables"


def test_nine_characters_hold_once(pages: OpenPages) -> None:
    token = pages.hall.entry.invite(HallRole.REFEREE).token
    assert pages.guest().post("/enter", code=token, name="Zoé").to == "/waiting"
    assert pages.guest().post("/enter", code=token, name="Eve").status == 403


def test_the_address_of_a_form_with_a_mistake_may_be_opened_again(pages: OpenPages) -> None:
    assert pages.guest().post("/enter", code="no", name="Eve").status == 403
    again = pages.guest().get("/enter")
    assert again.status == 200 and 'name="code"' in again.body


def test_who_guesses_characters_is_slowed_down(pages: OpenPages) -> None:
    pages.hall.entry.invite(HallRole.ORGANISER)
    began_s = time.monotonic()
    statuses = [pages.guest().post("/enter", code="abcdefghj", name="Eve").status for _ in range(12)]
    # On a busy machine the guesses themselves are slow, and as many more are heard as are heard in that time.
    heard = 2 * TRIES_PER_S + TRIES_PER_S * (time.monotonic() - began_s)
    assert statuses.count(403) <= heard
    assert 429 in statuses or heard >= len(statuses)


def test_a_person_who_signs_out_is_out(pages: OpenPages) -> None:
    guest = signed_in(pages, HallRole.REFEREE)
    assert guest.post("/leave").to == "/"
    assert pages.hall.people.people() == ()


# --- the referee


def test_the_table_whose_players_call_stands_first_and_a_referee_answers_by_name(pages: OpenPages) -> None:
    pages.hall.seat(1, "ofusaido", 3)
    guest = pages.guest(HallRole.REFEREE)
    numbers = re.findall(r'id="table-(\d+)"', guest.get("/tables").body)
    assert numbers == ["1", "3"]
    table = pages.hall.played[3]
    table.take(RefereeCall("c1"))
    table.show()
    pages.hall.pass_time()
    body = guest.get("/tables").body
    assert re.findall(r'id="table-(\d+)"', body) == ["3", "1"]
    assert "The players call" in body
    guest.post("/tables/3/order", do="coming", call="c1")
    assert table.controller.coming == "Anna"
    pages.hall.pass_time()
    assert "Anna is coming" in guest.get("/tables/3").body
    assert pages.hall.evening.store.open_calls() == []


def test_a_log_that_was_continued_twice_is_asked_about_until_a_referee_says_that_it_is_decided(
    pages: OpenPages,
) -> None:
    store, account = pages.hall.evening.store, pages.hall.played[3].table.account
    store.keep(
        StoreChanges(calls=[KeptCall(account, FORK_CALL, "log", 4), KeptCall(account, PLAYERS_CALL, "c1", 5)])
    )
    ((fork, _), (call, _)) = store.open_calls()
    guest = pages.guest(HallRole.REFEREE)
    assert "continued twice" in guest.get("/tables/3").body
    guest.post("/tables/3/settled", call=str(call))
    assert len(store.open_calls()) == 2, "the players' call is closed by who comes"
    guest.post("/tables/3/settled", call=str(fork))
    assert [one for one, _ in store.open_calls()] == [call]
    assert "continued twice" not in guest.get("/tables/3").body


def test_a_table_shows_its_history_with_the_arithmetic_of_a_play(pages: OpenPages) -> None:
    guest = pages.guest(HallRole.REFEREE)
    body = guest.get("/tables/3").body
    assert [int(n) for n in re.findall(r'id="play-(\d+)"', body)] == list(range(seq_of(pages), 0, -1))
    folded = "".join(guest.get(f"/tables/3/plays/{n}").body for n in range(1, seq_of(pages) + 1))
    assert 'class="term"' in folded


def test_a_referee_takes_a_play_back_and_the_page_says_that_it_is_done(pages: OpenPages) -> None:
    guest = pages.guest(HallRole.REFEREE)
    seq = seq_of(pages)
    answer = guest.post(
        "/tables/3/order", do="undo", to=seq, expect=seq, match=match_of(pages), why="misread"
    )
    assert answer.to.startswith("/tables/3#order-")
    assert fates(pages) == [OrderFate.DONE]
    body = guest.get("/tables/3").body
    assert "Done: it is in the table&#39;s log" in body
    assert "misread" in body
    assert "in the table&#39;s log</strong><br>" in body, "who ordered it stands on a line of its own"


def test_a_page_that_is_behind_the_match_changes_nothing(pages: OpenPages) -> None:
    guest = pages.guest(HallRole.REFEREE)
    seq = seq_of(pages)
    pages.hall.played[3].play(1, 9)
    guest.post("/tables/3/order", do="undo", to=seq, expect=seq, match=match_of(pages), why="misread")
    assert fates(pages) == [OrderFate.CONFLICT]
    assert "the match had gone on" in guest.get("/tables/3").body


def test_a_correction_offers_what_the_play_may_have_been(pages: OpenPages) -> None:
    guest = pages.guest(HallRole.REFEREE)
    offered = None
    for seq in range(seq_of(pages), 0, -1):
        body = guest.get(f"/tables/3/plays/{seq}").body
        if (
            offered := re.search(
                r'The likeliest</summary>\s*<div class="choices"><label><input type="radio" name="play" value="([^"]+)"',
                body,
            )
        ) is not None:
            break
    assert offered is not None
    play = offered[1].replace("&#34;", '"')
    guest.post(
        "/tables/3/order", do="correct", seq=seq, play=play, expect=seq_of(pages), why="the die was cocked"
    )
    # Later plays may become impossible, which is asked first.
    assert fates(pages) in ([OrderFate.DONE], [])


def harmful(pages: OpenPages) -> tuple[int, str, int]:
    """A correction that makes later plays impossible: its play's number, the play instead, and how many they are."""
    match = pages.hall.played[3].controller.match
    for entry in match.entries:
        past = look_back(match, SCENE_BUILDERS["lignes"], mat_of("lignes"), entry.seq)
        for one in () if past is None else past.likely:
            lost = match.impossible_after(Correct(entry.seq, one.play))
            if lost:
                return entry.seq, json.dumps(write_play(one.play)), len(lost)
    raise AssertionError("no correction harms anything")


@pytest.mark.parametrize("then", ["drop", "again"])
def test_a_correction_that_makes_later_plays_impossible_is_decided_with_them_in_sight(
    pages: OpenPages, then: str
) -> None:
    guest = pages.guest(HallRole.REFEREE)
    seq, play, count = harmful(pages)
    form = {"seq": str(seq), "play": play, "expect": str(seq_of(pages)), "match": match_of(pages)}
    asked = guest.send("/tables/3/order", {**form, "do": "correct", "why": "the die was cocked"})
    assert asked.status == 200
    assert "these later plays are no longer possible" in asked.body
    assert "Nothing has been changed yet" in asked.body
    assert asked.body.split("<ul>")[1].count("<li>") == count
    assert fates(pages) == []
    before = len(pages.hall.played[3].controller.match.entries)
    hidden = re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)">', asked.body.split("panel")[1])
    again = {name: html.unescape(value) for name, value in hidden}
    assert guest.send("/tables/3/order", {**again, "then": then}).status == 303
    assert fates(pages) == [OrderFate.DONE]
    now = len(pages.hall.played[3].controller.match.entries)
    assert now <= before - count


def test_values_are_set_with_a_reason_and_only_those_that_changed(pages: OpenPages) -> None:
    guest = pages.guest(HallRole.REFEREE)
    body = next(
        found for n in range(9) if 'type="number"' in (found := guest.get(f"/tables/3/set?whose={n}").body)
    )
    path, value = re.search(r'name="v:([^"]+)" type="number"[^>]* value="(\d+)"', body).groups()  # type: ignore[union-attr]
    fields = {
        "do": "set",
        "expect": str(seq_of(pages)),
        f"v:{path}": str(int(value) + 1),
        f"was:{path}": value,
        "v:other": "3",
        "was:other": "3",
    }
    assert guest.send("/tables/3/order", fields).status == 400
    assert fates(pages) == []
    guest.send("/tables/3/order", {**fields, "why": "both sides agree"})
    assert fates(pages) == [OrderFate.DONE]


def test_nothing_is_queued_for_a_table_that_is_away(pages: OpenPages) -> None:
    guest = pages.guest(HallRole.REFEREE)
    table = pages.hall.played[3].table
    pages.hall.thread.run(table.line.close)
    pages.hall.evening.tables.clear()
    pages.hall.pass_time()
    assert "go there" in guest.get("/tables/3").body
    guest.post("/tables/3/order", do="pause")
    assert fates(pages) == [OrderFate.ABSENT]
    assert "Not sent: the table is not connected" in guest.get("/tables/3").body


def test_a_table_that_has_begun_its_first_match_since_the_pages_looked_takes_orders(pages: OpenPages) -> None:
    guest = pages.guest(HallRole.REFEREE)
    guest.get("/tables")
    looked = pages.desk.state.newest.value
    silent = tuple(replace(one, standing=None) for one in looked.tables)
    pages.desk.state.put(replace(looked, tables=silent))
    assert guest.post("/tables/3/order", do="pause").status == 303
    assert fates(pages) == [OrderFate.DONE]


@pytest.mark.parametrize(
    "form",
    [
        {"do": "undo", "to": "x", "expect": "1", "why": "w"},
        {"do": "undo", "to": "1", "expect": "1"},
        {"do": "play", "play": "{", "expect": "1"},
        {"do": "fly"},
        {"do": "set", "expect": "1", "why": "w"},
        {},
    ],
)
def test_a_form_without_sense_is_refused(pages: OpenPages, form: dict[str, str]) -> None:
    assert pages.guest(HallRole.REFEREE).send("/tables/3/order", form).status == 400
    assert fates(pages) == []


def test_a_form_that_is_touched_twice_adds_time_once_and_the_next_form_adds_again(pages: OpenPages) -> None:
    guest = pages.guest(HallRole.REFEREE)
    clocks = pages.hall.played[3].controller.clocks.readings(pages.hall.played[3].controller.view())
    form = {"do": "add", "clock": clocks[0].clock.name, "seconds": "60"}
    for _ in range(2):
        found = re.search(r'name="form" value="([0-9a-f]+)"', guest.get("/tables/3").body)
        assert found is not None
        touched = {**form, "form": found[1]}
        assert guest.send("/tables/3/order", touched).to == guest.send("/tables/3/order", touched).to
    assert fates(pages) == [OrderFate.DONE] * 2


# --- the office


def test_the_office_shows_each_machine(pages: OpenPages) -> None:
    body = pages.guest(HallRole.ORGANISER).get("/office").body
    assert re.search(r"machine 3.*?[\d.]+ GB", body, re.DOTALL) is not None


@pytest.mark.parametrize("path", ["/tables", "/tables/9", "/office", "/office/settings"])
def test_a_table_that_joined_and_has_said_nothing_yet_is_shown_so(pages: OpenPages, path: str) -> None:
    made = pages.hall.book.add("machine 9", 9).account
    pages.hall._accounts[made.account] = made
    answer = pages.guest(HallRole.ORGANISER).get(path)
    assert answer.status == 200
    assert "machine 9" in answer.body
    assert "go there" not in answer.body.split("machine 9")[1] or path == "/tables/9"


def test_the_organiser_invites_a_referee_and_says_yes(pages: OpenPages) -> None:
    organiser = pages.guest(HallRole.ORGANISER)
    body = organiser.post("/office/invite", role="referee").body
    spoken = re.search(r'<p class="digits">([^<]+)</p>', body)
    assert spoken is not None
    assert "<svg" in body
    guest = Guest(pages.port)
    assert guest.post("/enter", code=spoken[1], name="Bob").to == "/waiting"
    (asking,) = pages.hall.entry.asking()
    assert asking.digits in organiser.get("/office").body
    organiser.post("/office/yes", who="person", digits=asking.digits)
    assert guest.get("/waiting").to == "/"
    assert "Bob" in organiser.get("/office").body


def test_settings_go_to_all_tables_and_the_page_tells_what_each_has(pages: OpenPages) -> None:
    pages.hall.seat(5, "lignes", 2)
    organiser = pages.guest(HallRole.ORGANISER)
    form = settings_form("lignes", **{"language": "fr", "rule:trajectory": "1", "clock:turn": "2"})
    answer = organiser.send("/office/settings/send", form)
    assert (answer.status, answer.to) == (303, "/office/settings?game=lignes")
    assert [(one.fate, one.order.by, one.role, one.why) for one in sent(pages)] == [
        (OrderFate.DONE, "Anna", "organiser", "alike for all")
    ] * 2
    pages.hall.pass_time()
    body = organiser.get(answer.to).body
    assert body.count("Accepted: they apply from the next match on") == 2
    assert body.count("Language: French<br>") == 2
    assert "Turn: 2 min" in body
    assert 'value="1" selected' in body, "who changes one setting does not lose the others"
    organiser.language = "fr"
    assert "Tour\xa0: 2\xa0min" in organiser.get(answer.to).body


def test_a_table_that_is_not_on_the_line_is_told_apart(pages: OpenPages) -> None:
    away = pages.hall.seat(5, "lignes", 2)
    pages.hall.thread.run(away.table.line.close)
    pages.hall.evening.tables.remove(away.table)
    pages.hall.pass_time()
    organiser = pages.guest(HallRole.ORGANISER)
    organiser.send("/office/settings/send", {"table": "all", "language": "en", "why": "guests"})
    assert {(one.account, one.fate) for one in sent(pages)} == {
        (pages.hall.played[3].table.account, OrderFate.DONE),
        (away.table.account, OrderFate.ABSENT),
    }
    assert "Not connected: not sent" in organiser.get("/office/settings").body


def test_why_a_table_refuses_settings_is_read_in_the_office(pages: OpenPages) -> None:
    account = pages.hall.played[3].table.account
    # A table with an older program does not know a rule that the hall knows.
    wish = OrderWish(account, "", OrderVerb.SETTINGS, {"game": "lignes", "house": {"newest": True}})
    pages.hall.evening.store.ask_order(new_order(wish, Asker("Anna", "organiser", "w"), wall_ms()))
    pages.hall.wake()
    organiser = pages.guest(HallRole.ORGANISER)
    body = organiser.get("/office/settings").body
    assert "Refused</strong> – house: there is no field &#39;newest&#39;" in body


@pytest.mark.parametrize(
    "changes",
    [
        {"why": ""},
        {"table": "x"},
        {"game": "chess"},
        {"language": "de"},
        {"rule:trajectory": "9"},
        {"rule:trajectory": "x"},
        {"clock:turn": "0"},
        {"clock:turn": "1000"},
    ],
)
def test_settings_without_sense_are_not_sent(pages: OpenPages, changes: dict[str, str]) -> None:
    organiser = pages.guest(HallRole.ORGANISER)
    assert organiser.send("/office/settings/send", settings_form("lignes", **changes)).status == 400
    assert sent(pages) == []


def test_settings_for_a_table_that_was_thrown_out_go_nowhere(pages: OpenPages) -> None:
    organiser = pages.guest(HallRole.ORGANISER)
    organiser.post("/office/revoke", who="table", number=3)
    pages.hall.pass_time()
    organiser.get("/office")
    form = {"table": "3", "language": "fr", "why": "w"}
    assert organiser.send("/office/settings/send", form).status == 409
    assert sent(pages) == []


def test_a_table_and_a_person_are_thrown_out(pages: OpenPages) -> None:
    organiser = pages.guest(HallRole.ORGANISER)
    bob = pages.guest(HallRole.REFEREE, "Bob")
    person = next(one for one in pages.hall.people.people() if one.name == "Bob")
    organiser.post("/office/revoke", who="person", id=person.id)
    assert bob.get("/tables").to == "/"
    organiser.post("/office/revoke", who="table", number=3)
    assert "machine 3" not in organiser.get("/office").body


def test_pages_speak_french_to_who_asks_for_it_and_remember_it(pages: OpenPages) -> None:
    guest = pages.guest(HallRole.REFEREE)
    assert 'lang="en"' in guest.get("/tables").body
    assert '<html lang="fr"' in guest.get("/tables?lang=fr").body
    assert '<html lang="fr"' in guest.get("/tables/3").body
