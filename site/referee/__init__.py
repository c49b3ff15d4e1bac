"""The rules engine: it plays the games by their numbered rules and says which rule did what.

Standard library only. `core` is what every game shares; each game is a package of its own.
`games.RUN` plays a ruling of any game that has a referee.
"""
