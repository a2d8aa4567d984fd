"""A button with a large picture above its words: the face of a card, a mark or a crest, or an icon."""

from typing import Any

from kivy.properties import BooleanProperty, StringProperty
from kivy.uix.widget import Widget

from ui.presenters.lines import MenuOption
from ui.widgets.card_face import CardFace
from ui.widgets.mark import THIN, Icon, TeamCrest
from ui.widgets.touch import Touch

TILE_RATIO, PROSE_RATIO = 1.1, 1.9
"""The width of a tile as a share of its height, where its words are short, and where they are sentences."""


class TileTouch(Touch):
    """The button; `show(option)` gives it its picture."""

    standing = StringProperty("")
    is_locked = BooleanProperty(False)
    is_prose = BooleanProperty(False)
    """Its picture stands beside its name, and leaves the room below to what explains it."""

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        self._face = CardFace(type_role="note")
        self._crest = TeamCrest()
        self._icon = Icon(stroke=THIN)
        self.bind(ink=lambda _, ink: setattr(self._icon, "color", ink))
        self._icon.color = self.ink

    def show(self, option: MenuOption) -> None:
        """Show the picture of an answer that is a tile."""
        tile, card = option.tile, option.card
        if tile is None:
            return
        self.standing, self.is_prose, self.is_locked = tile.standing.value, tile.is_prose, tile.is_locked
        self._face.game, self._face.face = ("", None) if card is None else (card.game, card.face)
        self._crest.role, self._crest.team = option.role, tile.team
        self._icon.name = tile.icon
        picture: Widget = self._face if card is not None else self._icon if tile.icon else self._crest
        place = self.ids.picture
        if place.children != [picture]:
            place.clear_widgets()
            place.add_widget(picture)
