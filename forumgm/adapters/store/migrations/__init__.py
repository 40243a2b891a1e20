"""Migrations: how the tables came to be, one file in ``versions/`` for each revision."""
