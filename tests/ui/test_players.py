"""Whole matches at the real app: everything that camera and tower could say is said by touches."""

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from kivy.uix.widget import Widget

from companion.backend.interface import PlayRequest, TableDevices
from companion.backend.local import LocalBackend
from companion.bus.messages import OrderVerb, TableOrder
from companion.clock import monotonic_ms
from companion.ids import ObservationId, SeatName
from companion.match import Match
from companion.observation import SOUND_DEVICE, Notice
from companion.play import Concede, Play, TimeUp
from companion.rules.games import GAMES
from companion.rules.lignes.grid import Cell
from companion.rules.lignes.plays import EndStrategy, KickoffRoll, Send, ShotRoll, StrategyRoll
from companion.session.following import go_on
from companion.session.inbox import DeviceNotice, HintRequest, PlayIntent
from companion.showing.scene import Waited
from companion.storage.outbox import OutboxReader
from companion.storage.places import Places
from companion.storage.shipped_data import demonstrations
from companion.table.adviser import NOTHING
from companion.table.hall.line import HallLine, ToldLog
from companion.table.hall.teller import TellerName, table_user
from companion.virtual.chance import chosen_play
from companion.words import Text, translate
from devices.audio.audio_status import AudioStatus, Direction, audio_sentence
from tests.bus.memory_bus import MemoryBus
from tests.quick import first_quick
from tests.ui.fingers import path_to
from tests.ui.table import Tablet
from ui.players.page import PlayersPage
from ui.presenters.double_touch import WITHIN_MS
from ui.presenters.text_fit import as_printed
from ui.widgets.says import Says

FEW = 12
"""Plays that are enough to see a game's usual screens."""
SEED = 4
READABLE_PX = 40
"""What the face of a card needs for its signs to be read, at 1280x800."""


def players(tablet: Tablet) -> PlayersPage:
    page = tablet.app.page
    assert isinstance(page, PlayersPage)
    return page


def begin(tablet: Tablet, game: str) -> Match:
    """A match without camera and tower; and another of the same set-up, to know what is right."""
    setup, cards = demonstrations(game)["demo-match"]
    gear = TableDevices()
    tablet.app.run_in_background(
        lambda: tablet.app.backend.begin(PlayRequest(setup, gear)),
        lambda match: tablet.app.watch(match, gear, "players"),
    )
    tablet.until(lambda: tablet.app.snapshot is not None)
    tablet.frames(2)
    return Match(GAMES[game], setup, cards)


def say(tablet: Tablet, play: Play) -> None:
    """Say a play by touching what says it, a second after the last."""
    tablet.later(WITHIN_MS)
    assert tablet.app.snapshot is not None
    seq = tablet.app.snapshot.seq
    if play.kind in tablet.app.snapshot.scene.rare:
        players(tablet)._chooser.begin_aside()
        tablet.frames(2)
    choosing = players(tablet)._chooser.choosing
    if choosing is None or isinstance(play, Concede | TimeUp):
        players(tablet).play(play)
    else:
        for button in path_to(choosing, play):
            tablet.touch_widget(
                next(
                    touch for one, touch in players(tablet)._chooser.touches if one is button or one == button
                )
            )
    tablet.until(lambda: tablet.app.snapshot is not None and tablet.app.snapshot.seq > seq)
    tablet.frames()


@pytest.mark.slow
@first_quick("game", GAMES, 2)
@first_quick("most", [FEW, 10_000])
def test_a_match_is_played_by_touches_alone(game: str, most: int, tmp_path: Path) -> None:
    with Tablet(LocalBackend(Places(tmp_path)), size=(800, 480)) as tablet:
        truth, chance = begin(tablet, game), Random(SEED)
        while (play := chosen_play(truth, chance)) is not None and len(truth.entries) < most:
            say(tablet, play)
            assert truth.submit(play).ok
            go_on(truth, truth.submit)
            assert tablet.app.snapshot is not None
            assert tablet.app.snapshot.seq == truth.seq, tablet.texts()
        assert tablet.app.snapshot is not None
        shown = {side.seat: side.score for side in tablet.app.snapshot.scene.sides}
        assert shown == dict(truth.view()["score"])
        # At the end, the ranking with the scores is read from the log.
        tablet.until(lambda: all(str(score) in tablet.texts() for score in shown.values()))
        assert not [label.text for label in tablet.labels() if label.is_cut]


