"""Hints for people who play: ten lines, one language at a time, and no reason that was not tested."""
import re
import string
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from kingmaker.games import load_game
from kingmaker.games.files.positions import load_position
from kingmaker.search import Estimate
from kingmaker.search.forecast import Forecast, Forecaster, Glance
from kingmaker.search.hint import words
from kingmaker.search.hint.against import Change, compare, reasons
from kingmaker.search.hint.brief import COLUMNS, LINES, brief
from kingmaker.search.hint.depends_on import Playouts
from kingmaker.search.hint.hint import hint
from kingmaker.search.hint.language import HERE, language, languages
from kingmaker.search.hint.sensitivity import Elsewhere
from tests.search.hint.test_hint import last_turn

ROOT = Path(__file__).parents[3]
POSITIONS = sorted(path.relative_to(ROOT / "examples").as_posix() for path in (ROOT / "examples").rglob("*.*")
                   if path.suffix in (".json", ".toml") and "finished" not in path.name and "_game" not in path.name)
NOTATION = {"take", "build", "extend", "move", "summon", "withdraw", "camp", "destroy", "spare", "discard", "end",
            "plan"}


SAID_BY_PARTS = [*(f"{who}-{how}" for who in ("own", "else", "gain") for how in ("more", "less")),
                 *(f"variation-{best}{numbers}" for best in ("same", "other") for numbers in ("", "-alone"))]


def words_of(text):
    return set(re.findall(r"[^\W\d_]{3,}", text.lower()))


def foreign(text, lang):
    """The words of a text that English sentences have, and none of the language; agents have their typed names."""
    own = words_of(" ".join(value for table in language(lang).table.values() for value in table.values()))
    english = words_of(" ".join(value for table in language("en").table.values() for value in table.values()))
    return words_of(re.sub(r"\w+:\w+=\w+", "", text)) & english - own - NOTATION


@pytest.fixture(scope="module")
def midgame():
    return hint(load_position("examples/two_heirs/midgame.json"), iterations=4000, seed=1)


# -- ten lines ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("iterations", [8, 800])
@pytest.mark.parametrize("name", POSITIONS)
def test_a_hint_has_ten_lines_of_eighty_columns_in_every_language(name, iterations):
    state = load_position(ROOT / "examples" / name)
    for lang in state.game.spec.languages:
        found = hint(state, iterations=iterations, seed=1, lang=lang)
        lines = brief(found, lang)
        text = "\n".join(lines)
        assert len(lines) <= LINES == 10, text
        assert max(map(len, lines)) <= COLUMNS == 80, text
        say = language(lang)
        assert lines[0].startswith(f"{state.game.word(state.game.player_name(state.player), lang)}:")
        assert f"\n{say.table['labels']['sure']}: " in text
        assert "nan" not in words_of(text)
        assert "{" not in text
        if lang != "en":
            assert not foreign(text, lang)


def test_there_is_something_to_look_at():
    assert len(POSITIONS) == 22
    assert languages() == ("cs", "en", "pl")
    assert foreign("Runner-up: žádný reconstructed", "cs") == {"runner", "reconstructed"}


def test_it_says_what_to_do_by_the_names_on_the_tiles(midgame):
    text = " ".join(" ".join(brief(midgame)).split())
    assert text.startswith("White: ")
    for told in midgame.plan.told:
        assert told in text
    assert re.search(r"take [A-Z][a-z ]+ \([A-Z]\d\)", text)


def test_one_chance_and_one_score_and_whether_they_are_calibrated(midgame):
    text = " ".join(" ".join(brief(midgame)).split())
    assert f"Chance: {100 * midgame.win.mean:.0f} % to win (" in text
    assert "not calibrated" not in text
    assert text.count("to win") == 1
    assert "not calibrated" in " ".join(brief(replace(midgame, forecast=None)))
    one = Forecast(Forecaster(options={}, agent="greedy", n_games=9, n_positions=40, length=1.0, scale=1.0,
                              **dict.fromkeys(("win", "margin", "win_error", "margin_error"), np.zeros(0))),
                   Glance(0.5, 0.0, 1.0))
    assert "not calibrated" not in " ".join(brief(replace(midgame, forecast=one)))
    text = " ".join(" ".join(brief(replace(midgame, forecast=replace(one, like="greedy")))).split())
    assert "for somebody who plays like greedy" in text


def test_the_runner_up_gives_up_least(midgame):
    move, plan = midgame.runner_up
    others = [one for group in midgame.groups[:2] for one, _ in group if one is not midgame.best]
    assert move.loss.mean == min(one.loss.mean for one in others)
    assert plan.order_of is None
    assert plan.told[0] in " ".join(" ".join(brief(midgame)).split())
    assert midgame.to_dict()["runner_up"]["move"] == move.move


