"""The parts of the report on a game of several players with cards, rounds and regions: Brian Boru."""
from __future__ import annotations

import json
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import pandas as pd

from kingmaker.analysis.data.dataset import Dataset
from kingmaker.analysis.show import figures
from kingmaker.analysis.show.report import Section
from kingmaker.analysis.stats.equivalence import with_verdicts
from kingmaker.analysis.studies import multiplayer
from kingmaker.analysis.studies.balance import without_arms
from kingmaker.analysis.studies.effects import kind_effects
from kingmaker.analysis.studies.headlines import COLUMNS, OWN, Source, common, table_of
from kingmaker.analysis.studies.survival import agreement, survival

if TYPE_CHECKING:
    from matplotlib.axes import Axes

PARTS = ("track", "coins", "marker", "renown", "claims", "shared", "regions")
TAKERS = {"dealt": "p1", "wedding": "first", "princess": "princess"}  # kind of intervention -> whom it is measured on
WHOM = "Measured on p1 (dealt), on whoever takes the first marriage card (wedding), or the Princess (princess)."
CHOSEN = "Players choose what they take: no effects."
PRINCESS = "Princess"
STRONGEST = 6


def is_of_several(data: Dataset) -> bool:
    """Whether the data set has the tables that are reported here."""
    return {"cards", "rounds", "regions"} <= data.tables.keys()


def balance_sections(data: Dataset, described: Dataset, *, margin: float, win_margin: float) -> list[Section]:
    """Return what a data set of a game of several players says about balance; interventions first.

    Parameters
    ----------
    described : the one from which games are described
    margin, win_margin : how far from equal still counts as balanced, in points and as a share of the win
    """
    games = _measured(data)
    plain = without_arms(games if described is data else _measured(described))
    rows = multiplayer.seat_rows(plain)
    sections = _effects(games, margin, win_margin) + _seats(rows, margin, win_margin)
    sections.append(Section("games", "Games by number of players", multiplayer.summary(plain), multiplayer.SUMMARY))
    return sections + _points(plain) + _observed(described, plain, rows) + _across_players(games)


def sources(sets_of_data: Sequence[Dataset]) -> list[Source]:
    """Return a source for each data set, over the numbers of players and the interventions that all have played.

    An effect is measured from the mean of its kind, so it hangs on which others of its kind there are.
    """
    frames = common([_measured(data) for data in sets_of_data], ["players", "arm"])
    return [Source("; ".join(data.manifest["config"]["agents"]), table_of(data), _headlines(games))
            for data, games in zip(sets_of_data, frames, strict=True)]


def _headlines(games: pd.DataFrame) -> pd.DataFrame:
    """Return the headlines: what sitting where is worth, and interventions against the mean of their kind."""
    rows = multiplayer.seat_rows(without_arms(games))
    found = _named(multiplayer.by_place(rows, "margin", ["players", "order"]))
    parts = [found.assign(headline="seat, " + found["seat"] + ", points")]
    if _has_effects(games):
        found = _relative(games)
        parts.append(found.assign(headline="effect of " + found["arm"] + ", against the mean of its kind"))
    return pd.concat([part[COLUMNS] for part in parts], ignore_index=True)


def _measured(data: Dataset) -> pd.DataFrame:
    """Return the games with edge and margin of those on whom interventions are measured."""
    games = data["games"]
    rounds = data.frame("rounds", ["game", "round", "wedding", "wed_to"]).rename(columns={"wed_to": "seat"})
    takers = {"p1": games[["game"]].assign(seat=0), "first": rounds[rounds["round"] == 1],
              "princess": rounds[rounds["wedding"] == PRINCESS]}
    return multiplayer.with_takers(games, takers)


# -- interventions -----------------------------------------------------------------------------------------------------


def _relative(games: pd.DataFrame, measure: str = "margin") -> pd.DataFrame:
    return kind_effects(games, _measures(measure))


