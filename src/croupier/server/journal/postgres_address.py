"""The address of a house's journal in PostgreSQL: which server, database and schema."""

from __future__ import annotations

import re
from typing import NamedTuple
from urllib.parse import parse_qsl, quote, urlencode, urlsplit

from croupier.problems import BadInput

SCHEMES = ("postgresql://", "postgres://")
SCHEMA, DEFAULT = "schema", "croupier"
NAME = re.compile(r"[a-z_][a-z0-9_]{0,47}")


def is_address(where: object) -> bool:
    return isinstance(where, str) and where.startswith(SCHEMES)


class Address(NamedTuple):
    url: str
    """As the driver takes it: perhaps with a password, so that it is never shown."""
    schema: str
    shown: str

    def __repr__(self) -> str:
        return self.shown

    @classmethod
    def of(cls, url: str) -> Address:
        try:
            parts = urlsplit(url)
            asked = parse_qsl(parts.query, keep_blank_values=True)
        except ValueError:
            raise BadInput("is no address of a database", SCHEMES[0]) from None
        if "@" in f"{parts.path}{parts.query}" or parts.fragment:
            says = "is no address of a database: signs of a password are written like %40"
            raise BadInput(says, SCHEMES[0])
        names = [value for name, value in asked if name == SCHEMA]
        schema = names[-1] if names else DEFAULT
        at = parts.netloc.rpartition("@")
        user = at[0].partition(":")[0]
        shown = f"{SCHEMES[0]}{user}{'@' if user else ''}{at[2]}{parts.path}"
        if not NAME.fullmatch(schema) or schema.startswith("pg_"):
            raise BadInput("a schema is named in small letters, digits and _", shown)
        rest = urlencode([one for one in asked if one[0] != SCHEMA], quote_via=quote)
        if names:
            shown += f"?{SCHEMA}={schema}"
        return cls(parts._replace(query=rest).geturl(), schema, shown)
