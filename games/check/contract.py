"""The conformance checks that ask nothing about hidden information: rules, copies, texts, pictures, announced features.

Each check takes a `Trial`, returns figures, and raises ContractError with the first fault found.
"""
from __future__ import annotations

import math
import pickle
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from types import MappingProxyType
from typing import Any
from xml.etree import ElementTree

import numpy as np

from kingmaker.games._base import GameState
from kingmaker.games._rng import Rng
from kingmaker.games.check.chisquare import Fit, same_fit, uniform_fit
from kingmaker.games.check.trial import (
    ALPHA,
    MAX_POSITIONS,
    RUSHED,
    Figures,
    NotApplicableError,
    Trial,
    demand,
    record_play,
    seed_of,
    spread,
)
from kingmaker.games.core.python_state import TERMINAL
from kingmaker.games.errors import ConfigError, IllegalActionError, KingmakerError, NotationError
from kingmaker.games.files.ledger import Column
from kingmaker.games.spec import FEATURES, Game

MAX_PLAYERS = 8
MAX_COPIES = 64  # earlier copies watched while a game goes on
N_PLAYOUTS = 200
MUTATIONS = 40  # broken texts made from each good one


def refuses(call: Callable[[], object], *errors: type[Exception]) -> bool:
    """Return whether a call raises one of these errors; other errors pass through."""
    try:
        call()
    except errors:
        return True
    return False


def behaviour(state: GameState, *, fresh: bool = False) -> tuple[object, ...]:
    """Return all that a state shows of itself; without the outcome of the last action if it was freshly read."""
    players = range(state.n_players)
    outcomes = [] if fresh else [state.outcome(p) for p in players]
    return state.text(), state.player, state.legal_moves(), [state.view(p) for p in players], outcomes


# -- what the game says of itself -------------------------------------------------------------------------------------


def check_spec(trial: Trial) -> Figures:
    """Check the limits, the announced features, and that every extreme of every option gives a playable game."""
    game, spec = trial.game, trial.game.spec
    demand(1 <= game.n_players <= MAX_PLAYERS, f"n_players={game.n_players}, expected 1..{MAX_PLAYERS}")
    demand(1 <= game.max_legal <= game.n_actions, f"max_legal={game.max_legal}, expected 1..n_actions={game.n_actions}")
    demand(game.max_decisions >= 1, f"max_decisions={game.max_decisions}, expected at least 1")
    demand(math.isfinite(game.min_return) and game.min_return < game.max_return < math.inf,
           f"returns lie in [{game.min_return}, {game.max_return}], expected two finite numbers, ascending")
    demand(spec.features <= FEATURES, f"unknown features {sorted(spec.features - FEATURES)}; known: {sorted(FEATURES)}")
    demand(bool(spec.title), "the title is empty")
    demand(0 <= spec.win_weight <= 1, f"win_weight={spec.win_weight}, expected 0..1")
    demand(spec.margin_scale >= 0, f"margin_scale={spec.margin_scale}, expected at least 0")
    n = 0
    for name, option in spec.options.items():
        for value in option.choices or (option.low, option.high):
            n += _try_option(trial, {name: value})
    for options in spec.enumerable:
        n += _try_option(trial, dict(options), refusable=False)
    return {"option_sets": n}


def _try_option(trial: Trial, options: dict[str, object], *, refusable: bool = True) -> int:
    try:
        game = trial.game.spec.bind(options)
    except ConfigError:
        demand(not refusable or len(trial.game.spec.options) > 1, f"the game refuses its own option value {options}")
        return 0
    play = record_play(game, seed_of(trial.seed, 20), trial.rng(20))
    _check_returns(game, play.states[-1])
    return 1


