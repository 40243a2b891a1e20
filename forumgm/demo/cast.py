"""The cast: simulated players who want what the rules' bots want, and put it in their own words.

Law: a player decides from the public state, his own role and what was shown to him (``bots.Sight``); his words are
all that the daemon gets.
"""

from dataclasses import dataclass

from forumgm.core.chance import Stream
from forumgm.core.items import Channel
from forumgm.demo import words
from forumgm.games.resistance import views
from forumgm.games.resistance.bots import Sight, Wish, suspicion_of_all, wish
from forumgm.games.resistance.model import State


@dataclass(frozen=True, slots=True)
class Line:
    """What somebody writes, and where."""

    text: str
    in_thread: bool


class Actor:
    """One simulated player."""

    def __init__(self, name: str, nickname: str, stream: Stream) -> None:
        self.name = name
        self.nickname = nickname
        self._stream = stream

    def chance(self, one_in: int) -> bool:
        """Return True once in so many times."""
        return self._stream.below(one_in) == 0

    def answer(self, state: State) -> Line | None:
        """Return what the player writes for what the game waits for from him, None if it waits for nothing."""
        wanted = wish(Sight(state, self.name, suspicion_of_all(state)), self._stream)
        if wanted is None:
            return None
        return Line(self._worded(state, wanted), in_thread=wanted.channel is Channel.THREAD)

    def changed_vote(self, state: State) -> Line:
        """Return a second thought about a vote that was sent."""
        value = "reject" if views.own_vote(state, self.name) == "approve" else "approve"
        text = words.pick(self._stream, (f"Switching to {value}", f"change my vote to {value} please"))
        return Line(text, in_thread=False)

    def talk(self) -> Line:
        """Return some talk."""
        return Line(words.talk(self._stream), in_thread=True)

    def _worded(self, state: State, wanted: Wish) -> str:
        stream, args = self._stream, wanted.args
        match wanted.verb:
            case "vote" if wanted.channel is Channel.THREAD:
                return words.public_vote(args["value"])
            case "vote" | "mission":
                return words.ballot(stream, args["value"])
            case "propose":
                nicknames = {
                    seat.name: seat.nicknames[0] if seat.nicknames else seat.name for seat in state.table.seats
                }
                called = [nicknames[p] if self.chance(2) else p for p in args["team"]]
                return words.proposal(stream, args["team"], called)
            case "deal_card":
                return words.deal(str(args["card"]), args["to"])
            case "use_card":
                return words.use(str(args["card"]), args["target"], args.get("takes"))
            case "play_card":
                return words.play(str(args["card"]), args.get("target"))
            case "decline_card":
                return words.decline(stream, str(args["card"]))
            case "confirm_role":
                return "confirmed, got my role"
        raise ValueError(f"no words for {wanted.verb}")
