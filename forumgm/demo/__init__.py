"""The demo: the real daemon plays a whole game with simulated players on the sandbox forum.

stage.py    the forum, the daemon's process, and forum time   people.py  accounts that write over HTTP
cast.py     what a simulated player does and when             words.py   how he puts it
show.py     what is seen in the terminal                      play.py    the whole evening
"""
