"""The referee on seats: opening, sign-up, nicknames, the start with its draws, replacement.

Law: order, roles and deck follow from the secret and the roster alone (resistance.md 6); the first ten ready
seats play.
"""

from forumgm.core.chance import GameChance, commitment, roster_order
from forumgm.record.desk import Desk, Seat
from forumgm.record.lines import Event
from forumgm.record.options import FEWEST_PLAYERS, MOST_PLAYERS, read_rules
from forumgm.record.verdict import Flaw, quote

VERSION = 1

_VOCABULARY = frozenset({"approve", "reject", "support", "sabotage", "pass", "use", "me", "all", "yes", "no"})
_TYPO_LENGTH = 4
_MOST_COMPARED = 100  # a crowd is compared for equal words only, so that reading stays linear


def game_opened(desk: Desk, event: Event) -> None:
    """Take the version, the options and the commitment from the first line."""
    if desk.opened_at is not None:
        desk.breach(Flaw.OUT_OF_TURN, "game_opened stands twice; a record is one game.")
        return
    desk.opened_at = event.at
    version = event.data["version"]
    desk.law(version == VERSION, Flaw.WRONG_VERSION, f"version is {quote(version)}; this program reads {VERSION}.")
    desk.game = event.data["game"].lower()
    desk.commitment = event.data["commitment"]
    desk.rules = read_rules(event.data.get("options", {}), seq=event.seq, found=desk.found)
    if desk.seed is not None and commitment(desk.seed) != desk.commitment:
        desk.breach(Flaw.WRONG_COMMITMENT, "The commitment is not that of the secret in game_ended.")
        desk.seed = None


def player_joined(desk: Desk, event: Event) -> None:
    """A seat is taken before the start, one for each account."""
    name = event.data["player"]
    signup = desk.signup
    desk.rule(desk.started_seq is None, Flaw.OUT_OF_TURN, "player_joined after the start; then it is reserve_joined.")
    desk.rule(name.lower() not in signup.seats, Flaw.SEAT_RULE, f"{quote(name)} has a seat already.")
    account = event.data.get("account")
    if account is not None and len(signup.seats) < _MOST_COMPARED:
        taken = any(seat.account == account for seat in signup.seats.values())
        desk.rule(not taken, Flaw.SEAT_RULE, f"The account of {quote(name)} has a seat already.")
    _expect_no_viewer(desk, name)
    signup.seats[name.lower()] = Seat(name, account, not desk.rules.flag("handshake"), event.seq, event.at)
    _take_names(desk, name, event.data.get("nicknames", []))


def seat_ready(desk: Desk, event: Event) -> None:
    """The player of a seat has answered the handshake, once."""
    key = event.data["player"].lower()
    seat = desk.signup.seats.get(key)
    may = seat is not None or desk.started_seq is not None  # a newcomer answers the handshake too
    desk.rule(may, Flaw.SEAT_RULE, f"{quote(event.data['player'])} has no seat to make ready.")
    desk.rule(key not in desk.signup.said_ready, Flaw.SEAT_RULE, f"The seat of {quote(key)} is ready already.")
    desk.rule(
        event.data["player"] not in desk.table.names, Flaw.OUT_OF_TURN, f"{quote(key)} plays and needs no seat_ready."
    )
    desk.signup.said_ready.add(key)
    if seat is not None:
        desk.rule(event.at >= seat.joined_at, Flaw.TOO_EARLY, f"{quote(key)} was ready before he had a seat.")
        desk.law(seat.name == event.data["player"], Flaw.UNKNOWN_PLAYER, f"The seat is that of {quote(seat.name)}.")
        seat.ready = True


def player_left(desk: Desk, event: Event) -> None:
    """A seat is free again; once the game runs only reserves can leave."""
    name = event.data["player"]
    key = name.lower()
    signup = desk.signup
    desk.rule(name not in desk.table.names, Flaw.OUT_OF_TURN, f"{quote(name)} plays; a player is replaced instead.")
    known = key in signup.seats or key in signup.reserves
    desk.rule(known, Flaw.SEAT_RULE, f"{quote(name)} has no seat to leave.")
    signup.seats.pop(key, None)
    signup.reserves.discard(key)
    signup.said_ready.discard(key)
    _drop_names(desk, key)
    signup.words.pop(key, None)


