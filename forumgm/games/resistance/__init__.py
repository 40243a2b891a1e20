"""The Resistance on a forum, as three pure functions: ``decide``, ``apply``, ``react``.

    terms, tables, options   the words and numbers of the rules, and what a host can choose
    model                    the state, and predicates that speak like a referee
    events                   what can happen: a class for each row of the record; order_text writes standing orders
    applying/                what each event does to the state       evolve   cheap new values
    phases                   where the game stands then (TRANSITIONS)
    follow_up                what the GM does of itself, to a fixed point
    actions/, cards/         players' commands and plot cards: a file and a row each (row types in pieces)
    overrides/               what moderators may do to a running game
    guards, refusals         the ladder every order climbs, and every way to say no
    voting, windows, dealing, standing, idle, starting, nicknames    the rules in verbs, shared by the above
    ceilings, hosting        everything that is due; orders of clock, GM and host
    ledger, system           one decision, and the wiring
    bots, simulate           players that know what they may know, and games without a forum
    vocabulary, views, posts ...    what is read and what is said

Laws: a refusal changes nothing; chance is drawn in ``decide`` and stored as a result; nothing public depends on a role.
"""
