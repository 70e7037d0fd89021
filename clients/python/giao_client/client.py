"""The partner API as a class. Only the standard library; safe to share between threads."""
from __future__ import annotations

import http.client
import json
import random
import re
import socket
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from typing import Any, Callable, Mapping, Protocol

from .calls import CALLS, Calls
from .failures import Refused, Unreachable

TIMEOUT_SECONDS = 30.0
TRIES = 3
FIRST_PAUSE_SECONDS = 0.25
PAUSE_SECONDS_MAX = 10.0
RETRY_AFTER_SECONDS_MAX = 60


class TokenStore(Protocol):
    """Where several processes of one account keep the token they share; without one, each ends the others'."""

    def load(self) -> str | None: ...

    def save(self, token: str) -> None: ...


class Giao(Calls):
    def __init__(
        self,
        url: str,
        *,
        api_key: str = "",
        mobile: str = "",
        route_key: str = "",
        partner_token: str | Callable[[], str] = "",
        tokens: TokenStore | None = None,
        timeout: float = TIMEOUT_SECONDS,
        tries: int = TRIES,
        pause: Callable[[float], None] = time.sleep,
    ) -> None:
        """`mobile` is the account that orders. A program that shall not hold the API key gives a `partner_token` instead."""
        self._root = url.rstrip("/")
        self._api_key, self._mobile, self._route_key = api_key, mobile, route_key
        self._partner_token = partner_token
        self._store = tokens
        self._timeout, self._tries, self._pause = timeout, tries, pause
        self._token: str | None = None
        self._renewing = threading.Lock()
        # The API never redirects; whoever does would get the token.
        self._opener = urllib.request.build_opener(_NoRedirects)

    def call(
        self,
        name: str,
        *,
        params: Mapping[str, Any] | None = None,
        query: Mapping[str, Any] | None = None,
        body: Any = None,
        idempotency_key: str | None = None,
        as_partner: bool = False,
        timeout: float | None = None,
    ) -> Any:
        """Any call of the API by its operation id; see the API reference at /docs."""
        method, path, auth, keyed = CALLS[name]
        # The same through all tries: that is what makes them one write.
        key = {"idempotency-key": idempotency_key or str(uuid.uuid4())} if keyed else {}
        url = self._root + _fill(path, params or {}) + _search(query or {})

        def send(headers: Mapping[str, str]) -> Any:
            return self._send(method, url, {**key, **headers}, body, self._timeout if timeout is None else timeout)

        def once() -> Any:
            if auth == "partner" or as_partner:
                return send({"authorization": f"Bearer {self._partner_credential()}"})
            if auth == "token":
                return self._with_token(send)
            return send({"api-key": self._route_key} if auth == "route" else {})

        return self._repeated(keyed or method == "GET" or name == "estimateFees", once)

    def _partner_credential(self) -> str:
        if self._api_key:
            return self._api_key
        return self._partner_token() if callable(self._partner_token) else self._partner_token

    # The server may have ended the token; once it is got anew. A second 401 means what it says.
    def _with_token(self, send: Callable[[Mapping[str, str]], Any]) -> Any:
        token = self._current_token(None)
        try:
            return send({"authorization": f"Bearer {token}"})
        except Refused as refused:
            if refused.status != 401:
                raise
        return send({"authorization": f"Bearer {self._current_token(token)}"})

    # A token other than the one that was refused. Threads that find out together wait for one.
    def _current_token(self, refused: str | None) -> str:
        with self._renewing:
            if self._token is not None and self._token != refused:
                return self._token
            # Another process may have been quicker.
            token = self._store.load() if self._store else None
            if token is None or token == refused:
                if not (self._api_key and self._mobile):
                    raise TypeError("an account's calls need api_key and mobile")
                token = str(self.issue_token({"api_key": self._api_key, "mobile": self._mobile})["token"])
                if self._store:
                    self._store.save(token)
            self._token = token
            return token

    def _repeated(self, repeatable: bool, work: Callable[[], Any]) -> Any:
        for attempt in range(self._tries):
            try:
                return work()
            except (Refused, Unreachable) as failure:
                if attempt + 1 >= self._tries or not _worth_repeating(failure, repeatable):
                    raise
                asked = failure.retry_after if isinstance(failure, Refused) else None
            backoff = min(PAUSE_SECONDS_MAX, FIRST_PAUSE_SECONDS * 2**attempt) * (1 - random.random() / 4)
            self._pause(max(min(asked or 0, RETRY_AFTER_SECONDS_MAX), backoff))
        raise ValueError("tries must be at least 1")

    def _send(self, method: str, url: str, headers: Mapping[str, str], body: Any, timeout: float) -> Any:
        data = None if body is None else json.dumps(body).encode()
        sent = {**headers, **({} if data is None else {"content-type": "application/json"})}
        request = urllib.request.Request(url, data=data, headers=sent, method=method)
        try:
            try:
                response = self._opener.open(request, timeout=timeout)
            except urllib.error.HTTPError as refusal:
                response = refusal
            with response:
                status, told, text = response.code, response.headers, response.read()
        except (OSError, http.client.HTTPException) as cause:
            if isinstance(getattr(cause, "reason", cause), socket.timeout):
                raise Unreachable("timeout", f"{method} {url} took longer than {timeout} s") from cause
            raise Unreachable("network", f"{method} {url} could not be reached") from cause
        return _read(status, told, text)


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_: Any) -> None:
        return None


def _read(status: int, headers: Mapping[str, str], text: bytes) -> Any:
    try:
        answer = json.loads(text)
    except ValueError:
        raise Unreachable("not_the_api", f"an answer with status {status} was not JSON") from None
    if 200 <= status < 300:
        return answer
    code = answer.get("code") if isinstance(answer, dict) else None
    if not isinstance(code, str):
        raise Unreachable("not_the_api", f"an answer with status {status} was not the API's")
    asked = headers.get("retry-after") or ""
    raise Refused(
        code,
        str(answer.get("title", code)),
        str(answer.get("description", "")),
        status,
        headers.get("x-request-id") or "",
        int(asked) if re.fullmatch(r"[0-9]{1,6}", asked) else None,
    )


# A 500 is not repeated: the API answers so to a field of the wrong type, and it would answer the same again.
def _worth_repeating(failure: Refused | Unreachable, repeatable: bool) -> bool:
    if isinstance(failure, Unreachable):
        return repeatable
    # Turned away at the door, so that nothing has happened yet.
    if failure.code == "TOO_MANY_REQUESTS":
        return True
    return repeatable and failure.code in ("SERVICE_UNAVAILABLE", "IDEMPOTENCY_IN_PROGRESS")


def _fill(path: str, params: Mapping[str, Any]) -> str:
    def put(found: re.Match[str]) -> str:
        value = params.get(found[1])
        if value is None or value == "":
            raise TypeError(f"{found[1]} is missing")
        return urllib.parse.quote(str(value), safe="")

    return re.sub(r"\{(\w+)\}", put, path)


def _search(query: Mapping[str, Any]) -> str:
    given = {name: value for name, value in query.items() if value is not None}
    return f"?{urllib.parse.urlencode(given)}" if given else ""
