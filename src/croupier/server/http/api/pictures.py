"""The operation for pictures of real tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from starlette.responses import Response

from croupier.engine.refusals import Policy, Refused, declined
from croupier.said import Sentence
from croupier.server.http.operation import EVERYBODY, OfTable, Operation, not_found

if TYPE_CHECKING:
    from croupier.server.http.operation import Call

NO_CAMERA = Sentence("no-camera", "the house has no pictures of table {table:quoted}")
NO_PICTURE_NOW = Sentence("no-picture-now", "there is no picture of table {table} at the moment")
MOMENT = "Croupier-Moment"
"""In milliseconds, by the house's clock."""


async def picture(call: Call[None, None, OfTable]) -> Response | Refused:
    table = call.place.table
    still = await call.house.pictures.of(table)
    if still is None:
        return not_found(NO_CAMERA(table=table[:40]))
    if not still.data:
        return declined(Policy.NOT_READY, NO_PICTURE_NOW(table=table))
    return Response(still.data, headers={MOMENT: str(still.at)}, media_type=still.media)


OPERATIONS = (
    Operation(
        "GET",
        "/api/tables/{table}/picture",
        "A picture of the real table within a second of now, with its moment in Croupier-Moment.",
        picture,
        str,
        may=EVERYBODY,
        place=OfTable,
        optional=True,
        media="image/jpeg",
    ),
)
