"""Turns pictures that were kept as files into textures."""

from io import BytesIO

from kivy.core.image import Image as CoreImage
from kivy.graphics.texture import Texture


def kept_texture(data: bytes | None, ext: str) -> Texture | None:
    """Return a JPEG or PNG as a texture; None where there is none, or where the file is damaged."""
    if not data:
        return None
    try:
        return CoreImage(BytesIO(data), ext=ext).texture
    except Exception:  # noqa: BLE001 - Kivy knows no narrower one for what is no picture, and a power cut leaves such files
        return None
