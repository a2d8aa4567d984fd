"""Makes the certificate with which this machine serves the phone's page, and keeps it.

A browser gives a page the camera only over HTTPS. No authority signs for a machine in a living room, so the
machine signs for itself, and the browser warns once.
"""

import os
import socket
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path

from companion.system_errors import system_says
from companion.words import Text
from vision.errors import NoSuchSource

LASTS = timedelta(days=800)
"""Phones of Apple refuse certificates of more than 825 days."""
EARLY = timedelta(days=2)
"""The certificate holds from so long ago on, because the clocks of phone and machine may differ."""
RENEWED = timedelta(days=30)
"""A certificate that ends so soon is made anew."""
OWN_ONLY = 0o600


@dataclass(frozen=True, slots=True)
class Certificate:
    """The files of a certificate and of its key."""

    certificate: Path
    key: Path


def kept_certificate(folder: Path, addresses: tuple[str, ...]) -> Certificate:
    """Returns the certificate in a folder, which is made if there is none or it has run out.

    Only the owner may read the files. Raises `NoSuchSource` if they cannot be written.
    """
    files = Certificate(folder / "certificate.pem", folder / "key.pem")
    try:
        if not _holds(files):
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            _make(files, addresses)
    except OSError as problem:
        raise NoSuchSource(
            Text(
                "the certificate of the phone's page cannot be kept in {folder}: {problem}",
                folder=str(folder),
                problem=system_says(problem),
            )
        ) from problem
    return files


def _holds(files: Certificate) -> bool:
    """Tells whether a certificate and its key are there, belong together and hold for a while."""
    from cryptography import x509  # noqa: PLC0415 - only who plays with a phone waits for it
    from cryptography.hazmat.primitives.serialization import load_pem_private_key  # noqa: PLC0415

    try:
        known = x509.load_pem_x509_certificate(files.certificate.read_bytes())
        key = load_pem_private_key(files.key.read_bytes(), password=None)
    except (FileNotFoundError, ValueError, TypeError):
        return False
    for path in (files.certificate, files.key):
        path.chmod(OWN_ONLY)
    now = datetime.now(UTC)
    is_in_time = known.not_valid_before_utc <= now <= known.not_valid_after_utc - RENEWED
    return is_in_time and key.public_key() == known.public_key()


def _make(files: Certificate, addresses: tuple[str, ...]) -> None:
    from cryptography import x509  # noqa: PLC0415
    from cryptography.hazmat.primitives import hashes, serialization  # noqa: PLC0415
    from cryptography.hazmat.primitives.asymmetric import ec  # noqa: PLC0415
    from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID  # noqa: PLC0415

    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "companion")])
    host = socket.gethostname()
    named = [x509.DNSName(one) for one in (host, f"{host}.local", "localhost") if one.isascii() and one]
    numbered = [x509.IPAddress(ip_address(one)) for one in addresses]
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - EARLY)
        .not_valid_after(now - EARLY + LASTS)
        .add_extension(x509.SubjectAlternativeName([*named, *numbered]), critical=False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .sign(key, hashes.SHA256())
    )
    _write(
        files.key,
        key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        ),
    )
    _write(files.certificate, made.public_bytes(serialization.Encoding.PEM))


def _write(path: Path, data: bytes) -> None:
    """Writes a file that nobody else may read, not even while it is written."""
    new = path.with_suffix(".new")
    new.unlink(missing_ok=True)
    with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, OWN_ONLY), "wb") as file:
        file.write(data)
    new.replace(path)
