"""The virtual table shows what was put on it, as a camera would, and says truly what it shows."""

import cv2
import numpy as np
import pytest
import zxingcpp

from tests.quick import first_quick
from tests.vision.virtual.tables import FEW, MAT, SMALL, card, slow_table, small_table
from vision.errors import SourceLost
from vision.frame import Frame, to_grey
from vision.virtual.camera import NoSuchBadDay, VirtualCamera
from vision.virtual.light import RoomLight, Sensor
from vision.virtual.scene import DieKind, Surface
from vision.virtual.table import VirtualTable


def codes_in(frame: Frame) -> dict[str, np.ndarray]:
    found = zxingcpp.read_barcodes(
        frame.pixels, formats=zxingcpp.BarcodeFormats((zxingcpp.BarcodeFormat.QRCode,))
    )
    corners = {}
    for code in found:
        places = code.position
        four = (places.top_left, places.top_right, places.bottom_right, places.bottom_left)
        corners[code.text] = np.array([(place.x, place.y) for place in four], np.float32)
    return corners


def tags_in(frame: Frame) -> dict[int, np.ndarray]:
    settings = cv2.aruco.DetectorParameters()
    settings.minMarkerPerimeterRate = 0.008
    settings.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    family = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36h11)
    corners, ids, _ = cv2.aruco.ArucoDetector(family, settings).detectMarkers(to_grey(frame.pixels))
    return {int(number): quad[0] for number, quad in zip(ids.ravel(), corners, strict=True)}


def likeness(one: Frame, other: Frame) -> float:
    return float(np.abs(one.pixels.astype(int) - other.pixels).mean())


@first_quick(
    ("surface", "turn_deg"),
    [(Surface.WOOD, 0), (Surface.CLOTH, 37), (Surface.DARK, 180), (Surface.WOOD, 290)],
)
def test_a_card_that_lies_there_is_read_where_it_truly_is(surface: Surface, turn_deg: float) -> None:
    table = small_table(surface=surface)
    table.put(card(7), (250, 160), turn_deg)
    frame = table.frame()
    [seen] = table.truth().cards
    assert (seen.hidden_percent, seen.code_hidden_percent) == (0, 0)
    assert seen.code_corners_px is not None
    assert np.abs(codes_in(frame)["AC007-241"] - seen.code_corners_px).max() < 3.5


def test_the_mats_markers_are_read_where_they_truly_are() -> None:
    table = small_table()
    read = tags_in(table.frame())
    told = {tag.tag: tag.corners_px for tag in table.truth().tags}
    assert read.keys() == told.keys() == {40, 41, 42, 43}
    assert max(np.abs(read[tag] - told[tag]).max() for tag in told) < 1.0


def test_a_stickers_tag_is_read_and_its_name_told() -> None:
    table = small_table()
    name = table.put_sticker(300, (250, 160), 60)
    assert 300 in tags_in(table.frame())
    assert [tag.tag for tag in table.truth().tags if tag.name == name] == [300]


@pytest.mark.slow
def test_the_same_seed_and_doings_give_the_same_pixels() -> None:
    def last(seed: int) -> Frame:
        table = slow_table(seed=seed)
        table.bring(card(1), (250, 160))
        table.roll(table.put_tray((120, 100)), DieKind.PIPS, DieKind.D12)
        return table.frames(5)[-1]

    assert (last(5).pixels == last(5).pixels).all()
    assert likeness(last(5), last(6)) > 0


def test_a_card_face_down_shows_no_code_and_turned_over_shows_it() -> None:
    table = small_table()
    name = table.put(card(3), (250, 160), is_face_up=False)
    assert not codes_in(table.frame())
    assert table.truth().cards[0].code_corners_px is None
    table.turn_over(name)
    assert "AC003-241" in codes_in(table.frame())


def test_the_later_card_lies_upon_the_earlier_and_hides_it() -> None:
    table = small_table()
    lower, upper = table.put(card(1), (250, 160)), table.put(card(2), (255, 165))
    assert codes_in(table.frame()).keys() == {"AC002-241"}
    hidden = {seen.name: seen.hidden_percent for seen in table.truth().cards}
    # 58 by 83 of 63 by 88 mm.
    assert hidden == {lower: pytest.approx(87, abs=2), upper: 0}
    table.take(upper)
    assert codes_in(table.frame()).keys() == {"AC001-241"}


