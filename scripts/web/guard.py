"""Who may ask this server: who has the token, from its own page, under its own name, and in small portions."""
from __future__ import annotations

import secrets
from collections.abc import Collection
from http.cookies import CookieError, SimpleCookie
from typing import Any
from urllib.parse import parse_qs

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kingmaker.errors import KingmakerError
from kingmaker.reading import decode, parse_json

MOST_BYTES = 64 << 10  # of what the page sends, but for files
MOST_FILE = 4 << 20  # of a position or a game that is loaded
POLICY = ("default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
          "manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
HEADERS = {
    "content-security-policy": POLICY, "x-content-type-options": "nosniff", "referrer-policy": "no-referrer",
    "x-frame-options": "DENY", "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin", "cache-control": "no-store",
}


class TooLarge(KingmakerError):
    """More came than is taken."""


class Guard:
    """Lets through who is allowed in, and puts the headers on every answer.

    Parameters
    ----------
    hosts : names and ports by which the server may be called, as `127.0.0.1:8344`
    """

    def __init__(self, app: ASGIApp, token: str, hosts: Collection[str], cookie: str) -> None:
        self.app, self.token, self.hosts, self.cookie = app, token, hosts, cookie

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            if scope["type"] == "lifespan":
                await self.app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(HEADERS)
            await send(message)

        answer = self._refusal(scope) or self._welcome(scope)
        await (answer or self.app)(scope, receive, send_with_headers)

    def _refusal(self, scope: Scope) -> Response | None:
        """Return why a request is refused, if it is."""
        headers, method = Headers(scope=scope), scope["method"]
        if headers.get("host") not in self.hosts:
            return refused(403, "this server is not called by that name; use the link that `kingmaker serve` printed")
        origin, site = headers.get("origin"), headers.get("sec-fetch-site")
        own = {f"http://{host}" for host in self.hosts}
        if (origin is not None and origin not in own) or (method != "GET" and origin is None):
            return refused(403, "only the page of this server may ask it")
        if scope["path"].startswith("/api/") and site not in (None, "same-origin"):
            return refused(403, "only the page of this server may ask it")
        if method not in ("GET", "HEAD", "POST"):
            return refused(405, f"expected GET or POST, got {method[:20]}")
        if not (self._has_token(headers) or self._token_in_link(scope)):
            return refused(403, "open the link that `kingmaker serve` printed: it carries the token that lets you in")
        return None

    def _has_token(self, headers: Headers) -> bool:
        try:
            found = SimpleCookie(headers.get("cookie", "")[:4096]).get(self.cookie)
        except CookieError:
            return False
        return found is not None and _same(found.value, self.token)

    def _token_in_link(self, scope: Scope) -> bool:
        given = parse_qs(scope["query_string"].decode("latin-1")[:4096]).get("token", [""])[0]
        return scope["path"] == "/" and scope["method"] == "GET" and _same(given, self.token)

    def _welcome(self, scope: Scope) -> Response | None:
        """Return the page's address without the token, which a cookie keeps from then on."""
        if not self._token_in_link(scope):
            return None
        answer = RedirectResponse("/", status_code=303)
        answer.set_cookie(self.cookie, self.token, max_age=90 * 24 * 3600, httponly=True, samesite="strict")
        return answer


def _same(one: str, other: str) -> bool:
    return secrets.compare_digest(one.encode("utf-8", "replace"), other.encode("utf-8", "replace"))


def refused(status: int, why: str) -> JSONResponse:
    """Return a refusal in words."""
    return JSONResponse({"error": why}, status_code=status)


async def read_json(request: Request, most: int = MOST_BYTES) -> Any:
    """Return what the page sent, within bounds."""
    if request.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
        raise KingmakerError("expected content of the type application/json")
    raw = b""
    try:
        async for piece in request.stream():
            raw += piece
            if len(raw) > most:
                raise TooLarge(f"expected at most {most >> 10:,} KiB, more came")
    except ClientDisconnect:
        raise KingmakerError("the page went away before all was said") from None
    return parse_json(decode(raw, "request"), "request")
