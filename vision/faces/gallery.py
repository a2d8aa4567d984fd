"""Recognises a card by its face, among the faces that were enrolled.

A sketch of the card proposes faces. The picture is laid over the likeliest and shown in its light. Then the pair decides: on
the pixels in which that face and another differ most, the picture resembles the one or the other. The least such margin,
over all other faces, is that of the recognition. Where it is too small, or what decides is hidden by glare, nothing is read.
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.observation import ReadingStatus
from vision.faces.alignment import flattened
from vision.faces.face import Face, rectangle, size_px
from vision.faces.face_group import FaceGroup
from vision.faces.laid_picture import LaidPicture, dazzled, lay
from vision.faces.light_fit import evened, relit, sharpened
from vision.faces.misfit import Comparison, compare
from vision.faces.proposed_faces import ProposedFace, proposed_faces
from vision.faces.rim_cover import hidden_from_rim
from vision.faces.tint_look import paper_off, tint_margin
from vision.faces.twin_look import shape_margin
from vision.faces.whole_look import TWIN, UNLIKE, as_likely, is_surely_not
from vision.frame import Pixels, Quad, quad, to_grey

LEAST_MARGIN, SURE_MARGIN, DAZZLED_MARGIN = 0.35, 0.5, 0.2
"""The least margin of a card, of one on which something lies, and of one with glare. Of 340 cards that were read in ordinary
light, with blur and under a lamp, all but two had 0.44 and more; twins of which only the other was enrolled have 0.3 to 1.
"""
LEAST_SHAPE_MARGIN = 0.5
"""The least margin that the shape of what differs must tell: of 1,000 pairs of a card and a twin none had the wrong sign, and
most had 0.8 and more.
"""
LEAST_TINT_MARGIN, MOST_PAPER_OFF = 0.6, 0.12
"""The least margin that tints must tell: of 331 looks at SET cards that are hatched or empty, the six of the wrong sign had 0.5
at most. By which share of light paper may be of another tint: of 243 looks at cards that were enrolled 4 % had more, of 70 at
cards of which only the hatched or the empty twin was, all but one.
"""
LEAST_LIKENESS = 0.9
"""The correlation with the reference's print below which a card is none that was enrolled: those of other decks have up to
0.88.
"""
NEAR = 0.5
"""The correlation below which no rival of a face is looked at: a card and its twins are more alike."""
MAYBE = 0.8
"""The correlation from which print is moved to where it belongs: 0.85 and more where a phone's lens moved it."""
EXPLAINS = 0.9
"""The correlation from which no other face is tried."""
SAME_PLACE_PX = 2.0
"""How far apart the corners of a card may lie that is laid over two faces: of 40 cards 39 were within 1.4 px, and one that was
laid wrongly 4 px off.
"""
LEFT = 0.6
"""The share of what decides that must be in sight,"""
GLIMPSE, GLIMPSE_MARGIN = 0.2, 0.65
"""the share that is enough with such a margin: under a lamp the right one of two twins had 0.65 and more, the wrong one 0.23
at most,
"""
PLENTY, LEAST = 100 * 50.0**2, 10 * 25.0**2
"""unless so much is: 100 px that differ by 50 grey levels. Less than 10 px that differ by 25 tell little."""
TELLING_MARGIN = 0.45
"""The margin of a face in a second picture of itself under which it has a twin: worse light would take the rest."""
BLUR_PX, NOISE = 1.0, 5.0
"""The blur and the noise, in grey levels, of that picture."""
OTHER, OTHER_FITTING, BY_USUAL = 2.5, 2.0, 5.0
"""From so many times the difference that light, noise and blur explain, it is another card; from fewer where something lies on
the card, for then less of it tells, and where all else fits: so many times what is usual on this card. A twin that was not
enrolled differs in one place only, by 5.5 times the usual and more. The same card differs by up to 4.8 times if by more than 2,
in 727 looks at drawn decks and 56 at pictures of a phone.
"""
FITS, DOUBT = 1.5, 0.3
"""The difference up to which a picture fits, and by how much more margin it needs for each further one."""
MOST_GLARE, MOST_COVERED = 0.4, 0.15
"""The shares of a card that glare may hide, and a token or a die."""
FAR = 70.0
"""Grey levels: a pixel that is farther from both faces of a pair is of neither, unless it is darker than both: print is darker
where it is sharper.
"""
OTHER_PRINT = 40.0
"""Grey levels by which two pictures of one side differ where they have other words."""
MOST_COMPARED, MOST_MOVED = 3, 2
"""How many faces are compared in one look, 25 ms each, and for how many of these print is moved: the right one is nearly always
the first of them, or the rival that it leads to; other things are like none.
"""


