"""Whether a position can be: the public part. Numbers R.. are those of README.md."""
from __future__ import annotations

from typing import TYPE_CHECKING

from kingmaker.games.brian_boru.names import DECISIONS, LEADING, PHASES, PRINCESS, REGIONS, USES
from kingmaker.games.brian_boru.snapshot import NONE, Snapshot
from kingmaker.games.core.fields import Faults, Fields, refusal
from kingmaker.games.errors import NotationError

if TYPE_CHECKING:
    from kingmaker.games.brian_boru._components import Rules

TABLE = ("round", "phase", "marker", "active", "battle", "coins", "renown", "points", "raiders", "church", "track",
         "towns", "claims", "marriages", "princess", "hands", "trick")
KEYS = ("game", "version", "players", "short", *TABLE, "decision", "player", "action", "loser", "played", "lacks",
        "owns", "draft", "aside", "viking_deck", "marriage_deck", "deals")
MOST = {"coins": 120, "renown": 40, "points": 99, "raiders": 200, "church": 200}
(PLACE, PICK, TOWN, LEAD, FOLLOW, CHOOSE, BUY, EXPAND, LIBERATE, DOWRY, HAND, GIFT, LOSE, CHAPEL, CLOISTER,
 OVER) = range(16)


def read_public(fields: Fields, rules: Rules, n_rounds: int, faults: Faults) -> Snapshot:
    """Return a shot with all that lies open; with faults it is not whole."""
    shot = Snapshot()
    word = fields.word("decision", (*DECISIONS, LEADING))
    if word == LEADING:
        faults.add(fields.refuse("decision", "that of the player to act: a view is read for whoever must act, and "
                                             "only others cannot tell 'town' from 'lead'"))
        word = "town"
    shot.stage = DECISIONS.index(word)
    if fields.word("phase", tuple(dict.fromkeys(PHASES.values()))) != PHASES[word] and faults.is_sound(
            "phase", "decision"):
        faults.add(fields.refuse("phase", f"{PHASES[word]!r}, the phase of the decision {word!r}"))
    low, high = (0, 0) if shot.stage == PLACE else (n_rounds, n_rounds) if shot.stage == OVER else (1, n_rounds)
    shot.round = fields.whole("round", low, high) if faults.is_sound("decision") else 1
    players = rules.players
    shot.marker = players.index(fields.word("marker", players))
    if shot.stage == OVER:
        if fields.get("player") is not None:
            faults.add(fields.refuse("player", "null, as the game is over"))
    else:
        shot.actor = players.index(fields.word("player", players))
    shot.active = fields.index("active", rules.towns)
    shot.battle = fields.whole("battle", 0, 500)
    for name, most in (*MOST.items(), ("track", len(rules.parts.track) - 1)):
        inner = fields.inner(name, players, whole=True)
        getattr(shot, name)[:len(players)] = [inner.whole(player, 0, most) for player in players]
    _read_towns(fields, rules, shot, faults)
    faults.check(["decision"], _read_trick, fields, rules, shot, faults)
    faults.check(["round"], _read_decks, fields, rules, shot, n_rounds, faults)
    faults.check(["round", "marriage_deck"], _read_weddings, fields, rules, shot, n_rounds, faults)
    if shot.stage == LOSE or "loser" in fields.data:
        shot.loser = players.index(fields.word("loser", players))
        if shot.stage != LOSE and faults.is_sound("decision"):
            faults.add("loser: a key of the decision 'lose' alone")
    _check_table(fields, rules, shot, faults)
    return shot


def _read_towns(fields: Fields, rules: Rules, shot: Snapshot, faults: Faults) -> None:
    """Read towns and claim tokens."""
    inner = fields.inner("towns", rules.towns)
    for name in inner.data:
        if name not in rules.number:
            continue  # told already
        town = inner.inner(name, ("disc", "viking", "monastery"), whole=True)
        bit = 1 << rules.number[name]
        shot.discs[rules.players.index(town.word("disc", rules.players))] |= bit
        shot.vikings |= bit * town.flag("viking")
        shot.monasteries |= bit * town.flag("monastery")
    claims = fields.inner("claims", REGIONS, whole=True)
    for i, region in enumerate(REGIONS):
        claim = claims.inner(region, ("up", "holder"), whole=True)
        shot.up |= claim.flag("up") << i
        shot.holder[i] = claim.index("holder", rules.players)
        if shot.holder[i] != NONE and not claim.flag("up"):
            faults.add(claim.refuse("holder", "null while the token lies face down"))


