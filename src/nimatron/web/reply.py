"""What is sent back for a request."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass

HTML = "text/html; charset=utf-8"
SVG = "image/svg+xml"
TEXT = "text/plain; charset=utf-8"


@dataclass(frozen=True)
class Reply:
    """A page with its status, or the address of another page."""

    body: str = ""
    status: int = 200
    kind: str = HTML
    location: str = ""
    kept: bool = True
    """Whether the same question may be answered with this page again."""

    def to_json(self) -> str:
        return json.dumps(asdict(self))

    @classmethod
    def from_json(cls, line: str | bytes) -> Reply:
        return cls(**json.loads(line))


def elsewhere(location: str) -> Reply:
    """Go and look there."""
    return Reply("", 303, location=location)