def test_a_card_drawn_in_place_looks_as_if_it_had_always_lain_there() -> None:
    moved, fresh = (
        small_table(sensor=Sensor(noise=0, jpeg=None)),
        small_table(sensor=Sensor(noise=0, jpeg=None)),
    )
    moved.put(card(2), (150, 110), 80)
    name = moved.put(card(1), (120, 100), 30)
    moved.frame()
    moved.move(name, (300, 200), 45)
    fresh.put(card(2), (150, 110), 80)
    fresh.put(card(1), (300, 200), 45)
    assert np.abs(moved.frame().pixels.astype(int) - fresh.frame().pixels).max() <= 1


def test_a_hand_brings_a_card_and_leaves_it_there() -> None:
    table = slow_table()
    name, gone_ms = table.bring(card(4), (250, 160), 10)
    assert not codes_in(table.frame())
    while table.now_ms < gone_ms:
        table.frame()
    assert "AC004-241" in codes_in(table.frame())
    assert not table.shown.hands
    [lying] = table.things
    assert lying.name == name
    assert lying.at_mm == pytest.approx((250, 160))
    assert lying.turn_deg == pytest.approx(10)
    assert lying.lift_mm == 0


@pytest.mark.slow
def test_a_hand_carries_a_card_and_another_takes_it_away() -> None:
    table = slow_table()
    name = table.put(card(4), (120, 120))
    gone_ms = table.carry(name, (320, 180), 90, arm_deg=180)
    while table.now_ms < gone_ms:
        table.frame()
    [lying] = table.things
    assert lying.at_mm == pytest.approx((320, 180))
    assert lying.turn_deg == pytest.approx(90)
    gone_ms = table.clear(name, arm_deg=30)
    while table.now_ms < gone_ms + 90:
        table.frame()
    assert not table.things
    assert not codes_in(table.frame())


def test_a_passing_hand_hides_what_is_below_it_and_no_more() -> None:
    table = slow_table()
    below, beside = table.put(card(1), (250, 200)), table.put(card(2), (80, 120))
    gone_ms = table.pass_hand((250, 120), rest_ms=500)
    worst = {below: 0, beside: 0}
    while table.now_ms < gone_ms + 90:
        table.frame()
        for seen in table.truth().cards:
            worst[seen.name] = max(worst[seen.name], seen.code_hidden_percent)
    assert worst[below] > 80
    assert worst[beside] == 0
    assert codes_in(table.frame()).keys() == {"AC001-241", "AC002-241"}


@pytest.mark.parametrize("kind", DieKind)
def test_dice_tumble_and_come_to_rest_as_they_were_said_to(kind: DieKind) -> None:
    camera = VirtualCamera.above(MAT.width_mm, MAT.height_mm, size_px=(480, 300))
    table = VirtualTable(MAT, camera)
    table.frames_per_second = FEW
    tray = table.put_tray((250, 160), (200, 140))
    dice, rest_ms = table.roll(tray, kind, kind, kind)
    assert all(die.face in kind.faces for die in dice)
    while table.now_ms < rest_ms:
        table.frame()
    table.frame()
    seen = table.truth().dice
    assert {one.die for one in seen} == set(dice)
    assert all(one.hidden_percent == 0 for one in seen)


@pytest.mark.slow
def test_a_d6s_pips_can_be_counted() -> None:
    camera = VirtualCamera.above(400, 240, size_px=SMALL)
    for face in "123456":
        table = VirtualTable(MAT, camera, sensor=Sensor(focus_px=0.5, noise=0, jpeg=None))
        table.put_die(DieKind.PIPS, face, (200, 120), 20)
        frame = table.frame()
        [seen] = table.truth().dice
        x, y = (round(place) for place in seen.middle_px)
        reach = round(seen.die.size_mm * seen.px_per_mm * 0.36)
        top = to_grey(frame.pixels)[y - reach : y + reach, x - reach : x + reach]
        count, *_ = cv2.connectedComponents((top < 110).astype(np.uint8))
        assert count - 1 == int(face)


def test_opposite_sides_of_a_die_add_up() -> None:
    for kind, total in ((DieKind.PIPS, 7), (DieKind.D12, 13)):
        faces = [int(face) for face in kind.faces]
        half = len(faces) // 2
        assert all(faces[n] + faces[n + half] == total for n in range(half))


def test_a_lamp_at_one_side_lights_that_side() -> None:
    table = small_table(light=RoomLight(at_mm=(-200, 160, 500), ambient=0.3))
    grey = to_grey(table.frame().pixels)
    assert grey[250:350, 150:250].mean() > 1.2 * grey[250:350, 700:800].mean()