@dataclass(frozen=True, slots=True)
class Recognition:
    """What a picture of a card is taken for."""

    status: ReadingStatus
    """READ; AMBIGUOUS: two faces that cannot be told apart here; UNKNOWN: no face that was enrolled; UNREADABLE: too little
    of it can be seen, for glare, darkness or blur.
    """
    face: Face | None
    """The face that was read, else the nearest one, if there is any."""
    rival: Face | None
    """The face that decided the margin."""
    margin: float
    """From -1 to 1: how surely the picture is of the face and not of its rival."""
    likeness: float
    """The correlation with the face, from 0 to 1."""
    corners_px: Quad
    """The corners of the card in the picture, from its own top left, clockwise."""


@dataclass(frozen=True, slots=True)
class Twins:
    """Two faces of different cards that cannot be told from each other at some scale."""

    one: Face
    other: Face
    margin: float


@dataclass(frozen=True, slots=True, eq=False)
class _Shown:
    """A picture laid over a face and in its light: (H, W, 3) float32."""

    number: int
    laid: LaidPicture
    pixels: NDArray[np.float32]
    sharp: NDArray[np.float32]
    """The same as sharp as the face."""


@dataclass(frozen=True, slots=True)
class _Verdict:
    """The least margin of a face over its rivals, that rival, and whether too much of what decides between them is hidden."""

    margin: float
    rival: int | None
    is_hidden: bool
    is_faint: bool = False
    """Whether the two hardly differ: then how their references lie over each other decides too much."""
    is_of_shape: bool = False
    """Whether the margin was told by the shape of what differs, wherever that lies."""


class Gallery:
    """The faces that are known."""

    def __init__(self, faces: Sequence[Face]) -> None:
        self._groups: dict[tuple[float, float], FaceGroup] = {}
        for face in faces:
            self.add(face)

    @classmethod
    def of_groups(cls, groups: Sequence[FaceGroup]) -> "Gallery":
        gallery = cls([])
        gallery._groups = {group.size_mm: group for group in groups}
        return gallery

    @property
    def groups(self) -> Sequence[FaceGroup]:
        """The faces of each size."""
        return list(self._groups.values())

    @property
    def sizes_mm(self) -> list[tuple[float, float]]:
        """The sizes of the cards, width and height."""
        return list(self._groups)

    def add(self, face: Face) -> None:
        """Enrol a face."""
        if face.size_mm not in self._groups:
            self._groups[face.size_mm] = FaceGroup(face.size_mm)
        self._groups[face.size_mm].add(face)

    def prepare(self, is_stopping: Callable[[], bool]) -> bool:
        """Compare faces with their rivals beforehand, 50 ms each, as many as are kept: else the first look at a card takes
        so much longer. Tells whether that is done now, and was not before.
        """
        is_new = False
        for group in self._groups.values():
            for number in group.to_compare():
                if is_stopping():
                    return False
                group.rivals_of(number)
                is_new = True
        return is_new

    def recognise(self, pixels: Pixels, corners_px: Quad, most: int = MOST_COMPARED) -> Recognition:
        """Tell which card lies in a rectangle of a picture in colour, whose corners may be a few px off and begin anywhere.
        `most`: with how many faces it is compared at most.
        """
        proposals = proposed_faces(self.groups, pixels, quad(corners_px))
        best: Recognition | None = None
        done, sides = _Done(most), set[tuple[tuple[str, str], int, int]]()
        for proposal in proposals:
            if done.compared >= most:
                break
            tried = (*proposal.side, proposal.turn)
            if tried in sides or (best is not None and _rules_out(best, proposal.face)):
                continue
            sides.add(tried)
            found = _Look(proposal.group, pixels, done).follow(proposal)
            if best is None or _is_better(found, best):
                best = found
            if best.status is ReadingStatus.READ:
                break
        if best is None:
            return Recognition(ReadingStatus.UNKNOWN, None, None, 0.0, 0.0, quad(corners_px))
        return best

    def twins(self, px_per_mm: float, of: Collection[str] | None = None) -> list[Twins]:
        """Return the pairs of faces that cannot be told from each other at a scale, the worst first; of some cards, or of
        all. A face takes a tenth of a second.
        """
        found: dict[frozenset[tuple[str, str]], Twins] = {}
        for group in self._groups.values():
            for number in range(len(group.faces)):
                if of is not None and group.faces[number].card not in of:
                    continue
                pair = _nearest(group, number, px_per_mm)
                if pair is not None and pair.margin < TELLING_MARGIN:
                    found.setdefault(frozenset((pair.one.name, pair.other.name)), pair)
        return sorted(found.values(), key=lambda pair: pair.margin)