def test_where_there_is_one_move_only_nothing_is_compared():
    state = load_game("tic-tac-toe").new(1)
    for move in ("b2", "a1", "c1", "a3", "a2", "c2", "b1", "b3"):
        state.apply_move(move)
    found = hint(state, iterations=80, seed=1)
    lines = brief(found)
    assert found.runner_up is None
    assert lines[0].split() == ["player", "0:", "c3."]
    assert not [line for line in lines if line.startswith(("Runner-up", "Why"))]


@pytest.mark.parametrize(("lang", "result", "sure"), [
    ("en", "Result: a win, lead +", "How sure: certain: every way in which the game can go on was looked at"),
    ("cs", "Výsledek: výhra, náskok +", "Jistota: jisté: prošly se všechny možnosti"),
    ("pl", "Wynik: wygrana, przewaga +", "Pewność: pewne: sprawdzono wszystkie możliwe dalsze przebiegi gry")])
def test_a_proved_hint_says_so(lang, result, sure):
    found = hint(last_turn(), iterations=800, seed=1, lang=lang)
    assert found.result.certain
    lines = brief(found, lang)
    text = " ".join(" ".join(lines).split())
    assert result in text
    assert sure in text
    assert "alibr" not in text, "a proof needs no calibration"
    assert len(lines) <= LINES


# -- reasons ------------------------------------------------------------------------------------------------------


def played(rng, own=0.0, other=0.0, spread=2.0, n=200):
    """Playouts of two players with two parts: what the first gets of one, and the second of the other, has a mean."""
    parts = {"houses": rng.normal([own, 0], spread, (n, 8, 2)), "roads": rng.normal([0, other], spread, (n, 8, 2))}
    return Playouts(np.zeros((n, 8)), np.zeros((n, 8, 2)), parts, n_trees=8)


def test_a_difference_within_noise_is_no_reason():
    """Six things are compared, at 5 % for all together: in 200 hints without any difference at most a few have one."""
    rng = np.random.default_rng(1)
    named = 0
    for _ in range(200):
        gains = [({"wood": a}, {"wood": b}) for a, b in rng.normal(0, 1, (60, 2))]
        found = compare(played(rng), played(rng), gains)
        assert len(found) == 5
        named += bool(reasons(found, 0))
    assert named <= 12


def test_what_differs_is_a_reason_if_it_speaks_for_the_plan():
    rng = np.random.default_rng(2)
    changes = compare(played(rng, own=3, other=-2), played(rng))
    assert [(one.what, one.player) for one in reasons(changes, 0)] == [("houses", 0), ("roads", 1)]
    assert reasons(compare(played(rng, own=-3, other=2), played(rng)), 0) == [], "it speaks for the runner-up"
    gains = [({"wood": 2.0 + x}, {"wood": 0.0}) for x in rng.normal(0, 1, 60)]
    said = reasons(compare(played(rng, own=3, other=-2), played(rng, other=1), gains), 0)
    assert [one.what for one in said][-1] == "wood"
    assert len(said) <= 3


def test_a_difference_too_small_to_matter_is_no_reason():
    assert not Change("houses", 0, Estimate(0.05, 0.04, 0.06, 100)).is_told
    assert not Change("houses", 0, Estimate(0.44, 0.05, 0.83, 100)).is_told, "it would read 0.4 ±0.4"
    assert Change("houses", 0, Estimate(0.2, 0.1, 0.3, 100)).is_told
    assert not Change("houses", 0, Estimate(5.0, float("nan"), float("nan"), 1)).is_told


def test_what_the_trees_disagree_on_is_no_reason():
    """Half of the trees go on after the runner-up so that it loses 6 points, the others so that it wins 2."""
    rng = np.random.default_rng(5)
    ours, theirs = played(rng), played(rng)
    theirs.parts["houses"][:, ::2, 0] -= 6
    theirs.parts["houses"][:, 1::2, 0] += 2
    assert reasons(compare(ours, theirs), 0) == []
    alone = compare(replace(ours, n_trees=1), replace(theirs, n_trees=1))
    assert [one.what for one in reasons(alone, 0)] == ["houses"], "the worlds alone would have said so"


def test_points_without_parts_are_no_reason():
    rng = np.random.default_rng(3)
    ours, theirs = (replace(played(rng, own), is_split=False) for own in (9, 0))
    assert compare(ours, theirs) == ()


def test_printed_reasons_are_the_tested_ones(midgame):
    rng = np.random.default_rng(4)
    noise = replace(midgame, against=compare(played(rng), played(rng)))
    assert "Why better" not in "\n".join(brief(noise))
    told = replace(midgame, against=(Change("building", 1, Estimate(2.0, 1.5, 2.5, 64)),
                                     Change("road", 0, Estimate(-1.25, -1.5, -1.0, 64)),
                                     Change("doubling", 1, Estimate(0.3, -0.1, 0.7, 64))))
    text = " ".join(" ".join(brief(told)).split())
    assert "Why better: you get 2.0 points more for buildings (±0.5); Blue gets 1.2 points less for roads" in text
    assert "doubled" not in text
    czech = " ".join(" ".join(brief(told, "cs")).split())
    assert "získáš o 2,0 bodu víc za budovy (±0,5); Modrý získá o 1,2 bodu méně za silnice" in czech


