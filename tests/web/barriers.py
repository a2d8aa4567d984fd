"""What keeps people out of a page: axe-core looks at it in a real browser, in its light and in its dark colours."""

from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

SERIOUS = ("serious", "critical")
SCHEMES = ("light", "dark")


def barriers(page: Page) -> list[str]:
    """Return the serious findings on a page, each with the places where it was found."""
    found: list[str] = []
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")  # type: ignore[arg-type]
        violations = Axe().run(page).response["violations"]
        found += [
            f"{scheme} {one['id']}: {one['help']}: {'; '.join(map(_place, one['nodes']))}"
            for one in violations
            if one["impact"] in SERIOUS
        ]
    return found


def _place(node: dict[str, Any]) -> str:
    return f"{node['html'][:160]} ({node['failureSummary'].splitlines()[-1].strip()})"
