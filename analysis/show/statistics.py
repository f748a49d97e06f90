"""The registry of the statistics that reports show: name, denominator, formula. docs/glossary.md says the same."""
from __future__ import annotations

from dataclasses import dataclass

TEXT = """
starter_margin | blocks
    the starter's points - the other's: what going first is worth
starter_win | blocks
    the starter's share of the win
total | blocks
    points of both sides together
spread | blocks
    mean of the absolute difference between a starter_margin and the combination's mean
turns | blocks
    turns of both sides
draw | blocks
    share of games without a sole winner
lead_changes | blocks
    how often the lead, as if the game ended with the turn, went to the other side
decided_share | blocks
    the turn from whose end on it stood as at the end / turns
source_share | points, interval over blocks
    points of all sides from a source (a building before doubling, roads, doubling, treasures) / points of all
    sides
skill | blocks
    half of (seat 0's margin with the first agent there - with the second there), on the same deal: the seats
    cancel
deal_share | blocks that have all their games
    share of the variance of the margin between deals of one combination: intraclass correlation ICC(3,1) of the
    same deal under interventions or with the seats swapped, whose means are taken out; not below 0. What an
    intervention does to one deal and not to another counts as no deal's, so it is a lower bound
offered_per_game | games with the tile
    games in which the tile came into the supply / games with it
taken_per_offered | games in which it was offered
    games in which it was taken / offered
built_per_taken | games in which it was taken
    games in which it was built / taken
built_per_game | games with the tile
    games in which it was built / games with it
win_when_built | games in which it was built
    share of the win of who built it; a description, for players choose what they build
margin_when_built | games in which it was built
    margin of who built it; a description as well
worth | blocks
    what a player loses who may not use it while the other may, on the same deal: half of (seat 0's margin with
    seat 1 forbidden - with seat 0 forbidden); with one side alone, from the game without a ban
worth_relative | blocks
    worth - mean worth of its kind (set, building, tile, use) on the same deal
arm_effect | blocks
    measure under an intervention - without, on the same deal
relative_effect | blocks
    arm_effect - mean arm_effect of the interventions of its kind, on the same deal
worth_per_cost | blocks
    worth / mean number of resources that its tiles cost
association | blocks
    coefficient of (built by seat 0 - built by seat 1) in a linear regression of the margin with terms for seat
    and starter, errors clustered by block; no effect, a cross-check
synergy | blocks
    coefficient of (product of a side's buildings of two sets, seat 0's - seat 1's) in the same regression on
    counts of sets
variance_ratio | -
    variance of the unpaired difference with as many games / of the paired one: how many times as many games it
    would take on different deals
q | effects of the table
    Benjamini and Hochberg's: among effects with at most this q, at most this share is false on average
p_max | effects of the table
    Westfall and Young's step-down max-T over 2000 sign changes of whole blocks: the chance of one false claim
    among all effects of the table
p_balanced | blocks
    two one-sided t-tests against the stated margin: the chance of such data if the effect were the margin or more
verdict | -
    balanced: p_balanced below 0.05. off: the interval lies wholly beyond the margin and p_max is below 0.05. Else
    open: more games could tell
worth_change | blocks that both have
    worth with another table of tiles - with the first one, same agent and deals
outcome | sources
    of what the first source claims (its interval does not hold 0), under other agents with its tables, and under
    other tables: survives (in all others the interval lies on the same side of 0), does not (in one it lies wholly
    on the other side), undecided (else, or the agent that played the tables does not show it with the first ones)
table_sd | other tables, three or more
    root of (variance of the estimates between tables - mean of their squared standard errors), not below 0: by how
    much the effect differs with what is reconstructed
tau | effects in both
    Kendall's tau-b between two sources' rankings of the effects
edge | blocks
    share of the win - 1 / number of players; of a seat, an agent, or of whom an intervention is measured on. 1 is
    the seat that decides first, 2 the next clockwise
margin | blocks
    points - mean of the other players' points; of whom, as for edge
points_mean | blocks
    mean of all players' points
winner_lead | blocks
    most points - second most
part_share | points, interval over blocks
    points of all players by a part of the final scoring / points of all players
winner_gap | blocks
    points by a part of who won (those who share the win: their mean) - mean of the others
pass_taken | rounds in which somebody took it
    the pass of the draft in which the card was taken, or left over; 1 = the first
played_per_taken | rounds in which somebody took it
    rounds in which it was played, not discarded / taken
won_per_played | tricks in which it was played
    tricks that it won / played
second_per_lost | tricks that it lost
    tricks in which it was used for its second secondary action / lost
turned_per_game | games
    games in which the claim token was turned up / games
claimed_per_game | games
    games at whose end somebody has the token / games
moves_per_game | games
    how often the token changed hands
discs_per_game | games
    towns of the region with a disc at the end
vikings_per_game | games
    towns of the region that the Vikings hold at the end
taken_per_shown | rounds in which it was turned up
    rounds in which somebody took the marriage card / turned up
use_share | games in which the Princess was taken
    games in which she was used so / taken
held_edge | times that somebody had it
    edge of who had it (a card in a round, a token at the end, a marriage card); a description, for players choose
held_margin | times that somebody had it
    margin of who had it; a description as well
repelled | rounds with such a Viking card
    rounds without raiders in the battle area at the upkeep / rounds
raiders_left | rounds with such a Viking card
    raiders in the battle area at the upkeep
towns_lost | rounds with such a Viking card
    towns that players lost
solo_win | blocks
    the player's share of the win
solo_margin | blocks
    the player's points - Henry's
treasures_left | blocks
    treasures on the board and in the pile at the end
level_cost | blocks
    margin at a level - at the one below, same agent and deal
doublings | blocks
    doublings of the iterations that make up for one more level: -level_cost / gain of a doubling (margin linear
    in log2(iterations)); interval from 500 resamples of the blocks
chance | blocks
    1 / (1 + exp(difficulty - ability)): the win that the scale expects; interval from the same resamples,
    none where all was won or lost
gap | blocks
    an agent's margin - the reference agent's on the same deal: greedy's regret, and what an agent that sees the
    hidden cards gains
ability | blocks
    Rasch's scale: log odds of a win = ability of the agent - difficulty of the task, in logits; interval from 300
    resamples of the blocks, open where all was won or lost
difficulty | blocks
    of level and combination on the same scale; their mean is 0
"""


@dataclass(frozen=True)
class Statistic:
    """One number of a report."""

    name: str
    formula: str
    denominator: str

    def as_row(self) -> str:
        """Return the row of the glossary."""
        return f"| `{self.name}` | {self.formula} | {self.denominator} |"


def _read(text: str) -> dict[str, Statistic]:
    """Read entries: a line with name and denominator, indented lines with the formula."""
    found: dict[str, tuple[str, list[str]]] = {}
    name = ""
    for line in text.strip().splitlines():
        if line.startswith(" "):
            found[name][1].append(line.strip())
        else:
            name, _, denominator = line.partition(" | ")
            found[name] = (denominator, [])
    return {name: Statistic(name, " ".join(lines), denominator) for name, (denominator, lines) in found.items()}


STATISTICS = _read(TEXT)
