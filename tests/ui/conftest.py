"""One app for all trials of a module: to start one takes longer than most of what is tried."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from companion.storage.places import Places

if TYPE_CHECKING:
    from tests.ui.table import Tablet


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> "Iterator[Tablet]":
    """The app, which speaks English."""
    # Kivy opens its window as it is imported: not for the presenters, who do without.
    from companion.backend.local import LocalBackend  # noqa: PLC0415
    from tests.ui.table import Tablet  # noqa: PLC0415

    with Tablet(LocalBackend(Places(tmp_path_factory.mktemp("house"))), language="en") as tablet:
        yield tablet


@pytest.fixture
def one(running: "Tablet") -> "Iterator[Tablet]":
    """The same app, with no match."""
    running.app.look.language = "en"
    yield running
    running.app.leave_match("home")
    running.settle()
