"""forumgm.games."""
