"""The leak checks: no player's view, picture, label, sampled world or hint may rest on what this player cannot know.

Each check takes a `Trial`, returns figures, and raises ContractError with the first fault found.
"""
from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from kingmaker.games._base import GameState
from kingmaker.games._rng import Rng
from kingmaker.games.check.chisquare import Fit, chi_square_tail, uniform_fit
from kingmaker.games.check.trial import ALPHA, MAX_POSITIONS, RUSHED, Figures, NotApplicableError, Trial, demand, spread
from kingmaker.games.check.worlds import Target
from kingmaker.games.core.python_state import UNSEEN
from kingmaker.games.errors import ContractError

N_SAMPLES = 4  # worlds drawn at each position of a big game
PER_WORLD = 12  # samples per enumerated world, within the two bounds below
MIN_SAMPLES, MAX_SAMPLES = 500, 4800
MAX_DEALS = 400  # listed where rewinding is checked
SIGMAS = 6.0  # one-in-a-billion deviations


def check_worlds(trial: Trial) -> Figures:
    """Check that every sampled world looks to the observer exactly as the truth does, and can be played on."""
    n = 0
    for i, (state, observer) in enumerate(trial.pairs()):
        for world in sampled_worlds(trial, state, observer, i):
            _check_world(trial, state, observer, world)
            n += 1
    return {"worlds": n}


def sampled_worlds(trial: Trial, state: GameState, observer: int, *words: int) -> Iterator[GameState]:
    """Yield some worlds that the game itself samples."""
    rng = trial.rng(10, observer, *words)
    for _ in range(N_SAMPLES):
        yield state.world(observer, rng)


def _check_world(trial: Trial, state: GameState, observer: int, world: GameState) -> None:
    where = f"in the world {world.text()!r} sampled for player {observer} from {state.text()!r}"

    def same(what: str, truth: object, sampled: object) -> None:
        demand(truth == sampled, f"{what} is {sampled!r}, in truth {truth!r}, {where}")

    demand(world.view(observer) == state.view(observer),
           f"the view is {world.view(observer)!r}, in truth {state.view(observer)!r}, {where}: either the sampler "
           f"changes what the player knows, or the view shows what the player cannot know")
    same("the player to act", state.player, world.player)
    same("the outcome label", state.outcome(observer), world.outcome(observer))
    legal = world.legal_actions()
    demand(0 < len(legal) <= trial.game.max_legal, f"{len(legal)} legal actions {where}")
    if state.player == observer:
        same("the observer's list of legal actions", state.legal_actions(), legal)
        same("the observer's list of moves", state.legal_moves(), world.legal_moves())
    demand(trial.game.parse(world.text()) == world, f"parse(text) gives another state {where}")
    world.playout(trial.rng(11))
    demand(world.is_over, f"a playout does not reach the end {where}")


def check_labels(trial: Trial) -> Figures:
    """Check that labels tell the observer what views tell, no less and no more, and are whole numbers as agreed."""
    n = 0
    for i, state in enumerate(spread(trial.running, MAX_POSITIONS)):
        for observer in trial.observers:
            _check_label_numbers(state, observer)
            for world in sampled_worlds(trial, state, observer, i, 1):
                n += _check_label_pair(state, world, observer, trial.rng(12, i))
    if trial.game.spec.hidden:
        for survey in trial.surveys:
            demand(not survey.faults, next(iter(survey.faults), ""))
    return {"compared": n}


def _check_label_numbers(state: GameState, observer: int) -> None:
    demand(state.outcome(observer) >= 0, f"outcome({observer}) is {state.outcome(observer)}, expected a whole number "
                                         f"from 0, in {state.text()!r}")
    if observer == state.player:
        return
    for action in state.legal_actions():
        label = state.observe(action, observer)
        demand(label >= 0 or label == UNSEEN,
               f"observe({action}, {observer}) is {label}, expected a whole number from 0 or UNSEEN ({UNSEEN}), "
               f"in {state.text()!r}")