def _has_effects(games: pd.DataFrame) -> bool:
    return bool(games["arm"].str.contains("|".join(f"^{kind}=" for kind in TAKERS)).any())


def _measures(measure: str) -> dict[str, str]:
    return {kind: f"{measure}_{taker}" for kind, taker in TAKERS.items()}


def _effects(games: pd.DataFrame, margin: float, win_margin: float) -> list[Section]:
    """Return what interventions change, if the data set has arms for them."""
    if not _has_effects(games):
        return []
    judged = with_verdicts(_relative(games), margin)
    off = [f"{row['arm']}: {row['estimate']:+.1f} points [{row['low']:.1f}, {row['high']:.1f}] from the mean of its "
           "kind" for _, row in judged[judged["verdict"] == "off"].iterrows()]
    counts = judged["verdict"].value_counts()
    whole = kind_effects(games, _measures("margin"), relative=False)
    whole = whole.sort_values("estimate", ascending=False, kind="stable", ignore_index=True)
    wins = with_verdicts(_relative(games, "edge"), win_margin)
    return [
        Section("findings", f"Is anything off? (margin ±{margin:g} points)", judged,
                ("relative_effect", "q", "p_max", "p_balanced", "verdict"),
                (f"Off: {'; '.join(off) if off else 'nothing'}.", WHOM,
                 f"{counts.get('balanced', 0)} balanced, {counts.get('open', 0)} open, of {len(judged)}."),
                partial(_forest, label="effect - mean effect of its kind, points of margin", margin=margin,
                        title="What is off comes first")),
        Section("effects", "Interventions: what each changes against the game as dealt", whole,
                ("arm_effect", "q", "p_max", "variance_ratio"), (WHOM,),
                partial(_forest, label="points of margin", title="Effects, from paired interventions")),
        Section("win_effects", f"The same in shares of the win (margin ±{win_margin:g})", wins,
                ("relative_effect", "edge", "q", "p_max", "p_balanced", "verdict"), (WHOM,),
                partial(_forest, label="effect - mean effect of its kind, share of the win", margin=win_margin,
                        title="What is off comes first"))]


def _forest(frame: pd.DataFrame, *, name: str = "arm", **options: Any) -> Axes:
    return figures.plot_effects(frame.head(figures.SHOWN), name=name, **options)


def _across_players(games: pd.DataFrame) -> list[Section]:
    """Return whether effects are the same with every number of players, if several were played with arms."""
    if games["players"].nunique() < 2 or not _has_effects(games):
        return []
    parts = [_relative(rows).assign(source=f"{n} players", agent=f"{n} players", table=OWN)
             for n, rows in games.groupby("players")]
    together = pd.concat(parts, ignore_index=True)
    outcome = survival(together.rename(columns={"arm": "headline"}))
    outcome = outcome.drop(columns=["tables", "table_sd"]).rename(columns={"headline": "arm", "agents": "with_others"})
    tau, first = agreement(together, name="arm"), games["players"].min()
    strongest = together.groupby("arm")["estimate"].apply(lambda x: x.abs().max()).nlargest(STRONGEST).index
    shown = together[together["arm"].isin(strongest)][["arm", "source", "estimate", "low", "high", "n"]]
    return [
        Section("players_survival", f"Effects with {first} players: which hold with more", outcome,
                ("outcome",)),
        Section("players_agreement", "Effects by number of players: do the rankings agree", tau, ("tau",)),
        Section("players_curves", f"The {STRONGEST} strongest, by number of players", shown, ("relative_effect",), (),
                partial(figures.plot_curves, x="source", line="arm", label="effect - mean of its kind, points",
                        title="Effects by number of players", reference=0.0))]


# -- seats and points --------------------------------------------------------------------------------------------------


