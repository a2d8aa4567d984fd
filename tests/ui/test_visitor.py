"""A visitor of a kiosk chooses plays by touch, or lets the players choose."""

from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest

from companion.backend.interface import Invitation
from companion.ids import SeatName
from companion.play import Concede
from companion.rules.ofusaido.cards import Target
from companion.session.snapshot import Fate, Snapshot
from companion.settings import Settings
from companion.showing.scene import Pitch, PitchZone
from companion.showing.ways import Choosable, bits_of
from companion.storage.shipped_data import shipped_style
from companion.words import Text, Wording, translate
from tests.quick import first_quick
from tests.ui.evening import QuickBackend, QuickMatch
from tests.ui.table import Tablet
from tests.ui.test_kiosk import Hands, kiosk, watch_a_match
from ui.kiosk.guided_page import LONGEST_CONTEST_MS, READ_MS, GuidedPage
from ui.kiosk.invitation import ENOUGH_MS, Invited, Offered, invited
from ui.look import HEAD_TALL
from ui.widgets.board_pieces import PieceNumber
from ui.widgets.card_face import LEAST_BOLD_PX, READ_PX
from ui.widgets.says import Sign

DIAMOND = {
    "a": PitchZone("a", Text("{zone}", zone="A"), 0.5, 1 / 6, ("b", "c"), "way"),
    "b": PitchZone("b", Text("{zone}", zone="B"), 1 / 6, 0.5, ("d",), "way"),
    "c": PitchZone("c", Text("{zone}", zone="C"), 5 / 6, 0.5, (), "far"),
    "d": PitchZone("d", Text("{zone}", zone="D"), 0.5, 5 / 6, (), "near"),
}
"""The zones of an occasion whose ways begin beside each other."""

LONGEST_PLAY = Text(
    "before the draw, {play}",
    play=Text(
        "{seat} uses the coach's bonus: {text}",
        seat="Fontesorda",
        text=Wording(
            "During this turn, your keeper's energy counts double against a shot in the box.",
            "Pendant ce tour, l’énergie de votre gardien compte double face à un tir dans la surface.",
        ),
    ),
)


@first_quick("size", [(800, 480), (800, 1280)])
def test_a_visitor_chooses_what_is_played(tmp_path: Path, size: tuple[int, int]) -> None:
    with kiosk(tmp_path, backend=QuickBackend(tmp_path, most=30), size=size) as hands:
        hands.tablet.touch("OFUSAIDO")
        hands.tablet.until(lambda: is_asked(hands))
        hands.tablet.frames(3)
        match = hands.backend.opened[-1]
        asked = match.invitation()
        assert asked is not None
        assert not hands.tablet.faults()
        scene = newest(match).scene
        is_own = asked.seat == scene.sides[0].seat
        assert hands.tablet.shows("you play for" if is_own else "now choose for")
        side = translate(scene.side(asked.seat).name, "en")
        says = translate(asked.choices[1].says, "en")
        assert says.startswith(side)
        assert not hands.tablet.shows(says), "the question names the side, and the answers do not"
        hands.tablet.touch(says.removeprefix(side).lstrip(": "))
        assert match.chosen == [1]
        hands.tablet.frames()
        assert asked.choices[1].play in [line.play for line in newest(match).history]


@pytest.mark.slow
def test_the_pitch_goes_when_the_table_is_read_further_while_a_visitor_is_asked(tmp_path: Path) -> None:
    with kiosk(tmp_path, backend=QuickBackend(tmp_path, most=30), size=(800, 480)) as hands:
        page = asked_on_pitch(hands)
        match = hands.backend.opened[-1]
        snapshot, asked = newest(match), match.invitation()
        assert asked is not None
        place = str(bits_of(asked.choices[0].play)[-1].value)
        over = Pitch(Text("Second ball"), (replace(DIAMOND["a"], name=place),), place, "home")
        page.show(replace(snapshot, scene=replace(snapshot.scene, pitch=over)))
        assert page.has_pitch
        page.show(replace(snapshot, scene=replace(snapshot.scene, pitch=None)))
        assert not page.has_pitch


