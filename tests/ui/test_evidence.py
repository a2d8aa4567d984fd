"""The evidence of a play at its referee's screen: every picture, large at a touch, beside the whole table; the sum keeps its
room.
"""

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
import pytest
from kivy.uix.widget import Widget

from companion.backend.interface import Evidence
from companion.ids import ObservationId
from companion.match import Match
from companion.rules.games import GAMES
from companion.showing.games import SCENE_BUILDERS
from companion.storage.shipped_data import demonstrations, mat_of
from companion.words import Text
from tests.quick import first_quick
from tests.ui.looking import faults
from tests.ui.refereeing import begin, by_chance, page
from tests.ui.table import Tablet
from ui.referee.evidence_panel import PictureTouch, StoodPanel
from ui.referee.history_panel import DetailRow
from ui.widgets.ending import TurnTouch
from ui.widgets.evidence_view import EvidenceView
from ui.widgets.says import Says
from ui.widgets.touch import Touch

SIZES = [(800, 480), (1280, 800), (1920, 1080), (800, 1280)]


def jpeg(colour: int, size: tuple[int, int] = (120, 160)) -> bytes:
    """A picture of one colour."""
    _, data = cv2.imencode(".jpg", np.full((*size, 3), colour, np.uint8))
    return data.tobytes()


def seen(count: int) -> Sequence[Evidence]:
    """So many cards that were read for one play, and a die without a picture."""
    cards = [
        Evidence(
            ObservationId(f"sight-{n}"),
            Text(
                "the camera read {text} on {zone}; it is {percent} % sure",
                text=f"TR{n}",
                zone="A",
                percent=99,
            ),
            jpeg(60 + 20 * n),
            jpeg(200, (90, 160)) if n == count - 1 else None,
            Text("{text} ({percent}% sure)", text=f"TR{n}", percent=99),
        )
        for n in range(count)
    ]
    return [*cards, Evidence(ObservationId("roll-1"), Text("dice in the tray: {dice}", dice="d6 4"))]


def show(one: Tablet, game: str, plays: int, evidence: Sequence[Evidence]) -> None:
    """Show the last play of a match, read from this evidence."""
    begin(one, game, by_chance(game, plays))
    page(one)._evident = None
    assert one.app.match is not None
    one.app.match.evidence = lambda _seq: evidence  # type: ignore[method-assign, assignment]
    page(one)._show_rows()
    one.settle()


@pytest.mark.slow
def test_every_picture_is_shown_and_a_touch_shows_it_large_with_its_words(one: Tablet) -> None:
    show(one, "lignes", 6, seen(4))
    pictures = sorted(
        (widget for widget in one.widgets() if isinstance(widget, PictureTouch)),
        key=lambda found: (-found.y, found.x),
    )
    assert len(pictures) == 4
    assert one.shows("read by the camera: TR0 (99% sure), TR1 (99% sure), TR2 (99% sure), TR3 (99% sure)")
    assert not one.shows("the camera read TR2")
    one.touch_widget(pictures[2])
    one.frames(2)
    assert one.shows("the camera read TR2")
    view = next(widget for widget in one.widgets() if isinstance(widget, EvidenceView))
    assert view.table is not None, "the whole table stands beside each of them"
    one.touch("Next picture")
    assert one.shows("the camera read TR3")
    assert view.is_last
    one.touch("Previous picture")
    assert one.shows("3 of 4")
    one.touch("Close")
    one.frames(2)
    assert not any(isinstance(widget, EvidenceView) for widget in one.widgets())


@pytest.mark.parametrize("damaged", [b"\0" * 900, b"\xff\xd8\xff", b"no picture"])
def test_a_damaged_picture_is_told_and_the_others_are_shown(one: Tablet, damaged: bytes) -> None:
    """A power cut leaves such files: the referee looks a play up, and his screen is there afterwards."""
    first, *others = seen(3)
    show(one, "lignes", 6, [replace(first, jpeg=damaged, table_jpeg=damaged), *others])
    assert len([widget for widget in one.widgets() if isinstance(widget, PictureTouch)]) == 2
    assert one.shows("a picture that was kept of this play is damaged")
    show(one, "lignes", 6, [replace(others[0], table_jpeg=damaged)])
    assert not one.shows("a picture that was kept of this play is damaged")
    one.touch_widget(next(widget for widget in one.widgets() if isinstance(widget, PictureTouch)))
    one.frames(2)
    one.touch("Close")


def settled_after() -> int:
    """How many plays of a match lead to a duel that is settled, with its sums."""
    match = Match(GAMES["ofusaido"], *demonstrations("ofusaido")["demo-match"])
    builder, mat = SCENE_BUILDERS["ofusaido"], mat_of("ofusaido")
    for play in by_chance("ofusaido", 100):
        events = match.submit(play).events
        contest = builder.scene(match.rules, match.state, events, mat).contest
        if contest is not None and contest.outcome is not None and contest.scales:
            break
    return match.seq


@first_quick("size", SIZES)
def test_pictures_leave_the_sum_its_room(one: Tablet, size: tuple[int, int]) -> None:
    show(one, "ofusaido", settled_after(), seen(6))
    for language in ("en", "fr"):
        one.app.look.language = language
        one.resize(size)
        one.settle()
        assert not faults(one)
        stood = next(widget for widget in one.widgets() if isinstance(widget, StoodPanel))
        totals = [label for label in one.widgets(stood) if isinstance(label, Says) and label.text.isdigit()]
        assert totals
        assert all(label.size_px >= 18 * one.app.look.unit for label in totals)
    one.resize((1280, 800))


def test_a_frame_is_as_high_as_its_picture_and_the_sum_is_not_told_again_in_the_list(one: Tablet) -> None:
    show(one, "ofusaido", settled_after(), seen(1))
    (picture,) = (widget for widget in one.widgets() if isinstance(widget, PictureTouch))
    assert picture.width / picture.height == pytest.approx(160 / 120, rel=0.02)
    listed = [widget for widget in one.widgets() if isinstance(widget, DetailRow)]
    assert listed
    assert not any(row.is_term or " = " in one.app.look.say(row.says) for row in listed), (
        "it stands beside the list"
    )
    chosen = page(one).chosen
    assert chosen is not None
    page(one).pick(chosen)
    one.settle()
    assert any(isinstance(widget, DetailRow) and widget.is_term for widget in one.widgets())


@pytest.mark.slow
def test_buttons_beside_the_bar_step_through_the_plays(one: Tablet) -> None:
    begin(one, "lignes", by_chance("lignes", 6))
    assert page(one).chosen == 6
    one.touch("‹")
    one.settle()
    assert page(one).chosen == 5
    one.touch("›")
    one.settle()
    assert page(one).chosen == 6


@pytest.mark.parametrize("kind", [PictureTouch, TurnTouch])
def test_words_that_a_button_never_shows_follow_it_no_more(one: Tablet, kind: type[Touch]) -> None:
    removed: list[Widget] = []

    class Watched(kind):  # type: ignore[misc, valid-type]
        def remove_widget(self, widget: Widget, *values: object) -> None:
            removed.append(widget)
            super().remove_widget(widget, *values)

    button = Watched()
    button.says = "said later"
    (words,) = removed
    assert isinstance(words.children[-1], Says)
    assert words.children[-1].says == "", "its layout rules are gone, before it is collected"
