"""The app of the tests of the screens: one for all trials of a module."""

from tests.ui.conftest import one, running

__all__ = ["one", "running"]
