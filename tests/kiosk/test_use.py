"""What a shop is told of its kiosk: counts by day, and nothing about people."""

import json
from pathlib import Path

from companion.kiosk import UseOfDay
from companion.storage.visits import MOST_DAYS, VisitStore


def test_counts_of_a_day_add_up(tmp_path: Path) -> None:
    store = VisitStore(tmp_path / "visits.json")
    store.add("2026-11-26", UseOfDay(visits=1, begun=1))
    days = store.add("2026-11-26", UseOfDay(ended=1, seconds=90))
    assert days == {"2026-11-26": UseOfDay(1, 1, 1, 90)}
    assert VisitStore(tmp_path / "visits.json").days() == days


def test_days_long_ago_are_forgotten(tmp_path: Path) -> None:
    store = VisitStore(tmp_path / "visits.json")
    days = {f"{2000 + n // 300}-{n % 300:03}": {"visits": 1} for n in range(MOST_DAYS)}
    (tmp_path / "visits.json").write_text(json.dumps(days))
    assert len(store.add("2026-11-26", UseOfDay(visits=1))) == MOST_DAYS
    assert "2000-000" not in store.days()


def test_a_damaged_file_counts_from_nothing(tmp_path: Path) -> None:
    (tmp_path / "visits.json").write_text("{")
    assert VisitStore(tmp_path / "visits.json").add("2026-11-26", UseOfDay(visits=2)) == {
        "2026-11-26": UseOfDay(visits=2)
    }