def check_ledger(trial: Trial) -> Figures:
    """Check that the game's own tables of a data set have the rows and columns that they announce."""
    game = trial.game
    if game.spec.ledger is None:
        raise NotApplicableError("the game keeps no tables of its own")
    ledger = game.spec.ledger([game.options])
    for number, play in enumerate(trial.plays):
        start = game.new(play.seed)
        ledger.add(number, start, np.array(play.actions, np.int32))
        demand(start == play.start, f"the ledger changed the start {play.start.text()!r} to {start.text()!r}")
    tables, n_rows = ledger.take(), 0
    demand(set(tables) == set(ledger.tables), f"the ledger announces {sorted(ledger.tables)}, keeps {sorted(tables)}")
    for name, table in tables.items():
        columns = ledger.tables[name]
        demand(list(table) == [column.name for column in columns] and columns[0].name == "game",
               f"table {name!r}: expected the columns announced, `game` first; got {list(table)}")
        n_rows += len(table["game"])
        numbers = table["game"].tolist()
        demand(numbers == sorted(numbers), f"table {name!r}: the games are not in order")
        demand(name != "games" or numbers == list(range(len(trial.plays))), "table 'games': not one row a game")
        for column in columns:
            _check_column(name, column, table[column.name], len(numbers))
    demand(not any(len(rows) for table in ledger.take().values() for rows in table.values()),
           "take() gives the rows of games again that were taken already")
    return {"tables": len(tables), "rows": n_rows}


def _check_column(table: str, column: Column, values: np.ndarray[Any, Any], n_rows: int) -> None:
    where = f"table {table!r}, column {column.name!r}"
    demand(len(values) == n_rows, f"{where}: {len(values)} values in {n_rows} rows")
    if column.type != "float64" and len(values):
        least = int(values.min())
        demand(column.optional or least >= 0 or column.type != "word", f"{where}: no word has the number {least}")
        demand(not column.words or int(values.max()) < len(column.words), f"{where}: a word beyond the last")


def check_deals(trial: Trial) -> Figures:
    """Check that a seed decides the deal, and that the seed matters where something is dealt and hidden."""
    spec = trial.game.spec
    texts = set()
    for k in range(20):
        first, second = (trial.game.new(seed_of(trial.seed, 21, k)) for _ in range(2))
        demand(first.text() == second.text(), f"one seed gave two deals, {first.text()!r} and {second.text()!r}")
        demand(first.player >= 0, f"the new game {first.text()!r} is over before it began")
        texts.add(first.text())
    demand(len(texts) > 1 or not spec.hidden or spec.hidden_actions, f"twenty seeds all gave the deal {texts}")
    return {"deals": 20, "different": len(texts)}


def check_flags(trial: Trial) -> Figures:
    """Check `hidden` against whether worlds vary, `hidden_actions` against whether a label ever hides its action."""
    spec = trial.game.spec
    n_other, n = _count_other_worlds(trial)
    demand(n_other == 0 or spec.hidden, "sampled worlds differ from the truth, but spec.hidden is false")
    demand(n_other > 0 or not spec.hidden, f"spec.hidden is true, but all of {n} sampled worlds equal the truth")
    if not spec.hidden:
        _check_views_tell_all(trial)
    unseen = next(((state, action, player) for state in trial.running for player in trial.observers
                   if player != state.player for action in state.legal_actions()
                   if state.observe(action, player) != action), None)
    if unseen is None:
        demand(not spec.hidden_actions, "spec.hidden_actions is true, but everybody saw every action in all games")
    else:
        state, action, player = unseen
        demand(spec.hidden_actions, f"spec.hidden_actions is false, but player {player} does not see the action "
                                    f"{state.format_action(action)!r} as it is in {state.text()!r}")
    return {"worlds": n, "other": n_other}


def _count_other_worlds(trial: Trial) -> tuple[int, int]:
    n_other = n = 0
    for i, (state, observer) in enumerate(trial.pairs()):
        for _ in range(3):
            n_other += state.world(observer, trial.rng(22, i, n)).text() != state.text()
            n += 1
    return n_other, n


