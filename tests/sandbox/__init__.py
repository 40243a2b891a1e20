"""The sandbox forum, judged from outside through PRAW and HTTP."""
