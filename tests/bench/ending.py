"""How a bench ends: with its figures, or with one line that says why there are none."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

from croupier.problems import BadInput

if TYPE_CHECKING:
    from collections.abc import Callable

INTERRUPTED, LACKING = 130, 2


def ended(main: Callable[[], int | None]) -> None:
    """With the bench's own status, where it has one."""
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        says, status = "interrupted", INTERRUPTED
    except (BadInput, ImportError, OSError, subprocess.SubprocessError) as error:
        says, status = str(error) or type(error).__name__, LACKING
    print(" ".join(says.split()), file=sys.stderr)
    sys.exit(status)
