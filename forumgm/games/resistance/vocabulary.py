"""The rows of all commands of The Resistance: reading, legality, help and the docs come from here.

Laws: a row's name is the order's verb; phases and channels are where the order can be meant at all, the rules of turn,
hand and time are the game's own (resistance.md section 8, hosting.md).
"""

from forumgm.core.items import Channel
from forumgm.core.verbs import Arg, Parameter, Verb, Weight, Who

_THREAD = frozenset({Channel.THREAD})
_PRIVATE = frozenset({Channel.PRIVATE})
_PLAY = frozenset(
    {
        "strong_leader_window",
        "plot_deal",
        "card_choice",
        "proposal",
        "team_vote",
        "no_confidence_window",
        "spotlight_window",
        "mission",
        "close_eye_window",
    }
)
_OPEN = frozenset({"signup"})

_CARD = Parameter("card", Arg.CARD)
_OPTIONAL_CARD = Parameter("card", Arg.CARD, required=False)
_TO = Parameter("to", Arg.PLAYER, before=("to", "->", "for", "=>", ":"))
_TARGET = Parameter("target", Arg.PLAYER, required=False, before=("on", "at", "against", "from", "to"))
_PLAYER = Parameter("player", Arg.PLAYER)
_HOLDER = Parameter("player", Arg.PLAYER, before=("from", "of", "for"))
_BALLOT = Parameter("value", Arg.BALLOT, before=("to", "as", "="))
_TEXT = Parameter("text", Arg.TEXT)

SEATS = (
    Verb("sign_up", ("join", "in"), "You have a seat, and the nicknames you give.", "!join as Bex, Bexy",
         (Parameter("nicknames", Arg.NAMES, required=False, before=("as",)),), who=Who.ANYONE,
         phases=_OPEN, told_by_game=True),
    Verb("leave", ("leave", "out"), "Your seat is free again.", "!leave", who=Who.ANYONE, phases=_OPEN,
         told_by_game=True),
    Verb("move_to_reserve", ("reserve",), "You are on the reserve list.", "!reserve", who=Who.ANYONE),
    Verb("handshake", ("handshake", "ready"), "Your seat is ready: your messages reach the GM.", "!handshake CODE",
         (Parameter("code", Arg.TEXT, required=False),), channels=_PRIVATE, phases=_OPEN),
    Verb("confirm_role", ("confirm", "confirmed"), "The GM knows that you read your role.", "!confirm",
         channels=_PRIVATE, reads_bare=True),
    Verb("quit", ("quit",), "The moderators look for somebody to take your seat.", "!quit", phases=_PLAY,
         ask_first=True),
    Verb("note_absence", ("away", "vla"), "Everybody can see that you are away.", "!away until Sunday night", (_TEXT,)),
    Verb("quiet", ("quiet",), "The GM sends you no receipts (`!quiet off`: again).", "!quiet",
         (Parameter("on", Arg.CHOICE, required=False, choices=("on", "off")),), reads_bare=True),
)  # fmt: skip

TEAMS = (
    Verb("propose", ("propose", "team"), "The team is proposed, final; the vote on it is open.", "!propose @a @b @c",
         (Parameter("team", Arg.PLAYERS),), channels=_THREAD, phases=frozenset({"proposal", "plot_deal"}),
         who=Who.LEADER, weight=Weight.PROPOSAL),
    Verb("vote", ("vote",), "Your vote on the team is down; a later one replaces it.", "!vote approve",
         (_BALLOT,), phases=frozenset({"team_vote"}), weight=Weight.VOTE),
    Verb("withdraw_vote", ("unvote",), "You have no vote on the open ballot.", "!unvote",
         phases=frozenset({"team_vote", "mission"}), weight=Weight.VOTE, reads_bare=True),
    Verb("mission", ("mission",), "Your vote on the mission is down.", "!mission support", (_BALLOT,),
         phases=frozenset({"mission"}), weight=Weight.SABOTAGE),
    Verb("standing", ("standing",), "The order waits and counts when its moment comes.",
         "!standing approve if @a and @b",
         (Parameter("what", Arg.CHOICE, choices=("pass", "use", "approve", "reject", "clear")),
          _OPTIONAL_CARD, _TARGET, Parameter("condition", Arg.CONDITION, required=False)),
         channels=_PRIVATE, phases=_PLAY, weight=Weight.VOTE),
)  # fmt: skip

CARDS = (
    Verb("deal_card", ("deal", "give"), "The card is that player's.", "!deal Strong Leader to @a", (_CARD, _TO),
         channels=_THREAD, phases=frozenset({"plot_deal"}), who=Who.LEADER, weight=Weight.CARD),
    Verb("play_card", ("play",), "The card is played, final.", "!play No Confidence", (_CARD, _TARGET),
         weight=Weight.CARD, phases=_PLAY),
    Verb("use_card", ("use",), "The card takes effect on that player.", "!use Open Up on @a",
         (_OPTIONAL_CARD, _TARGET), phases=_PLAY, weight=Weight.CARD),
    Verb("decline_card", ("pass",), "You don't use the card in this window.", "!pass No Confidence",
         (_OPTIONAL_CARD,), phases=_PLAY, weight=Weight.CARD),
    Verb("withdraw_decline", ("unpass",), "The window is open for you again.", "!unpass No Confidence",
         (_OPTIONAL_CARD,), phases=_PLAY, weight=Weight.CARD),
)  # fmt: skip

