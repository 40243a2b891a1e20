"""forumgm.record."""
