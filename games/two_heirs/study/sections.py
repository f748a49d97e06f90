"""Sections of The Two Heirs' own: cost and worth, where points come from, what tiles do."""
from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import pandas as pd

from kingmaker.analysis.data.dataset import Dataset
from kingmaker.analysis.show import figures
from kingmaker.analysis.show.effects import forest
from kingmaker.analysis.show.report import Section
from kingmaker.analysis.stats.regression import adjusted_effects
from kingmaker.analysis.studies.balance import without_arms
from kingmaker.analysis.studies.design import design_of, with_variant
from kingmaker.analysis.studies.pieces import priced
from kingmaker.games.two_heirs.study import tiles as about_tiles
from kingmaker.games.two_heirs.study.cards import draw_cards

if TYPE_CHECKING:
    from matplotlib.axes import Axes

CARDS = ("The gain compares sides that took a tile with sides that left it, which players choose: no effect. The worth "
         "is one: what who may not build it loses, of the tile where that was played, else of a copy of its building.")
FORBIDS = {"ban_blue": 0, "ban_white": 1}


def own_sections(data: Dataset, described: Dataset) -> list[Section]:
    """Return what only a game with tiles can tell."""
    tiles = about_tiles.tiles_of(data)
    plain = without_arms(described["games"])
    pieces = described.parts("pieces", ["game", "piece", "offered", "taken", "taken_by", "built", "points"])
    parts = about_tiles.sources(plain, pieces, tiles.set_index("id")["building"])
    return [
        Section("sources", "Where points come from", parts, ("source_share",), (),
                partial(forest, name="source", label="share of all points", title="Points by source")),
        *_observed(with_variant(plain, design_of(described).cells), pieces, tiles, _worths(data, tiles))]


def _worths(data: Dataset, tiles: pd.DataFrame) -> pd.DataFrame | None:
    """Return what interventions say of the worth of each thing, if some were played."""
    games = data["games"]
    if not any(part.partition("=")[0] in FORBIDS for arm in games["arm"].unique() for part in arm.split(",")):
        return None
    return priced(games, about_tiles.pieces_of(tiles), forbids=FORBIDS, cells=design_of(data).cells)


def own_headlines(data: Dataset, games: pd.DataFrame) -> list[pd.DataFrame]:
    """Return the synergies of sets as headlines, where there are games enough for so many terms."""
    plain = without_arms(games)
    pieces = data.parts("pieces", ["game", "piece", "taken_by", "built"])
    set_of = about_tiles.tiles_of(data).set_index("id")["set"]
    try:
        found = about_tiles.synergies(plain, pieces, set_of)
    except ValueError:
        return []
    return [found.assign(headline="synergy of " + found["a"] + " and " + found["b"])]


def _observed(plain: pd.DataFrame, pieces: about_tiles.Frames, tiles: pd.DataFrame, worths: pd.DataFrame | None
              ) -> list[Section]:
    """Return descriptions and regressions: chosen by the players, so no effects."""
    sums = about_tiles.tile_sums(plain, pieces)
    rates = about_tiles.rates_of(sums)
    names = tuple(rates["rate"].unique())
    by = tiles.set_index("id")
    cards = about_tiles.cards(sums, tiles, worths)
    sections = [Section("cards", "A card a tile: what becomes of it, and what it is worth",
                        cards.drop(columns="combination"), ("card", "gain", "worth"), (CARDS,), draw_cards),
                *_combined(plain, pieces, tiles),
                Section("tiles", "Tiles: offered, taken, built (a description)", rates, names, (), _tile_margins)]
    try:
        linked = adjusted_effects(plain, about_tiles.built_by_side(plain, pieces, by=by["building"]))
        pairs = about_tiles.synergies(plain, pieces, by["set"])
    except ValueError as error:
        return [*sections, Section("association", "Association of buildings with the margin", rates.head(0), (),
                                   (f"Not fitted: {error}.",))]
    return [
        *sections,
        Section("association", "Cross-check: association of a building with the margin", linked, ("association", "q"),
                (), partial(forest, name="term", label="points of margin for one built more",
                            title="Association, no effect")),
        Section("synergy", "Synergy of sets", pairs, ("synergy", "q"), (),
                partial(figures.plot_grid, rows="a", columns="b", label="points for each pair of buildings",
                        title="Synergy of two sets"))]


def _combined(plain: pd.DataFrame, pieces: about_tiles.Frames, tiles: pd.DataFrame) -> list[Section]:
    """Return the cards again in each combination of sets, where there are several."""
    if plain["variant"].nunique() < 2:
        return []
    found = about_tiles.cards(about_tiles.tile_sums(plain, pieces, by="variant"), tiles)
    found = found.drop(columns=["worth", "worth_low", "worth_high"])
    clear = found[(found["low"] > 0) | (found["high"] < 0)]
    spread = found.groupby("tile", observed=True)["gain"].agg(lambda gains: gains.max() - gains.min())
    most = spread.idxmax() if spread.notna().any() else ""
    said = f"In {len(clear)} of {len(found)} cells the gain's interval holds no 0"
    said += f"; it differs most for {most}, by {spread.max():.2f} of the win between two combinations." if most else "."
    return [Section("cards_combined", "The cards by combination of sets", found, ("card", "gain"), (said,))]


def _tile_margins(rates: pd.DataFrame) -> Axes:
    rows = rates[rates["rate"] == "margin_when_built"].sort_values("estimate", ascending=False, kind="stable")
    return figures.plot_effects(rows, name="piece", label="margin of who built it: a description, no effect",
                                title="Tiles: margin when built")
