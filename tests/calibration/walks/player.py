"""Somebody who knows nothing of calibration: reads the hint in English, and does what it says with a virtual board."""

import re
from collections.abc import Callable

from calibration.walkthrough import Walkthrough, WalkthroughStep
from companion.words import translate
from vision.frame import Frame
from vision.virtual.camera import VirtualCamera
from vision.virtual.motion import board_before_camera
from vision.virtual.scene import HeldBoard

PAPER_MM = 288.0
WHERE = {
    "in the top left corner": (0.2, 0.24), "at the top edge": (0.5, 0.23), "in the top right corner": (0.8, 0.24),
    "at the left edge": (0.19, 0.5), "in the middle": (0.5, 0.5), "at the right edge": (0.81, 0.5),
    "in the bottom left corner": (0.2, 0.76), "at the bottom edge": (0.5, 0.77),
    "in the bottom right corner": (0.8, 0.76),
}  # fmt: skip
LEAN = {"left": (30.0, 4.0), "right": (-30.0, -4.0), "top": (5.0, 30.0), "bottom": (-5.0, -30.0)}


def words_of(step: WalkthroughStep) -> str:
    return translate(step.hint, "en")


def pose_for(hint: str, camera: VirtualCamera) -> HeldBoard:
    """The board as a hint asks for it."""
    if "nearly fills the picture" in hint:
        return _pose(camera, (0.5, 0.5), 0.86, (8.0, 5.0))
    found = re.fullmatch(
        r"hold the target (?P<where>.+) of the picture, (facing the camera|its (?P<edge>\w+) edge nearer to the camera)",
        hint,
    )
    assert found, f"nobody understands: {hint}"
    edge = found["edge"]
    return _pose(camera, WHERE[found["where"]], 0.36 if edge else 0.45, LEAN[edge] if edge else (0, 0))


def _pose(
    camera: VirtualCamera, at: tuple[float, float], share: float, tilt: tuple[float, float]
) -> HeldBoard:
    away_mm = PAPER_MM * camera.focal_px / (share * camera.width_px)
    return board_before_camera(camera, (at[0] * camera.width_px, at[1] * camera.height_px), away_mm, tilt)


def watch(
    walk: Walkthrough[Frame], frames: Callable[[], Frame], do: Callable[[str], None], most_frames: int = 400
) -> list[WalkthroughStep]:
    """Feed frames to the end; whenever the hint is a new one, do what it says. All steps."""
    steps = [walk.step]
    done = ""
    for _ in range(most_frames):
        hint = words_of(steps[-1])
        if hint != done:
            do(hint)
            done = hint
        steps.append(walk.feed(frames()))
        if steps[-1].is_over:
            return steps
    raise AssertionError(f"still going after {most_frames} frames: {words_of(steps[-1])}")
