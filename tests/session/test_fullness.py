"""A full disk is told once, what a hand said is answered each time, and room is told when something is kept again."""

from companion.errors import LogFull
from companion.play import Note
from companion.session.session import Fullness
from companion.session.session_event import RemarkEvent, RulingEvent, SessionEvent
from companion.words import Text, translate

RULED = RulingEvent(1, Note(""), "tap", (), (), None, ())


def full() -> list[SessionEvent]:
    raise LogFull(Text("no room"))


def nothing() -> list[SessionEvent]:
    return []


def kept() -> list[SessionEvent]:
    return [RULED]


def test_what_the_table_says_is_told_once_and_what_a_hand_says_each_time() -> None:
    fullness = Fullness()
    (told,) = fullness.tried(full, is_by_hand=False)
    assert isinstance(told, RemarkEvent)
    assert not told.is_trouble
    assert "the plays before this are kept" in translate(told.says, "en")
    for _ in range(3):
        assert fullness.tried(nothing, is_by_hand=False) == []
        assert fullness.tried(full, is_by_hand=False) == []
    assert len(fullness.tried(full, is_by_hand=True)) == 1
    assert fullness.problem is not None


def test_room_is_told_with_the_first_play_that_is_kept() -> None:
    fullness = Fullness()
    fullness.tried(full, is_by_hand=False)
    assert fullness.tried(nothing, is_by_hand=False) == []
    again, ruled = fullness.tried(kept, is_by_hand=False)
    assert isinstance(again, RemarkEvent)
    assert ruled is RULED
    assert fullness.tried(kept, is_by_hand=False) == [RULED]
    assert fullness.problem is None
