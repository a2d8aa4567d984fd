"""Makes the certificate with which this machine serves the phone's page, and keeps it.

A browser gives a page the camera only over HTTPS. No authority signs for a machine in a living room, so the
machine signs for itself, and the browser warns once.
"""

from datetime import UTC, datetime, timedelta
from pathlib import Path

from companion.network.certificates import Certificate, CertificateTerms, holds, make_own
from companion.system_errors import system_says
from companion.words import Text
from vision.errors import NoSuchSource

LASTS = timedelta(days=800)
"""Phones of Apple refuse certificates of more than 825 days."""
EARLY = timedelta(days=2)
"""The certificate holds from so long ago on, because the clocks of phone and machine may differ."""
RENEWED = timedelta(days=30)
"""A certificate that ends so soon is made anew."""


def kept_certificate(folder: Path, addresses: tuple[str, ...]) -> Certificate:
    """Returns the certificate in a folder, which is made if there is none or it has run out.

    Only the owner may read the files. Raises `NoSuchSource` if they cannot be written.
    """
    files = Certificate(folder / "certificate.pem", folder / "key.pem")
    try:
        now = datetime.now(UTC)
        if not holds(files, now, now + RENEWED):
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            make_own(files, CertificateTerms(addresses, now - EARLY, now + LASTS))
    except OSError as problem:
        raise NoSuchSource(
            Text(
                "the certificate of the phone's page cannot be kept in {folder}: {problem}",
                folder=str(folder),
                problem=system_says(problem),
            )
        ) from problem
    return files
