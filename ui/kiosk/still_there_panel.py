"""The panel that asks whether somebody is still there, and counts down. Any touch answers yes."""

from kivy.properties import NumericProperty
from kivy.uix.boxlayout import BoxLayout


class StillThere(BoxLayout):
    """It lies over whatever page is seen."""

    left_s = NumericProperty(10)
