"""A scene in a thread of the memory forum, through the whole pipeline, with dice that the test chooses.

scene = Stage("resistance_system", "gm present")
scene.say("ann", "!character Ann skills Sneak")
assert "Sneak" in scene.says("ann", "!roll sneak", 7, 4, 8)
"""

from collections.abc import Sequence

from forumgm.adapters.memory import MemoryForum
from forumgm.adapters.store import SqlStore, open_store
from forumgm.app.journal import SilentJournal
from forumgm.app.narrative_house import NarrativeHouse, SceneDraws
from forumgm.app.ports import Forum, Game, GameKind
from forumgm.app.resistance_house import ResistanceHouse
from forumgm.bootstrap import Rooms, Timing, assemble
from forumgm.core.reading import Kind, ReadContext, Reading
from forumgm.games.narrative.faces import Faces, ScriptedFaces
from forumgm.games.narrative.scene.turn import Draws
from forumgm.reader import make_reader
from forumgm.rendering import Renderer

SECRET = bytes(range(32))
HOUR = 3_600


class ChosenDraws(SceneDraws):
    """The scene's secret with faces that the test names."""

    def __init__(self, secret: bytes, *, scene: str, faces: ScriptedFaces) -> None:
        super().__init__(secret, scene=scene)
        self._faces = faces

    def faces(self, comment: str, *, command: int) -> Faces:  # type: ignore[override]
        return self._faces


class ChosenHouse(NarrativeHouse):
    """The real house; ``next_faces`` come in order of need, or the secret's own where None."""

    next_faces: ScriptedFaces | None = None

    def chance(self, game: Game) -> Draws:
        if self.next_faces is None:
            return super().chance(game)
        return ChosenDraws(game.secret, scene=game.id, faces=self.next_faces)


def silence(text: str, context: ReadContext) -> Reading:
    return Reading(Kind.IGNORE)


class Stage:
    """A forum with a thread in which a moderator, Mara, may open scenes."""

    def __init__(self, *opening: str, with_game: bool = False, store: SqlStore | None = None) -> None:
        self.forum = MemoryForum(bot="gm_bot")
        self.forum.appoint("games", "gm_bot")
        self.forum.appoint("games", "Mara")
        self.store = store or open_store("sqlite:///:memory:")
        self.house = ChosenHouse(bot="gm_bot")
        self.rooms = self.assembled(self.forum, with_game=with_game)
        self.with_game = with_game
        self.thread = self.forum.open_thread("Mara", "games", "The docks at night")
        self.cycle()
        for words in opening:
            self.say("Mara", f"!scene open {words}")

    def assembled(self, forum: Forum, *, with_game: bool) -> Rooms:
        """Put the program together around a forum."""
        return assemble(
            store=self.store,
            forum=forum,
            renderer=Renderer(bot="gm_bot"),
            houses={
                GameKind.NARRATIVE: self.house,
                GameKind.RESISTANCE: ResistanceHouse(bot="gm_bot", defaults={}),
            },
            reader=make_reader() if with_game else silence,
            subreddits=["games"],
            journal=SilentJournal(),
            monotonic=lambda: float(self.forum.now()),
            timing=Timing(close_grace=180, reconcile_wait=60, patience=10**9),
            draw_secret=lambda: SECRET,
        )

    def restart(self) -> None:
        """Forget everything that is not stored, as after a crash."""
        self.rooms = self.assembled(self.forum, with_game=self.with_game)

    def cycle(self, *, after: int = 30, times: int = 2) -> None:
        for _ in range(times):
            self.forum.advance(after)
            self.rooms.daemon.cycle()

    def say(self, name: str, text: str, *faces: int, parent: str | None = None) -> str:
        """Let somebody comment with these dice; return the comment's fullname."""
        source = ScriptedFaces(faces) if faces else None
        self.house.next_faces = source
        comment = self.forum.say(name, self.thread, text, parent=parent)
        self.cycle()
        self.house.next_faces = None
        assert self.errors() == []
        if source is not None:
            source.finish()
        return comment

    def says(self, name: str, text: str, *faces: int, parent: str | None = None) -> str:
        """Let somebody comment with these dice; return the one reply, without its last line."""
        return self.reply(self.say(name, text, *faces, parent=parent))

    def reply(self, comment: str) -> str:
        """Return the one reply below a comment, without its tag line; empty if there is none."""
        found = self.replies(comment)
        assert len(found) <= 1, found
        return found[0].rpartition("\n\n")[0] if found else ""

    def replies(self, comment: str) -> list[str]:
        return [note.body for note in self.forum.posts(self.thread) if note.parent == comment]

    def footer(self, comment: str) -> str:
        """Return the last line of the reply."""
        return self.replies(comment)[0].rpartition("\n\n")[2]

    def posts(self) -> list[str]:
        """Return our comments that answer nobody, oldest first."""
        return [note.body for note in self.forum.posts(self.thread) if note.parent == self.thread]

    def waits(self, hours: int, *faces: int) -> None:
        """Let time pass, with these dice for what is due."""
        source = ScriptedFaces(faces) if faces else None
        self.house.next_faces = source
        self.forum.advance(hours * HOUR)
        self.cycle(after=200, times=4)
        self.house.next_faces = None
        if source is not None:
            source.finish()

    def game(self, game: str = "s1") -> Game:
        with self.store.transaction() as tx:
            found = tx.game(game)
        assert found is not None
        return found

    def log(self, game: str = "s1") -> Sequence[str]:
        with self.store.transaction() as tx:
            return tx.log(game)

    def errors(self) -> list[str]:
        with self.store.transaction() as tx:
            return [f"{g.id}: {g.error}" for g in tx.games() if g.error]
