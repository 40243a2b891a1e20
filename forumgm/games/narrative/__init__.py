"""forumgm.games.narrative."""