def _read_trick(fields: Fields, rules: Rules, shot: Snapshot, faults: Faults) -> None:
    """Read the cards of the running trick and whose action is resolved."""
    players = rules.players
    for i, laid in enumerate(fields.items("trick")):
        if (not isinstance(laid, list) or len(laid) != 2 or laid[0] not in players or not isinstance(laid[1], int)
                or isinstance(laid[1], bool) or laid[1] not in rules.deck):
            faults.add(refusal(f"trick[{i}]", "a player and a card, like ['p1', 11]", laid))
            continue
        seat, card = players.index(laid[0]), laid[1] - 1
        if shot.trick and seat != (shot.trick[-1][0] + 1) % len(players):
            faults.add(refusal(f"trick[{i}]", "the players clockwise, each once", laid))
        elif shot.laid[seat] != NONE or card in shot.laid:
            faults.add(refusal(f"trick[{i}]", "each player and each card once", laid))
        shot.laid[seat] = card
        shot.trick.append((seat, card))
    if not faults.is_sound("trick"):
        return
    n, least, most = len(shot.trick), 0, 0
    if shot.stage == FOLLOW:
        least, most = 1, len(players) - 1
    elif CHOOSE <= shot.stage <= LIBERATE:
        least = most = len(players)
    if not least <= n <= most:
        raise fields.refuse("trick", f"{least} to {most} cards at the decision {DECISIONS[shot.stage]!r}")
    shot.leader = shot.trick[0][0] if n else shot.marker
    if CHOOSE <= shot.stage <= LIBERATE:
        action = fields.inner("action", ("card", "use", "symbol"), whole=True)
        shot.card = action.whole("card", 1, 25) - 1
        shot.mode = action.whole("use", 0, 2)
        shot.symbol = action.whole("symbol", 0, 5)
        _check_action(action, rules, shot)
    elif "action" in fields.data:
        raise NotationError("action: a key of the decisions secondary, buy, expand and liberate alone")


def _check_action(action: Fields, rules: Rules, shot: Snapshot) -> None:
    """Check that this decision can come up in the action of the card."""
    card = rules.parts.cards[shot.card]
    if shot.card not in shot.laid[:len(rules.players)]:
        raise action.refuse("card", "a card of the trick")
    if shot.laid[shot.actor] != shot.card:
        raise action.refuse("card", f"the card of {rules.players[shot.actor]}, who is to act")
    wins = shot.card == winning_card(rules, shot)
    uses = (0,) if wins or shot.stage == CHOOSE else tuple(range(1, len(card.secondary) + 1))
    if shot.mode not in uses:
        raise action.refuse("use", f"one of {', '.join(map(str, uses))} (0 is the primary action, and stands before "
                                   f"the choice)")
    if shot.stage == CHOOSE:
        if wins or len(card.secondary) != 2 or shot.symbol:
            raise action.refuse("symbol", "0, and a losing card that prints two secondary actions")
        return
    symbols = card.secondary[shot.mode - 1] if shot.mode else card.primary
    wanted = {BUY: ("church", "battle", "courtship"), EXPAND: ("expand",), LIBERATE: ("liberate",)}[shot.stage]
    if not 1 <= shot.symbol <= len(symbols) or symbols[shot.symbol - 1] not in wanted or (
            shot.stage == BUY and symbols[shot.symbol:shot.symbol + 1] == symbols[shot.symbol - 1:shot.symbol]):
        raise action.refuse("symbol", f"how many of {', '.join(symbols)} are resolved, the last one "
                                      f"{' or '.join(wanted)} and the end of its run")


def winning_card(rules: Rules, shot: Snapshot) -> int:
    """Return the card that wins a whole trick, or NONE; R27."""
    if shot.active == NONE:
        return NONE
    colour = rules.parts.towns[shot.active].colour
    return max((card for _, card in shot.trick if rules.parts.cards[card].suit in (colour, "white")), default=NONE)


