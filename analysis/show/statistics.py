"""The registry of the statistics that reports show: name, denominator, formula. docs/glossary.md says the same.

Those of one game alone stand with the game, in its `Study`.
"""
from __future__ import annotations

from dataclasses import dataclass

TEXT = """
margin | blocks
    points - those of the best other player; between two seats seat 0's, else of who is named
starter_margin | blocks
    the starter's points - the other's: what going first is worth
starter_win | blocks
    the starter's share of the win
total | blocks
    points of both sides together
spread | blocks
    mean of the absolute difference between a starter_margin and the variant's mean
turns | blocks
    turns of all players
draw | blocks
    share of games without a sole winner
skill | blocks
    half of (seat 0's margin with the first agent there - with the second there), on the same deal: the seats
    cancel
deal_share | blocks that have all their games
    share of the variance of the margin between deals of one variant: intraclass correlation ICC(3,1) of the
    same deal under interventions or with the seats swapped, whose means are taken out; not below 0. What an
    intervention does to one deal and not to another counts as no deal's, so it is a lower bound
worth | blocks
    what a player loses who may not use it while the others may, on the same deal. Between two: half of (seat 0's
    margin with seat 1 forbidden - with seat 0 forbidden); with one side alone, from the game without a ban. Among
    more: mean over the seats to which it is forbidden of (the seat's lead without - with the ban)
players | blocks
    worth to the players of the games alone; beside it worth is `checked`, so that it covers how they misjudge the table
per_copy | blocks
    worth / copies that are forbidden together: what one of them brings
per_cost | blocks
    per_copy / what a copy costs
worth_relative | blocks
    worth - what as many copies of its kind bring on the same deal. Of two of a kind one against the other, told once
expected | blocks
    copies * (worths of its kind together / copies of its kind together), on the same deal
share | blocks
    worth_relative / expected
pooled | things of a kind, four or more
    worth_relative a copy drawn towards 0 by how much the things of a kind differ beyond chance (normal around 0, its
    standard deviation averaged over), times copies: the size that new deals will show
more | blocks
    of what is open: how many more blocks would tell four times in five, if it is what it seems to be:
    n * (se * (quantile of the test + 0.84) / distance from the margin)^2 - n
q_below | effects of the table
    Benjamini and Hochberg's of the one-sided tests whether a worth lies below 0
decisions | games
    decisions of a game with several ways
branching | games
    mean number of ways at these
matter | games
    share of these at which a way drawn by lot, of those that the search tried, loses 0.03 of the utility or more
at_stake | games
    what such a way loses, in utility
lead_turns | games
    how often somebody else became the likeliest to win, by the search
won_for_good | games
    share of the decisions made when who won became the likeliest for the last time; 0: from the first on
comeback | games
    the least chance that who won had on the way, by the search
doubling_gain | blocks
    points ahead (score: share of the win) of a search with twice the iterations, on the same deals
plain | deals of both
    worth to a search without anything learned or advised, on some of the same deals; estimate: that - the worth to the
    players on these
checked | blocks
    worth + (plain - worth on the same deals) drawn towards 0 by how much these differences spread beyond chance: what
    plain search would say, had it played all deals. Its interval's half: root of the squares of worth's own and of what
    is left unsure of the difference
arm_effect | blocks
    measure under an intervention - without, on the same deal
relative_effect | blocks
    arm_effect - mean arm_effect of the interventions of its kind, on the same deal
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
    balanced: p_balanced below 0.05. off: the interval (pooled, where there is one) lies wholly beyond the margin and
    p_max is below 0.05. Else open: more games could tell. The margin of a thing is at most a share of what its copies
    should bring; where they bring nothing, nothing is balanced
cell | -
    a value of the component data, by the row's id (or its place) and its column
change | blocks that both have
    measure with the new table - with the old one, on the same deal
evenness | things of a kind, three or more
    root of (variance between the things of worth_relative a copy - mean of their squared standard errors), not below
    0; the change's interval from leaving out each block
worth_change | blocks that both have
    worth with another table of component data - with the first one, same agent and deals
outcome | sources
    of what the first source claims (a t-test against 0, by Holm for all its headlines, below 0.05), under other agents
    with its tables, and under other tables: survives (so on the same side in all others), does not (in one on the
    other side, for the number of sources too), undecided (else, or the agent that played the tables does not show it
    with the first ones)
table_sd | other tables, three or more
    root of (variance of the estimates between tables - mean of their squared standard errors), not below 0: by how
    much the effect differs with what is reconstructed
tau | effects in both
    Kendall's tau-b between two sources' rankings of the effects
edge | blocks
    share of the win - mean share of those who decide (1 / number of players, if all do); of a seat, an agent, or of
    whom an intervention is measured on. 1 is the seat that decides first, 2 the next clockwise
lead | blocks
    points - mean of the points of the other players who decide; of whom, as for edge. Between two it is the margin
points_mean | blocks
    mean of the points of those who decide
winner_margin | blocks
    most points - second most
part_share | points, interval over blocks
    points of all players by a part of the final scoring / points of all players
winner_gap | blocks
    points by a part of who won (those who share the win: their mean) - mean of the others
held_edge | times that somebody had it
    edge of who had it; a description, for players choose
held_lead | times that somebody had it
    lead of who had it; a description as well
players_win | blocks
    share of the win of those who decide, against an opponent that never does
players_margin | blocks
    mean points of those who decide - points of the best seat that never does; alone, the points
step_cost | blocks
    margin at a value of the difficulty - at the one below, same agent and deal
doublings | blocks
    doublings of the iterations that make up for one more step: -step_cost / gain of a doubling (margin linear
    in log2(iterations)); interval from 500 resamples of the blocks
chance | blocks
    1 / (1 + exp(difficulty - ability)): the win that the scale expects; interval as of the ability, none where
    all was won or lost
gap | blocks
    an agent's margin - the reference agent's on the same deal: greedy's regret, and what an agent that sees what
    is hidden gains
ability | blocks
    Rasch's scale: log odds of a win = ability of the agent - difficulty of the task, in logits, with Firth's penalty;
    t-interval from leaving out each block (of more than 200, each 200th), open where all was won or lost
difficulty | blocks
    of a task, a variant of the game, on the same scale; their mean is 0
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


def read_statistics(text: str) -> dict[str, Statistic]:
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


STATISTICS = read_statistics(TEXT)
