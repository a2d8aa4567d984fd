"""Cards without codes on the mat: known by their faces, followed like codes, told where they cannot be read."""

from collections.abc import Sequence
from typing import Any

import pytest

from companion.observation import ReadingStatus, Sighting, SightingState, What
from companion.storage.shipped_data import mat_of
from companion.table.faces import demonstration_pictures, face_reader
from tests.bench.trials.cards import OVER_LAMP
from vision.detection_settings import DetectionSettings
from vision.face_looks import FIRST_COMPARED, LOOKS, SLOTS_A_FRAME, FaceLook, FaceLooks
from vision.faces.gallery import MOST_COMPARED, Gallery, Recognition
from vision.faces.reader import FaceReader
from vision.frame import Pixels, Quad, Region
from vision.mat_watch import MatWatch
from vision.pipeline import Pipeline
from vision.sharpness import takes_cards
from vision.virtual.camera import VirtualCamera
from vision.virtual.light import RoomLight, Sensor
from vision.virtual.scene import CardPrint
from vision.virtual.table import VirtualTable

pytestmark = pytest.mark.drawn
GAME = "ouaf"
USUAL = Sensor(0.8, jpeg=None)
EVENING = Sensor(0.8, 4.0, 0.33, jpeg=None)


class FaceTable:
    """The mat of a game before a camera in colour, and cards without codes."""

    def __init__(self, game: str = GAME, sensor: Sensor = USUAL, light: RoomLight | None = None) -> None:
        mat = mat_of(game)
        camera = VirtualCamera.above(mat.width_mm, mat.height_mm, slant_deg=10)
        self.table = VirtualTable(mat, camera, light=light or RoomLight(), sensor=sensor, seed=3)
        self.table.frames_per_second = 15
        self.pipeline = Pipeline(MatWatch(mat), DetectionSettings(faces=face_reader(game)))
        self.pictures = demonstration_pictures(game)
        self.middle_mm = (mat.width_mm / 2, mat.height_mm / 2)

    def watch(self, frames: int) -> list[Sighting]:
        return [one for _ in range(frames) for one in self.pipeline.feed(self.table.frame())]

    def bring(self, ref: str, away_mm: float = 0.0, turn_deg: float = 8.0, code: str = "") -> int:
        x_mm, y_mm = self.middle_mm
        print_ = CardPrint(ref, code, picture=None if code else self.pictures[ref])
        name, until_ms = self.table.bring(print_, (x_mm + away_mm, y_mm), turn_deg)
        self.until_ms = until_ms
        return name


@pytest.fixture
def faces() -> FaceTable:
    table = FaceTable()
    table.watch(8)
    return table


def refs() -> list[str]:
    return sorted(demonstration_pictures(GAME))


def test_a_card_that_is_laid_is_known_by_its_face_and_gone_when_it_is_taken(faces: FaceTable) -> None:
    ref = refs()[5]
    card = faces.bring(ref)
    seen = faces.watch(40)
    told = [(one.what, one.reads, one.state, one.reading) for one in seen if one.what is What.FACE]
    assert told[:1] == [(What.FACE, ref, SightingState.START, ReadingStatus.READ)]
    assert {reads for _, reads, _, _ in told} == {ref}
    assert seen[0].at_mm is not None
    faces.table.sweep([card])
    assert [one.state for one in faces.watch(40) if one.reads == ref][-1:] == [SightingState.END]


def compared_from_now_on(monkeypatch: pytest.MonkeyPatch) -> list[Quad]:
    """The corners of each card that is compared with faces, as they are compared."""
    compared: list[Quad] = []
    recognise = Gallery.recognise

    def count(gallery: Gallery, pixels: Pixels, corners_px: Quad, most: int) -> Recognition:
        compared.append(corners_px)
        return recognise(gallery, pixels, corners_px, most)

    monkeypatch.setattr(Gallery, "recognise", count)
    return compared