@pytest.mark.slow
@first_quick("game", GAMES)
def test_every_question_and_every_line_of_news_is_shown_whole(game: str, tmp_path: Path) -> None:
    with Tablet(LocalBackend(Places(tmp_path)), language="fr", size=(1280, 800)) as tablet:
        truth, chance = begin(tablet, game), Random(SEED)
        for _ in range(FEW):
            play = chosen_play(truth, chance)
            assert play is not None
            say(tablet, play)
            assert truth.submit(play).ok
            go_on(truth, truth.submit)
            assert not [label.text for label in tablet.labels() if label.roles and label.is_cut]


@pytest.mark.slow
def test_cards_that_would_be_too_small_beside_a_hint_leave_their_room_to_the_words(tmp_path: Path) -> None:
    with Tablet(LocalBackend(Places(tmp_path)), language="fr", size=(1280, 800)) as tablet:
        truth, chance = begin(tablet, "ouaf"), Random(SEED)
        while truth.seq < 7 or not any(offer.kind == "down" for offer in players(tablet).snapshot.offers):
            play = chosen_play(truth, chance)
            assert play is not None
            say(tablet, play)
            assert truth.submit(play).ok
            go_on(truth, truth.submit)
        faces = players(tablet)._news.ids.faces
        hint = Notice(ObservationId("hint-1"), monotonic_ms(), "hint", "says")
        tablet.app.put(DeviceNotice(hint, Text("a hint of two lines " * 9), has_more=True))
        tablet.until(lambda: tablet.shows("a hint of two lines"))
        tablet.frames(3)
        assert faces.opacity == 0 or min(face.height for face in faces.children) > READABLE_PX
        assert tablet.shows("ensemble"), "the order is told in words"


def test_a_question_is_written_as_large_as_it_has_room(tmp_path: Path) -> None:
    with Tablet(LocalBackend(Places(tmp_path)), size=(1280, 800)) as tablet:
        label = Says(roles=["prompt", "title", "row"], size=(600, 80), size_hint=(None, None))
        sizes = []
        for words in ("Ready?", "Which player passes the ball on?", "Which player passes the ball on? " * 2):
            label.text = words
            tablet.app.root.current_screen.add_widget(label)
            tablet.frames(2)
            assert not label.is_cut
            sizes.append(label.size_px)
            tablet.app.root.current_screen.remove_widget(label)
        assert sizes == sorted(sizes, reverse=True) and len(set(sizes)) == len(sizes)


def focused(tablet: Tablet) -> Widget | None:
    return tablet.app.focus.at


@pytest.mark.slow
def test_the_keyboard_goes_from_button_to_button_and_presses_the_one_in_the_frame(tmp_path: Path) -> None:
    with Tablet(LocalBackend(Places(tmp_path)), size=(800, 480)) as tablet:
        begin(tablet, "lignes")
        focus, page = tablet.app.focus, players(tablet)
        assert focused(tablet) is None
        seen: list[Widget | None] = []
        while focused(tablet) not in seen:
            seen.append(focused(tablet))
            assert focus.key(page, "tab", ())
        buttons = [touch for _, touch in page._chooser.touches]
        assert set(buttons) <= set(seen)
        while focused(tablet) is not buttons[3]:
            focus.key(page, "tab", ("shift",))
        assert focus.key(page, "enter", ())
        tablet.until(lambda: tablet.app.snapshot is not None and tablet.app.snapshot.seq == 1)
        tablet.touch_at(2, 2)
        assert focused(tablet) is None


@pytest.mark.slow
def test_players_of_a_hall_call_a_referee_with_one_touch_and_read_who_comes(tmp_path: Path) -> None:
    places = Places(tmp_path)
    wire = MemoryBus().wire(table_user("t1", "1"))
    line = HallLine(TellerName("t1", "1"), ToldLog(places.matches), wire)
    with Tablet(LocalBackend(places, hall=line), size=(800, 480)) as tablet:
        begin(tablet, "lignes")
        players(tablet).choose()
        tablet.frames(2)
        tablet.later(WITHIN_MS)
        tablet.touch("Appeler un arbitre de la salle")
        tablet.until(lambda: tablet.app.snapshot is not None and tablet.app.snapshot.call is not None)
        tablet.frames(2)
        assert "Un arbitre est appelé\N{NO-BREAK SPACE}; touchez pour y renoncer" in tablet.texts()
        snapshot = tablet.app.snapshot
        assert snapshot is not None and snapshot.call is not None
        asked = TableOrder(
            "o1", "Anna", str(snapshot.match), OrderVerb.COMING, {"call": snapshot.call.id}, None
        )
        with OutboxReader(places.matches) as log:
            line.orders.take(asked, log, monotonic_ms())
        tablet.until(lambda: "Anna arrive\N{NO-BREAK SPACE}; touchez quand c’est réglé" in tablet.texts())
        assert not [label.text for label in tablet.labels() if label.is_cut]