def _check_label_pair(state: GameState, world: GameState, observer: int, rng: Rng) -> int:
    """Make one action in the truth and one that looks the same in a world that looks the same."""
    action = rng.choice(state.legal_actions())
    if observer == state.player:
        other = action
        label = action
    else:
        label = state.observe(action, observer)
        alike = [a for a in world.legal_actions() if world.observe(a, observer) == label]
        if not alike:
            return 0
        other = action if action in alike else rng.choice(alike)
    first, second = state.clone(), world.clone()
    first.apply(action)
    second.apply(other)
    if first.player != second.player or first.is_over:  # what the end reveals needs no label: nothing follows it
        return 0
    outcomes = (first.outcome(observer), second.outcome(observer))
    views = (first.view(observer), second.view(observer))
    where = (f"after {state.format_action(action)!r} in {state.text()!r} and {world.format_action(other)!r} in "
             f"{world.text()!r}, which look alike to player {observer}")
    demand(outcomes[0] != outcomes[1] or views[0] == views[1],
           f"views tell more than labels: the views are {views[0]!r} and {views[1]!r}, but the labels {label} and "
           f"outcomes {outcomes[0]} are the same, {where}")
    demand(views[0] != views[1] or outcomes[0] == outcomes[1],
           f"labels tell more than views: the outcomes are {outcomes[0]} and {outcomes[1]}, but both views are "
           f"{views[0]!r}, {where}")
    return 1


def check_picture_leaks(trial: Trial) -> Figures:
    """Check that a running game's picture is the same in every world that looks the same to the observer."""
    if not trial.game.spec.hidden:
        raise NotApplicableError("nothing is hidden")
    n = 0
    for i, (state, observer) in enumerate(trial.pairs()):
        for world in sampled_worlds(trial, state, observer, i):
            _check_same_picture(state, world, observer)
            n += 1
    for target in spread([t for s in trial.surveys for t in s.targets], MAX_POSITIONS):
        for world in spread(list(target.worlds.values()), 3):
            _check_same_picture(target.state, world, target.observer)
            n += 1
    return {"pictures": n}


def _check_same_picture(state: GameState, world: GameState, observer: int) -> None:
    first, second = str(state.svg(observer)), str(world.svg(observer))
    if first != second:
        at = next((i for i, (a, b) in enumerate(zip(first, second, strict=False)) if a != b),
                  min(len(first), len(second)))
        raise ContractError(
            f"the picture shows player {observer} what this player cannot know: {first[max(0, at - 30):at + 30]!r} in "
            f"{state.text()!r}, {second[max(0, at - 30):at + 30]!r} in {world.text()!r}")


def check_same_worlds(trial: Trial) -> Figures:
    """Check that two true states that look alike give the same sampled world for the same seed, byte for byte."""
    if not trial.game.spec.hidden:
        raise NotApplicableError("nothing is hidden")
    n = 0
    for i, (state, observer) in enumerate(trial.pairs()):
        for world in sampled_worlds(trial, state, observer, i):
            n += _check_same_world(trial, state, world, observer)
    for survey in trial.surveys:
        for target in survey.targets:
            for world in spread(list(target.worlds.values()), 5):
                n += _check_same_world(trial, target.state, world, target.observer)
    return {"compared": n}


def _check_same_world(trial: Trial, state: GameState, twin: GameState, observer: int) -> int:
    if state.text() == twin.text():
        return 0
    for k in range(2):
        first = state.world(observer, trial.rng(13, k)).text()
        second = twin.world(observer, trial.rng(13, k)).text()
        demand(first == second,
               f"the sampled world depends on what player {observer} cannot know: the same seed gives {first!r} from "
               f"{state.text()!r} and {second!r} from {twin.text()!r}; put unseen pieces in sorted order before "
               f"shuffling")
    return 1


@dataclass(frozen=True)
class Tally:
    """How often each world of one target was sampled; `strange` are texts outside the enumerated set."""

    target: Target
    counts: Counter[str]
    strange: tuple[str, ...]

    @property
    def n(self) -> int:
        """The number of samples."""
        return self.counts.total()


