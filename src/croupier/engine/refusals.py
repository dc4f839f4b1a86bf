"""The answer that is no: one thing from the table to the wire."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

import msgspec

from croupier.engine.steps import Refusal
from croupier.said import Said, Sentence


class Policy(StrEnum):
    """Why the house itself refuses; the first of this order that holds is the one that is told."""

    TOO_OFTEN = "too-often"
    TOO_LARGE = "too-large"
    ANOTHER_SITE = "another-site"
    NOT_SIGNED_IN = "not-signed-in"
    SESSION_LOCKED = "session-locked"
    WRONG_PASSWORD = "wrong-password"  # noqa: S105 - a reason, no password
    PASSWORD_TO_SET = "password-to-set"  # noqa: S105 - a reason, no password
    SECOND_FACTOR_TO_ENROL = "second-factor-to-enrol"
    SECOND_FACTOR_NEEDED = "second-factor-needed"
    NOT_FOR_THIS_ROLE = "not-for-this-role"
    NOT_FOR_THIS_PERSON = "not-for-this-person"
    DEMONSTRATION_ONLY = "demonstration-only"
    UNREADABLE = "unreadable"
    NO_SUCH_TABLE = "no-such-table"
    NO_SUCH_THING = "no-such-thing"
    NO_SUCH_PLAYER = "no-such-player"
    STILL_IN_PLAY = "still-in-play"
    UNFIT_NAME = "unfit-name"
    UNFIT_PASSWORD = "unfit-password"  # noqa: S105 - a reason, no password
    NO_PASSWORD = "no-password"  # noqa: S105 - a reason, no password
    UNFIT_AMOUNT = "unfit-amount"
    REASON_NEEDED = "reason-needed"
    ALREADY_SO = "already-so"
    NOTHING_WAITS = "nothing-waits"
    REQUEST_REUSED = "request-reused"
    EXCLUDED = "excluded"
    BARRED = "barred"
    ON_BREAK = "on-break"
    REMINDER_WAITS = "reminder-waits"
    CARDS_NOT_READY = "cards-not-ready"
    OWN_LIMIT = "own-limit"
    HOUSE_LIMIT = "house-limit"
    HELD_ELSEWHERE = "held-elsewhere"
    TABLE_HELD = "table-held"
    TOO_MANY_ROUNDS = "too-many-rounds"
    BETTING_TOO_SHORT = "betting-too-short"
    NOT_ENOUGH = "not-enough"
    KEPT_ELSEWHERE = "kept-elsewhere"
    WALLET_REFUSES = "wallet-refuses"
    WALLET_AWAY = "wallet-away"
    CHANGED_MEANWHILE = "changed-meanwhile"
    ON_ANOTHER_NODE = "on-another-node"
    BUSY = "busy"
    PAUSED = "paused"
    NOT_READY = "not-ready"
    FAULT = "fault"


POLICY_SAYS: dict[Policy, str] = {
    Policy.TOO_OFTEN: "More requests of one address than the house takes.",
    Policy.TOO_LARGE: "More was sent than is read.",
    Policy.ANOTHER_SITE: "The request comes from a page of another site.",
    Policy.NOT_SIGNED_IN: "Nobody is signed in, or the session has ended.",
    Policy.SESSION_LOCKED: "The session is locked until its password is given.",
    Policy.WRONG_PASSWORD: "The name or the password is wrong, or the account is locked.",
    Policy.PASSWORD_TO_SET: "A one-time code: its owner sets a password with it first.",
    Policy.SECOND_FACTOR_TO_ENROL: "The house asks for a code of a phone, and none is set up yet.",
    Policy.SECOND_FACTOR_NEEDED: "The password is right; the code of the phone is asked for.",
    Policy.NOT_FOR_THIS_ROLE: "Another role, or a higher one, does this.",
    Policy.NOT_FOR_THIS_PERSON: "It is another person's to see or to do.",
    Policy.DEMONSTRATION_ONLY: "Only a demonstration house does this.",
    Policy.UNREADABLE: "What was sent is not what is asked for; it is said where.",
    Policy.NO_SUCH_TABLE: "The house has no such table.",
    Policy.NO_SUCH_THING: "What the address names is not there.",
    Policy.NO_SUCH_PLAYER: "The house knows no such player.",
    Policy.STILL_IN_PLAY: "The round has not ended.",
    Policy.UNFIT_NAME: "A name is not like that.",
    Policy.UNFIT_PASSWORD: "A password is not like that.",
    Policy.NO_PASSWORD: "A guest has no password.",
    Policy.UNFIT_AMOUNT: "The amount is none that this can be done with.",
    Policy.REASON_NEEDED: "A reason is given, in one line.",
    Policy.ALREADY_SO: "It is so already.",
    Policy.NOTHING_WAITS: "There is nothing open that this could be done to.",
    Policy.REQUEST_REUSED: "The id was used for another request.",
    Policy.EXCLUDED: "The player has excluded himself, and nobody lifts it before its end.",
    Policy.BARRED: "The house has barred the player; two people lift it.",
    Policy.ON_BREAK: "The player is on a break that he has taken; it is not shortened.",
    Policy.REMINDER_WAITS: "A reminder of the time played waits for the player's answer.",
    Policy.CARDS_NOT_READY: "The cards have yet to be counted or shuffled, as the house asks for.",
    Policy.OWN_LIMIT: "It could pass a limit that the player has set for himself.",
    Policy.HOUSE_LIMIT: "It could pass the house's maximum for one player.",
    Policy.HELD_ELSEWHERE: "A round of the same game that holds the player's stake ends first.",
    Policy.TABLE_HELD: "A dispute is being looked at: no further round opens at the table.",
    Policy.TOO_MANY_ROUNDS: "The table has had as many rounds in an hour as the house allows.",
    Policy.BETTING_TOO_SHORT: "The house gives its players more time to bet.",
    Policy.NOT_ENOUGH: "The player's balance does not cover it.",
    Policy.KEPT_ELSEWHERE: "Players' money is kept in a wallet; it is paid in and out there.",
    Policy.WALLET_REFUSES: "The wallet that keeps players' money refuses; nothing was taken.",
    Policy.WALLET_AWAY: "The wallet that keeps players' money does not answer; no bet is placed.",
    Policy.CHANGED_MEANWHILE: "Something else was written first; it can be asked again.",
    Policy.ON_ANOTHER_NODE: "The table is moving to another machine; it can be asked again.",
    Policy.BUSY: "Too many ask at once; it can be asked again.",
    Policy.PAUSED: "The journal cannot be written; nothing has happened and nothing is lost.",
    Policy.NOT_READY: "A key or the journal is unusable, or no table can deal; it is said which.",
    Policy.FAULT: "A fault of the house itself; its log has it.",
}
"""What each means, for whoever reads the list."""


if TYPE_CHECKING:
    Why = Refusal | Policy
else:  # one list of words, as other programs are told of it
    Why = StrEnum("Why", {one.name: one.value for one in (*Refusal, *Policy)})


class Refused(msgspec.Struct, frozen=True):
    """By the rules, with their clauses; or by the house's own policy, which has none as a rule."""

    why: Why
    clauses: tuple[str, ...]
    says: str
    """The English of what is said."""
    said: Said | None = None
    """None: of an answer that was written down before there were codes."""


def refused(why: Why, clauses: tuple[str, ...], said: Said) -> Refused:
    return Refused(why, clauses, str(said), said)


def declined(why: Why, said: Said) -> Refused:
    """By the house's own policy."""
    return refused(why, (), said)


NO_PLAYER = Sentence("no-player", "there is no player {name:quoted}")
ROLE_OR_HIGHER_DOES_THIS = Sentence("role-or-higher-does-this", "a {role:role} or higher does this")
REASON_IS_GIVEN_IN_ONE_LINE = Sentence(
    "reason-is-given-in-one-line", "a reason is given, in one line of at most {letters} characters"
)


THIS_ID_WAS_USED_FOR_ANOTHER_REQUEST = Sentence(
    "this-id-was-used-for-another-request", "this id was used for another request"
)
APART_FROM = Sentence(
    "apart-from",
    "not after {other}: one of you made the other's account, or the same person had a hand in both",
)
REUSED = declined(Policy.REQUEST_REUSED, THIS_ID_WAS_USED_FOR_ANOTHER_REQUEST())
"""An id under which something else was carried out answers for nothing more."""
