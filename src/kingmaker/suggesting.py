"""What to change in a table of component data, so that a piece is worth what as many copies of its kind are.

Tables are tried on common deals: what is surely outside the margin is dropped, the rest plays more deals, and a model
over what is turned says where to look next (analysis/studies/racing.py). What is proposed is judged on deals that the
search has not seen, beside the table as it was. All that is played lies in a folder, so the same call goes on.
"""
from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kingmaker.datasets import play_into
from kingmaker.games import ConfigError, Game
from kingmaker.games.core.tuning import Knob, Tuning
from kingmaker.journal import unheard
from kingmaker.search.match.selfplay_config import configure
from kingmaker.search.seeds import branch, to_int
from kingmaker.studies import balance_arms, knows_nothing, load_study, opened, read_margin
from kingmaker.teaching import USUAL, taught
from kingmaker.writing import data_like, save

if TYPE_CHECKING:
    from kingmaker.analysis.data.dataset import Dataset
    from kingmaker.analysis.show.report import Section
    from kingmaker.analysis.studies.racing import Played

Watch = Callable[[str, int], AbstractContextManager[Callable[..., Any] | None]]
ALL = "all"
NEW_DEALS = 1  # branch of the seed: deals that the search does not see
MOST_VALUES = 2000
ROUNDS = 2  # over all pieces
PLAYERS = 0.3  # margins: by how much two tables that are alike differ because others learned them


class Stopped(Exception):
    """Ctrl-C came while games were played."""


@dataclass(frozen=True, kw_only=True)
class Wanted:
    """What is asked, and how much may be played for it.

    Parameters
    ----------
    pieces : to be balanced; `all`: those that the study of the table calls off
    turn : the knobs that may be turned; the first of each piece if empty
    agents : who plays
    each : options over whose values every block goes
    margin, share : as for `studies.balance`
    first : deals with which a table is tried
    deals : the most deals of one table, in the search
    check : new deals on which the proposal and the table as it was are judged
    most : pieces at most, with `all`
    learn : games of self-play from which the players learn each table before they play it; 0: they do not; None: as
        many as are usual, where they play by weights that can be learned
    """

    pieces: tuple[str, ...]
    turn: tuple[str, ...] = ()
    agents: tuple[str, ...] = ("policy",)
    each: tuple[str, ...] = ()
    margin: float | Mapping[str, float] = 1.0
    share: float = 0.5
    first: int = 400
    deals: int = 3200
    check: int = 3200
    most: int = 3
    learn: int | None = None


@dataclass
class Found:
    """What is known; Ctrl-C leaves it as it is by then.

    Parameters
    ----------
    tries : every table that was tried, a row each
    changes : piece -> the knobs' values, as they were and as proposed
    table : the proposed table
    old, new : the data sets on new deals, with the table as it was and as proposed
    words : what was asked about; of `all`, what is off
    ended : why the search of a piece ended
    """

    tries: list[dict[str, Any]] = field(default_factory=list)
    changes: dict[str, dict[str, tuple[int, int]]] = field(default_factory=dict)
    table: Path | None = None
    old: Path | None = None
    new: Path | None = None
    words: list[str] = field(default_factory=list)
    ended: dict[str, str] = field(default_factory=dict)
    stopped: bool = False


def suggest(game: Game, out: str | Path, wanted: Wanted, *, seed: int, jobs: int = 1,
            remark: Callable[[str], Any] = unheard, watch: Watch | None = None) -> Found:
    """Return what to change in the game's table; all that was played lies in `out`.

    Parameters
    ----------
    game : with the table that is to be changed
    out : folder of the tables and data sets; what lies there is gone on with
    seed : whole number from 0
    jobs : processes, -1 for all cores
    remark : hears what is being done
    watch : (what is played, how many games) -> what hears how many are there, for as long as they are played
    """
    tuning = tuning_of(game)
    _check_words(game, tuning, wanted)
    search, found = _Search(game, tuning, Path(out), wanted, seed, jobs, remark, watch), Found()
    try:
        search.run(found)
    except (Stopped, KeyboardInterrupt):
        found.stopped = True
    return found


