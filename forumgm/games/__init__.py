"""The games: rule systems as pure functions. They don't know each other; the app meets each through its house.

resistance   The Resistance with plot cards
narrative    scenes with dice: four rules texts on two engines
"""
