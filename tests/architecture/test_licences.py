"""Whoever carries the program on knows under which licence each of its packages stands."""

import re

from tests.architecture.test_layout import ROOT

LOCKED = re.compile(r"^([A-Za-z0-9_.-]+)==", re.MULTILINE)
ROW = re.compile(r"^\| ([A-Za-z0-9_.-]+) \| (?:to run|for a hall|to check) \| (\S.*) \|$", re.MULTILINE)


def test_every_package_of_the_locks_is_listed_with_its_licence() -> None:
    locked = {name for kind in ("run", "hall", "check") for name in LOCKED.findall(lock_of(kind))}
    listed = {name for name, _licence in ROW.findall((ROOT / "docs/licences.md").read_text(encoding="utf-8"))}
    assert listed == locked


def lock_of(kind: str) -> str:
    return (ROOT / f".locks/{kind}.txt").read_text(encoding="utf-8")