QUESTIONS = (
    Verb("me", ("me",), "What you are, know, hold and have sent.", "!me", reads_bare=True),
    Verb("status", ("status",), "Phase, Leader, team, score and when it ends.", "!status", who=Who.ANYONE,
         reads_bare=True),
    Verb("waiting", ("waiting",), "Who is still awaited.", "!waiting", who=Who.ANYONE, reads_bare=True),
    Verb("history", ("history",), "All votes and missions so far.", "!history", who=Who.ANYONE, reads_bare=True),
    Verb("help", ("help",), "What you can send, and when.", "!help propose",
         (Parameter("topic", Arg.TEXT, required=False),), who=Who.ANYONE, reads_bare=True),
    Verb("rules", ("rules",), "A rule in short.", "!rules ties", (Parameter("topic", Arg.TEXT, required=False),),
         who=Who.ANYONE, reads_bare=True),
)  # fmt: skip


def _override(
    name: str, words: str, summary: str, example: str, *parameters: Parameter, ask_first: bool = False
) -> Verb:
    return Verb(name, tuple(words.split("|")), summary, example, parameters, who=Who.MODERATOR, ask_first=ask_first)


OVERRIDES = (
    _override("host", "host", "A game is open for sign-up.", "!host resistance players 8 plot on",
              Parameter("game", Arg.TEXT), Parameter("options", Arg.OPTIONS, required=False)),
    _override("start", "start", "Roles are dealt and the game runs.", "!start"),
    _override("abort", "abort", "The game is over and everything is published.", "!abort", ask_first=True),
    _override("pause", "pause", "All clocks stand still.", "!pause"),
    _override("resume", "resume", "The clocks go on with the time they had left.", "!resume"),
    _override("extend", "extend", "The running period ends that much later.", "!extend 12h",
              Parameter("seconds", Arg.DURATION, before=("by", "for"))),
    _override("close", "close", "The running period ends by its printed defaults.", "!close", ask_first=True),
    _override("remind", "remind", "Everybody awaited gets a reminder.", "!remind"),
    _override("setvote", "setvote", "That player's vote is as you say.", "!setvote @a reject", _PLAYER, _BALLOT),
    _override("strikevote", "strikevote", "That player has no vote down.", "!strikevote @a", _PLAYER),
    _override("void", "void", "The proposal never was.", "!void"),
    _override("propose_for", "propose for|proposefor", "The team is proposed in the Leader's name.",
              "!propose for @l @a @b @c",
              Parameter("leader", Arg.PLAYER), Parameter("team", Arg.PLAYERS, before=("team", ":"))),
    _override("play_for", "play|play for|playfor", "The card is played in that player's name.",
              "!play Spotlight for @a on @b", _CARD, _HOLDER, _TARGET),
    _override("give", "give|givecard", "The card is in that player's hand.", "!give Opinion Maker to @a", _CARD, _TO),
    _override("take", "take|takecard", "The card is out of that player's hand.", "!take Opinion Maker from @a",
              _CARD, _HOLDER),
    _override("leader", "leader", "That player leads.", "!leader @a", _PLAYER),
    _override("replace", "replace", "The seat is the newcomer's once he answers.", "!replace @old @new",
              Parameter("old", Arg.PLAYER),
              Parameter("new", Arg.NEW_NAME, before=("with", "by", "->", "for"))),
    _override("alias", "alias", "The player also answers to that name.", "!alias @a Bexy", _PLAYER,
              Parameter("alias", Arg.NAMES, before=("as", "="))),
    _override("kick", "kick", "The player has no seat.", "!kick @a", _PLAYER, ask_first=True),
    _override("resend", "resend", "The player gets role and open questions again.", "!resend @a", _PLAYER),
    _override("undo", "undo", "The game stands where it stood.", "!undo to 41",
              Parameter("count", Arg.NUMBER, required=False),
              Parameter("to", Arg.NUMBER, required=False, before=("to",)), ask_first=True),
    _override("announce", "announce", "The GM says it in the thread.", "!announce Back on Monday.", _TEXT),
    _override("note", "note", "It stands in the record.", "!note Ruling on edits.", _TEXT),
    _override("log", "log", "The game's events so far, to you.", "!log"),
    _override("pending", "pending", "What is open and when it ends.", "!pending"),
    _override("whois", "whois", "All roles, to you; noted in the record.", "!whois"),
    _override("gm", "gm", "The GM is on or off in this subreddit.", "!gm off",
              Parameter("on", Arg.CHOICE, choices=("on", "off"))),
)  # fmt: skip

ROWS: tuple[Verb, ...] = (*SEATS, *TEAMS, *CARDS, *QUESTIONS, *OVERRIDES)
"""Every command, in the order of help."""
