"""The server of the page: what it answers, what it keeps, and whom it does not let in."""
import json
import re
import threading
import time

import pytest

pytest.importorskip("starlette", reason="the extra [web] is not installed")
from starlette.testclient import TestClient

from kingmaker.games import game_spec
from kingmaker.games.files.kept import KeptSession
from kingmaker.games.files.positions import load_keys
from kingmaker.games.files.replays import load_replays
from kingmaker.games.files.session import begin
from kingmaker.scripts.at_the_table.serve import token_beside
from kingmaker.scripts.web.app import make_app
from kingmaker.scripts.web.table import Table
from kingmaker.scripts.web.view import table_view
from tests.scripts.web.setting import DEALT, ROOT, kept, opening

HOST = "127.0.0.1:8344"
OWN = {"origin": f"http://{HOST}"}
TOKEN = "t" * 43


@pytest.fixture
def visit(tmp_path):
    """Give a client that has opened the link of a table in a file."""
    entered = []

    def opened(path=None, *, jobs=1, link=True):
        table = Table(path or opening(tmp_path / "game.jsonl"))
        client = TestClient(make_app(table, TOKEN, [HOST], jobs=jobs), base_url=f"http://{HOST}", headers=OWN)
        client.__enter__()
        entered.append((client, table))
        client.table = table
        if link:
            client.get(f"/?token={TOKEN}")
        return client

    yield opened
    for client, table in entered:
        client.__exit__(None, None, None)
        table.close()


def view(client, **query):
    return client.get("/api/table", params=query).json()


def enter(client, kind, text, at=None):
    at = view(client)["n"] if at is None else at
    return client.post("/api/enter", json={"kind": kind, "text": text, "at": at})


def frames(client, path, **query):
    with client.stream("GET", path, params=query) as answer:
        assert answer.status_code == 200, answer.read()
        yield from (json.loads(line[6:]) for line in answer.iter_lines() if line.startswith("data: "))


# -- following --------------------------------------------------------------------------------------------------------


def test_an_entry_is_on_the_disk_when_it_is_acknowledged(visit):
    client = visit()
    for kind, text in (("move", "take T1"), ("seen", "D9"), ("seen", "green")):
        assert enter(client, kind, text).status_code == 200
        assert kept(client.table.path)[-1] == {kind: text}
    seen = view(client)
    assert seen["told"] == ["refill: D9 Camp, yellow, 1 wood; on top of the stack now: green"]
    assert [area["name"] for area in seen["areas"]] == ["supply", "stack", "hand", "board", "henry"]
    assert [spot["word"] for spot in seen["areas"][2]["spots"]] == ["T1"]
    assert {"move": "end", "words": "end the turn", "targets": []} in seen["moves"]
    assert {"move": "extend T1 0,1", "words": "lay Inn (T1) face down on 0,1",
            "targets": ["T1", "0,1"]} in seen["moves"]


def test_the_file_is_one_that_table_and_review_read(visit, tmp_path):
    client = visit()
    for kind, text in (("move", "take T1"), ("seen", "D9"), ("seen", "green")):
        enter(client, kind, text)
    path, text = client.table.path, client.get("/api/file/game").text
    client.table.close()
    assert path.read_text(encoding="utf-8") == text
    again = KeptSession(path, kept(path)[0])
    again.close()
    assert table_view(again.session, 0)["moves"] == view(client)["moves"]
    [replay] = load_replays(path)
    assert [state.format_action(action) for state, action in replay.decisions] == ["take T1"]


def test_two_tabs_see_the_same_table_and_cannot_both_tell_the_same_move(visit):
    client = visit()
    n = view(client)["n"]
    assert enter(client, "move", "take T1", n).status_code == 200
    late = enter(client, "move", "take T1", n)
    assert (late.status_code, late.json()["error"]) == (
        409, "the table has changed meanwhile: it has 9 entries, and you saw 8; look again")
    assert kept(client.table.path)[-1] == {"move": "take T1"}


@pytest.mark.slow  # the test client hands a stream over only when it has ended, so it waits for a beat of 15 seconds
def test_a_listener_hears_of_a_change(visit):
    client = visit()
    told = []
    stream = frames(client, "/api/events")
    told.append(next(stream)["version"])
    enter(client, "move", "take T1")
    told.append(next(stream)["version"])
    assert told[0] != told[1] == client.table.version


