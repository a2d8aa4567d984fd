"""The frame of a page with steps: the question on top, the buttons back and on, and a message about what is wrong."""

from kivy.properties import BooleanProperty, ObjectProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.words import Text


class StepFrame(BoxLayout):
    """A frame; `put(widget)` fills its middle. Without `go_says` it has no button to go on."""

    title = ObjectProperty("")
    step = ObjectProperty("")
    note = ObjectProperty("")
    """What came of the last touch."""
    problem = ObjectProperty("")
    back_says = ObjectProperty(Text("go back"))
    go_says = ObjectProperty("")
    says_page = ObjectProperty("")
    """The number of the page that is shown, in words. Empty if there is only one page; then no button leads back."""
    is_first = BooleanProperty(True)
    is_waiting = BooleanProperty(False)
    """Nothing leads on for now."""

    __events__ = ("on_back", "on_before", "on_go")

    def put(self, widget: Widget) -> None:
        """Show only this widget in the middle."""
        only(self.ids.middle, widget)

    def on_back(self) -> None: ...

    def on_before(self) -> None: ...

    def on_go(self) -> None: ...


def only(place: Widget, panel: Widget) -> None:
    """Make a widget the only child; nothing moves if it is already."""
    if place.children != [panel]:
        place.clear_widgets()
        place.add_widget(panel)
