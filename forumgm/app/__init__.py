"""The app: what happens to an item, a deadline and a writing, over ports. No vendor, and no rule of a game.

One cycle of the ``daemon``: read, handle, strike, send.

    read      moderators   rights in each subreddit          outage      gaps in reading
              ages, venues   what must be known of accounts and threads before their comments are handled
    handle    intake       one item, one transaction          routing     which game it is for, how it reads there
              ordering     from command to order              table       where the order meets its game
              beside, trials   orders that are no game's own; what an order would do
              replacing    a newcomer takes a seat            courtesy    how often refusals are answered
    host      frontdesk    what moderators say outside of games           hosting     a game comes to be
              scene_door, doorbell   scenes; links to the moderators' page   places      a subreddit's settings
    strike    clockwork    deadlines become orders            calendar    nights and days of pause
    send      desk         effects -> rows of the outbox      dispatch    rows -> the forum
              aftermath    what follows once it is sent       alarms      troubles that are no game's own
              tags         the last line, by which a writing is found again
    around    ports        what adapters fulfil               house       one kind of game, as all this sees it
              resistance_house, narrative_house   the two there are
              marks, keyring   small values in the store      journal, health   what an operator may know
"""