def reserve_joined(desk: Desk, event: Event) -> None:
    """Somebody waits as a reserve."""
    name = event.data["player"]
    key = name.lower()
    desk.rule(key not in desk.signup.reserves, Flaw.SEAT_RULE, f"{quote(name)} is a reserve already.")
    desk.rule(name not in desk.table.names, Flaw.SEAT_RULE, f"{quote(name)} plays and cannot be a reserve.")
    desk.signup.reserves.add(key)
    _take_names(desk, name, event.data.get("nicknames", []))


def nickname_set(desk: Desk, event: Event) -> None:
    """A player's nicknames are these from now on."""
    name = event.data["player"]
    _expect_known(desk, name)
    _drop_names(desk, name.lower())
    _take_names(desk, name, event.data["nicknames"])


def player_absent(desk: Desk, event: Event) -> None:
    """A player of this game says that he is away."""
    _expect_known(desk, event.data["player"])


def _expect_known(desk: Desk, name: str) -> None:
    key = name.lower()
    known = name in desk.table.names or key in desk.signup.seats or key in desk.signup.reserves
    desk.law(known, Flaw.UNKNOWN_PLAYER, f"{quote(name)} has no seat in this game.")


def _expect_no_viewer(desk: Desk, name: str) -> None:
    saw = name.lower() in desk.signup.viewers
    desk.law(not saw, Flaw.SAW_SECRETS, f"{quote(name)} has looked at secrets of this game and can take no seat.")


def _drop_names(desk: Desk, owner: str) -> None:
    words = desk.signup.words
    for word in desk.signup.nicknames.pop(owner, []):
        if words.get(word) == owner and word != owner:
            del words[word]


def _take_names(desk: Desk, name: str, nicknames: list[str]) -> None:
    words, owner = desk.signup.words, name.lower()
    for nickname in nicknames[:_MOST_COMPARED]:
        word = nickname.lower()
        desk.rule(word not in _VOCABULARY, Flaw.NICKNAME_TAKEN, f"{quote(nickname)} is a word of the game.")
        near = word if word in words else _one_typo_away(desk, word, owner)
        taken = near is not None and words[near] != owner
        desk.rule(not taken, Flaw.NICKNAME_TAKEN, f"{quote(nickname)} is, or is one typo from, {quote(near)}.")
    desk.signup.nicknames[owner] = [nickname.lower() for nickname in nicknames]
    for word in (owner, *desk.signup.nicknames[owner]):
        words.setdefault(word, owner)


def _one_typo_away(desk: Desk, word: str, owner: str) -> str | None:
    words = desk.signup.words
    if len(words) > _MOST_COMPARED or not _TYPO_LENGTH <= len(word) <= _MOST_COMPARED:
        return None
    others = (other for other, whose in words.items() if whose != owner and len(other) >= _TYPO_LENGTH)
    return next((other for other in others if _is_one_typo(word, other)), None)


def _is_one_typo(a: str, b: str) -> bool:
    if abs(len(a) - len(b)) > 1:
        return False
    short, long = sorted((a, b), key=len)
    i = next((i for i, (x, y) in enumerate(zip(short, long, strict=False)) if x != y), len(short))
    rest = short[i:] if len(short) < len(long) else short[i + 1 :]
    return rest == long[i + 1 :]


def game_started(desk: Desk, event: Event) -> None:
    """Everything drawn at the start follows from the secret; everybody ready plays."""
    if desk.started_seq is not None:
        desk.breach(Flaw.OUT_OF_TURN, "game_started stands twice.")
        return
    order = event.data["order"]
    players = len(order)
    desk.law(len(set(order)) == players, Flaw.WRONG_ROSTER, "order names somebody twice.")
    if not FEWEST_PLAYERS <= players <= MOST_PLAYERS:
        desk.breach(Flaw.WRONG_ROSTER, f"{players} players start; 5 to 10 can play.")
        return
    _expect_roster(desk, order)
    desk.started_seq = event.seq
    desk.starters = frozenset(order)
    table = desk.table
    table.names = list(order)
    table.hands = [[] for _ in order]
    table.standing = [[] for _ in order]
    leader = event.data["leader"]
    desk.law(
        leader == order[0], Flaw.WRONG_LEADER, f"leader is {quote(leader)}; the first of order is {quote(order[0])}."
    )
    same = event.data["commitment"] == desk.commitment
    desk.law(same, Flaw.WRONG_COMMITMENT, "The commitment is not the one of game_opened.")
    if desk.reduced:
        desk.law("roles" not in event.data, Flaw.PUBLIC_LEAK, "A public record of a running game names no roles.")
    else:
        _take_roles(desk, event)
    _check_draws(desk, event)
    desk.due("round_started", round=1, leader=order[0])