@dataclass
class Sights:
    """Which number stands for what an observer sees, and the other way round."""

    of_view: dict[tuple[int, str], int]
    of_sight: dict[int, tuple[int, str]]


def check_rewind(trial: Trial) -> Figures:
    """Check that `sight` is the view as a number, that rewinding forgets what any player alone knows, and that it deals
    what the numbering of worlds says can be dealt, each as often."""
    if not trial.game.has("rewind"):
        raise NotApplicableError("the game does not rewind")
    sights, n = Sights({}, {}), 0
    for i, (state, observer) in enumerate(trial.pairs()):
        if state.is_over:
            continue
        _demand_sight(sights, state, observer)
        ends = set()
        for world in (state, *sampled_worlds(trial, state, observer, 35, i)):
            back = world.clone()
            back.rewind(trial.rng(36, i))
            demand(not back.is_over, f"rewinding {world.text()!r} gives {back.text()!r}, where nobody acts")
            ends.add(back.text())
        demand(len(ends) == 1, f"worlds that player {observer} cannot tell from {state.text()!r} rewind, by the same "
               f"draws, to {' and '.join(sorted(ends)[:2])}")
        n += 1
    for survey in trial.surveys:
        sights = Sights({}, {})
        for target in survey.targets:
            if not target.state.is_over:
                _demand_sight(sights, target.state, target.observer)
        if trial.game.has("worlds"):
            for i, target in enumerate(spread(survey.targets, 3)):
                _demand_dealt_anew(target.state, trial.rng(37, i))
    return {"states": n}


def _demand_sight(seen: Sights, state: GameState, observer: int) -> None:
    """Demand one number for one view of one observer, and another for another."""
    view, sight = (observer, state.view(observer)), state.sight(observer)
    demand(seen.of_view.setdefault(view, sight) == sight,
           f"sight of player {observer} in {state.text()!r} is {sight}, in another state with "
           f"the view {view[1]!r} it is {seen.of_view[view]}: it tells what the player cannot know")
    other = seen.of_sight.setdefault(sight, view)
    demand(other == view, f"player {observer} has the sight {sight} with the view {view[1]!r}, and so has player "
                          f"{other[0]} with the view {other[1]!r}")


def _demand_dealt_anew(state: GameState, rng: Rng) -> None:
    """Demand that of the deals which nobody can rule out after a rewind each comes as often as another."""
    back = state.clone()
    back.rewind(rng)
    deals = _deals_like(back)
    if deals is None:
        return
    counts = dict.fromkeys(deals, 0)
    for _ in range(max(PER_WORLD * len(deals), MIN_SAMPLES)):
        back = state.clone()
        back.rewind(rng)
        if back.text() in counts:
            counts[back.text()] += 1
    fit = uniform_fit(list(counts.values()))
    demand(fit.p >= ALPHA, f"rewinding {state.text()!r} does not deal equally often the {len(deals)} deals that the "
                           f"worlds of all players number ({fit})")


def _deals_like(state: GameState) -> set[str] | None:
    """Return the texts of all states that nobody can rule out, nor that anybody could, and so on; None for too many."""
    found, left = {state.text()}, [state]
    while left:
        deal = left.pop()
        for observer in range(deal.n_players):
            for k in range(deal.n_worlds(observer)):
                world = deal.nth_world(observer, k)
                if world.text() not in found:
                    found.add(world.text())
                    left.append(world)
                if len(found) > MAX_DEALS:
                    return None
    return found


def tally_samples(trial: Trial) -> list[Tally]:
    """Sample worlds at every enumerated position; the result is kept with the trial."""
    if not all(survey.deals.complete for survey in trial.surveys):
        raise NotApplicableError("not run, the deals cannot be enumerated: see deals_uniform")
    if "tallies" not in trial.__dict__:
        trial.__dict__["tallies"] = [_tally(target, trial.rng(14, v, i))
                                     for v, survey in enumerate(trial.surveys)
                                     for i, target in enumerate(survey.targets)]
    tallies: list[Tally] = trial.__dict__["tallies"]
    return tallies


