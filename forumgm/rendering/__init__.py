"""forumgm.rendering."""
