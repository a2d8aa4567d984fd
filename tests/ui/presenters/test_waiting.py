"""What is waited for, in one sentence and with one mark, or none."""

from dataclasses import replace

import pytest

from companion.ids import MatchId
from companion.match import Match
from companion.reading.answer import Desync
from companion.rules.games import GAMES
from companion.session.snapshot import Snapshot, Understood
from companion.session.snapshot_builder import SnapshotBuilder
from companion.showing.scene import Waited
from companion.storage.shipped_data import demonstrations, mat_of
from companion.table.wiring import bare_controller
from companion.words import Text, translate
from ui.presenters.sentences import Waiting, waiting


@pytest.fixture(scope="module")
def first() -> Snapshot:
    setup, cards = demonstrations("ouaf")["demo-match"]
    controller = bare_controller(MatchId("waiting"), Match(GAMES["ouaf"], setup, cards))
    snapshot = SnapshotBuilder(controller, mat_of("ouaf"), lambda: 0).look()
    assert snapshot is not None
    return snapshot


def with_waited(snapshot: Snapshot, *waited: Waited) -> Waiting:
    return waiting(replace(snapshot, scene=replace(snapshot.scene, waited=waited)))


def test_one_side_is_waited_for_with_its_mark(first: Snapshot) -> None:
    found = with_waited(first, Waited("blue", Text("turn a card")))
    assert (translate(found.says, "en"), found.role) == ("turn a card", "blue")


def test_for_several_sides_or_for_all_there_is_no_mark_and_nothing_is_said_twice(first: Snapshot) -> None:
    card = Text("turn a card")
    found = with_waited(first, Waited("blue", card), Waited("red", card), Waited("green", Text("wait")))
    assert (translate(found.says, "en"), found.role) == ("turn a card / wait", "")
    assert with_waited(first, Waited(None, card)).role == ""


def test_marks_tell_who_must_do_the_same_but_not_where_all_must(first: Snapshot) -> None:
    card = Text("discard a card")
    both = with_waited(first, Waited("blue", card), Waited("red", card))
    assert sorted(both.roles) == ["blue", "red"]
    assert with_waited(first, Waited("blue", card), Waited("red", Text("wait"))).roles == ()
    everybody = [Waited(side.seat, card) for side in first.scene.sides]
    assert with_waited(first, *everybody).roles == with_waited(first, Waited(None, card)).roles == ()


def test_after_the_end_it_says_how_it_ended(first: Snapshot) -> None:
    over = replace(first, scene=replace(first.scene, is_over=True, result=Text("Blue wins")))
    assert waiting(over) == Waiting(Text("Blue wins"))


def test_what_is_understood_so_far_stands_in_its_place_but_not_before_a_difference(first: Snapshot) -> None:
    so_far = Understood("1", Text("so far: a card"), ("blue.work",), is_play=True)
    understood = replace(first, so_far=so_far)
    assert waiting(understood) == Waiting(Text("so far: a card"))
    differs = replace(understood, desync=Desync("1", (Text("put it back"),), ()))
    assert "put it back" in translate(waiting(differs).says, "en")
