"""forumgm.sandbox."""
