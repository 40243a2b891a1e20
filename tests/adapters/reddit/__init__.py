"""The Reddit adapter over real PRAW, against the sandbox."""