def test_every_language_sees_the_same_table(visit):
    client = visit()
    enter(client, "move", "take T1")
    czech = view(client, lang="cs")
    assert czech["areas"][0]["title"] == "královská nabídka"
    enter(client, "seen", "D9")
    enter(client, "seen", "green")
    czech, english = view(client, lang="cs"), view(client)
    assert czech["n"] == english["n"]
    assert [row["move"] for row in czech["moves"]] == [row["move"] for row in english["moves"]]
    assert {"move": "extend T1 0,1", "words": "polož rubem nahoru: Hostinec (T1) na 0,1",
            "targets": ["T1", "0,1"]} in czech["moves"]
    assert czech["told"] == ["doplněno: D9 Ležení, žlutá, 1 dřevo; nahoře v zásobě je teď: zelená"]
    why = client.post("/api/why", json={"touched": ["D4"], "lang": "pl"}).json()["why"]
    assert why == "kafelek już został wzięty"


def test_undo_leads_back_and_is_kept(visit):
    client = visit()
    before = view(client)
    enter(client, "move", "take T1")
    enter(client, "undo", "")
    after = view(client)
    assert (after["moves"], after["areas"]) == (before["moves"], before["areas"])
    assert kept(client.table.path)[-2:] == [{"move": "take T1"}, {"undo": ""}]


def test_a_correction_keeps_what_can_still_be(visit):
    """T1 was taken and D9 turned up; in truth it was C1: the turn's end, Henry's tile and the treasure stay."""
    client = visit()
    told = [("move", "take T1"), ("seen", "D9"), ("seen", "green"), ("move", "end"), ("seen", "C2"), ("seen", "yellow"),
            ("seen", "K5")]
    for kind, text in told:
        assert enter(client, kind, text).status_code == 200
    others = client.post("/api/others", json={"step": 8, "place": 1}).json()
    assert others["question"] == "which yellow tile is turned up"
    assert {"D9", "C1"} <= set(others["answers"])
    assert "T1" not in others["answers"]
    found = client.post("/api/correct", json={"step": 8, "place": 1, "text": "C1", "at": view(client)["n"]})
    assert found.json()["left_out"] == []
    assert kept(client.table.path)[-9:] == [{"undo": ""}] * 2 + [
        {kind: text.replace("D9", "C1")} for kind, text in told]
    assert [step["text"] for step in view(client)["history"][-2:]] == ["take T1", "end"]


def test_a_correction_leaves_out_what_cannot_be_any_more(visit):
    """T2 was taken instead of T1: T1 cannot be laid then. What stands before that stays."""
    client = visit()
    for kind, text in (("move", "take T1"), ("seen", "D9"), ("seen", "green"), ("move", "extend T1 0,1")):
        assert enter(client, kind, text).status_code == 200
    n = view(client)["n"]
    found = client.post("/api/correct", json={"step": 8, "place": 0, "text": "take T9", "at": n})
    assert found.status_code == 422
    assert "T9 is not in the supply" in found.json()["error"]
    assert view(client)["n"] == n, "nothing was changed by what cannot be"
    found = client.post("/api/correct", json={"step": 0, "place": 0, "text": "T4", "at": n}).json()
    assert found["left_out"] == ["take T1", "D9", "green", "extend T1 0,1"]
    assert "T1 is not in the supply" in found["why"]


@pytest.mark.parametrize(("touched", "why"), [
    (["D4"], "D4 is out of reach; in reach: T1, T2, T3"),
    (["0,0"], "the elite never leaves the board"),
    (["T1", "5,5"], "T1 is not in blue's hand (it is empty)"),
])
def test_a_touch_that_leads_nowhere_is_explained(visit, touched, why):
    assert visit().post("/api/why", json={"touched": touched}).json() == {"why": why}