@pytest.mark.slow
def test_a_face_that_tells_no_card_is_compared_a_few_times_only(
    faces: FaceTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    compared = compared_from_now_on(monkeypatch)
    card = CardPrint(refs()[5], picture=faces.pictures[refs()[5]])
    faces.table.bring(card, faces.middle_mm, 5, is_face_up=False)
    faces.watch(30)
    assert LOOKS <= len(compared) <= 2 * LOOKS


def test_a_card_that_was_read_is_not_compared_again_while_nothing_moves_over_it(
    faces: FaceTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    ref, other = refs()[:2]
    faces.bring(ref, -60)
    faces.watch(40)
    (lying,) = faces.pipeline.things
    compared = compared_from_now_on(monkeypatch)
    faces.bring(other, 8)
    faces.watch(40)
    assert [thing.text for thing in faces.pipeline.things] == [ref, other]
    places = [float(corners_px[:, 0].mean()) for corners_px in compared]
    beside = [one for one in places if abs(one - lying.place.middle[0]) < 20]
    assert len(beside) < len(places) / 2


def test_a_card_that_rests_is_searched_once_for_two_looks_and_then_compared_with_more_faces(
    faces: FaceTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[int] = []
    find, recognise = FaceReader.find, Gallery.recognise

    def note_search(reader: FaceReader, *given: Any) -> list[Quad]:
        done.append(0)
        return find(reader, *given)

    def note_look(gallery: Gallery, pixels: Pixels, corners_px: Quad, most: int) -> Recognition:
        done.append(most)
        return recognise(gallery, pixels, corners_px, most)

    monkeypatch.setattr(FaceReader, "find", note_search)
    monkeypatch.setattr(Gallery, "recognise", note_look)
    faces.bring(refs()[5])
    faces.watch(40)
    assert done[-3:] == [0, FIRST_COMPARED, MOST_COMPARED]


@pytest.mark.slow
def test_six_cards_that_six_hands_lay_at_once_are_told_in_three_frames_and_rest_since_the_hands_left_them(
    faces: FaceTable,
) -> None:
    zones = [zone for zone in mat_of(GAME).zones if zone.role == "work"]
    cards = [ref for ref in refs() if ref.startswith("TR")][::11]
    laid = [
        faces.table.bring(
            CardPrint(ref, picture=faces.pictures[ref]), zone.middle_mm, zone.turn_deg, arm_deg=zone.turn_deg
        )[0]
        for ref, zone in zip(cards, zones, strict=False)
    ]
    let_go_ms = max(faces.table.let_go_ms(name) or 0 for name in laid)
    told = faces.watch(40)
    assert sorted(one.reads for one in told) == sorted(cards[: len(zones)])
    assert let_go_ms + 350 < min(one.at_ms for one in told) < max(one.at_ms for one in told) < let_go_ms + 520
    assert {round(one.at_ms - one.rested_ms - let_go_ms, -1) for one in told} == {240}


@pytest.mark.slow
def test_two_copies_of_a_card_are_two_things(faces: FaceTable) -> None:
    ref = refs()[7]
    faces.bring(ref, -60)
    faces.watch(30)
    faces.bring(ref, 60)
    faces.watch(40)
    assert [thing.text for thing in faces.pipeline.things] == [ref, ref]


@pytest.mark.slow
def test_cards_that_lie_in_their_slots_before_the_camera_looks_are_known() -> None:
    table = FaceTable()
    ref, other = refs()[5], refs()[7]
    slots = [zone for zone in mat_of(GAME).zones if zone.role in ("order", "current")][:1]
    slots += [zone for zone in mat_of(GAME).zones if takes_cards(zone) and zone not in slots][:1]
    for slot, one in zip(slots, (ref, other), strict=True):
        x_mm, y_mm = slot.middle_mm
        table.table.put(CardPrint(one, picture=table.pictures[one]), (x_mm + 3, y_mm - 2), 182.0)
    table.watch(20)
    assert sorted(thing.text for thing in table.pipeline.things) == [ref, other]


@pytest.mark.slow
def test_a_card_is_known_where_another_lay_from_the_first_frame_on() -> None:
    table = FaceTable()
    ref, other = refs()[5], refs()[7]
    slot = next(zone for zone in mat_of(GAME).zones if takes_cards(zone))
    x_mm, y_mm = slot.middle_mm
    card = table.table.put(CardPrint(ref, picture=table.pictures[ref]), (x_mm + 3, y_mm - 2), slot.turn_deg)
    table.watch(20)
    table.table.sweep([card])
    seen = table.watch(45)
    assert [(one.reads, one.state) for one in seen] == [(ref, SightingState.END)]
    table.table.bring(CardPrint(other, picture=table.pictures[other]), (x_mm, y_mm + 1), slot.turn_deg)
    assert [(one.reads, one.state) for one in table.watch(40)] == [(other, SightingState.START)]


@pytest.mark.slow
def test_a_card_is_known_where_a_back_lay_from_the_first_frame_on() -> None:
    table = FaceTable("ofusaido")
    slot = next(zone for zone in mat_of("ofusaido").zones if zone.role == "energies")
    (x_mm, y_mm), ref = slot.middle_mm, "EN016-900"
    energy = CardPrint(ref, picture=table.pictures[ref])
    card = table.table.put(energy, (x_mm + 40, y_mm - 2), slot.turn_deg, is_face_up=False)
    assert table.watch(30) == []
    table.table.sweep([card])
    assert table.watch(45) == []
    table.table.bring(energy, (x_mm + 34, y_mm + 2), slot.turn_deg + 3)
    assert [(one.reads, one.state) for one in table.watch(40)] == [(ref, SightingState.START)]


def two_occasions(beside_mm: float) -> tuple[FaceTable, list[int]]:
    """Two cards in neighbouring slots, the second over the first by so much more."""
    table = FaceTable("ofusaido")
    zones = {zone.name: zone for zone in mat_of("ofusaido").zones}
    places = [zones[f"away.visible.{n}"].middle_mm for n in (1, 2)]
    laid = [
        table.table.put(CardPrint(ref, picture=table.pictures[ref]), (x_mm + by_mm, y_mm), turn_deg)
        for ref, (x_mm, y_mm), by_mm, turn_deg in zip(
            ("OC001-900", "OC004-900"), places, (-beside_mm, 2), (176.0, 184.0), strict=True
        )
    ]
    table.watch(30)
    return table, laid


@pytest.mark.slow
def test_where_a_card_lay_that_another_half_hid_from_the_first_frame_on_no_card_is_seen() -> None:
    """Seed 73101: the mat that came to light was told as a card that was never shown."""
    table, (hidden, _) = two_occasions(14)
    assert [thing.text for thing in table.pipeline.things] == ["OC004-900"]
    table.table.sweep([hidden])
    assert [one for one in table.watch(45) if not one.reads] == []


@pytest.mark.slow
def test_a_card_of_which_another_hides_a_corner_is_known() -> None:
    """Seed 73101: both are white, so that of the upper one only its edge is seen, 2 mm from that of the lower one."""
    table, _ = two_occasions(1)
    assert {thing.text for thing in table.pipeline.things} == {"OC001-900", "OC004-900"}


def face_down(*cards: tuple[str, tuple[float, float], float]) -> tuple[FaceTable, list[int]]:
    """Cards of Boufbowl that lie face down: each with its reference, its place in mm and its turn in degrees."""
    table = FaceTable("boufbowl")
    table.watch(12)
    laid = [
        table.table.bring(CardPrint(ref, picture=table.pictures[ref]), at_mm, turn_deg, is_face_up=False)[0]
        for ref, at_mm, turn_deg in cards
    ]
    table.watch(60)
    return table, laid


@pytest.mark.slow
def test_a_card_that_is_turned_up_close_beside_one_that_lies_face_down_is_found() -> None:
    """Seed 73104: 4 mm apart they have one silhouette, of which half the other card was cut off."""
    table, (_, turned) = face_down(
        ("AB002-900", (654.6, 49.1), 180.8),
        ("AB001-900", (721.8, 49.6), 180.7),
    )
    table.table.turn(turned, arm_deg=180.0)
    assert [(one.reads, one.state) for one in table.watch(40)] == [("AB001-900", SightingState.START)]


@pytest.mark.slow
def test_a_card_that_copies_have_stays_when_another_is_turned_up_close_beside_it() -> None:
    """Seed 99001: copies have one face, so that none of them is read; the part that changed cut this one off."""
    table, (copy, turned) = face_down(
        ("AR024-900", (73.7, 402.0), 1.0),
        ("AR006-900", (140.3, 402.4), 7.0),
    )
    table.table.turn(copy, arm_deg=0.0)
    assert [(one.reads, one.state) for one in table.watch(40)] == [("", SightingState.START)]
    assert "red.bonus" not in table.pipeline.zones.free
    table.table.turn(turned, arm_deg=0.0)
    assert [(one.reads, one.state) for one in table.watch(40)] == [("AR006-900", SightingState.START)]
    assert "red.bonus" in table.pipeline.zones.free


def test_around_what_no_face_is_like_more_is_looked_at(
    faces: FaceTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Seed 99008: half of the card beside it was in the part that was looked at, and taken for its own."""
    wider_px: dict[int, list[int]] = {}
    search = FaceLooks._search

    def note_search(looks: FaceLooks, reader: FaceReader, look: FaceLook, wide: Region) -> Sequence[Quad]:
        wider_px.setdefault(look.number, []).append(
            wide.bottom - wide.top - look.region.bottom + look.region.top
        )
        return search(looks, reader, look, wide)

    monkeypatch.setattr(FaceLooks, "_search", note_search)
    ref, picture = next(iter(demonstration_pictures("boufbowl").items()))
    faces.table.bring(CardPrint(ref, picture=picture), faces.middle_mm, 0.0)
    told = [one.reading for one in faces.watch(40) if one.what is What.FACE]
    assert told == [ReadingStatus.UNKNOWN]
    assert min(wider_px[2]) > max(wider_px[1])


def test_in_the_evening_too_a_card_is_known_while_the_hand_that_laid_it_draws_back() -> None:
    """Seed 99921: only what the hand had covered was looked at again, which was a part of the card."""
    table = FaceTable(sensor=EVENING)
    table.watch(12)
    cards = ("RO004-900", "RO021-900", "TR201-900")
    for ref, zone in zip(cards, (zone for zone in mat_of(GAME).zones if zone.role == "work"), strict=False):
        middle_mm = (zone.x_mm + zone.width_mm / 2, zone.y_mm + zone.height_mm / 2)
        _, gone_ms = table.table.bring(CardPrint(ref, picture=table.pictures[ref]), middle_mm, 3.0)
        (seen,) = table.watch(45)
        assert (seen.reads, seen.state) == (ref, SightingState.START)
        assert gone_ms - seen.at_ms > 400


def test_a_card_that_glares_is_known_in_a_darker_picture() -> None:
    table = FaceTable("ofusaido", light=OVER_LAMP)
    table.watch(12)
    zone = next(zone for zone in mat_of("ofusaido").zones if zone.name == "away.oppose")
    middle_mm = (zone.x_mm + zone.width_mm / 2, zone.y_mm + zone.height_mm / 2)
    card = CardPrint("JO023-900", picture=table.pictures["JO023-900"])
    table.table.bring(card, middle_mm, 180.0, is_sleeved=True)
    assert {one.reads for one in table.watch(40)} <= {""}
    seen = []
    for _ in range(12):
        table.table.expose(table.pipeline.wanted_stops)
        seen += table.watch(1)
    assert [(one.reads, one.state) for one in seen if one.reads] == [("JO023-900", SightingState.START)]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("beneath", "upon"),
    [
        (("TR505-900", (402.26, 54.71), 175.41), ("TR509-900", (401.4, 58.7), 186.91)),
        (("TR509-900", (400.65, 53.27), 178.89), ("TR500-900", (399.15, 57.78), 187.92)),
    ],
)
def test_a_card_that_is_laid_askew_upon_another_is_known(
    faces: FaceTable,
    beneath: tuple[str, tuple[float, float], float],
    upon: tuple[str, tuple[float, float], float],
) -> None:
    """Seed 98203: a rectangle with sides of both was taken for its outline, and no face was like it."""
    for ref, at_mm, turn_deg in (beneath, upon):
        faces.table.bring(CardPrint(ref, picture=faces.pictures[ref]), at_mm, turn_deg, arm_deg=180)
        told = [(one.reads, one.state) for one in faces.watch(40)]
        assert told[:1] == [(ref, SightingState.START)]


@pytest.mark.slow
@pytest.mark.parametrize("ref", ["TR206-900", "TR207-900"])
def test_orange_print_is_told_from_that_of_other_colours(ref: str) -> None:
    """Seed 84001: it has hardly any blue, of which more was taken away than there was."""
    table = FaceTable()
    table.watch(8)
    slot = next(zone for zone in mat_of(GAME).zones if zone.name == "yellow.work")
    card = CardPrint(ref, picture=table.pictures[ref])
    table.table.bring(card, slot.middle_mm, slot.turn_deg + 2)
    assert [(one.reads, one.state) for one in table.watch(40)] == [(ref, SightingState.START)]


@pytest.mark.slow
def test_a_few_slots_are_looked_at_in_a_frame_and_all_of_them_before_the_table_is_at_rest() -> None:
    table = FaceTable()
    slots = sum(takes_cards(zone) for zone in mat_of(GAME).zones)
    assert slots > SLOTS_A_FRAME
    told = []
    for frames in (4, -(-slots // SLOTS_A_FRAME)):
        table.watch(frames)
        told.append((table.pipeline.faces.has_slots_left, table.pipeline.is_at_rest))
    assert told == [(True, False), (False, True)]
