"""Certificates of nobody's, in the files that proxies and servers read."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from typing import TYPE_CHECKING

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

if TYPE_CHECKING:
    from pathlib import Path

DAY = timedelta(days=1)


def named(name: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])


def general(name: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ip_address(name))
    except ValueError:
        return x509.DNSName(name)


def builder(name: str, key: ec.EllipticCurvePrivateKey, over: datetime) -> x509.CertificateBuilder:
    return (
        x509.CertificateBuilder()
        .subject_name(named(name))
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(over - 2 * DAY)
        .not_valid_after(over)
    )


def secret(key: ec.EllipticCurvePrivateKey) -> bytes:
    return key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )


def shown(certificate: x509.Certificate) -> bytes:
    return certificate.public_bytes(serialization.Encoding.PEM)


def self_signed(folder: Path, name: str) -> str:
    """house.crt, house.key, and both as house.pem; the certificate as text."""
    key = ec.generate_private_key(ec.SECP256R1())
    made = (
        builder(name, key, datetime.now(UTC) + DAY)
        .issuer_name(named(name))
        .add_extension(x509.SubjectAlternativeName([general(name)]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .sign(key, hashes.SHA256())
    )
    (folder / "house.crt").write_bytes(shown(made))
    (folder / "house.key").write_bytes(secret(key))
    (folder / "house.pem").write_bytes(shown(made) + secret(key))
    return shown(made).decode()


class Authority:
    """Signs for the servers and nodes of one house."""

    def __init__(self, file: Path) -> None:
        self.file, self.name, self.key = (
            file,
            named(file.stem),
            ec.generate_private_key(ec.SECP256R1()),
        )
        made = (
            builder(file.stem, self.key, datetime.now(UTC) + DAY)
            .issuer_name(self.name)
            .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
            .sign(self.key, hashes.SHA256())
        )
        file.write_bytes(shown(made))

    def sign(self, certificate: Path, *names: str, days_left: int = 1) -> Path:
        """Its key lies beside it."""
        key = ec.generate_private_key(ec.SECP256R1())
        made = (
            builder(names[0], key, datetime.now(UTC) + days_left * DAY)
            .issuer_name(self.name)
            .add_extension(x509.SubjectAlternativeName(map(general, names)), critical=False)
            .sign(self.key, hashes.SHA256())
        )
        certificate.write_bytes(shown(made))
        certificate.with_suffix(".key").write_bytes(secret(key))
        return certificate
