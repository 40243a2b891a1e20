"""The contract of the forum port and the forums that pass it."""
