"""Tests of the store: one contract on every database, and what each database adds."""