def _tally(target: Target, rng: Rng) -> Tally:
    n = min(max(PER_WORLD * len(target.worlds), MIN_SAMPLES), MAX_SAMPLES) if len(target.worlds) > 1 else 5
    counts: Counter[str] = Counter()
    scratch = target.state.clone()
    for _ in range(n):
        scratch.copy_from(target.state)
        scratch.determinize(target.observer, rng)
        counts[scratch.text()] += 1
    return Tally(target, counts, tuple(text for text in counts if text not in target.worlds))


def check_deals(trial: Trial) -> Figures:
    """Check that the enumerable option sets can be enumerated, and that each of their deals is equally likely."""
    fits = []
    for survey in trial.surveys:
        deals = survey.deals
        demand(deals.complete, f"{survey.game}: {len(deals.counts)} different deals among the first {deals.drawn}, "
                               f"too many to see them all; name smaller option sets in spec.enumerable (at most "
                               f"about 15,000 deals)")
        fits.append((uniform_fit(list(deals.counts.values())), survey))
    fit, survey = min(fits, key=lambda pair: pair[0].p)
    demand(fit.p >= ALPHA / len(fits),
           f"{survey.game}: the deals that text() tells apart are not equally likely ({fit}); worlds are drawn "
           f"uniformly by text, so text() must name each piece")
    return {"p": fit.p, "n": float(fit.n), "deals": sum(float(len(s.deals.counts)) for s in trial.surveys)}


def check_variation(trial: Trial) -> Figures:
    """Check that sampled worlds are the truth as often as chance has it, where more than one world is possible."""
    rows = [tally for tally in tally_samples(trial) if len(tally.target.worlds) > 1]
    demand(bool(rows), "spec.hidden says that something is hidden, but in the enumerable option sets no position "
                       "with more than one possible world was found")
    hits = [tally.counts[tally.target.state.text()] for tally in rows]
    for tally, hit in zip(rows, hits, strict=True):
        demand(hit < tally.n, f"all {hit} worlds sampled for player {tally.target.observer} equal the truth "
                              f"{tally.target.state.text()!r}, although {len(tally.target.worlds)} worlds are possible")
    expected = sum(tally.n / len(tally.target.worlds) for tally in rows)
    spread_ = math.sqrt(sum(tally.n / len(t.worlds) * (1 - 1 / len(t.worlds)) for tally in rows
                            for t in [tally.target]))
    sigmas = (sum(hits) - expected) / spread_
    demand(abs(sigmas) < SIGMAS, f"{sum(hits)} of {sum(t.n for t in rows)} sampled worlds equal the truth, expected "
                                 f"{expected:.0f} ± {spread_:.0f}")
    return {"positions": len(rows), "truths": sum(hits), "expected": expected, "sigmas": sigmas}


def check_uniformity(trial: Trial) -> Figures:
    """Check the sampler against the enumerated worlds: none outside, none missing, all equally often."""
    tallies = tally_samples(trial)
    for tally in tallies:
        target = tally.target
        demand(not tally.strange,
               f"the world {next(iter(tally.strange), '')!r} sampled for player {target.observer} in "
               f"{target.state.text()!r} contradicts what this player saw: replaying it finds "
               f"{len(target.worlds)} other worlds, such as {next(iter(target.worlds), None)!r}")
    rows = [tally for tally in tallies if len(tally.target.worlds) > 1]
    if not rows:
        raise NotApplicableError("no position with more than one world")
    fits = [(uniform_fit([tally.counts[text] for text in tally.target.worlds]), i) for i, tally in enumerate(rows)]
    fit, i = min(fits, key=lambda pair: pair[0].p)
    pooled = _pool([fit for fit, _ in fits])
    _demand_uniform(rows[i], str(fit), fit.p >= ALPHA / 2 / len(rows))
    _demand_uniform(rows[i], f"all {len(rows)} positions together: {pooled}; here: {fit}", pooled.p >= ALPHA / 2)
    return {"p": fit.p, "tests": len(rows), "p_pooled": pooled.p, "n": sum(t.n for t in rows),
            "worlds_max": max(len(t.target.worlds) for t in rows),
            "given_up": sum(s.given_up for s in trial.surveys)}