def test_a_table_without_a_hall_calls_nobody(tmp_path: Path) -> None:
    with Tablet(LocalBackend(Places(tmp_path)), size=(800, 480)) as tablet:
        begin(tablet, "lignes")
        players(tablet).choose()
        tablet.frames(2)
        panel = players(tablet)._waited
        assert not panel.has_hall


def end(tablet: Tablet, loser: str) -> None:
    """End the match by a concession, which no button of the choice offers at once."""
    seq = 0 if tablet.app.snapshot is None else tablet.app.snapshot.seq
    tablet.later(WITHIN_MS)
    players(tablet).play(Concede(SeatName(loser)))
    tablet.until(lambda: tablet.app.snapshot is not None and tablet.app.snapshot.seq > seq)
    tablet.frames(3)


@pytest.mark.slow
@first_quick("game", ["lignes", "ofusaido"])
def test_the_end_closes_the_choice_and_says_who_won_and_what_can_be_done_now(
    game: str, tmp_path: Path
) -> None:
    with Tablet(LocalBackend(Places(tmp_path)), size=(800, 480), language="en") as tablet:
        truth = begin(tablet, game)
        assert players(tablet).is_choosing
        end(tablet, str(next(iter(truth.view()["score"]))))
        assert tablet.app.snapshot is not None
        assert tablet.app.snapshot.scene.is_over
        texts = tablet.texts()
        assert {"Play again", "Undo the last play", "Referee", "Home"} <= set(texts)
        assert not {"Pause", "Menu", "The match waits for nothing"} & set(texts)
        tablet.until(lambda: tablet.shows("wins"))
        assert as_printed("0 – 0") in tablet.texts()
        assert not tablet.faults()
        players(tablet).choose()
        assert not players(tablet).is_choosing, "nothing is left to choose"
        tablet.later(WITHIN_MS)
        tablet.touch("Undo the last play")
        tablet.until(lambda: tablet.app.snapshot is not None and not tablet.app.snapshot.scene.is_over)
        tablet.frames(2)
        assert players(tablet).is_choosing


@pytest.mark.slow
def test_a_match_that_is_over_is_played_again_with_the_same_set_up_and_clocks(tmp_path: Path) -> None:
    setup, _ = demonstrations("lignes")["demo-match-halves"]
    gear = TableDevices()
    with Tablet(LocalBackend(Places(tmp_path)), size=(800, 480), language="en") as tablet:
        tablet.app.run_in_background(
            lambda: tablet.app.backend.begin(PlayRequest(setup, gear, {"half": 1_234_000})),
            lambda match: tablet.app.watch(match, gear, "players"),
        )
        tablet.until(lambda: tablet.app.snapshot is not None)
        first = tablet.app.snapshot
        assert first is not None
        end(tablet, "yellow")
        tablet.touch("Play again")
        tablet.until(lambda: tablet.app.snapshot is not None and tablet.app.snapshot.match != first.match)
        tablet.frames(2)
        second = tablet.app.snapshot
        assert second is not None
        assert (second.seq, second.scene.is_over) == (0, False)
        assert second.setup == first.setup
        assert [one.clock for one in second.clocks] == [one.clock for one in first.clocks]
        assert 1_234_000 in [one.clock.length_ms for one in second.clocks]
        assert players(tablet).is_choosing


NO_SOUND = DeviceNotice(
    Notice(ObservationId("sound-1"), 0, SOUND_DEVICE, str(AudioStatus.NO_DEVICE)),
    audio_sentence(AudioStatus.NO_DEVICE, Direction.OUT),
)
MISSING = "Aucun haut-parleur n’a été trouvé"