def _read_decks(fields: Fields, rules: Rules, shot: Snapshot, n_rounds: int, faults: Faults) -> None:
    """Read what was turned up of both decks; `position.py` reads the rest."""
    strengths = [rules.parts.strengths[0]] if rules.short_size else list(rules.parts.strengths)
    for i, value in enumerate(fields.items("viking_deck", len(strengths))):
        if isinstance(value, bool) or value not in (strengths if i < shot.round else [*strengths, "?"]):
            faults.add(refusal(f"viking_deck[{i}]", f"one of the Viking cards {', '.join(map(str, sorted(strengths)))}"
                               f"{'' if i < shot.round else ' or ?'}, each as often as there are such cards", value))
        elif value != "?":
            strengths.remove(value)
    names = list(rules.weddings[:-1])
    for i, value in enumerate(fields.items("marriage_deck", n_rounds)):
        known = [PRINCESS] if i == n_rounds - 1 else names if i < shot.round else [*names, "?"]
        if not isinstance(value, str) or value not in known:
            faults.add(refusal(f"marriage_deck[{i}]", f"one of {', '.join(known)}", value))
        elif value in names:
            names.remove(value)


def _read_weddings(fields: Fields, rules: Rules, shot: Snapshot, n_rounds: int, faults: Faults) -> None:
    """Read the marriage cards that players took."""
    over = shot.round if shot.stage >= DOWRY else max(shot.round - 1, 0)
    open_ = [name for name in fields.get("marriage_deck")[:over] if name != PRINCESS]
    inner = fields.inner("marriages", rules.players, whole=True)
    for seat, player in enumerate(rules.players):
        for name in inner.items(player):
            if name not in open_:
                faults.add(inner.refuse(player, f"cards that were turned up and decided, each in front of one player; "
                                                f"of {', '.join(open_) or 'none'}"))
                continue
            open_.remove(name)
            shot.wed[seat].append(rules.weddings.index(name))
    if fields.get("princess") is None:
        return
    princess = fields.inner("princess", ("holder", "use"), whole=True)
    shot.princess = rules.players.index(princess.word("holder", rules.players))
    shot.use = 1 + USES.index(princess.word("use", USES[:2]))
    if shot.round < n_rounds or shot.stage == HAND:
        faults.add(fields.refuse("princess", "null: she is the last marriage card, and not taken yet"))


# -- how things fit together ---------------------------------------------------------------------------------------


def _check_table(fields: Fields, rules: Rules, shot: Snapshot, faults: Faults) -> None:
    """Tell what does not fit together, each rule where what it hangs on is sound."""
    faults.check(["track", "decision", "player"], _check_track, fields, rules, shot)
    who = ["decision", "player", "marker", "trick"]
    faults.check([*who, "towns", "claims"], _check_player, fields, rules, shot)
    faults.check([*who, "towns", "active", "action"], _check_active, fields, rules, shot)
    if shot.stage >= DOWRY:
        faults.check(["decision", "player", "round", "track", "marriage_deck", "marriages", "raiders", "church",
                      "battle", "loser"], _check_upkeep, fields, rules, shot)


def _check_track(fields: Fields, rules: Rules, shot: Snapshot) -> None:
    moving = CHOOSE <= shot.stage <= LIBERATE
    for seat in range(len(rules.players)):
        for other in range(seat):
            if shot.track[seat] == shot.track[other] > 0 and not (moving and shot.actor in (seat, other)):
                raise fields.refuse("track", "every disc alone on its space but for the first space (R38)")


def _check_player(fields: Fields, rules: Rules, shot: Snapshot) -> None:
    n = len(rules.players)
    if shot.stage == PLACE:
        if shot.vikings or shot.monasteries or shot.up:
            raise NotationError("towns: expected no Vikings, monasteries or face-up claim tokens in the setup")
        _check_start(fields, rules, shot)
    elif shot.stage in (TOWN, LEAD) and shot.actor != shot.marker:
        raise fields.refuse("player", f"{rules.players[shot.marker]}, who holds the marker and leads")
    elif shot.stage == FOLLOW and shot.actor != (shot.trick[-1][0] + 1) % n:
        raise fields.refuse("player", "whoever sits left of the last one in the trick")


