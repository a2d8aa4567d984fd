"""Whatever is typed, sent or found on disk: an exit code of 0, 1 or 2, and never a traceback."""

import contextlib
import io
import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from companion.cli.main import main
from companion.rules.games import GAMES
from tests.cli.terminal import ALL, SCENARIOS, plays_only

EXIT_CODES = (0, 1, 2)
MANY = 50
"""Examples a test; with 1200 nothing more was found."""
PLAYS = [json.loads(line) for path in ALL for line in plays_only(path)[1:]]
SETUPS = [json.loads(plays_only(path)[0]) for path in ALL]
CARDS = [card for setup in SETUPS for card in setup.get("catalogue", [])]
FUZZ = settings(
    max_examples=MANY, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)

strange = st.sampled_from(
    [
        None, True, False, 0, -1, 1.5, 1e308, 10**3990, -(10**400), "", "home", "\ud800", "\0", "{x}", "{", "x" * 10_000,
        [], {}, [[]], {"": {}}, [None], {"en": 1}, {"en": "a", "fr": "b"}, {"play": "undo"},
        json.loads("[" * 95 + "]" * 95), json.loads('{"a":' * 95 + "1" + "}" * 95),
    ]
)  # fmt: skip
anything = st.recursive(
    strange | st.integers() | st.text(max_size=8) | st.floats(allow_nan=False, allow_infinity=False),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)