def tuning_of(game: Game) -> Tuning:
    """Return what may be turned; refuse a game that says nothing of it."""
    if game.spec.tuning is None:
        raise ConfigError(f"suggest: {game.name} does not say what of its component data may be turned")
    return game.spec.tuning


def _check_words(game: Game, tuning: Tuning, wanted: Wanted) -> None:
    known = tuning.words(game)
    for word in wanted.pieces:
        if word == ALL and len(wanted.pieces) == 1:
            continue
        if word not in known:
            raise ConfigError(f"--balance: expected {ALL}, or some of {', '.join(known)}; got {word!r}")
        _knobs(game, tuning, word, wanted.turn)


def _knobs(game: Game, tuning: Tuning, word: str, turn: Sequence[str]) -> list[Knob]:
    """Return the knobs of a piece that may be turned."""
    every = {knob.name: knob for knob in tuning.knobs(game, word)}
    names = turn or tuple(every)[:1]
    if unknown := [name for name in names if name not in every]:
        told = "; ".join(f"{knob.name} ({knob.what}, {knob.low} to {knob.high})" for knob in every.values())
        raise ConfigError(f"--turn: {word} has no {unknown[0]!r}; it has {told}")
    return [every[name] for name in names]


class _Search:
    """Plays tables and keeps what came of them."""

    def __init__(self, game: Game, tuning: Tuning, out: Path, wanted: Wanted, seed: int, jobs: int,
                 remark: Callable[[str], Any], watch: Watch | None) -> None:
        self.game, self.tuning, self.out, self.wanted = game, tuning, out, wanted
        self.seed, self.jobs, self.remark = seed, jobs, remark
        self.watch: Watch = watch or (lambda what, n: nullcontext())
        self.study = load_study(game.spec.study)
        self.learn = wanted.learn
        if wanted.learn is None:
            self.learn = 0 if game.spec.learning is None or all(map(knows_nothing, wanted.agents)) else USUAL
        self.arms = balance_arms(game, wanted.each, pieces=self._asks_for_single())

    def _asks_for_single(self) -> bool:
        """Whether a piece is asked about that only a study of single pieces forbids."""
        usual = {arm.partition("=")[2] for arm in balance_arms(self.game, self.wanted.each)}
        return any(word not in usual for word in self.wanted.pieces if word != ALL)

    def run(self, found: Found) -> None:
        """Look for tables piece by piece, each beside the changes found before it; then judge on new deals."""
        everything = self.wanted.pieces == (ALL,)
        whole = self.play(self.game, "study", self.wanted.deals if everything else 1, self.seed, self.arms)
        found.words = self._off(whole) if everything else list(self.wanted.pieces)
        now = self.game
        for turn in range(ROUNDS if len(found.words) > 1 else 1):  # what is changed later moves what was settled
            before = dict(found.changes)
            for word in found.words:
                now = self._balance(now, word, whole, found, ask_first=turn > 0)
            if found.changes == before:
                break
        if not found.changes:
            return
        found.table = self.out / f"table{self.tuning.own.suffix}"
        self._write(found.table, self.tuning.turned(now, found.words[0], {}))
        new_deals = to_int(branch(self.seed, NEW_DEALS))
        mark = hashlib.sha256(found.table.read_bytes()).hexdigest()[:8]  # another call may propose another table
        for name, folder, game in (("old", "old", self.game), ("new", f"new_{mark}", self.with_table(found.table))):
            self.remark(f"{self.wanted.check:,} new deals with the {name} table")
            self.play(game, folder, self.wanted.check, new_deals, self.arms)
            setattr(found, name, self.out / folder)

    def with_table(self, path: Path) -> Game:
        """Return the game with another table."""
        return self.game.spec.bind({**self.game.options, self.tuning.option: str(path)})

    def _off(self, data: Dataset) -> list[str]:
        """Return the pieces that the study calls off and that have knobs, the farthest first."""
        known = set(self.tuning.words(self.game))
        rows = judged_pieces(data, self.study, self.wanted, self.wanted.deals)
        return [word for word in rows.loc[rows["verdict"] == "off", "word"] if word in known][:self.wanted.most]

    def _balance(self, game: Game, word: str, whole: Dataset, found: Found, *, ask_first: bool = False) -> Game:
        """Return the game with the table in which a piece is within its margin; as it is where none was found.

        Parameters
        ----------
        ask_first : the table may do already: it is played with as many deals as a table may have
        """
        from kingmaker.analysis.studies.racing import race

        knobs = _knobs(game, self.tuning, word, self.wanted.turn)
        values = list(product(*(range(knob.low, knob.high + 1) for knob in knobs)))
        if len(values) > MOST_VALUES:
            raise ConfigError(f"--turn: {len(values):,} tables are too many; name fewer knobs")
        arms, now = self._arms_of_kind(word, whole), tuple(knob.now for knob in knobs)
        if ask_first and self._try(game, word, knobs, now, self.wanted.deals, arms, found).is_within:
            return game
        best, why = race(now, values, lambda at, deals: self._try(game, word, knobs, at, deals, arms, found),
                         first=self.wanted.first, deals=self.wanted.deals, players=PLAYERS if self.learn else 0.0)
        found.ended[word] = f"{why}, as it is" if best == now else why
        if best is None or best == now:
            return game
        was = {knob.name: knob.now for knob in _knobs(self.game, self.tuning, word, self.wanted.turn)}
        found.changes[word] = {knob.name: (was[knob.name], value) for knob, value in zip(knobs, best, strict=True)}
        return self.with_table(self._made(game, word, knobs, best))

    def _made(self, game: Game, word: str, knobs: Sequence[Knob], values: tuple[int, ...]) -> Path:
        """Write the game's table with a piece turned; return the file, which is called by what it holds."""
        text = self.tuning.turned(game, word, dict(zip((knob.name for knob in knobs), values, strict=True)))
        name = "_".join(f"{knob.name}{value}" for knob, value in zip(knobs, values, strict=True))
        mark = hashlib.sha256(text.encode()).hexdigest()[:8]
        path = self.out / "tables" / f"{word}_{name}_{mark}{self.tuning.own.suffix}"
        self._write(path, text)
        return path

    def _try(self, game: Game, word: str, knobs: Sequence[Knob], values: tuple[int, ...], deals: int,
             arms: Sequence[str], found: Found) -> Played:
        """Play a table and return how far the piece is from what it should be."""
        from kingmaker.analysis.studies.racing import Played, blocks_wanted

        path = self._made(game, word, knobs, values)
        chosen = dict(zip((knob.name for knob in knobs), values, strict=True))
        data = self.play(self.with_table(path), f"tries/{path.stem}", deals, self.seed, arms)
        row = piece_row(data, self.study, word, self.wanted, deals)
        one = Played(values, row["estimate"] / row["margin"], row["se"] / row["margin"], int(row["n"]))
        said = "within" if one.is_within else "beyond" if one.is_beyond else "open"
        told = {"word": word, **chosen, "deals": one.n, "estimate": row["estimate"], "low": row["low"],
                "high": row["high"], "margin": row["margin"], "by": row["by"], "verdict": said,
                "more": max(blocks_wanted(one) - one.n, 0.0) if said == "open" else float("nan")}
        found.tries = [row for row in found.tries if any(row.get(name) != told[name] for name in ("word", *chosen))]
        found.tries.append(told)
        tried = ", ".join(f"{name} {value}" for name, value in chosen.items())
        self.remark(f"{word}: {tried}: {row['estimate']:+z.1f} [{row['low']:z.1f}, {row['high']:z.1f}] from what it "
                    f"should bring, {one.n} deals: {said}")
        return one

    def _arms_of_kind(self, word: str, whole: Dataset) -> list[str]:
        """Return the interventions that forbid a piece or one of its kind; else all of the same option as its own."""
        own = {arm.partition("=")[0] for arm in self.arms if arm.partition("=")[2] == word}
        if own and not own & self.study.forbids.keys():
            return [arm for arm in self.arms if arm.partition("=")[0] in own]
        pieces = self.study.pieces_of(whole)
        if pieces is None or word not in set(pieces["word"]):
            return list(self.arms)
        kind = pieces.set_index("word")["kind"]
        alike = set(kind.index[kind == kind[word]])
        return [arm for arm in self.arms
                if arm.partition("=")[0] in self.study.forbids and arm.partition("=")[2] in alike]

    # -- playing ------------------------------------------------------------------------------------------------------

    def play(self, game: Game, name: str, deals: int, seed: int, arms: Sequence[str]) -> Dataset:
        """Play deals into a folder, or what is missing of them."""
        game = self._taught(game)
        each, agents = self.wanted.each, self.wanted.agents
        one = configure(str(game), agents, 1, seed=seed, each=each, arms=arms)
        games = max(deals * len(one.entries), kept_games(self.out / name))  # of an earlier call there may be more
        config = configure(str(game), agents, games, seed=seed, each=each, arms=arms)
        with self.watch(name, config.n_games) as move:
            told = play_into(config, self.out / name, jobs=self.jobs, on_progress=move)
        if told["stopped_by"] == "interrupt":
            raise Stopped
        return opened([self.out / name])[0]

    def _taught(self, game: Game) -> Game:
        """Return the game with weights that its players have learned on its table, if they are to."""
        try:
            return taught(game, self.wanted.agents, self.learn, each=self.wanted.each, jobs=self.jobs,
                          folder=self.out / "weights", remark=self.remark)
        except KeyboardInterrupt:
            raise Stopped from None

    def _write(self, path: Path, text: str) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        save(path, text, data_like(text.encode()))