@pytest.mark.parametrize("game", ["two-heirs", "brian-boru", "architects"])
def test_every_touch_that_leads_nowhere_is_explained_in_every_language(game):
    """Of all examples, in every phase: each piece and place alone."""
    for path in sorted((ROOT / "examples" / game.replace("-", "_")).iterdir()):
        if path.suffix not in (".json", ".toml") or path.stem == "unknowns":
            continue
        keys = load_keys(path)
        for lang in game_spec(game).languages:
            session = begin({"table": 1, "game": game, "given": {}, "position": keys}, lang)
            board, state, led = session.spec.board, session.state, set()
            for move in session.moves():
                led.update(board.targets(move))
            areas = board.areas(state, state.player, lang, session.moves(), ())
            words = {spot.word for area in areas for spot in area.spots} | {
                word for area in areas for word in re.findall('data-target="([^"]+)"', area.picture)}
            for word in words - led - {""}:
                assert len(board.why_not(state, [word], lang)) > 5, (path.name, lang, word)


def test_a_game_is_chosen_and_set_up_on_the_page(visit, tmp_path):
    path = tmp_path / "table.jsonl"
    client = visit(path)
    assert view(client)["chosen"] is False
    assert not path.exists()
    assert client.post("/api/new", json={"game": "two-heirs"}).status_code == 200
    for answer in ("solo", "2", "travel", "dominion", "trade", *DEALT):
        assert enter(client, "setup", answer).status_code == 200
    assert kept(path)[0] == {"table": 1, "game": "two-heirs", "given": {}}
    assert view(client)["begun"]
    assert client.post("/api/new", json={"game": "tic-tac-toe"}).status_code == 200
    assert (client.table.path.name, kept(path)[-1]) == ("table-2.jsonl", {"setup": "yellow"})
    games = client.get("/api/games").json()
    assert games["tables"] == {"table-2.jsonl": "Tic-tac-toe", "table.jsonl": "The Two Heirs"}
    assert client.post("/api/open", json={"name": "table.jsonl"}).status_code == 200
    assert view(client)["title"] == "The Two Heirs"


def test_games_and_positions_come_and_go_as_files(visit):
    client = visit()
    enter(client, "move", "take T1")
    enter(client, "seen", "D9")
    enter(client, "seen", "green")
    game, position, before = (client.get(f"/api/file/{kind}").text for kind in ("game", "position", "../table"))
    for text in (game, position):
        assert client.post("/api/load", json={"text": text}).status_code == 200
        after = view(client)
        assert after["areas"] == json.loads(before)["areas"]
        assert after["moves"] == json.loads(before)["moves"]
    assert client.table.path.name == "game-3.jsonl"


def test_what_is_saved_while_another_acts_is_whole(visit, tmp_path):
    """One tab saves the game again and again while another plays: each file is the game up to some entry."""
    client = visit(tmp_path / "four.jsonl")
    client.post("/api/new", json={"game": "connect-four"})
    moves = ["d", "d", "c", "e", "c", "e"]

    def play():
        for n, text in enumerate(moves):
            assert enter(client, "move", text, at=n).status_code == 200

    acting = threading.Thread(target=play)
    acting.start()
    saved = []
    while acting.is_alive() or not saved:
        saved.append([json.loads(line) for line in client.get("/api/file/game").text.splitlines()])
        assert client.get("/api/file/position").json()["game"] == "connect-four"
    acting.join()
    whole = kept(client.table.path)
    assert [row["move"] for row in whole[1:]] == moves
    assert all(rows == whole[:len(rows)] for rows in saved)


def test_an_entry_meant_for_another_table_is_refused_in_words(visit):
    """Another tab opens a game with just as many entries; what the first tab tells was meant for its own."""
    client = visit()
    seen = view(client)
    game = client.get("/api/file/game").text
    client.post("/api/load", json={"text": game})
    assert (view(client)["n"], view(client)["file"]) == (seen["n"], "game-2.jsonl")
    for path, told in (("/api/enter", {"kind": "move", "text": "take T1"}),
                       ("/api/correct", {"step": 0, "place": 0, "text": "T9"})):
        refused = client.post(path, json={**told, "at": seen["n"], "file": seen["file"]})
        assert (refused.status_code, refused.json()["error"]) == (
            409, "another table has been opened meanwhile: game-2.jsonl, and you saw game.jsonl; nothing was changed, "
                 "look again")
    assert view(client)["n"] == seen["n"]


