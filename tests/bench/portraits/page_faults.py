"""Finds what no page may have: cut texts, words of another language, letters of a size outside the scale, weak contrast of
texts and signs, small buttons, and anything outside the margins of the grid.
"""

from collections.abc import Iterator, Sequence

from kivy.uix.label import Label
from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget

from companion.house_style import TextRole
from tests.bench.portraits.language_faults import language_faults
from tests.bench.portraits.pixels import Pixels
from tests.bench.portraits.sign_faults import sign_faults
from ui.look import Look
from ui.presenters.palette import LEAST_CONTRAST, STYLE, contrast_of
from ui.widgets.says import Says, Sign, letters_px
from ui.widgets.touch import Touch

SLIP_PX = 1.5
"""Rounding to pixels."""
SAME_INK, LEAST_GROUND = 0.04, 0.1
"""How little colours of one ink differ, and the least part of a text's box that is not its ink."""
LETTERS_PART = 0.8
"""The part of a line's height that its letters take."""
MIDDLE_PX = 8
"""How far the middle of a button's words may be from its own."""
SAMPLES = 24
"""Places of a text across and down where its ground is looked up."""


def page_faults(widgets: Sequence[Widget], look: Look, pixels: Pixels) -> list[str]:
    """Return everything that is wrong with these visible widgets, drawn with these pixels."""
    seen = [one for one in widgets if not _is_scrolled_away(one)]
    labels = [one for one in seen if isinstance(one, Says) and one.text and one.drawn_px is not None]
    touches = [one for one in seen if isinstance(one, Touch) and not one.disabled]
    return [
        *(f"cut: {one.text}" for one in labels if one.is_cut),
        *(f"no role on the scale: {one.text}" for one in widgets if isinstance(one, Label) and one.text),
        *language_faults(labels, look.language),
        *_sizes(labels, look),
        *_contrasts(labels, pixels),
        *sign_faults([one for one in seen if not _is_off(one)], pixels),
        *_small(touches, look),
        *_off_middle(touches),
        *_overlaps(touches),
        *_outside(labels, touches, look),
    ]


def _is_scrolled_away(widget: Widget) -> bool:
    """Tell whether a part of the widget lies outside the list that it scrolls with."""
    bottom = widget.to_window(widget.x, widget.y)[1]
    for one in _ancestors(widget):
        if isinstance(one, ScrollView) and one is not widget:
            edge = one.to_window(one.x, one.y)[1]
            if bottom < edge - SLIP_PX or bottom + widget.height > edge + one.height + SLIP_PX:
                return True
    return False


def _sizes(labels: Sequence[Says], look: Look) -> Iterator[str]:
    scale = {
        letters_px(height, unit) for height in STYLE.type.values() for unit in (look.text_unit, look.unit)
    }
    least = int(STYLE.type[TextRole.CITE] * look.unit)
    for one in labels:
        if isinstance(one, Sign):
            if one.size_px < least * 0.6:
                yield f"too small to be read: {one.text} ({one.size_px:.0f} px)"
        elif one.size_px not in scale:
            yield f"of a size outside the scale: {one.text} ({one.size_px:.0f} px)"


def _contrasts(labels: Sequence[Says], pixels: Pixels) -> Iterator[str]:
    """Compare the ink of each text with the colour that is most frequent where it stands."""
    for one in labels:
        if _is_off(one):
            continue
        assert one.drawn_px is not None
        ground = _ground(one.drawn_px, pixels, one.color)
        if ground is None:
            continue
        opacity = _opacity(one) * one.color[3]
        ink = tuple(
            above * opacity + below * (1 - opacity) for above, below in zip(one.color, ground, strict=False)
        )
        found = contrast_of((ink[0], ink[1], ink[2]), ground)
        if found < LEAST_CONTRAST - 0.1:
            yield f"contrast {found:.1f}: {one.text}"


def _ground(
    drawn_px: tuple[float, float, float, float], pixels: Pixels, ink: Sequence[float]
) -> tuple[float, float, float] | None:
    """Return the most frequent colour that is not the ink itself; the ink, if there is hardly anything else."""
    seen = pixels.colours(drawn_px, SAMPLES)
    if not seen:
        return None
    others = [
        (colour, count)
        for colour, count in seen.most_common()
        if max(abs(part / 255 - own) for part, own in zip(colour, ink, strict=False)) > SAME_INK
    ]
    is_of_ink = sum(count for _, count in others) < LEAST_GROUND * seen.total()
    red, green, blue = seen.most_common(1)[0][0] if is_of_ink else others[0][0]
    return red / 255, green / 255, blue / 255


def _ancestors(widget: Widget) -> Iterator[Widget]:
    """Return the widget and all around it; the window is its own parent."""
    while isinstance(widget, Widget):
        yield widget
        widget = widget.parent


def _opacity(widget: Widget) -> float:
    opacity = 1.0
    for one in _ancestors(widget):
        opacity *= one.opacity
    return opacity


def _is_off(widget: Widget) -> bool:
    """Tell whether the widget belongs to a button that cannot be used now; such a button need not stand out."""
    return any(one.disabled or getattr(one, "is_off", False) for one in _ancestors(widget))


def _small(touches: Sequence[Touch], look: Look) -> Iterator[str]:
    for one in touches:
        if min(one.size) < look.target - SLIP_PX:
            yield f"too small: {one.says} ({one.width:.0f} x {one.height:.0f}, least {look.target:.0f})"


def _off_middle(touches: Sequence[Touch]) -> Iterator[str]:
    """Compare the middle of a button with that of its words, name and explanation together, with the picture above them. Tiles
    have layouts of their own.
    """
    for one in touches:
        if type(one) is not Touch or not one.under:
            continue
        drawn = [words.drawn_px for words in (one.ids.main, one.ids.more) if words.drawn_px is not None]
        if drawn:
            bottom, top = min(y for _, y, _, _ in drawn), max(y + height for _, y, _, height in drawn)
            top += one.picture_px
            off_px = (bottom + top) / 2 - one.to_window(*one.center)[1]
            if abs(off_px) > MIDDLE_PX:
                yield f"words off the middle: {one.says} ({off_px:.0f} px)"


def _overlaps(touches: Sequence[Touch]) -> Iterator[str]:
    for n, one in enumerate(touches):
        for other in touches[n + 1 :]:
            across = min(one.right, other.right) - max(one.x, other.x)
            up = min(one.top, other.top) - max(one.y, other.y)
            if min(across, up) > SLIP_PX:
                yield f"one lies over the other: {one.says}, {other.says}"


def _outside(labels: Sequence[Says], touches: Sequence[Touch], look: Look) -> Iterator[str]:
    """Compare what is read and touched with the margins."""
    left, bottom = look.margin - SLIP_PX, look.margin - SLIP_PX
    right, top = look.width - left, look.height - bottom
    for one in labels:
        if isinstance(one, Sign):
            continue
        assert one.drawn_px is not None
        x, y, width, height = one.drawn_px
        blank = height * (1 - min(one.tight, LETTERS_PART)) / 2
        y -= one.rise_px
        if x < left or x + width > right or y + blank < bottom or y + height - blank > top:
            yield f"outside the margins: {one.text} ({x:.0f}, {y:.0f}, {x + width:.0f}, {y + height:.0f})"
    for touch in touches:
        if look.is_tall and any(getattr(one, "is_edge_to_edge", False) for one in _ancestors(touch)):
            continue
        if touch.x < left or touch.right > right or touch.y < bottom or touch.top > top:
            yield f"outside the margins: {touch.says} ({touch.x:.0f}, {touch.y:.0f}, {touch.right:.0f}, {touch.top:.0f})"