def _seats(rows: pd.DataFrame, margin: float, win_margin: float) -> list[Section]:
    """Return what sitting where is worth, and how agents compare where there are several."""
    wins = with_verdicts(_named(multiplayer.by_place(rows, "edge", ["players", "order"])), win_margin)
    points = with_verdicts(_named(multiplayer.by_place(rows, "margin", ["players", "order"])), margin)
    sections = [
        Section("seats", f"Seats: share of the win against 1/n (margin ±{win_margin:g})", wins,
                ("edge", "p_balanced", "verdict"), (_told(wins),),
                partial(_forest, name="seat", label="share of the win - 1 / players", margin=win_margin,
                        title="Seats by order from whoever begins")),
        Section("seat_margins", f"Seats: points against the others (margin ±{margin:g})", points,
                ("margin", "p_balanced", "verdict"), (_told(points),),
                partial(_forest, name="seat", label="points - mean of the others", margin=margin,
                        title="Seats by order from whoever begins"))]
    if "agent" in rows and rows["agent"].nunique() > 1:
        parts = [multiplayer.by_place(rows, measure, ["agent", "players"]).assign(measure=measure)
                 for measure in ("edge", "margin")]
        sections.append(Section("agents", "Agents", pd.concat(parts, ignore_index=True), ("edge", "margin")))
    return sections


def _named(frame: pd.DataFrame) -> pd.DataFrame:
    """Name a seat: the second of four players is `4 players: 2`."""
    names = [f"{n} players: {place}" for n, place in zip(frame["players"], frame["order"], strict=True)]
    return frame.drop(columns=["players", "order"]).assign(seat=names)[["seat", *frame.columns[2:]]]


def _told(judged: pd.DataFrame) -> str:
    counts = judged["verdict"].value_counts()
    return "; ".join(f"{counts.get(word, 0)} {word}" for word in ("off", "open", "balanced")) + "."


def _points(plain: pd.DataFrame) -> list[Section]:
    gaps = multiplayer.winner_gaps(plain, PARTS)
    return [
        Section("sources", "Where points come from", multiplayer.part_shares(plain, PARTS), ("part_share",), (),
                partial(_forest, name="source", label="share of all points", title="Points by source")),
        Section("winner_gaps", "What winners have more of", gaps, ("winner_gap",),
                ("No effects: a strong position brings points of every kind.",),
                partial(_forest, name="source", label="winners - others, points", title="What winners have more of"))]


# -- what players did --------------------------------------------------------------------------------------------------


def _observed(data: Dataset, plain: pd.DataFrame, rows: pd.DataFrame) -> list[Section]:
    """Return descriptions of cards, regions, marriage cards, the Princess and the Vikings, of games as dealt."""
    kept = [("game", "in", plain["game"].tolist())]
    cards, rounds, regions = (data.frame(name, where=kept) for name in ("cards", "rounds", "regions"))
    blocks = plain.set_index("game")["block"]
    names = _names(data)
    return [_cards(cards, blocks, rows, names["cards"]), _regions(regions, blocks, rows, names["regions"]),
            *_weddings(rounds, blocks, rows), _vikings(rounds, blocks)]


def _names(data: Dataset) -> dict[str, dict[Any, str]]:
    """Return what cards and regions are called, from the component file that was played with."""
    path = data.directory / data.manifest["data"]["components"]["file"]
    parts = json.loads(path.read_text(encoding="utf-8"))
    return {"cards": {card["number"]: f"{card['number']} {card['suit']}" for card in parts["cards"]},
            "regions": {one["id"]: f"{one['name']} ({one['points']})" for one in parts["regions"]}}


def _described(name: str, title: str, frame: pd.DataFrame, held: pd.DataFrame, statistics: Sequence[str],
               whose: str) -> Section:
    return Section(name, title, pd.concat([frame, held], ignore_index=True),
                   (*statistics, "held_edge", "held_margin"), (CHOSEN,),
                   partial(_held, label="margin, points", title=f"{whose}: a description"))


def _held(frame: pd.DataFrame, **options: Any) -> Axes:
    rows = frame[frame["rate"] == "held_margin"].sort_values("estimate", ascending=False, kind="stable")
    return _forest(rows, name="name", **options)


