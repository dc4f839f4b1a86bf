"""Sockets end with their session: what is personal stops at once, then the connection closes.

Each personal message and each command asks for itself whether the session stands; this tells those
who neither send nor are sent anything.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from croupier.engine.refusals import Policy, Refused, declined
from croupier.said import Sentence
from croupier.server.floor.protocol import Session
from croupier.table.commands import Who

if TYPE_CHECKING:
    from croupier.server.floor.floor import Floor
    from croupier.server.floor.watcher import Watcher

SESSION_IS_OPEN = Sentence("session-is-open", "the session is open")
ROLE_HAS_CHANGED = Sentence("role-has-changed", "the role has changed: connect again")

ENDED = 4401
"""The code with which a connection is closed whose session is over."""
LOOK_EVERY = 0.25
AT_A_TIME, PAUSE = 100, 0.005
"""Of a crowd: as many at a time, with as many seconds for others between."""
CHANGED = declined(Policy.CHANGED_MEANWHILE, ROLE_HAS_CHANGED())


async def attend(floor: Floor) -> None:
    while True:
        await asyncio.sleep(LOOK_EVERY)
        watchers = tuple(floor.watchers)
        for start in range(0, len(watchers), AT_A_TIME):
            look(floor, watchers[start : start + AT_A_TIME])
            await asyncio.sleep(PAUSE)


def look(floor: Floor, watchers: tuple[Watcher, ...]) -> None:
    for watcher in watchers:
        if watcher.who is None or floor.standing is None or watcher not in floor.watchers:
            continue
        found = floor.standing(watcher.token)
        if isinstance(found, Who) and same_person(found, watcher.who):
            watcher.who = found  # with those of whom this one is not the second person by now
            if watcher.locked:
                unlocked(watcher)
        elif isinstance(found, Refused) and found.why is Policy.SESSION_LOCKED:
            if not watcher.locked:
                watcher.locked = True
                watcher.say(Session(found.why, found.says, found.said))
        else:
            ended(watcher, found if isinstance(found, Refused) else CHANGED)


def same_person(one: Who, other: Who) -> bool:
    return (one.name, one.role) == (other.name, other.role)


def unlocked(watcher: Watcher) -> None:
    """What was not sent meanwhile is sent now."""
    watcher.locked, watcher.purse = False, None
    said = SESSION_IS_OPEN()
    watcher.say(Session(None, str(said), said))
    watcher.floor.show_purse(watcher)
    for table in tuple(watcher.watching):
        watcher.watch(table, None)


def ended(watcher: Watcher, why: Refused) -> None:
    watcher.say(Session(why.why, why.says, why.said))
    watcher.floor.leave(watcher)
    watcher.line.end(ENDED, why.says)