def _nearest(group: FaceGroup, number: int, px_per_mm: float) -> Twins | None:
    """Return the face that is hardest to tell from one, in a second picture of that one at some scale."""
    face = group.faces[number]
    picture = _second_picture(face, px_per_mm, number)
    look = _Look(group, picture, _Done())
    height, width = picture.shape[:2]
    proposal = ProposedFace(group, number, rectangle((width, height)), 0, 1.0)
    shown = look.shown(number, proposal)
    if shown is None:
        return None
    verdict = look.verdict(shown, shown.laid.usable, proposal)
    return None if verdict.rival is None else Twins(face, group.faces[verdict.rival], verdict.margin)


def _second_picture(face: Face, px_per_mm: float, seed: int) -> Pixels:
    """Return a face as a camera may see it: at some scale, through a lens, with noise."""
    small = cv2.resize(face.pixels, size_px(face.size_mm, px_per_mm), interpolation=cv2.INTER_AREA)
    noise = np.random.default_rng(seed).normal(0, NOISE, small.shape)
    return np.clip(cv2.GaussianBlur(small, (0, 0), BLUR_PX) + noise, 0, 255).astype(np.uint8)


def _rules_out(found: Recognition, face: Face) -> bool:
    """Tell whether what was found explains so much of a card that another face cannot win, though it is not read: something
    lies on it. Of backs, which all tell no card, another one can; so can the same face, which may look nearly the same upside
    down.
    """
    if found.face is None or found.likeness < EXPLAINS or found.margin < SURE_MARGIN:
        return False
    return face.name != found.face.name and bool(face.card or found.face.card)


def _is_better(one: Recognition, other: Recognition) -> bool:
    if (one.status is ReadingStatus.READ) != (other.status is ReadingStatus.READ):
        return one.status is ReadingStatus.READ
    return one.likeness > other.likeness


def _fits(found: Comparison) -> bool:
    """Tell whether a picture differs by no more than light, noise, blur and the camera may explain."""
    most = OTHER_FITTING if found.covered else min(max(BY_USUAL * found.usual_misfit, OTHER_FITTING), OTHER)
    return found.misfit <= most


def _needed(found: Comparison) -> float:
    """Return the margin that is needed: more where the picture fits less well, or something lies on the card."""
    least = DAZZLED_MARGIN if found.glare else LEAST_MARGIN
    doubtful = least + DOUBT * max(0.0, found.misfit - FITS)
    return max(doubtful, SURE_MARGIN) if found.covered else doubtful