def paths_of(data: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The way to every value inside a value."""
    found = [path]
    items = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, item in items:
        found += paths_of(item, (*path, key))
    return found


def with_change(data: Any, path: tuple[Any, ...], value: Any) -> Any:
    """A copy of a value with something else at the end of a way."""
    if not path:
        return value
    copy = dict(data) if isinstance(data, dict) else list(data)
    copy[path[0]] = with_change(data[path[0]], path[1:], value)
    return copy


@st.composite
def broken(draw: st.DrawFn, originals: list[Any]) -> Any:
    """Something that was right, with one to three values replaced."""
    data = draw(st.sampled_from(originals))
    for _ in range(draw(st.integers(1, 3))):
        data = with_change(data, draw(st.sampled_from(paths_of(data))), draw(anything))
    return data


match_plays = st.one_of(
    st.builds(lambda seq, play: {"play": "correct", "seq": seq, "with": play}, anything, broken(PLAYS)),
    st.builds(
        lambda seq: {"play": "correct", "seq": seq % 20, "with": PLAYS[seq % len(PLAYS)]}, st.integers(0, 200)
    ),
    st.builds(
        lambda path, value: {"play": "override", "set": {path: value}, "reason": "x"},
        st.sampled_from(
            ["score.home", "teams.away.hand", "phase", "turn", "", "score.red", "reputation.blue", "happy"]
        )
        | st.text(),
        anything | st.integers(-3, 40),
    ),
    st.builds(lambda to: {"play": "undo", "to": to}, anything | st.integers(0, 20)),
    st.just({"play": "undo"}),
    st.builds(lambda seat: {"play": "concede", "seat": seat}, anything | st.just("home")),
    st.builds(lambda clock: {"play": "time_up", "clock": clock}, anything | st.text()),
)
checks = st.builds(
    lambda want: {"expect": want},
    anything | st.dictionaries(st.sampled_from("ok events view expects error".split()), anything),
)
lines = st.one_of(
    st.sampled_from(PLAYS).map(json.dumps),
    broken(PLAYS).map(json.dumps),
    match_plays.map(json.dumps),
    checks.map(json.dumps),
)
noise = st.binary(max_size=60) | st.sampled_from(
    [b"\xff", b"{", b'{"play": ', b"[" * 5000, b"\0", b'"\\ud800"', b"1e999"]
)


def run(*words: str, stdin: bytes = b"") -> str:
    """Run a command in this process; what it said. An exception that comes through is what is looked for."""
    out, err = io.TextIOWrapper(io.BytesIO()), io.TextIOWrapper(io.BytesIO())
    before = sys.stdin
    sys.stdin = io.TextIOWrapper(io.BytesIO(stdin))
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            try:
                code: Any = main(list(words))
            except SystemExit as left:
                code = left.code
    finally:
        sys.stdin = before
    out.flush()
    err.flush()
    said: str = out.buffer.getvalue().decode() + err.buffer.getvalue().decode()
    assert code in EXIT_CODES, said
    assert "Traceback" not in said
    return said


@pytest.fixture(scope="module")
def data() -> Any:
    with tempfile.TemporaryDirectory() as folder:
        yield folder


@pytest.fixture(scope="module", autouse=True)
def no_data_of_ones_own(data: str) -> Any:
    """Whatever words come up, they find an empty folder instead of a player's matches."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("COMPANION_DATA", data)
        yield


def whole_match(index: int) -> list[str]:
    return plays_only(ALL[index])


@pytest.mark.slow
@pytest.mark.many
@FUZZ
@given(st.integers(0, len(SETUPS) - 1), st.integers(0, 30), st.lists(lines, max_size=12), st.booleans())
def test_plays_of_any_kind_are_answered(
    data: str, index: int, cut: int, more: list[str], record: bool
) -> None:
    script = "\n".join([*whole_match(index)[: cut + 1], *more])
    words = ["--record", "--data", data] if record else ["--options"]
    run("referee", "-", *words, stdin=script.encode())


@FUZZ
@given(broken(SETUPS))
@example({"game": "ofusaido", "teams": {}})
def test_set_ups_of_any_kind_are_answered(data: str, setup: Any) -> None:
    run("referee", "-", "--data", data, stdin=json.dumps(setup).encode() + b'\n{"expect": {"ok": true}}')


@pytest.mark.slow
@pytest.mark.many
@FUZZ
@given(st.lists(st.one_of(noise, lines.map(str.encode)), max_size=8), st.booleans())
def test_files_of_any_kind_are_answered(data: str, rows: list[bytes], with_setup: bool) -> None:
    first = [json.dumps(SETUPS[0]).encode()] if with_setup else []
    text = b"\n".join([*first, *rows])
    run("referee", "-", stdin=text)
    run("matches", "import", "-", "--data", data, stdin=text)
    run("matches", "import", "-", "--data", data, stdin=text[: len(text) * 2 // 3])


@pytest.mark.many
@FUZZ
@given(st.lists(broken(CARDS) | anything, max_size=4) | anything, st.sampled_from(["json", "yaml"]))
def test_catalogues_of_any_kind_are_answered(cards: Any, suffix: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "catalogues" / "ofusaido" / f"mine.{suffix}"
        file.parent.mkdir(parents=True)
        file.write_text(json.dumps(cards), encoding="utf-8")
        run("referee", "-", "--data", folder, stdin=b'{"game": "ofusaido"}')


@pytest.mark.many
@FUZZ
@given(
    st.binary(max_size=80) | st.text(alphabet="-:{}[]&*!|>#%@ \n\t'\"ab1.,?~<=0", max_size=60).map(str.encode)
)
def test_yaml_of_any_kind_is_answered(text: bytes) -> None:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "catalogues" / "ofusaido" / "mine.yaml"
        file.parent.mkdir(parents=True)
        file.write_bytes(text)
        run("referee", "-", "--data", folder, stdin=b'{"game": "ofusaido"}')


@pytest.fixture(scope="module")
def exported(data: str) -> list[Any]:
    said = run("referee", str(SCENARIOS / "04-undo-and-correct.jsonl"), "--record", "--data", data)
    name = said.split("recording as match ")[1][:6]
    return [json.loads(line) for line in run("matches", "export", name, "--data", data).splitlines()]


@pytest.mark.slow
@pytest.mark.many
@FUZZ
@given(st.data(), st.booleans())
def test_exports_of_any_kind_are_answered(
    data: str, exported: list[Any], draws: st.DataObject, other_rules: bool
) -> None:
    rows = list(exported)
    if other_rules:
        # Then nothing is judged again: whatever stands there reaches the fold.
        rows[0] = {**rows[0], "rules_version": "ofusaido-0"}
    for _ in range(draws.draw(st.integers(1, 3))):
        n = draws.draw(st.integers(0 if not other_rules else 1, len(rows) - 1))
        small = {**rows[n], "catalogue": []} if isinstance(rows[n], dict) and not n else rows[n]
        path = draws.draw(st.sampled_from(paths_of(small)))
        rows[n] = with_change(rows[n], path, draws.draw(anything))
    with tempfile.TemporaryDirectory() as folder:
        text = "\n".join(map(json.dumps, rows)).encode()
        name = run("matches", "import", "-", "--data", folder, stdin=text)[:6]
        run("matches", "list", "--data", folder)
        run("matches", "show", name, "--data", folder)


@FUZZ
@given(
    st.lists(
        st.sampled_from("list show export import resume --lang fr --data -o --script zz -".split())
        | st.text(max_size=5),
        max_size=5,
    )
)
def test_words_of_any_kind_are_answered(words: list[str]) -> None:
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        run("matches", "--lang", "en", *words)


@pytest.mark.parametrize(
    "text",
    [
        b"", b"[" * 200_000, b'{"a":' * 200_000, b'{"game": "ofusaido", "teams": ' + b"[" * 900 + b"]" * 900 + b"}",
        b'{"game": ' + b"9" * 100_000 + b"}", b"\xff\xfe\x00", b'{"game": "ofusaido"', b"x" * 5_000_000,
        json.dumps(SETUPS[0]).encode() + b'\n{"expect": ' + b'{"view":' * 300 + b"1" + b"}" * 301,
    ],
)  # fmt: skip
def test_what_is_no_set_up_is_told_in_one_line(text: bytes) -> None:
    *answers, told = run("referee", "-", stdin=text).splitlines()
    assert told.startswith("companion: ")
    assert all(answer.startswith("{") for answer in answers)


@pytest.mark.process
def test_the_command_itself_never_shows_a_traceback() -> None:
    command = [sys.executable, "-m", "companion", "referee", "-"]
    done = subprocess.run(command, input=b"[" * 200_000, capture_output=True, check=False)
    assert done.returncode == 2
    assert b"Traceback" not in done.stderr
    assert done.stderr.count(b"\n") == 1


def test_every_game_is_fuzzed() -> None:
    assert {setup["game"] for setup in SETUPS} == set(GAMES)
