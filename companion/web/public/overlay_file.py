"""Writes the overlay's local file for OBS: it asks the table's server until it answers, and then shows the overlay.

OBS shows an error page for good if the server is not there when a scene begins; a local file is always there.
"""

import json
from pathlib import Path
from urllib.parse import urlencode

_TEMPLATE = Path(__file__).parent / "overlay_file.html"
_PLACE = "ADDRESSES"


def overlay_file(host: str, table: str, language: str, theme: str) -> str:
    """Return the file for a server such as `192.168.1.5:8080`."""
    server = f"http://{host}"
    more = urlencode({"lang": language, "theme": theme})
    addresses = {"knock": f"{server}/knock/{table}", "page": f"{server}/table/{table}/overlay?{more}"}
    # A script ends at the first `</`, wherever it stands.
    said = json.dumps(addresses).replace("<", "\\u003c")
    return _TEMPLATE.read_text(encoding="utf-8").replace(_PLACE, said)
