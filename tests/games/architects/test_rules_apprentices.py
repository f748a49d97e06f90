"""What each apprentice does: A15, A16, A22, A31, W9, W15; expectations from the printed cards."""
import pytest

from tests.games.architects.made import made

WORKS = {"wonders": True, "contributions": "CC1 CC2"}  # Princess at the Silversmith, Profiteer at the Guardhouse


@pytest.mark.parametrize(("card", "pay", "left", "gain", "n"), [
    ("A14", "silver 1", ("silver", 0), "clay", 3), ("A15", "silver 2", ("silver", 0), "gold", 1),
    ("A16", "silver 3", ("silver", 0), "marble", 1), ("A17", "silver 1", ("silver", 0), "stone", 2),
    ("A18", "silver 1", ("silver", 0), "wood", 2), ("A21", "clay 1", ("clay", 0), "virtue", 8),
    ("A22", "silver 2", ("silver", 0), "virtue", 8), ("A23", "stone 1", ("stone", 0), "virtue", 8),
    ("A24", "wood 1", ("wood", 0), "virtue", 8), ("A35", "clay 3", ("clay", 0), "marble", 1),
    ("A36", "stone 2", ("stone", 0), "marble", 1), ("A37", "wood 2", ("wood", 0), "marble", 1),
    ("WA01", "wood 1", ("wood", 0), "influence", 1), ("WA02", "clay 1", ("clay", 0), "influence", 1),
    ("WA03", "stone 1", ("stone", 0), "influence", 1), ("WA09", "silver 2", ("silver", 0), "influence", 1),
    ("WA10", "gold 1", ("gold", 0), "influence", 2), ("WA11", "influence 1", ("influence", 0), "silver", 2),
    ("WA12", "influence 1", ("influence", 0), "clay", 3)])
def test_a15_trades_of_apprentices(card, pay, left, gain, n):
    """What the card asks for what it gives; once, with one worker."""
    silver = "" if "silver" in pay else "silver 0 "
    game = made(p1=f"{silver}{pay} apprentices:{card}", **(WORKS if card[0] == "W" else {}))
    game.move("place kings_storehouse")
    if game.player == "p1":
        game.move(f"trade {card}")
    assert (game.of(left[0]), game.of(gain), game.player) == (left[1], n, "p2")


@pytest.mark.parametrize(("cards", "place", "what", "n"), [
    ("A11,A12", "silversmith", "silver", 2 + 2), ("A19,A20", "mines", "clay", 2 + 2), ("A25", "tax_stand", "gold", 1),
    ("A29,A30", "quarry", "stone", 1 + 2), ("A39,A40", "forest", "wood", 1 + 2), ("A31", "small", "clay", 2),
    ("A32", "small", "stone", 1), ("A33", "small", "wood", 1), ("WA06", "kings_storehouse", "influence", 1),
    ("WA04", "town_centre", "influence", 1), ("WA05", "guardhouse", "influence", 1),
    ("WA07", "silversmith", "influence", 1), ("WA08", "workshop", "influence", 1)])
def test_a16_gains_for_placing(cards, place, what, n):
    """Before the action, each card once. The small space gives 1 marble; the Storehouse's trade 1 virtue for 2 clay."""
    silver = 0 if what == "silver" else 1
    works = {"wonders": True, "contributions": "CC3 CC1"} if cards[0] == "W" else {"market": "M01"}
    works |= {"contributions": "CC2 CC1"} if cards == "WA04" else {}
    seat = "prison 1 " + ("clay 2 " if place == "kings_storehouse" else "")
    game = made(p1=f"silver {silver} {seat}apprentices:{cards}", **works).move(f"place {place}")
    assert game.of(what) == n


def test_a18_trickster_pays_less_in_the_black_market():
    """1 silver less: the small space for nothing, the large one for 2."""
    game = made(p1="silver 0 apprentices:A38", market="M01")
    assert "place middle" not in game.legal
    assert game.move("place small").all_of("marble", "silver") == (1, 0)
    assert made(p1="silver 2 apprentices:A38").move("place large").of("silver") == 0


def test_a25_acolytes():
    """Card, 2 clay and 2 silver, in the order hired, when the cathedral is advanced."""
    game = made(p1="gold 1 silver 0 hand:B24 apprentices:A01,A02,A03", rewards="R05").move("place guildhall")
    assert (game.all_of("clay", "silver"), len(game.of("hand"))) == ((2, 2), 1)


@pytest.mark.parametrize(("card", "what"), [("A06", "clay"), ("A07", "stone"), ("A08", "wood")])
def test_a22_debt_collectors(card, what):
    """2 goods for a debt that is paid off."""
    assert made(p1=f"silver 6 unpaid 1 apprentices:{card}").move("place guardhouse").of(what) == 2


@pytest.mark.parametrize(("card", "what", "n"), [("A26", "gold", 1), ("A27", "marble", 1), ("A28", "virtue", 9)])
def test_a31_squires(card, what, n):
    """With nobody in prison, at a reset."""
    game = made(p1="silver 3", p2=f"apprentices:{card}", spaces="small p1, middle p1").move("place large")
    assert game.of(what, "p2") == n


@pytest.mark.parametrize(("card", "place", "what", "n"), [
    ("WA13", "guardhouse", "wood", 2), ("WA14", "guardhouse", "silver", 2), ("WA15", "guardhouse", "stone", 2),
    ("WA19", "silversmith", "virtue", 9), ("WA20", "silversmith", "gold", 1), ("WA21", "silversmith", "marble", 1)])
def test_w15_orphans_and_noblewomen(card, place, what, n):
    """Step 3: with a worker at the Profiteer (the Princess, whose majority p1 has)."""
    workers = {"guardhouse": "guardhouse p2 1", "silversmith": "silversmith p2 1, silversmith p1 2"}[place]
    table = {"p1": "silver 3", "p2": f"silver 0 apprentices:{card}", "spaces": "small p1, middle p1", **WORKS}
    game = made(workers=workers, **table).move("place large")
    assert game.of(what, "p2") == n
    game = made(**table)
    assert game.move("place large").of(what, "p2") == (7 if what == "virtue" else 0)


def test_m42_journeymen():
    """2 silver, and 1 building card, for a construction."""
    game = made(p1="silver 0 virtue 4 wood 2 stone 2 hand:B11 apprentices:WA22,WA23", **WORKS).move("place guildhall")
    assert (game.of("silver"), len(game.of("hand"))) == (2, 1)


def test_a28_extortionist():
    """1 influence for each debt gained: virtue 0 at the Tax Stand is two."""
    game = made(p1="virtue 0 apprentices:WA24", **WORKS).move("place tax_stand")
    assert game.all_of("unpaid", "influence") == (2, 2)


@pytest.mark.parametrize(("card", "kind"), [("WA16", "wood"), ("WA17", "clay"), ("WA18", "stone")])
def test_w9_charlatans(card, kind):
    """1 influence is 1 of their kind: with one other good, a trade for virtue."""
    other = "stone" if kind == "wood" else "wood"
    game = made(p1=f"silver 0 influence 1 {other} 1 apprentices:{card}", **WORKS).move("place kings_storehouse")
    assert game.all_of(other, "influence", "virtue") == (0, 0, 8)
