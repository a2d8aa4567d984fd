"""Compares how well and how fast this pipeline, pyzbar and zxing-cpp read cards in the same pictures."""

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from companion.observation import Sighting, SightingState
from tests.bench.pictures.code_photographs import Trouble, draw_code_photograph
from tests.bench.pictures.drawn_play import DrawnPlay, ViewingConditions
from vision.detectors.codes import read_plain, read_second_opinion
from vision.detectors.retries import read_photograph
from vision.errors import NoPicture
from vision.frame import Frame, Grey, to_grey
from vision.pictures import pictures_in, read_picture
from vision.pipeline import Pipeline

CARD_PX = 80
SHORTEST_FRAMES = 8
"""A card that lies for half a second was put down; one that lies for less was corrected by the hand that holds it."""
READERS = ("companion", "pyzbar, whole frames", "zxing-cpp, whole frames")


@dataclass(slots=True)
class Tally:
    """The results of one reader. `delays` count the frames from a card lying still to its being read."""

    right: int = 0
    wrong: int = 0
    missed: int = 0
    cpu_s: float = 0.0
    pictures: int = 0
    delays: list[int] = field(default_factory=list)

    def add(self, other: "Tally") -> None:
        self.right += other.right
        self.wrong += other.wrong
        self.missed += other.missed
        self.cpu_s += other.cpu_s
        self.pictures += other.pictures
        self.delays += other.delays


_READ: tuple[Callable[[Grey], list[str]], ...] = (
    lambda grey: [code.text for code in read_photograph(grey)],
    lambda grey: [code.text for code in read_second_opinion(grey)],
    lambda grey: [code.text for code in read_plain(grey)],
)
"""How the three readers read a picture that stands alone."""


def photographs(folder: Path) -> Iterator[tuple[str, list[Tally]]]:
    """Yield the results of the three readers for each folder of labelled photographs."""
    for part in sorted(path for path in folder.glob("*") if path.is_dir()):
        try:
            labelled = [(path, label(path)) for path in pictures_in(part)]
        except NoPicture:
            continue
        labelled = [(path, text) for path, text in labelled if text is not None or "false" in part.name]
        if not labelled or ("qr" not in part.name and "false" not in part.name):
            continue
        pictures = [(to_grey(read_picture(path)), text) for path, text in labelled]
        yield part.name, [_read_all(reader, pictures) for reader in _READ]


def label(path: Path) -> str | None:
    """Return the text beside a photograph. Text in an unknown encoding is read as Western."""
    try:
        data = path.with_suffix(".txt").read_bytes()
    except OSError:
        return None
    for charset in ("utf-8", "shift-jis"):
        try:
            return same_lines(data.decode(charset))
        except UnicodeDecodeError:
            continue
    return same_lines(data.decode("latin-1"))


def same_lines(text: str) -> str:
    """Return a text without the differences that editors make to line ends."""
    return text.strip().replace("\r\n", "\n")


def _read_all(reader: Callable[[Grey], list[str]], pictures: Sequence[tuple[Grey, str | None]]) -> Tally:
    tally = Tally(pictures=len(pictures))
    for grey, text in pictures:
        begun = time.process_time()
        read = [same_lines(one) for one in reader(grey)]
        tally.cpu_s += time.process_time() - begun
        tally.right += text in read
        tally.missed += text is not None and text not in read
        tally.wrong += bool(read) and text not in read
    return tally


def drawn_photographs(trouble: Trouble, seeds: Iterable[int]) -> list[Tally]:
    """Return the results of the three readers for drawn photographs; each code counts."""
    tallies = [Tally() for _ in READERS]
    for seed in seeds:
        drawn = draw_code_photograph(trouble, seed)
        for tally, reader in zip(tallies, _READ, strict=True):
            begun = time.process_time()
            read = set(reader(drawn.grey))
            tally.cpu_s += time.process_time() - begun
            tally.pictures += 1
            tally.right += len(read & set(drawn.texts))
            tally.missed += len(set(drawn.texts) - read)
            tally.wrong += len(read - set(drawn.texts))
    return tallies


def drawn_play(conditions: ViewingConditions, seed: int) -> list[Tally]:
    """Return the results of the three readers for one play."""
    play = DrawnPlay(conditions, seed)
    pipeline = Pipeline()
    tallies = [Tally() for _ in READERS]
    seen: list[list[tuple[int, str]]] = [[] for _ in READERS]
    ended: list[tuple[int, Sighting]] = []

    def followed(frame: Frame) -> list[str]:
        news = pipeline.feed(frame)
        ended.extend((frame.number, one) for one in news if one.state is SightingState.END)
        return [one.reads for one in news if one.state in (SightingState.START, SightingState.UPDATE)]

    readers: tuple[Callable[[Frame], list[str]], ...] = (
        followed,
        lambda frame: [code.text for code in read_second_opinion(frame.grey)],
        lambda frame: [code.text for code in read_plain(frame.grey)],
    )
    for frame in play.frames():
        for tally, reader, texts in zip(tallies, readers, seen, strict=True):
            begun = time.process_time()
            read = reader(frame)
            tally.cpu_s += time.process_time() - begun
            tally.pictures += 1
            texts.extend((frame.number, text) for text in read)
    for tally, texts in zip(tallies, seen, strict=True):
        _judge(tally, play, texts)
    tallies[0].wrong += sum(_lies_still(play, gone, number) for number, gone in ended)
    return tallies


def _judge(tally: Tally, play: DrawnPlay, seen: Sequence[tuple[int, str]]) -> None:
    """Count for each card that lay still long enough whether it was read, and after how many frames."""
    tally.wrong += len({text for _, text in seen} - play.texts)
    for lying in play.lying:
        if lying.until - lying.since < SHORTEST_FRAMES:
            continue
        first = min(
            (n for n, text in seen if text == lying.text and lying.since <= n < lying.until), default=None
        )
        if first is None:
            tally.missed += 1
        else:
            tally.right += 1
            tally.delays.append(first - lying.since)


def _lies_still(play: DrawnPlay, gone: Sighting, number: int) -> bool:
    """Tell whether a card that was reported as gone lay still."""
    for lying in play.lying:
        if lying.text == gone.reads and lying.since <= number < lying.until:
            x, y = play.table.camera.picture_of(np.array([*lying.at_mm, 0.0]))
            left, top = np.mean(gone.corners_px, axis=0)
            if max(abs(left - x), abs(top - y)) < CARD_PX:
                return True
    return False