def _pool(fits: list[Fit]) -> Fit:
    """Join independent tests into one, which sees a small bias that is everywhere; statistics and degrees add up."""
    statistic, dof = sum(fit.statistic for fit in fits), sum(fit.dof for fit in fits)
    return Fit(chi_square_tail(statistic, dof), statistic, dof, sum(fit.n for fit in fits))


def _demand_uniform(tally: Tally, fit: str, holds: bool) -> None:
    target = tally.target
    worlds = sorted(target.worlds, key=lambda text: tally.counts[text])
    demand(holds, f"worlds sampled for player {target.observer} in {target.state.text()!r} are not uniform ({fit}): "
                  f"of {len(worlds)} worlds {worlds[0]!r} came {tally.counts[worlds[0]]} times, {worlds[-1]!r} "
                  f"{tally.counts[worlds[-1]]} times, expected {tally.n / len(worlds):.0f}")


def check_enumeration(trial: Trial) -> Figures:
    """Check n_worlds and nth_world against the enumerated worlds, and that their numbering does not know the truth."""
    if not trial.game.has("worlds"):
        raise NotApplicableError("the game does not announce worlds")
    n = 0
    for survey in trial.surveys:
        for target in spread(survey.targets, MAX_POSITIONS):
            _check_numbering(target)
            n += 1
    for state, observer in trial.pairs(RUSHED):
        count = state.n_worlds(observer)
        demand(count >= 1, f"n_worlds({observer}) is {count} in {state.text()!r}, expected at least 1")
        for index in {0, count - 1}:
            _check_world(trial, state, observer, state.nth_world(observer, index))
    return {"positions": n}


def _check_numbering(target: Target) -> None:
    state, observer = target.state, target.observer
    count = state.n_worlds(observer)
    where = f"for player {observer} in {state.text()!r}"
    demand(count == len(target.worlds), f"n_worlds is {count}, but {len(target.worlds)} worlds are possible {where}")
    texts = [state.nth_world(observer, i).text() for i in range(count)]
    demand(set(texts) == set(target.worlds),
           f"nth_world gives {len(set(texts))} different worlds, {len(set(texts) - set(target.worlds))} of them "
           f"impossible, of {count} {where}")
    for twin in spread(list(target.worlds.values()), 3):
        demand([twin.nth_world(observer, i).text() for i in range(count)] == texts,
               f"the numbering of nth_world differs between {state.text()!r} and {twin.text()!r}, which look alike to "
               f"player {observer}")


def check_analysis(trial: Trial) -> Figures:
    """Check that a search answers the same, byte for byte, in two true states that look alike to the mover."""
    if trial.analyse is None:
        raise NotApplicableError("no search was given")
    n = 0
    for k, (state, twin) in enumerate(_twins(trial)):
        before = state.text()
        answers = trial.analyse(state, k), trial.analyse(twin, k)
        demand(answers[0] == answers[1],
               f"the search tells apart {state.text()!r} and {twin.text()!r}, which look alike to player "
               f"{state.player}: with seed {k} it answers {answers[0][:200]!r} and {answers[1][:200]!r}")
        demand(state.text() == before, f"the search changed the state {before!r} to {state.text()!r}")
        n += 1
    return {"compared": n}


def _twins(trial: Trial) -> Iterator[tuple[GameState, GameState]]:
    """Yield pairs of different states with the same information set of the player to act."""
    for i, state in enumerate(spread(trial.running, RUSHED)):
        for world in sampled_worlds(trial, state, state.player, i, 2):
            if world.text() != state.text():
                yield state, world
                break
    if trial.game.spec.hidden:
        targets = [t for s in trial.surveys for t in s.targets
                   if t.observer == t.state.player and len(t.worlds) > 1]
        for target in spread(targets, RUSHED):
            own = target.state.text()
            yield target.state, next(world for text, world in target.worlds.items() if text != own)
