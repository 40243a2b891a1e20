"""After a restore from a backup (hosting.md): our own posts are found by tag, what people wrote is handled again."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from forumgm.adapters.store import RESTORED, SqlStore, backup, open_store
from forumgm.app.daemon import Sources
from forumgm.app.journal import SilentJournal
from forumgm.app.places import Place
from forumgm.app.ports import Forum, ForumUnreachableError, Game, GameKind, GameStatus, RowState
from forumgm.bootstrap import Rooms, Timing, assemble
from forumgm.service.recovery import retry
from forumgm.service.reliving import Relived, Reliving, is_behind
from tests.app.scenes import Stage
from tests.app.village import NAMES, READER, RENDERER, SUBREDDIT, Village


class Restored:
    """A village whose database is put back from a copy in the middle of a game."""

    def __init__(self, folder: Path) -> None:
        self.url = f"sqlite:///{folder / 'games.sqlite3'}"
        self.copy = folder / "copy.sqlite3"
        self.village = Village(store=open_store(self.url))
        self.house = self.village.house

    def started(self, words: str = "players 5 plot on") -> Game:
        game = self.village.open(words)
        self.village.seat(game, NAMES[:5])
        self.village.forum.write("mara", "!start")
        self.village.cycle(3)
        return game

    def back_up(self) -> None:
        backup(self.url, self.copy)

    def put_back(self, *, marked: bool = True) -> None:
        """Lose the database and put the copy in its place; the forum stays as it is."""
        self.village.store.close()
        self.village.store = open_store(f"sqlite:///{self.copy}")
        if marked:
            with self.village.store.transaction() as tx:
                tx.set_value(RESTORED, 1)
        self.village.rooms = self.rooms(self.village.forum)

    def rooms(self, forum: Forum) -> Rooms:
        village = self.village
        return assemble(
            store=village.store,
            forum=forum,
            renderer=RENDERER,
            houses={GameKind.RESISTANCE: self.house},
            reader=READER,
            subreddits=[SUBREDDIT],
            places=lambda _subreddit: Place(),
            journal=SilentJournal(),
            monotonic=lambda: float(village.forum.now()),
            timing=Timing(),
        )

    def relive(self, *, moments: int | None = None) -> Relived:
        left = iter(range(moments)) if moments is not None else None
        reliving = Reliving(
            store=self.village.store,
            forum=self.village.forum,
            sources=Sources([SUBREDDIT]),
            furnish=self.rooms,
            progress=lambda: left is None or next(left, None) is not None,
        )
        return reliving.run()

    def store(self) -> SqlStore:
        return self.village.store

    def game(self, game: Game) -> Game:
        with self.village.store.transaction() as tx:
            found = tx.game(game.id)
        assert found is not None
        return found

    def messages(self) -> Counter[str]:
        """Return how often the GM has sent each message."""
        return Counter(m.body for m in self.village.forum.own_messages(10_000))


@pytest.fixture
def restored(tmp_path: Path) -> Iterator[Restored]:
    made = Restored(tmp_path)
    yield made
    made.village.store.close()


def test_after_a_restore_the_daemon_knows_its_posts_and_the_game_stands_where_it_stood(restored: Restored) -> None:
    """Nothing is posted twice, nothing is lost, and the seats' game is the same."""
    village = restored.village
    game = restored.started()
    restored.back_up()
    before = restored.game(game).posts
    village.play_on(game, 12)
    texts, messages = village.texts(game), restored.messages()
    known = village.state(game)
    assert restored.game(game).posts > before + 2, "the game went on after the backup"
    restored.put_back()
    assert village.state(game) != known
    found = restored.relive()
    village.cycle(4)
    assert not found.asked
    assert found.posts >= 3
    assert village.texts(game) == texts, "nothing is posted twice"
    assert restored.messages() == messages, "no message is sent twice"
    after = village.state(game)
    assert after.phase == known.phase
    assert after.awaited() == known.awaited()
    assert after.players == known.players
    with restored.store().transaction() as tx:
        assert tx.value(RESTORED) is None
        assert not tx.rows_in(RowState.QUEUED)
    assert village.play(game).is_over, "and it goes on to its end"


def test_breaking_off_loses_nothing(restored: Restored) -> None:
    """A stop or an outage in the middle: the next start goes on from there."""
    village = restored.village
    game = restored.started()
    restored.back_up()
    village.play_on(game, 8)
    texts, phase = village.texts(game), village.state(game).phase
    restored.put_back()
    for moments in (1, 2, 3):
        with pytest.raises(ForumUnreachableError):
            restored.relive(moments=moments)
    with restored.store().transaction() as tx:
        assert tx.value(RESTORED) is not None
    assert not restored.relive().asked
    village.cycle(4)
    assert village.texts(game) == texts
    assert village.state(game).phase == phase


