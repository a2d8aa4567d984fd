"""No page has what no page may have. Its own file: an app of another test would lie below the pages."""

from pathlib import Path

import pytest

from companion.settings import Theme
from companion.storage.places import Places


@pytest.mark.slow
@pytest.mark.ui
@pytest.mark.parametrize("theme", Theme)
def test_no_page_has_a_fault(theme: Theme, tmp_path: Path) -> None:
    """Every page, in one size and language, as `python -m tests.bench screenshots` draws them."""
    # Kivy opens its window as it is imported: the first of these makes one that nobody sees.
    import tests.ui.table  # noqa: F401, PLC0415
    from tests.bench.portraits.scenes import Guise, Portraits  # noqa: PLC0415

    portraits = Portraits(Places(tmp_path / "house"), tmp_path)
    portraits.draw([Guise("fr", (1280, 800), theme)], "")
    assert portraits.count > 60
    assert not portraits.faults
