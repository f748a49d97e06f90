"""A real game, followed with what a person at the table sees, gives just what that person knows."""
import random

import pytest

from kingmaker.games import IllegalActionError, KingmakerError, NotationError, game_spec, load_game
from kingmaker.games.files.session import Session

DEALT = "T1 T2 T3 D1 D2 D4 green"


def opened(**given):
    """Return a followed solo game, its setup told: a yellow tile lies on top of the stack."""
    session = Session(game_spec("two-heirs"), {"mode": "solo", "level": "2", "sets": "travel,dominion,trade", **given})
    session.read(DEALT + " yellow")
    return session


def answer_of(question, before, after, colour_of):
    """What a person who looks at the true game answers."""
    if question.startswith("which treasure"):
        return before.pile[0]
    return colour_of[after.stack[0]] if question.startswith("colour") else before.stack[0]


@pytest.mark.parametrize("options", [{"mode": "duel", "sets": "war,crafts,guard"},
                                     {"mode": "solo", "level": "1", "sets": "travel,trade,guard"},
                                     {"mode": "solo", "level": "2", "sets": "dominion,war,crafts"},
                                     {"mode": "solo", "level": "3", "sets": "travel,dominion,trade"}])
@pytest.mark.parametrize("seed", [1, 2])
def test_what_the_session_knows_is_what_the_players_know(options, seed):
    """Whole random games of the program, told to a session step by step: the views agree after each decision."""
    truth = load_game("two-heirs", **options).new(seed)
    colour_of = {tile.id: tile.terrain for tile in truth.rules.tiles}
    shot, rng = truth.snapshot(), random.Random(seed)
    session = Session(game_spec("two-heirs"), options)
    session.read(" ".join(shot.supply))
    session.read(colour_of[shot.board[0, 0][0]])
    if options["mode"] == "duel":
        session.read("blue" if shot.player == 0 else "white")
    session.read(colour_of[shot.stack[0]])
    while not truth.is_over:
        assert session.state.view(0) == truth.view(0)
        assert session.state.legal_moves() == truth.legal_moves()
        move = truth.format_action(rng.choice(truth.legal_actions()))
        before = truth.snapshot()
        truth.apply_move(move)
        session.enter("move", move)
        while session.ask is not None:
            session.enter("seen", answer_of(session.ask.question, before, truth.snapshot(), colour_of))
    assert session.state.is_over
    assert session.state.returns() == truth.returns()
    again = Session(game_spec("two-heirs"), options)
    for kind, text in session.entries:
        again.enter(kind, text)
    assert again.state.text() == session.state.text(), "the entries are the whole session"


def test_henrys_turn_is_told():
    """9.3 to 9.6 by hand: after D9 came up a green tile lies on top. From the shield on (past the gap of T1 lie T2
    yellow, T3 green) Henry takes T3; Blue has built nothing, so he builds around the start tile, north first."""
    session = opened()
    session.read("t1 d9 green")
    session.read("end C2 yellow K5")
    assert session.told == (
        "Henry takes T3 Market, green, 1 wood 1 stone 1 wheat: the first from the shield in the colour of the stack's "
        "top (green)",
        "refill: C2 Sawmill, green, 1 stone 1 wheat; on top of the stack now: yellow",
        "Henry builds T3 on 0,1, bottom to the north; his green unit moves there from beside the board",
        "treasure K5 (horizontal: grey, grey) is put on 0,1")
    assert session.state.view(0).split(" / ")[1:3] == ["D1 D2 D4 D9 C2 T2", "18 ?yellow"]


def test_only_what_can_turn_up_is_offered():
    session = opened()
    session.read("take T1")
    assert {"T5", "D3", "C1"} & set(session.ask.choices) == {"T5", "C1"}, "yellow is on top, D3 is green"
    assert "D4" not in session.ask.choices, "it lies in the supply"
    with pytest.raises(NotationError, match=r"expected one of .*got 'D3'"):
        session.read("D3")
    session.read("C1")
    assert session.ask.question == "colour of the stack's new top"


def test_a_colour_that_cannot_be_is_not_offered():
    """Nine green tiles: six in the supply and one under the start tile leave two, then one, then none."""
    session = Session(game_spec("two-heirs"), {"mode": "duel", "sets": "travel,dominion,trade"})
    session.read("T1 T3 T8 D3 D6 D7 green blue green")
    session.read("take T1 C2 green")
    session.read("end")
    session.read("take T3 C5")
    assert session.ask is not None
    assert list(session.ask.choices) == ["grey", "yellow"], "C7 is the last green tile: it is the start tile"


def test_the_end_is_told_and_the_last_colour_is_not_asked():
    session = opened()
    rng = random.Random(3)
    told = []
    while not session.state.is_over:
        legal = session.state.legal_moves()
        session.enter("move", rng.choice(legal))
        while session.ask is not None:
            assert len(session.ask.choices) > 1, "what can be in one way only is not asked"
            session.enter("seen", rng.choice(list(session.ask.choices)))
        told += session.told
    assert sum("the stack is empty, the end has begun" in line for line in told) == 1
    assert told[-1] == "the game is over"


def test_undo_goes_back_to_the_first_question():
    session = opened()
    start = session.state.text()
    session.read("t1 d9")
    session.enter("undo")
    assert session.ask is None, "the decision that was half told is taken back"
    session.read("t1 d9 green")
    session.enter("undo")
    assert session.state.text() == start
    for _ in range(8):
        session.enter("undo")
    assert session.ask.question.startswith("tile 1 of 6")
    with pytest.raises(IllegalActionError, match="nothing to take back"):
        session.enter("undo")


@pytest.mark.parametrize(("typed", "reason"), [
    ("bu t1 5,5", "illegal move 'build T1 5,5': T1 is not in blue's hand"),
    ("take d4", r"illegal move 'take D4': D4 is out of reach; in reach: T1, T2, T3; near it: take T"),
    ("t", "'t' could be take T1, take T2, take T3"),
    ("end", "illegal move 'end': you have not taken a tile yet"),
    ("t1 d9 green blue", "nothing more was asked: 'blue' is left out"),
])
def test_mistakes_are_explained(typed, reason):
    with pytest.raises(KingmakerError, match=reason):
        opened().read(typed)


def test_tiles_are_known_by_the_words_of_the_edition():
    """Mlýn is D1, the only mill of its set; the two markets left are told apart by their colours."""
    session = Session(game_spec("two-heirs"), {"mode": "duel", "sets": "travel,dominion,trade"}, "cs")
    session.read("mlyn trziste+zelena")
    assert session.entries == [("setup", "D1"), ("setup", "T3")]
    with pytest.raises(NotationError, match=r"'Tržiště' could be T4 \(Tržiště, šedá"):
        session.read("Tržiště")


def test_entries_out_of_order_are_refused():
    session = opened()
    with pytest.raises(NotationError, match="expected 'move' or 'undo'; got 'seen'"):
        session.enter("seen", "D9")
    session.enter("move", "take T1")
    with pytest.raises(NotationError, match="expected 'seen', an answer to 'which yellow tile is turned up'"):
        session.enter("move", "end")


def test_games_with_and_without_hidden_things():
    with pytest.raises(KingmakerError, match="leduc-poker: it cannot be followed"):
        Session(game_spec("leduc-poker"), {})
    session = Session(game_spec("connect-four"), {})
    session.read("d")
    assert session.state.player == 1
    with pytest.raises(KingmakerError, match="a real game is whole"):
        Session(game_spec("two-heirs"), {"mode": "duel", "sets": "travel,dominion,trade", "short": "4"})
