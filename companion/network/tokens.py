"""Makes tokens that are shown on a screen and read by a camera or typed by hand."""

import secrets

SIGNS = "abcdefghjkmnpqrstuvwxyz23456789"
"""A token is typed by hand where no code can be scanned: no signs that look alike. Each has nearly five bits."""


def new_token(signs: int) -> str:
    """Return a random token with this many characters."""
    return "".join(secrets.choice(SIGNS) for _ in range(signs))