def test_all_that_is_wrong_with_options_is_told_each_at_its_own(visit):
    client = visit()

    def faults(game, lang="en", **given):
        found = client.post("/api/options", json={"game": game, "given": given, "lang": lang}).json()["faults"]
        return {fault["option"]: fault["text"] for fault in found}

    assert faults("brian-boru", short="2", players="3") == {}
    assert faults("brian-boru", players="9", dealt="99") == {
        "players": "expected a whole number in [3, 5], got '9'",
        "dealt": "expected cards by value, `+` between; got '99'"}
    assert faults("brian-boru", "cs", players="9", dealt="99") == {
        "players": "má být: celé číslo od 3 do 5; je: '9'", "dealt": "má být: hodnoty karet, mezi nimi `+`; je: '99'"}
    assert set(faults("brian-boru", short="1", dealt="3", wedding="Brigid")) == {"dealt", "wedding"}
    assert set(faults("two-heirs", mode="solo", ban_white="T1", first="W1")) == {"ban_white", "first"}
    assert faults("two-heirs", short="2") == {"short": "an exercise is dealt by the program; a real game is whole"}
    rows = client.post("/api/options", json={"game": "brian-boru", "lang": "cs"}).json()["options"]
    assert [row["name"] for row in rows] == ["players", "short", "dealt", "wedding", "princess"], "files are none"
    assert rows[1] == {"name": "short", "words": "délka", "usual": "0", "many": False, "values": {
        "0": "celá hra", **{str(n): f"jedno kolo, karet na hráče: {n}" for n in (1, 2, 3)}}}


def test_the_score_is_that_of_the_command(visit):
    """9.9: each of the eight treasures that nobody has met is worth 5 points to Henry."""
    assert visit().get("/api/score").json() == {
        "points": {"blue": 0, "white": 40}, "winner": "white", "buildings": [], "roads": [], "treasures": 8}


def test_a_plug_ins_game_is_followed_with_its_own_picture(visit, tmp_path):
    client = visit(tmp_path / "ttt.jsonl")
    client.post("/api/new", json={"game": "tic-tac-toe"})
    enter(client, "move", "b2")
    seen = view(client)
    assert not seen["touchable"]
    assert seen["picture"].startswith("<svg")
    assert len(seen["moves"]) == 8


# -- hints ------------------------------------------------------------------------------------------------------------


def test_a_hint_ends_with_all_it_has_to_say(visit):
    client = visit()
    told = list(frames(client, "/api/hint", seconds=1))
    assert not any(frame["last"] for frame in told[:-1])
    last = told[-1]
    assert last["final"]
    assert last["stopped_by"] == "seconds"
    assert last["plan"][0].startswith("take ")
    assert {move["move"] for move in last["moves"]} == {"take T1", "take T2", "take T3"}
    assert 0 <= last["win"]["low"] <= last["win"]["mean"] <= last["win"]["high"] <= 1
    assert any("reconstructed data" in line for line in last["source"])
    assert last["told"][0].startswith("take ")
    assert last["brief"][0][0] == "Blue"


def test_thinking_on_grows_the_same_trees(visit):
    client = visit()
    first = list(frames(client, "/api/hint", seconds=0.5))[-1]
    more = next(frame for frame in frames(client, "/api/hint", seconds=1, on=1) if not frame.get("beat"))
    assert more["iterations"] > first["iterations"]
    fresh = next(frame for frame in frames(client, "/api/hint", seconds=0.3) if not frame.get("beat"))
    assert fresh["iterations"] < more["iterations"]


def test_an_entry_ends_the_search(visit):
    client = visit()
    threading.Timer(0.7, lambda: client.table.enter("move", "take T1", 8)).start()
    began = time.monotonic()
    last = list(frames(client, "/api/hint", seconds=60))[-1]
    assert last["stopped_by"] == "interrupt"
    assert time.monotonic() - began < 20


def test_a_hint_is_refused_where_it_can_say_nothing(visit):
    client = visit()
    enter(client, "move", "take T1")
    refused = client.get("/api/hint")
    assert (refused.status_code, refused.json()["error"]) == (422, "first: which yellow tile is turned up?")
    assert "seconds: expected a number from 0.1 to 600" in client.get("/api/hint?seconds=1e9").json()["error"]


