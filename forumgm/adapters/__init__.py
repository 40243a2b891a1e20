"""The adapters: everything that meets the outside, each behind a port of the app and none knowing another.

reddit, memory   forums                                     store       the database
shadow, past     a forum that is only read; a forum as it was at a moment since a backup
scheduler        the daemon's heartbeat                     clock       the only wall clock
journal          the log                                    metrics     numbers for Prometheus
"""
