"""What the program does now is what was recorded, but for what is intended."""

from __future__ import annotations

import pytest

from tests.record import compare
from tests.record.parts import PARTS


@pytest.mark.parametrize(
    "part",
    [
        pytest.param(name, marks=pytest.mark.slow) if name.startswith("rounds/") else name
        for name in PARTS
    ],
)
def test_it_is_as_recorded(part: str) -> None:
    messages = list(compare.differences(part, compare.entries()))
    assert not messages, "\n\n".join(["", *messages])


def test_every_recorded_file_belongs_to_a_part() -> None:
    """A file that nothing is compared with would be a promise that nobody keeps."""
    recorded = {
        path.relative_to(compare.FOLDER).as_posix() for path in compare.FOLDER.glob("*/*.txt")
    }
    assert recorded == {file for part in PARTS.values() for file in part.files}
