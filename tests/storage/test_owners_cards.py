"""The owner's files: changed where they must be, left alone where they need not, and never half written."""

import json
import os
import signal
import subprocess
import sys
import time
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, Self

import pytest

from companion.errors import CatalogueError, StorageError
from companion.ids import CardRef
from companion.storage import yaml_text
from companion.storage.catalogue import load_catalogue, read_catalogue
from companion.storage.drafts import Draft, Drafts
from companion.storage.owners_cards import (
    CardFileChange,
    Labelled,
    OwnersCards,
    Saved,
    references,
    without_codes,
)

NOW = datetime(2031, 5, 4, 13, 14, 15, tzinfo=UTC)
QUICK, SLOW = 10, 200
COMMENTED = """\
# My box, the blue one.
game: ofusaido
title: Mine   # all of them

cards:
  # --- energies
  - kind: energy
    ref: EN001-700
    attack: 2   # worn, may be a 3
    defence: 1
    colour: blue

  # The next one is from the club.
  - {kind: energy, ref: EN002-700, attack: 0, defence: 3, colour: red}

  # --- the end
"""

FIELDS = ("kind: energy", "ref: EN001-700", "attack: 2", "defence: 1", "colour: blue")


def energy(ref: str = "EN001-700", attack: int = 2) -> dict[str, Any]:
    return {"kind": "energy", "ref": ref, "attack": attack, "defence": 3 - attack, "colour": "blue"}


class Owner:
    """Somebody with files of cards."""

    def __init__(self, root: Path) -> None:
        self.shipped = root / "shipped"
        self.root = root / "owner"
        self.folder = self.root / "ofusaido"

    @property
    def cards(self) -> OwnersCards:
        return OwnersCards("ofusaido", self.shipped, self.root)

    def write(self, name: str, content: str | list[Any]) -> Path:
        self.folder.mkdir(parents=True, exist_ok=True)
        path = self.folder / name
        path.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
        return path

    def save(self, *cards: dict[str, Any], name: str = "cards.yaml", **change: Any) -> Saved:
        return self.cards.save(self.folder / name, CardFileChange(cards, **change), NOW)

    def refs(self) -> list[str]:
        return [card["ref"] for card in load_catalogue("ofusaido", [self.shipped, self.root])]


@pytest.fixture
def owner(tmp_path: Path) -> Owner:
    return Owner(tmp_path)


def test_the_first_card_makes_the_file(owner: Owner) -> None:
    saved = owner.save(energy())
    assert saved == Saved(owner.folder / "cards.yaml", None, keeps_comments=True)
    assert yaml_text.parse(saved.path.read_bytes()) == {"game": "ofusaido", "cards": [energy()]}


def test_a_new_card_comes_last_and_nothing_else_moves(owner: Owner) -> None:
    path = owner.write("cards.yaml", COMMENTED)
    saved = owner.save(energy("EN003-700"))
    assert (saved.old_copy, saved.keeps_comments) == (None, True)
    text = path.read_text()
    assert (
        text.replace(
            "\n\n  - kind: energy\n    ref: EN003-700\n    attack: 2\n    defence: 1\n    colour: blue\n",
            "\n",
        )
        == COMMENTED
    )
    assert owner.refs() == ["EN001-700", "EN002-700", "EN003-700"]


def test_a_changed_card_keeps_its_place_and_the_file_as_it_was_is_kept(owner: Owner) -> None:
    path = owner.write("cards.yaml", COMMENTED)
    saved = owner.save(energy(attack=4))
    assert saved.old_copy == owner.folder / "old" / "cards-20310504-131415.yaml"
    assert saved.old_copy.read_text() == COMMENTED
    assert owner.refs() == ["EN001-700", "EN002-700"]
    for remark in ("# My box", "# all of them", "# --- energies", "# The next one", "# --- the end"):
        assert remark in path.read_text()


def test_two_changes_within_a_second_keep_two_copies(owner: Owner) -> None:
    for attack in (2, 3, 4):
        owner.save(energy(attack=attack))
    assert len(list((owner.folder / "old").iterdir())) == 2


