"""The interface of a kiosk's pages to its app, and of the app to its guard."""

from collections.abc import Callable
from typing import Any, Protocol, cast

from companion.backend.interface import GameOffer
from companion.kiosk.recoveries import Recoveries
from companion.settings import Settings
from ui.page import Page, PageHost


class KioskGuard(Protocol):
    """The guard that watches the kiosk. Its methods never raise."""

    recoveries: Recoveries
    is_asked_to_stop: bool

    def ready(self, status: str = "") -> None: ...

    def beat(self) -> bool: ...

    def stumbled(self, problem: Exception) -> bool: ...

    def try_again(self) -> None: ...


class KeptSettings(Protocol):
    """The kept settings. The methods run in background tasks; `change` raises `CompanionError`."""

    def change(self, changed: Callable[[Settings], Settings]) -> Settings: ...


class KioskHost(PageHost, Protocol):
    """What a kiosk's page needs of its app, in addition to what all pages need."""

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