def test_the_treasures_that_are_met_count_against_henry():
    found = hint(load_position("examples/two_heirs/solo_brave.json"), iterations=800, seed=1)
    said = replace(found, against=(Change("treasure", 1, Estimate(-2.5, -3.0, -2.0, 64)),))
    assert "Henry gets 2.5 points less for treasures" in " ".join(" ".join(brief(said)).split())


def test_the_same_worlds_are_compared(midgame):
    assert midgame.against is not None
    assert {one.what for one in midgame.against} == {"building", "doubling", "road", "resources"}
    row = midgame.to_dict()["runner_up"]["changes"]
    assert [one["whose"] for one in row] == ["blue", "white"] * 3 + [None]


# -- warnings -----------------------------------------------------------------------------------------------------


def elsewhere(*verdicts):
    return tuple(Elsewhere(f"game{k}", 100, "x", verdict, None) for k, verdict in enumerate(verdicts))


@pytest.mark.parametrize(("verdicts", "warned"), [
    (("best", "tied", "best"), ""), (("few", "few", "few"), ""), ((), ""),
    (("worse", "best", "few"), "in 1 of 3 other"), (("illegal", "worse", "best"), "in 2 of 3 other")])
def test_a_warning_where_other_data_changes_the_move(midgame, verdicts, warned):
    text = " ".join(" ".join(brief(replace(midgame, alternatives=elsewhere(*verdicts)))).split())
    assert ("Careful: " in text) == bool(warned)
    assert warned in text


# -- languages ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", languages())
def test_every_sentence_is_there_in_every_language(lang):
    """The same keys, with the same gaps to fill."""
    english, other = language("en").table, language(lang).table
    assert {name: sorted(table) for name, table in other.items()} == {
        name: sorted(table) for name, table in english.items()}
    for name, table in english.items():
        for key, text in table.items():
            assert other[name][key].strip(), (name, key)
            assert gaps(other[name][key]) <= gaps(text), (name, key)
            assert gaps(text) - gaps(other[name][key]) in (set(), {""}), (name, key)


def gaps(text):
    return {field for _, field, _, _ in string.Formatter().parse(text) if field is not None}


def test_every_sentence_is_said():
    code = "".join(path.read_text(encoding="utf-8") for path in (
        *(HERE / f"{name}.py" for name in ("brief", "words", "page", "language")), ROOT / "scripts" / "_hint.py"))
    for name, table in language("en").table.items():
        assert f'"{name}"' in code, name
        if name in ("ends", "stopped", "columns"):
            continue
        for key in table:
            assert key in code or key in (*SAID_BY_PARTS, "half", "double", "rollout"), key


def test_a_language_without_sentences_speaks_english():
    assert language("tlh").name == "en"


@pytest.mark.parametrize("lang", ["cs", "pl"])
@pytest.mark.parametrize("name", ["midgame.json", "solo_brave.json", "endgame.toml"])
def test_all_the_rest_is_in_one_language_too(name, lang):
    found = hint(load_position(f"examples/two_heirs/{name}"), iterations=800, seed=1, lang=lang)
    result = found.result
    lines = [words.worth_line(found, lang), *words.played_line(found, lang), *words.branch_lines(found, lang),
             *words.depends_lines(found, lang), *words.key_lines(result, lang), *words.untried_lines(found, lang),
             *words.points_rows(found, lang)[0], *words.move_head(lang), *words.source_lines(result, lang)[:1],
             words.plan_line(found, lang)]
    assert not foreign("\n".join(lines), lang)


def test_a_hint_says_how_to_vary_where_choices_are_hidden():
    """Kuhn poker, jack, first to act: Kuhn's equilibria bet it once in three games at most, so passing is often, not
    always, right; after a pass the queen is best checked, whatever a search by visits holds."""
    game = load_game("kuhn-poker")
    found = hint(game.parse("JQ:"), iterations=400, seed=1)
    shares = {row["move"]: row["share"] for row in found.to_dict()["mixture"]}
    assert 0.05 < shares["bet"] < 0.4
    assert sum(shares.values()) == pytest.approx(1)
    line = " ".join(" ".join(brief(found)).split())
    assert f"pass {100 * shares['pass']:.0f} %, bet {100 * shares['bet']:.0f} %" in line
    queen = hint(game.parse("JQ:p"), iterations=400, seed=1)
    assert queen.mixture.shares["pass"] > 0.9
    assert ("safe even" in " ".join(brief(queen))) == (queen.best.move != "pass")
    assert hint(load_game("tic-tac-toe").new(1), iterations=100, seed=1).to_dict()["mixture"] is None
