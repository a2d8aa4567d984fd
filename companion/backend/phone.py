"""Shows on this machine's screen how a phone becomes the camera."""

from companion.backend.interface import (
    PhoneStanding,
)
from companion.backend.screen_pictures import CameraPicture
from companion.words import Text
from vision.phone import PHONE
from vision.phone.code import code_picture, scan_this
from vision.phone.link import PhoneInvitation, PhoneLink

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

    def standing(self) -> PhoneStanding | None:
        """Return what a page shows of the phone; None if nothing listens."""
        if not self._link.is_listening:
            return None
        picture = self.picture()
        if picture is None or self._invitation is None:
            return PhoneStanding(None, HERE)
        return PhoneStanding(picture, scan_this(self._invitation.url))


def code_for(camera: str, link: PhoneLink) -> PhoneCode | None:
    """Return the code of a link if the named camera is a phone."""
    return PhoneCode(link) if camera == PHONE else None
