"""`--public` and `companion overlay`: pages while a match lasts, and a file for OBS."""

import json
from pathlib import Path

import pytest

from companion.cli.live.public import public_plan
from companion.cli.main import main
from companion.errors import ScriptError
from companion.table.public_window import PublicWindow
from companion.web.public.shown import PageKind, PublicPlan
from companion.words import Text
from tests.web.public.views import view
from tests.web.served import Visitor


def test_nothing_listens_unless_it_is_asked_for() -> None:
    assert public_plan(None, []) is None


def test_a_port_and_delays_are_asked_for() -> None:
    plan = public_plan("8080", ["overlay=20"])
    assert plan == PublicPlan(8080, {PageKind.OVERLAY: 20})
    assert plan.delay_ms(PageKind.OVERLAY) == 20_000


@pytest.mark.parametrize(
    ("port", "delays"), [("0", []), ("65536", []), ("http", []), (None, ["30"]), ("80", ["x"])]
)
def test_what_cannot_be_is_refused(port: str | None, delays: list[str]) -> None:
    with pytest.raises(ScriptError):
        public_plan(port, delays)


def test_the_pages_last_as_long_as_the_match() -> None:
    told: list[Text] = []
    window = PublicWindow(PublicPlan(0, host="127.0.0.1"), told.append)
    window.show(view(1, name="Zoé"))
    for _ in range(2):
        window.open()
        assert window.port is not None
        visitor = Visitor(window.port)
        assert visitor.get("/")[0] == 200
        window.show(view(2, 7, name="Zoé"))
        assert "Zoé" in visitor.get("/")[1]
        window.close()
        window.wait_until_closed()
        with pytest.raises(OSError, match="refused"):
            visitor.get("/")
    assert all("the public sees" in one.template for one in told)


def test_a_match_is_played_without_pages_where_the_port_is_taken() -> None:
    told: list[Text] = []
    first = PublicWindow(PublicPlan(0, host="127.0.0.1"), told.append)
    first.open()
    assert first.port is not None
    second = PublicWindow(PublicPlan(first.port, host="127.0.0.1"), told.append)
    second.open()
    assert second.port is None and "cannot be served" in told[-1].template
    second.show(view())
    second.close()
    first.close()
    first.wait_until_closed()


def test_the_overlays_file_is_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "overlay.html"
    assert main(["overlay", "192.168.1.5:8080", "--table", "3", "-o", str(file), "--lang", "fr"]) == 0
    said = file.read_text(encoding="utf-8")
    addresses = json.loads(said.partition("const at = ")[2].partition(";\n")[0])
    assert addresses["page"] == "http://192.168.1.5:8080/table/3/overlay?lang=fr&theme=dark"
    assert "est écrit" in capsys.readouterr().out


@pytest.mark.parametrize("words", [["192.168.1.5"], ["a b:80"], ["<x>:80"], ["h:80", "--table", "x"]])
def test_an_overlay_of_nothing_is_refused(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["overlay", *words, "--lang", "en"]) != 0
    assert "expected" in capsys.readouterr().err
