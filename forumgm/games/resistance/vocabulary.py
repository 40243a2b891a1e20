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
    Verb("sign_up", ("join", "in"), "Take a seat; the names behind `as` are your nicknames.", "!join as Bex, Bexy",
         (Parameter("nicknames", Arg.NAMES, required=False, before=("as",)),), who=Who.ANYONE,
         phases=_OPEN, told_by_game=True),
    Verb("leave", ("leave", "out"), "Give your seat back before the start.", "!leave", who=Who.ANYONE, phases=_OPEN,
         told_by_game=True),
    Verb("move_to_reserve", ("reserve",), "Be a substitute, should a seat come free.", "!reserve", who=Who.ANYONE),
    Verb("handshake", ("handshake", "ready"), "Answer the GM's code: then your seat is ready.", "!handshake CODE",
         (Parameter("code", Arg.TEXT, required=False),), channels=_PRIVATE, phases=_OPEN),
    Verb("confirm_role", ("confirm", "confirmed"), "Say that you have read your role.", "!confirm",
         channels=_PRIVATE, reads_bare=True),
    Verb("quit", ("quit",), "Ask for somebody to take over your seat.", "!quit", phases=_PLAY,
         ask_first=True),
    Verb("note_absence", ("away", "vla"), "Say that you are away; I tell the moderators.",
         "!away until Sunday night", (_TEXT,)),
    Verb("quiet", ("quiet",), "Stop the receipts for your votes; `!quiet off` brings them back.", "!quiet",
         (Parameter("on", Arg.CHOICE, required=False, choices=("on", "off")),), who=Who.ANYONE,
         reads_bare=True),
)  # fmt: skip

TEAMS = (
    Verb("propose", ("propose", "team"), "Propose a team. Final; the vote on it opens at once.", "!propose @a @b @c",
         (Parameter("team", Arg.PLAYERS),), channels=_THREAD, phases=frozenset({"proposal", "plot_deal"}),
         who=Who.LEADER, weight=Weight.PROPOSAL),
    Verb("vote", ("vote",), "Vote on the team, `approve` or `reject`; a later vote replaces it.", "!vote approve",
         (_BALLOT,), phases=frozenset({"team_vote"}), weight=Weight.VOTE),
    Verb("withdraw_vote", ("unvote",), "Take your vote back while it is open.", "!unvote",
         phases=frozenset({"team_vote", "mission"}), weight=Weight.VOTE, reads_bare=True),
    Verb("mission", ("mission",), "Play your mission card, `support` or `sabotage`.", "!mission support", (_BALLOT,),
         phases=frozenset({"mission"}), weight=Weight.SABOTAGE),
    Verb("standing", ("standing",), "Decide ahead: the order waits and counts when its moment comes.",
         "!standing approve if @a and @b",
         (Parameter("what", Arg.CHOICE, choices=("pass", "use", "approve", "reject", "clear")),
          _OPTIONAL_CARD, _TARGET, Parameter("condition", Arg.CONDITION, required=False)),
         channels=_PRIVATE, phases=_PLAY, weight=Weight.VOTE),
)  # fmt: skip

CARDS = (
    Verb("deal_card", ("deal", "give"), "Give a drawn card to a player.", "!deal Strong Leader to @a", (_CARD, _TO),
         channels=_THREAD, phases=frozenset({"plot_deal"}), who=Who.LEADER, weight=Weight.CARD),
    Verb("play_card", ("play",), "Play a card from your hand. Final.", "!play No Confidence", (_CARD, _TARGET),
         weight=Weight.CARD, phases=_PLAY),
    Verb("use_card", ("use",), "Say on whom a card that acts at once takes effect.", "!use Open Up on @a",
         (_OPTIONAL_CARD, _TARGET), phases=_PLAY, weight=Weight.CARD),
    Verb("decline_card", ("pass",), "Let your card's moment go by; you keep the card.", "!pass No Confidence",
         (_OPTIONAL_CARD,), phases=_PLAY, weight=Weight.CARD),
    Verb("withdraw_decline", ("unpass",), "Take your pass back while the window is open.", "!unpass No Confidence",
         (_OPTIONAL_CARD,), phases=_PLAY, weight=Weight.CARD),
)  # fmt: skip