# -- what came of it ---------------------------------------------------------------------------------------------------


def kept_games(folder: Path) -> int:
    """Return how many games were asked for of the data set that lies in a folder; 0 where there is none."""
    from kingmaker.analysis.data.manifest import MANIFEST, read_manifest

    return int(read_manifest(folder)["config"]["games"]) if (folder / MANIFEST).exists() else 0


def judged_pieces(data: Dataset, study: Any, wanted: Wanted, deals: int | None = None) -> Any:
    """Return all things against their kind with verdicts; of two in a kind, each by its own name.

    What is forbidden is held against what as many copies of its kind bring, another intervention against the mean of
    its kind, in points of whoever it is measured on; `by` names the statistic.

    Parameters
    ----------
    deals : the first so many count; all if None
    """
    import pandas as pd

    from kingmaker.analysis.studies.design import design_of

    design = design_of(data)
    if not design.is_contest:
        raise ConfigError("suggest: expected games of players who play against one another")
    games = study.games(data)
    games = games if deals is None else games[games["block"] < deals]
    parts = [_forbidden(games, data, design, study, wanted), _caused(games, data, study, wanted)]
    parts = [part for part in parts if len(part)]
    if not parts:
        raise ConfigError("suggest: no intervention could be compared with others of its kind")
    return pd.concat([_each_by_name(part) for part in parts], ignore_index=True)


