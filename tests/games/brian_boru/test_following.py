"""A real game, followed from one seat with what is seen there, gives just what that player knows."""
import pytest

from kingmaker.games import IllegalActionError, NotationError, Rng, game_spec
from kingmaker.games.brian_boru.knowing import Known, More, seen_by
from kingmaker.games.files.session import Session, corrected
from kingmaker.search import run_search
from tests.games.brian_boru.followed import Table, Truth


def table(options, seed, viewer=0):
    given = {name: str(value) for name, value in options.items() if name != "players"}
    return Table(Truth(options, seed, viewer), Session(game_spec("brian-boru"), given))


def until(one, decision, *, own=True):
    """Follow a game up to a decision of the player, or of another."""
    while one.truth.state.decision != decision or (one.truth.state.player == one.truth.viewer) != own:
        one.step()
    return one


def known(state, viewer):
    """What a player knows, without what the engine takes from a leader's having had no choice, which nobody sees."""
    return {key: value for key, value in state.position(viewer).items() if key not in ("owns", "lacks")}


def noticed(state, viewer):
    """What leads told of hands, as the engine has it."""
    return {player: set(cards) for player, cards in state.position(viewer).get("lacks", {}).items()}


def follow(one):
    """Follow a game to its end and compare what is known after each decision."""
    truth, viewer = one.truth.state, one.truth.viewer
    while not truth.is_over:
        one.step()
        state = one.session.state
        assert one.session.ask is None
        assert known(state, viewer) == known(truth, viewer)
        engine = noticed(truth, viewer)
        assert all(cards <= engine[player] for player, cards in noticed(state, viewer).items())
        if not truth.is_over and truth.player == viewer:
            assert state.legal_moves() == truth.legal_moves()
    assert one.session.state.returns() == truth.returns()
    assert one.session.knower == viewer


@pytest.mark.parametrize(("options", "seed", "viewer"), [
    ({"players": 3, "short": 1}, 1, 2), ({"players": 4, "short": 1}, 2, 0),
    ({"players": 3, "short": 2}, 1, 1), ({"players": 3, "short": 2}, 7, 1), ({"players": 3, "short": 3}, 3, 0),
    *(pytest.param({"players": n}, seed, viewer, marks=pytest.mark.slow)
      for n, seed, viewer in ((3, 3, 1), (4, 2, 2), (5, 4, 4)))])
def test_what_the_session_knows_is_what_the_player_knows(options, seed, viewer):
    follow(table(options, seed, viewer))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(40))
def test_exercises_on_a_full_board_have_every_forced_lead(seed):
    follow(table({"players": 3, "short": 2 + seed % 2}, seed, seed % 3))


def test_the_entries_are_the_whole_session():
    one = until(table({"players": 4}, 1), "follow")
    again = one.session.anew()
    for entry in one.session.entries:
        again.enter(*entry)
    assert again.state.text() == one.session.state.text()


# -- what is asked ---------------------------------------------------------------------------------------------------


def test_the_setup_asks_who_plays_which_seat_and_who_begins():
    session = Session(game_spec("brian-boru"), {})
    asked = []
    for word in ("3", "p2", "p3"):
        asked.append((session.ask.question, list(session.ask.choices)))
        session.enter("setup", word)
    assert asked == [("how many players", ["3", "4", "5"]),
                     ("which player are you, counted clockwise", ["p1", "p2", "p3"]),
                     ("who begins with the active town marker", ["p1", "p2", "p3"])]
    assert (session.state.player, session.state.decision, session.knower) == (2, "place", 1)


def placed(n=4, viewer="p1", first="p1"):
    """A session in which all have put their first discs, and whatever the round turned up is asked."""
    session = Session(game_spec("brian-boru"), {})
    for word in (str(n), viewer, first):
        session.enter("setup", word)
    for town in ("C1", "L1", "M1", "N1", "U1")[:n]:
        session.enter("move", f"place {town}")
    return session


