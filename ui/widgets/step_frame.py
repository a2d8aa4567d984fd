"""The frame of a page with steps: the question on top, the buttons back and on, and a message about what is wrong."""

from kivy.app import App
from kivy.properties import BooleanProperty, ObjectProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.words import Text, in_a_row
from ui.presenters.lines import Words


class StepFrame(BoxLayout):
    """A frame; `put(widget)` fills its middle. Without `go_says` it has no button to go on."""

    title = ObjectProperty("")
    step = ObjectProperty("")
    note = ObjectProperty("")
    """What came of the last touch."""
    is_note_quiet = BooleanProperty(False)
    """Whether the note only informs, and asks for nothing."""
    problem = ObjectProperty("")
    back_says = ObjectProperty(Text("Back"))
    go_says = ObjectProperty("")
    says_page = ObjectProperty("")
    """The number of the page that is shown, in words. Empty if there is only one page; then no button leads back."""
    is_first = BooleanProperty(True)
    is_waiting = BooleanProperty(False)
    """Nothing leads on for now."""
    is_plain = BooleanProperty(False)
    """Another button is what comes next: the one that goes on leaves something out."""

    __events__ = ("on_back", "on_before", "on_go")

    def told_step(self, step: Words, page: Words, _language: str) -> str:
        """Return which step this is, and which of its pages, in a language: its line breaks behind a dot if it has one."""
        told = App.get_running_app().look.say(
            in_a_row([Text("{words}", words=one) for one in (step, page) if one])
        )
        if "·" not in told:
            return told
        return told.replace(" ", "\N{NO-BREAK SPACE}").replace("·\N{NO-BREAK SPACE}", "· ")

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
