"""The reference wallet, and a house that does not wait long for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from croupier.server.play import wallet_desk
from tests.support.wallets import WalletProcess

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture
def hurried_wallet(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wallet_desk, "AGAIN", 0.02)
    monkeypatch.setattr(wallet_desk, "LOOK_EVERY", 0.02)


@pytest.fixture
def wallet(tmp_path: Path) -> Iterator[WalletProcess]:
    made = WalletProcess(tmp_path).start()
    yield made
    made.kill()
