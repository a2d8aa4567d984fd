"""The front door: help at once, one line for an accident, and both languages."""

import subprocess
import sys

import pytest

from companion.cli.commands import COMMANDS
from companion.cli.main import main
from companion.version import program_version

HEAVY = ("yaml", "sqlite3", "platformdirs", "companion.rules", "companion.match")


@pytest.mark.process
def test_help_imports_no_command_and_nothing_heavy() -> None:
    code = (
        "import sys; from companion.cli.main import main\n"
        "try: main(['--help'])\n"
        "except SystemExit: pass\n"
        f"print('heavy:', [name for name in sys.modules if name.startswith({HEAVY!r})])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.rstrip().endswith("heavy: []")


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_command_has_its_help(command: str, language: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main([command, "--lang", language, "--help"])
    assert left.value.code == 0
    usage = "usage :" if language == "fr" else "usage: "
    assert capsys.readouterr().out.startswith(usage)


def test_an_unknown_command_is_refused_in_ones_own_language(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(["--lang", "fr", "danse"])
    assert left.value.code == 2
    assert "choix invalide : 'danse'" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("variable", "expected"), [("fr_FR.UTF-8", "commandes"), ("C.UTF-8", "commands"), ("de_DE", "commands")]
)
def test_the_environment_says_which_language(
    variable: str, expected: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LC_ALL", variable)
    with pytest.raises(SystemExit):
        main(["--help"])
    assert f"{expected}" in capsys.readouterr().out


@pytest.mark.parametrize("typed", [[], ["--lang", "en"], ["--lang=en"]])
def test_without_a_command_one_is_told_what_there_is_and_where_to_begin(
    typed: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    with pytest.raises(SystemExit) as left:
        main(typed)
    told = capsys.readouterr()
    assert (left.value.code, told.err) == (2, "")
    lines = told.out.splitlines()
    assert [name for name in COMMANDS if not any(line.startswith(f"  {name} ") for line in lines)] == []
    assert told.out.index("where to begin:") < told.out.index("companion demo") < told.out.index("commands:")


def test_what_is_typed_wrongly_is_told_as_ever(capsys: pytest.CaptureFixture[str]) -> None:
    for typed in (["--nonsense"], ["--lang"]):
        with pytest.raises(SystemExit) as left:
            main(typed)
        assert left.value.code == 2
        assert len(capsys.readouterr().err.splitlines()) == 2


@pytest.mark.parametrize(
    ("typed", "usage", "told"),
    [
        ("referee --record=yes x", "companion referee", "argument --record : cette option ne prend pas de valeur, et 'yes' en est une"),
        ("watch --source 0", "companion watch", "il manque l’un des arguments --setup --resume"),
        ("watch --setup a --resume b", "companion watch", "argument --resume : incompatible avec --setup"),
        ("tournament players spring --add", "companion tournament players", "argument --add : il faut au moins une valeur"),
        ("cards import a.csv --ofusaido", "companion cards import", "arguments inconnus : --ofusaido"),
        ("matches list spring", "companion matches list", "arguments inconnus : spring"),
    ],
)  # fmt: skip
def test_what_is_typed_wrongly_is_told_in_french_below_the_usage_of_what_was_typed(
    typed: str, usage: str, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as left:
        main(["--lang", "fr", *typed.split()])
    said = capsys.readouterr().err.replace("\u00a0", " ")
    assert left.value.code == 2
    assert said.startswith(f"usage : {usage} ")
    assert said.splitlines()[-1] == f"{usage}: {told}"


@pytest.mark.parametrize("command", ["play", "watch", "demo"])
def test_a_newcomer_finds_lines_to_type_in_the_help(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main([command, "--help"])
    assert f"\n  companion {command}" in capsys.readouterr().out


def test_the_version_is_that_of_the_package(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(["--version"])
    assert (left.value.code, capsys.readouterr().out) == (0, f"companion {program_version()}\n")


@pytest.mark.parametrize(
    ("language", "says"), [("en", "did you mean 'play'?"), ("fr", "vouliez-vous dire 'play'")]
)
def test_a_command_that_is_nearly_right_is_named(
    capsys: pytest.CaptureFixture[str], language: str, says: str
) -> None:
    with pytest.raises(SystemExit):
        main(["--lang", language, "paly"])
    assert says in capsys.readouterr().err


def test_options_are_written_out() -> None:
    with pytest.raises(SystemExit):
        main(["demo", "--game", "lignes", "--head"])
