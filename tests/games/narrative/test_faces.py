"""narrative.md part D: dice by purpose; scripted faces fit exactly."""

import pytest

from forumgm.games.narrative.faces import (
    POOL,
    WEAPON,
    BadFacesError,
    ScriptedFaces,
    StreamFaces,
    clear_purpose,
    fallout_purpose,
    key,
    repair_purpose,
    stress_purpose,
)

SECRET = bytes(range(32))


def stream(comment: str = "t1_abc123", command: int = 0) -> StreamFaces:
    return StreamFaces(SECRET, scene="g1", comment=comment, command=command)


@pytest.mark.parametrize(
    ("faces", "sides", "expected"),
    [
        (stream(), 10, [9, 10, 10]),
        (stream(), 6, [3, 6, 6, 4]),
        (stream(command=1), 10, [5, 3, 1]),
        (stream("t1_abc124"), 10, [1, 9, 6]),
    ],
)
def test_part_d_vectors(faces: StreamFaces, sides: int, expected: list[int]) -> None:
    assert [faces.draw(POOL, sides=sides) for _ in expected] == expected


def test_part_d_a_pool_across_a_block() -> None:
    faces = stream()
    expected = "9 10 10 10 10 10 9 7 4 3 6 9 2 3 7 8 2 5 6 2 5 5 10 7 5 7 9 2 10 4 8 9 5 3 5 5 1 2 1 3"
    assert " ".join(str(faces.draw(POOL, sides=10)) for _ in range(40)) == expected


def test_each_purpose_has_a_stream_of_its_own() -> None:
    mixed, plain = stream(), stream()
    first = mixed.draw(POOL, sides=10)
    mixed.draw(WEAPON, sides=6)
    mixed.draw(fallout_purpose("Ann"), sides=10)
    assert [first, mixed.draw(POOL, sides=10)] == [plain.draw(POOL, sides=10) for _ in range(2)]


def test_purposes_and_keys() -> None:
    assert key("Old Man--Bob!") == "old_man_bob_"
    assert stress_purpose("u_Ann B", resistance="Body & Mind") == "stress:u_ann_b:body_mind"
    assert (fallout_purpose("Ann"), clear_purpose("Ann"), repair_purpose("Ann")) == (
        "fallout:ann",
        "clear:ann",
        "repair:ann",
    )


def test_scripted_faces_fit_exactly() -> None:
    faces = ScriptedFaces([3, 9])
    assert faces.draw(POOL, sides=6) == 3
    with pytest.raises(BadFacesError, match="does not show 9"):
        faces.draw(POOL, sides=6)
    with pytest.raises(BadFacesError, match="not needed"):
        faces.finish()
    faces.draw(POOL, sides=10)
    faces.finish()
    with pytest.raises(BadFacesError, match="too few"):
        faces.draw(POOL, sides=6)