def test_a_round_asks_for_both_cards_turned_up_and_for_the_hand_dealt():
    session = placed()
    assert session.ask.question == "raiders on the Viking card turned up"
    assert list(session.ask.choices) == ["9", "10", "11", "12", "13", "14"]
    session.enter("seen", "12")
    assert session.ask.question == "which marriage card is turned up"
    assert list(session.ask.choices) == ["Orlaith", "Aodhan", "Conall", "Cormac", "Niall", "Aoife", "Brigid"]
    assert session.ask.choices["Aoife"] == "2 points, renown"
    session.enter("seen", "Aoife")
    for n, card in enumerate((3, 8, 11, 13, 20, 25), 1):
        assert session.ask.question == f"your card {n} of 6 of the new round"
        session.enter("seen", str(card))
    assert session.told[-1] == "round 1: 12 raiders come; marriage card Aoife (2 points, renown)"
    assert session.state.decision == "pick"
    assert session.state.position(0)["draft"] == {"p1": {"received": [[3, 8, 11, 13, 20, 25]], "picked": []},
                                                  "p2": "?", "p3": "?", "p4": "?"}


def drafted(viewer="p1", first="p1"):
    """The same after the draft: the hand is 3 8 11 13 20 25, with 4 players."""
    session = placed(4, viewer, first)
    for word in ("12", "Aoife", "3", "8", "1", "2", "4", "5"):
        session.enter("seen", word)
    session.enter("move", "pick 3 8")
    assert session.ask.question == f"card 1 of 4 passed to you by p{(int(viewer[1]) + 2) % 4 + 1}"
    assert list(session.ask.choices) == [str(card) for card in range(1, 26) if card not in (1, 2, 3, 4, 5, 8)]
    for word in ("11", "13", "6", "7"):
        session.enter("seen", word)
    session.enter("move", "pick 11 13")
    assert "6" not in session.ask.choices, "seen and passed on"
    session.enter("seen", "20")
    session.enter("seen", "25")
    return session


def test_picks_of_others_are_not_asked_and_packets_are():
    session = drafted("p2", "p1")
    assert [entry for entry in session.entries if entry[0] == "move"][4:] == [("move", "pick 3 8"),
                                                                            ("move", "pick 11 13")]
    assert session.state.position(1)["hands"]["p2"] == [3, 8, 11, 13, 20, 25]


def test_of_others_only_cards_are_offered_that_they_can_have():
    """p2 got 1 2 4 5 from p1 and kept two; p1 holds six cards; the rest can be anywhere but for what p1 passed on."""
    session = drafted("p1", "p1")
    session.enter("move", "town N2")  # red
    session.enter("move", "play 11")
    assert session.moves() == [f"play {card}" for card in range(1, 26) if card not in (3, 8, 11, 13, 20, 25)]
    with pytest.raises(IllegalActionError, match=r"^illegal move 'play 13': p1 holds it$"):
        session.enter("move", "play 13")
    session.enter("move", "play 1")
    with pytest.raises(IllegalActionError, match=r"^illegal move 'play 1': p2 has played it this round$"):
        session.enter("move", "play 1")
    session.enter("move", "play 21")
    session.enter("move", "play 12")  # p4, the last one; p3's 21 wins the town
    assert session.decisions[-1].before.player == 3


def test_a_leader_can_mark_any_empty_town_that_a_card_may_fit():
    session = drafted("p1", "p3")
    assert session.state.player == 2
    assert session.moves() == [f"town {town}" for town in session.state.rules.towns
                               if town not in ("C1", "L1", "M1", "N1")]
    session.enter("move", "town N2")  # red: red cards, white ones, or any if p3 has none that fits
    assert "play 2" in session.moves()
    assert "play 12" not in session.moves(), "p3 could have marked a blue town"
    assert "play 13" not in session.moves(), "p1 has it"


@pytest.mark.parametrize(("options", "seed", "decision"), [
    ({"players": 3, "short": 3}, 1, "follow"), ({"players": 3, "short": 3}, 8, "follow"), ({"players": 3}, 1, "town"),
    ({"players": 5}, 2, "follow")])
def test_what_is_offered_of_others_is_what_can_be_in_some_world(options, seed, decision):
    """Against worlds drawn at random from what the player knows."""
    one = until(table(options, seed, 0), decision, own=False)
    offered, found, world, rng = set(one.session.moves()), set(), one.session.state.clone(), Rng(1)
    for _ in range(600):
        world.determinize(0, rng)
        if world.decision == decision:
            found |= set(world.legal_moves())
    assert found == offered


# -- nothing unknown is used -----------------------------------------------------------------------------------------


def test_hints_are_those_of_the_true_game():
    """What the session has in place of unknown cards makes no difference to a search."""
    one = until(until(table({"players": 4}, 5, 1), "pick"), "follow")
    assert one.truth.state.text() != one.session.state.text()
    theirs, ours = (run_search(state, iterations=80, seed=3).moves for state in (one.truth.state, one.session.state))
    assert ours == theirs