def _forbidden(games: Any, data: Dataset, design: Any, study: Any, wanted: Wanted) -> Any:
    """Return what is forbidden to a seat, against what as many copies of its kind bring."""
    from kingmaker.analysis.show.effects import is_ban
    from kingmaker.analysis.studies.pieces import against_kind, judged
    from kingmaker.analysis.studies.seats import with_takers

    if not any(is_ban(arm, study.forbids) for arm in games["arm"].unique()):
        return ()
    measure: Any = "margin"
    if not design.is_duel:
        takers = {str(seat): games[["game"]].assign(seat=seat) for seat in design.acting}
        games, measure = with_takers(games, takers, design.idle), {seat: f"lead_{seat}" for seat in design.acting}
    found = against_kind(games, study.pieces_of(data), forbids=study.forbids, cells=design.cells, measure=measure)
    return () if found.empty else judged(found, wanted.margin, wanted.share).assign(by="worth_relative")


def _caused(games: Any, data: Dataset, study: Any, wanted: Wanted) -> Any:
    """Return what other interventions cause, against the mean of their kind."""
    from kingmaker.analysis.show.contest import kinds_of, measured
    from kingmaker.analysis.show.effects import for_others
    from kingmaker.analysis.stats.equivalence import with_verdicts
    from kingmaker.analysis.studies.design import design_of
    from kingmaker.analysis.studies.effects import kind_effects

    if not {arm.partition("=")[0] for arm in games["arm"].unique()} - {"", *study.forbids}:
        return ()
    told = measured(data, study)
    told = told[told["game"].isin(games["game"])]
    leads = {kind: f"lead_{name}" for kind, name in kinds_of(told, study).items()}
    margin = for_others(wanted.margin)
    found = with_verdicts(kind_effects(told, leads, cells=design_of(data).cells), margin)
    words = found["arm"].str.replace(r"(?<![^ ])[^ =]+=", "", regex=True)
    return found.assign(word=words, given="", margin=margin, by="relative_effect")


