"""The kiosk's screens at the real app: it invites, asks, begins anew, opens to staff, and survives what goes wrong."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import pytest
from kivy.base import EventLoop, ExceptionManager

from companion.backend.interface import Backend, TableDevices
from companion.backend.kiosk_guard import Guard
from companion.errors import CompanionError
from companion.kiosk import SystemdWatchdog, new_pin, typed_in_its_folder
from companion.settings import Settings
from companion.storage.kiosk_runs import RecoveryStore
from companion.storage.settings import SettingsStore
from companion.threads import ACCIDENTS
from companion.words import Text, translate
from tests.quick import first_quick
from tests.ui.evening import QuickBackend, QuickMatch
from tests.ui.table import Tablet
from ui.app import CompanionApp
from ui.kiosk.app import EXIT_LEFT, KioskApp
from ui.kiosk.loop_plan import PlaylistItem
from ui.look import Look
from ui.widgets.card_face import CardFace
from ui.widgets.contest import ContestPanel
from ui.widgets.stage import CryPanel

PIN = "2580"


class Hands:
    """A kiosk and its time."""

    def __init__(self, tablet: Tablet, backend: QuickBackend, guard: Guard) -> None:
        self.tablet, self.backend, self.guard = tablet, backend, guard
        self.ms = 0

    @property
    def app(self) -> KioskApp:
        assert isinstance(self.tablet.app, KioskApp)
        return self.tablet.app

    def wait(self, seconds: float, frames: int = 2) -> None:
        self.ms += int(seconds * 1000)
        self.tablet.frames(frames)

    def press_corner(self) -> None:
        for _ in range(5):
            self.tablet.touch_at(5, self.app.look.height - 5)
        self.tablet.frames(2)

    def type(self, digits: str) -> None:
        for digit in digits:
            self.tablet.touch(digit)
        self.tablet.touch(translate(Text("confirm"), self.app.look.language))
        self.tablet.settle()


@contextmanager
def kiosk(
    folder: Path,
    settings: Settings | None = None,
    watchdog: SystemdWatchdog | None = None,
    backend: QuickBackend | None = None,
    fallen: int = 0,
    size: tuple[int, int] = (800, 480),
) -> Iterator[Hands]:
    kept = SettingsStore(folder / "settings.json")
    chosen = kept.change(lambda _: settings or Settings(language="en"))
    for _ in range(fallen):
        RecoveryStore(folder / "kiosk.json", boot=lambda: "one").start()
    store = RecoveryStore(folder / "kiosk.json", boot=lambda: "one")
    guard = Guard(store, watchdog or SystemdWatchdog(None))
    guard.start()
    held: list[Hands] = []
    quick = backend or QuickBackend(folder)

    def now_ms() -> int:
        return held[0].ms if held else 0

    def make(backend: Backend, look: Look) -> CompanionApp:
        return KioskApp(backend, look, guard, kept, chosen, now_ms)

    tablet = Tablet(quick, language="en", make=make, size=size)
    held.append(Hands(tablet, quick, guard))
    with tablet:
        yield held[0]


@pytest.mark.slow
def test_nobody_there_and_loops_of_all_games_follow_one_another(tmp_path: Path) -> None:
    with kiosk(tmp_path) as hands:
        for number in range(5):
            hands.tablet.until(partial(plays_loop, hands, number + 1))
            hands.wait(8.1)
        hands.tablet.until(partial(plays_loop, hands, 6))
        assert [game for game, _ in hands.backend.cut[:5]] == [
            "ofusaido",
            "lignes",
            "ouaf",
            "boufbowl",
            "ofusaido",
        ]
        assert len({seed for _, seed in hands.backend.cut}) == len(hands.backend.cut)
        assert not hands.backend.opened, "no table is drawn while nobody is there"


def test_cards_land_a_contest_is_counted_and_a_goal_is_called(tmp_path: Path) -> None:
    with kiosk(tmp_path) as hands:
        hands.tablet.until(partial(plays_loop, hands, 1))
        loop = hands.app.page.ids.loop
        hands.wait(1.2)
        faces = [one for one in hands.tablet.widgets(loop) if isinstance(one, CardFace)]
        assert [one.face for one in faces[::-1]] == list(loop.clip.faces)
        hands.wait(0.9)
        hands.wait(1.2)
        totals = [str(scale.total) for scale in loop.clip.settled.contest.scales]
        assert set(totals) <= set(hands.tablet.texts())
        assert not cries(hands), "nothing is called before the contest was seen"
        hands.wait(2.4)
        hands.wait(0.9)
        assert cries(hands) and hands.tablet.shows("goal!")
        hands.wait(1)
        assert not cries(hands)


def test_with_reduced_motion_the_settled_contest_stands_still(tmp_path: Path) -> None:
    with kiosk(tmp_path) as hands:
        hands.app.look.is_still = True
        hands.tablet.until(partial(plays_loop, hands, 1))
        hands.wait(0.1)
        seen = hands.tablet.texts()
        for _ in range(7):
            hands.wait(1)
            assert hands.tablet.texts() == seen
        hands.wait(1)
        hands.tablet.until(partial(plays_loop, hands, 2))


def test_a_touch_on_the_loop_starts_the_demonstration_of_its_game(tmp_path: Path) -> None:
    with kiosk(tmp_path) as hands:
        hands.tablet.until(partial(plays_loop, hands, 1))
        hands.tablet.touch_widget(hands.app.page.ids.loop)
        hands.tablet.until(lambda: hands.app.snapshot is not None)
        assert hands.app.page.called == "guided"
        assert hands.app.page.game.name == "ofusaido"


@pytest.mark.slow
def test_a_visitor_changes_nothing_that_the_house_has_set(tmp_path: Path) -> None:
    with kiosk(tmp_path) as hands:
        hands.app.play_here()
        hands.tablet.settle()
        assert hands.app.page.called == "home"
        seen = {words.lower() for words in hands.tablet.texts()}
        assert "ofusaido" in seen
        assert not seen & {"settings", "cards", "calibration"}


def test_a_visitor_who_would_rather_watch_goes_back_to_the_demonstrations(tmp_path: Path) -> None:
    with kiosk(tmp_path) as hands:
        hands.tablet.touch("Play a whole match")
        hands.tablet.settle()
        assert hands.app.page.called == "home"
        hands.tablet.touch("Demonstrations")
        hands.tablet.settle()
        assert hands.app.page.called == "attract"


@pytest.mark.slow
def test_a_visitor_speaks_french_and_the_next_one_is_asked_in_the_language_of_the_house(
    tmp_path: Path,
) -> None:
    with kiosk(tmp_path) as hands:
        hands.tablet.touch("Français")
        assert hands.app.look.language == "fr"
        hands.app.play_here()
        hands.tablet.settle()
        assert hands.app.page.called == "home"
        hands.wait(120)
        assert hands.tablet.shows("10")
        hands.wait(10.1)
        hands.tablet.settle()
        assert hands.app.page.called == "attract"
        assert hands.app.look.language == "en"


def test_a_touch_on_a_game_starts_its_demonstration_and_its_end_says_how_to_play_it(tmp_path: Path) -> None:
    with kiosk(tmp_path) as hands:
        hands.tablet.touch("L’Ouaf")
        hands.tablet.until(lambda: hands.app.snapshot is not None and hands.app.snapshot.game == "ouaf")
        assert hands.app.page.called == "guided"
        hands.tablet.until(lambda: says_how_to_play(hands))
        assert not [label.text for label in hands.tablet.labels() if label.is_cut]
        hands.tablet.touch("another match")
        hands.tablet.until(lambda: len(hands.backend.shown) == 2)
        hands.tablet.touch("another game")
        hands.tablet.until(
            lambda: hands.app.page.called == "attract" and hands.app.page.ids.loop.clip is not None
        )


@pytest.mark.slow
def test_who_touches_while_it_is_counted_down_stays(tmp_path: Path) -> None:
    with kiosk(tmp_path) as hands:
        hands.app.play_here()
        hands.tablet.settle()
        hands.wait(125)
        assert hands.tablet.shows("is somebody still there?")
        assert hands.tablet.shows("5")
        assert hands.tablet.shows("touch the screen to stay on this page")
        assert not hands.tablet.shows("your match is kept"), "no match is played"
        hands.tablet.touch_at(400, 240)
        hands.wait(0)
        assert not hands.tablet.shows("is somebody still there?")
        assert hands.app.page.called == "home", "what lies under the question is not touched through it"
        hands.wait(119)
        assert hands.app.page.called == "home"


@pytest.mark.slow
def test_cards_that_move_at_the_real_table_say_that_somebody_is_there(tmp_path: Path) -> None:
    with kiosk(tmp_path) as hands:
        hands.app.play_here()
        hands.tablet.settle()
        match = QuickMatch("ofusaido", "demo-match", seed=1, most=400)
        hands.app.watch(match, TableDevices(), "players")
        for _ in range(5):
            hands.wait(100)
        assert hands.app.page.called == "players"
        match.is_stalled = True
        hands.wait(1)
        hands.wait(131)
        assert hands.app.page.called == "attract"


@pytest.mark.slow
def test_the_corner_and_the_pin_open_the_staffs_page_and_staff_leave(tmp_path: Path) -> None:
    with kiosk(tmp_path, Settings(language="en", pin=new_pin(PIN))) as hands:
        hands.press_corner()
        assert hands.app.page.called == "staff"
        hands.type("1111")
        assert hands.tablet.shows("that is not the PIN")
        hands.type(PIN)
        assert hands.tablet.shows("no restart after an error")
        hands.tablet.touch("longer")
        hands.tablet.settle()
        assert hands.app.settings.idle_s == 180
        hands.tablet.touch("sound is on")
        hands.tablet.settle()
        assert SettingsStore(tmp_path / "settings.json").load().settings.is_muted
        hands.tablet.touch("exit to the terminal")
        hands.tablet.settle()
        assert hands.app.exit_code == 0, "one touch alone ends nothing"
        hands.tablet.touch("touch again: end the kiosk")
        assert hands.app.exit_code == EXIT_LEFT


@pytest.mark.slow
def test_the_corner_is_also_opened_by_a_finger_that_stays(tmp_path: Path) -> None:
    with kiosk(tmp_path) as hands:
        touch = hands.tablet.finger(5, 475)
        touch.touch_down()
        hands.wait(2)
        assert hands.app.page.called == "attract"
        hands.wait(1.1)
        touch.touch_up()
        assert hands.app.page.called == "staff"
        assert hands.tablet.shows(typed_in_its_folder("kiosk", "pin")), (
            "nobody leaves without a PIN, and it says how to set one"
        )


@pytest.mark.slow
def test_after_three_wrong_pins_none_is_taken_for_a_while(tmp_path: Path) -> None:
    with kiosk(tmp_path, Settings(language="en", pin=new_pin(PIN))) as hands:
        hands.press_corner()
        for _ in range(3):
            hands.type("1111")
        hands.wait(1)
        assert hands.tablet.shows("wait 29 s")
        hands.type(PIN)
        assert hands.tablet.shows("wait")
        hands.wait(30)
        hands.type(PIN)
        assert hands.tablet.shows("restart the kiosk")


@pytest.mark.slow
def test_a_burst_of_pins_at_the_end_of_which_the_right_one_stands_opens_nothing(tmp_path: Path) -> None:
    with kiosk(tmp_path, Settings(language="en", pin=new_pin(PIN))) as hands:
        hands.press_corner()
        for digits in ["1111"] * 40 + [PIN]:
            hands.app.page.try_pin(digits)
        hands.tablet.until(lambda: hands.app.background_tasks.is_idle)
        hands.wait(1)
        assert hands.tablet.shows("wait 29 s")
        assert not hands.tablet.shows("restart the kiosk")


@pytest.mark.slow
def test_the_staff_choose_the_games_and_read_how_much_the_kiosk_was_used(tmp_path: Path) -> None:
    with kiosk(tmp_path, Settings(language="en", pin=new_pin(PIN))) as hands:
        hands.press_corner()
        hands.type(PIN)
        hands.tablet.settle()
        assert hands.tablet.shows("visits today")
        assert hands.tablet.shows("1 in 7 days")
        for game in ("OFUSAIDO", "Lignes", "L’Ouaf"):
            hands.tablet.touch(game)
            hands.tablet.settle()
        assert hands.app.settings.closed_games == ("lignes", "ofusaido", "ouaf")
        hands.tablet.touch("Boufbowl")
        assert hands.tablet.shows("one game at least stays open")
        assert hands.app.settings.closed_games == ("lignes", "ofusaido", "ouaf")
        assert not hands.tablet.faults()
        hands.tablet.touch("back")
        hands.tablet.settle()
        assert not hands.tablet.shows("OFUSAIDO")
        assert hands.tablet.shows("Boufbowl")


@pytest.mark.slow
def test_staff_write_the_name_of_their_house(tmp_path: Path) -> None:
    with kiosk(tmp_path, Settings(language="en", pin=new_pin(PIN))) as hands:
        hands.press_corner()
        hands.type(PIN)
        hands.tablet.touch("no name")
        hands.tablet.frames(3)
        for letter in "bar":
            hands.tablet.touch(letter)
        hands.tablet.touch("confirm")
        hands.tablet.settle()
        assert hands.app.settings.house == "Bar"
        hands.tablet.touch("back")
        hands.tablet.settle()
        assert hands.tablet.shows("Bar")
        assert hands.tablet.shows("touch a game to try it")


@pytest.mark.slow
def test_nobody_presses_and_the_staffs_page_closes(tmp_path: Path) -> None:
    with kiosk(tmp_path, Settings(language="en", pin=new_pin(PIN))) as hands:
        hands.press_corner()
        hands.type(PIN)
        hands.wait(131)
        assert hands.app.page.called == "attract"
        hands.press_corner()
        assert hands.tablet.shows("type the PIN")


@pytest.mark.slow
def test_an_accident_is_survived_and_the_fifth_within_a_minute_is_too_much(tmp_path: Path) -> None:
    with kiosk(tmp_path) as hands:
        for number in range(4):
            watch_a_match(hands)
            hands.backend.opened[-1].problem = ValueError(f"number {number}")
            hands.tablet.until(lambda: hands.app.page.called == "attract")
            hands.tablet.until(lambda: hands.app.page.ids.loop.clip is not None)
        watch_a_match(hands)
        hands.backend.opened[-1].problem = CompanionError(Text("the match is over"))
        hands.tablet.until(lambda: hands.app.page.called == "safe")
        assert hands.tablet.shows("this table is out of order")
        assert hands.tablet.shows("the match is over")
        hands.wait(10_000)
        assert hands.app.page.called == "safe"
        hands.tablet.touch("Réessayer")
        hands.tablet.until(lambda: hands.app.page.called == "attract")
        assert not hands.guard.recoveries.is_safe


def test_a_loop_that_cannot_be_cut_is_told_and_followed_by_another_within_seconds(tmp_path: Path) -> None:
    with kiosk(tmp_path) as hands:
        hands.tablet.until(partial(plays_loop, hands, 1))
        hands.backend.fault = CompanionError(Text("the show stumbled"))
        hands.wait(8.1)
        hands.tablet.until(lambda: hands.tablet.shows("the show stumbled"))
        hands.wait(11)
        hands.tablet.until(partial(plays_loop, hands, 3))
        hands.tablet.until(lambda: hands.tablet.shows("touch a game to try it"))


def test_accidents_of_threads_count_like_those_of_pages(tmp_path: Path) -> None:
    with kiosk(tmp_path) as hands:
        for number in range(4):
            ACCIDENTS.note(ValueError(f"thread {number}"))
        hands.tablet.frames(2)
        fault = hands.guard.recoveries.fault
        assert hands.app.page.called == "attract" and fault is not None and "thread 3" in fault.says.en
        ACCIDENTS.note(ValueError("the last straw"))
        hands.tablet.until(lambda: hands.app.page.called == "safe")
        assert hands.tablet.shows("the last straw")


@pytest.mark.slow
def test_an_accident_of_a_touch_is_survived_too(tmp_path: Path) -> None:
    with kiosk(tmp_path) as hands:
        hands.tablet.until(lambda: hands.app.page.ids.loop.clip is not None)

        def fails(_: str) -> None:
            raise ValueError("a button")

        hands.app.page.speak = fails
        with pytest.raises(ValueError, match="a button") as caught:
            hands.tablet.touch("Français")
        # What the loop does, which this test is in the place of.
        assert ExceptionManager.handle_exception(caught.value) == ExceptionManager.PASS
        hands.tablet.until(lambda: hands.app.page.ids.loop.clip is not None)
        fault = hands.guard.recoveries.fault
        assert fault is not None
        assert fault.says.en.startswith("ValueError: a button")


def test_after_three_recoveries_it_comes_up_safe(tmp_path: Path) -> None:
    with kiosk(tmp_path, fallen=4) as hands:
        assert hands.app.page.called == "safe"
        assert hands.tablet.shows("this table is out of order")
        assert not hands.backend.cut
        hands.tablet.touch("Try again")
        hands.tablet.until(lambda: hands.app.page.ids.loop.clip is not None)


def test_systemd_hears_of_it_as_long_as_frames_are_drawn(tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
        line.bind(str(tmp_path / "notify"))
        line.setblocking(False)
        watchdog = SystemdWatchdog.of({"NOTIFY_SOCKET": str(tmp_path / "notify"), "WATCHDOG_USEC": "4000"})
        with kiosk(tmp_path, watchdog=watchdog) as hands:
            hands.tablet.frames(3)
            assert "READY=1" in heard(line)
            hands.tablet.frames(3)
            assert "WATCHDOG=1" in heard(line)
            assert not heard(line), "a loop that hangs says nothing, and systemd ends it"


def test_it_ends_when_it_is_asked_to(tmp_path: Path) -> None:
    with kiosk(tmp_path) as hands:
        hands.guard.is_asked_to_stop = True
        hands.tablet.frames(2)
        assert EventLoop.quit


@pytest.mark.slow
def test_it_ends_quietly_in_the_middle_of_a_guided_match(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with kiosk(tmp_path) as hands:
        hands.app.guide(next(game for game in hands.backend.games() if game.name == "boufbowl"))
        hands.tablet.until(lambda: hands.app.snapshot is not None)
        assert hands.app.page.called == "guided"
        hands.guard.is_asked_to_stop = True
        hands.tablet.frames(3)
        assert EventLoop.quit
    assert not [record for record in caplog.records if record.exc_info]


def test_neither_f1_nor_a_closed_window_is_a_way_out(tmp_path: Path) -> None:
    with kiosk(tmp_path) as hands:
        assert hands.app.open_settings() is False
        assert hands.app._stay() is True


@pytest.mark.slow
@first_quick("size", [(800, 480), (1280, 800)])
def test_nothing_is_cut_off(tmp_path: Path, size: tuple[int, int]) -> None:
    with kiosk(tmp_path, Settings(language="en", pin=new_pin(PIN)), size=size) as hands:
        hands.tablet.until(lambda: hands.app.page.ids.loop.clip is not None)
        hands.app.look.language = "fr"
        for _ in range(32):
            hands.wait(1)
            assert not cut_outside_sums(hands)
        hands.press_corner()
        hands.type(PIN)
        hands.tablet.frames(4)
        assert not [label.text for label in hands.tablet.labels() if label.is_cut]


@first_quick(("game", "seed"), [("boufbowl", 1), ("boufbowl", 0), ("ofusaido", 4)])
def test_the_longest_sum_of_a_loop_is_read_on_the_smallest_screen(
    tmp_path: Path, game: str, seed: int
) -> None:
    with kiosk(tmp_path) as hands:
        hands.tablet.until(lambda: hands.app.page.ids.loop.clip is not None)
        hands.app.page.play(PlaylistItem(game, seed))
        hands.tablet.until(lambda: hands.app.page.ids.loop.clip.game == game)
        hands.tablet.settle()
        for _ in range(7):
            hands.wait(0.5)
        for language in ("fr", "en"):
            hands.app.look.language = language
            hands.tablet.settle()
            assert not [label.text for label in hands.tablet.labels() if label.is_cut]


def cut_outside_sums(hands: Hands) -> list[str]:
    """Texts that are cut, but for names of cards in a sum: the loops are drawn by chance, and a name may be too long."""
    in_sums = {
        label for panel in hands.tablet.widgets() if isinstance(panel, ContestPanel) for label in panel.walk()
    }
    return [label.text for label in hands.tablet.labels() if label.is_cut and label not in in_sums]


def says_how_to_play(hands: Hands) -> bool:
    """A visitor leaves every choice to the players until the end."""
    if hands.app.page.is_asked:
        hands.app.page.choose(None)
    return hands.tablet.shows("now it is your turn")


def watch_a_match(hands: Hands) -> None:
    """A visitor touches a game and sees its match."""
    hands.tablet.touch("L’Ouaf")
    hands.tablet.until(lambda: hands.app.snapshot is not None)


def plays_loop(hands: Hands, count: int) -> bool:
    """Whether so many loops were cut, and the last is played."""
    clip = hands.app.page.ids.loop.clip
    return len(hands.backend.cut) == count and clip is not None and clip.game == hands.backend.cut[-1][0]


def cries(hands: Hands) -> bool:
    """Whether a word stands over the loop."""
    return any(isinstance(one, CryPanel) and one.opacity for one in hands.tablet.widgets())


def heard(line: socket.socket) -> list[str]:
    said = []
    while True:
        try:
            said += line.recv(4096).decode().splitlines()
        except BlockingIOError:
            return said