def test_where_forum_and_database_disagree_the_game_stops_with_a_question(restored: Restored) -> None:
    """A comment was deleted since: what we posted after it does not follow any more."""
    village = restored.village
    game = restored.started("players 5 plot off")
    restored.back_up()
    leader = village.state(game).awaited()[0]
    team = ", ".join(village.state(game).players[:2])
    proposal = village.forum.say(leader, game.thread, f"!propose {team}")
    village.cycle(3)
    voter = next(name for name in village.state(game).players if name != leader)
    village.forum.write(voter, "approve")
    village.cycle(2)
    texts, letters = village.texts(game), len(village.forum.inbox(voter))
    first = restored.game(game).posts
    village.forum.delete_as(leader, proposal)
    restored.put_back()
    found = restored.relive()
    assert found.asked == (game.id,)
    assert restored.game(game).status is GameStatus.ASIDE
    village.cycle(3)
    assert village.texts(game) == texts, "nothing is posted while it stands still"
    assert len(village.forum.inbox(voter)) == letters, "his vote waits in order"
    questions = [m.body for m in village.forum.own_messages(100) if "should the game go on" in m.body]
    assert len(questions) == 1
    assert f"post {first}]" in questions[0]
    # The operator lets it go on: the thread hears which posts don't hold, and numbers go on behind them.
    village.forum.say(leader, game.thread, f"!propose {team}")
    village.cycle(2)
    retry(restored.store(), {GameKind.RESISTANCE: restored.house}, RENDERER, game.id)
    village.cycle(4)
    new = village.texts(game)[len(texts) :]
    assert any("doesn't hold" in t and f"My post **{first}**" in t and f"· {first + 1})" in t for t in new)
    assert village.state(game).phase is not None
    assert any("goes on" in m.body for m in village.forum.own_messages(100))


def test_a_game_opened_after_the_backup_has_lost_its_secret(restored: Restored) -> None:
    """Its commitment is on the forum, the secret is gone: it can't go on, and the moderators hear it."""
    village = restored.village
    village.cycle(2)
    restored.back_up()
    lost = village.open("players 5")
    restored.put_back()
    restored.relive()
    assert restored.game(lost).status is GameStatus.ENDED
    village.cycle(3)
    assert any("its secret is lost" in m.body for m in village.forum.own_messages(100))
    assert len(village.forum.topics()) == 1, "no second thread is opened"


def test_a_copy_put_back_by_other_means_is_noticed(restored: Restored) -> None:
    """An intent is committed before it is sent: a number that the database has not reached comes from a later life."""
    village = restored.village
    game = restored.started()
    assert not is_behind(restored.store(), village.forum)
    restored.back_up()
    village.play_on(game, 6)
    restored.put_back(marked=False)
    assert is_behind(restored.store(), village.forum)
    assert not restored.relive().asked
    assert not is_behind(restored.store(), village.forum)


def test_a_database_without_readings_has_nothing_to_live_through(restored: Restored) -> None:
    with restored.store().transaction() as tx:
        tx.set_value(RESTORED, 0)
    assert restored.relive().items == 0


def test_a_scene_finds_its_rolls_again(tmp_path: Path) -> None:
    """narrative.md part D: the dice follow from secret and comment, so the same rolls come to the same replies."""
    copy = tmp_path / "copy.sqlite3"
    url = f"sqlite:///{tmp_path / 'games.sqlite3'}"
    scene = Stage("resistance_system", store=open_store(url))
    scene.say("ann", "!character ann skills Sneak")
    backup(url, copy)
    for _ in range(3):
        scene.say("ann", "!roll sneak")
        scene.say("Mara", "!stakes u/ann diff 1 d6 BODY")
    replies = [note.body for note in scene.forum.posts(scene.thread)]
    record = len(scene.log())
    scene.store.close()
    scene.store = open_store(f"sqlite:///{copy}")
    found = Reliving(
        store=scene.store,
        forum=scene.forum,
        sources=Sources(["games"]),
        furnish=lambda past: scene.assembled(past, with_game=False),
        progress=lambda: True,
    ).run()
    scene.restart()
    scene.cycle(times=4)
    assert not found.asked
    assert [note.body for note in scene.forum.posts(scene.thread)] == replies
    assert len(scene.log()) == record
    scene.store.close()
