"""Prints the OpenAPI document, from which `npm run wire` writes the types of the pages.

python -m tools.openapi
"""

from __future__ import annotations

import json

from croupier.server.app import DOCUMENT

if __name__ == "__main__":
    print(json.dumps(DOCUMENT))