def _cards(cards: pd.DataFrame, blocks: pd.Series, rows: pd.DataFrame, names: dict[Any, str]) -> Section:
    cards = cards.assign(
        name=cards["card"].map(names), taken=cards["taken_by"].notna(), pass_=cards["taken_in"].fillna(0),
        played=cards["trick"].notna(), second=cards["used"] == "secondary 2",
        lost=cards["used"].astype(str).str.startswith("secondary"))
    wanted = {"pass_taken": ("pass_", "taken"), "played_per_taken": ("played", "taken"),
              "won_per_played": ("won", "played"), "second_per_lost": ("second", "lost")}
    held = multiplayer.when_held(rows, cards.rename(columns={"taken_by": "seat"})[["game", "seat", "name"]])
    return _described("cards", "Cards: drafted, played, won (a description)",
                      multiplayer.rates(cards, blocks, "name", wanted), held, list(wanted),
                      "Margin of who held the card in a round")


def _regions(regions: pd.DataFrame, blocks: pd.Series, rows: pd.DataFrame, names: dict[Any, str]) -> Section:
    regions = regions.assign(name=regions["region"].astype(str).map(names), one=1, up=regions["turned"].notna(),
                             claimed=regions["holder"].notna())
    wanted = {"turned_per_game": ("up", "one"), "claimed_per_game": ("claimed", "one"),
              "moves_per_game": ("moves", "one"), "discs_per_game": ("discs", "one"),
              "vikings_per_game": ("vikings", "one")}
    held = multiplayer.when_held(rows, regions.rename(columns={"holder": "seat"})[["game", "seat", "name"]])
    return _described("regions", "Regions: turned up, claimed (a description)",
                      multiplayer.rates(regions, blocks, "name", wanted), held, list(wanted),
                      "Margin of who has the claim token at the end")


def _weddings(rounds: pd.DataFrame, blocks: pd.Series, rows: pd.DataFrame) -> list[Section]:
    rounds = rounds.assign(name=rounds["wedding"].astype(str), one=1, taken=rounds["wed_to"].notna()).rename(
        columns={"wed_to": "seat"})
    wanted = {"taken_per_shown": ("taken", "one")}
    cards = _described("weddings", "Marriage cards: taken (a description)",
                       multiplayer.rates(rounds, blocks, "name", wanted),
                       multiplayer.when_held(rows, rounds[["game", "seat", "name"]]), list(wanted),
                       "Margin of who took the marriage card")
    used = rounds[rounds["use"].notna()].assign(name=lambda frame: frame["use"].astype(str))
    shares = used.assign(**{use: used["name"] == use for use in used["name"].unique()})
    parts = [multiplayer.rates(shares.assign(name=use), blocks, "name", {"use_share": (use, "one")})
             for use in sorted(used["name"].unique())]
    if not parts:
        return [cards]
    return [cards, _described("princess", "The Princess: how she was used (a description)",
                              pd.concat(parts, ignore_index=True),
                              multiplayer.when_held(rows, used[["game", "seat", "name"]]), ["use_share"],
                              "Margin of who used the Princess so")]


def _vikings(rounds: pd.DataFrame, blocks: pd.Series) -> Section:
    """Return what becomes of the raiders by what the Viking card brings: what rests on its strength."""
    rounds = rounds.sort_values("strength").assign(one=1, repelled=rounds["left"] == 0)
    frame = multiplayer.rates(rounds, blocks, "strength", {
        "repelled": ("repelled", "one"), "raiders_left": ("left", "one"), "towns_lost": ("lost", "one")})
    return Section("vikings", "Vikings by the strength of their card", frame.rename(columns={"name": "strength"}),
                   ("repelled", "raiders_left", "towns_lost"),
                   ("What is left in the battle area goes away after each round, so rounds do not add up.",),
                   _drawn_losses)


def _drawn_losses(frame: pd.DataFrame) -> Axes:
    return _forest(frame[frame["rate"] == "towns_lost"], name="strength", label="towns lost in a round",
                   title="Towns lost by strength of the Viking card")