@pytest.mark.slow
def test_the_ball_hides_no_way_to_the_next_zone(tmp_path: Path) -> None:
    with kiosk(tmp_path, backend=QuickBackend(tmp_path, most=30), size=(800, 480)) as hands:
        page = asked_on_pitch(hands)
        for ball in DIAMOND:
            page.ids.pitch.show(
                Pitch(Text("Second ball"), tuple(DIAMOND.values()), ball, "home"), {"b": "1", "c": "2"}
            )
            hands.tablet.frames(3)
            assert not [fault for fault in hands.tablet.faults() if fault.endswith(": way")], ball


@pytest.mark.slow
def test_the_areas_at_which_shots_aim_have_their_numbers_in_the_goal(tmp_path: Path) -> None:
    with kiosk(tmp_path, backend=QuickBackend(tmp_path, most=30), size=(800, 480)) as hands:
        page = asked_on_pitch(hands)
        pitch = Pitch(Text("Second ball"), tuple(DIAMOND.values()), "d", "home", tuple(Target))
        marks = {Target.TOP_LEFT: "1", Target.TOP_CENTRE: "2·3", Target.BOTTOM_RIGHT: "4"}
        page.ids.pitch.show(pitch, marks)
        hands.tablet.frames(3)
        at = {
            one.text: one.center
            for one in hands.tablet.widgets(page.ids.pitch)
            if isinstance(one, Sign) and one.text
        }
        assert at.keys() == {"1", "2·3", "4", "D"}, "of the zones only that of the shot is shown"
        assert at["1"][0] < at["2·3"][0] < at["4"][0]
        assert at["1"][1] == at["2·3"][1] > at["4"][1] > at["D"][1]
        assert not [fault for fault in hands.tablet.faults() if "mark" in fault or "zone" in fault]


@pytest.mark.slow
def test_a_visitor_who_does_nothing_lets_the_player_choose(tmp_path: Path) -> None:
    with kiosk(tmp_path, backend=QuickBackend(tmp_path, most=30)) as hands:
        hands.tablet.touch("Lignes")
        hands.tablet.until(lambda: is_asked(hands))
        hands.wait(29)
        assert hands.tablet.shows("1 s to choose")
        hands.tablet.touch("s to choose")
        assert hands.backend.opened[-1].chosen == [], "it is no button"
        hands.wait(1)
        assert hands.backend.opened[-1].chosen == [None]


def test_a_card_that_was_chosen_is_not_shown_while_it_lies_face_down(tmp_path: Path) -> None:
    with kiosk(tmp_path, backend=QuickBackend(tmp_path, most=30)) as hands:
        hands.tablet.touch("L’Ouaf")
        hands.tablet.until(lambda: is_asked(hands))
        hands.tablet.frames(3)
        assert hands.tablet.shows("which card do you lay face down?")
        assert hands.tablet.shows("each on average"), (
            "what all together have to reach is said beside the cards"
        )
        asked = hands.backend.opened[-1].invitation()
        assert asked is not None
        assert len(hands.app.page.ids.inviting.ids.choices.children) == len(asked.choices)
        hands.backend.opened[-1].is_stalled = True
        hands.app.page.choose(1)
        hands.tablet.frames(2)
        assert not hands.tablet.shows("which card")
        assert hands.backend.opened[-1].chosen == [1]


@pytest.mark.slow
def test_a_first_look_does_not_end_in_the_middle_of_a_contest(tmp_path: Path) -> None:
    with kiosk(tmp_path, backend=QuickBackend(tmp_path, most=60)) as hands:
        hands.tablet.touch("OFUSAIDO")
        hands.tablet.until(lambda: is_asked(hands))
        page = hands.app.page
        assert isinstance(page, GuidedPage)
        while not has_open_contest(hands.app.snapshot):
            if page.is_asked:
                page.choose(0)
            hands.tablet.frames(2)
        now_ms = page._until_ms = hands.app.now_ms()
        page.pass_time(now_ms)
        assert not page.is_over
        page.pass_time(now_ms + LONGEST_CONTEST_MS)
        assert page.is_over


def has_open_contest(snapshot: Snapshot | None) -> bool:
    contest = None if snapshot is None else snapshot.scene.contest
    return contest is not None and contest.outcome is None