def test_a_removed_card_is_gone_and_its_tag_with_it(owner: Owner) -> None:
    path = owner.write("cards.yaml", COMMENTED)
    owner.save(tags={200: CardRef("EN001-700"), 201: CardRef("EN002-700")})
    owner.save(removed=frozenset({CardRef("EN001-700")}))
    assert owner.refs() == ["EN002-700"]
    assert owner.cards.catalogue.tags == {201: "EN002-700"}
    assert "# My box" in path.read_text()


@pytest.mark.parametrize(
    "text",
    [
        "game: ofusaido\ncards: []\n",
        'game: ofusaido\ncards: [{"kind": energy, ref: EN001-700, attack: 2, defence: 1, colour: blue}]  # odd\n',
        "# a bare list\n- kind: energy\n  ref: EN001-700\n  attack: 2\n  defence: 1\n  colour: blue",
        "game: ofusaido\r\ncards:\r\n- " + "\r\n  ".join(FIELDS) + "\r\n",
        "\ufeffgame: ofusaido\ncards:\n  -\n    " + "\n    ".join(FIELDS) + "\n",
        "cards:\n- &one\n  " + "\n  ".join(FIELDS) + "\n- *one\ngame: ofusaido\n",
        "cards:\n- kind: stadium\n  ref: ST001-700\n  name: |\n    # no remark\n\n    # nor this\ntitle: x\n",
    ],
)
def test_however_a_file_is_written_the_right_cards_come_out(owner: Owner, text: str) -> None:
    owner.write("cards.yaml", text)
    before = {card["ref"]: card for card in load_catalogue("ofusaido", [owner.shipped, owner.root])}
    owner.save(energy("EN001-700", 3), energy("EN009-700"), tags={205: CardRef("EN009-700")})
    after = {card["ref"]: card for card in load_catalogue("ofusaido", [owner.shipped, owner.root])}
    assert after == {**before, "EN001-700": energy("EN001-700", 3), "EN009-700": energy("EN009-700")}
    assert owner.cards.catalogue.tags == {205: "EN009-700"}


def test_where_comments_cannot_be_kept_it_is_said_and_the_old_file_has_them(owner: Owner) -> None:
    owner.write("cards.yaml", "# mine\ngame: ofusaido\ncards: []\n")
    saved = owner.save(energy())
    assert not saved.keeps_comments
    assert saved.old_copy is not None and "# mine" in saved.old_copy.read_text()


def test_a_json_file_stays_one(owner: Owner) -> None:
    path = owner.write("cards.json", [energy()])
    owner.save(energy("EN002-700"), name="cards.json")
    assert json.loads(path.read_text()) == [energy(), energy("EN002-700")]


def test_a_change_that_would_break_the_catalogue_is_refused_and_nothing_changed(owner: Owner) -> None:
    path = owner.write("cards.yaml", COMMENTED)
    owner.write("other.yaml", [energy("EN005-700")])
    for cards, tags in (
        ([{**energy(), "attack": 9}], {}),
        ([energy("EN005-700", 3)], {}),
        ([energy("X-1")], {}),
        ([], {200: CardRef("EN404-700")}),
    ):
        with pytest.raises(CatalogueError):
            owner.save(*cards, tags=tags)
    assert path.read_text() == COMMENTED
    assert not (owner.folder / "old").exists()


def test_a_file_that_would_be_too_large_to_be_read_is_not_written(
    owner: Owner, monkeypatch: pytest.MonkeyPatch
) -> None:
    most = owner.save(energy()).path.stat().st_size + 10
    monkeypatch.setattr("companion.storage.owners_cards.MOST_BYTES", most)
    change = CardFileChange((energy("EN002-700"),))
    for write in (owner.cards.try_change, partial(owner.cards.save, now=NOW)):
        with pytest.raises(CatalogueError, match="would hold 2 cards in 1 MB"):
            write(owner.folder / "cards.yaml", change)
    assert owner.refs() == ["EN001-700"]


