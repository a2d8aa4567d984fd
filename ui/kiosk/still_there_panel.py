"""The panel that asks whether somebody is still there, and counts down. Any touch means yes."""

from kivy.properties import NumericProperty
from kivy.uix.boxlayout import BoxLayout


class StillThere(BoxLayout):
    """The panel, which lies over whatever page is shown."""

    left_s = NumericProperty(10)
