"""The numbers of a combat, each with its addends."""

from referee.core.values import Addend, Number
from referee.faceoff.state import State

ADDENDS = (
    "printed",
    "own_flash",
    "discarded_flash",
    "attacker",
    "success",
    "breakthrough",
)
"""Every label of an addend."""


def power(state: State, unit: str) -> Number:
    """The power of a unit on the battlefield: what is printed, and what dodging has added."""
    printed = Addend(state.unit(unit).face.power, "printed", source=unit)
    combat = state.combat
    if combat is None or combat.target != unit:
        return Number((printed,))
    return Number((printed, *combat.added))


def attack_power(state: State) -> Number:
    """The total power of the attackers in the combat under way."""
    attackers = state.fight().attackers
    if len(attackers) == 1:
        return power(state, attackers[0])
    return Number(
        tuple(
            Addend(power(state, unit).total, "attacker", "combat.resolve.6", unit)
            for unit in attackers
        )
    )


def combat_damage(state: State) -> Number:
    """The damage of a successful attack on a commander with life left.

    Whether Breakthrough on different attackers adds up is open; combat.resolve.3 is read as it
    stands, each one counting.
    """
    addends = [Addend(1, "success", "combat.resolve.3")]
    for unit in state.fight().attackers:
        count = state.unit(unit).count("breakthrough")
        if count:
            addends.append(Addend(count, "breakthrough", "combat.resolve.3", unit))
    return Number(tuple(addends))
