"""Equal seconds against open_spiel's ISMCTSBot: Oh Hell with all cards dealt, where its worlds are honest, and Leduc.

Its bot takes simulations, not seconds. So both play some other deals first, and ours gets, stage by stage, as many
iterations as take its processor time; what each then took is told with the result.
"""
import statistics
import time
import zlib
from collections import defaultdict
from functools import partial
from itertools import permutations
from typing import ClassVar

import pytest

from kingmaker.games import load_game
from kingmaker.search.agents import parse_agent
from kingmaker.search.engine import run_search
from kingmaker.search.match.exploit import expected, remembered
from kingmaker.search.mixture import mix
from kingmaker.search.seeds import branch

pyspiel = pytest.importorskip("pyspiel")
DECK = ("Js", "Jh", "Qs", "Qh", "Ks", "Kh")  # as open_spiel numbers the cards
SAFE = 0.95  # what ours gets of their time, as it is an estimate
TRIED = 20_000  # iterations of ours in the games that tell how long they take


def bot(table, seed):
    evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
    policy = pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
    return pyspiel.ISMCTSBot(seed, evaluator, table.c, table.simulations, -1, policy, False, table.varying)


class OhHell:
    """Three players, nine tricks with 28 cards: all but the one turned up are dealt."""

    game = load_game("oh-hell", players=3, ranks=7, tricks=9)
    theirs = pyspiel.load_game("oh_hell", {"players": 3, "num_suits": 4, "num_cards_per_suit": 7, "num_tricks_fixed": 9,
                                           "off_bid_penalty": False, "points_per_trick": 1})
    agent, c, varying, simulations, stages = "ismcts:", 2.0, True, 2000, 10

    def begin(self, deal):
        state, other = self.game.new(deal), self.theirs.new_initial_state()
        position = state.position()
        rounds = [card for cards in zip(*position.hands, strict=True) for card in cards]
        for action in (position.tricks, position.dealer, *map(self.to_them, (*rounds, position.trump))):
            other.apply_action(action)
        return state, other

    def to_them(self, action):
        return 28 + action - 64 if action >= 64 else (action & 15) * 4 + (action >> 4)


def branches(n, seed):
    return [branch(seed, k) for k in range(n)]