def test_the_session_is_the_same_whatever_others_hold():
    """Two true games that look alike to the player: all that the session has agrees."""
    one = until(table({"players": 4}, 5, 1), "pick")
    before = one.session.state.text()
    world = one.truth.state.clone()
    world.determinize(1, Rng(9))
    assert world.text() != one.truth.state.text()
    one.truth.state = world
    again = one.session.anew()
    for entry in one.session.entries:
        again.enter(*entry)
    assert again.state.text() == before
    assert again.state.view(1) == world.view(1)


# -- corrections -----------------------------------------------------------------------------------------------------


def test_a_correction_keeps_what_came_after_as_long_as_it_can_be():
    session = drafted()
    session.enter("move", "town N2")
    session.enter("move", "play 11")
    session.enter("move", "play 1")
    step = next(n for n, entries in enumerate(session.standing) if len(entries) > 5)
    assert session.standing[step][5] == ("seen", "1")
    change = corrected(session, step, 5, "9")
    assert (change.left_out, change.why) == ((), "")
    again = session.anew()
    for entry in (*session.entries, *change.entries):
        again.enter(*entry)
    assert again.state.position(0)["draft"]["p1"]["received"][0] == [2, 3, 4, 5, 8, 9]
    change = corrected(session, step, 3, "11")  # then 11 cannot be passed on to p1 later
    assert change.left_out[0] == ("move", "pick 3 8")


def test_undo_takes_back_a_decision_with_what_it_turned_up():
    session = drafted()
    session.enter("undo")
    session.enter("undo")
    assert session.state.decision == "pick"
    assert session.state.position(0)["draft"]["p1"]["received"] == [[1, 2, 3, 4, 5, 8]]


# -- what leads tell -------------------------------------------------------------------------------------------------


def full_but(state, *left):
    """What p1 knows where discs lie on all towns but some."""
    disc = {"disc": "p1", "viking": False, "monastery": False}
    return seen_by(state, 0) | {"towns": {town: disc for town in state.rules.towns if town not in left}}


def of_colour(state, colour):
    return next(town.id for town in state.rules.parts.towns if town.colour == colour)


def test_a_lead_that_fits_no_town_tells_that_no_card_fits():
    """The only empty town is blue; p3 leads a red card: no blue and no white one is in that hand (A2)."""
    state = drafted("p1", "p3").state
    blue = of_colour(state, "blue")
    start = Known(state.game, full_but(state, blue), 0)
    assert start.towns(2) == [blue]
    one = start.told_town(blue).told_lead(2, 14)
    blues = [card.number for card in state.rules.parts.cards if card.suit in ("blue", "white")]
    assert one.keys["lacks"] == {"p3": blues}
    world = one.world()
    assert world.position(0)["lacks"] == {"p3": blues}
    assert not set(world.position()["hands"]["p3"]) & set(blues)
    offered = [card + 1 for card in one.holdable(2)]
    assert not set(offered) & set(blues)
    assert offered == [card + 1 for card in one.unseen() if card + 1 not in (*blues, 6, 7)], "p2 got 6 and 7 last"


def test_nobody_notices_whether_a_leader_had_another_choice():
    """One red town and one blue one are empty. p3 leads red: whether a blue card was in hand too is not seen."""
    state = drafted("p1", "p3").state
    red, blue = of_colour(state, "red"), of_colour(state, "blue")
    start = Known(state.game, full_but(state, red, blue), 0)
    assert start.has_choice(2, None).decision == "town"
    one = start.told_town(red).told_lead(2, 14)
    assert not {"lacks", "owns"} & set(one.keys)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_groups_say_what_finding_a_place_for_every_card_says(seed):
    one = table({"players": 3 + seed % 3}, seed, seed % 3)
    while one.truth.state.position()["round"] < 2:
        one.step()
        state = one.session.state
        if state.player != one.truth.viewer and state.decision == "follow":
            it = Known(state.game, seen_by(state, one.truth.viewer), one.truth.viewer)
            exact = [card for card in it.unseen() if it.fill(More(lies={card: state.player})) is not None]
            assert it.holdable(state.player) == exact


def test_cards_that_nobody_can_have_are_refused_in_words():
    session = drafted("p1", "p2")
    session.enter("move", "town N2")
    with pytest.raises(IllegalActionError, match=r"^illegal move 'play 20': p1 holds it$"):
        session.enter("move", "play 20")
    with pytest.raises((IllegalActionError, NotationError), match=r"expected|illegal"):
        session.enter("move", "dance")
