"""forumgm: an automated Game Master for games played in forum threads.

The map of the house, in the order in which a comment goes through it (docs/architecture.md draws it):

    adapters    the forum, the database, clock and log          sandbox    a stand-in for the forum
    app         what happens to an item, a deadline, a writing; the ports that adapters fulfil
    language    what people write -> commands                   reader     with the words of a running program
    games       the rules: resistance, narrative                dice       plain dice
    core        items, orders, events, effects, chance; one step of any rule system, and replay
    rendering   views -> the forum's Markdown                   record     export, verify and tell a game
    web         status pages and pictures                       settings   what an operator can set
    bootstrap   the only place where ports meet adapters
    service     the daemon's process                            demo       a whole game, played by itself
    commands    the command line, started by cli

Law: imports go down one list only, which import-linter checks (pyproject.toml).
"""