def _check_views_tell_all(trial: Trial) -> None:
    """Where nothing is hidden a view is the whole truth: two states never share one."""
    for observer in trial.observers:
        known: dict[str, str] = {}
        for state in trial.running:
            view, text = state.view(observer), state.text()
            demand(known.setdefault(view, text) == text,
                   f"spec.hidden is false, but player {observer} has one view {view!r} of {known[view]!r} and {text!r}")


# -- rules ------------------------------------------------------------------------------------------------------------


def check_players(trial: Trial) -> Figures:
    """Check that the player to act is one of the players, or TERMINAL at the end."""
    for state in trial.running:
        demand(0 <= state.player < trial.game.n_players, f"the player to act is {state.player} in {state.text()!r}, "
                                                         f"expected 0..{trial.game.n_players - 1}")
        demand(state.player in trial.game.acting, f"player {state.player} acts in {state.text()!r}, "
                                                  f"declared idle={trial.game.limits.idle}")
    for state in trial.finished:
        demand(state.player == TERMINAL, f"the player to act is {state.player} in {state.text()!r}, "
                                         f"expected TERMINAL ({TERMINAL})")
    seats = {state.player for state in trial.running}
    return {"states": len(trial.running), "seats": len(seats)}


def check_legal(trial: Trial) -> Figures:
    """Check that legal actions are ascending, unique, in range, not too many, none at the end, and only looked up."""
    game, most = trial.game, 0
    for state in trial.running:
        text = state.text()
        legal = state.legal_actions()
        most = max(most, len(legal))
        demand(0 < len(legal) <= game.max_legal,
               f"{len(legal)} legal actions in {text!r}, expected 1..{game.max_legal} (max_legal)")
        demand(all(a < b for a, b in pairwise(legal)),
               f"legal actions {legal} are not ascending and unique in {text!r}")
        demand(legal[0] >= 0 and legal[-1] < game.n_actions,
               f"legal actions {legal} are not in [0, {game.n_actions}) (n_actions) in {text!r}")
        demand(state.legal_actions() == legal, f"legal actions differ when asked twice in {text!r}")
        demand(state.text() == text, f"asking for legal actions changed {text!r} to {state.text()!r}")
    for state in trial.finished:
        demand(state.legal_actions() == [], f"legal actions in the finished {state.text()!r}")
    return {"states": len(trial.running), "most": most, "declared": game.max_legal}


def check_apply(trial: Trial) -> Figures:
    """Check that an action always has the same result, and that an illegal one is refused and changes nothing."""
    for play in trial.plays:
        for state, action, after in zip(play.states, play.actions, play.states[1:], strict=False):
            again = state.clone()
            again.apply(action)
            demand(again.text() == after.text(), f"{state.format_action(action)!r} in {state.text()!r} led to "
                                                 f"{after.text()!r} and to {again.text()!r}")
    for state in spread([*trial.positions, *trial.finished], MAX_POSITIONS):
        legal, text = state.legal_actions(), state.text()
        illegal = [a for a in {-1, trial.game.n_actions, *range(min(trial.game.n_actions, 50))} if a not in legal]
        for action in illegal:
            demand(refuses(lambda a=action, s=state: s.apply(a), IllegalActionError),  # type: ignore[misc]
                   f"the illegal action {action} is accepted in {text!r}")
        demand(state.text() == text, f"a refused action changed {text!r} to {state.text()!r}")
    return {"decisions": len(trial.running)}


def check_length(trial: Trial) -> Figures:
    """Check that games end within max_decisions."""
    longest = max(len(play.actions) for play in trial.plays)
    return {"games": len(trial.plays), "longest": longest, "declared": trial.game.max_decisions}


def _check_returns(game: Game, state: GameState) -> None:
    points, wins, text = state.returns(), state.wins(), state.text()
    demand(len(points) == game.n_players, f"{len(points)} returns for {game.n_players} players in {text!r}")
    demand(all(math.isfinite(v) and game.min_return <= v <= game.max_return for v in points),
           f"returns {points} are not in [{game.min_return}, {game.max_return}] in {text!r}")
    demand(len(wins) == game.n_players and all(w >= 0 for w in wins) and abs(sum(wins) - 1) < 1e-9,
           f"win shares {wins} are not {game.n_players} numbers from 0 with sum 1 in {text!r}")


