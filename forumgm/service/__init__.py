"""The service: the daemon's process from start to stop, and what an operator asks of it.

Map: ``process`` (signals, threads, exit codes), ``heart`` (what the worker thread does in each beat), ``wiring``
(settings to rooms), ``terms`` (what follows from settings), ``guard`` (no network while we stop), ``starts`` (what a
start finds, and how long it waits after crashes), ``upkeep`` (retention), ``notify`` (systemd), ``checkup`` (is
everything there) with ``samples`` (a view for every template), ``doctor`` (do stored games agree with their logs),
``recovery`` (a game set aside goes on), ``reliving`` (a restored database catches up with the forum), ``pages`` and
``gallery`` (what the web pages get to see).
"""

from forumgm.service.process import serve

__all__ = ["serve"]
