"""The table as the page gets it: plain values, in one language, from one seat."""
from __future__ import annotations

import threading
from collections.abc import Container, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from kingmaker.errors import KingmakerError, shown
from kingmaker.games import GameState
from kingmaker.games.core.board import Laying
from kingmaker.games.core.following import Ask
from kingmaker.games.errors import NotationError
from kingmaker.games.files.positions import read_position
from kingmaker.games.files.session import Session
from kingmaker.games.registry import game_spec
from kingmaker.scripts._render import table_text
from kingmaker.scripts.web.speech import in_words

MOST_MOVES = 5000  # told in one view
MOST_TAPS = 1000  # of a position that is laid
MOST_DRAFTS = 16  # that are kept


def table_view(session: Session, seat: int | None = None, lang: str = "en") -> dict[str, Any]:
    """Return all that the page shows of a table but hints.

    Parameters
    ----------
    lang : the page's own, which the game need not speak
    seat : from which it is seen; if left out, that of the player whose cards are known
    """
    spec = session.spec
    found: dict[str, Any] = {
        "game": spec.name, "title": spec.titled(lang), "lang": session.lang, "languages": list(spec.languages),
        "n": len(session.entries), "begun": session.has_begun, "ask": _ask(session), "history": _history(session),
        "told": list(session.told), "given": dict(session.given), "touchable": spec.board is not None,
        "names": dict(spec.board.names(session.lang)) if spec.board else {},
    }
    if not session.has_begun:
        return found
    state = session.state
    seat = (session.knower or 0) if seat is None else min(seat, state.game.n_players - 1)
    seats = [state.game.player_name(p) for p in range(state.game.n_players)]
    return found | {
        "name": str(state.game), "seats": seats,
        "called": {name: state.game.word(name, session.lang) for name in seats},
        "seat": seat, "player": None if state.is_over else state.player, "over": _over(state),
        "no_hint": in_words(no_hint(session), lang),
        "moves": _moves(session), "areas": _areas(session, seat), "scores": spec.score is not None,
        "text": "" if spec.board else table_text(state, seat, session.lang),
        "picture": "" if spec.board else str(spec.draw(state, seat, session.lang) if spec.draw else state.svg(seat)),
    }


def laid_view(game: str, taps: Sequence[Sequence[str]], place: str, lang: str) -> dict[str, Any]:
    """Return a position that is laid tap by tap: what lies where and is wrong; of a place what can be put there."""
    spec = game_spec(game)
    laying = None if spec.board is None else spec.board.laying
    if spec.board is None or laying is None:
        raise NotationError(f"{spec.name}: its positions cannot be laid by tapping; load one as a file")
    lang = lang if lang in spec.languages else spec.languages[0]
    draft = _draft(spec.name, laying, tuple((tapped, answer) for tapped, answer in taps))
    if place:
        return {"choices": dict(laying.choices(draft, place, lang))}
    keys, told = laying.position(draft), list[str]()
    try:
        read_position(keys)
    except KingmakerError as error:
        told = list(getattr(error, "faults", ())) or [str(error)]
    faults = [_fault(fault, laying.spot(draft, fault.partition(": ")[0]), lang, spec.name) for fault in told]
    return {"areas": [asdict(area) for area in laying.areas(draft, lang)], "faults": faults, "position": keys,
            "pieces": {word: asdict(piece) for word, piece in spec.board.pieces({}, lang).items()} if not taps else {}}


def _fault(told: str, spot: str, lang: str, game: str) -> dict[str, str]:
    """Return what is wrong with a position that is laid; where a place of it is meant, the page says which."""
    text = in_words(told, lang, game)
    return {"text": text.partition(": ")[2] if spot else text, "place": spot}


Taps = tuple[tuple[str, str], ...]
_drafts: dict[tuple[str, Taps], Any] = {}  # the last ones, so that a tap is not all taps again
_drafting = threading.Lock()


def _draft(game: str, laying: Laying, taps: Taps) -> Any:
    """Return what taps make."""
    with _drafting:
        for known in (taps, taps[:-1]):
            if (game, known) in _drafts:
                draft, rest = _drafts[game, known], taps[len(known):]
                break
        else:
            draft, rest = laying.blank(), taps
        for tapped, answer in rest:
            draft = laying.put(draft, tapped, answer)
        _drafts[game, taps] = draft
        if len(_drafts) > MOST_DRAFTS:
            del _drafts[next(iter(_drafts))]
        return draft


def pieces_view(session: Session) -> dict[str, Any]:
    """Return the pieces that answers and moves name, by their words."""
    board = session.spec.board
    return {} if board is None else {word: asdict(piece) for word, piece in
                                     board.pieces(session.given, session.lang).items()}