def check_returns(trial: Trial) -> Figures:
    """Check number, bounds and finiteness of returns, that win shares sum to 1, and that running games have neither."""
    for state in trial.positions:
        demand(refuses(state.returns, KingmakerError), f"the running game {state.text()!r} has returns")
        demand(refuses(state.wins, KingmakerError), f"the running game {state.text()!r} has winners")
    low, high = math.inf, -math.inf
    ends = list(trial.finished)
    for k in range(50):
        state = trial.game.new(seed_of(trial.seed, 23, k))
        state.playout(trial.rng(23, k))
        ends.append(state)
    for state in ends:
        _check_returns(trial.game, state)
        low, high = min(low, *state.returns()), max(high, *state.returns())
    return {"games": len(ends), "lowest": low, "highest": high}


def check_sample(trial: Trial) -> Figures:
    """Check that `sample` draws each legal action equally often, no other, and changes nothing."""
    fits: list[tuple[Fit, str]] = []
    for i, state in enumerate(spread(trial.running, RUSHED)):
        legal, text, rng = state.legal_actions(), state.text(), trial.rng(24, i)
        n = min(max(200, 40 * len(legal)), 4000)
        counts = Counter(state.sample(rng) for _ in range(n))
        demand(set(counts) <= set(legal), f"sample drew {sorted(set(counts) - set(legal))}, not legal in {text!r}")
        demand(state.text() == text, f"sample changed {text!r} to {state.text()!r}")
        fits.append((uniform_fit([counts[a] for a in legal]), text))
    fit, text = min(fits, key=lambda pair: pair[0].p)
    demand(fit.p >= ALPHA / len(fits), f"sample does not draw the legal actions equally often in {text!r} ({fit})")
    return {"p": fit.p, "n": fit.n, "tests": len(fits)}


def check_playout(trial: Trial) -> Figures:
    """Check `playout` against playing uniformly by hand: lengths, winners and points come equally often."""
    worst = Fit(1.0, 0.0, 0, 0)
    starts = spread(trial.running, 3)
    for i, state in enumerate(starts):
        rng, fast, slow = trial.rng(25, i), Counter[object](), Counter[object]()
        for _ in range(N_PLAYOUTS):
            fast.update(_end(_play_fast(state, rng)))
            slow.update(_end(_play_by_hand(state, rng)))
        for part in ("length", "wins", "points"):
            fit = same_fit(*({c: n for c, n in counts.items() if c[0] == part}  # type: ignore[index]
                             for counts in (fast, slow)))
            demand(fit.p >= ALPHA / (3 * len(starts)),
                   f"playout and play by hand differ in {part} from {state.text()!r} ({fit})")
            worst = min(worst, fit, key=lambda f: f.p)
    return {"p": worst.p, "n": worst.n, "tests": 3 * len(starts)}


def _play_fast(state: GameState, rng: Rng) -> tuple[GameState, int]:
    end = state.clone()
    n = end.playout(rng)
    demand(end.is_over, f"a playout from {state.text()!r} stops in {end.text()!r}, which is not over")
    return end, n


def _play_by_hand(state: GameState, rng: Rng) -> tuple[GameState, int]:
    end, n = state.clone(), 0
    while not end.is_over:
        end.apply(rng.choice(end.legal_actions()))
        n += 1
    return end, n


def _end(played: tuple[GameState, int]) -> list[tuple[str, object]]:
    state, n = played
    return [("length", n), ("wins", tuple(state.wins())), ("points", tuple(state.returns()))]


# -- copies, texts, pictures ------------------------------------------------------------------------------------------