def test_a_raised_hand_casts_a_shadow_away_from_the_lamp() -> None:
    quiet = Sensor(noise=0, jpeg=None)
    table = small_table(light=RoomLight(at_mm=(-600, 160, 700)), sensor=quiet)
    before = to_grey(table.frame().pixels).astype(int)
    table.pass_hand((250, 100), rest_ms=2000)
    frame = table.frames(40)[-1]
    [hand] = table.shown.hands
    darker = before - to_grey(frame.pixels)
    x, y = (
        table.camera.picture_of(np.array([hand.at_mm[0] + 120, hand.at_mm[1] + 100, 0.0])).round().astype(int)
    )
    assert darker[y, x] > 8


def test_a_sleeve_shines_where_the_lamp_comes_back_and_a_bare_card_does_not() -> None:
    # The lamp stands where the mirror that the table is shows it to the camera.
    camera = VirtualCamera.above(MAT.width_mm, MAT.height_mm, size_px=SMALL)
    lamp = RoomLight(at_mm=(camera.at_mm[0] + 60, camera.at_mm[1] + 40, camera.height_mm), lamp_mm=400)
    shines = []
    for is_sleeved in (False, True):
        table = VirtualTable(MAT, camera, light=lamp, sensor=Sensor(noise=0, jpeg=None))
        for number in range(5):
            table.put(card(number), (90 + number * 80, 160), is_sleeved=is_sleeved)
        shines.append(int((to_grey(table.frame().pixels) > 250).sum()))
    assert shines[1] > shines[0] + 1000


@pytest.mark.slow
def test_a_bumped_camera_shakes_and_then_sees_the_table_elsewhere() -> None:
    table = small_table()
    before = tags_in(table.frame())
    told_before = {tag.tag: tag.corners_px for tag in table.truth().tags}
    table.command("bump")
    shaken = table.frame()
    assert likeness(shaken, table.frames(45)[-1]) > 5
    frame = table.frame()
    told = {tag.tag: tag.corners_px for tag in table.truth().tags}
    after = tags_in(frame)
    assert all(np.abs(told[tag] - told_before[tag]).max() > 4 for tag in told)
    assert before.keys() == told_before.keys()
    assert all(np.abs(after[tag] - told[tag]).max() < 1.5 for tag in after)
    assert after


def test_without_light_nothing_is_read_and_with_it_all_again() -> None:
    table = small_table()
    table.put(card(1), (250, 160))
    table.command("lights-out")
    dark = table.frames(8)[-1]
    assert dark.pixels.mean() < 12
    assert not codes_in(dark)
    table.command("back")
    assert "AC001-241" in codes_in(table.frames(8)[-1])


def test_a_finger_on_the_lens_leaves_a_dark_blur() -> None:
    table = small_table()
    table.put(card(1), (200, 180))
    table.command("finger")
    frame = table.frame()
    assert not codes_in(frame)
    assert cv2.Laplacian(to_grey(frame.pixels)[200:450, 250:550], cv2.CV_64F).std() < 12
    table.command("back")
    assert "AC001-241" in codes_in(table.frame())


def test_a_camera_that_is_gone_gives_no_frame_and_time_goes_on_without_it() -> None:
    table = small_table()
    first = table.frame()
    table.command("camera-gone")
    for _ in range(3):
        with pytest.raises(SourceLost, match="back"):
            table.frame()
    table.command("back")
    assert table.frame().number == first.number + 4


def test_an_unknown_bad_day_is_refused_with_those_that_there_are() -> None:
    with pytest.raises(
        NoSuchBadDay, match=r"earthquake.*bump, lights-out, camera-gone, finger, hand-held, back"
    ):
        small_table().command("earthquake")


def test_noise_differs_from_frame_to_frame_and_stays_what_it_was_said_to_be() -> None:
    table = small_table(sensor=Sensor(noise=3.0, jpeg=None), surface=Surface.DARK)
    frames = np.stack([frame.pixels for frame in table.frames(12)]).astype(np.float32)
    assert frames[:, 250:350, 400:500].std(axis=0).mean() == pytest.approx(3.0, abs=0.5)


def test_a_grey_camera_gives_one_channel() -> None:
    table = small_table(sensor=Sensor(is_grey=True))
    table.put(card(1), (250, 160))
    frame = table.frame()
    assert frame.pixels.shape == (600, 960)
    assert "AC001-241" in codes_in(frame)


def test_frames_tell_the_tables_own_time() -> None:
    frames = small_table().frames(31)
    assert [frame.number for frame in frames] == list(range(31))
    assert frames[30].at_ms == 1000


def test_what_does_not_lie_there_cannot_be_taken() -> None:
    with pytest.raises(KeyError, match="no thing 9"):
        small_table().take(9)
