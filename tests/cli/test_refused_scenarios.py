"""Scripts whose set-up is refused: the check after it holds, and the command leaves with 2.

They stand in a folder of their own, as those beside it are all played to their end.
"""

from pathlib import Path

import pytest

from companion.cli.main import main
from tests.cli.terminal import SCENARIOS

REFUSED = sorted(SCENARIOS.parent.glob("*/refused/*.jsonl"))


def test_there_are_some() -> None:
    assert REFUSED


@pytest.mark.parametrize("script", REFUSED, ids=lambda path: path.stem)
def test_a_refused_set_up_is_told_and_its_check_holds(
    script: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["referee", str(script)]) == 2
    said = capsys.readouterr()
    assert '"bad_setup"' in said.out
    assert '"check"' not in said.out
    assert len(said.err.splitlines()) == 1
