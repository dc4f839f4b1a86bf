"""The kernel for GPUs, built for this processor instead: the same counts as everywhere else."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
from typing import TYPE_CHECKING

import numpy as np
import pytest

from croupier.games import GAMES
from croupier.montecarlo.counting import Plain, tables_of
from croupier.montecarlo.cuda import ENTRY, room, source
from croupier.montecarlo.gpu import Gpu
from croupier.montecarlo.options import asked_of
from croupier.montecarlo.simulation import cells_of
from croupier.montecarlo.words import ALL_BITS, GAMMA, key_of
from croupier.problems import BadInput

if TYPE_CHECKING:
    from pathlib import Path

ONE_THREAD = """
#define __device__
#define __forceinline__ inline
#define __noinline__ __attribute__((noinline))
#define __global__
#define __shared__
#define __syncthreads()
struct Place { unsigned int x; };
static const Place threadIdx = {0}, blockIdx = {0}, blockDim = {1}, gridDim = {1};
template <typename T> static void atomicAdd(T* at, T more) { *at += more; }
unsigned long long lent[1 << 14];
"""
FIRST, ROUNDS = 12_345, 200_001


@pytest.mark.parametrize("name", [game.name for game in GAMES])
def test_the_kernel_counts_as_numpy_does(name: str, tmp_path: Path) -> None:
    compiler = shutil.which("g++") or shutil.which("clang++")
    if compiler is None:
        pytest.skip("there is no compiler for C++ here")
    cells = cells_of(asked_of(name))
    assert room(cells).bytes <= 8 << 14
    text, built = tmp_path / "kernel.cpp", tmp_path / "kernel.so"
    text.write_text(ONE_THREAD + source(cells), encoding="utf-8")
    subprocess.run([compiler, "-O1", "-shared", "-fPIC", "-o", built, text], check=True)
    counts, tables = np.zeros(cells.cells.number, np.uint64), tables_of(cells)
    begin = ctypes.c_uint64((key_of(5) + FIRST * GAMMA) & ALL_BITS)
    arrays = [ctypes.c_void_p(one.ctypes.data) for one in (counts, *tables)]
    ctypes.CDLL(str(built))[ENTRY](begin, ctypes.c_uint64(ROUNDS), *arrays)
    assert np.array_equal(counts, Plain(cells).count(key_of(5), FIRST, ROUNDS))


def test_without_cupy_one_line_says_so() -> None:
    pytest.importorskip("numpy")
    try:
        import cupy  # noqa: F401, PLC0415 - where it is, a GPU may be, too
    except ImportError:
        with pytest.raises(BadInput, match=r"^device: needs croupier\[gpu\]: pip install"):
            Gpu(cells_of(asked_of("baccarat")))
