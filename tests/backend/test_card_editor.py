"""A card that is entered on the screens: a player without a name is not kept."""

from pathlib import Path
from typing import Any

import pytest

from companion.backend.cards import LocalCardEditor
from companion.storage.places import Places
from companion.storage.shipped_data import demonstrations
from companion.words import translate


@pytest.mark.parametrize(("kind", "is_named"), [("player", True), ("goalkeeper", True), ("energy", False)])
def test_a_footballer_needs_his_name_and_an_energy_needs_none(
    tmp_path: Path, kind: str, is_named: bool
) -> None:
    editor = LocalCardEditor(Places(tmp_path))
    _, cards = demonstrations("ofusaido")["demo-match"]
    card: dict[str, Any] = next(one for one in cards if one["kind"] == kind)
    editor._put("ofusaido", {**card, "name": ""} if "name" in card else card)
    entry = editor.begin("ofusaido", kind, card["ref"])
    while entry.question is not None:
        entry = entry.answer(entry.question.default)
    faults = editor.faults(entry)
    assert [one.field for one in faults] == (["name"] if is_named else [])
    assert all(translate(one.says, "en").startswith("the card has no name") for one in faults)