def test_a_post_that_no_line_has_is_refused(owner: Owner) -> None:
    stats = dict.fromkeys(("TIR", "TDL", "DRB", "PAS", "TAK", "INT"), 3)
    player = {"kind": "player", "ref": "JO001-700", "level": 5, "posts": ["BUT"], "stats": stats}
    with pytest.raises(CatalogueError, match=r"JO001-700 posts: the word BUT cannot be used here"):
        owner.save(player)
    owner.write("posts.yaml", [{"kind": "posts", "table": {"ATT": ["BUT"]}}])
    owner.save(player)
    assert owner.cards.card("JO001-700") == player


def test_a_card_goes_where_it_stands_or_where_its_reference_fits(owner: Owner) -> None:
    owner.write(
        "club.yaml",
        'game: ofusaido\npattern: "X-[0-9]+"\ncards: [{kind: energy, ref: X-1, attack: 2, '
        "defence: 1, colour: blue}]\n",
    )
    owner.write("more.yaml", [energy("EN005-700")])
    assert owner.cards.file_for("X-7").name == "club.yaml"
    assert owner.cards.file_for("EN005-700").name == "more.yaml"
    assert owner.cards.file_for("EN006-700").name == "cards.yaml"
    with pytest.raises(CatalogueError, match="nonsense is not a card reference"):
        owner.cards.file_for("nonsense")


