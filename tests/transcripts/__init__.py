"""Whole games as readable files, played through reader, rules, wording and store on the memory forum."""
