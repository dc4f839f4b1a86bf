"""What does not need a house runs where Python has nothing of POSIX, as far as this can be acted.

Windows and macOS themselves are not tried here: modules and names of `os` that Windows does not
have are taken away. Paths, locks and signs of a terminal there are not.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from croupier.extras import SYSTEM
from tests.support.bare_program import WORKS, answers
from tests.support.configured_house import opened, written

if TYPE_CHECKING:
    from pathlib import Path

MODULES = (*SYSTEM, "uvloop", "readline", "curses", "tty", "pty", "syslog")
NAMES = (
    *("fork", "forkpty", "register_at_fork", "sched_getaffinity", "sched_setaffinity", "nice"),
    *("getuid", "geteuid", "getgid", "getegid", "getgroups", "setuid", "setsid", "getpgid"),
    *("killpg", "chown", "fchown", "lchown", "fchmod", "mkfifo", "mknod", "statvfs", "fstatvfs"),
    *("getloadavg", "posix_fallocate", "posix_fadvise", "sync", "fdatasync"),
    *("O_NOFOLLOW", "O_DIRECTORY", "O_CLOEXEC", "O_DSYNC", "O_SYNC", "O_NONBLOCK"),
)


def test_settling_odds_and_play_need_nothing_of_posix() -> None:
    told = zip(WORKS, answers(sys.executable, WORKS, modules=MODULES, names=NAMES), strict=True)
    assert [(call, one.complained) for call, one in told if one.status or not one.said] == []


def test_a_journal_is_read_without_locks(tmp_path: Path) -> None:
    opened(tmp_path, written("baccarat")).close()
    calls = [["audit", "verify", str(tmp_path)], ["report", str(tmp_path)]]
    told = answers(sys.executable, calls, modules=MODULES)
    assert [(one.status, one.complained) for one in told] == [(0, ""), (0, "")]


def test_a_house_says_that_it_needs_linux_or_macos(tmp_path: Path) -> None:
    asked = ["serve", "--folder", str(tmp_path), "--port", "0"]
    [told] = answers(sys.executable, [asked], modules=SYSTEM)
    assert (told.status, told.said) == (2, "")
    assert told.complained.endswith(" needs Linux or macOS: there is no house on this system\n")
    assert told.complained.count("\n") == 1