def played(table, deal, ours, iterations, spent, seed):
    """Play one deal, `ours` the seats of our agent; `spent` gets the processor seconds of each decision by stage."""
    state, other = table.begin(deal)
    agents = [parse_agent(f"{table.agent}iterations={max(int(n), 1)}").make(table.game) for n in iterations]
    n = 0
    while not state.is_over:
        n += 1
        back = {table.to_them(action): action for action in state.legal_actions()}
        stage = min(n // len(state.game.acting), len(agents) - 1)
        who = "ours" if state.player in ours else "theirs"
        start = time.thread_time()
        if len(back) == 1:
            action = state.legal_actions()[0]
        elif who == "ours":
            action = agents[stage].choose(state, branch(seed, n))
        else:
            action = back[bot(table, seed * 1000 + n).step(other)]
        if len(back) > 1:
            spent[who, stage].append(time.thread_time() - start)
        state.apply(action)
        other.apply_action(table.to_them(action))
    assert other.is_terminal()
    assert state.returns() == other.returns()
    return state


def as_long(table, seed):
    """Return the iterations by stage with which ours thinks as long as their bot, from games on other deals."""
    tried = defaultdict(list)
    for k, deal in enumerate(branches(12, seed + 1000)):
        played(table, deal, (k % len(table.game.acting),), [TRIED] * table.stages, tried, seed + k)
    mean = {key: statistics.mean(times) for key, times in tried.items()}
    overall = {who: statistics.mean(t for key, t in mean.items() if key[0] == who) for who in ("ours", "theirs")}
    return [SAFE * TRIED * mean.get(("theirs", stage), overall["theirs"]) / mean.get(("ours", stage), overall["ours"])
            for stage in range(table.stages)]


def contest(table, n, seed):
    """Return our lead and share of wins by deal, seats rotated, and the mean seconds of a decision of both."""
    iterations, leads, wins, spent = as_long(table, seed), [], [], defaultdict(list)
    for k, deal in enumerate(branches(n, seed)):
        ends = [played(table, deal, (seat,), iterations, spent, seed + 10 * k + seat) for seat in table.game.acting]
        points = [end.returns() for end in ends]
        leads.append(statistics.mean(p[i] - (sum(p) - p[i]) / (len(p) - 1) for i, p in enumerate(points)))
        wins.append(statistics.mean(end.wins()[i] for i, end in enumerate(ends)))
    seconds = {who: statistics.mean(t for key, times in spent.items() if key[0] == who for t in times)
               for who in ("ours", "theirs")}
    return leads, wins, seconds


def told(numbers):
    mean, half = statistics.mean(numbers), 1.96 * statistics.stdev(numbers) / len(numbers) ** 0.5
    return mean, half


@pytest.mark.slow
def test_oh_hell_with_all_cards_dealt():
    """One of ours against two of theirs, each seat once, on 200 deals; ours plays for wins, of which a third is par."""
    leads, wins, spent = contest(OhHell(), 200, seed=2)
    (lead, half), (share, width) = told(leads), told(wins)
    print(f"Oh Hell, 200 deals: lead {lead:+.2f} +- {half:.2f}, wins {share:.3f} +- {width:.3f}, seconds {spent}")
    assert spent["ours"] <= spent["theirs"]
    assert share - width > 1 / 3


# -- Leduc: every deal, exactly ---------------------------------------------------------------------------------------


class Leduc:
    """Both bots asked for every state of knowledge; what they win from each other then follows by counting.

    A sample of a bot's answers, one for each state of knowledge, is a way to play; its value against another, over all
    120 deals and both seats, has no error of its own, and is without bias: no state of knowledge comes twice in a game.
    """

    theirs = pyspiel.load_game("leduc_poker")
    c, varying, simulations = 5.0, False, 100_000
    deals: ClassVar = [(1 / 120, load_game("leduc-poker").parse("".join(cards) + ":"))
                       for cards in permutations(DECK, 3)]

    def to_them(self, state):
        cards, moves = state.text().split(":")
        other = self.theirs.new_initial_state()
        for k in (0, 2):
            other.apply_action(DECK.index(cards[k:k + 2]))
        for move in moves:
            other.apply_action(DECK.index(cards[4:6]) if move == "/" else "fcr".index(move))
        return other

    def bot(self, state, seed):
        """Their answer as shares."""
        chosen = bot(self, seed).step(self.to_them(state))
        return [float(action == chosen) for action in state.legal_actions()]

    def value(self, ours, theirs):
        """Return what ours wins a hand, in chips, mean of both seats."""
        ours, theirs = remembered(ours), remembered(theirs)
        return statistics.mean(expected(self.deals, lambda state, seat=seat: (
            ours if state.player == seat else theirs)(state))[seat] for seat in (0, 1))


def seconds_of(policy, states):
    """Return the processor seconds that a policy takes for a state, on average."""
    start = time.thread_time()
    for state in states:
        policy(state)
    return (time.thread_time() - start) / len(states)


def leduc(table, think, samples, draws):
    """Return what a way to think, (state, iterations, seed) -> shares, wins in each sample, and both's seconds.

    So many samples of their answers meet so many of ours, in turn.
    """
    states = [state.game.parse(state.text() + moves) for (_, state), moves in zip(
        table.deals[::6], ("", "c", "r", "cr", "cc/", "rc/r", "crc/c", "rrc/", "rc/cr", "cc/r") * 2, strict=True)]
    theirs = seconds_of(lambda state: table.bot(state, 0), states)
    n = int(TRIED * theirs / seconds_of(lambda state: think(state, TRIED, 0), states))
    n = int(SAFE * n * theirs / seconds_of(lambda state: think(state, n, 0), states))  # again: overheads are small now
    ours = [remembered(partial(think_once, think, n, k)) for k in range(draws)]
    found = [table.value(ours[k % draws], lambda state, k=k: table.bot(state, branch_of(state, k)))
             for k in range(samples)]
    return found, {"ours": seconds_of(lambda state: think(state, n, 0), states), "theirs": theirs, "iterations": n}


def think_once(think, n, k, state):
    return think(state, n, k)


def branch_of(state, k):
    """Return a seed for a sample and a state of knowledge."""
    return zlib.crc32(f"{k} {state.player} {state.view(state.player)}".encode()) % 2**31


def mixture(state, iterations, seed):
    """As the agent `mixed` thinks: over all that can happen, so nothing is drawn and one sample of ours is all."""
    found = mix(state, iterations=iterations, seed=seed + 1)
    assert found.is_whole
    return list(found.shares.values())


def searched(state, iterations, seed):
    best = run_search(state, iterations=iterations, seed=branch_of(state, seed), replicates=1).best.action
    return [float(action == best) for action in state.legal_actions()]


@pytest.mark.slow
@pytest.mark.parametrize(("simulations", "samples"), [(4_000, 64), (10_000, 64), (30_000, 40), (100_000, 40)])
def test_leduc(simulations, samples):
    """Par is to win nothing, and `mixed` wins: all that an equilibrium can win from, mistakes that are mistakes against
    anybody, which their bot makes less and less of the longer it thinks (docs/strength.md)."""
    table = Leduc()
    table.simulations = simulations
    found, spent = leduc(table, mixture, samples, draws=1)
    chips, half = told(found)
    print(f"Leduc, {samples} samples of all 120 deals: {chips:+.4f} +- {half:.4f} chips a hand, from {min(found):+.4f} "
          f"to {max(found):+.4f}, {sum(chips > 0.001 for chips in found)} above 0.001, seconds {spent}")
    assert spent["ours"] <= spent["theirs"]
    assert chips - half > 0


@pytest.mark.slow
def test_leduc_by_searching():
    """Visits of `ismcts` are far behind: its one tree does not tell apart what the other holds."""
    table = Leduc()
    table.simulations = 4_000
    found, spent = leduc(table, searched, samples=4, draws=4)
    chips, half = told(found)
    print(f"Leduc by ismcts, 4 samples of all 120 deals: {chips:+.3f} +- {half:.3f} chips a hand, seconds {spent}")
    assert spent["ours"] <= spent["theirs"]
    assert chips > -0.85
