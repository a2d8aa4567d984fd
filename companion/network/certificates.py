"""Makes keys and certificates, for a machine that signs for itself, or for an authority of its own.

Nobody signs for a machine in a living room or a club. Only the owner may read the files.
"""

import os
import socket
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cryptography import x509
    from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey

OWN_ONLY = 0o600
NAME = "companion"
LONG_AGO = datetime(2020, 1, 1, tzinfo=UTC)
"""Since when certificates of machines hold whose clocks may be wrong by years."""
FOR_YEARS = timedelta(days=20 * 365)


@dataclass(frozen=True, slots=True)
class Certificate:
    """The files of a certificate and of its key."""

    certificate: Path
    key: Path


@dataclass(frozen=True, slots=True)
class CertificateTerms:
    """What a server's certificate is valid for: the machine's addresses, and a time."""

    addresses: tuple[str, ...]
    since: datetime
    until: datetime


def holds(files: Certificate, since: datetime, until: datetime) -> bool:
    """Tell whether a certificate and its key exist, belong together and are valid for a time. Raises `OSError`."""
    try:
        known = certificate_of_key(files.certificate.read_bytes(), files.key.read_bytes())
    except FileNotFoundError:
        return False
    if known is None:
        return False
    for path in (files.certificate, files.key):
        path.chmod(OWN_ONLY)
    return known.not_valid_before_utc <= since and until <= known.not_valid_after_utc


def certificate_of_key(certificate: bytes, key: bytes) -> "x509.Certificate | None":
    """Return a certificate if both it and its key can be read and belong together; else None."""
    from cryptography import x509  # noqa: PLC0415 - only who serves a page waits for it
    from cryptography.exceptions import UnsupportedAlgorithm  # noqa: PLC0415
    from cryptography.hazmat.primitives.serialization import load_pem_private_key  # noqa: PLC0415

    try:
        known = x509.load_pem_x509_certificate(certificate)
        is_of_key = load_pem_private_key(key, password=None).public_key() == known.public_key()
    except (ValueError, TypeError, UnsupportedAlgorithm):
        return None
    return known if is_of_key else None


def make_own(files: Certificate, terms: CertificateTerms) -> None:
    """Make a certificate with which a machine signs for itself. Raises `OSError`."""
    key = _new_key()
    _write(files, key, _server(key, terms, None).sign(key, _sha256()))


def make_authority(files: Certificate, since: datetime, until: datetime) -> None:
    """Make an authority, which signs the certificates of one hall and nothing else. Raises `OSError`."""
    from cryptography import x509  # noqa: PLC0415

    key = _new_key()
    name = _name(f"{NAME} hall")
    builder = (
        _builder(key, name, name, since, until)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(_usage(signs_certificates=True), critical=True)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
    )
    _write(files, key, builder.sign(key, _sha256()))


def make_signed(files: Certificate, terms: CertificateTerms, authority: Certificate) -> None:
    """Make a certificate of a server that an authority signs. Raises `OSError`."""
    from cryptography import x509  # noqa: PLC0415
    from cryptography.hazmat.primitives.serialization import load_pem_private_key  # noqa: PLC0415

    signer: Any = load_pem_private_key(authority.key.read_bytes(), password=None)
    known = x509.load_pem_x509_certificate(authority.certificate.read_bytes())
    key = _new_key()
    builder = _server(key, terms, known.subject).add_extension(
        x509.AuthorityKeyIdentifier.from_issuer_public_key(signer.public_key()), critical=False
    )
    _write(files, key, builder.sign(signer, _sha256()))


def fingerprint(certificate: bytes) -> str:
    """Return the SHA-256 of a certificate in PEM form, in hexadecimal digits. Raises `ValueError`."""
    from cryptography import x509  # noqa: PLC0415
    from cryptography.hazmat.primitives import hashes  # noqa: PLC0415

    return x509.load_pem_x509_certificate(certificate).fingerprint(hashes.SHA256()).hex()


def _server(
    key: "EllipticCurvePrivateKey", terms: CertificateTerms, issuer: "x509.Name | None"
) -> "x509.CertificateBuilder":
    from cryptography import x509  # noqa: PLC0415
    from cryptography.x509.oid import ExtendedKeyUsageOID  # noqa: PLC0415

    host = socket.gethostname()
    named = [x509.DNSName(one) for one in (host, f"{host}.local", "localhost") if one.isascii() and one]
    numbered = [x509.IPAddress(ip_address(one)) for one in terms.addresses]
    name = _name(NAME)
    return (
        _builder(key, name, issuer or name, terms.since, terms.until)
        .add_extension(x509.SubjectAlternativeName([*named, *numbered]), critical=False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
    )


def _builder(
    key: "EllipticCurvePrivateKey", name: "x509.Name", issuer: "x509.Name", since: datetime, until: datetime
) -> "x509.CertificateBuilder":
    from cryptography import x509  # noqa: PLC0415

    return (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(issuer)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(since)
        .not_valid_after(until)
    )


def _usage(*, signs_certificates: bool) -> "x509.KeyUsage":
    from cryptography import x509  # noqa: PLC0415

    return x509.KeyUsage(
        digital_signature=True, key_cert_sign=signs_certificates, crl_sign=signs_certificates,
        content_commitment=False, key_encipherment=False, data_encipherment=False, key_agreement=False,
        encipher_only=False, decipher_only=False,
    )  # fmt: skip


def _new_key() -> "EllipticCurvePrivateKey":
    from cryptography.hazmat.primitives.asymmetric import ec  # noqa: PLC0415

    return ec.generate_private_key(ec.SECP256R1())


def _name(common: str) -> "x509.Name":
    from cryptography import x509  # noqa: PLC0415
    from cryptography.x509.oid import NameOID  # noqa: PLC0415

    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, common)])


def _sha256() -> Any:
    from cryptography.hazmat.primitives import hashes  # noqa: PLC0415

    return hashes.SHA256()


def _write(files: Certificate, key: "EllipticCurvePrivateKey", certificate: "x509.Certificate") -> None:
    from cryptography.hazmat.primitives import serialization  # noqa: PLC0415

    encoded = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    _write_own(files.key, encoded)
    _write_own(files.certificate, certificate.public_bytes(serialization.Encoding.PEM))


def _write_own(path: Path, data: bytes) -> None:
    """Write a file that nobody else may read, not even while it is written."""
    new = path.with_suffix(".new")
    new.unlink(missing_ok=True)
    with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, OWN_ONLY), "wb") as file:
        file.write(data)
    new.replace(path)
