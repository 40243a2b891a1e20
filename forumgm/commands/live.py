"""A text at the present moment of a stored game, for ``forumgm read --game``.

Laws: the database is opened for reading only. The moment is the one that the daemon would read the text in: the
state by replay, the moderators as last read, and the GM's question that still waits for a yes.
"""

from pathlib import Path

import typer

from forumgm.commands.common import no_game, opened
from forumgm.core.items import Channel
from forumgm.core.reading import Reading
from forumgm.language.read import read
from forumgm.language.words import Words


def read_live(text: str, *, game: str, name: str, channel: Channel, config: Path | None, words: Words) -> Reading:
    """Return what the GM makes of a text by ``name``, who may be a player, a moderator or a stranger.

    Raises typer.BadParameter if there is no such game of The Resistance, SettingsError or StoreError.
    """
    from forumgm.app.moderators import Moderators
    from forumgm.app.ports import GameKind
    from forumgm.app.routing import stored_commands, untagged
    from forumgm.core.items import Account
    from forumgm.core.kernel import replay
    from forumgm.core.reading import Kind
    from forumgm.service.wiring import houses_for
    from forumgm.settings import load

    settings = load(config)
    house = houses_for(settings, bot=settings.forum.username)[GameKind.RESISTANCE]
    with opened(config) as store, store.transaction() as tx:
        found = tx.game(game.lower())
        lines = tx.log(game.lower()) if found else []
        if found is None or not lines:
            raise no_game(game)
        if found.kind is not GameKind.RESISTANCE:
            raise typer.BadParameter("it is no game of The Resistance", param_hint="--game")
        state = replay(house.system, house.initial(), [house.codec.decode(line) for line in lines])
        moderators = Moderators(Account("", settings.forum.username)).of(tx, found.subreddit)
        seats = [Account(seat.account, seat.name) for seat in state.table.seats]
        known = [account for account in (*seats, *moderators) if account.name.lower() == name.lower()]
        who = known[0] if known else Account("", name)
        question = tx.question(who.id, channel.value)
    waits = question is not None and question.game == found.id and question.phase == found.phase
    pending = Reading(Kind.CONFIRM, commands=stored_commands(question.commands)) if question and waits else None
    is_moderator = any(account.id == who.id for account in moderators)
    context = house.context(state, found, who, channel=channel, moderator=is_moderator, pending=pending)
    return read(untagged(text, found.id) if channel is Channel.PRIVATE else text, context, words)
