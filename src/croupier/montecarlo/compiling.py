"""Kernels as machine code, kept on disk for the next time."""

from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING

import llvmlite
from llvmlite import binding

from croupier.montecarlo.cache_files import CacheFile

if TYPE_CHECKING:
    from collections.abc import Callable

    from llvmlite import ir

ENTRY = "count"


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
    kept = kept_code(text)
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


def kept_code(text: str) -> CacheFile:
    """Of one kernel for this processor: damaged, it would end the whole program."""
    made_by = (llvmlite.__version__, binding.get_default_triple(), binding.get_host_cpu_name())
    features = binding.get_host_cpu_features().flatten()
    return CacheFile(*made_by, features, text, suffix=".o")
