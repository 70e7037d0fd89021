"""The two ways a call fails: the server said no and told why, or no answer came that can be trusted."""
from __future__ import annotations

from typing import Literal


class Refused(Exception):
    """The server refused; decide by `code`."""

    def __init__(
        self, code: str, title: str, description: str, status: int, request_id: str, retry_after: int | None
    ) -> None:
        super().__init__(f"{code}: {description}")
        self.code = code
        self.title = title
        self.description = description
        self.status = status
        #: Tell it when you ask the platform's operator for help.
        self.request_id = request_id
        #: Seconds the server asked to wait; None when it did not.
        self.retry_after = retry_after


class Unreachable(Exception):
    """No usable answer. A write may have happened: repeat it with the same idempotency key."""

    def __init__(self, reason: Literal["network", "timeout", "not_the_api"], message: str) -> None:
        super().__init__(message)
        self.reason = reason