def why_not(session: Session, touched: Sequence[str]) -> str:
    """Return why no move begins with what was touched."""
    board = session.spec.board
    if board is None or session.state.is_over:
        return ""
    try:
        return board.why_not(session.state, touched, session.lang)
    except (ValueError, KeyError, IndexError):
        raise NotationError(f"expected what lies on this table, got {shown(touched)}") from None


def answers(session: Session) -> dict[str, str]:
    """Return what can be told now, each with its words: answers to the open question, or moves."""
    if session.ask is not None:
        return dict(session.ask.choices)
    if session.state.is_over:
        return {}
    return {row["move"]: row["words"] for row in _moves(session)}


def no_hint(session: Session) -> str:
    """Return why there can be no hint now, "" where there can."""
    if session.ask is not None:
        return f"first: {session.ask.question}?"
    state = session.state
    if state.is_over:
        return "the game is over"
    if session.knower not in (None, state.player):
        return f"a hint is for {state.game.player_name(session.knower or 0)} alone, whose cards are known here"
    return ""


def _ask(session: Session) -> dict[str, Any] | None:
    ask: Ask | None = session.ask
    if ask is None:
        return None
    kind = "seen" if session.has_begun else "setup"
    return {"kind": kind, "question": ask.question, "choices": dict(ask.choices), "piece": ask.piece}


def _over(state: GameState) -> dict[str, Any] | None:
    if not state.is_over:
        return None
    return {"points": state.returns(), "winners": [p for p, share in enumerate(state.wins()) if share > 0]}


def _moves(session: Session) -> list[dict[str, Any]]:
    """Return the moves that can be told, with what they are about."""
    state = session.state
    if state.is_over:
        return []
    legal, board = set(state.legal_moves()), session.spec.board
    return [{"move": move, "words": _words(session, state, move, legal),
             "targets": list(board.targets(move)) if board else move.split()[1:]}
            for move in session.moves()[:MOST_MOVES]]


def _words(session: Session, state: GameState, move: str, legal: Container[str]) -> str:
    """Return a move that was or can be told as an instruction; in the world drawn it need not be legal."""
    following = session.spec.following
    if following is not None and following.tell is not None:
        return following.tell(state, move, session.lang)
    return told(state, move, session.lang) if move in legal else move


def told(state: GameState, move: str, lang: str) -> str:
    """Return a legal move as an instruction to a person; its text, with what it is about, where there is none."""
    spec, action = state.game.spec, state.parse_action(move)
    if spec.tell is not None:
        return spec.tell(state, action, lang)
    about = spec.explain(state, action, lang) if spec.explain else ""
    return f"{move} ({about})" if about else move


def _areas(session: Session, seat: int) -> list[dict[str, Any]]:
    board = session.spec.board
    if board is None:
        return []
    moves = [] if session.state.is_over or session.ask else session.moves()
    return [asdict(area) for area in board.areas(session.state, seat, session.lang, moves, ())]


def planned_view(session: Session, seat: int, plan: Sequence[str], decision: int | None) -> dict[str, Any]:
    """Return the table with moves drawn on it, as it is now or was before an earlier decision, and what they touch."""
    board = session.spec.board
    if board is None:
        return {"areas": [], "targets": []}
    if decision is not None and decision >= len(session.decisions):
        raise NotationError(f"expected one of {len(session.decisions)} decisions, got number {decision}")
    state = session.state if decision is None else session.decisions[decision].before
    try:
        areas = board.areas(state, min(seat, state.game.n_players - 1), session.lang, (), plan)
        touched = [list(board.targets(move)) for move in plan]
    except (ValueError, KeyError, IndexError):
        raise NotationError(f"expected moves of {state.game.name}, got {shown(plan)}") from None
    return {"areas": [asdict(area) for area in areas], "targets": touched}


def _history(session: Session) -> list[dict[str, Any]]:
    """Return the steps that stand: answers of the setup, and decisions with what turned up and what followed."""
    steps: list[dict[str, Any]] = []
    decisions = iter(session.decisions)
    for entries in session.standing:
        kind, text = entries[0]
        decision = next(decisions, None) if kind == "move" else None
        step: dict[str, Any] = {"kind": kind, "text": text, "seen": [told for _, told in entries[1:]],
                                "pieces": list(session.pieces if decision is None else decision.pieces)}
        if kind == "move":  # the last one stands before its decision, as long as not all is told of it
            before = session.state if decision is None else decision.before
            step |= {"player": before.game.player_name(before.player), "told": list(decision.told) if decision else [],
                     "words": _words(session, before, text, before.legal_moves())}
        steps.append(step)
    return steps


def score_view(state: GameState) -> Mapping[str, Any]:
    """Return the result as if the game ended now."""
    score = state.game.spec.score
    if score is not None:
        return score(state)
    return {"points": state.returns(), "wins": state.wins()} if state.is_over else {}
