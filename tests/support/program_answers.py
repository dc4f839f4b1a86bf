"""What the program answers, as the tests of its verbs take it."""

from __future__ import annotations

from collections.abc import Callable

Asked = tuple[int, str, str]
"""The exit status, standard output and standard error."""
Played = Callable[..., tuple[int, list[str], str]]
"""The same of `play`, with standard output as lines."""
