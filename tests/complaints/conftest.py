"""Complaints of people who use programs like this one, each as a test. It borrows the app of the tests of the screens.

Three complaints have no test here:
- a club must be able to forbid that plays are taken back: the locks for it are not built;
- a stranger did not understand how to calibrate: people try that, with a watch;
- a changed schedule does not reach the published times: a hall publishes none, a round begins when it is paired.
"""

from tests.ui.conftest import one, running

__all__ = ["one", "running"]
