"""The first page of `companion play` waits for no camera, print shop or web server."""

import subprocess
import sys

import pytest

LATE = (
    "cv2",
    "jinja2",
    "reportlab",
    "sounddevice",
    "starlette",
    "uvicorn",
    "zxingcpp",
    "companion.backend.table_desk",
)
"""What only a later page, or a match, has a use for."""
FIRST_PAGE = """
import sys, tempfile
from pathlib import Path
import companion.cli.play
from companion.backend.local import LocalBackend
from companion.storage.places import Places
with tempfile.TemporaryDirectory() as folder:
    backend = LocalBackend(Places(Path(folder)))
    backend.settings(), backend.agreements(), backend.keeping(), backend.last_gear()
    backend.games(), backend.quick_starts(), backend.matches(12), backend.again()
print(*sys.modules)
"""


@pytest.mark.slow
def test_the_first_page_imports_neither_cameras_nor_prints_nor_web_servers() -> None:
    done = subprocess.run([sys.executable, "-c", FIRST_PAGE], capture_output=True, text=True, check=True)
    assert not set(LATE) & set(done.stdout.split())
