"""A scene: characters, stakes and rolls in a thread, as an event-sourced rule system (see `system`)."""
