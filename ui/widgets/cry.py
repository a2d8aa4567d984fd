"""The word of a goal, a try, a foul or an order that is reached, over the stage in its side's colour; a touch skips it."""

from typing import Any

from kivy.app import App
from kivy.properties import BooleanProperty, ListProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.showing.highlight import Highlight
from companion.showing.scene import Face, Scene
from ui.animator import Animator
from ui.look import rgba
from ui.presenters.cry import CRY_MS, STILL, CryFrame, cry_at, score_says
from ui.presenters.palette import LIVERIES, ON_LIVERIES, palette_of


class CryPanel(BoxLayout):
    """The panel. `on_over` says that nothing of it is shown any more."""

    word = ObjectProperty("")
    who = ObjectProperty("")
    score = StringProperty("")
    role = StringProperty("")
    game = StringProperty("")
    face: Face | None = ObjectProperty(None, allownone=True)
    fill = ListProperty([0, 0, 0, 0])
    ink = ListProperty([0, 0, 0, 1])
    shown = NumericProperty(1.0)
    has_score = BooleanProperty(False)

    __events__ = ("on_over",)

    def __init__(self, **values: Any) -> None:
        super().__init__(size_hint=(None, None), **values)
        self._animator = Animator()

    def on_over(self) -> None: ...

    def say(self, highlight: Highlight, scene: Scene) -> None:
        """Show a highlight with a word for its time."""
        self.word, self.who = highlight.word or "", highlight.who or ""
        self.role = "" if highlight.seat is None else scene.side(highlight.seat).role
        self.game, self.face = scene.game, highlight.face
        look = App.get_running_app().look
        palette = palette_of("light" if look.theme == "light" else "dark", scene.game)
        self.fill = rgba(LIVERIES[self.role].fill if self.role else palette.accent)
        self.ink = rgba(ON_LIVERIES if self.role else palette.accent_ink)
        self.has_score, self.score = bool(highlight.scores), score_says(highlight.scores)
        is_still = look.is_still
        self._animator.run(
            CRY_MS,
            lambda ms: self._play(STILL if is_still else cry_at(ms)),
            lambda: self.dispatch("on_over"),
            is_kept=True,
        )

    def skip(self) -> None:
        """End it now."""
        self._animator.finish()

    def _play(self, frame: CryFrame) -> None:
        self.shown = frame.shown

    def on_touch_down(self, touch: Any) -> bool:
        """Skip it, wherever the touch is; what it covers is not touched."""
        is_inside = bool(self.collide_point(*touch.pos))
        self.skip()
        return is_inside
