"""forumgm.adapters."""
