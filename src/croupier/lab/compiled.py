"""The compiler for counting loops, where it is installed; what it compiles is cached on disk."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar, cast

try:
    from numba import njit
except ImportError:  # croupier[lab] brings it
    njit = None  # type: ignore[assignment]

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy as np
    from numpy.typing import NDArray

    Whole = NDArray[np.int64]
    Real = NDArray[np.float64]
    Table = Any

KernelT = TypeVar("KernelT", bound="Callable[..., object]")
IN_ANY_ORDER = {"reassoc", "contract"}
"""In which sums of whole numbers are exact in floating point too, below 2**53."""


def compiled(kernel: KernelT) -> KernelT:
    """Cached beside the source, or for the user; where neither can be written, in memory.

    Without the compiler the loops run as they stand: the same counts, some hundred times slower.
    """
    if njit is None:
        return kernel
    try:
        made = njit(kernel, cache=True, nogil=True, fastmath=IN_ANY_ORDER)
    except RuntimeError:
        made = njit(kernel, nogil=True, fastmath=IN_ANY_ORDER)
    return cast("KernelT", made)