def test_a_disk_that_is_full_is_told_and_leaves_the_old_file(
    owner: Owner, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = owner.write("cards.yaml", COMMENTED)

    def full(_handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(StorageError, match="the disk is full"):
        owner.save(energy("EN003-700"))
    assert path.read_text() == COMMENTED
    assert [name.name for name in owner.folder.iterdir() if "half" in name.name] == []


# --- tags


@pytest.mark.parametrize(
    ("tags", "problem"),
    [
        ('{"199": EN001-700}', "tags.199: a tag for cards is a number from 200 to 586"),
        ('{"587": EN001-700}', "from 200 to 586, not '587'"),
        ('{"٢٠٠": EN001-700}', "from 200 to 586"),
        ('{"200": EN404-700}', "tag 200 is for EN404-700, which is not a card of any catalogue"),
        ('{"200": 7}', "tags.200: this must be text; here: 7"),
        ('{"200": EN001-700, "200": EN001-700}', "200 appears twice"),
        ("[200]", "tags: this must be an object"),
    ],
)
def test_a_tag_that_cannot_be_is_refused(owner: Owner, tags: str, problem: str) -> None:
    owner.write("cards.yaml", f"tags: {tags}\n{COMMENTED}")
    with pytest.raises(CatalogueError, match=problem):
        read_catalogue("ofusaido", [owner.shipped, owner.root])


def test_a_tag_is_on_one_card_and_a_card_may_bear_several(owner: Owner) -> None:
    owner.write("a.yaml", 'tags: {"200": EN001-700, "201": EN001-700}\n' + COMMENTED)
    assert owner.cards.catalogue.tags == {200: "EN001-700", 201: "EN001-700"}
    owner.write("b.yaml", 'tags: {"200": EN002-700}\ncards: []\n')
    with pytest.raises(
        CatalogueError, match=r"tag 200 is for EN002-700, but another file gives it to EN001-700"
    ):
        _ = owner.cards


# --- lists


def test_references_tell_where_a_card_stands_and_whether_a_camera_knows_it(
    owner: Owner, tmp_path: Path
) -> None:
    owner.write("cards.yaml", 'tags: {"200": EN001-700}\n' + COMMENTED)
    folder = owner.shipped / "ofusaido"
    folder.mkdir(parents=True)
    demo = {"game": "ofusaido", "demonstration": True, "cards": [energy("EN900-900")]}
    (folder / "demo.json").write_text(json.dumps(demo))
    listed = references("ofusaido", [owner.shipped, owner.root])
    assert [(card.ref, card.tags, card.is_demonstration) for card in listed] == [
        ("EN001-700", (200,), False),
        ("EN002-700", (), False),
        ("EN900-900", (), True),
    ]
    labelled = Labelled(tmp_path / "labelled.json")
    assert [card.ref for card in without_codes(listed, labelled.of("ofusaido"))] == ["EN002-700"]
    labelled.add("ofusaido", ["EN002-700"])
    labelled.add("ouaf", ["RO001-001"])
    assert without_codes(listed, labelled.of("ofusaido")) == []


# --- drafts


def test_a_draft_is_kept_replaced_and_dropped(tmp_path: Path) -> None:
    drafts = Drafts(tmp_path / "drafts")
    draft = Draft("ofusaido", "energy", "EN/../001", {"attack": 2}, {"colour": "blue"})
    assert drafts.all() == []
    drafts.keep(Draft("ofusaido", "energy", "EN/../001"))
    drafts.keep(draft)
    (tmp_path / "drafts" / "broken.json").write_text("{")
    assert drafts.all() == [draft]
    drafts.drop(draft)
    drafts.drop(draft)
    assert drafts.all() == []


# --- power cuts

EDITING = """
import os, sys
from datetime import UTC, datetime
from pathlib import Path
from companion.storage.owners_cards import CardFileChange, OwnersCards
root = Path(sys.argv[1])
now = datetime(2031, 5, 4, tzinfo=UTC)

def edit():
    for n in range(100_000):
        cards = OwnersCards("ofusaido", root / "shipped", root / "owner")
        attack = n % 5 - 1
        change = [{"kind": "energy", "ref": f"EN{k:03}-700", "attack": attack, "defence": 3 - attack,
                   "colour": "blue"} for k in range(1, 12)]
        cards.save(root / "owner" / "ofusaido" / "cards.yaml", CardFileChange(tuple(change)), now)
        os.write(1, b"%d\\n" % attack)

for _ in sys.stdin:
    pid = os.fork()
    if pid == 0:
        edit()
        os._exit(0)
    os.write(1, b"editor %d\\n" % pid)
    os.write(1, b"ended %d\\n" % os.waitpid(pid, 0)[1])
"""


class Editors:
    """Processes that change the catalogue over and over, each born of one that has imported everything."""

    def __init__(self, root: Path) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-c", EDITING, str(root)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        with self._process:
            self._process.kill()

    def _line(self) -> list[str]:
        assert self._process.stdout is not None
        return self._process.stdout.readline().decode().split()

    def kill_one(self, chance: Random) -> list[int]:
        """Start one and kill it in the middle of something; what it had said it saved."""
        assert self._process.stdin is not None
        self._process.stdin.write(b"\n")
        self._process.stdin.flush()
        pid, said, heard = None, [], chance.randint(1, 3)
        while pid is None or len(said) < heard:
            words = self._line()
            if words[0] == "editor":
                pid = int(words[1])
            else:
                said.append(int(words[0]))
        busy(chance.random() * 0.08)
        os.kill(pid, signal.SIGKILL)
        while (words := self._line())[0] != "ended":
            said.append(int(words[0]))
        assert words[1] == str(int(signal.SIGKILL))
        return said


def busy(seconds: float) -> None:
    """Let a moment of chance pass, so that the kill comes anywhere in a change."""
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        pass


def kill_while_editing(owner: Owner, editors: Editors, chance: Random) -> None:
    """Every save writes one number on all cards: whatever instant it dies, all cards have the same one."""
    said = editors.kill_one(chance)
    attacks = {card["attack"] for card in load_catalogue("ofusaido", [owner.shipped, owner.root])}
    assert len(attacks) == 1
    # It may be one further than it could say.
    assert attacks <= {said[-1], (said[-1] + 2) % 5 - 1}


@pytest.mark.slow
@pytest.mark.process
def test_a_catalogue_killed_at_any_instant_is_the_old_or_the_new_one(owner: Owner) -> None:
    with Editors(owner.root.parent) as editors:
        for seed in range(QUICK):
            kill_while_editing(owner, editors, Random(seed))
    owner.save(energy("EN100-700"))
    assert not list(owner.folder.glob(".*half*"))


@pytest.mark.process
@pytest.mark.slow
def test_a_catalogue_killed_two_hundred_times_is_never_half(owner: Owner) -> None:
    with Editors(owner.root.parent) as editors:
        for seed in range(1000, 1000 + SLOW):
            kill_while_editing(owner, editors, Random(seed))