def check_clones(trial: Trial) -> Figures:
    """Check that a copy equals its original and that no earlier copy ever changes while the game goes on."""
    n = 0
    for play in trial.plays:
        state, copies = trial.game.new(play.seed), []  # not the recorded start: it is a copy itself
        for action in play.actions:
            copies.append((state.clone(), behaviour(state)))
            demand(copies[-1][0] == state, f"the clone {copies[-1][0].text()!r} differs from {state.text()!r}")
            state.apply(action)
            state.clone().determinize(0, trial.rng(26))
            for copy, seen in copies[-MAX_COPIES:]:
                now = copy.text()
                if now != seen[0]:  # the words are made only then: this is asked hundreds of thousands of times
                    demand(False, f"the copy of {seen[0]!r} changed to {now!r} when the game went on with "
                                  f"{copies[-1][0].format_action(action)!r}")
                n += 1
        for copy, seen in copies:
            demand(behaviour(copy) == seen, f"the copy of {seen[0]!r} behaves otherwise at the end of the game: "
                                            f"{behaviour(copy)} instead of {seen}")
    for state in trial.positions:
        _check_copy_from(trial, state)
    return {"compared": n}


def _check_copy_from(trial: Trial, state: GameState) -> None:
    other, text = trial.game.new(seed_of(trial.seed, 27)), state.text()
    other.copy_from(state)
    demand(behaviour(other) == behaviour(state), f"copy_from({text!r}) gives a state that behaves otherwise")
    other.apply(other.legal_actions()[-1])
    demand(state.text() == text, f"a move in a copy_from copy changed {text!r} to {state.text()!r}")
    for observer in trial.observers:
        state.world(observer, trial.rng(27, observer))
        demand(state.text() == text, f"sampling a world from a copy changed {text!r} to {state.text()!r}")


def check_replay(trial: Trial) -> Figures:
    """Check that the same seed and the same actions give the same states and views again."""
    for play in trial.plays:
        state = trial.game.new(play.seed)
        for i, recorded in enumerate(play.states):
            demand(behaviour(state) == behaviour(recorded),
                   f"decision {i} of a replayed game: {state.text()!r} instead of {recorded.text()!r}")
            if i < len(play.actions):
                state.apply(play.actions[i])
    return {"games": len(trial.plays)}


def check_texts(trial: Trial) -> Figures:
    """Check that parse(text) gives back every state, and that it then behaves the same to the end."""
    n = 0
    for play in trial.plays:
        chosen = set(spread(range(len(play.states)), MAX_POSITIONS))
        for i in sorted(chosen):
            state, text = play.states[i], play.states[i].text()
            demand(bool(text) and text.isprintable() and text == text.strip(), f"text {text!r} is not one plain line")
            copy = trial.game.parse(text)
            demand(copy == state, f"parse({text!r}) gives {copy.text()!r}")
            read, truth = behaviour(copy, fresh=True), behaviour(state, fresh=True)
            demand(read == truth, f"parse({text!r}) gives a state that behaves otherwise: {read} instead of {truth}")
            _check_same_future(trial, copy, state, play.actions[i:])
            n += 1
    return {"texts": n}


def _check_same_future(trial: Trial, copy: GameState, state: GameState, actions: tuple[int, ...]) -> None:
    first, second = copy.clone(), state.clone()
    for observer in () if state.is_over else trial.observers:
        worlds = [s.world(observer, trial.rng(28, observer)).text() for s in (first, second)]
        demand(worlds[0] == worlds[1], f"parse({state.text()!r}) samples the world {worlds[0]!r}, the original "
                                       f"{worlds[1]!r}: the text leaves out what player {observer} knows")
    for action in actions[:RUSHED]:
        first.apply(action)
        second.apply(action)
        demand(first.text() == second.text(), f"after parse({state.text()!r}) the game goes on to {first.text()!r} "
                                              f"instead of {second.text()!r}")


