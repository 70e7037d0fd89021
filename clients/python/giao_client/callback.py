"""Is this callback from the platform? Standard Webhooks signatures."""
from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import re
import time
from typing import Any, Literal, Mapping, Sequence

TOLERANCE_SECONDS = 300
# Two while a secret is being changed; more would only be work for nothing.
SIGNATURES_MAX = 8


class BadCallback(Exception):
    def __init__(
        self, reason: Literal["missing_header", "old_or_early", "wrong_signature", "not_an_event"], message: str
    ) -> None:
        super().__init__(message)
        self.reason = reason


def read_callback(
    headers: Mapping[str, str],
    body: bytes | str,
    secrets: str | Sequence[str],
    *,
    tolerance_seconds: float = TOLERANCE_SECONDS,
    now: float | None = None,
) -> dict[str, Any]:
    """The event, or BadCallback. Give the body as it came, and both secrets while you change one."""
    given = {name.lower(): value for name, value in headers.items()}
    event_id, timestamp, signatures = (
        _header(given, name) for name in ("webhook-id", "webhook-timestamp", "webhook-signature")
    )
    # \d alone would take digits of other scripts.
    if not re.fullmatch(r"[0-9]{1,12}", timestamp) or (
        abs((time.time() if now is None else now) - int(timestamp)) > tolerance_seconds
    ):
        raise BadCallback("old_or_early", "webhook-timestamp is not within the tolerance")
    raw = body.encode() if isinstance(body, str) else body
    signed = f"{event_id}.{timestamp}.".encode() + raw
    keys = [_key(secret) for secret in ([secrets] if isinstance(secrets, str) else secrets)]
    right = [b"v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()) for key in keys]
    # Every pair is compared, so that the time does not tell which secret fitted.
    matches = [
        hmac.compare_digest(one, other.encode())
        for other in signatures.split(" ")[:SIGNATURES_MAX]
        for one in right
    ]
    if not any(matches):
        raise BadCallback("wrong_signature", "no signature fits a secret")
    return _event(raw)


def _header(headers: Mapping[str, str], name: str) -> str:
    value = headers.get(name) or ""
    if value == "":
        raise BadCallback("missing_header", f"{name} is missing")
    return value


def _key(secret: str) -> bytes:
    try:
        key = base64.b64decode(secret[6:] if secret.startswith("whsec_") else secret, validate=True)
    except binascii.Error:
        key = b""
    if key == b"":
        raise ValueError("a callback secret is whsec_ and base64")
    return key


def _event(raw: bytes) -> dict[str, Any]:
    try:
        event = json.loads(raw)
    except ValueError:
        event = None
    if not isinstance(event, dict) or "event_seq" not in event:
        raise BadCallback("not_an_event", "the body is not an event")
    return event
