"""A new owner's first cards: photographed, three typed, the others read and looked at, and then known in a match by their
faces. `pytest -m "" -s` on this file prints how long each step takes a person.
"""

import builtins
import re
import sys
import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.ids import MatchId
from companion.match import Match
from companion.rules.engine import Json
from companion.rules.games import GAMES
from companion.session.session_event import RulingEvent, SessionEvent
from companion.storage.catalogue import load_catalogue
from companion.storage.places import Places
from companion.storage.shipped_data import demonstrations
from companion.table import show as shows
from companion.table.faces import demonstration_pictures, face_reader
from companion.table.wiring import bare_controller
from tests.bench.faces import layouts
from tests.bench.faces.camera import LaidCard, Table
from tests.bench.faces.canvas import Picture
from tests.bench.faces.layouts import COLOURS, Printed
from tests.bench.faces.print_style import PrintStyle
from tests.bench.values.box import LIGHTS
from tests.cli.terminal import Terminal
from vision.virtual.scene import CardPicture

pytestmark = [pytest.mark.drawn, pytest.mark.slow]
SEED = 3311
WANTED_S = 600
LAYOUT_S, LOOK_S, TYPED_S, LINE_S = 20, 2, 2, 3
"""What a person takes to lay nine cards out and photograph them, to look at a crop, to type a number, a word or nothing, and
to read a line and answer it.
"""
CROPS = 3
"""Crops of cards of one value that are on a sheet, more than most have."""
MATCH_S = 120
"""To set a match up with these cards, by some thirty touches, and to lay the first of them."""
WORDS = {"red": "rouge", "blue": "bleue", "yellow": "jaune", "yes": "oui", "no": "non"}
Energies = Mapping[str, Mapping[str, str]]


def energies() -> Energies:
    """The values of nine energies of a box, by reference."""
    chance = np.random.default_rng(SEED)
    every = [(n, colour, has) for n in range(-1, 5) for colour in COLOURS for has in ("yes", "no")]
    chosen = [every[n] for n in chance.permutation(len(every))[:9]]
    return {
        f"EN{n:03d}-311": {"attack": f"{a}", "defence": f"{3 - a}", "colour": colour, "whistle": has}
        for n, (a, colour, has) in enumerate(chosen, 1)
    }


def faces(box: Energies) -> Mapping[str, Picture]:
    style = replace(PrintStyle.by_chance(np.random.default_rng((SEED, 33))), prints_reference=True)
    return {
        ref: layouts.draw(
            "energy", (63.0, 88.0), style, Printed(values, (SEED, 1), COLOURS[values["colour"]]), ref, "front"
        ).picture()
        for ref, values in box.items()
    }


