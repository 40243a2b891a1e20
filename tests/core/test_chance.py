"""resistance.md section 6 and narrative.md part D: the published vectors."""

from forumgm.core.chance import GameChance, commitment, roll_stream, roster_order

SECRET = bytes(range(32))
PLAYERS = ["ann", "bob", "cid", "dee", "eve"]


def test_commitment_vector() -> None:
    assert commitment(SECRET) == "becc257b30a7dfc35bb62ec17e733b4f519b76d860ab3c8458caff27267a7721"


def test_order_block_and_shuffle_vector() -> None:
    block = bytes(GameChance(SECRET, game="g1", roster=PLAYERS).stream("order").byte() for _ in range(1))
    assert block == bytes.fromhex("d1")
    chance = GameChance(SECRET, game="g1", roster=PLAYERS)
    first_block = bytes(chance.stream("order").byte() for _ in range(32)).hex()
    assert first_block == "d1de7b0d592c28db57a1242bd496e62e56fe29c9fa2c472c33d880a17c82f2d8"
    fresh = GameChance(SECRET, game="g1", roster=PLAYERS)
    assert fresh.stream("order").shuffle(PLAYERS) == ["dee", "bob", "ann", "cid", "eve"]


def test_roles_and_deck_vector() -> None:
    chance = GameChance(SECRET, game="g1", roster=PLAYERS)
    roles = chance.stream("roles").shuffle(["spy"] * 2 + ["resistance"] * 3)
    assert {p for p, r in zip(roster_order(PLAYERS), roles, strict=True) if r == "spy"} == {"dee", "eve"}
    cards = ["strong_leader"] * 2 + ["close_eye"] * 2 + ["no_confidence", "opinion_maker", "take_responsibility"]
    assert chance.stream("deck").shuffle(cards) == [
        "close_eye", "no_confidence", "take_responsibility", "strong_leader", "close_eye", "strong_leader",
        "opinion_maker",
    ]  # fmt: skip


def test_roll_vectors() -> None:
    def dice(sides: int, count: int, *, comment: str = "t1_abc123", command: int = 0) -> list[int]:
        stream = roll_stream(SECRET, scene="g1", comment=comment, command=command, purpose="pool")
        return [stream.below(sides) + 1 for _ in range(count)]

    assert dice(10, 3) == [9, 10, 10]
    assert dice(6, 4) == [3, 6, 6, 4]
    assert dice(10, 3, command=1) == [5, 3, 1]
    assert dice(10, 3, comment="t1_abc124") == [1, 9, 6]
    assert dice(10, 40) == [
        9, 10, 10, 10, 10, 10, 9, 7, 4, 3, 6, 9, 2, 3, 7, 8, 2, 5, 6, 2,
        5, 5, 10, 7, 5, 7, 9, 2, 10, 4, 8, 9, 5, 3, 5, 5, 1, 2, 1, 3,
    ]  # fmt: skip
