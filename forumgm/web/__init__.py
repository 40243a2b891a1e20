"""forumgm.web."""
