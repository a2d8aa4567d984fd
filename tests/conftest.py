"""What holds for every test: what it is marked with, and that it closes the logs that it opens."""

import gc
import os
import re
import sqlite3
import sys
from collections.abc import Iterator
from functools import wraps
from typing import Any

import pytest

from ui.start import KIVY_ENVIRONMENT

FOLDERS = {"tests/vision/": "drawn", "tests/calibration/": "drawn"}
FIXTURES = {"one": "ui", "running": "ui"}
MODULES = {
    "tests.ui.table": "ui",
    "tests.ui.test_kiosk": "ui",
    "ui.app": "ui",
    "vision.virtual.table": "drawn",
    "tests.cli.webcam": "drawn",
}
"""Where a test stands, what it asks for, and from where its module has something. Other tests are marked one by one."""
CORE = re.compile(r"^not \(ui\b")
"""How `make test-core` chooses its tests."""
STARTS = ("subprocess.Popen", "os.fork", "os.posix_spawn", "os.exec")
"""What Python tells its auditors when another process is started."""
BEGUN = {"vision.virtual.table": ("VirtualTable", "drawn"), "ui.app": ("CompanionApp", "ui")}
"""What is made where a camera is drawn, or Kivy runs."""

COLLECTED_AFTER = (10_000, 20, 50)
"""How many new objects make Python look for garbage: with its own, lower numbers a tenth of the tests' time goes to that."""

done: set[str] = set()
"""What the test that runs has done: it must be marked so."""


def pytest_configure() -> None:
    # Some modules import Kivy before `ui.start` prepares it. Kivy would make folders in the home, and fail where two workers
    # do so at once, as in the first run of a new user.
    os.environ.update(KIVY_ENVIRONMENT)
    sys.addaudithook(lambda event, _: done.add("process") if event in STARTS else None)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    for item in items:
        path = item.path.relative_to(config.rootpath).as_posix()
        borrowed = {
            getattr(one, "__module__", None) for one in vars(getattr(item, "module", None) or item).values()
        }
        marks = {mark for folder, mark in FOLDERS.items() if path.startswith(folder)}
        marks |= {mark for name, mark in FIXTURES.items() if name in getattr(item, "fixturenames", ())}
        marks |= {mark for module, mark in MODULES.items() if module in borrowed}
        for mark in marks:
            item.add_marker(mark)


def _noted(kind: Any, mark: str) -> None:
    begin = kind.__init__

    @wraps(begin)
    def noted(self: object, *values: object, **named: object) -> None:
        done.add(mark)
        begin(self, *values, **named)

    kind.__init__ = noted


def pytest_collection_finish() -> None:
    for module, (kind, mark) in BEGUN.items():
        if module in sys.modules:
            _noted(getattr(sys.modules[module], kind), mark)
    done.clear()
    # What all tests need stays to the end: it need not be looked through for garbage again and again.
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECTED_AFTER)


@pytest.fixture(autouse=True)
def what_the_core_leaves_out_is_marked(request: pytest.FixtureRequest) -> Iterator[None]:
    """Where `make test-core` runs, no test does what its marks do not say."""
    yield
    unmarked = sorted(mark for mark in done if request.node.get_closest_marker(mark) is None)
    done.clear()
    assert not unmarked or not CORE.search(request.config.option.markexpr), f"mark it {unmarked}"


class _Connection(sqlite3.Connection):
    is_open = True

    def close(self) -> None:
        super().close()
        self.is_open = False


@pytest.fixture(autouse=True)
def every_log_is_closed() -> Iterator[None]:
    """Python 3.13 warns of one that is left, whenever its memory is taken back."""
    opened: list[tuple[object, _Connection]] = []
    connect = sqlite3.connect

    def noted(database: object, **options: Any) -> _Connection:
        connection = connect(database, factory=_Connection, **options)  # type: ignore[call-overload]
        opened.append((database, connection))
        return connection  # type: ignore[no-any-return]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sqlite3, "connect", noted)
        yield
    left = [database for database, connection in opened if connection.is_open]
    assert not left, f"nobody closed {left}"
