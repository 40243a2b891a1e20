"""The sandbox: a stand-in for Reddit on loopback for unmodified PRAW, with pages on which a host tries a game.

``server`` (the app, ``SandboxServer``, ``serve``) is what the rest of the program uses. ``forum`` holds the state
(``things``, ``ids``, ``clock``) and ``storage`` keeps it; ``writing`` and ``letters`` change it; ``sight``, ``trees``
and ``shapes`` show it as Reddit does. ``gate`` is the door of the Reddit side (``tokens``, ``quota``, ``faults``,
``lines``, ``api``), ``control`` and ``export`` are its levers, ``pages`` its web pages.
"""
