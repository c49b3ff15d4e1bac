"""What lowered modules rest on. It runs as it is, in MicroPython and in CPython."""

from collections import OrderedDict as Dict

_sorted = sorted


class Value:
    """What a dataclass becomes: equal to another of its class with equal fields, not hashable.

    Each class has the `_places` of its fields by name, and gives their `_values` in order.
    """

    def __eq__(self, other):
        return self is other or (type(self) is type(other) and self._values() == other._values())


def replace(value, **changes):
    """A value with other values in some of its fields."""
    fields = value._values()
    for name in changes:
        fields[value._places[name]] = changes[name]
    return type(value)(*fields)


def joined(*dicts):
    """All entries of some dicts, of later ones where they have the same key."""
    found = Dict()
    for each in dicts:
        for key in each:
            found[key] = each[key]
    return found


def sorted(values, key=None, reverse=False):
    """The values in order; those that are alike stay in the order they were in."""
    values = list(values)
    keys = [key(value) for value in values] if key else values
    if reverse:
        # Alike ones come in the order of their places, which go down as the keys do.
        places = _sorted([(keys[at], -at) for at in range(len(keys))], reverse=True)
        return [values[-at] for _key, at in places]
    return [values[at] for _key, at in _sorted([(keys[at], at) for at in range(len(keys))])]
