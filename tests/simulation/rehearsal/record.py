"""What many rehearsals came to, kept in a file: a line for each, after which the next go on."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from croupier.problems import BadInput, own_words

if TYPE_CHECKING:
    from pathlib import Path

    from tests.simulation.rehearsal.result import Result


class Evening(msgspec.Struct, frozen=True, kw_only=True):
    seed: int
    nodes: int
    program: str
    rounds: int
    wagers: int
    entries: int
    steps: int
    kills: int
    troubles: dict[str, int]
    trace: str
    found: tuple[str, ...] = ()

    @classmethod
    def of(cls, one: Result, program: str) -> Evening:
        return cls(
            seed=one.options.seed,
            nodes=one.options.nodes,
            program=program,
            rounds=one.rounds,
            wagers=one.wagers,
            entries=one.entries,
            steps=one.steps,
            kills=one.kills,
            troubles=one.troubles,
            trace=one.trace,
            found=one.found,
        )


decoder = msgspec.json.Decoder(Evening)


class Record:
    """Of one program, one number of nodes, and seeds without a gap."""

    def __init__(self, path: Path, seed: int, nodes: int, program: str) -> None:
        self.path, self.seed, self.nodes, self.program = path, seed, nodes, program

    def read(self) -> list[Evening]:
        """What was rehearsed before; a line that was not written to its end is not counted."""
        try:
            text = self.path.read_bytes() if self.path.exists() else b""
        except OSError as error:
            raise BadInput(own_words(error), str(self.path)) from None
        whole, _, _rest = text.rpartition(b"\n")
        found = [self.line(one, number) for number, one in enumerate(whole.splitlines())]
        if len(text) > len(whole) + bool(whole):
            self.path.write_bytes(whole + b"\n" * bool(whole))
        return found

    def line(self, text: bytes, number: int) -> Evening:
        where = str(self.path), f"line {number + 1}"
        try:
            one = decoder.decode(text)
        except msgspec.DecodeError as error:
            raise BadInput(f"is no evening of a rehearsal: {error}", *where) from None
        if one.program != self.program:
            raise BadInput("was rehearsed by another program", *where)
        if (one.seed, one.nodes) != (self.seed + number, self.nodes):
            raise BadInput(f"is of seed {one.seed} on {one.nodes} nodes", *where)
        if one.found:
            raise BadInput(f"has found something: {one.found[0]}", *where)
        return one

    def add(self, one: Result) -> None:
        try:
            with self.path.open("ab") as file:
                file.write(msgspec.json.encode(Evening.of(one, self.program)) + b"\n")
        except OSError as error:
            raise BadInput(own_words(error), str(self.path)) from None
