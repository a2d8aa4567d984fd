"""Records what the program says and shows, and compares two records: a change of structure changes none of it.

    python -m tests.bench unchanged record DIR          in each of two checkouts, with its own interpreter
    python -m tests.bench unchanged compare OLD NEW     names each file that differs, with its first difference

A record is a folder: answers of the referee to all scenarios in both languages; events of random matches by seed; forty
recorded matches as list, show, why, notation and export; the letters of a table to its hall; and, with `--pictures`, all
pages at two sizes.
"""

import argparse
import contextlib
import hashlib
import io
import json
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from random import Random
from unittest.mock import patch

from companion.bus.wire import Letter
from companion.cli.main import main as companion
from companion.match import Match
from companion.play import write_play
from companion.rules.games import GAMES
from companion.storage.shipped_data import demonstrations
from companion.virtual.chance import chosen_play
from tests.bus.memory_bus import MemoryBus
from tests.hall.evening import Evening

ROOT = Path(__file__).parents[2]
LANGUAGES = ("en", "fr")
SEEDS = 20
"""Random matches of each demonstration."""
RECORDED = 40
LONGEST = 3000
SIZES = ("1280x800", "800x480")
CHANGING = re.compile(
    r"\\?\"match\\?\": ?\\?\"\w{6}\\?\"|\b[0-9a-f]{64}\b|\b[0-9a-f]{32}\b|\b[0-9a-f]{8}\b(?=[\"\s:,)…/-])"
    r"|\d{4}-\d\d-\d\dT?[ \d:.Z]*|\b\d\d:\d\d:\d\d\b|\w*at_ms\\?\": ?\d+|\"disk_free_mb\": ?\d+"
)
"""What differs from run to run: ids, hashes, dates."""


def said_by(*words: str) -> str:
    """Return what a command prints, and its exit code."""
    out, told = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(told):
        try:
            code = companion(list(words))
        except SystemExit as ended:
            code = int(ended.code or 0)
    return f"exit {code}\n{out.getvalue()}{told.getvalue()}"


def keep(folder: Path, name: str, text: str) -> None:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def record_referee(folder: Path, scenarios: Path) -> None:
    for script in sorted(scenarios.rglob("*.jsonl")):
        for language in LANGUAGES:
            answers = said_by("referee", "--lang", language, "--options", str(script))
            keep(
                folder,
                f"referee/{script.relative_to(scenarios)}.{language}",
                answers.replace(str(script), script.name),
            )


def random_matches(seeds: int) -> Iterator[tuple[str, Match]]:
    for game, rules in GAMES.items():
        for name, (setup, cards) in sorted(demonstrations(game).items()):
            for seed in range(seeds):
                chance = Random(seed)
                house = {rule.name: chance.choice(rule.choices) for rule in rules.house_rules}
                match = Match(rules, {**setup, "house": house}, cards)
                for _ in range(LONGEST):
                    play = chosen_play(match, chance)
                    if play is None or not match.submit(play).ok:
                        break
                yield f"{game}/{name}-{seed}", match


def script_of(match: Match) -> str:
    lines = [match.setup, *(write_play(entry.play) for entry in match.entries)]
    return "".join(json.dumps(line) + "\n" for line in lines)


