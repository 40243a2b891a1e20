"""The commands of the program, a file for each group; each has ``register(app)``, and ``cli`` loads it when needed.

Results go to standard output, everything else to standard error. Exit codes: 0 done, 1 found something wrong that the
command looks for, 2 bad usage or bad configuration (interfaces.md, "Commands").
"""
