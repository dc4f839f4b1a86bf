"""The sections of a house's configuration file, field by field."""

from __future__ import annotations

import msgspec

from croupier.wire.decoding import Strict

FOR_EVER = "for ever"
MUST_MATCH, TOLD = "must-match", "told"
PROGRAM = (MUST_MATCH, TOLD)
WATCHED = ("shift", "day", "life")


class ServeIn(Strict, frozen=True, kw_only=True):
    host: str = "127.0.0.1"
    """The address to listen at."""
    port: int = 8000
    """0: any that is free."""
    pace: float = 1.0
    """Of automatic dealers: 1 as people like it, 0 at once."""
    patience: float = 45.0
    """Seconds that rounds in play are given when the house is told to stop."""
    certificate: str | None = None
    """TLS, together with the key; files lie beside house.toml."""
    key: str | None = None
    """Of the certificate."""
    log_level: str = "info"
    """"debug", "info", "warning" or "error"."""
    log_file: str | None = None
    """Else standard error."""
    names: tuple[str, ...] = ()
    """By which the house is called, besides its own address and this machine's own names."""
    proxies: tuple[str, ...] = ()
    """Addresses and networks whose word on a client's address and scheme is believed."""
    metrics: tuple[str, ...] = ("127.0.0.0/8", "::1")
    """Addresses and networks that read the house's figures without a session."""
    sockets: int = 5_000
    """Connections of pages, at most."""
    sockets_per_address: int = 500
    """Of them, from one address."""
    guests_per_hour: int = 2_000
    """Who come in without an account; from one address a tenth of them."""
    school: bool = False
    """Whether dealers are trained here, beside the house."""


class KeysIn(Strict, frozen=True):
    """Files that hold the house's keys, where they do not lie in its folder."""

    signing: str | None = None
    """The key that checkpoints are signed with."""
    shoes: str | None = None
    """The key that sealed shoes are encrypted with."""


class WitnessIn(Strict, frozen=True):
    """Who countersigns the house's checkpoints, and the key by which that is known."""

    url: str
    """Where it takes checkpoints."""
    key: str
    """Its public key, as it prints it."""


class ShoesIn(Strict, frozen=True):
    """With which every line of an electronic shoe is encrypted."""

    certificate: str | None = None
    """The file of the certificate."""
    key: str | None = None
    """The file of its key."""


class WebhookIn(Strict, frozen=True, kw_only=True):
    """Where what is written to the journal is posted to, in order."""

    url: str
    """Of the receiver."""
    secret: str
    """The file of the key that each post is signed with."""
    streams: tuple[str, ...] = ()
    """Streams, as table:t1, or kinds of them, as table; none: all that do not tell of people."""
    authority: str | None = None
    """The file of a certificate authority, where the system does not know the receiver's."""


class WalletIn(Strict, frozen=True, kw_only=True):
    """The system that keeps players' money, where it is not this house."""

    url: str
    """Of the system."""
    secret: str
    """A file with the secret that both share."""
    patience: float = 2.0
    """Seconds until an answer is no longer waited for."""


class PeopleIn(Strict, frozen=True, kw_only=True):
    second_factor: str = "off"
    """Who gives a code of a phone at sign-in: "off", "managers" or "staff"."""
    buy_in: dict[str, str] = msgspec.field(default_factory=dict)
    """What each role takes in alone in 12 hours."""
    redeem: dict[str, str] = msgspec.field(default_factory=dict)
    """What each role pays out for tickets alone in 12 hours."""
    cash_out: dict[str, str] = msgspec.field(default_factory=dict)
    """What a cashier pays out of balances alone in 12 hours."""
    difference: dict[str, str] = msgspec.field(default_factory=dict)
    """With which a cashier closes a drawer without a manager's signature."""
    correction: dict[str, str] = msgspec.field(default_factory=dict)
    """What each role approves of corrections in 12 hours, as the second person."""


class CareIn(Strict, frozen=True, kw_only=True):
    """Of the players' own play."""

    helpline: str = ""
    """Shown as it stands here; nothing, where nothing is configured."""
    reminder_minutes: int = 60
    """Of play, after which everybody is reminded and answers."""
    time_minutes: int | None = None
    """That one person plays in a day."""
    most: dict[str, str] = msgspec.field(default_factory=dict)
    """The house's own maximums, beside each player's own limits."""


class KeepingIn(Strict, frozen=True, kw_only=True):
    """For how many days the house keeps what it has, or for ever."""

    personal: int | str = FOR_EVER
    """Private values of players who have not come since."""


class ChecksIn(Strict, frozen=True, kw_only=True):
    """What the house checks of itself while it runs, and what it makes of it."""

    journal_hours: int = 24
    """In which the whole journal is read again."""
    program: str = MUST_MATCH
    """Whether a house opens with another program than the one that was accepted."""
    maker: str | None = None
    """The public key of whoever makes the program: only what it signed is accepted."""
    clock_seconds: float = 1.0
    """By which the machine's clock may be off."""
    backup_hours: int = 26
    """For how long a proven backup of a real house is enough; 0: nobody asks."""


class BackupIn(Strict, frozen=True):
    """Where backups of the house lie that it shows, and makes when somebody asks."""

    folder: str | None = None
    """On another disk than the journal's, if possible."""


class RotationIn(Strict, frozen=True, kw_only=True):
    """Minutes that a dealer deals at a table, and then rests."""

    table: int = 60
    """5 to 480."""
    rest: int = 20
    """5 to 480."""

    @property
    def minutes(self) -> tuple[int, int]:
        return self.table, self.rest


class WatchIn(Strict, frozen=True, kw_only=True):
    """Over results against what the rules give."""

    notice: float = 3.5
    """Standard deviations at which log, journal and pit are told."""
    alarm: float = 4.5
    """Standard deviations at which it is investigated."""
    rounds: int = 200
    """Of a table, dealer or player, or wagers of a bet, before which nothing is told."""
    spans: tuple[str, ...] = WATCHED
    """Over which: of the shift, of the gaming day, of all there is."""


class NodesIn(Strict, frozen=True, kw_only=True):
    """A house on several machines: what they share."""

    database: str | None = None
    """Where the journal is, if not in a file of the house's folder."""
    messages: str | None = None
    """Where commands go from node to node: nats:// or tls://."""
    node: str | None = None
    """What this machine is called among them; else as it is called anyway."""
    address: str | None = None
    """At which the others' terminals reach its pages."""
    authority: str | None = None
    """The file of who signed the message server's certificate."""
    certificate: str | None = None
    """The file of this node's own certificate for it."""
    key: str | None = None
    """The file of that certificate's key."""
    credentials: str | None = None
    """The file of NATS credentials."""
