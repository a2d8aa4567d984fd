"""Makes a phone the camera: this machine serves a page to the phone, and the phone's pictures become frames."""

PHONE = "phone"
"""The name of this camera where a camera is named."""
