"""The rules engine: it plays the games by their numbered rules and says which rule did what.

Standard library only. `core` is what every game shares; each game is a package of its own.
`games.RUN` plays a ruling of any game that has a referee. A game can also be played action by
action:

    >>> from referee.core.scenario import Names
    >>> from referee.core.reader import Node
    >>> from referee.faceoff import apply, legal
    >>> from referee.faceoff.cards import Cards
    >>> from referee.faceoff.position import load
    >>> def unit(name, power):
    ...     return {"name": {"en": name, "zh-Hans": name}, "power": power, "range": 1}
    >>> table = {"you": {"line": [unit("A", 4)]}, "opponent": {"line": [unit("D", 2)]}}
    >>> state = load(Node.of(table), Names(), Cards({}))
    >>> [action.kind for action in legal(state)]
    ['attack', 'end']
    >>> state, events = apply(state, legal(state)[0])
    >>> [(event.kind, event.rule) for event in events][:2]
    [('attack_declared', 'combat.attack.1'), ('distance_assumed', 'line.7')]
    >>> state.choice.kind
    'intercept'
"""
