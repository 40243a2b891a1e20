"""forumgm.games.resistance."""
