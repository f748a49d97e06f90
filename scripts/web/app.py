"""The server: what can be asked, and what is answered."""
from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route

from kingmaker.errors import KingmakerError, shown
from kingmaker.games.files.positions import format_position
from kingmaker.printing import to_json
from kingmaker.scripts.web.guard import MOST_FILE, Guard, TooLarge, read_json, refused
from kingmaker.scripts.web.options import options_view
from kingmaker.scripts.web.speech import in_words
from kingmaker.scripts.web.table import Stale, Table, checked_place, followable
from kingmaker.scripts.web.thinking import Job, Thinker
from kingmaker.scripts.web.view import (
    MOST_TAPS,
    answers,
    laid_view,
    no_hint,
    pieces_view,
    planned_view,
    score_view,
    table_view,
    why_not,
)
from kingmaker.shapes import Shape, fit, items, mapping, string, whole
from kingmaker.shapes import table as keys

STATIC = Path(__file__).parent / "static"
TYPES = {".html": "text/html", ".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml",
         ".json": "application/json"}
MOST_LISTENERS = 32
BEAT_S = 15.0  # between signs of life, so that a page whose server is gone hears of it
WORD, MOVE = string(100), string(1000)
FILE = {"file": string(255)}  # the table that who sends this has seen
ENTRY = keys({"kind": string(words=("setup", "move", "seen", "undo")), "text": MOVE, "at": whole(0, 10**6)}, FILE)
CORRECT = keys({"step": whole(0, 10**6), "place": whole(0, 10**6), "text": MOVE, "at": whole(0, 10**6)}, FILE)
PLACE = keys({"step": whole(0, 10**6), "place": whole(0, 10**6)}, {"lang": WORD})
TOUCHED = keys({"touched": items(WORD, 1, 10)}, {"lang": WORD})
PLAN = keys({"plan": items(MOVE, 0, 200)}, {"lang": WORD, "seat": whole(0, 7), "decision": whole(0, 10**6)})
GIVEN = keys({"game": WORD}, {"given": mapping(WORD, MOVE, 50), "lang": WORD})
TEXT = keys({"text": string(MOST_FILE)})
LAID = keys({"game": WORD, "taps": items(items(WORD, 2, 2), 0, MOST_TAPS)}, {"place": WORD, "lang": WORD})
NAME = keys({"name": string(255)})
T = TypeVar("T")
Handler = Callable[["Desk", Request], Awaitable[Response]]


class Desk:
    """What all requests share: the table, the thinker, and the pages that listen."""

    def __init__(self, table: Table, jobs: int) -> None:
        self.table, self.jobs = table, jobs
        self.listeners: set[asyncio.Event] = set()

    @asynccontextmanager
    async def running(self, app: Starlette) -> AsyncIterator[None]:
        """Think while the server runs."""
        self.thinker, self._loop = Thinker(self.jobs), asyncio.get_running_loop()
        self.table.on_change = lambda: self._loop.call_soon_threadsafe(self._changed)
        yield
        await self.thinker.close()

    def _changed(self) -> None:
        self.thinker.changed()
        for listener in self.listeners:
            listener.set()


def make_app(table: Table, token: str, hosts: list[str], *, jobs: int = -1) -> Starlette:
    """Return the application.

    Parameters
    ----------
    token : what the link carries
    hosts : names and ports by which the server may be called
    jobs : threads of a search
    """
    desk = Desk(table, jobs)
    routes = [Route(path, _answering(desk, handler), methods=[method]) for method, path, handler in ROUTES]
    app = Starlette(routes=routes, lifespan=desk.running)
    port = hosts[0].rpartition(":")[2]
    app.add_middleware(Guard, token=token, hosts=frozenset(hosts), cookie=f"kingmaker-{port}")
    return app


def _answering(desk: Desk, handler: Handler) -> Callable[[Request], Awaitable[Response]]:
    """Return a handler whose refusals are told in words."""
    async def answer(request: Request) -> Response:
        try:
            return await handler(desk, request)
        except TooLarge as error:
            return refused(413, in_words(error, _lang(request)))
        except Stale as error:
            return refused(409, in_words(error, _lang(request)))
        except KingmakerError as error:
            return refused(422, in_words(error, _lang(request)))
        except OSError as error:  # a full disk
            why = f"nothing was kept: {error.filename or desk.table.path.name}: {error.strerror}"
            return refused(500, in_words(why, _lang(request)))

    return answer


async def _alone(desk: Desk, act: Callable[[], T]) -> T:
    """Return what is read of the table while nobody changes it; all else goes on while it waits for its turn."""
    def held() -> T:
        with desk.table.lock:
            return act()

    return await asyncio.to_thread(held)


def _json(value: Any) -> Response:
    return Response(to_json(value), media_type="application/json")


