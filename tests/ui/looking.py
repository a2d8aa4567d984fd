"""What must hold of every page: no words cut off, and nothing to touch that is smaller than a finger."""

from tests.ui.table import Tablet
from ui.look import TARGET_MM
from ui.widgets.touch import Touch

SLIP_MM = 0.3
"""Half a pixel of a small screen."""


def faults(tablet: Tablet) -> list[str]:
    """Everything that is wrong with what is to be seen now."""
    mm = tablet.app.look.mm
    cut = [f"cut off: {label.text}" for label in tablet.labels() if label.is_cut]
    small = [
        f"too small: {tablet.app.look.say(widget.says)} {widget.width / mm:.1f} x {widget.height / mm:.1f} mm"
        for widget in tablet.widgets()
        if isinstance(widget, Touch) and not widget.disabled and min(widget.size) < (TARGET_MM - SLIP_MM) * mm
    ]
    return cut + small
