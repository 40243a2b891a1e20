"""forumgm.adapters.reddit."""