def test_a_review_judges_decision_by_decision(visit):
    client = visit()
    for kind, text in (("move", "take T1"), ("seen", "D9"), ("seen", "green")):
        enter(client, kind, text)
    told = [frame for frame in frames(client, "/api/review", iterations=80) if not frame.get("beat")]
    assert [frame["judged"]["move"] for frame in told[:-1]] == ["take T1"]
    assert told[-1]["last"]


# -- who is let in ----------------------------------------------------------------------------------------------------


def test_the_link_lets_in_and_nothing_else_does(visit):
    client = visit(link=False)
    for path in ("/", "/static/main.js", "/api/table", "/api/events", "/api/hint", f"/api/table?token={TOKEN}"):
        refused = client.get(path)
        assert (refused.status_code, "open the link" in refused.json()["error"]) == (403, True), path
    assert client.get(f"/?token={TOKEN[:-1]}x", follow_redirects=False).status_code == 403
    welcome = client.get(f"/?token={TOKEN}", follow_redirects=False)
    assert (welcome.status_code, welcome.headers["location"]) == (303, "/"), "the address loses the token"
    cookie = welcome.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=strict" in cookie
    assert client.get("/").status_code == 200


@pytest.mark.parametrize("headers", [
    {"origin": "http://evil.example"}, {"origin": "null"}, {"origin": "http://127.0.0.1:9999"},
    {"host": "evil.example"}, {"host": "127.0.0.1:80"}, {"sec-fetch-site": "cross-site"},
])
def test_other_pages_may_not_ask(visit, headers):
    client = visit()
    for answer in (client.get("/api/table", headers=headers),
                   client.post("/api/enter", json={"kind": "move", "text": "take T1", "at": 8}, headers=headers)):
        assert answer.status_code == 403
        assert "server" in answer.json()["error"]
    assert len(kept(client.table.path)) == 9


def test_a_post_without_an_origin_is_none_of_the_page(visit):
    client = visit()
    del client.headers["origin"]
    assert enter(client, "move", "take T1", 8).status_code == 403


def test_every_answer_keeps_scripts_of_others_out(visit):
    client = visit()
    for path in ("/", "/static/main.js", "/api/table", "/nowhere"):
        headers = client.get(path).headers
        assert "default-src 'none'; script-src 'self'; style-src 'self'" in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["x-frame-options"] == "DENY"


def test_ten_megabytes_are_refused(visit):
    client = visit()
    for path in ("/api/enter", "/api/load"):
        refused = client.post(path, content=b'{"text": "' + b"x" * (10 << 20) + b'"}',
                              headers={"content-type": "application/json"})
        assert refused.status_code == 413
        assert "KiB, more came" in refused.json()["error"]


@pytest.mark.parametrize(("path", "body"), [
    ("/api/enter", b""), ("/api/enter", b"{"), ("/api/enter", b"[]"), ("/api/enter", b"\xff\xfe"),
    ("/api/enter", b"null"),
    ("/api/enter", b'{"kind": "move"}'), ("/api/enter", b'{"kind": "drop", "text": "", "at": 8}'),
    ("/api/enter", b'{"kind": "move", "text": "take T1", "at": 8.0}'),
    ("/api/enter", b'{"kind": "move", "text": "take T1", "at": 8, "more": 1}'),
    ("/api/enter", b'{"kind": "move", "text": ["take T1"], "at": 8}'),
    ("/api/enter", b'{"kind": "move", "text": "take \\u0000", "at": 8}'),
    ("/api/enter", b'{"kind": "seen", "text": "T1", "at": 8}'),
    ("/api/correct", b'{"step": 99, "place": 0, "text": "x", "at": 8}'),
    ("/api/correct", b'{"step": -1, "place": 0, "text": "x", "at": 8}'),
    ("/api/others", b'{"step": 0, "place": 7}'), ("/api/why", b'{"touched": "T1"}'), ("/api/why", b'{"touched": []}'),
    ("/api/plan", b'{"plan": ["build T1 99999999,0"]}'),
    ("/api/plan", b'{"plan": ["build T1 x,y"]}'), ("/api/plan", b'{"plan": [], "decision": 3}'),
    ("/api/lay", b'{"game": "two-heirs", "taps": [["supply.0", "X1"]]}'),
    ("/api/lay", b'{"game": "two-heirs", "taps": [["supply.0"]]}'),
    ("/api/lay", b'{"game": "two-heirs", "taps": [["unit.blue.0", "supply"]]}'),
    ("/api/lay", b'{"game": "tic-tac-toe", "taps": []}'),
    ("/api/enter", b'{"kind": "move", "text": "take T1", "at": 8, "file": 7}'),
    ("/api/options", b'{"game": "nothing"}'), ("/api/options", b'{"game": "two-heirs", "given": {"level": 2}}'),
    ("/api/new", b'{"game": "nothing"}'), ("/api/new", b'{"game": "two-heirs", "given": {"level": "9"}}'),
    ("/api/load", b'{"text": ""}'), ("/api/load", b'{"text": "{\\"table\\": 1}"}'), ("/api/load", b'{"text": "a = 1"}'),
    ("/api/open", b'{"name": "../game.jsonl"}'), ("/api/open", b'{"name": "/etc/passwd"}'),
    ("/api/open", b'{"name": ""}'),
])
def test_malformed_events_are_refused_in_words(visit, path, body):
    client = visit()
    before = client.table.path.read_bytes()
    refused = client.post(path, content=body, headers={"content-type": "application/json"})
    assert refused.status_code == 422, refused.text
    assert len(refused.json()["error"]) > 10
    assert client.table.path.read_bytes() == before
    assert view(client)["n"] == 8