def check_bad_texts(trial: Trial) -> Figures:
    """Check that a broken text is refused with NotationError, or read as a state that can be used."""
    texts = [state.text() for state in spread(trial.running, RUSHED)]
    bad = ["", " ", "?", "nonsense", "ä", "0" * 300, *(text + text for text in texts)]
    rng = trial.rng(29)
    bad += [_mutate(text, rng) for text in texts for _ in range(MUTATIONS)]
    refused = 0
    for text in bad:
        try:
            state = trial.game.parse(text)
        except NotationError as error:
            demand(bool(str(error)), f"parse({text!r}) is refused without a word")
            refused += 1
            continue
        demand(trial.game.parse(state.text()) == state, f"parse accepts {text!r} as {state.text()!r}, but not twice")
        behaviour(state)
    return {"texts": len(bad), "refused": refused}


def _mutate(text: str, rng: Rng) -> str:
    at = rng.below(len(text))
    change = rng.below(5)
    if change == 0:
        return text[:at]
    if change == 1:
        return text[:at] + text[at + 1:]
    letter = "9" if change == 2 else rng.choice(text) if change == 3 else chr(33 + rng.below(94))
    return text[:at] + letter + text[at + 1:]


def check_actions(trial: Trial) -> Figures:
    """Check that moves as text are unique among the legal ones, plain, and read back as the same action."""
    n = 0
    for state in trial.running:
        legal, moves = state.legal_actions(), state.legal_moves()
        double = [move for move, count in Counter(moves).items() if count > 1]
        demand(not double, f"several legal actions are all written {double[:1]} in {state.text()!r}")
        for action, move in zip(legal, moves, strict=True):
            demand(isinstance(move, str) and bool(move) and move.isprintable() and move == move.strip(),
                   f"the action {action} is written {move!r}, which is not one plain line, in {state.text()!r}")
            n += 1
    for state in trial.positions:
        for action, move in zip(state.legal_actions(), state.legal_moves(), strict=True):
            demand(state.parse_action(move) == action, f"the move {move!r} of the action {action} is read as "
                                                       f"{state.parse_action(move)} in {state.text()!r}")
        demand(refuses(lambda s=state: s.parse_action("no such move"), IllegalActionError),  # type: ignore[misc]
               f"the move 'no such move' is accepted in {state.text()!r}")
    return {"moves": n}


def check_pickles(trial: Trial) -> Figures:
    """Check that games and states survive pickling; joblib sends them to its workers so."""
    game = pickle.loads(pickle.dumps(trial.game))
    demand(game == trial.game and game.limits == trial.game.limits, f"the pickled game comes back as {game}")
    states = [*trial.positions, *trial.finished]
    for state in states:
        copy = pickle.loads(pickle.dumps(state))
        demand(type(copy) is type(state) and copy == state, f"{state.text()!r} comes back from pickling as {copy!r}")
    return {"states": len(states)}


def check_pictures(trial: Trial) -> Figures:
    """Check that each observer's picture is well-formed SVG with title and desc, and each view one plain line."""
    states = [*trial.positions, *trial.finished]
    for state in states:
        text = state.text()
        for observer in trial.observers:
            view = state.view(observer)
            demand(bool(view) and view.isprintable(), f"view({observer}) {view!r} is not one plain line in {text!r}")
            _check_picture(str(state.svg(observer)), f"svg({observer}) of {text!r}")
            demand(str(state.svg(observer)) == str(state.svg(observer)), f"svg({observer}) of {text!r} differs when "
                                                                         f"drawn twice")
        demand(state.text() == text, f"drawing changed {text!r} to {state.text()!r}")
        for nobody in (-1, trial.game.n_players):
            demand(refuses(lambda s=state, p=nobody: s.view(p), KingmakerError)  # type: ignore[misc]
                   and refuses(lambda s=state, p=nobody: s.svg(p), KingmakerError),  # type: ignore[misc]
                   f"view({nobody}) or svg({nobody}) is not refused with a KingmakerError in {text!r}")
    return {"pictures": len(states) * trial.game.n_players}


