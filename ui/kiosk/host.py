"""The interface of a kiosk's pages to its app, and of the app to its guard and its machine."""

from collections.abc import Callable
from datetime import datetime
from typing import Any, Protocol, cast

from companion.kiosk import MOST_RECOVERIES, Recoveries
from companion.settings import Settings
from companion.words import Text
from ui.page import Page, PageHost

# --- machine
# Describes the state of a kiosk's machine for its staff: how often it restarted, and the last error.


def standing(recoveries: Recoveries) -> tuple[Text, ...]:
    """Return one line for each fact about the machine."""
    count = Text("no restart after an error")
    if recoveries.count:
        count = Text("restarts: {count} ({most} at most)", count=recoveries.count, most=MOST_RECOVERIES)
    if recoveries.fault is None:
        return count, Text("no error is known")
    at = datetime.fromtimestamp(recoveries.fault.at_ms / 1000).astimezone().strftime("%Y-%m-%d %H:%M")
    return count, Text("last error, {time}: {problem}", time=at, problem=recoveries.fault.says)


def wait_told(wait_ms: int) -> Text:
    """Return a sentence with the time during which no PIN is accepted."""
    seconds = -(-wait_ms // 1000)
    return Text("too many wrong tries: wait {seconds} s", seconds=seconds)


# --- host


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
    first_language: str

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