def photograph(path: Path, drawn: Mapping[str, Picture]) -> None:
    """Photograph nine cards on a wooden table with a phone of 12 megapixels, one of them upside down."""
    viewing = replace(LIGHTS["usual"], px_per_mm=10.0, size_px=(3000, 4000))
    laid = [
        LaidCard(
            picture, (50.0 + 100 * (n % 3), 70.0 + 133 * (n // 3)), 180.0 if n == 4 else 2.0 * (n % 3 - 1)
        )
        for n, picture in enumerate(drawn.values())
    ]
    cv2.imwrite(str(path), Table(viewing, "wood", SEED).photograph(laid).pixels)


class Person:
    """Reads what the terminal says, and answers with what stands on the cards."""

    def __init__(self, box: Energies, capsys: pytest.CaptureFixture[str]) -> None:
        self._box, self._capsys = box, capsys
        self._ref = ""
        self.seconds = Counter[str]()

    def answer(self, prompt: str) -> str:
        said = self._capsys.readouterr().out
        field = (re.findall(r"\((\w+)(?:\.fr)?\)$", said, re.MULTILINE) or [""])[-1]
        if "Quelle référence" in said:
            self._ref = prompt.strip(" [>]")
            return self._spend("typing three cards", "")
        if "Partout ici" in said or "Lesquelles sont fausses" in said:
            listed = len(re.findall(r"^ +[0-9]+ ", said, re.MULTILINE))
            self.seconds["looking at sheets"] += LINE_S + LOOK_S * (listed or CROPS)
            return ""
        asked = re.search(r"Que dit ici la carte [0-9]+ (\S+)", said)
        if asked is not None:
            return self._spend("answering what is empty", self._value(asked[1], field))
        return self._spend(
            "typing three cards", "" if "Tout est juste" in said else self._value(self._ref, field)
        )

    def _value(self, ref: str, field: str) -> str:
        value = self._box[ref].get(field, "")
        return WORDS.get(value, value)

    def _spend(self, what: str, typed: str) -> str:
        self.seconds[what] += LINE_S + TYPED_S
        assert self.seconds.total() < WANTED_S, "the same is asked again and again"
        return typed


def read_in_a_match(where: Places, box: Energies, drawn: Mapping[str, Picture]) -> str:
    """Play a match in which one side has the owner's energies; return the first of them that the camera read."""
    setup, _ = demonstrations("ofusaido")["demo-match"]
    home: Json = setup["teams"]["home"]
    own = [*box, *home["energies"][len(box) :]]
    setup = {**setup, "teams": {**setup["teams"], "home": {**home, "energies": own}}}
    cards = load_catalogue("ofusaido", where.catalogues)
    truth, match = (Match(GAMES["ofusaido"], setup, cards) for _ in range(2))
    read: list[str] = []

    def hear(told: SessionEvent) -> None:
        if isinstance(told, RulingEvent) and told.by == "camera" and told.refusal is None:
            read.extend(ref for ref in box if ref in repr(told.play))

    pictures = {
        **demonstration_pictures("ofusaido"),
        **{
            ref: CardPicture(cv2.resize(one, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA))
            for ref, one in drawn.items()
        },
    }
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(shows, "demonstration_pictures", lambda _game: pictures)
        patch.setattr(shows, "face_reader", lambda game: face_reader(game, where))
        controller = bare_controller(MatchId("show"), match)
        with shows.Show(
            truth, controller, shows.Scenery(SEED, has_codes=False), hear, where.data / "rolls.db"
        ) as show:
            for _ in show.frames():
                if read:
                    break
    return read[0]


def test_a_new_owner_has_a_card_of_his_read_in_a_match_within_ten_minutes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    terminal, box = Terminal(tmp_path, capsys, monkeypatch), energies()
    drawn = faces(box)
    photograph(tmp_path / "IMG_0001.jpg", drawn)
    cpu_s = [time.process_time()]
    person = Person(box, capsys)
    person.seconds["laying and photographing"] = LAYOUT_S + 2 * LINE_S
    said = terminal.type("cards", "read", tmp_path / "IMG_0001.jpg", "--game", "ofusaido", "--lang", "fr")
    cpu_s.append(time.process_time())
    assert said.code == 0
    monkeypatch.setattr(builtins, "input", person.answer)
    said = terminal.type("cards", "review", "ofusaido", "--lang", "fr")
    cpu_s.append(time.process_time())
    assert said.code == 0, said.out
    own = {card["ref"]: card for card in load_catalogue("ofusaido", Places(terminal.data).catalogues)}
    for ref, values in box.items():
        assert {
            name: str(own[ref][name]) for name in ("attack", "defence", "colour")
        }.items() <= values.items()
        assert own[ref].get("whistle", False) is (values["whistle"] == "yes")
    assert read_in_a_match(Places(terminal.data), box, drawn) in box
    cpu_s.append(time.process_time())
    person.seconds["setting the match up"] = MATCH_S
    spent = [f"{what}: {seconds} s" for what, seconds in person.seconds.items()]
    cpu = [f"{after - before:.0f} s" for before, after in pairwise(cpu_s)]
    told = [*spent, f"all: {person.seconds.total()} s", f"CPU of reading, review and match: {', '.join(cpu)}"]
    sys.stdout.write("\n".join(told))
    assert person.seconds.total() < WANTED_S