@pytest.mark.slow
def test_what_is_told_is_whole_when_the_end_takes_half_of_the_room(tmp_path: Path) -> None:
    patient = Settings(language="en", idle_s=3600)
    with kiosk(tmp_path, patient, backend=QuickBackend(tmp_path, most=30)) as hands:
        hands.tablet.touch("OFUSAIDO")
        hands.tablet.until(lambda: is_asked(hands))
        hands.wait((ENOUGH_MS + LONGEST_CONTEST_MS) / 1000)
        assert hands.tablet.shows("that was a first look")
        match, sums = hands.backend.opened[-1], 0
        while not newest(match).is_over:
            hands.tablet.frames(2)
            assert not hands.tablet.faults()
            sums += hands.app.page.ids.commentary.has_sums
        assert sums


@pytest.mark.slow
def test_the_longest_play_is_told_whole_beside_sums_when_the_end_takes_half_of_the_room(
    tmp_path: Path,
) -> None:
    patient = Settings(language="fr", idle_s=3600)
    with kiosk(tmp_path, patient, backend=QuickBackend(tmp_path, most=30)) as hands:
        hands.tablet.touch("OFUSAIDO")
        hands.tablet.until(lambda: is_asked(hands))
        hands.wait(ENOUGH_MS / 1000)
        match, commentary = hands.backend.opened[-1], hands.app.page.ids.commentary
        while not commentary.has_sums:
            assert not newest(match).is_over
            hands.tablet.frames(2)
        match.is_stalled = True
        snapshot = newest(match)
        last = next(line for line in reversed(snapshot.history) if line.fate is Fate.IN_FORCE)
        told = next(line.consequences for line in snapshot.history if line.consequences)
        long = replace(last, seq=last.seq + 1, says=LONGEST_PLAY, consequences=told * 2)
        later = replace(snapshot, history=(*snapshot.history, long))
        bare = replace(later, scene=replace(later.scene, contest=None))
        for language, shown in product(("en", "fr"), (later, bare)):
            hands.app.look.language = language
            commentary.show(shown)
            hands.tablet.frames(3)
            assert hands.tablet.shows(translate(LONGEST_PLAY, language))
            assert not hands.tablet.faults()


@pytest.mark.slow
def test_choices_have_the_letters_of_the_window_that_they_are_in_now(tmp_path: Path) -> None:
    with kiosk(tmp_path, backend=QuickBackend(tmp_path, most=30), size=(1920, 1080)) as hands:
        hands.tablet.touch("L’Ouaf")
        hands.tablet.until(lambda: is_asked(hands))
        choices = hands.app.page.ids.inviting.ids.choices.children
        large_px = {one.ids.main.size_px for one in choices}
        hands.tablet.resize((800, 480))
        hands.tablet.frames(3)
        small_px = {one.ids.main.size_px for one in choices}
        assert len(large_px) == len(small_px) == 1, "like texts have one size"
        assert max(small_px) < max(large_px)
        assert not hands.tablet.faults()


@pytest.mark.slow
def test_the_score_of_a_kiosk_that_is_turned_takes_its_part_of_the_height(tmp_path: Path) -> None:
    with kiosk(tmp_path, size=(800, 1280)) as hands:
        watch_a_match(hands)
        hands.backend.opened[-1].is_stalled = True
        bar = hands.app.page.ids.bar
        head = shipped_style().lengths.head
        for size, height in (((800, 1280), head * HEAD_TALL), ((800, 480), head * 480 / 800)):
            hands.tablet.resize(size)
            hands.tablet.frames(3)
            assert bar.height == pytest.approx(height)


def is_asked(hands: Hands) -> bool:
    """Whether a visitor is asked for a play."""
    return bool(hands.app.page.called == "guided" and hands.app.page.is_asked)


def has_picture(page: GuidedPage) -> bool:
    """Whether the camera's picture is seen."""
    return page.ids.table.picture is not None


def asked_on_pitch(hands: Hands) -> GuidedPage:
    """Return the page of a visitor who is asked in a match of OFUSAIDO that stands still; it shows its pitch."""
    hands.tablet.touch("OFUSAIDO")
    hands.tablet.until(lambda: is_asked(hands))
    hands.backend.opened[-1].is_stalled = True
    page = hands.app.page
    assert isinstance(page, GuidedPage)
    page.has_pitch = True
    return page


def newest(match: QuickMatch) -> Snapshot:
    snapshot = match.newest()
    assert snapshot is not None
    return snapshot