def _check_start(fields: Fields, rules: Rules, shot: Snapshot) -> None:
    """Setup: clockwise from the marker, one disc each, each in a region of its own; R17. Short games are past that."""
    if rules.short_size:
        if shot.discs[:len(rules.players)] != rules.started or shot.actor != len(rules.players) - 1 or shot.marker:
            raise fields.refuse("towns", "the discs with which a short game begins, and the last player to place")
        return
    regions: list[str] = []
    seat = shot.marker
    for _ in rules.players:
        towns = [town for i, town in enumerate(rules.parts.towns) if shot.discs[seat] >> i & 1]
        wanted = 1 if (seat - shot.marker) % len(rules.players) < (shot.actor - shot.marker) % len(
            rules.players) else 0
        if len(towns) != wanted or any(town.region in regions for town in towns):
            raise fields.refuse("towns", f"{wanted} disc{'s' * (1 - wanted)} of {rules.players[seat]}, in a region of "
                                         f"its own (R17)")
        regions += [town.region for town in towns]
        seat = (seat + 1) % len(rules.players)


def _check_active(fields: Fields, rules: Rules, shot: Snapshot) -> None:
    """The active town lies open from `lead` to the end of the trick; its winner has it once the winner has acted."""
    taken = mask_all(shot)
    is_full = taken == (1 << len(rules.towns)) - 1
    if not LEAD <= shot.stage <= LIBERATE:
        if shot.active != NONE:
            raise fields.refuse("active", "null outside of a trick")
        return
    won = winning_card(rules, shot) if shot.stage > FOLLOW else NONE
    if won != NONE and won <= shot.card:
        winner = next(seat for seat, card in shot.trick if card == won)
        if shot.marker != winner or not shot.discs[winner] >> shot.active & 1:
            raise fields.refuse("active", f"a town with the disc of {rules.players[winner]}, who won it and holds the "
                                          f"marker")
        return
    if shot.marker != shot.leader:
        raise fields.refuse("marker", f"{rules.players[shot.leader]}, who led, until the winner acts")
    if shot.active == NONE:
        if not is_full:
            raise fields.refuse("active", "a town, as some are empty")
    elif taken >> shot.active & 1 and (shot.stage <= FOLLOW or won != NONE):
        raise fields.refuse("active", "an empty town, until the winner acts")


def mask_all(shot: Snapshot) -> int:
    """Return all towns with a disc."""
    taken = 0
    for discs in shot.discs:
        taken |= discs
    return taken


def _check_upkeep(fields: Fields, rules: Rules, shot: Snapshot) -> None:
    """Whether the player may be asked this; R43 to R57."""
    n, actor = len(rules.players), shot.actor
    turned = fields.get("marriage_deck")[shot.round - 1]

    def demand(holds: bool, expected: str) -> None:
        if not holds:
            raise fields.refuse("player", expected)

    if shot.stage in (DOWRY, HAND):
        demand(all(shot.track[seat] < shot.track[actor] for seat in range(n) if seat != actor),
               "whoever stands highest on the track")
        demand((turned == PRINCESS) == (shot.stage == HAND), f"another decision: the card turned up is {turned}")
        demand(shot.stage == HAND or rules.weddings.index(turned) in shot.wed[actor][-1:],
               f"the player who has just taken {turned}")
    elif shot.stage == GIFT:
        demand("any_town" in rules.parts.track[shot.track[actor]], "a player on a space of the track with a town")
    elif shot.stage == LOSE:
        most = [seat for seat in range(n) if shot.raiders[seat] == max(shot.raiders[:n])]
        demand(shot.battle > 0, "another decision: no raiders are in the battle area")
        if shot.raiders[shot.loser] != min(shot.raiders[:n]):
            raise fields.refuse("loser", "a player with the fewest raiders")
        demand(actor == (most[0] if len(most) == 1 else shot.loser), "whoever has most raiders, or the loser at a tie")
    elif shot.stage == CHAPEL:
        demand(all(shot.church[seat] < shot.church[actor] for seat in range(n) if seat != actor),
               "whoever alone has most discs in the church area")
    elif shot.stage == CLOISTER:
        demand(shot.church[actor] >= 4, "a player with four discs in the church area")
    if shot.stage in (CHAPEL, CLOISTER, OVER) and shot.battle:
        raise fields.refuse("battle", "0 after the battle")