@pytest.mark.parametrize(("path", "value"), [
    ("/api/new", {"game": "two-heirs", "given": {"tiles": "/etc/passwd"}}),
    ("/api/options", {"game": "two-heirs", "given": {"tiles": "/etc/passwd"}}),
    ("/api/new", {"game": "two-heirs:tiles=/etc/passwd"}),
    ("/api/load", {"text": '{"table": 1, "game": "two-heirs", "given": {"tiles": "/etc/passwd"}}\n'}),
    ("/api/load", {"text": '{"game": "two-heirs:treasures=/etc/passwd", "version": 1}'}),
    ("/api/load", {"text": '{"table": 1, "game": "two-heirs", "position": {"game": "two-heirs:weights=/etc/x"}}\n'}),
])
def test_the_page_cannot_have_files_of_the_computer_read(visit, path, value):
    client = visit()
    refused = client.post(path, json=value)
    assert refused.status_code == 422
    assert "on the command line" in refused.json()["error"]


@pytest.mark.parametrize("path", ["/static/../guard.py", "/static/..%2f..%2fcli.py", "/static/%2e%2e/app.py",
                                  "/static/", "/static//etc/passwd", "/api/file/../../x", "/static/index.html%00.js"])
def test_no_path_leads_out_of_the_pages_files(visit, path):
    answer = visit().get(path)
    assert answer.status_code in (404, 405)
    assert "import" not in answer.text


def test_other_methods_and_types_are_refused(visit):
    client = visit()
    assert client.delete("/api/table").status_code == 405
    plain = client.post("/api/enter", content=b"{}", headers={"content-type": "text/plain"})
    assert (plain.status_code, "application/json" in plain.json()["error"]) == (422, True)


def test_the_token_is_kept_for_the_next_start_and_nobody_elses_eyes(tmp_path):
    path = tmp_path / "game.jsonl"
    token = token_beside(path)
    assert len(token) == 43
    assert token_beside(path) == token
    assert token_beside(tmp_path / "other.jsonl") != token
    assert (tmp_path / ".kingmaker-game.jsonl.token").stat().st_mode & 0o777 == 0o600


# -- leaving nothing behind -------------------------------------------------------------------------------------------


def wait_for(condition, seconds=20):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it takes too long"
        time.sleep(0.02)


def searching():
    return [thread for thread in threading.enumerate() if thread.name == "kingmaker-search"]


def test_a_new_hint_ends_the_one_before(visit):
    client = visit()
    first = []
    reader = threading.Thread(target=lambda: first.extend(frames(client, "/api/hint", seconds=60)))
    reader.start()
    wait_for(searching)
    list(frames(client, "/api/hint", seconds=0.2))
    reader.join(20)
    assert first[-1]["last"]
    assert first[-1]["stopped_by"] == "interrupt"
    wait_for(lambda: not searching())
