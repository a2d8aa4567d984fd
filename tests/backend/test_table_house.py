"""What matches at this machine share."""

from pathlib import Path

from companion.backend.table_house import phone_of
from companion.storage.places import Places
from companion.storage.shipped_data import phone_colours


def test_the_page_of_a_phone_has_colours(tmp_path: Path) -> None:
    """Without them it was black on black."""
    assert phone_of(Places(tmp_path)).colours == phone_colours()