def _check_picture(picture: str, where: str) -> None:
    try:
        root = ElementTree.fromstring(picture)
    except ElementTree.ParseError as error:
        demand(False, f"{where} is not well-formed XML: {error}; {picture[:200]!r}")
        return
    space = "{http://www.w3.org/2000/svg}"
    demand(root.tag == f"{space}svg", f"{where} is <{root.tag}>, expected <svg> of the SVG name space")
    for name in ("title", "desc"):
        demand(bool((root.findtext(f"{space}{name}") or "").strip()), f"{where} has no <{name}>")


# -- optional features ------------------------------------------------------------------------------------------------


def check_policy(trial: Trial) -> Figures:
    """Check that the rollout policy makes legal actions, the same ones for the same stream, and changes nothing."""
    n = 0
    for i, state in enumerate(trial.positions):
        text, legal = state.text(), state.legal_actions()
        drawn = [[state.policy(rng) for _ in range(10)] for rng in (trial.rng(30, i), trial.rng(30, i))]
        demand(set(drawn[0]) <= set(legal), f"policy made {sorted(set(drawn[0]) - set(legal))}, not legal in {text!r}")
        demand(drawn[0] == drawn[1], f"policy differs for the same stream in {text!r}")
        demand(state.text() == text, f"policy changed {text!r} to {state.text()!r}")
        n += 20
    return {"draws": n, "announced": trial.game.has("policy")}


def check_priors(trial: Trial) -> Figures:
    """Check that priors are one number from 0 for each legal action, with sum 1, and even unless announced."""
    for state in trial.positions:
        priors, legal = state.priors(), state.legal_actions()
        demand(len(priors) == len(legal) and all(p >= 0 for p in priors) and abs(sum(priors) - 1) < 1e-9,
               f"priors {priors} are not {len(legal)} numbers from 0 with sum 1 in {state.text()!r}")
        demand(trial.game.has("priors") or max(priors) - min(priors) < 1e-9,
               f"priors {priors} differ in {state.text()!r}, but spec.features does not announce them")
    return {"states": len(trial.positions), "announced": trial.game.has("priors")}


def check_evaluation(trial: Trial) -> Figures:
    """Check that estimates and spreads are finite, in bounds and repeatable; refused where not announced."""
    game = trial.game
    for state in trial.positions:
        text = state.text()
        if not game.has("evaluation"):
            demand(refuses(state.evaluate, KingmakerError, NotImplementedError),
                   f"evaluate answers in {text!r}, but spec.features does not announce evaluation")
            continue
        values = state.evaluate()
        demand(len(values) == game.n_players
               and all(math.isfinite(v) and game.min_return <= v <= game.max_return for v in values),
               f"evaluate gives {values}, expected {game.n_players} numbers in [{game.min_return}, {game.max_return}], "
               f"in {text!r}")
        spread = state.spread()
        demand(math.isfinite(spread) and spread >= 0 and state.spread() == spread,
               f"spread gives {spread}, expected a number from 0, the same each time, in {text!r}")
        demand(state.evaluate() == values and state.clone().evaluate() == values, f"evaluate differs when asked again "
                                                                                 f"in {text!r}")
        demand(state.text() == text, f"evaluate changed {text!r} to {state.text()!r}")
    return {"states": len(trial.positions), "announced": game.has("evaluation")}


def check_key(trial: Trial) -> Figures:
    """Check that a key is the same in every world that anybody holds possible; refused where not announced."""
    for number, state in enumerate(trial.positions):
        if not trial.game.has("key"):
            demand(refuses(state.key, KingmakerError), f"key answers in {state.text()!r}, but spec.features does not "
                                                       f"announce it")
            continue
        for observer in range(trial.game.n_players):
            world = state.world(observer, trial.rng(30 + number))
            demand(world.key() == state.key(), f"key tells {state.text()!r} from {world.text()!r}, which player "
                                               f"{observer} cannot")
    return {"states": len(trial.positions), "announced": trial.game.has("key")}


