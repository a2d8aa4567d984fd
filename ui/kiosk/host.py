"""What a kiosk's pages ask of its app, and what the app asks of its guard."""

from collections.abc import Callable
from typing import Any, Protocol, cast

from companion.backend.interface import GameOffer
from companion.kiosk.recoveries import Recoveries
from companion.settings import Settings
from ui.page import Page, PageHost


class KioskGuard(Protocol):
    """Who watches over the kiosk from outside. Nothing of it raises."""

    recoveries: Recoveries
    is_asked_to_stop: bool

    def ready(self, status: str = "") -> None: ...

    def beat(self) -> bool: ...

    def stumbled(self, problem: Exception) -> bool: ...

    def try_again(self) -> None: ...


class KeptSettings(Protocol):
    """Where settings are kept. Errands; `change` raises `CompanionError`."""

    def change(self, changed: Callable[[Settings], Settings]) -> Settings: ...


class KioskHost(PageHost, Protocol):
    """What a kiosk's page asks of the app that shows it, beside what all pages ask."""

    settings: Settings
    guard: KioskGuard
    now_ms: Callable[[], int]
    first_language: str

    def guide(self, game: GameOffer) -> None: ...

    def invite(self) -> None: ...

    def play_here(self) -> None: ...

    def begin_anew(self) -> None: ...

    def set(self, **values: Any) -> None: ...

    def leave(self) -> None: ...

    def restart(self) -> None: ...

    def try_again(self) -> None: ...


class KioskPage(Page):
    """One screen of a kiosk."""

    @property
    def kiosk(self) -> KioskHost:
        return cast(KioskHost, self.app)