def record_matches(folder: Path) -> None:
    """Play the random matches; keep their events, and forty of them with all that is told of a recorded match."""
    played = dict(random_matches(SEEDS))
    chosen = sorted(played)[:: max(1, len(played) // RECORDED)][:RECORDED]
    with tempfile.TemporaryDirectory() as data:
        for name, match in played.items():
            script = Path(data) / "script.jsonl"
            script.write_text(script_of(match), encoding="utf-8")
            keep(folder, f"random/{name}", said_by("referee", "--lang", "en", str(script)))
            if name in chosen:
                record_recorded(folder, name, script, data)
        for language in LANGUAGES:
            listed = said_by("matches", "list", "--lang", language, "--data", data).splitlines()
            keep(
                folder,
                f"recorded/list.{language}",
                "\n".join(sorted(CHANGING.sub("…", line[6:]) for line in listed)),
            )


def record_recorded(folder: Path, name: str, script: Path, data: str) -> None:
    told = io.StringIO()
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(told):
        companion(["referee", "--record", "--data", data, "--lang", "en", str(script)])
    found = re.search(r"recording as match (\S+);", told.getvalue())
    assert found is not None, told.getvalue()
    match_id = found[1]
    for language in LANGUAGES:
        asked = ("--lang", language, "--data", data, match_id)
        for what, words in {
            "show": ("matches", "show", *asked),
            "why": ("matches", "why", *asked, "3"),
            "export": ("matches", "export", *asked),
            "script": ("matches", "export", "--script", *asked),
            "notation": ("matches", "export", "--notation", *asked),
        }.items():
            keep(folder, f"recorded/{name}.{what}.{language}", said_by(*words).replace(match_id, "…"))


def record_letters(folder: Path) -> None:
    """Keep the letters of a table that plays and a hall that listens, over the bus inside a process."""
    with tempfile.TemporaryDirectory() as name:
        evening = Evening(Path(name))
        table = evening.seat("1")
        letters: list[str] = []
        carry = evening.bus.carry

        def noted(account: str, letter: Letter) -> None:
            letters.append(f"{account} {letter.topic} {letter.payload.decode()}")
            carry(account, letter)

        with patch.object(MemoryBus, "carry", lambda _bus, account, letter: noted(account, letter)):
            table.play(5, events=2)
            evening.pass_time()
        evening.close()
    keep(folder, "letters", "\n".join(letters))


def record_pictures(folder: Path) -> None:
    """Draw all pages at two sizes, and keep the hash of each picture beside it."""
    sizes = [word for size in SIZES for word in ("--size", size)]
    drawer = [sys.executable, "-m", "tests.bench", "screenshots", *sizes, str(folder / "pictures")]
    subprocess.run(drawer, cwd=ROOT, check=False)
    for picture in sorted((folder / "pictures").rglob("*.png")):
        digest = hashlib.sha256(picture.read_bytes()).hexdigest()
        keep(folder, f"picture-hashes/{picture.name}", digest)


def compare(old: Path, new: Path) -> int:
    names = {str(path.relative_to(base)) for base in (old, new) for path in base.rglob("*") if path.is_file()}
    differing = 0
    for name in sorted(name for name in names if not name.endswith(".png")):
        one, other = old / name, new / name
        if not (one.exists() and other.exists()):
            print(f"{name}: only in {old if one.exists() else new}")
            differing += 1
        elif (left := lasting(one)) != (right := lasting(other)):
            print(f"{name}: {first_difference(left, right)}")
            differing += 1
    print(f"{len(names)} files, {differing} differ")
    return 1 if differing else 0


def lasting(path: Path) -> str:
    """Return the text of a file of a record without what differs from run to run."""
    return CHANGING.sub("…", path.read_text(encoding="utf-8"))


def first_difference(one: str, other: str) -> str:
    for n, (left, right) in enumerate(zip(one.splitlines(), other.splitlines(), strict=False), 1):
        if left != right:
            at = next(
                (i for i, (a, b) in enumerate(zip(left, right, strict=False)) if a != b),
                min(len(left), len(right)),
            )
            return f"line {n}:\n  {left[max(0, at - 60) : at + 100]}\n  {right[max(0, at - 60) : at + 100]}"
    return "one is longer"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    acts = parser.add_subparsers(dest="act", required=True)
    recording = acts.add_parser("record", help="write a record of this checkout into a folder")
    recording.add_argument("folder", type=Path)
    recording.add_argument("--pictures", action="store_true", help="draw all pages too; this takes minutes")
    recording.add_argument("--scenarios", type=Path, default=ROOT / "tests/scenarios")
    comparing = acts.add_parser("compare", help="name each file of two records that differs")
    comparing.add_argument("old", type=Path)
    comparing.add_argument("new", type=Path)


def run(args: argparse.Namespace) -> int:
    if args.act == "compare":
        return compare(args.old, args.new)
    record_referee(args.folder, args.scenarios)
    record_matches(args.folder)
    record_letters(args.folder)
    if args.pictures:
        record_pictures(args.folder)
    return 0