def check_settled(trial: Trial) -> Figures:
    """Check what a settled position promises: it stays settled, and the rest is the same in all worlds and by its key.

    Who acts may draw any world: the same actions are legal, lead to the same, and end in the same result. Two lines
    that come to one key go on alike.
    """
    n = 0
    seen: dict[int, tuple[object, ...]] = {}
    settled = [state for state in trial.running if state.is_settled]
    for number, state in enumerate(spread(settled, MAX_POSITIONS)):
        rng, line = trial.rng(33, number), state.clone()
        others = [state.world(state.player, rng) for _ in range(2)]
        for one in (line, *others):
            demand(one.is_settled, f"is_settled holds in {state.text()!r}, but not in {one.text()!r}, a world of it")
        ceilings: list[tuple[int, float, str]] = []
        while not line.is_over:
            text, legal = line.text(), line.legal_actions()
            ceilings.append((line.player, line.ceiling(), text))
            demand(line.is_settled, f"is_settled held in {state.text()!r}, but no longer holds in {text!r}")
            for other in others:
                demand(other.player == line.player and other.legal_actions() == legal,
                       f"after is_settled in {state.text()!r} another may act, or otherwise, in {text!r} and in "
                       f"{other.text()!r}, a world that cannot be told from it")
            if trial.game.has("key"):
                rest = _rest(line, trial.rng(34))
                demand(seen.setdefault(line.key(), rest) == rest,
                       f"two settled positions with the key {line.key()} go on differently, one of them {text!r}")
            action = line.sample(rng)
            for one in (line, *others):
                one.apply(action)
            n += 1
        for other in others:
            demand(other.returns() == line.returns() and other.wins() == line.wins(),
                   f"after is_settled in {state.text()!r} one line ends with {line.returns()}, in another world with "
                   f"{other.returns()}")
        for player, ceiling, text in ceilings:
            demand(_margin(line.returns(), player) <= ceiling,
                   f"ceiling gives {ceiling} in {text!r}, but one line ends with {line.returns()}")
    return {"states": len(settled), "decisions": n}


def _margin(returns: Sequence[float], player: int) -> float:
    return returns[player] - max((points for p, points in enumerate(returns) if p != player), default=0.0)


def _rest(state: GameState, rng: Rng) -> tuple[object, ...]:
    """Return who acts, what is legal and how one line ends."""
    end = state.clone()
    while not end.is_over:
        end.apply(end.sample(rng))
    return state.player, state.legal_actions(), end.returns(), end.wins()


def check_unannounced(trial: Trial) -> Figures:
    """Check that worlds cannot be counted where spec.features does not announce it."""
    if trial.game.has("worlds"):
        raise NotApplicableError("the game announces worlds; see enumeration")
    for state, observer in trial.pairs(RUSHED):
        demand(refuses(lambda s=state, o=observer: s.n_worlds(o), KingmakerError,  # type: ignore[misc]
                       NotImplementedError),
               f"n_worlds answers in {state.text()!r}, but spec.features does not announce worlds")
    return {"states": min(len(trial.running), RUSHED)}


CHECKS: Mapping[str, Callable[[Trial], Figures]] = MappingProxyType({
    "spec": check_spec,
    "deals": check_deals,
    "players": check_players,
    "legal": check_legal,
    "apply": check_apply,
    "length": check_length,
    "clones": check_clones,
    "replay": check_replay,
    "returns": check_returns,
    "texts": check_texts,
    "bad_texts": check_bad_texts,
    "actions": check_actions,
    "pickles": check_pickles,
    "pictures": check_pictures,
    "sample": check_sample,
    "playout": check_playout,
    "policy": check_policy,
    "priors": check_priors,
    "evaluation": check_evaluation,
    "key": check_key,
    "settled": check_settled,
    "unannounced": check_unannounced,
    "flags": check_flags,
    "ledger": check_ledger,
})
