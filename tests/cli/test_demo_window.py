"""A demonstration in a window is kept as one in the terminal is, so that its end is told, and another one follows."""

import argparse
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.backend.shown_match import ShownMatch
from companion.cli import demo
from companion.storage.places import Places
from companion.table.acted_match import Score

pytestmark = [pytest.mark.ui, pytest.mark.drawn, pytest.mark.slow]


@pytest.mark.parametrize("button", ["Play again", "Undo the last play"])
def test_its_end_is_told_and_it_is_followed_by_another_or_undone(
    button: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    # Kivy opens its window as it is imported: not for the other tests of the command line.
    from tests.ui.table import Tablet  # noqa: PLC0415, I001
    from companion.cli.play.demonstrated import DemonstrationApp, DemonstrationBackend  # noqa: PLC0415

    def show(
        first: ShownMatch, another: Callable[[], ShownMatch], where: Places, language: str
    ) -> tuple[Score, bool]:
        backend = DemonstrationBackend(where, first, another)
        with Tablet(backend, language, make=lambda _, look: DemonstrationApp(backend, look)) as tablet:
            tablet.until(lambda: tablet.shows("wins") and tablet.shows("value of the hand"))
            tablet.touch(button)
            if button == "Play again":
                tablet.until(lambda: backend.shown is not first and tablet.app.match is backend.shown)
            else:
                tablet.until(lambda: tablet.app.snapshot is not None and not tablet.app.snapshot.is_over)
        return first.score

    monkeypatch.setattr(demo, "has_screen", lambda _: True)
    monkeypatch.setattr(demo, "prepare", lambda _: None)
    monkeypatch.setattr("companion.cli.play.demonstrated.show_demonstration", show)
    parser = argparse.ArgumentParser()
    demo.add_arguments(parser, lambda text: text.template)
    words = ["--game", "ouaf", "--speed", "1000", "--seed", "7", "--data", str(tmp_path)]
    args = parser.parse_args(words)
    args.lang = "en"

    assert demo.run(args) == 0
    told = capsys.readouterr().out
    assert "in a window" in told and "matches show" in told and "0 read wrong" in told.replace("\n  ", " ")