QUESTIONS = (
    Verb("me", ("me",), "See your role, what you know, your cards and your vote.", "!me", who=Who.ANYONE,
         reads_bare=True),
    Verb("status", ("status",), "See Leader, team, score and how long there is.", "!status", who=Who.ANYONE,
         reads_bare=True),
    Verb("waiting", ("waiting",), "See who is still awaited.", "!waiting", who=Who.ANYONE, reads_bare=True),
    Verb("history", ("history",), "See all votes and missions so far.", "!history", who=Who.ANYONE, reads_bare=True),
    Verb("help", ("help",), "See what you can send; with a word, more about that command.", "!help propose",
         (Parameter("topic", Arg.TEXT, required=False),), who=Who.ANYONE, reads_bare=True),
    Verb("rules", ("rules",), "Read a rule in short.", "!rules ties", (Parameter("topic", Arg.TEXT, required=False),),
         who=Who.ANYONE, reads_bare=True),
)  # fmt: skip


def _override(
    name: str, words: str, summary: str, example: str, *parameters: Parameter, ask_first: bool = False
) -> Verb:
    return Verb(name, tuple(words.split("|")), summary, example, parameters, who=Who.MODERATOR, ask_first=ask_first)


OVERRIDES = (
    _override("host", "host", "Open a game for sign-up.", "!host resistance players 8 plot on",
              Parameter("game", Arg.TEXT), Parameter("options", Arg.OPTIONS, required=False)),
    _override("start", "start", "Deal the roles and begin.", "!start"),
    _override("abort", "abort", "End the game; everything is published.", "!abort", ask_first=True),
    _override("pause", "pause", "Stop all clocks.", "!pause"),
    _override("resume", "resume", "Start the clocks again with the time they had left.", "!resume"),
    _override("extend", "extend", "Let the running period end that much later.", "!extend 12h",
              Parameter("seconds", Arg.DURATION, before=("by", "for"))),
    _override("close", "close", "End the running period now, by its printed defaults.", "!close", ask_first=True),
    _override("remind", "remind", "Remind everybody who is awaited.", "!remind"),
    _override("setvote", "setvote", "Set a player's vote.", "!setvote @a reject", _PLAYER, _BALLOT),
    _override("strikevote", "strikevote", "Strike a player's vote.", "!strikevote @a", _PLAYER),
    _override("void", "void", "Cancel the open proposal, as if it had not been made.", "!void"),
    _override("propose_for", "propose for|proposefor", "Propose a team in the Leader's name.",
              "!propose for @l @a @b @c",
              Parameter("leader", Arg.PLAYER), Parameter("team", Arg.PLAYERS, before=("team", ":"))),
    _override("play_for", "play|play for|playfor", "Play a card in a player's name.",
              "!play Spotlight for @a on @b", _CARD, _HOLDER, _TARGET),
    _override("give", "give|givecard", "Put a card into a player's hand.", "!give Opinion Maker to @a", _CARD, _TO),
    _override("take", "take|takecard", "Take a card out of a player's hand.", "!take Opinion Maker from @a",
              _CARD, _HOLDER),
    _override("leader", "leader", "Make a player Leader.", "!leader @a", _PLAYER),
    _override("replace", "replace", "Give a seat to somebody else, once he has answered.", "!replace @old @new",
              Parameter("old", Arg.PLAYER),
              Parameter("new", Arg.NEW_NAME, before=("with", "by", "->", "for"))),
    _override("alias", "alias", "Teach the GM one more name for a player.", "!alias @a Bexy", _PLAYER,
              Parameter("alias", Arg.NAMES, before=("as", "="))),
    _override("kick", "kick", "Take a player or a reserve out of the game.", "!kick @a",
              Parameter("player", Arg.PLAYER, or_reserve=True), ask_first=True),
    _override("resend", "resend", "Send a player his role and open questions again.", "!resend @a", _PLAYER),
    _override("undo", "undo", "Take back the last order, the last few, or all since a post.", "!undo to 41",
              Parameter("count", Arg.NUMBER, required=False),
              Parameter("to", Arg.NUMBER, required=False, before=("to",)), ask_first=True),
    _override("announce", "announce", "Say something in the thread as the GM.", "!announce Back on Monday.", _TEXT),
    _override("note", "note", "Write something into the record only.", "!note Ruling on edits.", _TEXT),
    _override("log", "log", "See what happened in the game so far.", "!log"),
    _override("pending", "pending", "See what is open and until when.", "!pending"),
    _override("whois", "whois", "See all roles; noted in the record and told at the end.", "!whois"),
    _override("link", "link|dashboard", "Get a link to the moderators' page; it works once.", "!link"),
    _override("gm", "gm", "Switch the GM off or on in this subreddit.", "!gm off",
              Parameter("on", Arg.CHOICE, choices=("on", "off"))),
)  # fmt: skip

ROWS: tuple[Verb, ...] = (*SEATS, *TEAMS, *CARDS, *QUESTIONS, *OVERRIDES)
"""Every command, in the order of help."""
