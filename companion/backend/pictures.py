"""Makes pictures of the table for a screen, about ten a second, and the code that a phone scans to become the camera."""

import threading
from collections.abc import Callable, Iterator, Sequence

import numpy as np

from companion.backend.interface import (
    PhoneStatus,
)
from companion.backend.screen_pictures import CameraPicture, PictureMark
from companion.reading.identity import Identities
from companion.reading.laying import ToLay
from companion.threads import Stumble, TendedThread
from companion.words import Text, Wording
from vision.phone import PHONE
from vision.phone.code import code_picture, scan_this
from vision.phone.link import PhoneInvitation, PhoneLink
from vision.preview import marks, preview_bgr
from vision.tracked_objects import TrackedObject
from vision.worker import Preview

PICTURES_PER_SECOND = 12
"""As many look even; each takes time from reading the table."""


class PictureMaker:
    """Turns a worker's previews into pictures for screens."""

    def __init__(
        self, identities: Identities | None, wanted: Callable[[], Sequence[ToLay]] = lambda: ()
    ) -> None:
        """`wanted`: the cards that people lay now for a seat that plays from a screen; their places are outlined."""
        self._identities = identities
        self._wanted = wanted
        self._number = -1

    def picture(self, preview: Preview, before: CameraPicture | None) -> CameraPicture | None:
        """Return the picture of the newest frame. If it was already made, return `before`; None if the camera gives no
        frame.
        """
        if preview.frame is None:
            return None
        if preview.frame.number == self._number and before is not None:
            return before
        self._number = preview.frame.number
        small = preview_bgr(preview.frame)
        known = tuple(
            PictureMark(mark.corners_px, mark.says) for mark in marks(preview.things, small.scale, self._says)
        )
        places = tuple(self._places(preview, small.scale))
        return CameraPicture(small.bgr, small.width_px, small.height_px, (*places, *known))

    def _places(self, preview: Preview, scale: float) -> Iterator[PictureMark]:
        """Yield the outlines of the zones in which cards are to be laid."""
        if self._identities is None or preview.table is None:
            return
        zones = {zone.name: zone for zone in self._identities.mat.zones}
        lies = {thing.text for thing in preview.things if not thing.is_hidden}
        for one in self._wanted():
            for name in one.zones if one.key not in lies else ():
                corners_px = preview.table.image_from_table(np.array(zones[name].corners_mm)) * scale
                yield PictureMark(tuple(map(tuple, corners_px.tolist())), one.card, is_wanted=True)

    def _says(self, thing: TrackedObject) -> Text | Wording | None:
        """Return the name of a thing that is seen, without its reference; the markers of the mat have none."""
        if self._identities is None or thing.is_hidden:
            return None
        name = self._identities.names.get(thing.text)
        return Text("{name}", name=name) if name else self._identities.named(thing.what, thing.text)


class PictureThread:
    """Holds the newest picture from `start` to `stop`. `tell` is called in this thread when an error occurs."""

    def __init__(
        self, maker: PictureMaker, preview: Callable[[], Preview], tell: Callable[[Stumble], None]
    ) -> None:
        self._maker = maker
        self._preview = preview
        self._stopping = threading.Event()
        self._thread = TendedThread(
            "pictures", Text("the picture of the table"), self._run, tell, self._stopping
        )
        self.newest: CameraPicture | None = None

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._stopping.set()
        self._thread.join(1.0)

    def _run(self) -> None:
        while not self._stopping.wait(1 / PICTURES_PER_SECOND):
            self.newest = self._maker.picture(self._preview(), self.newest)


# --- phone
# Shows on this machine's screen how a phone becomes the camera.

HERE = Text("the phone is here: what it sees is read")


class PhoneCode:
    """The code of a link as a picture; it is the same object until there is another code."""

    def __init__(self, link: PhoneLink) -> None:
        self._link = link
        self._invitation: PhoneInvitation | None = None
        self._picture: CameraPicture | None = None

    def picture(self) -> CameraPicture | None:
        """Return the code that a phone scans now; None while a phone is there, or nothing listens."""
        invitation = self._link.invitation
        if invitation is None:
            return None
        if self._picture is None or invitation != self._invitation:
            drawn = code_picture(invitation.url)
            self._invitation = invitation
            self._picture = CameraPicture(drawn.bgr, drawn.width_px, drawn.height_px)
        return self._picture

    def standing(self) -> PhoneStatus | None:
        """Return what a page shows of the phone; None if nothing listens."""
        if not self._link.is_listening:
            return None
        picture = self.picture()
        if picture is None or self._invitation is None:
            return PhoneStatus(None, HERE)
        return PhoneStatus(picture, scan_this(self._invitation.url))


def code_for(camera: str, link: PhoneLink) -> PhoneCode | None:
    """Return the code of a link if the named camera is a phone."""
    return PhoneCode(link) if camera == PHONE else None