async def _sent(request: Request, shape: Shape, most: int | None = None) -> dict[str, Any]:
    value = await (read_json(request) if most is None else read_json(request, most))
    found: dict[str, Any] = fit(value, shape, "request")
    return found


def _lang(request: Request) -> str:
    """Return the language that is asked for: in the address, else as pages tell it of themselves."""
    return request.query_params.get("lang", request.headers.get("accept-language", "en")[:2])[:10]


def _number(request: Request, name: str, low: float, high: float, usual: float) -> float:
    given = request.query_params.get(name)
    try:
        value = usual if given is None else float(given[:20])
    except ValueError:
        value = float("nan")
    if not low <= value <= high:
        raise KingmakerError(f"{name}: expected a number from {low:g} to {high:g}, got {shown(given)}")
    return value


# -- what the page is made of -------------------------------------------------------------------------------------


@cache
def _files() -> dict[str, tuple[bytes, str]]:
    """Return the files of the page by their names: nothing else is ever read for a request."""
    return {path.name: (path.read_bytes(), TYPES[path.suffix]) for path in STATIC.iterdir() if path.suffix in TYPES}


async def _page(desk: Desk, request: Request) -> Response:
    return Response(_files()["index.html"][0], media_type="text/html")


async def _static(desk: Desk, request: Request) -> Response:
    found = _files().get(request.path_params["name"])
    return refused(404, "there is no such file") if found is None else Response(found[0], media_type=found[1])


# -- the table ----------------------------------------------------------------------------------------------------


async def _table(desk: Desk, request: Request) -> Response:
    seat = int(_number(request, "seat", 0, 7, 0)) if "seat" in request.query_params else None
    return _json(await asyncio.to_thread(_view, desk, _lang(request), seat))


def _view(desk: Desk, lang: str, seat: int | None) -> dict[str, Any]:
    table = desk.table
    with table.lock:
        about = {"version": table.version, "file": table.path.name, "chosen": table.is_chosen}
        return about | (table_view(table.session(lang), seat, lang) if table.is_chosen else {})


async def _planned(desk: Desk, request: Request) -> Response:
    sent = await _sent(request, PLAN)

    def found() -> dict[str, Any]:
        session = desk.table.session(sent.get("lang", "en"))
        shown = planned_view(session, sent.get("seat", 0), sent["plan"], sent.get("decision"))
        return {"version": desk.table.version, **shown}

    return _json(await _alone(desk, found))


async def _pieces(desk: Desk, request: Request) -> Response:
    table = desk.table
    return _json(await _alone(desk, lambda: pieces_view(table.session(_lang(request))) if table.is_chosen else {}))


async def _enter(desk: Desk, request: Request) -> Response:
    sent = await _sent(request, ENTRY)
    await asyncio.to_thread(desk.table.enter, sent["kind"], sent["text"], sent["at"], sent.get("file"))
    return _json({"version": desk.table.version})


async def _correct(desk: Desk, request: Request) -> Response:
    sent = await _sent(request, CORRECT)
    found = await asyncio.to_thread(desk.table.correct, sent["step"], sent["place"], sent["text"], sent["at"],
                                    sent.get("file"))
    return _json({"version": desk.table.version, "left_out": [text for _, text in found.left_out],
                  "why": in_words(found.why, _lang(request))})


async def _others(desk: Desk, request: Request) -> Response:
    sent = await _sent(request, PLACE)
    step, place = checked_place(sent)
    session = await asyncio.to_thread(desk.table.before, step, place, sent.get("lang", "en"))
    ask = session.ask
    return _json({"question": ask.question if ask else "", "answers": answers(session),
                  "piece": ask.piece if ask else "{}"})


async def _why(desk: Desk, request: Request) -> Response:
    sent = await _sent(request, TOUCHED)
    why = await _alone(desk, lambda: why_not(desk.table.session(sent.get("lang", "en")), sent["touched"]))
    return _json({"why": why})


async def _score(desk: Desk, request: Request) -> Response:
    return _json(await _alone(desk, lambda: score_view(desk.table.session("en").state)))


# -- files --------------------------------------------------------------------------------------------------------


async def _games(desk: Desk, request: Request) -> Response:
    tables = await asyncio.to_thread(desk.table.names, _lang(request))
    return _json({"games": await asyncio.to_thread(followable, _lang(request)), "tables": tables})


async def _new(desk: Desk, request: Request) -> Response:
    sent = await _sent(request, GIVEN)
    await asyncio.to_thread(desk.table.begin, sent["game"], sent.get("given", {}))
    return _json({"version": desk.table.version})


async def _options(desk: Desk, request: Request) -> Response:
    sent = await _sent(request, GIVEN)
    return _json(await asyncio.to_thread(options_view, sent["game"], sent.get("given", {}), sent.get("lang", "en")))


