"""forumgm.app."""