@first_quick("game", GAMES)
@first_quick("size", [(800, 480), (800, 1280)])
def test_what_is_amiss_with_a_device_leaves_the_question_whole_and_passes(
    game: str, size: tuple[int, int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ui.page.SOUND_S", 0.5)
    with Tablet(LocalBackend(Places(tmp_path)), size=size) as tablet:
        begin(tablet, game)
        asked = tablet.app.look.say(players(tablet)._chooser.prompt)
        tablet.app.put(NO_SOUND)
        tablet.until(lambda: tablet.shows(MISSING))
        tablet.frames(2)
        assert tablet.shows(asked)
        told = (players(tablet)._chooser.prompt, players(tablet).remark)
        assert not [label.text for label in tablet.labels() if label.is_cut and label.says in told]
        tablet.until(lambda: not tablet.shows(MISSING))


@pytest.mark.slow
def test_visitors_of_a_kiosk_do_not_read_of_the_loudspeaker(tmp_path: Path) -> None:
    with Tablet(LocalBackend(Places(tmp_path)), size=(800, 480)) as tablet:
        tablet.app.may_change_settings = False
        begin(tablet, "lignes")
        tablet.app.put(NO_SOUND)
        tablet.until(lambda: tablet.app.snapshot is not None and bool(tablet.app.snapshot.notices))
        tablet.frames(3)
        assert not tablet.shows(MISSING)


@pytest.mark.slow
def test_a_left_hand_has_the_rules_and_the_row_of_tools_on_its_side(one: Tablet) -> None:
    begin(one, "ouaf")
    page, look = players(one), one.app.look
    middle, tools, rules = look.width / 2, page._chooser.ids.tools, page.ids.bar._rules
    assert tools.center_x > middle
    assert rules.center_x > middle
    look.is_left_handed = True
    one.frames(3)
    assert tools.right <= middle
    assert rules.center_x < middle / 2
    look.is_left_handed = False
    one.frames(3)
    assert tools.center_x > middle


@pytest.mark.slow
def test_while_the_program_thinks_the_question_says_so_and_nothing_can_be_chosen(tmp_path: Path) -> None:
    with Tablet(LocalBackend(Places(tmp_path)), language="en") as tablet:
        begin(tablet, "lignes")
        say(tablet, KickoffRoll(6))
        say(tablet, StrategyRoll(2, 3))
        snapshot = tablet.app.snapshot
        assert snapshot is not None
        scene = replace(snapshot.scene, waited=(Waited("yellow", Text("Companion is thinking")),))
        players(tablet)._chooser.show(replace(snapshot, seq=snapshot.seq + 1, offers=(), scene=scene))
        tablet.frames(2)
        assert tablet.shows("Companion is thinking")
        assert not players(tablet)._chooser.touches


@pytest.mark.slow
def test_what_was_remarked_in_one_match_is_not_said_in_the_next(tmp_path: Path) -> None:
    with Tablet(LocalBackend(Places(tmp_path)), size=(800, 480)) as tablet:
        begin(tablet, "lignes")
        hint = Notice(ObservationId("hint-1"), monotonic_ms(), "hint", "says")
        tablet.app.put(DeviceNotice(hint, NOTHING))
        tablet.until(lambda: tablet.shows("rien à choisir"))
        tablet.app.go("referee")
        tablet.app.go("players")
        tablet.until(lambda: tablet.shows("rien à choisir"))
        begin(tablet, "ouaf")
        tablet.until(lambda: tablet.app.page is players(tablet))
        tablet.frames(3)
        assert not tablet.shows("rien à choisir")


@pytest.mark.slow
def test_a_hint_is_no_alarm_and_leaves_the_question_whole_beside_many_pieces(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Tablet(LocalBackend(Places(tmp_path)), size=(800, 480)) as tablet:
        begin(tablet, "lignes")
        put = tablet.app.put
        # The hints are those of this test, whenever the program would have thought of its own.
        monkeypatch.setattr(tablet.app, "put", lambda item: isinstance(item, HintRequest) or put(item))
        for play in (KickoffRoll(6), StrategyRoll(3, 10), EndStrategy(), ShotRoll(1), Send(Cell("f10"))):
            tablet.app.put(PlayIntent(play))
        tablet.app.put(PlayIntent(StrategyRoll(3, 10)))
        tablet.until(lambda: players(tablet).snapshot.seq == 6 and len(players(tablet)._chooser.touches) > 11)
        says = Text(
            "hint: if you hesitate: {play} ({reason})",
            play=Text("the strategy phase ends, and the points left are lost"),
            reason=Text("any other play is about as good"),
        )
        hint = Notice(ObservationId("hint-1"), monotonic_ms(), "hint", "says")
        players(tablet).hint()
        assert "think" in translate(players(tablet).remark, "en"), "at once"
        tablet.app.put(DeviceNotice(hint, Text("a first hint"), frozenset(("send",)), has_more=True))
        tablet.until(lambda: tablet.shows("first hint"))
        tablet.frames(3)
        tablet.later(WITHIN_MS)
        tablet.touch("Conseil suivant")
        tablet.until(lambda: not tablet.shows("first hint"))
        assert "Conseil suivant" not in tablet.texts(), "while the program thinks, there is no next step"
        tablet.app.put(DeviceNotice(hint, says, frozenset(("send", "f10"))))
        tablet.until(lambda: tablet.shows("si vous hésitez"))
        assert "Conseil suivant" not in tablet.texts(), "the last step has no next one"
        assert "f10" in players(tablet)._board.chosen, "what is advised is marked"
        tablet.frames(3)
        assert players(tablet).is_calm
        asked = tablet.app.look.say(players(tablet)._chooser.prompt)
        assert tablet.shows(asked)
        assert not [label.text for label in tablet.labels() if label.is_cut]
