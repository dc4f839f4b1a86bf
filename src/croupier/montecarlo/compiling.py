"""Kernels as machine code, kept on disk for the next time."""

from __future__ import annotations

import ctypes
import os
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

import llvmlite
from llvmlite import binding

if TYPE_CHECKING:
    from collections.abc import Callable

    from llvmlite import ir

ENTRY = "count"
DIGEST = sha256().digest_size


def machine() -> binding.TargetMachine:
    """A new one each time: an engine takes the one it is given for its own."""
    return binding.Target.from_default_triple().create_target_machine(
        cpu=binding.get_host_cpu_name(),
        features=binding.get_host_cpu_features().flatten() + ",-prefer-256-bit",
        opt=3,
    )


def compiled(module: ir.Module, arguments: int) -> Callable[..., None]:
    """The function `count` of a module; its arguments are whole numbers and addresses."""
    text = str(module)
    binding.initialize_native_target()
    binding.initialize_native_asmprinter()
    engine = binding.create_mcjit_compiler(binding.parse_assembly(""), machine())
    kept = Kept(text)
    code = kept.read()
    if code is None:
        code = machine().emit_object(optimised(text))
        kept.write(code)
    engine.add_object_file(binding.ObjectFileRef.from_data(code))
    engine.finalize_object()
    made = ctypes.CFUNCTYPE(None, *[ctypes.c_uint64] * arguments)
    function = made(engine.get_function_address(ENTRY))
    function.engine = engine  # type: ignore[attr-defined]  # it holds the code
    return function


def optimised(text: str) -> binding.ModuleRef:
    module = binding.parse_assembly(text)
    module.verify()
    passes = binding.create_pass_builder(machine(), binding.create_pipeline_tuning_options(3))
    passes.getModulePassManager().run(module, passes)
    return module


class Kept:
    """Of one kernel for this processor, where the user's files can be written."""

    def __init__(self, text: str) -> None:
        made_by = (llvmlite.__version__, binding.get_default_triple(), binding.get_host_cpu_name())
        features = binding.get_host_cpu_features().flatten()
        digest = sha256("\n".join((*made_by, features, text)).encode()).hexdigest()
        home = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
        self.path = Path(home) / "croupier" / f"{digest}.o"

    def read(self) -> bytes | None:
        """Behind its digest: what is damaged would end the whole program, and is made anew."""
        try:
            mine = self.path.stat().st_uid == os.getuid()
            kept = self.path.read_bytes() if mine else b""
        except OSError:
            return None
        digest, code = kept[:DIGEST], kept[DIGEST:]
        return code if sha256(code).digest() == digest else None

    def write(self, code: bytes) -> None:
        part = self.path.with_suffix(f".{os.getpid()}")
        with suppress(OSError):
            self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            try:
                part.write_bytes(sha256(code).digest() + code)
                part.replace(self.path)
            finally:
                part.unlink(missing_ok=True)