def _expect_roster(desk: Desk, order: list[str]) -> None:
    seats = sorted(desk.signup.seats.values(), key=lambda seat: seat.number)
    ready = [seat.name for seat in seats if seat.ready][:MOST_PLAYERS]
    desk.rule(
        set(order) == set(ready),
        Flaw.WRONG_ROSTER,
        f"order is {quote(order)}; the first ten ready seats are {quote(ready)}.",
    )


def _take_roles(desk: Desk, event: Event) -> None:
    roles, order = event.data["roles"], event.data["order"]
    spies = desk.rules.spies(len(order))
    count = sum(role == "spy" for role in roles.values())
    fits = roles.keys() == set(order)
    desk.law(fits, Flaw.WRONG_ROLES, "roles must name exactly the players of order.")
    desk.law(count == spies, Flaw.WRONG_ROLES, f"{count} spies; {len(order)} players have {spies}.")
    if fits:
        desk.table.roles = [roles[name] for name in order]


def _check_draws(desk: Desk, event: Event) -> None:
    if desk.seed is None:
        return
    order = event.data["order"]
    chance = GameChance(desk.seed, game=desk.game, roster=order)
    roster = roster_order(order)
    spies = desk.rules.spies(len(order))
    try:
        right_order = chance.stream("order").shuffle(roster)
        dealt = chance.stream("roles").shuffle(["spy"] * spies + ["resistance"] * (len(order) - spies))
        desk.deck = chance.stream("deck").shuffle(desk.rules.deck(len(order)))
    except UnicodeEncodeError:
        desk.breach(Flaw.WRONG_ROSTER, "Game and names must be ASCII; nothing could be drawn for these.")
        return
    desk.chance = chance
    desk.law(order == right_order, Flaw.WRONG_DRAW, f"order is {quote(order)}; the secret gives {quote(right_order)}.")
    roles = event.data.get("roles")
    right = dict(zip(roster, dealt, strict=True))
    named = [name for name in roster if right[name] == "spy"]
    desk.law(roles == right, Flaw.WRONG_DRAW, f"roles differ from the secret, which makes {quote(named)} the spies.")


def player_replaced(desk: Desk, event: Event) -> None:
    """A seat has a new player: role, cards, votes and place stay (hosting.md)."""
    old, new = event.data["old"], event.data["new"]
    table, signup = desk.table, desk.signup
    desk.law(desk.override_at is not None, Flaw.NEEDS_OVERRIDE, "Only a moderator replaces; no overridden comes first.")
    _expect_no_viewer(desk, new)
    playing = {name.lower() for name in table.names} or signup.seats.keys()
    desk.law(new.lower() not in playing, Flaw.SEAT_RULE, f"{quote(new)} has a seat already.")
    if desk.started_seq is None:
        seat = signup.seats.pop(old.lower(), None)
        desk.law(seat is not None, Flaw.UNKNOWN_PLAYER, f"{quote(old)} has no seat to give up.")
        if seat is not None:
            signup.seats[new.lower()] = Seat(new, event.data.get("account"), seat.ready, seat.number, seat.joined_at)
        return
    number = desk.seat("old")
    if number is None:
        return
    table.names[number] = new
    table.standing[number] = []
    table.replaced_at = event.at
    table.seated_at[number] = event.at
    table.replaced_in_pause = table.replaced_in_pause or table.paused_at is not None
    signup.words.setdefault(new.lower(), new.lower())
    signup.reserves.discard(new.lower())


def missing_reserves(desk: Desk) -> None:
    """Note each seat that neither played nor was made a reserve."""
    if desk.started_seq is None:
        return
    for key, seat in desk.signup.seats.items():
        started = seat.name in desk.starters
        if not started and key not in desk.signup.reserves:
            desk.found.add(
                desk.started_seq,
                Flaw.WRONG_ROSTER,
                f"{quote(seat.name)} had a seat and neither plays nor is a reserve.",
            )
