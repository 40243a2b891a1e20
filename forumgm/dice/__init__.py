"""forumgm.dice."""