@dataclass(slots=True, eq=False)
class _Done:
    """What was done to recognise one card: with how many faces it may be compared, how it lies over those that were tried, how
    many were compared, and for how many print was moved.
    """

    most: int = MOST_COMPARED
    laid: dict[tuple[int, int, int], LaidPicture] = field(default_factory=dict)
    shown: dict[tuple[int, int, int], _Shown | None] = field(default_factory=dict)
    compared: int = 0
    moved: int = 0


class _Look:
    """One look at one card, beginning with one face."""

    def __init__(self, group: FaceGroup, pixels: Pixels, done: "_Done") -> None:
        self._group, self._pixels, self._done = group, pixels, done

    def follow(self, proposal: ProposedFace) -> Recognition:
        """Compare the card with a face; if another one explains it better, with that one."""
        number = self._likeliest_picture(proposal)
        tried: dict[int, tuple[_Shown, Comparison, _Verdict]] = {}
        more = 0
        while not tried or self._done.compared < self._done.most + more:
            shown = self.shown(number, proposal)
            if shown is None:
                break
            self._done.compared += 1
            shown, found = self._compared(shown)
            if found.likeness < NEAR:
                tried.setdefault(number, (shown, found, _Verdict(-1.0, None, is_hidden=False)))
                break
            verdict = self.verdict(shown, found.in_sight, proposal)
            tried[number] = shown, found, verdict
            if verdict.margin < 0 and verdict.rival is not None:
                number = verdict.rival
                # One more, so that a card is not left at a twin that it surely is not.
                more = int(verdict.margin < -SURE_MARGIN)
            elif not _fits(found) and not found.covered:
                number = next((one for one in self._group.pictures_of(number) if one not in tried), number)
            if number in tried:
                break
        if not tried:
            nearest = self._group.faces[number]
            return Recognition(ReadingStatus.UNREADABLE, nearest, None, 0.0, 0.0, proposal.corners_px)
        best = max(tried.values(), key=lambda one: (_fits(one[1]) and one[2].margin >= 0, one[2].margin))
        return self._recognition(*best, proposal)

    def _compared(self, shown: _Shown) -> tuple[_Shown, Comparison]:
        """Compare the card with the face over which it is laid. If they differ, what a lens or a bend moves is moved back; if
        they still do, parts that something at the rim hides are left out, and the rest is compared again.
        """
        group, picture = self._group, self._group.pictures[shown.number]
        whole = compare(shown.sharp, picture, group.inside, shown.laid.usable)
        if _fits(whole) or whole.covered or whole.likeness < NEAR:
            return shown, whole
        flat = self._flat(shown) if whole.likeness >= MAYBE and self._done.moved < MOST_MOVED else None
        if flat is not None:
            self._done.moved += 1
            found = compare(flat.sharp, picture, group.middle, flat.laid.usable)
            shown, whole = max((shown, whole), (flat, found), key=lambda one: one[1].likeness)
        if _fits(whole):
            return shown, whole
        hidden = hidden_from_rim(shown.pixels, picture, np.asarray(shown.laid.usable.all(axis=2))) > 0
        usable = shown.laid.usable & ~hidden[..., np.newaxis]
        pixels = relit(shown.laid.pixels, picture, usable) if hidden.any() else None
        if pixels is None:
            return shown, whole
        covered_card = _shown(shown.number, replace(shown.laid, usable=usable), pixels, picture)
        left = compare(covered_card.sharp, picture, group.inside, usable)
        inside = np.count_nonzero(group.inside)
        covered = left.covered + float(np.count_nonzero(hidden & group.inside)) / inside
        return covered_card, replace(left, covered=covered)

    def _flat(self, shown: _Shown) -> _Shown | None:
        """Return a card as it is without what a lens or a bend moves, in the light of the face over which it is laid."""
        group, number, laid = self._group, shown.number, shown.laid
        flat = flattened(group.grey(number), group.landmarks[number], to_grey(laid.pixels), laid.pixels)
        usable = group.middle[..., np.newaxis] & ~dazzled(flat, group.pictures[number])
        pixels = relit(flat, group.pictures[number], usable)
        flat_laid = LaidPicture(flat, usable, laid.corners_px)
        return None if pixels is None else _shown(number, flat_laid, pixels, group.pictures[number])

    def _likeliest_picture(self, proposal: ProposedFace) -> int:
        """Return which picture of the proposed side the card resembles, where they differ: one that is printed in two
        languages has two, over each other.
        """
        group, number = self._group, proposal.number
        others = [one for one in group.pictures_of(number) if one != number]
        shown = self.shown(number, proposal) if others else None
        if shown is None:
            return number
        mine, usable = group.pictures[number].astype(np.float32), shown.laid.usable

        def nearer(other: int) -> float:
            its = group.pictures[other].astype(np.float32)
            differs = usable & (cv2.absdiff(mine, its) > OTHER_PRINT)
            return float((cv2.absdiff(shown.pixels, mine) - cv2.absdiff(shown.pixels, its))[differs].sum())

        best = max(others, key=nearer)
        return best if nearer(best) > 0 else number

    def _recognition(
        self,
        shown: _Shown,
        found: Comparison,
        verdict: _Verdict,
        proposal: ProposedFace,
        *,
        is_last: bool = False,
    ) -> Recognition:
        faces = self._group.faces
        rival = verdict.rival
        is_close = 0 < verdict.margin < SURE_MARGIN and not verdict.is_of_shape
        if verdict.rival is not None and (is_close or verdict.is_faint):
            verdict = replace(
                verdict, margin=self._heard_both(verdict, shown.number, proposal, found.in_sight)
            )
        if found.likeness < LEAST_LIKENESS or not _fits(found) or found.covered > MOST_COVERED:
            status = ReadingStatus.UNKNOWN
        elif verdict.is_hidden or found.glare > MOST_GLARE:
            status = ReadingStatus.UNREADABLE
        elif verdict.margin < _needed(found):
            status = ReadingStatus.AMBIGUOUS
        elif (likely := self._as_likely(shown, found, proposal)) is not None:
            status, (rival, by_tint) = ReadingStatus.AMBIGUOUS, likely
            other = self.shown(rival, proposal) if by_tint <= -LEAST_TINT_MARGIN and not is_last else None
            if other is not None and self._paper_off(other) <= MOST_PAPER_OFF:
                other, its = self._compared(other)
                return self._recognition(
                    other, its, self.verdict(other, its.in_sight, proposal), proposal, is_last=True
                )
        else:
            status = ReadingStatus.READ
        return Recognition(
            status,
            faces[shown.number],
            None if rival is None else faces[rival],
            verdict.margin,
            max(0.0, found.likeness),
            shown.laid.corners_px,
        )

    def _as_likely(
        self, shown: _Shown, found: Comparison, proposal: ProposedFace
    ) -> tuple[int, float] | None:
        """Return the other face that a card may be as well, unless tints tell that it is not, and the margin over it that tints
        tell.
        """
        ruled_out = list[int]()
        while True:
            other = as_likely(
                self._group, shown.number, shown.pixels, shown.laid.usable, found.in_sight, ruled_out
            )
            if other is None:
                twin = self._group.sketch_twin(shown.number, UNLIKE, TWIN)
                if twin is None or twin in ruled_out or self._paper_off(shown) <= MOST_PAPER_OFF:
                    return None
                return twin, 0.0
            margin = self._margin_of_tint(shown, other, proposal)
            if margin < LEAST_TINT_MARGIN or other in ruled_out:
                return other, margin
            ruled_out.append(other)

    def _heard_both(
        self, verdict: _Verdict, number: int, proposal: ProposedFace, in_sight: NDArray[np.bool_]
    ) -> float:
        """Return the margin over a rival after the picture was laid over the rival as well: each reference is favoured a
        little by what lies exactly over it. A picture that lies elsewhere then was laid over the rival wrongly.
        """
        assert verdict.rival is not None
        other = self.shown(verdict.rival, proposal)
        if other is None or self._apart_px(other.laid, self._laid_over(number, proposal)) > SAME_PLACE_PX:
            return verdict.margin
        numbers, margins, *_ = self._margins(other, other.laid.usable & in_sight)
        its = margins[numbers == number]
        if not len(its):
            return verdict.margin
        against = -float(np.clip(its[0], -1, 1))
        return min(verdict.margin, against) if verdict.is_faint else (verdict.margin + against) / 2

    def _apart_px(self, one: LaidPicture, other: LaidPicture) -> float:
        """Return how far the corners of a card lie apart in two places, in px of its face."""
        px = self._group.size_px[0] / max(1.0, float(np.linalg.norm(one.corners_px[1] - one.corners_px[0])))
        return px * float(np.linalg.norm(one.corners_px - other.corners_px, axis=1).max())

    def shown(self, number: int, proposal: ProposedFace) -> _Shown | None:
        """Return the card laid over a face and in its light; None if too little of it can be seen."""
        key = (id(self._group), number, proposal.turn)
        if key not in self._done.shown:
            laid = self._laid_over(number, proposal)
            picture = self._group.pictures[number]
            pixels = relit(laid.pixels, picture, laid.usable)
            self._done.shown[key] = None if pixels is None else _shown(number, laid, pixels, picture)
        return self._done.shown[key]

    def _laid_over(self, number: int, proposal: ProposedFace) -> LaidPicture:
        group = self._group
        key = (id(group), number, proposal.turn)
        known = self._done.laid.get(key)
        if known is None:
            known = lay(self._pixels, proposal.corners_px, group, number)
            self._done.laid[key] = known
        return known

    def verdict(self, shown: _Shown, usable: NDArray[np.bool_], proposal: ProposedFace) -> _Verdict:
        """Compare a face with all its rivals, each on the pixels in which the two differ most. Where those tell too little, the
        whole card tells a rival that is unlike, and shapes one that differs in little.
        """
        numbers, margins, left, faint = self._margins(shown, usable)
        by_shape = set[int]()
        while len(numbers):
            worst = _worst(numbers, margins, left, faint)
            if worst.rival is None or (worst.margin >= GLIMPSE_MARGIN and not worst.is_faint):
                return worst
            is_rival = numbers == worst.rival
            if worst.rival in by_shape:
                return replace(worst, is_of_shape=True)
            if (
                is_surely_not(self._group, shown.number, worst.rival, shown.pixels, usable)
                or self._margin_of_tint(shown, worst.rival, proposal) >= LEAST_TINT_MARGIN
            ):
                numbers, margins, left, faint = (one[~is_rival] for one in (numbers, margins, left, faint))
                continue
            margin = self._margin_of_shape(shown, worst.rival, usable) if _is_thin(worst) else 0.0
            if margin < LEAST_SHAPE_MARGIN:
                return replace(worst, margin=margin) if margin <= -LEAST_SHAPE_MARGIN else worst
            margins[is_rival], faint[is_rival] = margin, False
            by_shape.add(worst.rival)
        return _Verdict(1.0, None, is_hidden=float(np.mean(usable[self._group.inside])) < LEFT)

    def _margin_of_shape(self, shown: _Shown, rival: int, usable: NDArray[np.bool_]) -> float:
        """Return the margin of a face over a rival by the shape of what differs."""
        group = self._group
        seen = np.asarray(usable.all(axis=2))
        face = group.pictures[shown.number]
        here = evened(shown.pixels, face, np.asarray(seen, np.float32))
        return shape_margin(here, face, group.beside(shown.number, rival, 1.0), seen)

    def _margin_of_tint(self, shown: _Shown, rival: int, proposal: ProposedFace) -> float:
        """Return the margin of a face over a rival by their tints, heard over both; 0 if they tell nothing. An empty shape is
        like glare on a hatched one, so that glare counts as print.
        """
        here = self._tints_over(shown, rival)
        other = self.shown(rival, proposal) if here is not None else None
        there = None if other is None else self._tints_over(other, shown.number)
        if here is None or there is None:
            return 0.0
        margin = (here - there) / 2
        return margin if margin < LEAST_TINT_MARGIN or self._paper_off(shown) <= MOST_PAPER_OFF else 0.0

    def _paper_off(self, shown: _Shown) -> float:
        usable = np.asarray(shown.laid.usable.all(axis=2))
        return paper_off(shown.pixels, self._group.pictures[shown.number], usable)

    def _tints_over(self, shown: _Shown, other: int) -> float | None:
        group, number = self._group, shown.number
        usable = np.asarray(shown.laid.usable.all(axis=2))
        return tint_margin(shown.pixels, group.pictures[number], group.laid_over(number, other, 1.0), usable)

    def _margins(
        self, shown: _Shown, usable: NDArray[np.bool_]
    ) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any], NDArray[np.bool_]]:
        """Return the rivals of a face, (N,), the margin over each, the share of what decides that is in sight, and whether
        that is little.
        """
        group = self._group
        rivals = group.rivals_of(shown.number)
        mine = group.decisive(group.pictures[shown.number])[rivals.places].astype(np.float32)
        theirs = rivals.pixels.astype(np.float32)
        seen = np.minimum.reduce(cv2.split(usable.view(np.uint8))).astype(np.float32)
        face = group.pictures[shown.number]
        here = group.decisive(evened(shown.sharp, face, seen))[rivals.places]
        in_sight = group.decisive(usable)[rivals.places]
        apart = mine - theirs
        from_mine, from_theirs = here - mine, here - theirs
        is_darker = np.maximum(from_mine.sum(axis=2), from_theirs.sum(axis=2)) < 0
        far = (np.minimum(_farthest(from_mine), _farthest(from_theirs)) > FAR) & ~is_darker
        kept_apart = apart * (in_sight & ~far[..., np.newaxis])
        whole_squares, kept = (np.einsum("npc,npc->np", apart, one) for one in (apart, kept_apart))
        resembles = np.einsum("npc,npc->np", from_mine + from_theirs, kept_apart) / np.maximum(kept, 1.0)
        weights = rivals.beyond.astype(np.float32) ** 2
        # A place counts by what of its difference is in sight.
        seen = weights * kept / np.maximum(whole_squares, 1.0)
        total = np.maximum(seen.sum(axis=1), 1e-6)
        margins = (seen * np.clip(resembles, -1.5, 1.5)).sum(axis=1) / np.maximum(total, LEAST)
        whole = weights.sum(axis=1)
        left = np.where((total >= PLENTY) | (whole < LEAST), 1.0, total / np.maximum(whole, 1.0))
        return rivals.numbers, margins, left, whole < PLENTY