def test_a_guided_match_tells_its_aim_what_each_choice_decides_and_then_its_reason(tmp_path: Path) -> None:
    with kiosk(tmp_path) as hands:
        hands.tablet.touch("OFUSAIDO")
        page = hands.app.page_called(GuidedPage.called)
        assert isinstance(page, GuidedPage)
        assert "in each duel the higher total wins" in translate(page.hint, "en")
        hands.tablet.until(lambda: page.is_asked)
        asked = page._asked
        assert asked is not None and asked.decides is not None
        assert hands.tablet.shows(translate(asked.decides, "en"))
        page.choose(1)
        hands.tablet.frames(2)
        assert not hands.tablet.shows(translate(asked.decides, "en"))
        assert asked.is_hidden or page.hint


def test_a_card_that_is_laid_face_down_is_not_named_by_its_reason(tmp_path: Path) -> None:
    with kiosk(tmp_path, backend=QuickBackend(tmp_path, most=30)) as hands:
        hands.tablet.touch("L’Ouaf")
        hands.tablet.settle()
        page = hands.app.page
        assert isinstance(page, GuidedPage)
        hands.tablet.until(lambda: page.is_asked and page._asked is not None and page._asked.is_hidden)
        page.choose(0)
        hands.tablet.frames(2)
        assert hands.tablet.shows("your card lies face down")


@first_quick("game", ["Lignes", "Boufbowl"])
def test_a_drawn_board_with_numbers_stands_beside_choices_that_name_pieces_and_cells(
    tmp_path: Path, game: str
) -> None:
    with kiosk(tmp_path, backend=QuickBackend(tmp_path, most=30)) as hands:
        hands.tablet.touch(game)
        hands.tablet.until(lambda: is_asked(hands))
        hands.tablet.frames(3)
        page = hands.app.page
        assert isinstance(page, GuidedPage)
        board = newest(hands.backend.opened[-1]).scene.board
        assert board is not None
        seen = hands.tablet.texts()
        numbers = [hands.app.look.say(piece.number) for piece in board.pieces]
        assert set(numbers) <= set(seen)
        drawn = [one for one in hands.tablet.labels() if isinstance(one, PieceNumber) and one.opacity]
        assert len(drawn) == len(numbers)
        assert not has_picture(page)
        hands.backend.opened[-1].is_stalled = True
        page.choose(0)
        hands.tablet.frames(2)
        assert has_picture(page)
        assert not page.ids.board.opacity


@pytest.mark.slow
def test_choices_have_letters_on_a_board_whose_pieces_have_numbers_and_a_touch_there_chooses(
    tmp_path: Path,
) -> None:
    with kiosk(tmp_path, backend=QuickBackend(tmp_path, most=30)) as hands:
        hands.tablet.touch("Lignes")
        hands.tablet.until(lambda: is_asked(hands))
        hands.tablet.frames(3)
        page = hands.app.page
        assert isinstance(page, GuidedPage)
        choices = list(reversed(page.ids.inviting.ids.choices.children))
        assert "".join(one.sign for one in choices) == "ABCD"[: len(choices)]
        assert sorted("".join(page.ids.board.costs.values())) == [one.sign for one in choices]
        hands.backend.opened[-1].is_stalled = True
        page.ids.board.touch_place(next(iter(page.ids.board.costs)))
        hands.tablet.frames(2)
        assert not page.is_asked and page.hint


@pytest.mark.slow
def test_the_reason_of_a_choice_goes_when_the_next_play_is_played(tmp_path: Path) -> None:
    with kiosk(tmp_path, backend=QuickBackend(tmp_path, most=30)) as hands:
        hands.tablet.touch("Lignes")
        hands.tablet.until(lambda: is_asked(hands))
        page, match = hands.app.page, hands.backend.opened[-1]
        assert isinstance(page, GuidedPage)
        assert page.game is not None
        known, seq = (page.hint, page.game.aim), newest(match).seq
        page.choose(0)
        assert page.hint not in known
        hands.tablet.until(lambda: newest(match).seq >= seq + 2 or is_asked(hands))
        while newest(match).seq < seq + 2:
            page.choose(None)
            hands.tablet.frames(2)
        assert page.hint not in known, "it is there to be read"
        hands.wait(READ_MS / 1000)
        asked = page._asked
        assert page.hint == ((asked and asked.decides) or page.game.aim)


