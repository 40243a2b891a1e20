"""forumgm.adapters.store."""
