"""forumgm: an automated Game Master for games played in forum threads."""