@pytest.mark.slow
def test_choices_that_begin_alike_are_read_to_their_ends(tmp_path: Path) -> None:
    sent = Text("the ball is sent out behind {cell}", cell="a11")
    side = Offered(sent, Text("pass to {cell}", cell="e9"))
    with kiosk(tmp_path, Settings(language="fr"), size=(1280, 800)) as hands:
        watch_a_match(hands)
        page = hands.app.page
        assert isinstance(page, GuidedPage)
        hands.backend.opened[-1].is_stalled = True
        page.is_asked = True
        page.ids.inviting.show(Invited(sent, sent, "home", (side,) * 4), "ofusaido")
        hands.tablet.frames(5)
        assert not [one.text for one in hands.tablet.labels() if one.is_cut]


def test_two_choices_that_lead_to_one_place_have_signs_of_their_own() -> None:
    says = Text("the ball goes to {cell}", cell="e9")
    choices = tuple(
        Offered(says, None, place="e9", ways=(way,)) for way in (("a9", "e9"), ("c7", "d8", "e9"))
    )
    assert Invited(says, says, "home", choices, is_lettered=True).marks == {"e9": "A", "d8": "B"}


def test_a_choice_shows_its_card_only_where_a_stranger_reads_it(tmp_path: Path) -> None:
    with kiosk(tmp_path, backend=QuickBackend(tmp_path, most=30), size=(1280, 800)) as hands:
        hands.tablet.touch("OFUSAIDO")
        hands.tablet.until(lambda: is_asked(hands))
        hands.tablet.frames(5)
        page = hands.app.page
        assert isinstance(page, GuidedPage)
        asked = page._asked
        assert asked is not None
        scene = newest(hands.backend.opened[-1]).scene
        for n, touch in enumerate(reversed(page.ids.inviting.ids.choices.children)):
            named = [scene.face(bit.field, bit.value, asked.seat) for bit in bits_of(asked.choices[n].play)]
            assert touch.face in named
            assert touch.face is not None
            least_px = LEAST_BOLD_PX if touch.is_bold else READ_PX
            assert touch.is_shown is (touch.face_px >= least_px)
            assert (touch.ids.picture.width >= least_px) is touch.is_shown


@pytest.mark.slow
def test_who_watches_what_was_promised_is_not_asked_whether_he_is_there(tmp_path: Path) -> None:
    with kiosk(tmp_path, backend=QuickBackend(tmp_path, most=30)) as hands:
        watch_a_match(hands)
        page = hands.app.page
        assert isinstance(page, GuidedPage)
        hands.wait(hands.app.settings.idle_s + 5)
        assert hands.app._still is None
        while not page.is_over:
            hands.wait(5)
        asked = []
        for _ in range(hands.app.settings.idle_s + 5):
            hands.wait(1)
            asked.append(hands.app._still is not None)
        assert any(asked), "afterwards he is"


def test_learn_shows_a_moment_of_the_game_at_once_and_then_asks_for_a_play(tmp_path: Path) -> None:
    backend = QuickBackend(tmp_path, most=30)
    with Tablet(backend, "en") as one:
        one.settle()
        one.touch("Learn")
        page = one.app.page
        assert isinstance(page, GuidedPage)
        one.until(lambda: page.ids.loop.clip is not None or page.has_table)
        one.until(lambda: page.is_asked)
        assert "Learn: Boufbowl" in one.texts(), "nobody else waits for the table"
        assert not any(text.endswith("s to choose") for text in one.texts())
        one.touch("another game")
        assert one.app.page.called == "home"


@first_quick("game", ["ofusaido", "ouaf"])
def test_a_visitor_is_told_when_he_chooses_for_another_side_than_his_own(game: str) -> None:
    match = QuickMatch(game, "demo-match", seed=1, most=30)
    scene = newest(match).scene
    own, other = scene.sides[0], scene.sides[1]
    play = Choosable(Concede(SeatName(own.seat)), Text("x"))
    said = [
        translate(invited(Invitation(1, one.seat, (play, play)), scene).who, "en") for one in (own, other)
    ]
    names = [translate(one.name, "en") for one in (own, other)]
    assert said == [f"you play for {names[0]}", f"now choose for {names[1]}"]


def test_no_sign_of_a_choice_covers_the_piece_that_goes() -> None:
    says = Text("the ball goes to {cell}", cell="e9")
    choices = tuple(Offered(says, None, place="e9", ways=(way,)) for way in (("d9", "e9"), ("f9", "e9")))
    assert Invited(says, says, "home", choices, is_lettered=True).marks == {"e9": "A·B"}
