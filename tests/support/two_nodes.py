"""Two nodes with TLS of their own, as proxies before several machines expect them."""

from __future__ import annotations

import shutil
import ssl
from contextlib import contextmanager
from typing import TYPE_CHECKING

from tests.support.certificate import self_signed
from tests.support.configured_house import written
from tests.support.nats_server import NatsServer
from tests.support.proxies import Proxied, free_port, running
from tests.support.secure_node import NODE_NAME, SecureNode

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

GAMES = ("three-pictures", "lucky-three-pictures", "royal-three-pictures")
"""With the duties of a house, which are held as a table is, two for each node."""


def file_of(node: str, database: str, messages: str) -> str:
    believed = 'names = ["localhost"]\nproxies = ["127.0.0.1"]\n'
    believed += 'certificate = "house.crt"\nkey = "house.key"'
    nodes = f'[nodes]\nnode = "{node}"\ndatabase = "{database}"\nmessages = "{messages}"\n'
    return written(*GAMES, serve=believed) + nodes


@contextmanager
def two_nodes(folder: Path, database: str) -> Iterator[dict[str, SecureNode]]:
    folders = [folder / one for one in ("n1", "n2")]
    folders[0].mkdir()
    SecureNode.trusted = ssl.create_default_context(cadata=self_signed(folders[0], NODE_NAME))
    shutil.copy(folders[0] / "house.crt", folder / "nodes-ca.pem")
    with NatsServer(folder) as messages:
        shared = database, f"nats://{messages.address}"
        (folders[0] / "house.toml").write_text(file_of("n1", *shared))
        with SecureNode(folders[0]) as first:
            shutil.copytree(folders[0], folders[1], ignore=shutil.ignore_patterns("lock"))
            (folders[1] / "house.toml").write_text(file_of("n2", *shared))
            with SecureNode(folders[1]) as second:
                yield {"n1": first, "n2": second}


@contextmanager
def behind(program: str, folder: Path, nodes: dict[str, SecureNode]) -> Iterator[Proxied]:
    """A real proxy, with the file that an operator takes over."""
    first, second = nodes.values()
    ports = {
        "10.0.0.1:8000": first.port,
        "10.0.0.2:8000": second.port,
        "10.0.0.3:8000": free_port(),  # a machine that is away
    }
    made = Proxied(folder, ports, "-nodes")
    name = program.rpartition("/")[2]
    with running([program, *getattr(made, name)()], made):
        yield made