def _each_by_name(rows: Any) -> Any:
    """Return rows in which of two in a kind, told as one difference, each has its own."""
    import pandas as pd

    from kingmaker.analysis.studies.effects import AGAINST, is_pair

    pairs = rows["word"].map(is_pair)
    names = rows["word"].str.split(AGAINST, regex=False)
    turned = rows[pairs].assign(word=names[pairs].str[1], estimate=-rows["estimate"], low=-rows["high"],
                                high=-rows["low"])
    return pd.concat([rows.assign(word=names.str[0]), turned], ignore_index=True)


def piece_row(data: Dataset, study: Any, word: str, wanted: Wanted, deals: int | None = None) -> dict[str, Any]:
    """Return how far one piece is from what as many copies of its kind bring; on the first deals, if so many."""
    rows = judged_pieces(data, study, wanted, deals)
    own = rows[(rows["word"] == word) & (rows["given"] == "")]
    if len(own) != 1:
        raise ConfigError(f"suggest: {word} cannot be compared: it is alone in its kind, or is not forbidden")
    row: dict[str, Any] = own.iloc[0].to_dict()
    return row


def sections_of(found: Found, game: Game, wanted: Wanted, remark: Callable[[str], Any] = unheard) -> list[Section]:
    """Return what is proposed, what was tried, and what else moves, as sections."""
    from kingmaker.analysis.show.suggested import proposal_section, tries_section
    from kingmaker.studies import compare, study_of

    rows: list[dict[str, Any]] = []
    if found.old is not None and found.new is not None:
        data = opened([found.old, found.new])
        study = study_of(data, remark)
        for word in found.words:
            before, after = (piece_row(one, study, word, wanted) for one in data)
            rows.append({"word": word, "before": before, "after": after})
    sections = [proposal_section(rows, found.words, found.changes, found.ended, stopped=found.stopped)]
    if found.tries:
        sections.append(tries_section(found.tries))
    if rows:
        sections += _misjudged(data[1], study)
        sections += compare(found.old, found.new, remark=remark)  # type: ignore[arg-type]
    return sections


def _misjudged(data: Dataset, study: Any) -> list[Section]:
    """Mark the page where the players misjudge the proposed table; that shows where something is forbidden."""
    from kingmaker.analysis.show.effects import is_ban, misjudged
    from kingmaker.analysis.studies.design import design_of
    from kingmaker.analysis.studies.pieces import priced

    games, design = data["games"], design_of(data)
    if not design.is_duel or not any(is_ban(arm, study.forbids) for arm in games["arm"].unique()):
        return []
    return misjudged(priced(games, study.pieces_of(data), forbids=study.forbids, cells=design.cells))


def read_wanted(balance: str, turn: str, margin: str, **others: Any) -> Wanted:
    """Return what is asked, from texts as people type them.

    Examples
    --------
    >>> read_wanted("lamp,wheel", "", "1").pieces
    ('lamp', 'wheel')
    """
    return Wanted(pieces=_names(balance), turn=_names(turn), margin=read_margin(margin), **others)


def _names(text: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(part.strip() for part in text.split(",") if part.strip()))
