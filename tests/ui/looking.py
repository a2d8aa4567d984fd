"""What must hold of every page (see `tests.bench.portraits.page_faults`)."""

from tests.ui.table import Tablet


def faults(tablet: Tablet) -> list[str]:
    """Everything that is wrong with what is to be seen now."""
    return tablet.faults()
