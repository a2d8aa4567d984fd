"""The certificate of the phone's page is made once, and nobody else may read its key."""

import ssl
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from cryptography import x509

from companion.network.certificates import Certificate
from vision.errors import NoSuchSource
from vision.phone.link import kept_certificate

HOME = ("192.168.1.20", "10.0.0.3")


def read(files: Certificate) -> x509.Certificate:
    return x509.load_pem_x509_certificate(files.certificate.read_bytes())


def test_it_is_made_once_and_only_the_owner_may_read_it(tmp_path: Path) -> None:
    files = kept_certificate(tmp_path / "phone", HOME)
    made = files.certificate.read_bytes()
    assert [path.stat().st_mode & 0o777 for path in (files.certificate, files.key)] == [0o600, 0o600]
    assert kept_certificate(tmp_path / "phone", ("172.16.0.1",)).certificate.read_bytes() == made
    ssl.create_default_context(ssl.Purpose.CLIENT_AUTH).load_cert_chain(files.certificate, files.key)


def test_it_names_the_machine_and_lasts_as_long_as_phones_allow(tmp_path: Path) -> None:
    known = read(kept_certificate(tmp_path, HOME))
    names = known.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    assert [str(one) for one in names.get_values_for_type(x509.IPAddress)] == list(HOME)
    assert known.not_valid_after_utc - known.not_valid_before_utc <= timedelta(days=825)
    assert known.not_valid_before_utc < datetime.now(UTC)


@pytest.mark.parametrize("damaged", ["certificate.pem", "key.pem"])
def test_a_damaged_one_is_made_anew(tmp_path: Path, damaged: str) -> None:
    before = read(kept_certificate(tmp_path, HOME)).serial_number
    (tmp_path / damaged).write_text("rubbish")
    assert read(kept_certificate(tmp_path, HOME)).serial_number != before


def test_the_key_of_another_certificate_is_not_used(tmp_path: Path) -> None:
    before = read(kept_certificate(tmp_path / "one", HOME)).serial_number
    other = kept_certificate(tmp_path / "other", HOME)
    (tmp_path / "one" / "key.pem").write_bytes(other.key.read_bytes())
    assert read(kept_certificate(tmp_path / "one", HOME)).serial_number != before


def test_one_that_runs_out_soon_is_made_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vision.phone.link.LASTS", timedelta(days=20))
    before = read(kept_certificate(tmp_path, HOME)).serial_number
    assert read(kept_certificate(tmp_path, HOME)).serial_number != before


def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "phone").write_text("a file stands in the way")
    with pytest.raises(NoSuchSource, match="the certificate of the phone's page cannot be kept in"):
        kept_certificate(tmp_path / "phone", HOME)
