"""Client of Flink's REST API. It sends GET requests to one host only.

Source: Flink's REST API documentation. Class in Flink: ``RestClient``.
"""

from __future__ import annotations

import base64
import json
import ssl
import time
from http.client import HTTPException, HTTPResponse
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import HTTPRedirectHandler, HTTPSHandler, Request, build_opener

MAX_RESPONSE_BYTES = 50_000_000

MAX_REQUESTS = 20_000
"""Maximum number of requests of a client: a job of 1,000 vertices needs some 6,000."""

_READ_BYTES = 1 << 16


class RestError(Exception):
    """A request failed; the message names the address and the reason."""


class _SameHostRedirects(HTTPRedirectHandler):
    """Follows a redirect only to the same scheme, host and port, because requests carry credentials."""

    def redirect_request(
        self, req: Request, fp: Any, code: int, msg: str, headers: Any, newurl: str
    ) -> Request | None:
        old, new = urlsplit(req.full_url), urlsplit(newurl)
        if (old.scheme, old.netloc) != (new.scheme, new.netloc):
            raise RestError(f"{req.full_url} redirects to another host, {new.netloc}: not followed")
        return super().redirect_request(req, fp, code, msg, headers, newurl)


class RestClient:
    """Sends GET requests to the JobManager at *url*."""

    def __init__(
        self,
        url: str,
        *,
        token: str | None = None,
        user: str | None = None,
        ca_file: str | None = None,
        timeout_s: float = 10.0,
    ) -> None:
        """Create a client; nothing is sent yet.

        Args:
            url: Address of the JobManager's REST endpoint, such as ``http://localhost:8081``.
            token: Bearer token.
            user: ``NAME:PASSWORD`` for basic authentication.
            ca_file: File with the certificates of the authority that signed the server's one.
            timeout_s: Seconds to wait for each response, and again for its end.

        Raises:
            ValueError: The address is not an http or https URL, or both kinds of credentials are given.
            OSError: The certificates cannot be read.
        """
        parts = urlsplit(url if "://" in url else f"http://{url}")
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ValueError(f"{url}: expected an address such as http://localhost:8081")
        if token and user:
            raise ValueError("use either a bearer token or NAME:PASSWORD, not both")
        self.url = parts.geturl().rstrip("/")
        self._timeout_s = timeout_s
        self._request_count = 0
        self._headers = {"Accept": "application/json"}
        if token:
            self._headers["Authorization"] = f"Bearer {token}"
        if user:
            encoded = base64.b64encode(user.encode()).decode()
            self._headers["Authorization"] = f"Basic {encoded}"
        context = ssl.create_default_context(cafile=ca_file)
        self._opener = build_opener(HTTPSHandler(context=context), _SameHostRedirects())

    def get(self, path: str) -> Any:
        """Return the JSON document at *path*.

        Raises:
            RestError: There is no response, it is an error, too large, or no JSON.
        """
        address = f"{self.url}{path}"
        self._request_count += 1
        if self._request_count > MAX_REQUESTS:
            raise RestError(f"{self.url}: the job needs more than {MAX_REQUESTS:,} requests")
        try:
            request = Request(address, headers=self._headers)
            with self._opener.open(request, timeout=self._timeout_s) as response:
                content = self._read_content(response)
        except HTTPError as error:
            raise RestError(f"{address}: HTTP {error.code} {error.reason}") from None
        except (URLError, HTTPException, OSError) as error:
            reason = getattr(error, "reason", error)
            raise RestError(f"{address}: no response ({reason})") from None
        if len(content) > MAX_RESPONSE_BYTES:
            raise RestError(f"{address}: the response is larger than {MAX_RESPONSE_BYTES:,} bytes")
        try:
            return json.loads(content)
        except (ValueError, RecursionError):
            raise RestError(
                f"{address}: the response is not JSON; is this Flink's REST API?"
            ) from None

    def _read_content(self, response: HTTPResponse) -> bytes:
        """Read a response up to its maximum size; a server must not keep it open by single bytes."""
        content = bytearray()
        deadline_s = time.monotonic() + self._timeout_s
        while len(content) <= MAX_RESPONSE_BYTES:
            part = response.read1(_READ_BYTES)
            if not part:
                break
            content += part
            if time.monotonic() > deadline_s:
                raise TimeoutError(f"it takes more than {self._timeout_s:g} s")
        return bytes(content)

    def get_or_none(self, path: str) -> Any:
        """Return the JSON document at *path*, or ``None`` if the server does not have it now.

        Some documents exist only at times: no checkpoint statistics without checkpointing, no
        backpressure of a task that restarts.
        """
        try:
            return self.get(path)
        except RestError:
            return None
