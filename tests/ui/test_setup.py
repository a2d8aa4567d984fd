"""A match is set up by touches, from the first page to the first play."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.backend.interface import CAMERA, LiveMatch, TableDevices
from companion.backend.local import LocalBackend
from companion.backend.offers import games
from companion.house_style import TextRole
from companion.play import parse_play
from companion.rules.games import GAMES
from companion.session.inbox import PlayIntent
from companion.session.snapshot import Snapshot
from companion.showing.scene import PROGRAM
from companion.storage.places import Places
from companion.words import Text
from tests.quick import first_quick
from tests.ui.looking import faults
from tests.ui.table import Tablet
from ui.presenters.lines import PageRequest, PageWish
from ui.presenters.palette import STYLE
from ui.setup.match_setup import COMPANION, NO_NAME, NOBODY, MatchSetup, SetupStage
from ui.setup.page import SetupPage
from ui.widgets.keyboard import Keyboard
from ui.widgets.lines import ChoiceLine
from ui.widgets.mark import Icon
from ui.widgets.news import OpponentBox
from ui.widgets.says import letters_px
from ui.widgets.touch import Touch
from vision.sources.virtual import VirtualSource
from vision.virtual.camera import VirtualCamera
from vision.virtual.named_tables import CARDS_MM, MAT
from vision.virtual.scene import CardPrint
from vision.virtual.table import VirtualTable

MOST_STEPS = 12


@pytest.fixture(scope="module")
def only_tablet(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tablet]:
    """One for all: to build every page takes a second or more."""
    backend = LocalBackend(Places(tmp_path_factory.mktemp("data")))
    with Tablet(backend, language="en") as tablet:
        yield tablet


@pytest.fixture
def tablet(only_tablet: Tablet) -> Iterator[Tablet]:
    yield only_tablet
    only_tablet.app.leave_match("home")
    only_tablet.settle()


def page(tablet: Tablet) -> SetupPage:
    page = tablet.app.page
    assert isinstance(page, SetupPage)
    return page


def agreed(tablet: Tablet) -> MatchSetup:
    """What is settled so far."""
    setup = page(tablet).setup
    assert setup is not None
    return setup


def match(tablet: Tablet) -> LiveMatch:
    assert tablet.app.match is not None
    return tablet.app.match


def shown(tablet: Tablet) -> Snapshot:
    assert tablet.app.snapshot is not None
    return tablet.app.snapshot


def typed(tablet: Tablet) -> str:
    """What the keyboard says."""
    keyboard = page(tablet).keys
    assert isinstance(keyboard, Keyboard)
    return str(keyboard.words)


def set_up(tablet: Tablet, game: str) -> None:
    """From home to the first step of a game."""
    title = next(one.title for one in games() if one.name == game)
    tablet.touch(tablet.app.look.say(title))
    tablet.settle()


def touch_on(tablet: Tablet) -> None:
    """Touch the one button that leads on, over all pages of a step."""
    while not page(tablet).panel.is_at_end:
        tablet.touch("next")
        tablet.settle()
    tablet.touch("Done" if tablet.shows("Done") else "next")
    tablet.settle()


def go_on_to(tablet: Tablet, words: str) -> None:
    """Touch *on* until a step asks this."""
    for _ in range(MOST_STEPS):
        if tablet.shows(words):
            return
        touch_on(tablet)
    raise AssertionError(f"no step says {words!r}")


def open_step(tablet: Tablet, stage: str) -> None:
    """Open a step that is not asked in turn, as who wants more does."""
    if agreed(tablet).stage != SetupStage.MORE:
        go_on_to(tablet, "ready?")
        tablet.touch("more settings")
    tablet.settle()
    assert not faults(tablet)
    page(tablet).wish(PageRequest(PageWish.STEP, stage))
    tablet.settle()


def begin(tablet: Tablet) -> None:
    """Begin, also where the last step says what the match begins without."""
    go_on_to(tablet, "ready?")
    tablet.touch("begin the match" if tablet.shows("begin the match") else "begin without")
    tablet.until(lambda: tablet.app.snapshot is not None)


@first_quick("game", GAMES)
def test_every_game_begins_with_touches_on_what_is_usual(game: str, tablet: Tablet) -> None:
    set_up(tablet, game)
    for _ in range(MOST_STEPS):
        assert not faults(tablet)
        if tablet.shows("ready?"):
            break
        touch_on(tablet)
    begin(tablet)
    assert tablet.app.page.name == "players"


MODES = [(game.name, mode.name) for game in games() for mode in game.modes[1:]]


@pytest.mark.slow
@pytest.mark.parametrize(("game", "mode"), MODES)
def test_every_mode_begins_with_every_step_whole(game: str, mode: str, tablet: Tablet) -> None:
    set_up(tablet, game)
    title = next(one.title for one in agreed(tablet).game.modes if one.name == mode)
    tablet.touch(tablet.app.look.say(title))
    for _ in agreed(tablet).stages:
        assert not faults(tablet)
        if not tablet.shows("ready?"):
            touch_on(tablet)
    for stage in agreed(tablet).further:
        open_step(tablet, stage)
        assert not faults(tablet)
        touch_on(tablet)
    begin(tablet)
    assert match(tablet).setup["game"] == game


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_answers_have_one_size_on_a_page_and_one_of_two_on_all_pages(game: str, tablet: Tablet) -> None:
    set_up(tablet, game)
    pages = [answer_sizes(tablet)]
    for _ in agreed(tablet).stages:
        if not tablet.shows("ready?"):
            touch_on(tablet)
        pages.append(answer_sizes(tablet))
    for stage in agreed(tablet).further:
        open_step(tablet, stage)
        pages.append(answer_sizes(tablet))
        touch_on(tablet)
    assert all(len(sizes) <= 1 for sizes in pages), pages
    assert {size for sizes in pages for size in sizes} == {
        letters_px(STYLE.type[role], tablet.app.look.text_unit) for role in (TextRole.ROW, TextRole.TITLE)
    }


def answers(tablet: Tablet) -> list[Touch]:
    """Return all answers without a picture, but not those that leave the room to another line."""
    lines = (one for one in tablet.widgets() if isinstance(one, ChoiceLine) and not one.is_bare)
    return [one for line in lines for one in line.ids.options.children if type(one) is Touch]


def answer_sizes(tablet: Tablet) -> dict[float, str]:
    """Return the sizes of the letters of answers, each with one of these answers."""
    return {one.ids.main.size_px: one.ids.main.text for one in answers(tablet)}


@pytest.mark.slow
def test_answers_with_much_room_are_large_below_their_icons(tablet: Tablet) -> None:
    set_up(tablet, "boufbowl")
    go_on_to(tablet, "ready?")
    tablet.touch("more settings")
    tablet.settle()
    for touch in answers(tablet):
        (icon,) = (one for one in touch.children if isinstance(one, Icon))
        assert touch.ids.main.type_role == TextRole.TITLE
        assert icon.name and icon.y >= touch.ids.words.top
    open_step(tablet, "camera")
    search = next(
        one for one in tablet.widgets() if isinstance(one, Touch) and one.ids.main.text == "Look again"
    )
    assert search.height < min(one.height for one in answers(tablet)) / 2
    assert search.ids.main.type_role == TextRole.ROW


@pytest.mark.slow
def test_companion_plays_a_seat_that_was_touched(tablet: Tablet) -> None:
    set_up(tablet, "ouaf")
    go_on_to(tablet, "who plays?")
    page(tablet).chosen("seats", "purple")
    tablet.settle()
    assert not faults(tablet)
    page(tablet).chosen("purple", COMPANION)
    page(tablet).chosen("level", None)
    tablet.settle()
    assert not faults(tablet)
    go_on_to(tablet, "ready?")
    tablet.until(lambda: tablet.shows("Companion plays purple (level"))
    assert not faults(tablet)
    begin(tablet)
    tablet.until(lambda: any("sealed" in str(line.says) for line in shown(tablet).history))
    assert "purple" in match(tablet).setup["seats"]
    assert [
        side.seat for side in shown(tablet).scene.sides if side.called == Text("{name}", name=PROGRAM)
    ] == ["purple"]


@pytest.mark.slow
def test_before_the_first_play_it_is_seen_whom_companion_plays(tablet: Tablet) -> None:
    set_up(tablet, "ofusaido")
    go_on_to(tablet, "who plays?")
    page(tablet).chosen("away", COMPANION)
    page(tablet).chosen("level", None)
    go_on_to(tablet, "ready?")
    begin(tablet)
    tablet.until(lambda: any("sealed" in str(line.says) for line in shown(tablet).history))
    away = shown(tablet).scene.side("away")
    tablet.until(lambda: tablet.shows("Companion"))
    opponents = [one for one in tablet.app.page.walk() if isinstance(one, OpponentBox)]
    say = tablet.app.look.say
    assert [(one.role, say(one.under)) for one in opponents if one.width > 100 and one.under] == [
        (away.role, say(away.name))
    ]


def test_devices_that_are_not_there_are_told_and_the_match_can_begin_without(tablet: Tablet) -> None:
    set_up(tablet, "lignes")
    open_step(tablet, CAMERA)
    assert tablet.shows("no camera is plugged in")
    page(tablet).chosen("camera", "/dev/video9")
    go_on_to(tablet, "ready?")
    tablet.settle()
    assert tablet.shows("the camera that was chosen is not there")
    assert tablet.shows("choose another camera")
    assert not any("/dev/" in said or "--" in said for said in tablet.texts()), "a screen is no terminal"
    assert not faults(tablet)
    page(tablet).wish(PageRequest(PageWish.STEP, CAMERA))
    tablet.settle()
    tablet.touch("no camera")
    begin(tablet)


def test_a_number_that_is_not_offered_is_typed(tablet: Tablet) -> None:
    set_up(tablet, "lignes")
    open_step(tablet, SetupStage.MATCH)
    tablet.touch("other number")
    tablet.press("0")
    tablet.press("enter")
    assert tablet.shows("type a number from 1 to 99"), "beside the field, where it is typed on"
    tablet.press("backspace")
    tablet.press("7")
    tablet.press("enter")
    assert agreed(tablet).request.setup["end"] == {"goals": 7}
    assert tablet.shows("7")


@pytest.mark.slow
def test_a_table_is_typed_number_by_number(tablet: Tablet) -> None:
    set_up(tablet, "ouaf")
    open_step(tablet, SetupStage.RULES)
    tablet.touch("enter your own values")
    tablet.settle()
    assert not faults(tablet)
    tablet.touch("reputation −1")
    for key in ("1", "5", "enter"):
        tablet.press(key)
    tablet.settle()
    assert tablet.shows("15")
    tablet.touch("reputation +7")
    # On a French keyboard a digit needs Shift: not where a number is typed.
    for key, writes in (("1", "&"), ("0", "à"), ("numpad0", "0"), ("enter", "")):
        tablet.press(key, writes)
    assert tablet.shows("type a number from 0 to 99")
    tablet.press("escape")
    tablet.touch("back")
    assert agreed(tablet).agreed == {}
    tablet.touch("enter your own values")
    tablet.touch("reputation 0")
    for key in ("2", "enter"):
        tablet.press(key)
    tablet.touch("Done")
    assert agreed(tablet).request.setup["house"] == {"reputation_points": {"0": 2}}
    begin(tablet)
    assert match(tablet).setup["house"] == {"reputation_points": {"0": 2}}


@pytest.mark.slow
def test_what_was_agreed_is_in_the_match(tablet: Tablet) -> None:
    set_up(tablet, "ofusaido")
    open_step(tablet, SetupStage.RULES)
    tablet.touch("×2 and ×2 make ×3")
    touch_on(tablet)
    open_step(tablet, SetupStage.TEAMS)
    tablet.touch("another name…")
    while typed(tablet):
        tablet.touch("delete")
    for key in ("L", "y", "o", "n"):
        tablet.touch(key)
    tablet.touch("confirm")
    touch_on(tablet)
    open_step(tablet, SetupStage.CLOCKS)
    tablet.touch("45 min")
    begin(tablet)
    setup = match(tablet).setup
    assert setup["house"] == {"multipliers": "add"}
    assert "Lyon" in {team["name"] for team in setup["teams"].values()}
    assert any(reading.left_ms is not None for reading in shown(tablet).clocks)


def test_going_back_from_the_first_step_leads_home_and_nothing_is_lost_before(tablet: Tablet) -> None:
    set_up(tablet, "lignes")
    tablet.touch("two halves")
    tablet.touch("next")
    tablet.touch("back")
    assert agreed(tablet).mode.name == "demo-match-halves"
    tablet.touch("back")
    tablet.settle()
    assert tablet.app.page.name == "home"


def test_too_few_bakers_do_not_begin(tablet: Tablet) -> None:
    set_up(tablet, "ouaf")
    go_on_to(tablet, "who plays?")
    for seat in agreed(tablet).seats:
        if seat != "yellow":
            page(tablet).chosen(seat, NOBODY)
    tablet.touch("next")
    assert tablet.shows("at least 2 play")
    for seat in ("blue", "purple"):
        page(tablet).chosen(seat, NO_NAME)
    tablet.touch("next")
    assert not tablet.shows("who plays?")
    assert agreed(tablet).request.setup["seats"] == ["yellow", "blue", "purple"]


@pytest.mark.slow
def test_a_match_that_was_interrupted_goes_on_with_one_touch(tablet: Tablet) -> None:
    backend = tablet.app.backend
    for earlier in backend.matches(100).matches:
        backend.put_away(earlier.match)
    set_up(tablet, "lignes")
    begin(tablet)
    name = match(tablet).name
    seq = shown(tablet).seq
    tablet.app.put(PlayIntent(parse_play({}, {"play": "kickoff", "seat": "yellow"}), seq))
    tablet.until(lambda: shown(tablet).seq > seq)
    tablet.app.leave_match("home")
    tablet.settle()
    tablet.touch("continue:")
    tablet.until(lambda: tablet.app.snapshot is not None)
    assert match(tablet).name == name


SQUAD = tuple(f"PR{n:03d}-900" for n in range(6, 11))


def a_table_with(refs: tuple[str, ...]) -> VirtualSource:
    """The drawn table with these cards on it."""
    table = VirtualTable(MAT, VirtualCamera.above(MAT.width_mm, MAT.height_mm, slant_deg=12))
    for ref, place in zip(refs, CARDS_MM, strict=True):
        table.put(CardPrint(ref, ref, ref), place, 0.0)
    table.frames_per_second = 10
    return VirtualSource(table, is_paced=True, sleep=time.sleep)


@pytest.mark.slow
def test_a_squad_is_scanned_in_from_the_table(tablet: Tablet, monkeypatch: pytest.MonkeyPatch) -> None:
    source = a_table_with(SQUAD)
    monkeypatch.setattr("companion.backend.scanner.source_for", lambda words, **_: source)
    set_up(tablet, "boufbowl")
    open_step(tablet, SetupStage.SQUADS)
    page(tablet).setup = agreed(tablet).with_gear(TableDevices("virtual:table"))
    page(tablet).wish(PageRequest(PageWish.SCAN, "red"))
    tablet.until(lambda: tablet.shows("the squad is complete"))
    assert not faults(tablet)
    tablet.touch("the squad is complete")
    tablet.settle()
    assert tablet.shows("which squads?")
    assert sorted(agreed(tablet).request.setup["teams"]["red"]["players"]) == sorted(SQUAD)


def test_a_squad_is_chosen_by_hand(tablet: Tablet) -> None:
    set_up(tablet, "boufbowl")
    open_step(tablet, SetupStage.SQUADS)
    page(tablet).wish(PageRequest(PageWish.BY_HAND, "red"))
    tablet.settle()
    assert tablet.shows("players: 0 of 5"), "its only part is not asked for"
    for ref in SQUAD[:2]:
        tablet.touch(ref)
    tablet.touch("next page")
    for ref in SQUAD[2:-1]:
        tablet.touch(ref)
    assert tablet.shows("players: 4 of 5")
    tablet.touch("the squad is complete")
    assert tablet.shows("players: 4 of 5"), "not before it is"
    tablet.touch(SQUAD[-1])
    tablet.touch("the squad is complete")
    assert list(agreed(tablet).request.setup["teams"]["red"]["players"]) == list(SQUAD)


@pytest.mark.slow
def test_the_draw_of_lots_is_told_pair_by_pair(tablet: Tablet) -> None:
    set_up(tablet, "ofusaido")
    open_step(tablet, SetupStage.DRAW)
    assert not faults(tablet)
    tablet.touch("draw with your cards")
    assert not faults(tablet)
    tablet.touch("INT")
    assert tablet.shows("which card does Bellecombre turn over?"), "the ability is all that is asked before"
    assert not faults(tablet)
    tablet.touch("back")
    assert tablet.shows("draw with your cards")
    begun = agreed(tablet).choose("criterion", "TIR")
    page(tablet).setup = begun.turned_over(dict.fromkeys(begun.teams, "JO001-900"))
    page(tablet)._show()
    tablet.settle()
    assert tablet.shows("the draw of lots goes on until a side has won")
    assert not tablet.shows("Done"), "not before a side has won"
    tablet.touch("no draw after all")
    tablet.touch("draw with your cards")
    tablet.touch("INT")
    tablet.touch("JO001-900")
    tablet.touch("JO019-900")
    tablet.settle()
    assert tablet.shows("has won the draw")
    assert not faults(tablet)
    lots = agreed(tablet).request.setup["lots"]
    assert {ref for pair in lots["drawn"] for ref in pair.values()} == {"JO001-900", "JO019-900"}
    open_step(tablet, SetupStage.CLOCKS)
    begin(tablet)
    assert match(tablet).setup["lots"] == lots


def test_the_draw_of_lots_is_drawn_with_one_touch(tablet: Tablet) -> None:
    set_up(tablet, "ofusaido")
    open_step(tablet, SetupStage.DRAW)
    for _ in range(3):
        tablet.touch("Companion draws")
        tablet.settle()
        assert tablet.shows("has won the draw")
    begin(tablet)
    assert match(tablet).setup["lots"]["drawn"]


@pytest.mark.slow
def test_a_deck_is_chosen_card_by_card_typed_and_scanned(
    tablet: Tablet, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = a_table_with(("AR005-900", "AR006-900", "AR007-900", "AR008-900", "PR006-900"))
    monkeypatch.setattr("companion.backend.scanner.source_for", lambda words, **_: source)
    set_up(tablet, "boufbowl")
    open_step(tablet, SetupStage.DECKS)
    page(tablet).setup = agreed(tablet).with_gear(TableDevices("virtual:table"))
    page(tablet).wish(PageRequest(PageWish.BY_HAND, "teams.red.deck"))
    tablet.settle()
    assert tablet.shows("action cards: 0")
    assert not tablet.shows("step 3 of 3"), "it was opened out of turn"
    assert tablet.shows("at least 5 more, at most 43: touch cards, or fill the rest at once")
    assert not faults(tablet)
    tablet.touch("AR001-900")
    tablet.touch("AR001-900")
    assert tablet.shows("2 copies")
    tablet.touch("search")
    for key in "ar009":
        tablet.press(key)
    tablet.press("enter")
    tablet.touch("AR009-900")
    assert tablet.shows("action cards: 3")
    tablet.touch("scan them in")
    tablet.until(lambda: tablet.shows("action cards: 7 of 43"))
    assert not faults(tablet)
    tablet.touch("keep this list")
    tablet.settle()
    assert tablet.shows("7 of 43, 36 missing")
    assert sorted(agreed(tablet).request.setup["teams"]["red"]["deck"]) == [
        "AR001-900", "AR002-900", "AR005-900", "AR006-900", "AR007-900", "AR008-900", "AR009-900",
    ]  # fmt: skip
    begin(tablet)


@pytest.mark.slow
def test_a_new_person_is_named_gets_a_mark_and_plays(tablet: Tablet) -> None:
    set_up(tablet, "lignes")
    go_on_to(tablet, "who plays?")
    tablet.touch("new player…")
    for key in ("Z", "o", "é", "enter"):
        tablet.press(key)
    tablet.settle()
    assert tablet.shows("which mark is for Zoé?")
    assert not faults(tablet)
    tablet.touch("crown")
    tablet.touch("save Zoé")
    tablet.until(lambda: tablet.shows("who plays?"))
    tablet.settle()
    assert not faults(tablet)
    begin(tablet)
    people = [side.person for side in shown(tablet).scene.sides if side.person is not None]
    assert [(one.name, one.mark) for one in people] == [("Zoé", "crown")]
    tablet.settle()
    assert tablet.shows("Zoé")
    assert not faults(tablet)


def test_a_phone_is_chosen_and_the_page_shows_its_code_until_it_has_joined(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("vision.phone.link.own_addresses", lambda: ("127.0.0.1",))
    backend = LocalBackend(Places(tmp_path))
    link = backend._desk.house.phone
    with Tablet(backend, language="en") as tablet:
        page = tablet.app.page_called("setup")
        assert isinstance(page, SetupPage)
        page.begin(next(game for game in backend.games() if game.name == "ouaf"), TableDevices())
        tablet.app.go("setup")
        assert page.setup is not None
        page.setup = page.setup.visit(CAMERA)
        page.chosen("", None)
        tablet.settle()
        assert not link.is_listening
        tablet.touch("a phone")
        tablet.until(lambda: page._phone.picture is not None)
        assert tablet.shows("scan this code with the phone")
        assert link.invitation is not None
        assert link.join(link.invitation.url.rpartition("/")[2]) is not None
        tablet.until(lambda: page._phone.picture is None)
        assert tablet.shows("the phone is here")
        tablet.app.go("home")
        tablet.until(lambda: not link.is_listening)