def _shown(number: int, laid: LaidPicture, pixels: NDArray[np.float32], face: Pixels) -> _Shown:
    seen = np.asarray(laid.usable.all(axis=2), np.float32)
    return _Shown(number, laid, pixels, sharpened(pixels, face, seen))


def _is_thin(verdict: _Verdict) -> bool:
    """Tell whether a face and its rival differ in so little that only its shape may tell them."""
    return verdict.is_faint and not verdict.is_hidden and abs(verdict.margin) < GLIMPSE_MARGIN


def _farthest(apart: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return how far pixels are apart, (N, M, 3), in the channel in which they are most: (N, M)."""
    blue, green, red = (apart[..., channel] for channel in range(3))
    return np.maximum(np.maximum(np.abs(blue), np.abs(green)), np.abs(red))


def _worst(
    numbers: NDArray[Any], margins: NDArray[Any], left: NDArray[Any], faint: NDArray[np.bool_]
) -> _Verdict:
    """Return the rival with the least margin; a rival from which too little in sight tells it counts as level with it, unless
    that little tells it clearly.
    """
    hidden = (left < LEFT) & (margins > 0) & ((left < GLIMPSE) | (margins < GLIMPSE_MARGIN))
    counted = np.where(hidden, 0.0, margins)
    worst = int(counted.argmin())
    margin = float(np.clip(counted[worst], -1, 1))
    return _Verdict(margin, int(numbers[worst]), bool(hidden[worst]), bool(faint[worst]))