async def _lay(desk: Desk, request: Request) -> Response:
    sent = await _sent(request, LAID)
    return _json(await asyncio.to_thread(laid_view, sent["game"], sent["taps"], sent.get("place", ""),
                                         sent.get("lang", "en")))


async def _load(desk: Desk, request: Request) -> Response:
    sent = await _sent(request, TEXT, MOST_FILE)
    await asyncio.to_thread(desk.table.load, sent["text"])
    return _json({"version": desk.table.version})


async def _open(desk: Desk, request: Request) -> Response:
    sent = await _sent(request, NAME)
    await asyncio.to_thread(desk.table.open, sent["name"])
    return _json({"version": desk.table.version})


async def _game_file(desk: Desk, request: Request) -> Response:
    def rows() -> tuple[str, list[Any]]:
        entries = desk.table.session("en").entries
        return desk.table.path.name, [desk.table.head(), *({kind: text} for kind, text in entries)]

    name, found = await _alone(desk, rows)
    return _download("".join(json.dumps(row) + "\n" for row in found), name)


async def _position_file(desk: Desk, request: Request) -> Response:
    name, text = await _alone(desk, lambda: (desk.table.path.stem, format_position(desk.table.session("en").state)))
    return _download(text + "\n", name + ".json")


def _download(text: str, name: str) -> Response:
    plain = "".join(letter if letter.isascii() and (letter.isalnum() or letter in "-_.") else "_" for letter in name)
    return PlainTextResponse(text, headers={"content-disposition": f'attachment; filename="{plain}"'})


# -- events -------------------------------------------------------------------------------------------------------


def _stream(frames: AsyncIterator[Mapping[str, Any]]) -> Response:
    """Return server-sent events, one a frame."""
    async def lines() -> AsyncIterator[str]:
        async for frame in frames:
            yield f"data: {to_json(frame)}\n\n"

    return StreamingResponse(lines(), media_type="text/event-stream")


async def _events(desk: Desk, request: Request) -> Response:
    if len(desk.listeners) >= MOST_LISTENERS:
        raise KingmakerError(f"the table is open in {MOST_LISTENERS} pages already; close one")

    async def versions() -> AsyncIterator[dict[str, Any]]:
        news = asyncio.Event()
        desk.listeners.add(news)
        try:
            while True:
                news.clear()
                yield {"version": desk.table.version}
                try:
                    await asyncio.wait_for(news.wait(), BEAT_S)
                except TimeoutError:
                    continue
        finally:
            desk.listeners.discard(news)
            if not desk.listeners:  # nobody looks any more
                desk.thinker.changed()

    return _stream(versions())


async def _hint(desk: Desk, request: Request) -> Response:
    seconds = _number(request, "seconds", 0.1, 600, 10)
    with desk.table.lock:
        session, key = desk.table.session(_lang(request)), desk.table.version
        if why := no_hint(session):
            raise KingmakerError(why)
        state = session.state
    job = await desk.thinker.hint(state, key, seconds, session.lang, on=request.query_params.get("on") == "1")
    return _stream(_held(job))


async def _review(desk: Desk, request: Request) -> Response:
    iterations = int(_number(request, "iterations", 80, 20_000, 2000))
    with desk.table.lock:
        session = desk.table.session(_lang(request))
        decisions, end = [(one.before, one.action) for one in session.decisions], session.state
    job = await desk.thinker.review(decisions, end, iterations, session.lang)
    return _stream(_held(job))


def _held(job: Job) -> AsyncIterator[Mapping[str, Any]]:
    frames: AsyncIterator[Mapping[str, Any]] = job.frames()
    return frames


async def _stop(desk: Desk, request: Request) -> Response:
    await _sent(request, keys({}))
    await desk.thinker.stop()
    return JSONResponse({})


ROUTES: list[tuple[str, str, Handler]] = [
    ("GET", "/", _page), ("GET", "/static/{name}", _static), ("GET", "/api/table", _table),
    ("GET", "/api/pieces", _pieces), ("GET", "/api/events", _events), ("GET", "/api/games", _games),
    ("GET", "/api/score", _score), ("GET", "/api/hint", _hint), ("GET", "/api/review", _review),
    ("GET", "/api/file/game", _game_file), ("GET", "/api/file/position", _position_file),
    ("POST", "/api/enter", _enter), ("POST", "/api/correct", _correct), ("POST", "/api/others", _others),
    ("POST", "/api/why", _why), ("POST", "/api/plan", _planned), ("POST", "/api/stop", _stop),
    ("POST", "/api/options", _options), ("POST", "/api/new", _new), ("POST", "/api/load", _load),
    ("POST", "/api/lay", _lay), ("POST", "/api/open", _open),
]
