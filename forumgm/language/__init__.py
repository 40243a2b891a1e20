"""forumgm.language."""
